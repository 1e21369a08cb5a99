"""Replies: claims that a turn makes only together with the turns before it, which consolidate alone knows."""

from __future__ import annotations

from collections.abc import Sequence

from processors.claims.behaviours import BEHAVIOUR, find_behaviours
from processors.claims.guards import CHARACTERS_MAX
from processors.claims.replies import Replying, Said, read_reply
from processors.claims.text import claim_text
from processors.consolidation.build import subject_of
from processors.consolidation.contrary import unwanted
from processors.consolidation.position import Position
from processors.consolidation.state import Slot, UserState, is_abstracted
from schemas.claims import Claim
from schemas.events import TurnRecorded
from schemas.memories import Memory, SlotClaim

REPLY_IMPORTANCE = 0.7
"""What an answer about oneself is worth: "Yes." alone says nothing, with its question it does."""


def reply_claims(position: Position, turn: TurnRecorded, window: Sequence[Memory]) -> list[SlotClaim]:
    """What a turn that says nothing by itself says as a reply to `window`, the turns before it in its session (oldest
    first). What came later in the conversation, as in a history imported backwards, is nothing to reply to."""
    staged = position.staged
    earlier = [memory for memory in window if memory.occurred_at <= turn.occurred_at]
    if turn.role != "user" or staged.claims or len(earlier) < len(window) or not earlier:
        return []
    said = [_said(position.state, memory, turn) for memory in earlier]
    entities = staged.dimensions.entities
    table = position.policy.table
    replying = Replying(turn.content, subject_of(turn), turn.occurred_at, turn.timezone, entities, table)
    reply = read_reply(replying, said)
    text = f"{reply.question} {turn.content}".strip()
    ended = [c.model_copy(update={"action": "unset", "correction": True}) for c in reply.replaced]
    return [_accepted(position, turn, claim, text) for claim in (*ended, *reply.asserted)]


def behaviour_claims(position: Position, turn: TurnRecorded) -> list[SlotClaim]:
    """What the turn says its speaker did, a guess until it is done again."""
    if turn.role != "user" or len(turn.content) > CHARACTERS_MAX:
        return []
    subject = subject_of(turn)
    found = find_behaviours(turn.content, subject, lambda: unwanted(position.state, subject))
    return [_accepted(position, turn, claim, claim_text(claim, turn.content)) for claim in found]


def _said(state: UserState, memory: Memory, turn: TurnRecorded) -> Said:
    if memory.role != "user":
        return Said(memory.role, "", memory.content, entities=memory.dimensions.entities)
    own = "user" if memory.speaker in ("", turn.user) else memory.speaker
    facts = (state.memories[i] for i in sorted(state.by_event.get(memory.evidence[0].event_id, ())))
    claims = tuple(
        Claim(
            subject=fact.subject,
            attribute=fact.attribute,
            value=fact.value,
            polarity=fact.polarity,
            confidence=fact.confidence,
        )
        for fact in facts
        if fact.resolution == "fact" and not is_abstracted(fact)
    )
    return Said(memory.role, own, memory.content, claims, memory.dimensions.entities)


def _accepted(position: Position, turn: TurnRecorded, claim: Claim, text: str) -> SlotClaim:
    table, staged = position.policy.table, position.staged
    slot: Slot = table.slot_of(claim)
    return SlotClaim(
        slot=slot,
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
        importance=staged.importance if claim.attribute == BEHAVIOUR else max(staged.importance, REPLY_IMPORTANCE),
        vector=staged.vector,
    )
