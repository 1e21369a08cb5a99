"""Rebuilding: the index from `memories`, against the bare bulk rate of the very same documents."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator

from bench.distributed.figures import Figure
from bench.distributed.opened import Below, below
from indexers.opensearch import admin
from indexers.opensearch.bulk import CHUNK_ITEMS_MAX, Write
from indexers.opensearch.server import compact
from mnemolog.interpreter import spare_what_is_loaded
from mnemolog.settings import Settings
from mnemolog.wiring import now
from streams.distributed.rebuild import Rebuilt, rebuild_index

AT_ONCE = 2
"""Bulk requests at a time: the fastest that was found (facts of 2026)."""
BARE = "bare-bulk"
Tell = Callable[[str], None]


def rebuild_figures(settings: Settings, tell: Tell) -> Iterator[Figure]:
    """What is in the index is written again: by the product from the log, and bare, as `_bulk` takes it."""
    bare_first = asyncio.run(_bare(settings, tell))
    tell("rebuilding the index from `memories`")
    rebuilt, seconds = asyncio.run(_rebuilt(settings))
    assert rebuilt.before == rebuilt.after, "the rebuilt index says something else"
    bare_again = asyncio.run(_bare(settings, tell))
    documents = bare_first[0]
    bare_rate = documents / ((bare_first[1] + bare_again[1]) / 2)
    yield Figure("index rebuild from `memories`", documents / seconds, "documents/s", n=documents)
    yield Figure("bare bulk of the same documents", bare_rate, "documents/s", n=documents)
    yield Figure("rebuild against the bare bulk", 100 * documents / seconds / bare_rate, "%", "at least", 70)


async def _rebuilt(settings: Settings) -> tuple[Rebuilt, float]:
    """The product's own rebuild, without the time in which it loads its models."""
    async with below(settings) as opened:
        # As `mnemolog rebuild` does.
        spare_what_is_loaded()
        begun = time.monotonic()
        rebuilt = await rebuild_index(opened.installation, opened.server, admin.ALIAS, opened.identity, now=now)
        return rebuilt, time.monotonic() - begun


async def _bare(settings: Settings, tell: Tell) -> tuple[int, float]:
    """(documents, seconds) of writing all that the index holds into another one."""
    async with below(settings) as opened:
        chunks = await _documents(opened)
        count = sum(len(chunk) for chunk in chunks) // 2
        tell(f"bare bulk of {count} documents")
        name = admin.index_name(opened.identity.generation, BARE)
        await admin.create(opened.server, name, opened.identity, live=False)
        try:
            begun = time.monotonic()
            waiting = iter(chunks)
            await asyncio.gather(*(_sent(opened, name, waiting) for _ in range(AT_ONCE)))
            await admin.go_live(opened.server, name)
            return count, time.monotonic() - begun
        finally:
            await admin.delete(opened.server, name)


async def _sent(opened: Below, name: str, chunks: Iterator[list[bytes]]) -> None:
    for chunk in chunks:
        answer = await opened.server.lines(f"/{name}/_bulk", chunk)
        assert not answer["errors"], answer


async def _documents(opened: Below) -> list[list[bytes]]:
    """Every document as lines of `_bulk`, CHUNK_ITEMS_MAX documents each."""
    chunks: list[list[bytes]] = [[]]
    body = {"query": {"match_all": {}}, "sort": [{"_shard_doc": "asc"}], "version": True, "_source": True}
    async for hit in opened.index.pages(body):
        if len(chunks[-1]) == 2 * CHUNK_ITEMS_MAX:
            chunks.append([])
        chunks[-1] += Write(hit["_id"], hit["_routing"], hit["_version"], compact(hit["_source"])).lines()
    return chunks
