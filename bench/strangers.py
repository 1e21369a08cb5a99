"""Strangers: many raw memories of other users, written through the index port directly, with made-up vectors in
clusters, as those of real sentences are.

A search of one user must not slow down when the index is full of others. Sending 290,000 turns through all stages
would take an hour and measure nothing more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from bench import sayings
from indexers.index import Document, IndexBatch, MemoryIndex
from indexers.projection import document_of
from schemas.memories import Evidence, Memory
from schemas.position import Position

USERS = 290
BATCH = 1_000
CLUSTERS, SPREAD = 500, 0.7
"""Neighbours within a cluster have a cosine of about .67, as turns about one thing have; random vectors have no
neighbours, and a graph of them costs more to build than any real one (facts of 2026)."""
_FAR = 1 << 39
"""Offsets far above every real one: these memories belong to no event of the log."""


def memories(count: int, dimension: int, *, begin: int = 0) -> Iterator[Memory]:
    """Raw memories number `begin` to `count` of USERS users in turn; each is the same in every run."""
    centres = np.random.default_rng(5).standard_normal((CLUSTERS, dimension)).astype(np.float32)
    moment = datetime(2025, 6, 1, tzinfo=UTC)
    for number, turn in enumerate(sayings.turns(count, seed=11)):
        if number < begin:
            continue
        noise = np.random.default_rng(number)
        vectors = centres[noise.integers(CLUSTERS, size=2)] + SPREAD * noise.standard_normal((2, dimension), np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        halves = vectors.astype("<f2")
        event_id, offset = f"stranger-{number}", _FAR + number
        said_at = moment + timedelta(minutes=number)
        yield Memory(
            memory_id=f"stranger-memory-{number}",
            tenant="default",
            user=f"stranger-{number % USERS}",
            resolution="turn",
            status="raw",
            content=turn.content,
            context=turn.content,
            session=f"s{number // 4_000}",
            importance=0.3,
            occurred_at=said_at,
            first_seen=said_at,
            last_seen=said_at,
            recorded_at=said_at,
            updated_at=said_at,
            evidence=(Evidence(event_id=event_id, offset=offset, occurred_at=said_at),),
            vector=halves[0].tobytes(),
            context_vector=halves[1].tobytes(),
            known_from=offset,
            partition=0,
            offset=offset,
        )


async def load(
    index: MemoryIndex,
    these: Iterable[Memory],
    *,
    epoch: int,
    user_key: Callable[[str], str],
    progress: Callable[[int], None],
) -> None:
    """Writes memories in batches. The partition's watermark stays where it is."""
    watermark = await index.watermark(0)
    batch: list[Document] = []
    written = 0
    for memory in these:
        version = Position(epoch, 0, memory.offset).version
        batch.append(document_of(memory, user_key(memory.user), version))
        if len(batch) == BATCH:
            written += await _apply(index, batch, epoch, watermark)
            batch = []
            progress(written)
    if batch:
        await _apply(index, batch, epoch, watermark)


async def _apply(index: MemoryIndex, batch: Sequence[Document], epoch: int, watermark: int) -> int:
    rejected = await index.apply(IndexBatch(epoch, 0, batch, watermark))
    if rejected:
        raise RuntimeError(f"the index refused {len(rejected)} memories: {rejected[0].reason}")
    return len(batch)


def load_folder(folder: Path, count: int, embedder: str, progress: Callable[[int], None]) -> None:
    """The same into the index of an embedded installation that no server runs on."""
    asyncio.run(_load_folder(folder, count, embedder, progress))


async def _load_folder(path: Path, count: int, embedder: str, progress: Callable[[int], None]) -> None:
    from indexers.sqlite import SqliteIndex
    from processors.models.registry import load_embedder
    from streams.folder import Folder
    from streams.keyring import Keyring
    from streams.sqlite_keys import SqliteKeys
    from streams.sqlite_log import SqliteLog

    profile = load_embedder(embedder).profile
    folder = Folder.open(path)
    try:
        log = await SqliteLog.open(folder.log)
        keyring = await Keyring.open(await SqliteKeys.open(log.file), folder.master, origin=str(folder.master_key))
        index = await SqliteIndex.open(
            folder.index,
            keys=keyring,
            generation=folder.current.generation,
            model=f"{profile.name}@{profile.revision}",
            dimension=profile.dimension,
        )
        try:
            await load(
                index,
                memories(count, profile.dimension),
                epoch=log.epoch,
                user_key=lambda user: keyring.user_key("default", user),
                progress=progress,
            )
        finally:
            await index.close()
            await log.close()
    finally:
        folder.close()
