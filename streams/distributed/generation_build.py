"""Builds a generation over Kafka and OpenSearch: all stages inline over `turns`, one partition after another."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog

from indexers.index import MemoryIndex
from schemas.errors import ConfigurationError, GenerationError, UnavailableError
from schemas.topics import TURNS, embedded, memories
from streams.distributed.consolidate_work import ConsolidateWork
from streams.distributed.index_work import IndexWork
from streams.distributed.inline_work import InlineWork
from streams.distributed.installation import Installation
from streams.distributed.records import decided_position, last_position
from streams.pace import Pace, Progress

BATCH = 64
PAGE = 500
LAG_MAX = 64
"""While live events of a partition wait in this number, a build lets them go first."""
YIELD_S, YIELD_MAX_S = 0.2, 1.0
"""How often it looks, and how long it waits before each batch at most: where live events are always behind, a rebuild
may be the remedy."""
BACKOFF_S = 2.0
NEAR = 64
"""What may be left when a build is called complete: whoever carries it on has that at once."""
Tell = Callable[[Progress], None]
log = structlog.get_logger(__name__)


@dataclass(slots=True)
class _Read:
    """The last offsets that were read of a partition's topics."""

    turns: int
    embedded: int
    memories: int = -1


@dataclass(slots=True)
class Build:
    """A generation under construction; `live`: the one that is read. `lost`: set when another process took the lock."""

    installation: Installation
    live: int
    inline: InlineWork
    consolidate: ConsolidateWork
    index_work: IndexWork
    index: MemoryIndex
    lost: asyncio.Event
    _read: dict[int, _Read] = field(default_factory=dict)

    async def run(self, rate: float, tell: Tell) -> list[int]:
        """Up to where the live generation is, while it goes on; returns the last position of each partition. Raises
        GenerationError when the lock was lost, ConfigurationError when the log does not begin at its beginning."""
        partitions = range(self.installation.partitions)
        await self._require_whole_log()
        for partition in partitions:
            await self._begin(partition)
        pace = Pace(rate, time.monotonic())
        while True:
            goals = [await decided_position(self.installation.log, memories(self.live), p) for p in partitions]
            total = sum(goals) + len(goals)
            before = self._done()
            for partition in partitions:
                while self.index_work.indexed(partition) < goals[partition]:
                    was = self._done()
                    await self._patiently(partition, goals[partition])
                    self.installation.crash.reach("rebuild-step")
                    tell(pace.progress(self._done(), total, time.monotonic()))
                    await asyncio.sleep(pace.pause_s(self._done() - was, time.monotonic()))
                    await self._let_live_go_first(partition)
            if total - before <= NEAR:
                return [self.index_work.indexed(partition) for partition in partitions]

    async def _patiently(self, partition: int, goal: int) -> None:
        """One step; a fault of the surroundings is waited for."""
        while True:
            if self.lost.is_set():
                raise GenerationError("another process took over the generations")
            try:
                await self._step(partition, goal)
                return
            except UnavailableError as error:
                log.warning("build_waits", partition=partition, reason=error.message)
                await asyncio.sleep(BACKOFF_S)
                await self._begin(partition)

    async def _begin(self, partition: int) -> None:
        """Find where each topic and the index stand. A record stands at or after the number of its position, so reading
        on from that number passes none over."""
        kafka, generation = self.installation.log, self.installation.generation
        await self.consolidate.resume(partition, None)
        start = await self.inline.resume(partition, None)
        assert start is not None, "it says where to go on"
        self._read[partition] = _Read(start - 1, await last_position(kafka, memories(generation), partition))
        self.index_work.begin(partition, await self.index.watermark(partition))

    async def _step(self, partition: int, goal: int) -> None:
        """One batch through all stages, and whatever a broken build left before it."""
        kafka, generation, read = self.installation.log, self.installation.generation, self._read[partition]
        turns = await kafka.read(TURNS, partition, after=read.turns, limit=BATCH)
        turns = [record for record in turns if record.offset <= goal]
        if turns:
            await self.inline.process(partition, turns)
            read.turns = turns[-1].offset
        while page := await kafka.read(embedded(generation), partition, after=read.embedded, limit=BATCH):
            await self.consolidate.process(partition, page)
            read.embedded = page[-1].offset
        while page := await kafka.read(memories(generation), partition, after=read.memories, limit=PAGE):
            await self.index_work.apply(self.index, partition, page)
            read.memories = page[-1].offset

    async def _let_live_go_first(self, partition: int) -> None:
        kafka, end = self.installation.log, time.monotonic() + YIELD_MAX_S
        while not self.lost.is_set() and time.monotonic() < end:
            live = await decided_position(kafka, memories(self.live), partition)
            if await kafka.end(TURNS, partition) - 1 - live <= LAG_MAX:
                return
            await asyncio.sleep(YIELD_S)

    async def _require_whole_log(self) -> None:
        for partition in range(self.installation.partitions):
            first = await self.installation.log.first(TURNS, partition)
            if first != 0:
                raise ConfigurationError(
                    f"partition {partition} of the log begins at {first}, and a rebuild needs it from 0",
                    hint="the topic of turns must be kept for ever; what was derived from it is still whole",
                )

    def _done(self) -> int:
        return sum(self.index_work.indexed(partition) + 1 for partition in self._read)
