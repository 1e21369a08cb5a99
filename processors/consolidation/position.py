"""Position: what one event has changed so far, while it is being decided."""

from __future__ import annotations

from dataclasses import dataclass, field

from processors.activity import ActivityPolicy, shipped_activity
from processors.claims.table import AttributeTable
from processors.consolidation.state import Slot, UserState
from schemas.events import Event
from schemas.memories import (
    Judgement,
    Memory,
    MemoryChange,
    MemoryDropped,
    MemoryPut,
    Observation,
    Outcome,
    OutcomeState,
    Revision,
    SlotClaim,
    Status,
)
from schemas.stages import EmbeddedEvent

NOTE = "note"
"""The attribute of a statement that names none."""


@dataclass(frozen=True, slots=True)
class Policy:
    """What decides, as data: part of the generation's spec. `duplicate_threshold`: cosine from which two claims of a
    slot are the same; `merge_threshold`: cosine from which two statements about the same things are one. Both are the
    embedder's profile's, as is `unrelated_threshold`: two turns of a session with a cosine below it are about different
    things. `activity` says which memories leave the index when there are too many."""

    table: AttributeTable
    duplicate_threshold: float
    merge_threshold: float
    activity: ActivityPolicy = field(default_factory=shipped_activity)
    unrelated_threshold: float = 0.0


@dataclass(slots=True)
class Position:
    """What this position has produced so far. `slots` must be resolved again at its end."""

    staged: EmbeddedEvent
    policy: Policy
    state: UserState
    changes: dict[str, MemoryChange]
    claims: list[SlotClaim]
    judgements: list[Judgement]
    slots: dict[Slot, None]
    observations: list[Observation] = field(default_factory=list)
    held_back: list[SlotClaim] = field(default_factory=list)
    forgotten: dict[str, None] = field(default_factory=dict)

    def now(self, memory_id: str) -> Memory | None:
        """A memory as it is after what this position has changed so far; None when it is gone or never was."""
        match self.changes.get(memory_id):
            case MemoryPut(memory=memory):
                return memory
            case MemoryDropped():
                return None
            case None:
                return self.state.memories.get(memory_id)

    def put(self, memory: Memory) -> None:
        self.changes[memory.memory_id] = MemoryPut(memory=memory)

    def drop(self, memory_id: str, why: str) -> None:
        reason = {"session": "session_forgotten", "abstraction": "rebuilt", "cap": "faded"}.get(why, "forgotten")
        self.changes[memory_id] = MemoryDropped(memory_id=memory_id, reason=reason)


def moved(memory: Memory, staged: EmbeddedEvent, **changes: object) -> Memory:
    assert staged.event is not None, "only events that could be read change memories"
    at = {"offset": staged.offset, "updated_at": staged.event.recorded_at}
    return memory.model_copy(update={**at, **changes})


def put_turn(position: Position, memory: Memory, status: Status, reason: str, *, flag: str = "") -> None:
    if memory.status == status:
        return
    revision = Revision(
        offset=position.staged.offset,
        status=status,
        confidence=memory.confidence,
        reason=reason,
        links=memory.links,
    )
    flags = (*memory.flags, flag) if flag else memory.flags
    position.put(moved(memory, position.staged, status=status, flags=flags, history=(*memory.history, revision)[-32:]))


def drop_turn(position: Position, event_id: str) -> None:
    position.forgotten[event_id] = None
    for memory_id in sorted(position.state.by_event.get(event_id, ())):
        if position.state.memories[memory_id].resolution == "turn":
            position.drop(memory_id, "turn")


def outcome_of(event: Event, state: OutcomeState, reason: str = "") -> Outcome:
    return Outcome(event_id=event.event_id, state=state, reason=reason)


def first_vector(staged: EmbeddedEvent) -> bytes:
    return staged.claim_vectors[0] if staged.claim_vectors else staged.vector
