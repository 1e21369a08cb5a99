"""Errors and the published document: what every call has in common."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from mnemolog.serving import ServerProcess
from tests.scenario.conftest import Published

JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        (b"", 422, "invalid-input"),
        (b"{", 400, "malformed-json"),
        (b"[]", 422, "invalid-input"),
        (b"null", 422, "invalid-input"),
        (b'"text"', 422, "invalid-input"),
        (b"\xff\xfe", 400, "malformed-json"),
        (b'{"user": NaN}', 400, "malformed-json"),
        (b"[" * 100_000, 400, "malformed-json"),
        (b'{"user": ' + b"9" * 10_000 + b"}", 400, "malformed-json"),
    ],
)
@pytest.mark.parametrize("path", ["/v1/turns", "/v1/search", "/v1/context", "/v1/memories"])
def test_a_body_that_is_no_object_is_refused(
    http: httpx.Client, path: str, body: bytes, status: int, kind: str
) -> None:
    refused = http.post(path, content=body, headers=JSON)

    assert (refused.status_code, refused.json()["type"]) == (status, f"urn:mnemolog:{kind}")
    assert "Traceback" not in refused.text


@pytest.mark.parametrize("media_type", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_body_of_another_media_type_is_refused(http: httpx.Client, media_type: str) -> None:
    headers = {"Content-Type": media_type} if media_type else {}

    refused = http.post("/v1/search", content=b'{"user": "u"}', headers=headers)

    assert (refused.status_code, refused.json()["type"]) == (415, "urn:mnemolog:unsupported-media-type")


def test_a_body_over_the_limit_is_refused_announced_or_not(http: httpx.Client, server: ServerProcess) -> None:
    large = b'{"user": "u", "text": "' + b"x" * 17 * 1024 * 1024 + b'"}'

    announced = httpx.post(f"{server.url}/v1/turns", content=large, headers=JSON, trust_env=False)
    chunked = httpx.post(
        f"{server.url}/v1/turns",
        content=(large[start : start + 1_000_000] for start in range(0, len(large), 1_000_000)),
        headers=JSON,
        trust_env=False,
    )

    assert announced.status_code == chunked.status_code == 413
    assert announced.json()["type"] == "urn:mnemolog:content-too-large"
    assert http.get("/healthz").status_code == 200


def parameters(published: Published) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (method, path, operation)
        for path, operations in published.document["paths"].items()
        for method, operation in operations.items()
    ]


def test_an_unknown_query_parameter_is_refused_on_every_route(http: httpx.Client, published: Published) -> None:
    for method, path, _ in parameters(published):
        refused = http.request(method, path.replace("{", "").replace("}", ""), params={"querry": "x"})
        assert (refused.status_code, refused.json()["field"]) == (422, "querry"), f"{method} {path}"


def test_every_size_parameter_refuses_what_is_outside_its_range(http: httpx.Client, published: Published) -> None:
    for method, path, operation in parameters(published):
        for parameter in operation.get("parameters", []):
            if parameter["in"] != "query" or parameter["schema"].get("type") != "integer":
                continue
            for value in ("-1", "ten", "2.5", "", "null", "99999999", "1e2"):
                params = {"user": "u", parameter["name"]: value}
                refused = http.request(
                    method,
                    path.replace("{", "").replace("}", ""),
                    params={
                        name: text
                        for name, text in params.items()
                        if name in [known["name"] for known in operation["parameters"] if known["in"] == "query"]
                    },
                    json={} if "requestBody" in operation else None,
                )
                assert refused.status_code == 422, f"{method} {path} {parameter['name']}={value}: {refused.text}"
                named = [error["field"] for error in refused.json()["errors"]]
                assert parameter["name"] in named, f"{method} {path} {parameter['name']}={value}: {named}"


def test_an_unknown_field_is_refused_in_every_body(http: httpx.Client, published: Published) -> None:
    for method, path, operation in parameters(published):
        if "requestBody" not in operation:
            continue
        asked = [p["name"] for p in operation.get("parameters", []) if p["in"] == "query"]
        refused = http.request(
            method,
            path.replace("{", "").replace("}", ""),
            params={"user": "u"} if "user" in asked else {},
            json={"surprise": 1},
            headers={"If-Match": "*"},
        )
        assert refused.status_code == 422, f"{method} {path}"
        assert "surprise" in [error["field"] for error in refused.json()["errors"]]


def test_an_empty_user_is_refused_and_nothing_happens(http: httpx.Client, published: Published) -> None:
    for method, path, operation in parameters(published):
        names = [parameter["name"] for parameter in operation.get("parameters", [])]
        if "user" in names and "{user}" not in path and "requestBody" not in operation:
            for params in ({}, {"user": ""}, {"user": "  "}, {"user": "x" * 300}):
                refused = http.request(method, path.replace("{", "").replace("}", ""), params=params)
                assert (refused.status_code, refused.json()["field"]) == (422, "user"), f"{method} {path} {params}"


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "OPTIONS", "PATCH"])
def test_a_method_that_is_not_there_is_said(http: httpx.Client, method: str) -> None:
    refused = http.request(method, "/v1/search")

    assert (refused.status_code, refused.json()["type"]) == (405, "urn:mnemolog:method-not-allowed")


@pytest.mark.parametrize("path", ["/", "/v1", "/v1/nothing", "/v2/search", "/docs", "/v1/config", "/%2e%2e/etc/passwd"])
def test_a_path_that_is_not_there_is_said(http: httpx.Client, path: str) -> None:
    refused = http.get(path)

    assert (refused.status_code, refused.json()["type"]) == (404, "urn:mnemolog:not-found")
    assert refused.headers["content-type"] == "application/problem+json"
    assert refused.json()["request_id"] == refused.headers["x-request-id"]


@pytest.mark.parametrize("host", ["evil.example", "", "localhost.evil.example", "127.0.0.1.evil.example:80"])
def test_a_request_for_another_host_is_refused(server: ServerProcess, host: str) -> None:
    refused = httpx.get(f"{server.url}/v1/users", headers={"Host": host}, trust_env=False)

    assert (refused.status_code, refused.json()["type"]) == (421, "urn:mnemolog:unknown-host")


def test_no_page_of_another_origin_may_read(server: ServerProcess) -> None:
    answer = httpx.get(f"{server.url}/v1/users", headers={"Origin": "https://evil.example"}, trust_env=False)

    assert not [name for name in answer.headers if name.startswith("access-control")]


@pytest.mark.parametrize("cursor", ["garbage", "AAAA", "a" * 3_000, "🎉", "../.."])
@pytest.mark.parametrize("path", ["/v1/memories", "/v1/turns", "/v1/users", "/v1/jobs", "/v1/review"])
def test_a_cursor_that_was_not_given_is_refused(http: httpx.Client, user: str, path: str, cursor: str) -> None:
    params = {"cursor": cursor} | ({} if path in ("/v1/users", "/v1/jobs") else {"user": user})

    refused = http.get(path, params=params)

    assert (refused.status_code, refused.json()["field"]) == (422, "cursor")


def test_everything_in_the_document_is_described(published: Published) -> None:
    missing = []
    for method, path, operation in parameters(published):
        for name in ("summary", "description", "operationId", "tags"):
            if not operation.get(name):
                missing.append(f"{method} {path}: {name}")
        missing += [f"{path} {p['name']}" for p in operation.get("parameters", []) if not p.get("description")]
    for name, schema in published.document["components"]["schemas"].items():
        missing += [] if schema.get("description") else [name]
        missing += [
            f"{name}.{field}"
            for field, told in schema.get("properties", {}).items()
            if not told.get("description") and "$ref" not in told
        ]

    assert missing == []


def test_operation_ids_are_names_for_clients(published: Published) -> None:
    names = [operation["operationId"] for _, _, operation in parameters(published)]

    assert len(set(names)) == len(names)
    assert all(name.replace("_", "").isalpha() and name.islower() for name in names)


def example(schema: dict[str, Any], document: dict[str, Any]) -> object:
    """The documented example of a schema: its fields' examples, only those that have one or are required."""
    if "$ref" in schema:
        return example(document["components"]["schemas"][schema["$ref"].rpartition("/")[2]], document)
    if schema.get("examples"):
        return schema["examples"][0]
    if "anyOf" in schema:
        return example(schema["anyOf"][0], document)
    match schema.get("type"):
        case "object":
            required = schema.get("required", [])
            return {
                name: example(told, document)
                for name, told in schema.get("properties", {}).items()
                if name in required or told.get("examples")
            }
        case "array":
            return [example(schema["items"], document)]
        case "string":
            return schema.get("enum", [schema.get("const", "text")])[0]
        case _:
            return schema.get("default", 1)


def test_every_documented_example_works(http: httpx.Client, published: Published) -> None:
    document = published.document
    worked = []
    for method, path, operation in parameters(published):
        target = path
        query = {}
        for parameter in operation.get("parameters", []):
            value = str((parameter.get("examples") or parameter["schema"].get("examples") or [""])[0])
            if parameter["in"] == "path":
                target = target.replace("{" + parameter["name"] + "}", quote(value, safe=""))
            elif parameter["in"] == "query" and parameter.get("required"):
                query[parameter["name"]] = value
        body = None
        if "requestBody" in operation:
            body = example(operation["requestBody"]["content"]["application/json"]["schema"], document)
        headers = {"If-Match": '"e1.p0:1"'} if method == "patch" else {}
        answer = http.request(method, target, params=query, json=body, headers=headers)
        # What names a thing that is not there is refused for that and for nothing else.
        # The examples follow each other: the generation that one has built is at work when another deletes it.
        busy = answer.status_code == 409 and answer.json()["type"] == "urn:mnemolog:generation-conflict"
        assert answer.status_code < 300 or answer.status_code == 404 or busy, (
            f"{method} {target} {json.dumps(body)}: {answer.text}"
        )
        if answer.status_code < 300:
            worked.append(operation["operationId"])

    assert {"record_turns", "search", "build_context", "assert_memory", "list_memories", "list_turns"} <= set(worked)


def test_the_metrics_count_and_name_nobody(http: httpx.Client, user: str) -> None:
    http.post("/v1/turns", json={"user": user, "session": "s", "turns": [{"role": "user", "content": "xyzzy"}]})

    text = http.get("/metrics").text

    for name in ("http_requests_total", "write_ack_seconds_bucket", "turn_searchable_seconds", "recall_seconds",
                 "lag_events", "outcomes_total", "turns_accepted_total"):  # fmt: skip
        assert f"mnemolog_{name}" in text
    assert user not in text
    assert "xyzzy" not in text


def test_readiness_looks_at_every_part_now(http: httpx.Client) -> None:
    first, second = http.get("/readyz").json(), http.get("/readyz").json()

    assert first["status"] == "ready"
    assert {"log", "embed", "consolidate", "index", "embedder"} <= {part["name"] for part in first["parts"]}
    assert first["at"] < second["at"]


def test_the_server_log_holds_no_words_of_users(server: ServerProcess, http: httpx.Client, user: str) -> None:
    secret = "the heron sleeps at noon"
    http.post("/v1/turns", json={"user": user, "session": "s", "turns": [{"role": "user", "content": secret}]})
    http.post("/v1/turns", json={"user": user, "session": "s", "turns": [{"role": "user", "content": secret, "x": 1}]})
    http.post("/v1/search", json={"user": user, "query": secret})

    assert secret not in server.log.read_text("utf-8", "replace")
