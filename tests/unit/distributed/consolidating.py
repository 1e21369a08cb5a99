"""The consolidate stage over any EventLog, without Kafka's groups: what it is given, and what must come out.

One partition holds everything, and some positions are so large that they are written in parts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from processors.consolidation import UserState, fold
from processors.stages import ReadEvent
from schemas.errors import KeyDestroyedError, UnavailableError
from schemas.events import (
    CONTROL_EVENTS,
    Event,
    MemoryForgotten,
    MemoryReference,
    SessionForgotten,
    TurnRecorded,
    TurnRedriven,
    UserErased,
)
from schemas.memories import Answer, MemoriesRecord
from schemas.stages import EmbeddedEvent
from schemas.topics import embedded, memories
from streams.commit_log import CommitLogReader, open_position, position_of
from streams.deadletters import DeadLetters
from streams.distributed.commit_log_copy import CommitLogCopy
from streams.distributed.consolidate_work import ConsolidateWork
from streams.distributed.installation import Installation, Place
from streams.keyring import CONTROL_KEY, Keyring
from streams.log import EventLog, LogRecord, NewRecord
from streams.stage_records import owner_of, seal_staged
from streams.stage_run import run_stages
from streams.state_shelf import StateShelf
from streams.user_states import MEMORIES_MAX, UserStates, states_of
from streams.writer import event_id_hash, session_of
from tests.scenario.light import START, light_consolidate, light_stages, turn

PARTITION = 0
PAGE = 10_000
TOPIC = memories(1)
ROUNDS_MAX = 60
"""More than any plan needs: every batch that is not disturbed makes progress."""


def forgotten(user: str, session: str) -> SessionForgotten:
    event_id = f"{user}-forgets-{session}"
    return SessionForgotten(
        event_id=event_id, tenant="t", user=user, session=session, occurred_at=START, recorded_at=START
    )


def erased(user: str) -> UserErased:
    return UserErased(event_id=f"{user}-erased", tenant="t", user=user, occurred_at=START, recorded_at=START)


def redriven(original: TurnRecorded, event_id: str) -> TurnRedriven:
    return TurnRedriven(
        event_id=event_id, tenant="t", user=original.user, turn=original, occurred_at=START, recorded_at=START
    )


PHONE = "my phone is 13800138000"
EVENTS: tuple[Event, ...] = (
    turn(0, PHONE),
    turn(1, "i like tea", user="bob"),
    turn(2, "my phone is 13900139000"),
    turn(3, "i like tea", session="s2"),
    turn(4, "i like jazz", user="bob", session="s2"),
    turn(0, PHONE),
    turn(6, "another thing", event_id="ann-0"),
    MemoryForgotten(
        event_id="ann-forgets-tea",
        tenant="t",
        user="ann",
        memory=MemoryReference(
            memory_id="", evidence=("ann-3",), resolution="fact", subject="user", attribute="likes", value="tea"
        ),
        occurred_at=START,
        recorded_at=START,
    ),
    turn(8, "i like chess", session="s2"),
    redriven(turn(3, "i like tea", session="s2"), "again"),
    turn(10, "i like tea"),
    forgotten("ann", "s2"),
    turn(8, "i like chess", session="s2"),
    turn(13, "i like go", session="s2"),
    turn(14, "i like plums", user="bob"),
    turn(15, "my phone is 13700137000"),
    turn(16, "hello", user="cem"),
    turn(17, "i like plums", user="bob", session="s2"),
    turn(18, "my phone is 13600136000", user="cem"),
    erased("cem"),
    turn(20, "i like figs", user="bob"),
)


class MemoryKeys:
    """A KeyStore in memory."""

    def __init__(self) -> None:
        self._held: dict[str, bytes] = {}

    def get(self, name: str) -> bytes | None:
        return self._held.get(name)

    def names(self, prefix: str) -> list[str]:
        return sorted(name for name in self._held if name.startswith(prefix))

    async def put(self, entries: Mapping[str, bytes]) -> None:
        self._held |= entries

    async def scrub(self) -> None: ...

    async def synced(self) -> None: ...


class MemoryLog:
    """An EventLog in memory. `read_count`: records that were handed out."""

    epoch = 1
    partitions = 1

    def __init__(self) -> None:
        self.topics: dict[str, list[LogRecord]] = {}
        self.read_count = 0

    async def append(self, topic: str, records: Sequence[NewRecord]) -> list[int]:
        held = self.topics.setdefault(topic, [])
        for new in records:
            held.append(LogRecord(topic, new.partition, len(held), new.key, new.value, new.headers, START))
        return list(range(len(held) - len(records), len(held)))

    async def read(self, topic: str, partition: int, *, after: int, limit: int) -> list[LogRecord]:
        found = self.topics.get(topic, [])[max(after + 1, 0) :][: max(limit, 0)]
        self.read_count += len(found)
        return found

    async def first(self, topic: str, partition: int) -> int:
        return 0

    async def end(self, topic: str, partition: int) -> int:
        return len(self.topics.get(topic, []))

    async def wait(self, topic: str, partition: int, *, after: int, timeout_s: float) -> bool:
        return await self.end(topic, partition) > after + 1

    async def close(self) -> None: ...


@dataclass
class Conversation:
    """Events as the embed stage has recorded them, at positions from 0, and the keys that seal them."""

    keys: MemoryKeys
    keyring: Keyring
    staged: list[EmbeddedEvent]
    key_ids: list[str]
    records: list[LogRecord]

    @classmethod
    async def of(cls, events: Sequence[Event]) -> Conversation:
        keys = MemoryKeys()
        keyring = await Keyring.open(keys, bytes(32))
        read, key_ids = [], []
        for offset, event in enumerate(events):
            owner = keyring.user_key(event.tenant, event.user)
            id_hash = event_id_hash(keyring.secret, event.event_id)
            read.append(ReadEvent(PARTITION, offset, owner, event.recorded_at, event, id_hash=id_hash))
            if isinstance(event, SessionForgotten):
                await keyring.retire_session(owner, keyring.session_key(owner, event.session))
            control = event.type in CONTROL_EVENTS
            key_ids.append(CONTROL_KEY if control else await keyring.key_for_event(owner, session_of(event)))
        staged = run_stages(light_stages(), read)
        sealed = [seal_staged(one, key_id=k, keyring=keyring) for one, k in zip(staged, key_ids, strict=True)]
        records = [
            LogRecord(embedded(1), PARTITION, n, new.key, new.value, new.headers, START) for n, new in enumerate(sealed)
        ]
        return cls(keys, keyring, staged, key_ids, records)

    def work(
        self, log: EventLog, folder: Path, executor: Executor, *, memories_max: int = MEMORIES_MAX
    ) -> ConsolidateWork:
        """A stage of its own process, with its own folder."""
        place = Place("", folder, 1, generation=1)
        installation = Installation(place, cast(Any, log), cast(Any, self.keys), self.keyring)
        letters = DeadLetters(log, self.keyring)
        return ConsolidateWork(
            installation, letters, bulky, executor, lambda: datetime.now(UTC), memories_max=memories_max
        )

    def undisturbed(self) -> tuple[list[MemoriesRecord], dict[str, UserState]]:
        """What one writer decides that nothing ever happens to, and the states that it ends with."""
        decided: list[MemoriesRecord] = []
        states: dict[str, UserState] = {}
        for event in self.staged:
            state = states.setdefault(event.user_key, UserState())
            decided.append(bulky(state, event))
            fold(state, decided[-1])
            if isinstance(event.event, SessionForgotten | UserErased):
                states[event.user_key] = self._without(event, decided)
        return decided, states

    def _without(self, forgotten: EmbeddedEvent, decided: Sequence[MemoriesRecord]) -> UserState:
        """The user's state without what was said before it was forgotten, in the session or in all of them."""
        gone_session = forgotten.event.session if isinstance(forgotten.event, SessionForgotten) else None
        state = UserState()
        for record, event, key_id in zip(decided, self.staged, self.key_ids, strict=False):
            assert event.event is not None
            gone = key_id != CONTROL_KEY and gone_session in (session_of(event.event), None)
            if event.user_key != forgotten.user_key:
                continue
            if gone:
                state.forgotten.add(event.id_hash)
            else:
                fold(state, record)
        return state


def bulky(state: UserState, event: EmbeddedEvent) -> MemoriesRecord:
    """Decides like the light runtime; every fifth position is written in three parts."""
    record = light_consolidate(state, event)
    if event.offset % 5 != 3:
        return record
    answers = [Answer(model="m", input_hash=str(n), output=str(n) * 400_000) for n in range(3)]
    return record.model_copy(update={"answers": tuple(answers)})


async def written(log: EventLog, keyring: Keyring) -> list[tuple[int, str, list[LogRecord]]]:
    """(position, user key, parts) of each position that readers of the commit log accept, in order."""
    reader = CommitLogReader(keyring.secret)
    accepted = [reader.accept(record) for record in await log.read(TOPIC, PARTITION, after=-1, limit=PAGE)]
    return [(position_of(parts[0]), owner_of(parts[0]), parts) for parts in accepted if parts]


@dataclass
class Group:
    """Where the workers of the stage stand together."""

    committed: int = 0


class Worker:
    """One process with a folder of its own. It resumes after an error, as the batch loop has it do."""

    def __init__(
        self, conversation: Conversation, log: EventLog, folder: Path, executor: Executor, group: Group
    ) -> None:
        self.conversation = conversation
        self.log = log
        self.executor = executor
        self.group = group
        self.copies = folder / "worker" / "consolidate"
        self.folder = folder
        self.fresh = True
        self.done = 0
        self.work = self._made()

    def _made(self) -> ConsolidateWork:
        # A limit below what one user has: every state is put aside again and again.
        return self.conversation.work(self.log, self.folder, self.executor, memories_max=4)

    async def batch(self, again: int, count: int) -> bool:
        """Give it the next records, some of them again; whether they were done. After a resume they are those behind
        the place that the group has committed; one that does not resume goes on where it thinks it is."""
        try:
            if self.fresh:
                await self.work.resume(PARTITION, None)
                self.done, self.fresh = self.group.committed, False
            records = self.conversation.records[max(0, self.done - again) : self.done + count]
            await self.work.process(PARTITION, records)
        except UnavailableError:
            self.fresh = True
            return False
        self.done = min(self.done + count, len(EVENTS))
        self.group.committed = max(self.done, self.group.committed)
        return True

    async def close(self) -> None:
        await self.work.close()

    async def restart(self) -> None:
        await self.close()
        self.work, self.fresh = self._made(), True

    async def all(self) -> None:
        for _ in range(ROUNDS_MAX):
            if self.done == len(EVENTS):
                return
            await self.batch(0, 4)
        raise AssertionError("no progress")


async def states_in(worker: Worker) -> dict[str, UserState]:
    """What a restart folds from what the worker left on its disk."""
    await worker.close()
    conversation = worker.conversation
    copy = await CommitLogCopy.open(worker.copies, worker.log, TOPIC, PARTITION)
    kept = UserStates(StateShelf(worker.copies), worker.executor)
    try:
        await copy.follow(conversation.keyring.secret, worker.executor)
        return await states_of(
            {event.user_key for event in conversation.staged},
            kept=kept,
            commit_log=copy.file,
            topic=TOPIC,
            partition=PARTITION,
            keyring=conversation.keyring,
            work=worker.executor,
        )
    finally:
        kept.close()
        await copy.close()


async def assert_undisturbed(conversation: Conversation, log: EventLog, worker: Worker) -> None:
    decided, states = conversation.undisturbed()
    accepted = await written(log, conversation.keyring)

    places = [(event.offset, event.user_key) for event in conversation.staged]
    assert [(position, owner) for position, owner, _ in accepted] == places
    for expected, (_, _, parts) in zip(decided, accepted, strict=True):
        try:
            assert open_position(parts, conversation.keyring) == expected
        except KeyDestroyedError:
            assert expected.changes == () or expected.changes[0].op == "put"
    assert await states_in(worker) == states
