"""ConsolidateWork: the one writer of each user's memories, with the commit log as its state (DESIGN §5)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import datetime

import structlog

from schemas.errors import CodecError, FolderCorruptError, KeyDestroyedError, NewerSchemaError, UnavailableError
from schemas.stages import EmbeddedEvent
from schemas.topics import memories
from streams.commit_log import position_of
from streams.consolidate_step import Consolidate, ConsolidateStep, Consolidation
from streams.deadletters import DeadLetters
from streams.distributed.commit_log_copy import CommitLogCopy
from streams.distributed.installation import Installation
from streams.distributed.work import Committed
from streams.idle_sessions import IdleSessions
from streams.log import LogRecord
from streams.stage_records import first_of_each, open_staged
from streams.state_shelf import StateShelf
from streams.user_states import MEMORIES_MAX, UserStates
from streams.writer import EventWriter

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _Partition:
    copy: CommitLogCopy
    step: ConsolidateStep


class ConsolidateWork:
    """See streams.distributed.work.Work. The states of the users at work are in memory, within a limit; those of others
    lie on a shelf, or are folded from a copy of the commit log on this machine. `memories_max`: see UserStates."""

    def __init__(
        self,
        installation: Installation,
        letters: DeadLetters,
        consolidate: Consolidate,
        executor: Executor,
        now: Callable[[], datetime],
        *,
        destroys: bool = True,
        memories_max: int = MEMORIES_MAX,
    ) -> None:
        self._installation = installation
        writer = EventWriter(
            installation.log.append,
            installation.keyring,
            epoch=installation.log.epoch,
            partitions=installation.partitions,
            crash=installation.crash,
        )
        self._idle = IdleSessions(writer.append, now) if destroys else None
        self._watching: asyncio.Task[None] | None = None
        folder = installation.place.folder / "worker"
        self._copies = folder / "consolidate"
        self._shared = Consolidation(
            log=installation.log,
            topic=memories(installation.generation),
            keyring=installation.keyring,
            letters=letters,
            consolidate=consolidate,
            work=executor,
            now=now,
            states=UserStates(StateShelf(folder), executor, memories_max),
            destroys=destroys,
            idle=self._idle,
            crash=installation.crash,
        )
        self._partitions: dict[int, _Partition] = {}

    async def resume(self, partition: int, committed: Committed | None) -> int | None:
        """Go on where the commit log ends: it says what was decided, whatever the group committed."""
        if self._idle is not None and self._watching is None:
            self._watching = asyncio.create_task(self._idle.run(), name="idle-sessions")
        shared = self._shared
        await self._installation.keys.synced()
        shared.states.evict_partition(partition, self._installation.partitions)
        held = self._partitions.get(partition)
        if held is None:
            copy = await CommitLogCopy.open(self._copies, shared.log, shared.topic, partition)
            held = self._partitions[partition] = _Partition(copy, ConsolidateStep(partition, shared, copy.file))
        chain, end = await held.copy.follow(shared.keyring.secret, shared.work)
        await held.step.begin(chain, end)
        log.info("commit_log_followed", partition=partition, offset=chain.offset)
        return None

    async def process(self, partition: int, records: Sequence[LogRecord]) -> None:
        """See Work."""
        held, shared = self._partitions[partition], self._shared
        fresh = first_of_each(records, above=held.step.chain.offset)
        if not fresh:
            return
        for expected, record in enumerate(fresh, held.step.chain.offset + 1):
            if position_of(record) != expected:
                raise UnavailableError(
                    f"partition {partition} jumps from {expected} to {position_of(record)}: outputs of embed are gone",
                    hint="rebuild the generation from turns",
                )
        await self._installation.keys_read(fresh)
        staged = await asyncio.get_running_loop().run_in_executor(
            shared.work, lambda: [open_staged(record, EmbeddedEvent, shared.keyring) for record in fresh]
        )
        try:
            while staged:
                written = await held.step.take(staged)
                await held.copy.add(written.records, written.offsets)
                staged = staged[len(written.decided) :]
        except KeyDestroyedError as error:
            # Forgotten or erased under our hands: read anew, its events now come as erased.
            raise UnavailableError(f"a key of partition {partition} was destroyed meanwhile") from error
        except NewerSchemaError:
            raise
        except (CodecError, FolderCorruptError) as error:
            # What Kafka holds was checked when it was copied, so it is the copy that cannot be read any more.
            await self._partitions.pop(partition).copy.drop(error.message)
            raise UnavailableError(f"the copy of partition {partition} was damaged: it is made anew") from error

    async def release(self, partition: int) -> None:
        """The states leave memory, and the copy goes to whoever carries the partition next on this machine."""
        if self._idle is not None:
            self._idle.let_go(partition)
        self._shared.states.evict_partition(partition, self._installation.partitions)
        if (held := self._partitions.pop(partition, None)) is not None:
            await held.copy.close()

    async def close(self) -> None:
        """Leave the copies to others, and the states to nobody."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
            self._watching = None
        for held in self._partitions.values():
            await held.copy.close()
        self._partitions.clear()
        self._shared.states.close()
