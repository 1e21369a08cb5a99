"""Hostile input: whatever is sent, the answer is one that the document promises, and soon."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.scenario.conftest import Published

WORDS = st.sampled_from(
    ["", " ", "x", "\u0000", "\ud83c", "\u202e", "🎉", "猫", "' OR 1=1", "$ne", "__proto__", "9" * 400, "e1.p0:1", "-1",
     "2025-13-45", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59-23:59", "NaN", "../../etc/passwd", "a" * 5_000]
)  # fmt: skip
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.floats(allow_nan=False), WORDS)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(WORDS, inner, max_size=3)),
    max_leaves=8,
)
BODIES = ("/v1/turns", "/v1/search", "/v1/context", "/v1/memories")


def of_schema(schema: dict[str, Any], document: dict[str, Any], depth: int = 0) -> st.SearchStrategy[Any]:
    """Values that are nearly right: of the schema most of the time, anything else now and then."""
    if "$ref" in schema:
        return of_schema(document["components"]["schemas"][schema["$ref"].rpartition("/")[2]], document, depth)
    if "anyOf" in schema:
        return st.one_of(*(of_schema(one, document, depth) for one in schema["anyOf"]))
    right: st.SearchStrategy[Any]
    match schema.get("type"):
        case "object" if schema.get("properties") and depth < 4:
            fields = {name: of_schema(told, document, depth + 1) for name, told in schema["properties"].items()}
            required = {name: fields[name] for name in schema.get("required", [])}
            optional = {name: field for name, field in fields.items() if name not in required}
            right = st.fixed_dictionaries(required, optional=optional)
        case "array" if depth < 4:
            right = st.lists(of_schema(schema["items"], document, depth + 1), max_size=3)
        case "string":
            right = st.sampled_from(schema["enum"]) if "enum" in schema else WORDS
        case "integer":
            right = st.integers(-2, 200)
        case "number":
            right = st.floats(-1, 2)
        case "boolean":
            right = st.booleans()
        case "null":
            right = st.none()
        case _:
            right = VALUES
    return st.one_of(right, right, right, right, VALUES)


@pytest.mark.parametrize("path", BODIES)
def test_no_body_gives_a_500_or_an_undocumented_answer(
    http: httpx.Client, published: Published, user: str, path: str
) -> None:
    operation = published.document["paths"][path]["post"]
    schema = operation["requestBody"]["content"]["application/json"]["schema"]

    @settings(max_examples=120, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(of_schema(schema, published.document))
    def send(body: object) -> None:
        if isinstance(body, dict):
            body = {**body, "user": user} if body.get("user") not in (None, "", " ") else body
            body = {name: value for name, value in body.items() if name != "wait_ms"} | (
                {"wait_ms": 0} if path in ("/v1/search", "/v1/context") else {}
            )
        answer = http.post(path, content=json.dumps(body).encode(), headers={"Content-Type": "application/json"})
        assert answer.status_code < 500, answer.text

    send()


@pytest.mark.parametrize(
    "more",
    [
        {"query": "tea " * 1_000_000},
        {"query": "茶" * 1_000_000},
        {"query": "9" * 1_000_000},
        {"query": "tea", "recent_turns": [{"content": "milk and tea " * 50_000}] * 20},
        {"query": "tea", "filters": {"tags": ["t"] * 200_000}},
        {"query": "tea", "filters": {"entities": ["e" * 1_000] * 2_000}},
        {"query": "(" * 4_000},
        {"query": "last " * 800 + "May"},
        {"query": "a1" * 2_000},
    ],
    ids=["words", "chinese", "digits", "recent turns", "tags", "entities", "brackets", "times", "codes"],
)
def test_a_huge_question_is_answered_and_holds_nobody_up(
    http: httpx.Client, user: str, more: dict[str, object]
) -> None:
    answer = http.post("/v1/search", json={"user": user, **more}, timeout=20)

    assert answer.status_code in (200, 422), answer.text[:500]
