"""ConsolidateStep: decides the positions of one partition and writes them to the commit log (DESIGN §5).

Both runtimes run it; they differ in where the events come from and where the states are kept.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from processors.consolidation import UserState, fold
from schemas.errors import CodecError, KeyDestroyedError, UnavailableError
from schemas.events import CONTROL_EVENTS, AbstractionDue, SessionClosed, SessionForgotten, UserErased
from schemas.memories import MemoriesRecord, MemoryDropped, Outcome
from schemas.stages import EmbeddedEvent, Trouble
from streams.commit_log import Chain, SealedPosition, linked, part_of, seal_position
from streams.crashpoints import NO_CRASH, Crashpoints
from streams.deadletters import DeadLetters
from streams.idle_sessions import IdleSessions
from streams.keyring import CONTROL_KEY, Keyring, is_alone
from streams.log import EventLog, LogRecord, NewRecord
from streams.sqlite_log import SqliteLog
from streams.stage_records import Staged
from streams.stage_run import HOLDING, reason_of
from streams.user_states import UserStates, collect, opened, states_of

WATCHED_AGAIN = 128
"""Records of a partition that are looked at for sessions when it is taken up (about 15 ms)."""
EVERYTHING = "*"
"""In `destroys`: all keys of the user, not those of one session."""
Consolidate = Callable[[UserState, EmbeddedEvent], MemoriesRecord]


@dataclass(frozen=True, slots=True)
class Decided:
    """What consolidate did at one position: in the clear, and as it stands in the commit log. `trouble`: what it could
    not do itself. `last_key`: the key that goes with the event, which was forgotten before it came again."""

    record: MemoriesRecord
    sealed: SealedPosition
    trouble: Trouble | None
    last_key: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """What one batch came to, and its records at their offsets in the commit log."""

    decided: list[Decided]
    records: list[NewRecord]
    offsets: list[int]


@dataclass(frozen=True, slots=True)
class Consolidation:
    """What the steps of all partitions share. `topic` of `log` is the commit log; `work` runs the decisions; `states`
    are those of the users at work; `destroys`: whether what the log says must be destroyed is destroyed, which only one
    generation may do; `idle` watches the sessions, which only the live one does."""

    log: EventLog
    topic: str
    keyring: Keyring
    letters: DeadLetters
    consolidate: Consolidate
    work: Executor
    now: Callable[[], datetime]
    states: UserStates
    destroys: bool = True
    idle: IdleSessions | None = None
    crash: Crashpoints = NO_CRASH


class ConsolidateStep:
    """One partition: `begin` first, and again after an error. `positions` holds the commit log on this machine: the
    states are folded from it."""

    def __init__(self, partition: int, shared: Consolidation, positions: SqliteLog) -> None:
        self.chain = Chain()
        self._partition = partition
        self._shared = shared
        self._positions = positions
        self._end = 0

    async def begin(self, chain: Chain, end: int) -> None:
        """Go on after `chain`. `end`: the offset that the next record gets if nobody else writes."""
        self.chain, self._end = chain, end
        await self._keep_promises()
        if self._shared.idle is not None:
            await self._watch_sessions(self._shared.idle)

    async def take(self, staged: Sequence[Staged[EmbeddedEvent]]) -> Written:
        """Decide the first of these positions and write them, durable when it returns: all of them, or those up to the
        first one that destroys keys, because what comes after it must be decided without what it took away, whatever
        the batch. Raises KeyDestroyedError when a key went meanwhile, and UnavailableError when somebody else writes to
        this partition: reading it says whose records count."""
        shared = self._shared
        staged = staged[: 1 + next((n for n, one in enumerate(staged) if self._destroys(one.event)), len(staged))]
        owners = {one.event.user_key for one in staged}
        try:
            states = await states_of(
                owners,
                kept=shared.states,
                commit_log=self._positions,
                topic=shared.topic,
                partition=self._partition,
                keyring=shared.keyring,
                work=shared.work,
            )
            written = await self._take(staged, states)
        except BaseException:
            # They may hold what never reached the commit log.
            shared.states.evict(*owners)
            raise
        shared.states.keep(states)
        shared.states.evict(*(one.sealed.user_key for one in written.decided if one.sealed.destroys))
        return written

    async def _take(self, staged: Sequence[Staged[EmbeddedEvent]], states: Mapping[str, UserState]) -> Written:
        shared = self._shared
        key_ids = [await self._memories_key(one) for one in staged]
        decide = partial(self._decide_all, staged, key_ids, states)
        decided = await asyncio.get_running_loop().run_in_executor(shared.work, decide)
        troubles = [(one.record.offset, one.trouble) for one in decided if one.trouble is not None]
        await shared.letters.park_positions(self._partition, troubles, shared.now())
        await self._promise(decided)
        records, chain = linked(shared.keyring.secret, self._partition, self.chain, [one.sealed for one in decided])
        shared.crash.reach("consolidate-decided")
        offsets = await shared.log.append(shared.topic, records)
        if offsets != list(range(self._end, self._end + len(offsets))):
            raise UnavailableError(f"somebody else wrote to the commit log of partition {self._partition}")
        shared.crash.reach("after-memories")
        self.chain, self._end = chain, self._end + len(offsets)
        await self._keep_promises()
        if shared.idle is not None:
            for one in staged:
                shared.idle.note(one.event)
        return Written(decided, records, offsets)

    async def _watch_sessions(self, idle: IdleSessions) -> None:
        """Note the sessions of the last positions again: whoever watched them may be another process."""
        shared = self._shared
        after = self._end - 1 - WATCHED_AGAIN
        last = await self._positions.read(shared.topic, self._partition, after=after, limit=WATCHED_AGAIN)
        by_user: dict[str, list[list[LogRecord]]] = {}
        for record in last:
            collect(by_user.setdefault((record.key or b"").decode(), []), [record])
        for user_key, positions in by_user.items():
            whole = [parts for parts in positions if part_of(parts[0]) == 1]
            read = await asyncio.get_running_loop().run_in_executor(shared.work, self._opened, whole)
            idle.note_again(user_key, read)

    def _opened(self, positions: Sequence[Sequence[LogRecord]]) -> list[MemoriesRecord]:
        read = []
        for parts in positions:
            # A damaged copy is noticed, and answered for, where its records are needed.
            with contextlib.suppress(CodecError):
                record = opened(parts, self._shared.keyring)
                read += [record] if record is not None else []
        return read

    def _decide_all(
        self, staged: Sequence[Staged[EmbeddedEvent]], key_ids: Sequence[str], states: Mapping[str, UserState]
    ) -> list[Decided]:
        decided = []
        for one, key_id in zip(staged, key_ids, strict=True):
            state = states[one.event.user_key]
            decided.append(self._decide(state, one.event, key_id))
            fold(state, decided[-1].record)
        return decided

    def _decide(self, state: UserState, event: EmbeddedEvent, key_id: str) -> Decided:
        record = self._consolidated(state, event)
        if key_id == CONTROL_KEY:
            # Under the key that is never destroyed there must be nothing that was said.
            kept = tuple(change for change in record.changes if isinstance(change, MemoryDropped))
            nothing = dict.fromkeys(("claims", "judgements", "observations", "held_back"), ())
            record = record.model_copy(update={"changes": kept, **nothing})
        keyring, destroys = self._shared.keyring, self._destroys(event)
        sealed = seal_position(record, user_key=event.user_key, key_id=key_id, keyring=keyring, destroys=destroys)
        failed = record.outcome.state == "dead-lettered" and event.trouble is None
        trouble = Trouble(stage="consolidate", error=record.outcome.reason) if failed else None
        forgotten = event.event is not None and record.outcome.state == "erased" and is_alone(key_id)
        return Decided(record, sealed, trouble, key_id if forgotten else "")

    def _consolidated(self, state: UserState, event: EmbeddedEvent) -> MemoriesRecord:
        """What the event changes. When deciding fails, its raw memory alone; when even that fails, nothing but the
        outcome: the position is complete in any case."""
        consolidate = self._shared.consolidate
        try:
            return consolidate(state, event)
        except HOLDING:
            raise
        except Exception as error:  # noqa: BLE001 - a bad event must not stop its neighbours
            trouble = event.trouble or Trouble(stage="consolidate", error=reason_of(error))
        bare = event.model_copy(update={"claims": (), "claim_texts": (), "claim_vectors": (), "trouble": trouble})
        try:
            return consolidate(state, bare)
        except HOLDING:
            raise
        except Exception as error:  # noqa: BLE001 - see above
            event_id = "" if event.event is None else event.event.event_id
            reason = f"consolidate: {reason_of(error)}"
            return MemoriesRecord(
                partition=event.partition,
                offset=event.offset,
                recorded_at=event.recorded_at,
                id_hash=event.id_hash,
                outcome=Outcome(event_id=event_id, state="dead-lettered", reason=reason),
            )

    def _destroys(self, event: EmbeddedEvent) -> str:
        match event.event:
            case UserErased():
                return EVERYTHING
            case SessionForgotten(session=session):
                return self._shared.keyring.session_key(event.user_key, session)
            case _:
                return ""

    async def _memories_key(self, staged: Staged[EmbeddedEvent]) -> str:
        """The key of what consolidate writes: the event's own, and the user's for control events, because what they
        change was said in sessions that may outlive theirs."""
        event = staged.event.event
        if isinstance(event, SessionClosed | AbstractionDue) and event.session:
            # What it sums up was said there, and goes with it.
            return await self._live_key(staged.event.user_key, event.session)
        if event is None or event.type not in CONTROL_EVENTS or isinstance(event, UserErased):
            return staged.key_id
        return await self._live_key(staged.event.user_key, "")

    async def _live_key(self, user_key: str, session: str) -> str:
        try:
            return await self._shared.keyring.key_for(user_key, session)
        except KeyDestroyedError:
            return CONTROL_KEY

    async def _promise(self, decided: Sequence[Decided]) -> None:
        """Note what must be destroyed, before the position that says so is complete."""
        for one in decided:
            if one.sealed.destroys and self._shared.destroys:
                name = f"{self._partition}/{one.sealed.user_key}/{one.sealed.destroys}"
                await self._shared.keyring.promise(name, one.record.offset)
            if one.last_key and self._shared.destroys:
                owner, session, key = one.last_key.split("/")
                await self._shared.keyring.promise(f"{self._partition}/{owner}/{session}:{key}", one.record.offset)

    async def _keep_promises(self) -> None:
        """Destroy what forgotten sessions and erased users left, now that consolidate has passed their positions."""
        keyring = self._shared.keyring
        if not self._shared.destroys:
            return
        for name, offset in keyring.promises(f"{self._partition}/").items():
            if offset > self.chain.offset:
                continue
            _, owner, what = name.split("/")
            if ":" in what:
                await keyring.destroy_key(f"{owner}/{what.replace(':', '/')}")
            elif what != EVERYTHING:
                await keyring.destroy_retired(owner, what)
            elif not keyring.is_lifted(owner, offset):
                await keyring.destroy_user(owner)
            await keyring.kept(name)
