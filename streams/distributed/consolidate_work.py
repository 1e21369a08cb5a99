"""ConsolidateWork: the one writer of each user's memories, with the commit log as its state (DESIGN §5)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import TypeVar

import structlog

from processors.consolidation import UserState, fold
from schemas.errors import KeyDestroyedError, UnavailableError
from schemas.stages import EmbeddedEvent
from schemas.topics import memories
from streams.commit_log import CommitLogReader, position_of
from streams.consolidate_step import Consolidate, ConsolidateStep, Consolidation
from streams.deadletters import DeadLetters
from streams.distributed.batch_loop import Committed
from streams.distributed.installation import Installation
from streams.embedded.states import opened
from streams.log import LogRecord
from streams.stage_records import first_of_each, open_staged, owner_of

PAGE = 1_000
T = TypeVar("T")
log = structlog.get_logger(__name__)


@dataclass(slots=True)
class _Partition:
    """All that one partition's commit log makes."""

    step: ConsolidateStep
    states: dict[str, UserState] = field(default_factory=dict)


class ConsolidateWork:
    """See streams.distributed.batch_loop.Work. The states of all users of the partitions at work are in memory."""

    def __init__(
        self,
        installation: Installation,
        letters: DeadLetters,
        consolidate: Consolidate,
        executor: Executor,
        now: Callable[[], datetime],
    ) -> None:
        self._installation = installation
        self._shared = Consolidation(
            log=installation.log,
            topic=memories(installation.generation),
            keyring=installation.keyring,
            letters=letters,
            consolidate=consolidate,
            work=executor,
            now=now,
            crash=installation.crash,
        )
        self._partitions: dict[int, _Partition] = {}

    async def resume(self, partition: int, committed: Committed | None) -> int | None:
        """Fold the commit log to its end: it says what was decided, whatever the group committed."""
        await self._installation.keys.synced()
        held = _Partition(ConsolidateStep(partition, self._shared))
        reader, end = CommitLogReader(self._installation.keyring.secret), 0
        topic = self._shared.topic
        while records := await self._installation.log.read(topic, partition, after=end - 1, limit=PAGE):
            await self._run(partial(self._fold, reader, held.states, records))
            end = records[-1].offset + 1
        await held.step.begin(reader.chain, end)
        self._partitions[partition] = held
        log.info("commit_log_folded", partition=partition, offset=reader.chain.offset, users=len(held.states))
        return None

    async def process(self, partition: int, records: Sequence[LogRecord]) -> None:
        held = self._partitions[partition]
        fresh = first_of_each(records, above=held.step.chain.offset)
        if not fresh:
            return
        for expected, record in enumerate(fresh, held.step.chain.offset + 1):
            if position_of(record) != expected:
                raise UnavailableError(
                    f"partition {partition} jumps from {expected} to {position_of(record)}: outputs of embed are gone",
                    hint="rebuild the generation from turns",
                )
        await self._installation.keys.synced()
        keyring = self._installation.keyring
        staged = await self._run(lambda: [open_staged(record, EmbeddedEvent, keyring) for record in fresh])
        for one in staged:
            held.states.setdefault(one.event.user_key, UserState())
        try:
            await held.step.take(staged, held.states)
        except KeyDestroyedError as error:
            # Forgotten or erased under our hands: read anew, its events now come as erased.
            raise UnavailableError(f"a key of partition {partition} was destroyed meanwhile") from error

    def _fold(self, reader: CommitLogReader, states: dict[str, UserState], records: Sequence[LogRecord]) -> None:
        for record in records:
            parts = reader.accept(record)
            folded = None if parts is None else opened(parts, self._installation.keyring)
            if folded is not None:
                fold(states.setdefault(owner_of(record), UserState()), folded)

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._shared.work, work)
