"""IndexStep: brings the commit log of one partition into an index (DESIGN §2)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

from indexers.index import Document, EventOutcome, IndexBatch, MemoryIndex, Scope, Tombstone
from indexers.projection import outcome_of, project
from schemas.position import Position
from schemas.stages import Trouble
from schemas.topics import TURNS, memories
from streams.commit_log import DESTROYS, position_of
from streams.consolidate_step import EVERYTHING
from streams.embedded.parts import BATCH_EVENTS, Done, Parts
from streams.keyring import Keyring
from streams.log import LogRecord
from streams.sqlite_log import SqliteLog
from streams.stage_records import open_event, owner_of
from streams.stage_run import reason_of
from streams.user_states import collect, opened


class IndexStep:
    """One partition of one generation and one index. `indexed`: the offset in `turns` up to which the index is
    complete."""

    def __init__(self, partition: int, parts: Parts, index: MemoryIndex) -> None:
        self.indexed = -1
        self._partition = partition
        self._parts = parts
        self._index = index

    async def resume(self) -> None:
        """Go on where the index stands."""
        self.indexed = await self._index.watermark(self._partition)

    async def recorded(self) -> list[Done]:
        """The next batch of the commit log above the index; [] when there is none."""
        parts = self._parts
        topic = memories(parts.number)
        place = await first_at(parts.generation, topic, self._partition, self.indexed + 1)
        records = await parts.generation.read(topic, self._partition, after=place - 1, limit=BATCH_EVENTS)
        while records:
            # The last position may have more parts than this page holds.
            more = await parts.generation.read(topic, self._partition, after=records[-1].offset, limit=1)
            if not more or position_of(more[0]) != position_of(records[-1]):
                break
            records += more
        return await parts.run(partial(_done, records, parts.keyring))

    async def apply(self, done: Sequence[Done]) -> None:
        """Apply positions in order."""
        batch: list[Done] = []
        for one in done:
            if one.destroys == EVERYTHING:
                await self._apply(batch)
                batch = []
                await self._erase(one)
            batch.append(one)
        await self._apply(batch)

    async def _apply(self, done: Sequence[Done]) -> None:
        if not done:
            return
        parts = self._parts
        changes, outcomes, troubles = await parts.run(partial(_projected, done, parts.turns.epoch))
        batch = IndexBatch(parts.turns.epoch, self._partition, changes, done[-1].offset, outcomes)
        applying = asyncio.ensure_future(self._index.apply(batch))
        if parts.crash.armed("mid-index"):
            # Gives the write time to begin, so that it is cut in its middle.
            await asyncio.wait((applying,), timeout=0.0005)
        parts.crash.reach("mid-index")
        rejected = await applying
        parts.crash.reach("after-index")
        for refused in rejected:
            troubles.append((done[-1].offset, Trouble(stage="index", error=f"{refused.memory_id}: {refused.reason}")))
        await parts.letters.park_positions(self._partition, troubles, parts.now())
        self.indexed = done[-1].offset

    async def _erase(self, erased: Done) -> None:
        """Remove all that the index holds of the user up to the position that says so. `UserErased` stands under the
        installation's key, so it can be read in every replay."""
        parts = self._parts
        (turn,) = await parts.turns.read(TURNS, self._partition, after=erased.offset - 1, limit=1)
        event = open_event(turn, parts.keyring)
        version = Position(parts.turns.epoch, self._partition, erased.offset).version
        await self._index.erase(Scope(event.tenant, event.user, erased.user_key), upto_version=version)


async def first_at(log: SqliteLog, topic: str, partition: int, position: int) -> int:
    """The offset in the topic of the first record whose position is at least this one; at or above the topic's end when
    there is none. Every position has at least one record, so it never stands before its own number."""
    low, high = position, await log.end(topic, partition)
    while low < high:
        middle = (low + high) // 2
        ((_, headers),) = await log.read_headers(topic, partition, after=middle - 1, limit=1)
        if int(headers["offset"]) < position:
            low = middle + 1
        else:
            high = middle
    return low


def _done(records: Sequence[LogRecord], keyring: Keyring) -> list[Done]:
    positions: list[list[LogRecord]] = []
    collect(positions, records)
    return [
        Done(
            position_of(parts[0]),
            owner_of(parts[0]),
            opened(parts, keyring),
            parts[-1].headers.get(DESTROYS, b"").decode(),
        )
        for parts in positions
    ]


def _projected(
    done: Sequence[Done], epoch: int
) -> tuple[list[Document | Tombstone], list[EventOutcome], list[tuple[int, Trouble]]]:
    """The documents and outcomes of a run of positions, and the positions that could not be projected."""
    changes: list[Document | Tombstone] = []
    outcomes: list[EventOutcome] = []
    troubles: list[tuple[int, Trouble]] = []
    for one in done:
        if one.record is None:
            continue
        try:
            changes.extend(project(one.record, one.user_key, epoch))
        except Exception as error:  # noqa: BLE001 - a memory that cannot be projected must not stop its neighbours
            troubles.append((one.offset, Trouble(stage="index", error=reason_of(error))))
        outcome = outcome_of(one.record, one.user_key)
        if outcome is not None:
            outcomes.append(outcome)
    return changes, outcomes, troubles
