"""What people say of memories: edits, flags, feedback, forgetting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from processors.consolidation.build import group_id
from processors.consolidation.position import NOTE, Position, drop_turn, first_vector, moved, outcome_of, put_turn
from processors.consolidation.slot_changes import overlapping, slot_groups
from processors.consolidation.slots import plain
from processors.consolidation.state import SESSION_SLOT, TURN_SLOT, Slot, UserState, is_abstracted
from schemas.claims import Claim
from schemas.events import Event, MemoryEdited, MemoryReference, SessionForgotten, TurnRecorded
from schemas.memories import (
    Judgement,
    Memory,
    Outcome,
    SlotClaim,
)


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


def edited(position: Position, event: MemoryEdited) -> Outcome:
    target = find_target(position.state, event.memory)
    if target is None:
        return outcome_of(event, "skipped", f"no memory {event.memory.memory_id} in this generation")
    content = event.content if event.content is not None else target.content
    value = event.value if event.value is not None else _value_said(position, event, target)
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
    if is_abstracted(target):
        # Whoever words a conclusion anew states it: it rests on the turns no more.
        claim = claim.model_copy(update={"subject": target.subject or "user", "attribute": NOTE, "value": content})
        slot = position.policy.table.slot_of(claim)
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
        vector=first_vector(position.staged) or target.vector,
    )
    if not same_value:
        _judge(position, event, target, "replaced")
    position.claims.append(accepted)
    position.slots[slot] = None
    return outcome_of(event, "applied")


def _value_said(position: Position, event: MemoryEdited, target: Memory) -> str:
    """The value that the edited text gives to the memory's attribute, as the rules read it; else the text itself."""
    if event.content is None:
        return target.value
    read = (c.value for c in position.staged.claims if c.attribute == target.attribute and c.action == "assert")
    return next(read, event.content)


def judged(position: Position, event: Event, references: Iterable[MemoryReference], verdict: str) -> Outcome:
    missing = []
    for reference in references:
        target = find_target(position.state, reference)
        if target is None:
            missing.append(reference.memory_id)
        else:
            _judge(position, event, target, verdict)
    if missing:
        return outcome_of(event, "skipped", f"no memory {', '.join(missing)} in this generation")
    return outcome_of(event, "applied")


def facts_in_prompt(position: Position, turn: TurnRecorded) -> None:
    """Judge what a turn's prompt held. At most once a day for each memory: what is recalled with every turn is not
    remembered better than what is recalled every day."""
    for memory in _in_prompt(position, turn):
        if memory.resolution != "turn":
            _judge(position, turn, memory, "recalled")


def turns_in_prompt(position: Position, turn: TurnRecorded) -> None:
    """The same of raw turns, once it is known what else this position did to them."""
    for memory in _in_prompt(position, turn):
        if memory.resolution == "turn":
            position.put(moved(memory, position.staged, last_used=turn.occurred_at))


def _in_prompt(position: Position, turn: TurnRecorded) -> Iterator[Memory]:
    for memory_id in dict.fromkeys(turn.recalled):
        memory = position.now(memory_id)
        if memory is None:
            continue
        touched = memory.last_seen if memory.last_used is None else max(memory.last_seen, memory.last_used)
        if turn.occurred_at.date() > touched.date():
            yield memory


def _judge(position: Position, event: Event, target: Memory, verdict: str) -> None:
    """Record a judgement and, for a turn, carry it out; a fact follows when its slot is resolved. A fact that was said
    in several wordings is judged under each of them."""
    if target.resolution == "turn":
        slot = (TURN_SLOT, target.evidence[0].event_id)
        _judge_turn(position, target, _judgement(position, event, slot, target.value, verdict))
        return
    if is_abstracted(target):
        _judge_abstraction(position, event, target, verdict)
        return
    groups, _ = slot_groups(position, target.slot)
    said = [c for g in groups if group_id(position.staged.user_key, g) == target.memory_id for c in g.claims]
    for value in sorted({plain(claim.claim.value): claim.claim.value for claim in said}.values()):
        _judgement(position, event, target.slot, value, verdict)
    if verdict == "forget":
        forget_words(position, said)


def _judge_abstraction(position: Position, event: Event, target: Memory, verdict: str) -> None:
    """Record a judgement of what many turns came to. Forgetting it forgets the turns whose words it shows or counts, as
    with any memory; calling it wrong is about the conclusion alone."""
    _judgement(position, event, target.slot, target.value, verdict)
    if verdict != "forget":
        return
    for event_id in (evidence.event_id for evidence in target.evidence if evidence.end > evidence.start):
        _judgement(position, event, (TURN_SLOT, event_id), "", verdict)
        drop_turn(position, event_id)
        _touch_slots_of(position, event_id)


def forget_words(position: Position, said: Sequence[SlotClaim]) -> None:
    """Drop the turns that said these claims, and whatever else rests on the same words."""
    for event_id in sorted({claim.event_id for claim in said}):
        drop_turn(position, event_id)
    for claim in overlapping(position, said):
        _judgement(position, position.staged.event, claim.slot, claim.claim.value, "forget")


def forget_span(position: Position, event_id: str, start: int, end: int) -> None:
    """Drop a turn for what one part of it says, and forget the claims that rest on that part."""
    drop_turn(position, event_id)
    for slot, claims in position.state.claims.items():
        for claim in claims:
            if claim.event_id == event_id and claim.claim.start < end and start < claim.claim.end:
                _judgement(position, position.staged.event, slot, claim.claim.value, "forget")


def _judgement(position: Position, event: Event | None, slot: Slot, value: str, verdict: str) -> Judgement:
    assert event is not None, "only an event that could be read judges"
    judgement = Judgement.model_validate(
        {
            "slot": slot,
            "value": value,
            "verdict": verdict,
            "event_id": event.event_id,
            "offset": position.staged.offset,
            "occurred_at": event.occurred_at,
        }
    )
    position.judgements.append(judgement)
    position.slots[slot] = None
    return judgement


def _judge_turn(position: Position, memory: Memory, judgement: Judgement) -> None:
    at = position.staged
    match judgement.verdict:
        case "forget":
            position.drop(memory.memory_id, "turn")
            _touch_slots_of(position, memory.evidence[0].event_id)
        case "wrong" | "sensitive" | "toxic":
            put_turn(position, memory, "quarantined", f"flagged {judgement.verdict}", flag=judgement.verdict)
        case "replaced":
            put_turn(position, memory, "superseded", "edited by a person")
        case "confirm":
            put_turn(position, memory, "raw", "confirmed by a person")
        case "pin":
            position.put(moved(memory, at, pinned=True, scope="core"))
        case "used":
            when = max(judgement.occurred_at, memory.last_used or judgement.occurred_at)
            position.put(moved(memory, at, used=memory.used + 1, last_used=when))
        case "unhelpful":
            position.put(moved(memory, at, flags=(*memory.flags, "unhelpful")))


def _touch_slots_of(position: Position, event_id: str) -> None:
    for slot, claims in position.state.claims.items():
        if any(claim.event_id == event_id for claim in claims):
            position.slots[slot] = None


def session_forgotten(position: Position, event: SessionForgotten) -> Outcome:
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
    return outcome_of(event, "applied")
