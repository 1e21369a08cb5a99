"""consolidate: (state, embedded event) → all that this position changes. No clock, no I/O: replay equals live."""

from __future__ import annotations

import hashlib
from typing import assert_never

from processors.claims.gate import waits
from processors.claims.table import AttributeTable
from processors.consolidation.abstractions import abstract, touched_turns
from processors.consolidation.build import turn_memory
from processors.consolidation.cap import keep_within_cap
from processors.consolidation.contexts import mend_contexts
from processors.consolidation.contrary import contrary_slots
from processors.consolidation.detail_changes import revise_turns
from processors.consolidation.edges import link_edges
from processors.consolidation.held_back import lets_through, released
from processors.consolidation.judge import (
    edited,
    facts_in_prompt,
    forget_span,
    forget_words,
    judged,
    session_forgotten,
    turns_in_prompt,
)
from processors.consolidation.matter_wishes import forget_matter, matter_wished
from processors.consolidation.observing import observe, observe_end
from processors.consolidation.position import NOTE, Policy, Position, first_vector, outcome_of
from processors.consolidation.reach import reached, slot_in_other_words
from processors.consolidation.replies import behaviour_claims, reply_claims
from processors.consolidation.settled import settled_promises
from processors.consolidation.slot_changes import resolve_slots
from processors.consolidation.slots import plain
from processors.consolidation.state import Slot, UserState, ends_by_name
from processors.consolidation.summaries import judge_again, sum_up_again, sum_up_overflow, sum_up_rest
from processors.consolidation.unsaid import kept_off
from processors.consolidation.wishes import meant, said_in_words
from schemas.claims import Claim
from schemas.events import (
    AbstractionDue,
    Event,
    MemoryAsserted,
    MemoryEdited,
    MemoryFlagged,
    MemoryForgotten,
    RecallJudged,
    SessionClosed,
    SessionForgotten,
    TurnRecorded,
    TurnRedriven,
    UserErased,
)
from schemas.memories import (
    MemoriesRecord,
    Memory,
    MemoryScope,
    Outcome,
    OutcomeState,
    SlotClaim,
)
from schemas.stages import EmbeddedEvent


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
    if staged.id_hash and staged.id_hash in state.forgotten:
        # Without the id, which would name what must not be known any more.
        return _record(staged, Outcome(event_id="", state="erased", reason="an event with this id was forgotten"))
    position = Position(staged, policy, state, {}, [], [], {})
    outcome = _apply(position, event)
    revise_turns(position)
    resolve_slots(position)
    link_edges(position)
    if isinstance(event, TurnRecorded):
        turns_in_prompt(position, event)
    mend_contexts(position)
    _abstract(position, event)
    keep_within_cap(position)
    outcome = outcome.model_copy(update={"memories": len(position.changes)})
    return MemoriesRecord(
        partition=staged.partition,
        offset=staged.offset,
        recorded_at=event.recorded_at,
        id_hash=staged.id_hash,
        outcome=outcome,
        changes=tuple(position.changes.values()),
        content_hash=identity,
        claims=tuple(position.claims),
        judgements=tuple(position.judgements),
        observations=tuple(position.observations),
        held_back=tuple(position.held_back),
        answers=staged.answers,
    )


def _record_time(event: Event) -> set[str]:
    """A turn without a time of its own stands at its record's time, which differs in each delivery."""
    return {"occurred_at"} if isinstance(event, TurnRecorded) and event.time_source == "record" else set()


def _record(staged: EmbeddedEvent, outcome: Outcome) -> MemoriesRecord:
    at = staged.event.recorded_at if staged.event is not None else staged.recorded_at
    return MemoriesRecord(
        partition=staged.partition, offset=staged.offset, recorded_at=at, id_hash=staged.id_hash, outcome=outcome
    )


def _apply(position: Position, event: Event) -> Outcome:
    match event:
        case TurnRecorded():
            return _turn(position, event)
        case TurnRedriven():
            return _redriven(position, event)
        case MemoryAsserted():
            return _asserted(position, event)
        case MemoryEdited():
            return edited(position, event)
        case MemoryForgotten():
            return judged(position, event, (event.memory,), "forget")
        case MemoryFlagged():
            return judged(position, event, (event.memory,), event.flag)
        case RecallJudged():
            judged(position, event, event.used, "used")
            judged(position, event, event.wrong, "unhelpful")
            return outcome_of(event, "applied")
        case SessionForgotten():
            return session_forgotten(position, event)
        case UserErased():
            return outcome_of(event, "erased", "the user was erased")
        case SessionClosed(session=session) | AbstractionDue(session=session):
            observe_end(position, session)
            for claim in released(position, session):
                accept(position, claim)
            return outcome_of(event, "applied")
        case _:
            assert_never(event)


def _turn(position: Position, turn: TurnRecorded) -> Outcome:
    staged = position.staged
    if turn.role == "system":
        # Prompts and recalled memories stand there: keeping them would feed memory with itself.
        return outcome_of(turn, "skipped", "system text is instruction, not conversation")
    if off_record := kept_off(position, turn):
        return off_record
    if matter := matter_wished(position, turn):
        forget_matter(position, turn, matter)
        return outcome_of(turn, "applied", "a request to forget")
    if any(claim.action == "retract" for claim in staged.claims):
        # A wish to forget must not itself be found as a memory of what was to be forgotten.
        _accept_claims(position, turn)
        return outcome_of(turn, "applied", "a request to forget")
    before = (position.state.memories[i] for i in position.state.windows.get(turn.session, ()))
    window = [m for m in before if m.evidence[0].event_id != turn.event_id and m.status != "quarantined"]
    said = turn_memory(staged, turn, window)
    position.put(said)
    if staged.trouble is not None:
        return outcome_of(turn, "dead-lettered", f"{staged.trouble.stage}: {staged.trouble.error}")
    facts_in_prompt(position, turn)
    if _is_invented(said):
        # Whoever plays, dreams or tells of somebody says nothing of themselves, though no word of the turn tells.
        return outcome_of(turn, "indexed")
    _accept_claims(position, turn)
    if position.staged.event is turn:
        # A turn tried again stands behind others by now: what it replied to is not what stands before it.
        for accepted in reply_claims(position, turn, window):
            accept(position, accepted)
    for accepted in (*behaviour_claims(position, turn), *settled_promises(position, turn)):
        accept(position, accepted)
    observe(position, turn, window)
    return outcome_of(turn, "indexed")


def _is_invented(said: Memory) -> bool:
    """Whether all of a turn is a played scene or a story."""
    match said.dimensions.voice:
        case "role_play":
            return True
        case "fiction":
            return sum(span.end - span.start for span in said.dimensions.voiced) >= len(said.content)
        case _:
            return False


def _abstract(position: Position, event: Event) -> None:
    """What many turns come to now, seen last: whatever this position took back counts no more."""
    touched = touched_turns(position)
    abstract(position, touched)
    sum_up_again(position, touched)
    judge_again(position)
    match event:
        case TurnRecorded():
            sum_up_overflow(position, event)
        case SessionClosed(session=session) | AbstractionDue(session=session):
            sum_up_rest(position, session)
        case _:
            pass


def _redriven(position: Position, event: TurnRedriven) -> Outcome:
    """The turn at this position with its original time; what its first try left behind is replaced."""
    turn = event.turn
    tried = _turn(position, turn)
    return outcome_of(event, tried.state, f"redrive of {turn.event_id}" + (f": {tried.reason}" if tried.reason else ""))


def _accept_claims(position: Position, turn: TurnRecorded) -> None:
    staged = position.staged
    vectors = staged.claim_vectors or (b"",) * len(staged.claims)
    opened = staged.claims_held_back and lets_through(position, turn)
    for read, text, vector in zip(staged.claims, staged.claim_texts, vectors, strict=True):
        held = waits(read, staged.claims_held_back) and not opened
        for claim in meant(position, read) if read.action == "retract" else _for_now(position, read):
            accepted = _slot_claim(position, turn, claim, text, vector)
            if held:
                position.held_back.append(accepted)
                continue
            accept(position, accepted)
            if claim.action == "retract":
                _retract_turns(position, accepted)


def _for_now(position: Position, claim: Claim) -> tuple[Claim, ...]:
    """A claim of a turn that is an exception ends with it; where only one value holds, it does not replace the one that
    holds again afterwards: its turn tells it meanwhile."""
    ends, table = position.staged.dimensions.holds_until, position.policy.table
    if ends is None or claim.action != "assert" or claim.valid_to is not None:
        return (claim,)
    if table.attribute(claim.attribute).settled:
        return (claim,)
    several = ":" in table.slot_of(claim)[1]
    return (claim.model_copy(update={"valid_to": ends}),) if several else ()


def _slot_claim(position: Position, turn: TurnRecorded, claim: Claim, text: str, vector: bytes) -> SlotClaim:
    staged, table = position.staged, position.policy.table
    return SlotClaim(
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
        scope=_scope(table, claim, turn),
        occurred_at=turn.occurred_at,
        importance=staged.importance,
        vector=vector,
    )


def accept(position: Position, claim: SlotClaim) -> None:
    """Put a claim into its slot, or the one that says the same in other words; slots that it ends are seen again."""
    state, policy = position.state, position.policy
    slot = slot_in_other_words(state, claim, policy.table, policy.merge_threshold)
    accepted = claim if slot == claim.slot else claim.model_copy(update={"slot": slot})
    position.claims.append(accepted)
    position.slots[slot] = None
    for other in contrary_slots(state, slot, position.claims):
        position.slots[other] = None
    if ends_by_name(claim.claim):
        family = (slot[0], slot[1].partition(":")[0])
        for other in reached(state.families.get(family, ()), state, accepted):
            position.slots[other] = None


def _scope(table: AttributeTable, claim: Claim, turn: TurnRecorded) -> MemoryScope:
    """What is known of others, an ill colleague say, does not belong into every context of the user."""
    own = claim.subject in ("user", turn.speaker)
    return table.scope(claim.attribute) if own else "task"


def _retract_turns(position: Position, retraction: SlotClaim) -> None:
    """The raw turns that said what must be forgotten are forgotten with it, and what rests on the same words."""
    named = retraction.claim.value
    said: list[SlotClaim] = []
    for slot, claims in position.state.claims.items():
        if not position.policy.table.covers(retraction.slot, slot):
            continue
        position.slots[slot] = None
        said += (
            claim
            for claim in claims
            if (not named or plain(named) == plain(claim.claim.value))
            and (claim.occurred_at, claim.offset) < (retraction.occurred_at, retraction.offset)
        )
    forget_words(position, said)
    for event_id, start, end in said_in_words(position, retraction):
        forget_span(position, event_id, start, end)


def _asserted(position: Position, event: MemoryAsserted) -> Outcome:
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
            "vector": first_vector(position.staged),
        }
    )
    position.claims.append(accepted)
    position.slots[slot] = None
    return outcome_of(event, "indexed")


def _note_slot(content: str) -> Slot:
    """A statement without an attribute stands in a slot of its own, so that saying it twice is one memory."""
    return ("user", f"{NOTE}:{hashlib.blake2b(plain(content).encode(), digest_size=8).hexdigest()}")
