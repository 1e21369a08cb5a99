"""Tail: what the log holds above the index's watermark, as overlay documents and hidden ids (DESIGN §6, freshness)."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from indexers.analysis import is_blank
from indexers.index import Document
from indexers.projection import document_of
from processors.claims.off_record import unsaid
from processors.consolidation.build import CONTEXT_WEIGHTS, memory_id, spoken_text, turn_memory
from processors.consolidation.unsaid import spoken_before
from processors.ports import Embedder
from schemas.errors import ModelError
from schemas.events import (
    MemoryAsserted,
    MemoryEdited,
    MemoryFlagged,
    MemoryForgotten,
    MemoryReference,
    SessionForgotten,
    TurnRecorded,
    TurnRedriven,
    UserErased,
)
from schemas.located import Located
from schemas.memories import Evidence, Kind, Memory, MemoryScope
from schemas.stages import EmbeddedEvent

TAIL_MAX = 200
"""Unindexed events of one user that an answer merges (DESIGN §6); beyond that it says `complete: false`."""
WINDOW = len(CONTEXT_WEIGHTS) - 1
"""Turns before a turn that make up its context."""
HIDING_FLAGS = ("wrong", "sensitive", "toxic")
CACHED_VECTORS_MAX = 2_000


class Vectors(Protocol):
    """Where the tail's vectors come from."""

    async def of(self, texts: Sequence[str]) -> list[bytes]:
        """Little-endian float16 bytes per text, b'' where there is nothing to embed or the model failed."""
        ...


class TailVectors:
    """Embeds each unindexed text once: the same tail is asked for again and again until the index has it. One per
    embedder; keeps the last 2,000 vectors (2 MB)."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    async def of(self, texts: Sequence[str]) -> list[bytes]:
        missing = [text for text in dict.fromkeys(texts) if text not in self._kept and not is_blank(text)]
        if missing:
            try:
                vectors = await asyncio.to_thread(self._embedder.embed, missing)
            except ModelError:
                # Without vectors the tail is still found by its words; the index stage will report the model.
                return [self._kept.get(text, b"") for text in texts]
            for text, vector in zip(missing, vectors, strict=True):
                self._kept[text] = _packed(vector)
        answer = [self._kept.get(text, b"") for text in texts]
        while len(self._kept) > CACHED_VECTORS_MAX:
            self._kept.popitem(last=False)
        return answer


@dataclass(frozen=True, slots=True)
class Tail:
    """`overlay`: unindexed memories. `hidden`: ids that edits, forgets and flags take away. `sessions`: forgotten ones,
    whose indexed memories are hidden; the overlay has only what was said in them afterwards. `erased`: the user is
    gone. `events`: how many events it was made of."""

    overlay: tuple[Document, ...] = ()
    hidden: frozenset[str] = frozenset()
    sessions: frozenset[str] = frozenset()
    erased: bool = False
    events: int = 0
    complete: bool = True

    def hides(self, memory: Memory) -> bool:
        """Whether a memory of the index was edited, forgotten or flagged away since."""
        return self.erased or memory.memory_id in self.hidden or memory.session in self.sessions


@dataclass(slots=True)
class _Making:
    """`unsaid`: sessions whose last user turn so far is off the record."""

    memories: dict[str, Memory] = field(default_factory=dict)
    hidden: set[str] = field(default_factory=set)
    sessions: set[str] = field(default_factory=set)
    unsaid: set[str] = field(default_factory=set)
    erased: bool = False


def turns_of(events: Sequence[Located]) -> list[TurnRecorded]:
    """The turns among the events, in order, redriven ones included."""
    return [turn for located in events if (turn := _turn(located)) is not None]


def make_tail(
    events: Sequence[Located],
    *,
    user_key: str,
    vectors: Mapping[str, bytes],
    windows: Mapping[str, Sequence[Memory]],
    known: frozenset[str],
    model: str,
    complete: bool,
) -> Tail:
    """Pure. `vectors[text]` of every text that can be embedded; `windows[session]`: the last turns that the index has
    of it, oldest first; `known`: ids that the index already has, which no duplicate in the tail may double."""
    making = _Making()
    said: dict[str, list[Memory]] = {session: list(turns) for session, turns in windows.items()}
    for located in events:
        turn = _turn(located)
        if turn is not None:
            _add_turn(making, said, located, turn, user_key, vectors, model)
        else:
            _apply(making, located, user_key, vectors, model)
    kept = [memory for memory in making.memories.values() if memory.memory_id not in making.hidden | known]
    return Tail(
        overlay=tuple(document_of(memory, user_key, _version(memory, events)) for memory in kept),
        hidden=frozenset(making.hidden),
        sessions=frozenset(making.sessions),
        erased=making.erased,
        events=len(events),
        complete=complete,
    )


def texts_of(events: Sequence[Located]) -> list[str]:
    """Every text of the tail that wants a vector."""
    texts = [spoken_text(turn) for turn in turns_of(events)]
    return texts + [located.event.content for located in events if isinstance(located.event, MemoryAsserted)]


def _add_turn(
    making: _Making,
    said: dict[str, list[Memory]],
    located: Located,
    turn: TurnRecorded,
    user_key: str,
    vectors: Mapping[str, bytes],
    model: str,
) -> None:
    identity = memory_id(user_key, turn.event_id, "turn")
    window = said.setdefault(turn.session, [])
    if _is_unsaid(making, window, turn):
        return
    if identity in making.memories or any(memory.memory_id == identity for memory in window):
        return
    staged = EmbeddedEvent(
        partition=located.position.partition,
        offset=located.position.offset,
        user_key=user_key,
        recorded_at=turn.recorded_at,
        event=turn,
        model=model,
        vector=vectors.get(spoken_text(turn), b""),
    )
    memory = turn_memory(staged, turn, window[-WINDOW:])
    window.append(memory)
    making.memories[identity] = memory


def _is_unsaid(making: _Making, window: list[Memory], turn: TurnRecorded) -> bool:
    """Whether a turn is off the record, or answers what is; what it takes back is hidden."""
    wish = unsaid(turn.content) if turn.role == "user" else None
    if wish == "before":
        meant = spoken_before(window, turn)
        making.hidden.update(memory.memory_id for memory in meant)
        window[:] = [memory for memory in window if memory not in meant]
    if wish is not None:
        making.unsaid.add(turn.session)
    elif turn.role == "user":
        making.unsaid.discard(turn.session)
    return wish is not None or turn.session in making.unsaid


def _apply(making: _Making, located: Located, user_key: str, vectors: Mapping[str, bytes], model: str) -> None:
    match located.event:
        case MemoryForgotten(memory=reference):
            making.hidden.update(_forgotten(reference, user_key))
        case MemoryEdited(memory=reference):
            making.hidden.add(reference.memory_id)
        case MemoryFlagged(memory=reference, flag=flag) if flag in HIDING_FLAGS:
            making.hidden.add(reference.memory_id)
        case SessionForgotten(session=session):
            making.sessions.add(session)
            for identity in [i for i, memory in making.memories.items() if memory.session == session]:
                del making.memories[identity]
        case UserErased():
            making.memories.clear()
            making.erased = True
        case MemoryAsserted() as asserted:
            memory = _asserted(located, asserted, user_key, vectors, model)
            making.memories[memory.memory_id] = memory
        case _:
            pass


def _forgotten(reference: MemoryReference, user_key: str) -> set[str]:
    """Forget hides the evidence turns too."""
    return {reference.memory_id, *(memory_id(user_key, event_id, "turn") for event_id in reference.evidence)}


def _asserted(
    located: Located, event: MemoryAsserted, user_key: str, vectors: Mapping[str, bytes], model: str
) -> Memory:
    kind: Kind = event.kind  # type: ignore[assignment]
    scope: MemoryScope = event.scope  # type: ignore[assignment]
    offset = located.position.offset
    return Memory(
        memory_id=memory_id(user_key, event.event_id, "asserted"),
        tenant=event.tenant,
        user=event.user,
        resolution="fact",
        kind=kind,
        scope=scope,
        status="active",
        content=event.content,
        agent=event.agent,
        session=event.session,
        task=event.task,
        subject=event.subject,
        attribute=event.attribute,
        value=event.value,
        polarity=event.polarity,
        confidence=event.confidence,
        obtained="user",
        tags=event.tags,
        occurred_at=event.occurred_at,
        timezone=event.timezone,
        first_seen=event.occurred_at,
        last_seen=event.occurred_at,
        recorded_at=event.recorded_at,
        updated_at=event.recorded_at,
        valid_from=event.valid_from,
        valid_to=event.valid_to,
        evidence=(Evidence(event_id=event.event_id, offset=offset, occurred_at=event.occurred_at),),
        model=model,
        vector=vectors.get(event.content, b""),
        known_from=offset,
        partition=located.position.partition,
        offset=offset,
    )


def _turn(located: Located) -> TurnRecorded | None:
    match located.event:
        case TurnRecorded() as turn:
            return turn
        case TurnRedriven(turn=turn):
            return turn
        case _:
            return None


def _version(memory: Memory, events: Sequence[Located]) -> int:
    epoch = events[0].position.epoch
    return events[0].position._replace(epoch=epoch, partition=memory.partition, offset=memory.offset).version


def _packed(vector: NDArray[np.float32]) -> bytes:
    return vector.astype("<f2").tobytes()
