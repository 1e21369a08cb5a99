"""Marks: up to where each partition can be seen in the index, read at most once at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from indexers.opensearch.documents import MARK
from indexers.opensearch.queries import all_of, term
from indexers.opensearch.server import Json

AGE_S = 0.1
"""How old a known watermark may be: an older one is never wrong, the tail is only longer. Whoever waits for a write
looks this often, and all who wait look together."""
PARTITIONS_MAX = 1_024
_ASKED: Json = {
    "size": PARTITIONS_MAX,
    "query": all_of([term("type", MARK)]),
    "_source": False,
    "stored_fields": "_none_",
    "docvalue_fields": ["partition", "offset"],
    "track_total_hits": False,
}


class Marks:
    """`search` asks the index. Watermarks are never ahead of the documents that can be seen."""

    def __init__(self, search: Callable[[Json], Awaitable[Json]]) -> None:
        self._search = search
        self._held: dict[int, int] = {}
        self._read_at = -AGE_S
        self._reading: asyncio.Task[None] | None = None

    async def of(self, partition: int) -> int:
        """The watermark of a partition, -1 = none."""
        if asyncio.get_running_loop().time() - self._read_at >= AGE_S:
            if self._reading is None or self._reading.done():
                self._reading = asyncio.create_task(self._read(), name="watermarks")
            # One caller that gives up must not end it for the others.
            await asyncio.shield(self._reading)
        return self._held.get(partition, -1)

    def forget(self) -> None:
        """Read again the next time: something was made visible."""
        self._read_at = -AGE_S
        self._reading = None

    async def _read(self) -> None:
        begun = asyncio.get_running_loop().time()
        hits = (await self._search(_ASKED))["hits"]["hits"]
        self._held = {hit["fields"]["partition"][0]: hit["fields"]["offset"][0] for hit in hits}
        self._read_at = begun
