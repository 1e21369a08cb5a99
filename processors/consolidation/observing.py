"""Observing: what a turn counts for when memories are abstracted (processors.abstraction)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from processors.abstraction.steps import sequence
from processors.abstraction.terms import asks, terms_of
from processors.claims.guards import CHARACTERS_MAX
from processors.consolidation.build import memory_id, subject_of
from processors.consolidation.position import Position
from processors.consolidation.state import Slot, abstraction_slot
from schemas.events import TurnRecorded
from schemas.memories import Memory, Observation

STEPS_BETWEEN = " → "


def observe(position: Position, turn: TurnRecorded, window: Sequence[Memory]) -> None:
    """Note what the turn counts for. `window`: the turn memories before it in its session.

    Assistants, tools and systems are not observed: what they say was made from what is remembered. Nor is what people
    say to each other: only of talk with an agent is it known what a question is for.
    """
    if turn.role != "user":
        return
    _note_run(position, turn.session, reply=turn.content)
    subject = subject_of(turn)
    with_agent = subject == "user" or any(memory.role == "assistant" for memory in window)
    if not with_agent or turn.trust == "untrusted" or len(turn.content) > CHARACTERS_MAX:
        return
    dimensions = position.staged.dimensions
    asked = asks(turn.content, dimensions)
    terms = [term.key for term in terms_of(turn.content, dimensions, asked=asked)]
    told = tuple(term for term in terms if not _was_recalled(position, turn, subject, term))
    if told:
        position.observations.append(
            Observation(
                form="asked" if asked else "told",
                subject=subject,
                terms=told,
                events=(turn.event_id,),
                offset=position.staged.offset,
                session=turn.session,
                occurred_at=turn.occurred_at,
                timezone=turn.timezone,
            )
        )


def observe_end(position: Position, session: str) -> None:
    """A session has ended: nobody says any more that what the tools did was wrong."""
    _note_run(position, session, reply="")


def turn_now(position: Position, event_id: str) -> Memory | None:
    """The raw memory of a turn as it is after what this position has changed so far; None when it is gone."""
    return position.now(memory_id(position.staged.user_key, event_id, "turn"))


def _note_run(position: Position, session: str, *, reply: str) -> None:
    """The tools that were used since the last request of the session, if it worked."""
    events = position.state.runs.get(session, ())
    turns = [turn for event_id in events if (turn := turn_now(position, event_id)) is not None]
    if len(turns) < len(events) or not turns or turns[0].role != "user":
        return
    steps = sequence(turns[1:], reply)
    if not steps:
        return
    asked = turns[0]
    position.observations.append(
        Observation(
            form="ran",
            subject="user" if asked.speaker in ("", asked.user) else asked.speaker,
            terms=(STEPS_BETWEEN.join(steps),),
            events=tuple(events),
            offset=position.staged.offset,
            session=session,
            occurred_at=asked.occurred_at,
            timezone=asked.timezone,
        )
    )


def _was_recalled(position: Position, turn: TurnRecorded, subject: str, term: str) -> bool:
    """Whether what this term came to stood in the turn's prompt: an echo of it is no further evidence."""
    return any(
        known in turn.recalled for slot in _slots(subject, term) for known in position.state.by_slot.get(slot, ())
    )


def _slots(subject: str, term: str) -> Iterator[Slot]:
    for attribute in ("interest", "routine"):
        yield abstraction_slot(attribute, subject, term)
