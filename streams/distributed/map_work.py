"""MapWork: describe and embed, one output for each input, in order, to the same partition number (DESIGN §2)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from datetime import datetime
from typing import Generic, TypeVar

from schemas.stages import DescribedEvent, ScoredEvent, Trouble
from schemas.topics import TURNS
from streams.commit_log import position_of
from streams.deadletters import DeadLetters
from streams.distributed.batch_loop import Committed
from streams.distributed.installation import Installation
from streams.distributed.records import Opened, last_position, open_staged
from streams.embedded.stage_run import run_stage
from streams.log import LogRecord, NewRecord
from streams.stage_records import first_of_each, seal_staged
from streams.topology import StageName

In = TypeVar("In", ScoredEvent, DescribedEvent)
Out = TypeVar("Out", bound=ScoredEvent)


class MapWork(Generic[In, Out]):
    """See streams.distributed.batch_loop.Work. `function` runs in `executor`, so that heartbeats go on."""

    def __init__(
        self,
        name: StageName,
        kind: type[In],
        function: Callable[[Sequence[In]], list[Out]],
        without: Callable[[In, Trouble], Out],
        sink: str,
        installation: Installation,
        letters: DeadLetters,
        executor: Executor,
        now: Callable[[], datetime],
    ) -> None:
        self._name = name
        self._kind: type[In] = kind
        self._function: Callable[[Sequence[In]], list[Out]] = function
        self._without: Callable[[In, Trouble], Out] = without
        self._sink = sink
        self._installation = installation
        self._letters = letters
        self._executor = executor
        self._now = now
        self._done: dict[int, int] = {}

    async def resume(self, partition: int, committed: Committed | None) -> int | None:
        """Go on after what the sink holds, whatever was committed."""
        self._done[partition] = await last_position(self._installation.log, self._sink, partition)
        return None

    async def process(self, partition: int, records: Sequence[LogRecord]) -> None:
        fresh = first_of_each(records, above=self._done[partition])
        if not fresh:
            return
        # A key stands in its topic before anything that it seals, but this process may not have read it yet.
        await self._installation.keys.synced()
        loop = asyncio.get_running_loop()
        opened, outputs, sealed = await loop.run_in_executor(self._executor, self._compute, fresh)
        await self._park(opened, outputs)
        await self._installation.log.append(self._sink, sealed)
        self._done[partition] = position_of(fresh[-1])

    def _compute(self, records: Sequence[LogRecord]) -> tuple[list[Opened[In]], list[Out], list[NewRecord]]:
        keyring = self._installation.keyring
        opened = [open_staged(record, self._kind, keyring) for record in records]
        outputs = run_stage(self._name, self._function, [one.event for one in opened], self._without)
        sealed = [
            seal_staged(output, key_id=one.key_id, keyring=keyring) for output, one in zip(outputs, opened, strict=True)
        ]
        return opened, outputs, sealed

    async def _park(self, opened: Sequence[Opened[In]], outputs: Sequence[Out]) -> None:
        for one, output in zip(opened, outputs, strict=True):
            if output.trouble is not None and one.event.trouble is None:
                turns = await self._installation.log.read(TURNS, output.partition, after=output.offset - 1, limit=1)
                await self._letters.park([(turn, output.trouble) for turn in turns], self._now())
