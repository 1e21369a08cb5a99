"""ConsolidateWork: the one writer of each user's memories, with the commit log as its state (DESIGN §5)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

import structlog

from processors.consolidation import UserState, fold
from schemas.errors import KeyDestroyedError, UnavailableError
from schemas.events import CONTROL_EVENTS, SessionForgotten, UserErased
from schemas.memories import MemoriesRecord, MemoryDropped, Outcome
from schemas.stages import EmbeddedEvent, Trouble
from schemas.topics import TURNS, memories
from streams.commit_log import CommitLogReader, SealedPosition, linked, position_of, seal_position
from streams.deadletters import DeadLetters
from streams.distributed.batch_loop import Committed
from streams.distributed.installation import Installation
from streams.distributed.records import Opened, open_staged
from streams.embedded.parts import EVERYTHING, Consolidate
from streams.embedded.stage_run import HOLDING, reason_of
from streams.embedded.states import opened
from streams.keyring import CONTROL_KEY
from streams.log import LogRecord
from streams.stage_records import first_of_each, owner_of

PAGE = 1_000
log = structlog.get_logger(__name__)


@dataclass(slots=True)
class _Partition:
    """All that one partition's commit log makes. `end`: the offset that the next record will get if nobody else
    writes."""

    reader: CommitLogReader
    end: int = 0
    states: dict[str, UserState] = field(default_factory=dict)

    def state(self, owner: str) -> UserState:
        return self.states.setdefault(owner, UserState())


@dataclass(frozen=True, slots=True)
class _Decided:
    sealed: list[SealedPosition]
    troubles: list[tuple[int, Trouble]]
    promises: list[tuple[str, int]]


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
        self._letters = letters
        self._consolidate = consolidate
        self._executor = executor
        self._now = now
        self._partitions: dict[int, _Partition] = {}
        self._topic = memories(installation.generation)

    async def resume(self, partition: int, committed: Committed | None) -> int | None:
        """Fold the commit log to its end: it says what was decided, whatever the group committed."""
        await self._installation.keys.synced()
        held = _Partition(CommitLogReader(self._installation.keyring.secret))
        loop = asyncio.get_running_loop()
        while records := await self._installation.log.read(self._topic, partition, after=held.end - 1, limit=PAGE):
            await loop.run_in_executor(self._executor, self._fold, held, records)
            held.end = records[-1].offset + 1
        self._partitions[partition] = held
        await self._keep_promises(partition)
        log.info("commit_log_folded", partition=partition, offset=held.reader.chain.offset, users=len(held.states))
        return None

    async def process(self, partition: int, records: Sequence[LogRecord]) -> None:
        held = self._partitions[partition]
        fresh = first_of_each(records, above=held.reader.chain.offset)
        if not fresh:
            return
        expected = held.reader.chain.offset + 1
        if position_of(fresh[0]) != expected:
            raise UnavailableError(
                f"partition {partition} jumps from {expected} to {position_of(fresh[0])}: outputs of embed are missing",
                hint="rebuild the generation from turns",
            )
        await self._installation.keys.synced()
        try:
            await self._decide(partition, held, fresh)
        except KeyDestroyedError as error:
            # Forgotten or erased under our hands: read anew, its events now come as erased.
            raise UnavailableError(f"a key of partition {partition} was destroyed meanwhile") from error

    async def _decide(self, partition: int, held: _Partition, records: Sequence[LogRecord]) -> None:
        keyring = self._installation.keyring
        loop = asyncio.get_running_loop()
        opened_events = await loop.run_in_executor(
            self._executor, lambda: [open_staged(record, EmbeddedEvent, keyring) for record in records]
        )
        key_ids = [await self._memories_key(one) for one in opened_events]
        # From here on the states are ahead of the log; an error has the loop resume, which folds them anew.
        decided = await loop.run_in_executor(
            self._executor, partial(self._through_consolidate, held, opened_events, key_ids)
        )
        for offset, trouble in decided.troubles:
            turns = await self._installation.log.read(TURNS, partition, after=offset - 1, limit=1)
            await self._letters.park([(turn, trouble) for turn in turns], self._now())
        for name, offset in decided.promises:
            await keyring.promise(f"{partition}/{name}", offset)
        written, chain = linked(keyring.secret, partition, held.reader.chain, decided.sealed)
        self._installation.crash.reach("consolidate-decided")
        offsets = await self._installation.log.append(self._topic, written)
        if offsets != list(range(held.end, held.end + len(offsets))):
            raise UnavailableError(f"somebody else wrote to the commit log of partition {partition}")
        held.end += len(offsets)
        held.reader = CommitLogReader(keyring.secret, chain)
        await self._keep_promises(partition)

    def _fold(self, held: _Partition, records: Sequence[LogRecord]) -> None:
        for record in records:
            parts = held.reader.accept(record)
            if parts is None:
                continue
            folded = opened(parts, self._installation.keyring)
            if folded is not None:
                fold(held.state(owner_of(parts[0])), folded)

    def _through_consolidate(
        self, held: _Partition, events: Sequence[Opened[EmbeddedEvent]], key_ids: Sequence[str]
    ) -> _Decided:
        decided = _Decided([], [], [])
        for one, key_id in zip(events, key_ids, strict=True):
            event = one.event
            state = held.state(event.user_key)
            record = self._consolidated(state, event)
            if key_id == CONTROL_KEY:
                # Under the key that is never destroyed there must be nothing that was said.
                kept = tuple(change for change in record.changes if isinstance(change, MemoryDropped))
                record = record.model_copy(update={"changes": kept, "claims": (), "judgements": ()})
            fold(state, record)
            destroys = self._destroys(event)
            if destroys:
                decided.promises.append((f"{event.user_key}/{destroys}", event.offset))
            if record.outcome.state == "dead-lettered" and event.trouble is None:
                decided.troubles.append((event.offset, Trouble(stage="consolidate", error=record.outcome.reason)))
            decided.sealed.append(
                seal_position(
                    record,
                    user_key=event.user_key,
                    key_id=key_id,
                    keyring=self._installation.keyring,
                    destroys=destroys,
                )
            )
        return decided

    def _consolidated(self, state: UserState, event: EmbeddedEvent) -> MemoriesRecord:
        """What the event changes; when deciding fails its raw memory alone; when even that fails nothing but the
        outcome: the position is complete in any case."""
        try:
            return self._consolidate(state, event)
        except HOLDING:
            raise
        except Exception as error:  # noqa: BLE001 - a bad event must not stop its neighbours
            trouble = event.trouble or Trouble(stage="consolidate", error=reason_of(error))
        bare = event.model_copy(update={"claims": (), "claim_texts": (), "claim_vectors": (), "trouble": trouble})
        try:
            return self._consolidate(state, bare)
        except Exception as error:  # noqa: BLE001 - see above
            return MemoriesRecord(
                partition=event.partition,
                offset=event.offset,
                recorded_at=event.recorded_at,
                outcome=Outcome(
                    event_id="" if event.event is None else event.event.event_id,
                    state="dead-lettered",
                    reason=f"consolidate: {reason_of(error)}",
                ),
            )

    def _destroys(self, event: EmbeddedEvent) -> str:
        match event.event:
            case UserErased():
                return EVERYTHING
            case SessionForgotten(session=session):
                return self._installation.keyring.session_key(event.user_key, session)
            case _:
                return ""

    async def _memories_key(self, one: Opened[EmbeddedEvent]) -> str:
        """The key of what consolidate writes: the event's own, and the user's for control events, because what they
        change was said in sessions that may outlive theirs."""
        event = one.event.event
        if event is None or event.type not in CONTROL_EVENTS or isinstance(event, UserErased):
            return one.key_id
        try:
            return await self._installation.keyring.key_for(one.event.user_key, "")
        except KeyDestroyedError:
            return CONTROL_KEY

    async def _keep_promises(self, partition: int) -> None:
        """Destroy what forgotten sessions and erased users left, now that consolidate has passed their positions."""
        keyring = self._installation.keyring
        done = self._partitions[partition].reader.chain.offset
        for name, offset in keyring.promises(f"{partition}/").items():
            if offset > done:
                continue
            _, owner, what = name.split("/")
            if what != EVERYTHING:
                await keyring.destroy_retired(owner, what)
            elif not keyring.is_lifted(owner):
                await keyring.destroy_user(owner)
            await keyring.kept(name)
