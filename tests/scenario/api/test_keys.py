"""Keys over HTTP: who is let in, what a scope allows, and that no tenant ever sees another's."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import httpx
import pytest

from mnemolog.api_keys import ApiKeys
from mnemolog.serving import ServerProcess
from tests.scenario.api.say import say, texts
from tests.scenario.api.test_errors import example
from tests.scenario.conftest import Published, checked_client

NOW = datetime(2026, 1, 1, tzinfo=UTC)
CANARY = "the canary Pip sings at dawn"
OPEN = {"/healthz", "/readyz"}


class Keyed:
    """A server with keys: two tenants, and one key of each scope."""

    def __init__(self, server: ServerProcess, book: ApiKeys, published: Published) -> None:
        self.server, self.book, self.published = server, book, published

    def client(self, tenant: str, *scopes: str) -> httpx.Client:
        _, secret = self.book.create(tenant=tenant, scopes=scopes or ("read", "write", "admin"), now=NOW)  # type: ignore[arg-type]
        return checked_client(self.server.url, self.published, key=secret)


@pytest.fixture(scope="module")
def keyed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Keyed]:
    folder = tmp_path_factory.mktemp("keyed") / "data"
    with ServerProcess(folder) as server:
        published = Published(httpx.get(f"{server.url}/openapi.json", trust_env=False).json())
        yield Keyed(server, ApiKeys(folder), published)


def test_once_a_key_exists_every_call_but_health_needs_one(keyed: Keyed) -> None:
    keyed.client("a").get("/v1/users")

    for key in ("", "wrong", "mnk_000000000000_" + "0" * 64):
        client = checked_client(keyed.server.url, keyed.published, key=key)
        for path, operations in keyed.published.document["paths"].items():
            for method in operations:
                answer = client.request(method, path)
                if path in OPEN:
                    assert answer.status_code == 200
                else:
                    assert answer.status_code == 401, f"{method} {path}"
                    assert answer.headers["www-authenticate"] == "Bearer"
        assert client.get("/openapi.json").status_code == 401
        assert client.get("/v1/nothing").status_code == 401


def test_no_route_shows_one_tenant_what_another_has(keyed: Keyed) -> None:
    mine, theirs = keyed.client("tenant-a"), keyed.client("tenant-b")
    written = say(mine, "ana", CANARY, session="s1")
    stated = mine.post("/v1/memories", json={"user": "ana", "content": CANARY + " too"}).json()["memory"]
    recall = mine.post("/v1/search", json={"user": "ana", "query": "canary"}).json()["recall_id"]
    job = mine.post("/v1/users/ana/export").json()["job_id"]
    known = {
        "user": "ana",
        "session": "s1",
        "event_id": written["ids"][0],
        "memory_id": stated["memory_id"],
        "recall_id": recall,
        "job_id": job,
        "letter": "0:0",
        "number": "1",
    }
    looked_at = 0

    for path, operations in keyed.published.document["paths"].items():
        for method, operation in operations.items():
            target = path
            query = {}
            for parameter in operation.get("parameters", []):
                if parameter["in"] == "path":
                    target = target.replace("{" + parameter["name"] + "}", known[parameter["name"]])
                elif parameter["name"] == "user":
                    query["user"] = "ana"
            body = None
            if "requestBody" in operation:
                schema = operation["requestBody"]["content"]["application/json"]["schema"]
                body = example(schema, keyed.published.document)
                if isinstance(body, dict) and "user" in body:
                    body["user"] = "ana"
            answer = theirs.request(method, target, params=query, json=body, headers={"If-Match": "*"})
            assert "Pip" not in answer.text, f"{method} {path}"
            names_a_thing = set(path.split("/")) & {"{event_id}", "{memory_id}", "{recall_id}", "{job_id}", "{letter}"}
            if names_a_thing:
                assert answer.status_code in (404, 422), f"{method} {path}: {answer.status_code}"
            looked_at += 1

    assert looked_at > 25
    assert CANARY in texts(mine.post("/v1/search", json={"user": "ana", "query": "canary Pip"}).json())


def test_a_key_does_what_its_scopes_say(keyed: Keyed) -> None:
    reader, writer = keyed.client("c", "read"), keyed.client("c", "write")
    turn = {"user": "u", "session": "s", "turns": [{"role": "user", "content": "hello"}]}

    assert reader.post("/v1/turns", json=turn).status_code == 403
    assert reader.delete("/v1/users/u").status_code == 403
    assert writer.post("/v1/turns", json=turn).status_code == 202
    refused = writer.get("/v1/users")
    assert (refused.status_code, refused.json()["type"]) == (403, "urn:mnemolog:forbidden")


def test_a_revoked_key_stops_working_at_once(keyed: Keyed) -> None:
    key, secret = keyed.book.create(tenant="d", scopes=("read",), now=NOW)
    client = checked_client(keyed.server.url, keyed.published, key=secret)
    before = client.get("/v1/users").status_code

    keyed.book.revoke(key.key_id, now=NOW)

    assert (before, client.get("/v1/users").status_code) == (200, 401)


def test_no_secret_of_a_key_stands_in_the_log_or_the_folder(keyed: Keyed) -> None:
    _, secret = keyed.book.create(tenant="e", scopes=("read",), now=NOW)
    checked_client(keyed.server.url, keyed.published, key=secret).get("/v1/users")
    checked_client(keyed.server.url, keyed.published, key=secret + "x").get("/v1/users")

    assert secret not in keyed.server.log.read_text("utf-8", "replace")
    for file in keyed.server.folder.iterdir():
        assert secret.encode() not in file.read_bytes(), file.name
