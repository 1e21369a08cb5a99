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
from schemas.events import CONTROL_EVENTS, Event, SessionForgotten
from schemas.memories import Answer, MemoriesRecord
from schemas.stages import EmbeddedEvent
from schemas.topics import embedded, memories
from streams.commit_log import CommitLogReader, position_of
from streams.deadletters import DeadLetters
from streams.distributed.consolidate_work import ConsolidateWork
from streams.distributed.installation import Installation, Place
from streams.keyring import CONTROL_KEY, Keyring
from streams.log import EventLog, LogRecord, NewRecord
from streams.stage_records import owner_of, seal_staged
from streams.stage_run import run_stages
from streams.user_states import MEMORIES_MAX
from streams.writer import session_of
from tests.scenario.light import START, light_consolidate, light_stages

PARTITION = 0
PAGE = 10_000
TOPIC = memories(1)


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
            read.append(ReadEvent(PARTITION, offset, owner, event.recorded_at, event))
            if isinstance(event, SessionForgotten):
                await keyring.retire_session(owner, keyring.session_key(owner, event.session))
            control = event.type in CONTROL_EVENTS
            key_ids.append(CONTROL_KEY if control else await keyring.key_for(owner, session_of(event)))
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
        place = Place("", folder, 1)
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
            if isinstance(event.event, SessionForgotten):
                states[event.user_key] = self._without(event, decided)
        return decided, states

    def _without(self, forgotten: EmbeddedEvent, decided: Sequence[MemoriesRecord]) -> UserState:
        """The user's state without what a session said before it was forgotten."""
        assert isinstance(forgotten.event, SessionForgotten)
        state = UserState()
        for record, event, key_id in zip(decided, self.staged, self.key_ids, strict=False):
            assert event.event is not None
            gone = key_id != CONTROL_KEY and session_of(event.event) == forgotten.event.session
            if event.user_key == forgotten.user_key and not gone:
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
