"""One real server for all scenarios, with users of their own; every answer is held to the published document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import httpx
import jsonschema
import pytest

from mnemolog.serving import ServerProcess

Document = dict[str, Any]


class Published:
    """The OpenAPI document of a server, and the check that an answer is one that it promises."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._patterns = [
            (re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path)), path) for path in sorted(document["paths"], reverse=True)
        ]

    def operation(self, method: str, path: str) -> tuple[str, Document] | None:
        """The documented operation of a request, and its path template."""
        if path in self.document["paths"]:
            return path, self.document["paths"][path].get(method.lower(), {})
        for pattern, template in self._patterns:
            if pattern.fullmatch(path):
                return template, self.document["paths"][template].get(method.lower(), {})
        return None

    def check(self, response: httpx.Response) -> None:
        """Raises AssertionError when the answer is not one that the document promises."""
        path = response.request.url.raw_path.decode().partition("?")[0]
        found = self.operation(response.request.method, path)
        if found is None or not found[1]:
            assert response.status_code in (401, 404, 405, 421), f"{path} is not documented: {response.status_code}"
            return
        template, operation = found
        promised = operation["responses"].get(str(response.status_code))
        assert promised is not None, f"{response.request.method} {template} never promised {response.status_code}"
        media_type = response.headers.get("content-type", "").partition(";")[0]
        content = promised.get("content", {})
        assert media_type in content, f"{template} answers {media_type}, promised {sorted(content)}"
        if media_type.endswith("json"):
            schema = {**content[media_type].get("schema", {}), "components": self.document["components"]}
            jsonschema.validate(response.json(), schema, cls=jsonschema.Draft202012Validator)


def checked_client(url: str, published: Published, *, key: str = "") -> httpx.Client:
    """A client that holds every answer to the document."""

    def hook(response: httpx.Response) -> None:
        response.read()
        published.check(response)

    headers = {"Authorization": f"Bearer {key}"} if key else {}
    return httpx.Client(base_url=url, headers=headers, timeout=60.0, trust_env=False, event_hooks={"response": [hook]})


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with the real models on a folder of its own; shared, so every test has its own user."""
    with ServerProcess(tmp_path_factory.mktemp("server") / "data") as running:
        yield running


@pytest.fixture(scope="session")
def published(server: ServerProcess) -> Published:
    return Published(httpx.get(f"{server.url}/openapi.json", trust_env=False).json())


@pytest.fixture(scope="session")
def http(server: ServerProcess, published: Published) -> Iterator[httpx.Client]:
    with checked_client(server.url, published) as client:
        yield client


@pytest.fixture
def user(request: pytest.FixtureRequest) -> str:
    """A user of whom nothing is known, named after the test."""
    return str(request.node.name)[:200]
