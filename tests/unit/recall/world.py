"""A user with an index, an embedder and a log: what recall stands on, small enough to say a story in a test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from api.recall.parse import TimeReader
from api.recall.recall import context, recall
from api.recall.sources import Sources
from api.recall.speakers import KnownSpeakers
from indexers.index import Document, IndexBatch, MemoryIndex, Scope, Tombstone
from indexers.projection import document_of
from processors.consolidation.build import memory_id, turn_memory
from processors.ports import Embedder
from schemas.dimensions import TimeInterval
from schemas.events import Event, TurnRecorded
from schemas.located import Located, PartitionLag, UserTail
from schemas.memories import Evidence, MemoriesRecord, Memory, Revision
from schemas.position import Position
from schemas.queries import ContextAnswer, ContextQuery, SearchAnswer, SearchQuery
from schemas.stages import EmbeddedEvent
from tests.contract.index_adapters import EPOCH, PARTITION, scope_of

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
ANNA = scope_of("anna")


def yesterday_reader(text: str, now: datetime, zone: str) -> TimeInterval | None:
    """Knows one expression in two languages: the tests of recall are not about reading times."""
    day = now.replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(days=1)
    for word in ("yesterday", "昨天"):
        if word in text:
            return TimeInterval(start=day, end=day + timedelta(days=1), granularity="day", text=word)
    return None


@dataclass(slots=True)
class ListFollower:
    """A log in a list; everything up to `indexed` is in the index. `away`: the log does not answer."""

    located: list[Located] = field(default_factory=list)
    records: dict[int, MemoriesRecord] = field(default_factory=dict)
    waited: list[Position] = field(default_factory=list)
    indexed: int = -1
    soon_s: float = 0.0
    away: bool = False

    def user_key(self, tenant: str, user: str) -> str:
        return scope_of(user, tenant).user_key

    def partition(self, user_key: str) -> int:
        return PARTITION

    async def wait_indexed(self, position: Position, timeout_s: float) -> bool:
        self.waited.append(position)
        return position.offset <= self.indexed

    async def tail(self, user_key: str, *, above: int, limit: int) -> UserTail:
        waiting = [one for one in self.located if one.position.offset > above]
        reached = self.located[-1].position.offset if self.located else -1
        return UserTail(tuple(waiting[:limit]), len(waiting) <= limit, reached, self.away)

    async def history(self, user_key: str) -> AsyncIterator[Located]:
        for one in self.located:
            yield one

    async def event(self, user_key: str, event_id: str) -> Located | None:
        return next((one for one in self.located if one.event.event_id == event_id), None)

    async def record(self, user_key: str, offset: int) -> MemoriesRecord | None:
        return self.records.get(offset)

    async def offset_at(self, user_key: str, time_iso: str) -> int:
        at = datetime.fromisoformat(time_iso)
        return max((one.position.offset for one in self.located if one.event.recorded_at <= at), default=-1)

    async def lag(self) -> list[PartitionLag]:
        return []

    async def destroy_user(self, tenant: str, user: str) -> None: ...

    async def lift_user(self, tenant: str, user: str) -> None: ...

    async def destroy_session(self, tenant: str, user: str, session: str) -> None: ...

    def healthy(self) -> dict[str, str]:
        return {}


class World:
    """Says, asserts and asks on behalf of one user."""

    def __init__(self, index: MemoryIndex, embedder: Embedder, scope: Scope = ANNA) -> None:
        self.index, self.embedder, self.scope = index, embedder, scope
        self.follower = ListFollower()
        self._offset = -1
        self._windows: dict[str, list[Memory]] = {}
        self.speakers = KnownSpeakers()
        self.read_time: TimeReader = yesterday_reader

    def event(
        self,
        content: str,
        *,
        session: str = "s1",
        speaker: str = "",
        role: str = "user",
        at: datetime = NOW,
        recorded: datetime | None = None,
    ) -> TurnRecorded:
        return TurnRecorded.model_validate(
            {
                "event_id": f"event-{self._offset + 1}",
                "tenant": self.scope.tenant,
                "user": self.scope.user,
                "session": session,
                "speaker": speaker,
                "role": role,
                "content": content,
                "occurred_at": at,
                "recorded_at": recorded or at,
            }
        )

    def append(self, event: Event) -> Position:
        """Into the log only: the index does not have it yet."""
        self._offset += 1
        position = Position(EPOCH, PARTITION, self._offset)
        self.follower.located.append(Located(position, event))
        return position

    async def say(
        self,
        *contents: str,
        session: str = "s1",
        speaker: str = "",
        role: str = "user",
        at: datetime = NOW,
        recorded: datetime | None = None,
    ) -> list[str]:
        """Turns, logged and indexed; returns their memory ids. `recorded`: when, if not as they were said."""
        documents = []
        for content in contents:
            turn = self.event(content, session=session, speaker=speaker, role=role, at=at, recorded=recorded)
            position = self.append(turn)
            window = self._windows.setdefault(session, [])
            memory = turn_memory(self.embedded(turn, position), turn, window[-2:])
            window.append(memory)
            documents.append(document_of(memory, self.scope.user_key, position.version))
        await self._apply(documents)
        return [document.memory.memory_id for document in documents]

    async def know(self, content: str, *, evidence: Sequence[str] = (), **fields: object) -> str:
        """A fact memory, indexed; `evidence`: event ids. Returns its id."""
        event = self.event(content)
        position = self.append(event)
        at = fields.get("occurred_at", NOW)
        status = fields.get("status", "active")
        spans = [
            one.event.content
            for wanted in evidence
            for one in self.follower.located
            if isinstance(one.event, TurnRecorded) and one.event.event_id == wanted
        ]
        memory = Memory.model_validate(
            {
                "memory_id": memory_id(self.scope.user_key, event.event_id, "fact"),
                "tenant": self.scope.tenant,
                "user": self.scope.user,
                "resolution": "fact",
                "kind": "fact",
                "status": status,
                "content": content,
                "subject": "user",
                "occurred_at": at,
                "first_seen": at,
                "last_seen": at,
                "recorded_at": at,
                "updated_at": at,
                "importance": 0.7,
                "evidence": tuple(
                    Evidence(event_id=wanted, offset=0, occurred_at=NOW, end=len(span))
                    for wanted, span in zip(evidence, spans, strict=True)
                ),
                "history": (Revision.model_validate({"offset": position.offset, "status": status, "confidence": 1.0}),),
                "vector": self.embedder.embed([content])[0].astype("<f2").tobytes(),
                "known_from": position.offset,
                "partition": PARTITION,
                "offset": position.offset,
            }
            | fields
        )
        await self._apply([document_of(memory, self.scope.user_key, position.version)])
        return memory.memory_id

    async def ask(self, query: str | None, **fields: object) -> SearchAnswer:
        asked = SearchQuery.model_validate({"user": self.scope.user, "query": query} | fields)
        return await recall(asked, self._sources(), NOW, recall_id="r1")

    async def brief(self, query: str | None, **fields: object) -> ContextAnswer:
        asked = ContextQuery.model_validate({"user": self.scope.user, "query": query} | fields)
        return await context(asked, self._sources(), NOW, recall_id="r1")

    def _sources(self) -> Sources:
        return Sources(
            self.scope,
            self.index,
            self.embedder,
            self.follower,
            epoch=EPOCH,
            read_time=self.read_time,
            speakers=self.speakers,
        )

    def embedded(self, turn: TurnRecorded, position: Position) -> EmbeddedEvent:
        return EmbeddedEvent(
            partition=position.partition,
            offset=position.offset,
            user_key=self.scope.user_key,
            recorded_at=turn.recorded_at,
            event=turn,
            model=self.embedder.profile.name,
            vector=self.embedder.embed([turn.content])[0].astype("<f2").tobytes(),
        )

    async def _apply(self, changes: Sequence[Document | Tombstone]) -> None:
        batch = IndexBatch(epoch=EPOCH, partition=PARTITION, changes=changes, watermark=self._offset)
        assert await self.index.apply(batch) == []
        self.follower.indexed = self._offset


def contents(answer: SearchAnswer) -> list[str]:
    return [item.memory.content for item in answer.items]
