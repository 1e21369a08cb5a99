"""consolidate: (state, embedded event) → all that this position changes. No clock, no I/O: replay equals live."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, assert_never

from processors.consolidation.build import fact_memory, group_id, revised, turn_memory
from processors.consolidation.slots import plain, resolve
from processors.consolidation.state import SESSION_SLOT, TURN_SLOT, Slot, UserState
from schemas.claims import Claim
from schemas.events import (
    AbstractionDue,
    Event,
    MemoryAsserted,
    MemoryEdited,
    MemoryFlagged,
    MemoryForgotten,
    MemoryReference,
    RecallJudged,
    SessionClosed,
    SessionForgotten,
    TurnRecorded,
    TurnRedriven,
    UserErased,
)
from schemas.memories import (
    Judgement,
    Kind,
    MemoriesRecord,
    Memory,
    MemoryChange,
    MemoryDropped,
    MemoryPut,
    MemoryScope,
    Outcome,
    OutcomeState,
    Revision,
    SlotClaim,
    Status,
)
from schemas.stages import EmbeddedEvent

STALE_SHARE = 0.6
"""A turn whose superseded claims make up at least this share of its text says nothing current any more, so its raw
memory is superseded with them; a longer turn stays, for the rest of what it says."""
NOTE = "note"


class SlotTable(Protocol):
    """What consolidate asks of the attribute table (processors.claims)."""

    def slot_of(self, claim: Claim) -> Slot: ...

    def covers(self, slot: Slot, other: Slot) -> bool: ...

    def kind(self, attribute: str) -> Kind: ...

    def scope(self, attribute: str) -> MemoryScope: ...


@dataclass(frozen=True, slots=True)
class Policy:
    """What decides, as data: part of the generation's spec. `duplicate_threshold`: cosine from which two claims of a
    slot are the same, from the embedder's profile."""

    table: SlotTable
    duplicate_threshold: float


@dataclass(slots=True)
class _Position:
    """What this position has produced so far. `slots` must be resolved again at its end."""

    staged: EmbeddedEvent
    policy: Policy
    state: UserState
    changes: dict[str, MemoryChange]
    claims: list[SlotClaim]
    judgements: list[Judgement]
    slots: dict[Slot, None]

    def put(self, memory: Memory) -> None:
        self.changes[memory.memory_id] = MemoryPut(memory=memory)

    def drop(self, memory_id: str, why: str) -> None:
        reason = "session_forgotten" if why == "session" else "forgotten"
        self.changes[memory_id] = MemoryDropped(memory_id=memory_id, reason=reason)


def content_hash(event: Event) -> str:
    """Identity of what an event says: everything but when it was recorded. Two events with one id and one hash are the
    same event delivered twice; another hash is a conflict."""
    raw = event.model_dump_json(exclude={"recorded_at", "time_source"} | _record_time(event))
    return hashlib.blake2b(raw.encode(), digest_size=16).hexdigest()


def consolidate(state: UserState, staged: EmbeddedEvent, policy: Policy) -> MemoriesRecord:
    """Decide what one event does. `state` must be the fold of all earlier positions of this user; it is not changed.

    Exactly one record per position comes out, whatever happened to the event.
    """
    event = staged.event
    if event is None:
        failed: OutcomeState = "erased" if staged.erased else "dead-lettered"
        reason = staged.trouble.error if staged.trouble else "its keys were destroyed"
        return _record(staged, Outcome(event_id="", state=failed, reason=reason))
    identity = content_hash(event)
    known = state.seen.get(event.event_id)
    if known is not None:
        same = known[1] == identity
        outcome = Outcome(
            event_id=event.event_id,
            state="duplicate" if same else "conflict",
            reason=f"this id stands at offset {known[0]}" + ("" if same else " with other content"),
        )
        return _record(staged, outcome)
    position = _Position(staged, policy, state, {}, [], [], {})
    outcome = _apply(position, event)
    _resolve_slots(position)
    outcome = outcome.model_copy(update={"memories": len(position.changes)})
    return MemoriesRecord(
        partition=staged.partition,
        offset=staged.offset,
        recorded_at=event.recorded_at,
        outcome=outcome,
        changes=tuple(position.changes.values()),
        content_hash=identity,
        claims=tuple(position.claims),
        judgements=tuple(position.judgements),
        answers=staged.answers,
    )


def _record_time(event: Event) -> set[str]:
    """A turn without a time of its own stands at its record's time, which differs in each delivery."""
    return {"occurred_at"} if isinstance(event, TurnRecorded) and event.time_source == "record" else set()


def _record(staged: EmbeddedEvent, outcome: Outcome) -> MemoriesRecord:
    at = staged.event.recorded_at if staged.event is not None else staged.recorded_at
    return MemoriesRecord(partition=staged.partition, offset=staged.offset, recorded_at=at, outcome=outcome)


def _apply(position: _Position, event: Event) -> Outcome:
    match event:
        case TurnRecorded():
            return _turn(position, event)
        case TurnRedriven():
            return _redriven(position, event)
        case MemoryAsserted():
            return _asserted(position, event)
        case MemoryEdited():
            return _edited(position, event)
        case MemoryForgotten():
            return _judged(position, event, (event.memory,), "forget")
        case MemoryFlagged():
            return _judged(position, event, (event.memory,), event.flag)
        case RecallJudged():
            _judged(position, event, event.used, "used")
            _judged(position, event, event.wrong, "unhelpful")
            return _outcome(event, "applied")
        case SessionForgotten():
            return _session_forgotten(position, event)
        case UserErased():
            return _outcome(event, "erased", "the user was erased")
        case SessionClosed() | AbstractionDue():
            return _outcome(event, "applied")
        case _:
            assert_never(event)


def _outcome(event: Event, state: OutcomeState, reason: str = "") -> Outcome:
    return Outcome(event_id=event.event_id, state=state, reason=reason)


def _turn(position: _Position, turn: TurnRecorded) -> Outcome:
    staged = position.staged
    if turn.role == "system":
        # Prompts and recalled memories stand there: keeping them would feed memory with itself.
        return _outcome(turn, "skipped", "system text is instruction, not conversation")
    if any(claim.action == "retract" for claim in staged.claims):
        # A wish to forget must not itself be found as a memory of what was to be forgotten.
        _accept_claims(position, turn)
        return _outcome(turn, "applied", "a request to forget")
    before = (position.state.memories[i] for i in position.state.windows.get(turn.session, ()))
    window = [memory for memory in before if memory.evidence[0].event_id != turn.event_id]
    position.put(turn_memory(staged, turn, window))
    if staged.trouble is not None:
        return _outcome(turn, "dead-lettered", f"{staged.trouble.stage}: {staged.trouble.error}")
    _accept_claims(position, turn)
    return _outcome(turn, "indexed")


def _redriven(position: _Position, event: TurnRedriven) -> Outcome:
    """The turn at this position with its original time; what its first try left behind is replaced."""
    turn = event.turn
    _turn(position, turn)
    return _outcome(event, "indexed", f"redrive of {turn.event_id}")


def _accept_claims(position: _Position, turn: TurnRecorded) -> None:
    staged, table = position.staged, position.policy.table
    vectors = staged.claim_vectors or (b"",) * len(staged.claims)
    for claim, text, vector in zip(staged.claims, staged.claim_texts, vectors, strict=True):
        accepted = SlotClaim(
            slot=table.slot_of(claim),
            claim=claim,
            text=text,
            event_id=turn.event_id,
            offset=staged.offset,
            session=turn.session,
            agent=turn.agent,
            speaker=turn.speaker,
            timezone=turn.timezone,
            tags=turn.tags,
            kind=table.kind(claim.attribute),
            scope=table.scope(claim.attribute),
            occurred_at=turn.occurred_at,
            importance=staged.importance,
            vector=vector,
        )
        position.claims.append(accepted)
        position.slots[accepted.slot] = None
        if claim.action == "retract":
            _retract_turns(position, accepted)


def _retract_turns(position: _Position, retraction: SlotClaim) -> None:
    """The raw turns that said what must be forgotten are forgotten with it."""
    named = retraction.claim.value
    for slot, claims in position.state.claims.items():
        if not position.policy.table.covers(retraction.slot, slot):
            continue
        position.slots[slot] = None
        for claim in claims:
            meant = not named or plain(named) == plain(claim.claim.value)
            if meant and (claim.occurred_at, claim.offset) < (retraction.occurred_at, retraction.offset):
                _drop_turn(position, claim.event_id)


def _drop_turn(position: _Position, event_id: str) -> None:
    for memory_id in sorted(position.state.by_event.get(event_id, ())):
        if position.state.memories[memory_id].resolution == "turn":
            position.drop(memory_id, "turn")


def _asserted(position: _Position, event: MemoryAsserted) -> Outcome:
    claim = Claim(
        subject=event.subject,
        attribute=event.attribute or NOTE,
        value=event.value or event.content,
        polarity=event.polarity,
        confidence=event.confidence,
        obtained="user",
        end=len(event.content),
        valid_from=event.valid_from,
        valid_to=event.valid_to,
    )
    slot = position.policy.table.slot_of(claim) if event.attribute else _note_slot(event.content)
    accepted = SlotClaim.model_validate(
        {
            "slot": slot,
            "claim": claim,
            "text": event.content,
            "event_id": event.event_id,
            "offset": position.staged.offset,
            "session": event.session,
            "agent": event.agent,
            "timezone": event.timezone,
            "tags": event.tags,
            "kind": event.kind,
            "scope": event.scope,
            "occurred_at": event.occurred_at,
            "importance": position.staged.importance,
            "vector": _first_vector(position.staged),
        }
    )
    position.claims.append(accepted)
    position.slots[slot] = None
    return _outcome(event, "indexed")


def _note_slot(content: str) -> Slot:
    """A statement without an attribute stands in a slot of its own, so that saying it twice is one memory."""
    return ("user", f"{NOTE}:{hashlib.blake2b(plain(content).encode(), digest_size=8).hexdigest()}")


def _first_vector(staged: EmbeddedEvent) -> bytes:
    return staged.claim_vectors[0] if staged.claim_vectors else staged.vector


def find_target(state: UserState, reference: MemoryReference) -> Memory | None:
    """The memory that a control event means in this generation: by id, else by what corresponds to it."""
    memory = state.memories.get(reference.memory_id)
    if memory is not None:
        return memory
    candidates = {i for event_id in reference.evidence for i in state.by_event.get(event_id, ())}
    for memory_id in sorted(candidates):
        other = state.memories[memory_id]
        same_place = (other.resolution, other.subject, other.attribute) == (
            reference.resolution,
            reference.subject,
            reference.attribute,
        )
        if same_place and plain(other.value) == plain(reference.value):
            return other
    return None


def _edited(position: _Position, event: MemoryEdited) -> Outcome:
    target = find_target(position.state, event.memory)
    if target is None:
        return _outcome(event, "skipped", f"no memory {event.memory.memory_id} in this generation")
    content = event.content if event.content is not None else target.content
    value = event.value if event.value is not None else (content if event.content is not None else target.value)
    claim = Claim(
        subject=target.subject or "user",
        attribute=target.attribute or NOTE,
        value=value,
        polarity=target.polarity,
        confidence=1.0,
        obtained="user",
        correction=True,
        end=len(content),
        valid_to=event.valid_to if event.valid_to is not None else target.valid_to,
    )
    slot = target.slot if target.resolution != "turn" else (TURN_SLOT, target.evidence[0].event_id)
    same_value = plain(value) == plain(target.value) and content == target.content
    accepted = SlotClaim(
        slot=slot,
        claim=claim,
        text=content,
        event_id=event.event_id,
        offset=position.staged.offset,
        session=target.session,
        agent=target.agent,
        speaker=target.speaker,
        timezone=target.timezone,
        tags=event.tags if event.tags is not None else target.tags,
        kind=target.kind or "fact",
        scope=target.scope,
        occurred_at=event.occurred_at,
        said_at=target.occurred_at,
        importance=target.importance,
        vector=_first_vector(position.staged) or target.vector,
    )
    if not same_value:
        _judge(position, event, target, "replaced")
    position.claims.append(accepted)
    position.slots[slot] = None
    return _outcome(event, "applied")


def _judged(position: _Position, event: Event, references: Iterable[MemoryReference], verdict: str) -> Outcome:
    missing = []
    for reference in references:
        target = find_target(position.state, reference)
        if target is None:
            missing.append(reference.memory_id)
        else:
            _judge(position, event, target, verdict)
    if missing:
        return _outcome(event, "skipped", f"no memory {', '.join(missing)} in this generation")
    return _outcome(event, "applied")


def _judge(position: _Position, event: Event, target: Memory, verdict: str) -> None:
    """Record a judgement and, for a turn, carry it out; a fact follows when its slot is resolved."""
    slot = target.slot if target.resolution != "turn" else (TURN_SLOT, target.evidence[0].event_id)
    judgement = Judgement.model_validate(
        {
            "slot": slot,
            "value": target.value,
            "verdict": verdict,
            "event_id": event.event_id,
            "offset": position.staged.offset,
            "occurred_at": event.occurred_at,
        }
    )
    position.judgements.append(judgement)
    position.slots[slot] = None
    if target.resolution == "turn":
        _judge_turn(position, target, judgement)
    elif verdict == "forget":
        for evidence in target.evidence:
            _drop_turn(position, evidence.event_id)


def _judge_turn(position: _Position, memory: Memory, judgement: Judgement) -> None:
    at = position.staged
    match judgement.verdict:
        case "forget":
            position.drop(memory.memory_id, "turn")
            _touch_slots_of(position, memory.evidence[0].event_id)
        case "wrong" | "sensitive" | "toxic":
            _put_turn(position, memory, "quarantined", f"flagged {judgement.verdict}", flag=judgement.verdict)
        case "replaced":
            _put_turn(position, memory, "superseded", "edited by a person")
        case "confirm":
            _put_turn(position, memory, "raw", "confirmed by a person")
        case "pin":
            position.put(_moved(memory, at, pinned=True, scope="core"))
        case "used":
            position.put(_moved(memory, at, used=memory.used + 1))
        case "unhelpful":
            position.put(_moved(memory, at, flags=(*memory.flags, "unhelpful")))


def _touch_slots_of(position: _Position, event_id: str) -> None:
    for slot, claims in position.state.claims.items():
        if any(claim.event_id == event_id for claim in claims):
            position.slots[slot] = None


def _moved(memory: Memory, staged: EmbeddedEvent, **changes: object) -> Memory:
    assert staged.event is not None, "only events that could be read change memories"
    at = {"offset": staged.offset, "updated_at": staged.event.recorded_at}
    return memory.model_copy(update={**at, **changes})


def _put_turn(position: _Position, memory: Memory, status: Status, reason: str, *, flag: str = "") -> None:
    if memory.status == status:
        return
    revision = Revision(offset=position.staged.offset, status=status, confidence=memory.confidence, reason=reason)
    flags = (*memory.flags, flag) if flag else memory.flags
    position.put(_moved(memory, position.staged, status=status, flags=flags, history=(*memory.history, revision)[-32:]))


def _session_forgotten(position: _Position, event: SessionForgotten) -> Outcome:
    slot = (SESSION_SLOT, event.session)
    position.judgements.append(
        Judgement(
            slot=slot,
            value="",
            verdict="forget",
            event_id=event.event_id,
            offset=position.staged.offset,
            occurred_at=event.occurred_at,
        )
    )
    for memory in position.state.turn_memories(event.session):
        position.drop(memory.memory_id, "session")
    for other, claims in position.state.claims.items():
        if any(claim.session == event.session for claim in claims):
            position.slots[other] = None
    return _outcome(event, "applied")


def _resolve_slots(position: _Position) -> None:
    """Recompute every slot that this position touched and write what differs."""
    for slot in position.slots:
        if slot[0] in (TURN_SLOT, SESSION_SLOT) and not any(c.slot == slot for c in position.claims):
            continue
        _resolve_slot(position, slot)


def _resolve_slot(position: _Position, slot: Slot) -> None:
    state, staged, policy = position.state, position.staged, position.policy
    claims = [*state.claims.get(slot, ()), *(c for c in position.claims if c.slot == slot)]
    claims += _wide_retractions(position, slot)
    judgements = [*state.judgements.get(slot, ()), *(j for j in position.judgements if j.slot == slot)]
    groups = resolve(
        [claim for claim in claims if not _forgotten(position, claim)],
        judgements,
        duplicate_threshold=policy.duplicate_threshold,
    )
    assert staged.event is not None, "a slot is only resolved for an event that could be read"
    ids = {id(group): group_id(staged.user_key, group) for group in groups}
    for group in groups:
        old = state.memories.get(ids[id(group)])
        new = fact_memory(staged, slot, group, ids, staged.event.recorded_at)
        changed = revised(old, new, group.reason)
        if changed is not None:
            position.put(changed)
    for gone in sorted(state.by_slot.get(slot, set()) - set(ids.values())):
        position.drop(gone, "fact")
    _follow_turns(position, slot, {i: g.status for g in groups for i in {c.event_id for c in g.claims}}, claims)


def _wide_retractions(position: _Position, slot: Slot) -> list[SlotClaim]:
    """Retractions of a whole family ("forget my likes") that reach into this slot."""
    table = position.policy.table
    family = (slot[0], slot[1].partition(":")[0])
    if family == slot or not table.covers(family, slot):
        return []
    said = [*position.state.claims.get(family, ()), *(c for c in position.claims if c.slot == family)]
    return [claim for claim in said if claim.claim.action == "retract"]


def _forgotten(position: _Position, claim: SlotClaim) -> bool:
    """True when the claim's turn or session was forgotten after it was said."""
    for slot in ((TURN_SLOT, claim.event_id), (SESSION_SLOT, claim.session)):
        for judgement in (*position.state.judgements.get(slot, ()), *position.judgements):
            if judgement.slot == slot and judgement.verdict == "forget" and claim.offset < judgement.offset:
                return True
    return False


def _follow_turns(position: _Position, slot: Slot, statuses: dict[str, Status], claims: list[SlotClaim]) -> None:
    """A raw turn that said nothing but what is superseded now is superseded too; it comes back when the claim does."""
    for claim in claims:
        status = statuses.get(claim.event_id)
        for memory_id in sorted(position.state.by_event.get(claim.event_id, ())):
            memory = position.state.memories[memory_id]
            if memory.resolution != "turn" or memory_id in position.changes or status is None:
                continue
            covered = (claim.claim.end - claim.claim.start) >= STALE_SHARE * len(memory.content)
            if status == "superseded" and covered and memory.status == "raw":
                _put_turn(position, memory, "superseded", f"what it says of {slot[1]} was replaced")
            elif status == "active" and memory.status == "superseded":
                _put_turn(position, memory, "raw", f"what it says of {slot[1]} is current again")
