"""LedWork: consolidate of one generation: the live one leads, the others never pass it and destroy no keys."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from schemas.errors import UnavailableError
from schemas.topics import memories
from streams.commit_log import position_of
from streams.distributed.consolidate_work import ConsolidateWork
from streams.distributed.generation_book import GenerationBook
from streams.distributed.installation import Installation
from streams.distributed.records import DecidedPositions
from streams.distributed.work import Committed, ResumeError
from streams.log import LogRecord

LOOK_S = 0.1
PATIENCE_S = 10.0
"""One that waits longer for the live generation says so in its health."""
Made = Callable[[bool], ConsolidateWork]
"""Makes the work; `destroys`: whether it destroys what the log says must be destroyed."""


class LedWork:
    """See streams.distributed.work.Work. After a promotion each partition is resumed in its new role."""

    def __init__(self, installation: Installation, book: GenerationBook, made: Made) -> None:
        self._installation = installation
        self._book = book
        self._made = made
        self._decided = DecidedPositions(installation.log)
        self._leads = self._leading()
        self._inner = made(self._leads)
        self._resumed: set[int] = set()
        self._changing = asyncio.Lock()
        self._at_work = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def resume(self, partition: int, committed: Committed | None) -> int | None:
        """See Work."""
        async with self._changing:
            if self._leads != (leads := self._leading()):
                # Batches of other partitions still use what is closed here.
                await self._idle.wait()
                await self._inner.close()
                self._resumed.clear()
                self._leads, self._inner = leads, self._made(leads)
        start = await self._inner.resume(partition, committed)
        self._resumed.add(partition)
        return start

    async def process(self, partition: int, records: Sequence[LogRecord]) -> Committed | None:
        """See Work."""
        if self._leads != self._leading() or partition not in self._resumed:
            raise ResumeError(f"generation {self._installation.generation} has another role")
        self._at_work += 1
        self._idle.clear()
        try:
            if not self._leads:
                await self._led(partition, position_of(records[-1]))
            await self._inner.process(partition, records)
        finally:
            self._at_work -= 1
            if not self._at_work:
                self._idle.set()
        return None

    async def release(self, partition: int) -> None:
        """See Work."""
        self._resumed.discard(partition)
        await self._inner.release(partition)

    async def close(self) -> None:
        """Leave what it keeps on this machine to others."""
        await self._inner.close()

    async def _led(self, partition: int, position: int) -> None:
        """Until the live generation has passed this position."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + PATIENCE_S
        while await self._decided.of(memories(self._book.live), partition) < position:
            if self._leading():
                return
            if loop.time() > deadline:
                raise UnavailableError(
                    f"generation {self._installation.generation} waits for generation {self._book.live} at "
                    f"p{partition}:{position}"
                )
            await asyncio.sleep(LOOK_S)

    def _leading(self) -> bool:
        return self._book.live == self._installation.generation
