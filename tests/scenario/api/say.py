"""What the API scenarios do again and again."""

from __future__ import annotations

from typing import Any

import httpx

Json = dict[str, Any]


def say(http: httpx.Client, user: str, *contents: str, session: str = "s1", **more: object) -> Json:
    """Record user turns and wait until they are indexed; returns the answer to the write."""
    turns = [{"role": "user", "content": content, **more} for content in contents]
    written = http.post("/v1/turns", json={"user": user, "session": session, "turns": turns})
    assert written.status_code == 202, written.text
    answer: Json = written.json()
    seen = http.get(f"/v1/turns/{answer['ids'][-1]}", params={"user": user, "wait_ms": 20_000})
    assert seen.json()["outcome"] is not None
    return answer


def search(http: httpx.Client, user: str, query: str | None, **more: object) -> Json:
    """The answer of a search that must succeed."""
    found = http.post("/v1/search", json={"user": user, "query": query, **more})
    assert found.status_code == 200, found.text
    answer: Json = found.json()
    return answer


def texts(answer: Json) -> list[str]:
    """The contents of the items of a search."""
    return [item["memory"]["content"] for item in answer["items"]]


def facts(http: httpx.Client, user: str, **more: str) -> list[Json]:
    """The active facts of a user."""
    listed = http.get("/v1/memories", params={"user": user, "resolution": "fact", **more})
    assert listed.status_code == 200, listed.text
    items: list[Json] = listed.json()["items"]
    return items
