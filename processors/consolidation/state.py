"""UserState: all that consolidate knows of one user, a pure fold of that user's commit-log records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from processors.abstraction.ledger import Key, Ledger
from processors.consolidation.detail_book import DetailBook
from processors.consolidation.kept import KeptMemories
from processors.consolidation.slots import Course
from schemas.claims import Claim
from schemas.memories import Judgement, MemoriesRecord, Memory, MemoryPut, SlotClaim

Slot = tuple[str, str]
TURN_SLOT = "turn"
"""Judgements of the slot ("turn", event id) speak of one turn and of everything that rests on it."""
SESSION_SLOT = "session"
"""Judgements of the slot ("session", session) speak of all turns of a session."""
ABSTRACTION_SLOT = "abstraction"
"""The slot ("abstraction", …) holds what many turns come to; no claim is made in it."""
HELD_BACK_MAX = 64
"""Claims of a session that wait for its end; the latest stay. A session that never ends must not grow for ever."""
UNSUMMED_MAX = 40
"""Turns of a session that are remembered as not summed up; older ones, of which nothing was worth it, stay so."""
RUN_MAX = 33
"""Turns of one request: it, and what tools answered."""
WINDOW_TURNS = 2
"""Turns before this one that make up its context (recipe G: this turn and the two before it)."""


@dataclass(slots=True)
class UserState:
    """Mutable only through `fold`. `seen`: event id → (offset, content hash) of its first record. `forgotten`:
    hashes of the ids of events that can no longer be read: delivered again, they stay forgotten. `windows`: session →
    ids of its last turn memories, oldest first. `by_event`: event id → ids of memories that rest on it. `families`:
    (subject, attribute family) → its slots that hold one of several values; `endings`: the same → claims that end
    something by name. `ledger`: what turns count for; `unsummed`: session → events of the turns that no episode tells;
    `runs`: session → events of its last request and of the tools since. `courses`: of slots with many claims, how they
    came to what they hold: what could be gone through again, remembered. `details`: what turns state of anything.
    `held_back`: session → unsure claims of it that wait for its end. `pointing`: memory id → ids of the facts with an
    edge to it."""

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
    ledger: Ledger = field(default_factory=Ledger)
    unsummed: dict[str, tuple[str, ...]] = field(default_factory=dict)
    runs: dict[str, tuple[str, ...]] = field(default_factory=dict)
    details: DetailBook = field(default_factory=DetailBook)
    held_back: dict[str, list[SlotClaim]] = field(default_factory=dict)
    pointing: dict[str, set[str]] = field(default_factory=dict)
    courses: dict[Slot, Course] = field(default_factory=dict, compare=False, repr=False)

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        """Without the courses: a value that was replaced points to its successor, and hundreds in a row are deeper than
        pickle goes."""
        return None, {name: getattr(self, name) for name in self.__slots__} | {"courses": {}}

    def turn_memories(self, session: str) -> Iterator[Memory]:
        """The turn memories of one session, in id order."""
        for memory_id in sorted(self.memories):
            memory = self.memories[memory_id]
            if memory.resolution == "turn" and memory.session == session:
                yield memory


def abstraction_slot(attribute: str, subject: str, name: str) -> Slot:
    """Where what `name` comes to for a subject is held; of a summary: the session and its first event."""
    return (ABSTRACTION_SLOT, f"{attribute}\x1f{subject}\x1f{name}")


def key_of_slot(slot: Slot) -> tuple[str, Key] | None:
    """The attribute and the ledger's key of an abstraction's slot; None for that of a summary."""
    attribute, subject, name = slot[1].split("\x1f", 2)
    return None if attribute == "summary" else (attribute, (subject, name))


def is_abstracted(memory: Memory) -> bool:
    """Whether a memory was made of many turns rather than said in one."""
    return memory.slot[0] == ABSTRACTION_SLOT


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
    _hold_back(state, record)
    for judgement in record.judgements:
        state.judgements.setdefault(judgement.slot, []).append(judgement)
    for observation in record.observations:
        state.ledger.add(observation)
        if observation.form == "ran":
            state.runs.pop(observation.session, None)
    for change in record.changes:
        if isinstance(change, MemoryPut):
            _put(state, change.memory)
        else:
            _drop(state, change.memory_id)


def _hold_back(state: UserState, record: MemoriesRecord) -> None:
    """What this position holds back waits; what it accepted of what waited does no more."""
    let_through = {(claim.event_id, claim.claim) for claim in record.claims if claim.session in state.held_back}
    for session in sorted({claim.session for claim in record.claims if claim.session in state.held_back}):
        _keep_held_back(
            state, session, [c for c in state.held_back[session] if (c.event_id, c.claim) not in let_through]
        )
    for claim in record.held_back:
        state.held_back[claim.session] = [*state.held_back.get(claim.session, ()), claim][-HELD_BACK_MAX:]


def _keep_held_back(state: UserState, session: str, waiting: list[SlotClaim]) -> None:
    if waiting:
        state.held_back[session] = waiting
    else:
        state.held_back.pop(session, None)


def _put(state: UserState, memory: Memory) -> None:
    old = state.memories.get(memory.memory_id)
    if old is not None:
        _unlink(state, old)
    state.memories[memory.memory_id] = memory
    for evidence in memory.evidence:
        state.by_event.setdefault(evidence.event_id, set()).add(memory.memory_id)
    if memory.resolution == "turn":
        event_id = memory.evidence[0].event_id
        state.details.put(memory)
        state.ledger.mute(event_id, quarantined=memory.status == "quarantined")
        if old is None:
            _note_turn(state, memory, event_id)
            window = (*state.windows.get(memory.session, ()), memory.memory_id)
            state.windows[memory.session] = window[-WINDOW_TURNS:]
    else:
        state.by_slot.setdefault(memory.slot, set()).add(memory.memory_id)
        for link in memory.links:
            state.pointing.setdefault(link.memory_id, set()).add(memory.memory_id)
    if memory.resolution == "episode":
        told = {evidence.event_id for evidence in memory.evidence}
        waiting = tuple(e for e in state.unsummed.get(memory.session, ()) if e not in told)
        state.unsummed[memory.session] = waiting


def _note_turn(state: UserState, memory: Memory, event_id: str) -> None:
    session = memory.session
    state.unsummed[session] = (*state.unsummed.get(session, ()), event_id)[-UNSUMMED_MAX:]
    if memory.role == "user":
        state.runs[session] = (event_id,)
    elif memory.role == "tool" and session in state.runs:
        state.runs[session] = (*state.runs[session], event_id)[:RUN_MAX]


def _drop(state: UserState, memory_id: str) -> None:
    memory = state.memories.pop(memory_id, None)
    if memory is None:
        return
    _unlink(state, memory)
    if memory.resolution == "turn":
        event_id = memory.evidence[0].event_id
        state.details.drop(memory_id)
        state.ledger.forget(event_id)
        state.unsummed[memory.session] = tuple(e for e in state.unsummed.get(memory.session, ()) if e != event_id)
        window = tuple(kept for kept in state.windows.get(memory.session, ()) if kept != memory_id)
        state.windows[memory.session] = window
        if memory.session in state.held_back:
            waiting = [claim for claim in state.held_back[memory.session] if claim.event_id != event_id]
            _keep_held_back(state, memory.session, waiting)


def _unlink(state: UserState, memory: Memory) -> None:
    for evidence in memory.evidence:
        state.by_event.get(evidence.event_id, set()).discard(memory.memory_id)
    if memory.resolution != "turn":
        state.by_slot.get(memory.slot, set()).discard(memory.memory_id)
        for link in memory.links:
            pointing = state.pointing.get(link.memory_id, set())
            pointing.discard(memory.memory_id)
            if not pointing:
                state.pointing.pop(link.memory_id, None)
