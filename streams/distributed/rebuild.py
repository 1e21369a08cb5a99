"""Rebuild: a new index from the commit log beside what is read, and one flip of the alias (DESIGN §7)."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from indexers.index import Digest
from indexers.opensearch import OpenSearchIndex, Server
from indexers.opensearch.admin import Identity, create, delete, go_live, index_name, names, point, read_by
from schemas.errors import IndexMissingError, IndexOutdatedError, MnemologError
from schemas.topics import memories
from streams.deadletters import DeadLetters
from streams.distributed.current_index import CurrentIndex
from streams.distributed.index_work import IndexWork, Prepared
from streams.distributed.installation import Installation

PAGE = 200
"""Records of the commit log: their documents fit into one bulk request, and so do their outcomes."""
AT_ONCE = 5
"""Pages at a time, of one partition too: while OpenSearch indexes two, which it takes best (facts of 2026), the next
is opened and projected here."""
Progress = Callable[[int, int], None]
"""(records of the commit log read, records to read), called after each page."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """`before`: the digest of what was read, None when there was nothing that this program reads; `after`: of what is
    read now."""

    index: str
    records: int
    before: Digest | None
    after: Digest


async def rebuild_index(
    installation: Installation,
    server: Server,
    alias: str,
    identity: Identity,
    *,
    now: Callable[[], datetime],
    progress: Progress = lambda done, total: None,
) -> Rebuilt:
    """Fill a new index and have the alias stand for it. One that a broken rebuild left is gone on with; two at once
    fill the same one, which is slower and not wrong. The index before is kept until the next rebuild."""
    current = CurrentIndex(server, alias, identity, installation)
    before_name, before = "", None
    # One that is missing, or that this program cannot read any more, is made anew for just that.
    with contextlib.suppress(IndexMissingError, IndexOutdatedError):
        before_name = await read_by(server, alias)
        before = await (await current.open(before_name)).digest()
    known = await names(server, index_name(identity.generation, "*", alias=alias))
    name = await _fresh(server, current, alias, identity, known, before_name)
    index = await current.open(name)
    letters = DeadLetters(installation.log, installation.keyring)
    work = IndexWork(installation, letters, current.now, now)
    places = [0] * installation.partitions
    for partition in range(installation.partitions):
        work.begin(partition, await index.watermark(partition))
    records = await _fill(installation, work, index, places, progress)
    await go_live(server, name)
    after = await index.digest()
    await point(server, alias, name)
    # What was indexed between the last page and the flip went to the index before; the worker, which now reads the
    # watermark of this one, brings it here.
    for old in known:
        if old not in (name, before_name):
            await delete(server, old)
    return Rebuilt(name, records, before, after)


async def _fresh(
    server: Server, current: CurrentIndex, alias: str, identity: Identity, known: list[str], read: str
) -> str:
    numbers = [int(held.rpartition("-")[2]) for held in known if held.rpartition("-")[2].isdigit()]
    last = max(numbers, default=0)
    leftover = index_name(identity.generation, str(last), alias=alias)
    if last and leftover != read and read and last > int(read.rpartition("-")[2]):
        try:
            await current.open(leftover)
        except MnemologError:
            await delete(server, leftover)
            known.remove(leftover)
        else:
            return leftover
    name = index_name(identity.generation, str(last + 1), alias=alias)
    await create(server, name, identity, live=False)
    return name


async def _fill(
    installation: Installation, work: IndexWork, index: OpenSearchIndex, places: list[int], progress: Progress
) -> int:
    """Bring the whole commit log in, until nothing new is left. Returns how many records that were."""
    topic = memories(installation.generation)
    partitions = range(installation.partitions)
    slots = asyncio.Semaphore(AT_ONCE)

    async def write(partition: int, prepared: Prepared, end: int, after: asyncio.Task[None] | None, of: int) -> None:
        try:
            await work.write(index, partition, prepared, after)
        finally:
            slots.release()
        places[partition] = end
        progress(sum(places), of)

    async def through(group: asyncio.TaskGroup, partition: int, end: int, of: int) -> None:
        at = places[partition]
        before: asyncio.Task[None] | None = None
        while at < end:
            await slots.acquire()
            page = await installation.log.read(topic, partition, after=at - 1, limit=PAGE)
            at = page[-1].offset + 1
            prepared = await asyncio.to_thread(work.prepare, partition, page)
            before = group.create_task(write(partition, prepared, at, before, of))

    while True:
        ends = await installation.log.ends(topic, partitions)
        if all(places[partition] >= ends[partition] for partition in partitions):
            return sum(places)
        await installation.keys.synced()
        try:
            # One that fails ends the others.
            async with asyncio.TaskGroup() as group:
                for partition in partitions:
                    group.create_task(through(group, partition, ends[partition], sum(ends.values())))
        except BaseExceptionGroup as failed:
            raise failed.exceptions[0] from failed
