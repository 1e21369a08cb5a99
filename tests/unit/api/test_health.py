"""Readiness: a part that is not well is named, with 503, and only for as long as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, cast

import httpx
import numpy as np
import pytest

from api.callers import Caller
from api.http.app import create_app
from api.jobs import Jobs
from api.metrics import Metrics
from api.services import Reading, Services
from schemas.errors import ConfigurationError, ModelError, UnavailableError


def now() -> datetime:
    return datetime(2026, 1, 1, tzinfo=UTC)


@dataclass
class Parts:
    """A server whose parts can be made ill."""

    stuck: dict[str, str] = field(default_factory=lambda: {"log": "", "consolidate": ""})
    index_error: Exception | None = None
    embedder_error: Exception | None = None
    keys_error: Exception | None = None

    def healthy(self) -> dict[str, str]:
        return self.stuck

    async def users(self, tenant: str, *, limit: int, cursor: str) -> tuple[list[tuple[str, int]], str]:
        if self.index_error is not None:
            raise self.index_error
        return [], ""

    def embed_queries(self, texts: Sequence[str]) -> Any:
        if self.embedder_error is not None:
            raise self.embedder_error
        return np.zeros((1, 2), np.float32)

    def required(self) -> bool:
        if self.keys_error is not None:
            raise self.keys_error
        return False

    def find(self, secret: str) -> Caller | None:
        return None


def client(parts: Parts) -> httpx.AsyncClient:
    part = cast("Any", parts)
    services = Services(
        sink=part, follower=part, reading=lambda: Reading(part, 1, part, part, part), generations=part, read_time=part,
        keys=parts, recalls=part, letters=part, epoch=1, now=now, new_id=lambda: "1", jobs=Jobs(now), metrics=Metrics(),
    )  # fmt: skip
    transport = httpx.ASGITransport(create_app(services), raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url="http://localhost")


def ill(answer: httpx.Response) -> list[str]:
    return [part["name"] for part in answer.json()["parts"] if not part["well"]]


async def test_a_part_that_is_ill_is_named_until_it_is_well_again() -> None:
    parts = Parts()
    async with client(parts) as http:
        before = await http.get("/readyz")
        parts.stuck["consolidate"] = "stuck at e1.p0:7 for 61 s"
        parts.index_error = UnavailableError("the disk is away")
        parts.embedder_error = ModelError("no answer")
        during = await http.get("/readyz")
        parts.stuck["consolidate"], parts.index_error, parts.embedder_error = "", None, None
        after = await http.get("/readyz")
        alive = await http.get("/healthz")

    assert [answer.status_code for answer in (before, during, after, alive)] == [200, 503, 200, 200]
    assert ill(during) == ["consolidate", "embedder", "index"]
    assert "e1.p0:7" in during.text


async def test_what_fails_inside_is_a_500_that_tells_nothing() -> None:
    parts = Parts(index_error=RuntimeError("a secret inside"))
    async with client(parts) as http:
        failed = await http.get("/v1/users")

    assert failed.status_code == 500
    assert failed.json()["type"] == "urn:mnemolog:internal"
    assert failed.json()["request_id"] == failed.headers["x-request-id"]
    assert "secret" not in failed.text


@pytest.mark.parametrize("error", [UnavailableError("away"), ConfigurationError("damaged")])
async def test_a_part_that_is_away_is_told_as_such(error: Exception) -> None:
    parts = Parts(index_error=error)
    async with client(parts) as http:
        failed = await http.get("/v1/users")

    away = isinstance(error, UnavailableError)
    assert failed.status_code == (503 if away else 500)
    assert ("retry-after" in failed.headers) is away


async def test_keys_that_cannot_be_read_let_nobody_in() -> None:
    async with client(Parts(keys_error=ConfigurationError("keys.json is damaged"))) as http:
        refused = await http.get("/v1/users")
        alive = await http.get("/healthz")

    assert (refused.status_code, alive.status_code) == (500, 200)
