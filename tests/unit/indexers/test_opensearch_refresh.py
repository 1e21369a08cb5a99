"""Writes rest on the index's own refresh: one on demand after each would be slow, and some servers know none."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from indexers.index import EventOutcome, IndexBatch
from indexers.opensearch.server import Refused, Server
from indexers.opensearch.writing import Writer
from schemas.memories import Outcome
from tests.contract.index_adapters import DIMENSION, EPOCH, PARTITION, SECRET, document, memory_of, scope_of

ANN = scope_of("ann")


class Unrefreshed(Server):
    """Takes everything that is written, and knows no refresh on demand. `asked`: every path with its parameters."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def ask(self, method: str, path: str, body: Any = None, *, params: Mapping[str, str] | None = None) -> Any:
        self._note(path, params)
        return {"docs": [{"found": False} for _ in body["docs"]]}

    async def lines(self, path: str, lines: Sequence[bytes], *, params: Mapping[str, str] | None = None) -> Any:
        self._note(path, params)
        return {"items": [{"index": {"status": 201}} for line in lines if "index" in json.loads(line)]}

    def _note(self, path: str, params: Mapping[str, str] | None) -> None:
        self.asked.append(f"{path} {dict(params or {})}")
        if "refresh" in self.asked[-1]:
            raise Refused(404, "unknown", "no such endpoint")


async def test_nothing_that_is_written_asks_for_a_refresh() -> None:
    server = Unrefreshed()
    writer = Writer(server, "i", DIMENSION, SECRET)

    for offset in range(5):
        changes = [document(ANN, memory_of(ANN, f"m{offset}", offset=offset))]
        outcomes = [EventOutcome(ANN.user_key, offset, Outcome(event_id=f"e{offset}", state="indexed", memories=1))]
        assert await writer.apply(IndexBatch(EPOCH, PARTITION, changes, offset, outcomes)) == []

    assert any("_bulk" in path for path in server.asked)
    assert not [path for path in server.asked if "refresh" in path]
