"""MapWork: describe and embed, one output for each input, in order, to the same partition number (DESIGN §2)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from datetime import datetime
from typing import Generic, TypeVar

from schemas.stages import DescribedEvent, ScoredEvent, Trouble
from streams.commit_log import position_of
from streams.deadletters import DeadLetters
from streams.distributed.installation import Installation
from streams.distributed.records import last_position
from streams.distributed.trial import DEATHS_MAX, Trial
from streams.distributed.work import Committed
from streams.log import LogRecord, NewRecord
from streams.stage_records import Staged, first_of_each, open_staged, seal_staged
from streams.stage_run import run_stage
from streams.topology import StageName

In = TypeVar("In", ScoredEvent, DescribedEvent)
Out = TypeVar("Out", bound=ScoredEvent)


class MapWork(Generic[In, Out]):
    """See streams.distributed.work.Work. `function` runs in `executor`, so that heartbeats go on."""

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
        self._trials: dict[int, Trial] = {}

    async def resume(self, partition: int, committed: Committed | None) -> int | None:
        """Go on after what the sink holds, whatever was committed."""
        self._done[partition] = await last_position(self._installation.log, self._sink, partition)
        folder = self._installation.place.folder / "worker"
        self._trials[partition] = await asyncio.to_thread(Trial, folder, self._name, partition)
        return None

    async def process(self, partition: int, records: Sequence[LogRecord]) -> None:
        fresh = first_of_each(records, above=self._done[partition])
        if not fresh:
            return
        await self._installation.keys_read(fresh)
        loop = asyncio.get_running_loop()
        opened, outputs, sealed = await loop.run_in_executor(
            self._executor, self._compute, self._trials[partition], fresh
        )
        # What came with its trouble has its letter from the stage that had it.
        troubles = [
            (output.offset, output.trouble)
            for one, output in zip(opened, outputs, strict=True)
            if output.trouble is not None and one.event.trouble is None
        ]
        await self._letters.park_positions(partition, troubles, self._now())
        await self._installation.log.append(self._sink, sealed)
        self._done[partition] = position_of(fresh[-1])
        self._trials[partition].passed(self._done[partition])

    async def release(self, partition: int) -> None:
        """See Work."""
        self._done.pop(partition, None)
        self._trials.pop(partition, None)

    def _compute(
        self, trial: Trial, records: Sequence[LogRecord]
    ) -> tuple[list[Staged[In]], list[Out], list[NewRecord]]:
        keyring = self._installation.keyring
        opened = [open_staged(record, self._kind, keyring) for record in records]
        outputs = self._outputs(trial, [one.event for one in opened])
        sealed = [
            seal_staged(output, key_id=one.key_id, keyring=keyring) for output, one in zip(outputs, opened, strict=True)
        ]
        return opened, outputs, sealed

    def _outputs(self, trial: Trial, events: Sequence[In]) -> list[Out]:
        if not trial.careful(events[0].offset):
            with trial.at(events[0].offset, events[-1].offset):
                return run_stage(self._name, self._function, events, self._without)
        outputs: list[Out] = []
        for event in events:
            if trial.given_up(event.offset):
                reason = f"{DEATHS_MAX} times the process ended while this event alone was at work"
                outputs.append(self._without(event, Trouble(stage=self._name, error=reason)))
                continue
            with trial.at(event.offset, event.offset):
                outputs += run_stage(self._name, self._function, [event], self._without)
        return outputs
