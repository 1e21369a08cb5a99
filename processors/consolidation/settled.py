"""Promises that are kept or called off: what a turn tells of one ends it, though it names no slot."""

from __future__ import annotations

from collections.abc import Iterator

from processors.claims.found import LIKELY
from processors.claims.guards import CHARACTERS_MAX
from processors.claims.promises import settles
from processors.claims.spoken import spoken
from processors.consolidation.build import subject_of
from processors.consolidation.position import Position
from processors.consolidation.state import Slot
from schemas.claims import Claim
from schemas.events import TurnRecorded
from schemas.memories import SlotClaim

OPEN = ("commitment", "plan")
"""Attributes of what can be kept or called off."""
PROMISES_MAX = 200
"""Promises of a speaker that a report is compared with, the latest first."""


def settled_promises(position: Position, turn: TurnRecorded) -> list[SlotClaim]:
    """Endings of the promise that the turn says is kept, or off: the one that shares most with it; when several share
    as much it is not known which is meant, and none ends."""
    if turn.role != "user" or len(turn.content) > CHARACTERS_MAX:
        return []
    speech = spoken(turn.content)
    parts = speech.stated
    if speech.of_others or not parts:
        return []
    said = turn.content[parts[0].start : parts[-1].end]
    people = [entity.text for entity in position.staged.dimensions.entities if entity.type == "person"]
    scored = [(settles(said, held.text, people), held) for held in _open(position, turn)]
    most = max((score for score, _ in scored), default=0)
    best = [held for score, held in scored if score == most > 0]
    if len({held.event_id for held in best}) != 1:
        return []
    return [_ending(held, turn, position, parts[0].start, parts[-1].end) for held in best]


def _open(position: Position, turn: TurnRecorded) -> Iterator[SlotClaim]:
    """The speaker's promises that still hold, said before."""
    subject = subject_of(turn)
    for attribute in OPEN:
        slots: list[Slot] = list(position.state.families.get((subject, attribute), ()))
        for slot in reversed(slots[-PROMISES_MAX:]):
            held = position.state.claims.get(slot, ())
            last = held[-1] if held else None
            if last is None or last.claim.action != "assert" or last.claim.polarity != "positive":
                continue
            if last.occurred_at <= turn.occurred_at and last.event_id != turn.event_id:
                yield last


def _ending(held: SlotClaim, turn: TurnRecorded, position: Position, start: int, end: int) -> SlotClaim:
    claim = Claim(
        subject=held.claim.subject,
        attribute=held.claim.attribute,
        value=held.claim.value,
        action="unset",
        confidence=LIKELY,
        start=start,
        end=end,
    )
    return held.model_copy(
        update={
            "claim": claim,
            "text": turn.content[start:end],
            "event_id": turn.event_id,
            "offset": position.staged.offset,
            "session": turn.session,
            "occurred_at": turn.occurred_at,
            "said_at": None,
            "timezone": turn.timezone,
            "tags": turn.tags,
            "vector": b"",
        }
    )
