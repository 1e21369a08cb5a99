"""InlineWork: score, describe and embed in one step, for a generation that is built or carried beside the live one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from datetime import datetime

from schemas.errors import CodecError
from schemas.generations import Source
from schemas.stages import EmbeddedEvent, Trouble
from schemas.topics import embedded
from streams.brains import Brains
from streams.commit_log import position_of
from streams.deadletters import DeadLetters
from streams.distributed.installation import Installation
from streams.distributed.records import last_position
from streams.distributed.work import Committed
from streams.log import LogRecord, NewRecord
from streams.recorded_outputs import RecordedOutputs
from streams.stage_records import open_staged, read_turn, seal_staged
from streams.stage_run import run_stages

Leader = Callable[[], int]
"""The live generation."""


class InlineWork:
    """See streams.distributed.work.Work: `turns` → `embedded`. What the live generation recorded of the same positions,
    read page by page beside them, is not computed again (RecordedOutputs)."""

    def __init__(
        self,
        installation: Installation,
        brains: Brains,
        letters: DeadLetters,
        executor: Executor,
        now: Callable[[], datetime],
        *,
        live: Leader,
        source: Source,
    ) -> None:
        self._installation = installation
        self._letters = letters
        self._executor = executor
        self._now = now
        self._live = live
        self._sink = embedded(installation.generation)
        self._done: dict[int, int] = {}
        self._recorded: dict[tuple[int, int], EmbeddedEvent] = {}
        self._stages = RecordedOutputs(
            lambda partition, offset: self._recorded.get((partition, offset)),
            brains.embedder,
            brains.stages_with,
            source=source,
        )
        self._one = asyncio.Lock()

    @property
    def reused(self) -> int:
        """Vectors that were not computed."""
        return self._stages.reused

    async def resume(self, partition: int, committed: Committed | None) -> int | None:
        """Go on after what the sink holds: an offset of `turns` is its position."""
        self._done[partition] = await last_position(self._installation.log, self._sink, partition)
        return self._done[partition] + 1

    async def process(self, partition: int, records: Sequence[LogRecord]) -> None:
        """See Work."""
        fresh = [record for record in records if record.offset > self._done[partition]]
        if not fresh:
            return
        await self._installation.keys_read(fresh)
        # One batch at a time: what was recorded is looked up by the stages while they run.
        async with self._one:
            await self._look_up(partition, fresh[0].offset, fresh[-1].offset)
            loop = asyncio.get_running_loop()
            sealed, troubles = await loop.run_in_executor(self._executor, self._compute, fresh)
        await self._letters.park(troubles, self._now())
        await self._installation.log.append(self._sink, sealed)
        self._done[partition] = fresh[-1].offset

    async def release(self, partition: int) -> None:
        """See Work."""
        self._done.pop(partition, None)

    async def _look_up(self, partition: int, first: int, last: int) -> None:
        """The live generation's outputs of these positions; every position has at least one record, so none stands
        before its own number. Those that are not there yet are simply computed."""
        self._recorded = {}
        live = self._live()
        if live == self._installation.generation:
            return
        log, topic, keyring = self._installation.log, embedded(live), self._installation.keyring
        after = first - 1
        while page := await log.read(topic, partition, after=after, limit=last - first + 1):
            for record in page:
                position = position_of(record)
                if first <= position <= last and (partition, position) not in self._recorded:
                    try:
                        self._recorded[partition, position] = open_staged(record, EmbeddedEvent, keyring).event
                    except CodecError:
                        continue
            after = page[-1].offset
            if position_of(page[-1]) >= last:
                return

    def _compute(self, records: Sequence[LogRecord]) -> tuple[list[NewRecord], list[tuple[LogRecord, Trouble]]]:
        keyring = self._installation.keyring
        read = [read_turn(record, keyring) for record in records]
        events = run_stages(self._stages, [one.event for one in read])
        sealed = [
            seal_staged(event, key_id=one.key_id, keyring=keyring) for event, one in zip(events, read, strict=True)
        ]
        troubles = [
            (record, event.trouble) for record, event in zip(records, events, strict=True) if event.trouble is not None
        ]
        return sealed, troubles
