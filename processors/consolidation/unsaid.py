"""What is said off the record is not remembered: neither the turn, nor what answers it, nor what stood before and is
meant."""

from __future__ import annotations

from collections.abc import Sequence

from processors.claims.off_record import unsaid
from processors.consolidation.judge import judged
from processors.consolidation.position import Position, outcome_of
from processors.consolidation.state import UserState
from schemas.events import MemoryReference, TurnRecorded
from schemas.memories import Judgement, Memory, Outcome

OFF_RECORD = "off the record"
OFF_RECORD_SLOT = "off the record"
"""Judgements of the slot ("off the record", session) say where in a session somebody spoke off the record."""


def kept_off(position: Position, turn: TurnRecorded) -> Outcome | None:
    """The outcome of a turn that is not to be remembered; None for any other."""
    if turn.role != "user":
        reply = _answers_unsaid(position.state, turn)
        return outcome_of(turn, "skipped", f"answers what is {OFF_RECORD}") if reply else None
    wish = unsaid(turn.content)
    if wish is None:
        return None
    if wish == "before":
        meant = spoken_before(list(position.state.turn_memories(turn.session)), turn)
        judged(position, turn, (MemoryReference(memory_id=memory.memory_id) for memory in meant), "forget")
    position.judgements.append(
        Judgement(
            slot=(OFF_RECORD_SLOT, turn.session),
            value="",
            verdict="forget",
            event_id=turn.event_id,
            offset=position.staged.offset,
            occurred_at=turn.occurred_at,
        )
    )
    return outcome_of(turn, "skipped", OFF_RECORD)


def spoken_before(turns: Sequence[Memory], turn: TurnRecorded) -> list[Memory]:
    """The last turn of the same speaker among the turn memories of its session, and what answered it."""
    said = sorted((m for m in turns if m.occurred_at <= turn.occurred_at), key=lambda memory: memory.known_from)
    own = [n for n, m in enumerate(said) if m.role == "user" and m.speaker == turn.speaker]
    return [m for n, m in enumerate(said) if own and (n == own[-1] or (n > own[-1] and m.role != "user"))]


def _answers_unsaid(state: UserState, turn: TurnRecorded) -> bool:
    spoken = state.judgements.get((OFF_RECORD_SLOT, turn.session), [])
    window = state.windows.get(turn.session, ())
    return bool(spoken) and (not window or state.memories[window[-1]].known_from < spoken[-1].offset)
