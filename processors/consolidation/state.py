"""UserState: all that consolidate knows of one user, a pure fold of that user's commit-log records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from processors.consolidation.kept import KeptMemories
from schemas.claims import Claim
from schemas.memories import Judgement, MemoriesRecord, Memory, MemoryPut, SlotClaim

Slot = tuple[str, str]
TURN_SLOT = "turn"
"""Judgements of the slot ("turn", event id) speak of one turn and of everything that rests on it."""
SESSION_SLOT = "session"
"""Judgements of the slot ("session", session) speak of all turns of a session."""
WINDOW_TURNS = 2
"""Turns before this one that make up its context (recipe G: this turn and the two before it)."""


@dataclass(slots=True)
class UserState:
    """Mutable only through `fold`. `seen`: event id → (offset, content hash) of its first record. `forgotten`:
    hashes of the ids of events that can no longer be read: delivered again, they stay forgotten. `windows`: session →
    ids of its last turn memories, oldest first. `by_event`: event id → ids of memories that rest on it. `families`:
    (subject, attribute family) → its slots that hold one of several values; `endings`: the same → claims that end
    something by name."""

    offset: int = -1
    seen: dict[str, tuple[int, str]] = field(default_factory=dict)
    forgotten: set[str] = field(default_factory=set)
    memories: KeptMemories = field(default_factory=KeptMemories)
    by_slot: dict[Slot, set[str]] = field(default_factory=dict)
    by_event: dict[str, set[str]] = field(default_factory=dict)
    windows: dict[str, tuple[str, ...]] = field(default_factory=dict)
    claims: dict[Slot, list[SlotClaim]] = field(default_factory=dict)
    judgements: dict[Slot, list[Judgement]] = field(default_factory=dict)
    families: dict[Slot, dict[Slot, None]] = field(default_factory=dict)
    endings: dict[Slot, list[SlotClaim]] = field(default_factory=dict)

    def turn_memories(self, session: str) -> Iterator[Memory]:
        """The turn memories of one session, in id order."""
        for memory_id in sorted(self.memories):
            memory = self.memories[memory_id]
            if memory.resolution == "turn" and memory.session == session:
                yield memory


def ends_by_name(claim: Claim) -> bool:
    """Whether a claim ends something that it names: sold, given up, cancelled, disliked."""
    ended = claim.action == "unset" or (claim.action == "assert" and claim.polarity == "negative")
    return ended and bool(claim.value)


def fold(state: UserState, record: MemoriesRecord) -> None:
    """Apply one complete position. A position not above the last is skipped: the first record is the true one."""
    if record.offset <= state.offset:
        return
    if record.outcome.state == "erased" and record.outcome.event_id:
        # Nothing of an erased user may take part in what is said later. (An event that cannot be read, because its
        # session was forgotten, has the same outcome and no id: it says nothing.)
        fresh = UserState(offset=record.offset, forgotten=state.forgotten)
        for name in UserState.__slots__:
            setattr(state, name, getattr(fresh, name))
        return
    state.offset = record.offset
    if record.outcome.state == "erased" and record.id_hash:
        state.forgotten.add(record.id_hash)
    if record.outcome.event_id and record.outcome.event_id not in state.seen:
        state.seen[record.outcome.event_id] = (record.offset, record.content_hash)
    for claim in record.claims:
        state.claims.setdefault(claim.slot, []).append(claim)
        subject, (family, several, _) = claim.slot[0], claim.slot[1].partition(":")
        if several:
            state.families.setdefault((subject, family), {})[claim.slot] = None
            if ends_by_name(claim.claim):
                state.endings.setdefault((subject, family), []).append(claim)
    for judgement in record.judgements:
        state.judgements.setdefault(judgement.slot, []).append(judgement)
    for change in record.changes:
        if isinstance(change, MemoryPut):
            _put(state, change.memory)
        else:
            _drop(state, change.memory_id)


def _put(state: UserState, memory: Memory) -> None:
    old = state.memories.get(memory.memory_id)
    if old is not None:
        _unlink(state, old)
    state.memories[memory.memory_id] = memory
    for evidence in memory.evidence:
        state.by_event.setdefault(evidence.event_id, set()).add(memory.memory_id)
    if memory.resolution == "turn":
        if old is None:
            window = (*state.windows.get(memory.session, ()), memory.memory_id)
            state.windows[memory.session] = window[-WINDOW_TURNS:]
    else:
        state.by_slot.setdefault(memory.slot, set()).add(memory.memory_id)


def _drop(state: UserState, memory_id: str) -> None:
    memory = state.memories.pop(memory_id, None)
    if memory is None:
        return
    _unlink(state, memory)
    if memory.resolution == "turn":
        window = tuple(kept for kept in state.windows.get(memory.session, ()) if kept != memory_id)
        state.windows[memory.session] = window


def _unlink(state: UserState, memory: Memory) -> None:
    for evidence in memory.evidence:
        state.by_event.get(evidence.event_id, set()).discard(memory.memory_id)
    if memory.resolution != "turn":
        state.by_slot.get(memory.slot, set()).discard(memory.memory_id)
