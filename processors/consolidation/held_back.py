"""Held back: claims that the gate held back in describe, until something else of their session lets them through.

With every fifth turn and where the topic changes, what a turn says for itself goes on; at the end of the session
whatever still waits does, unsure as it is, unless its turn was forgotten, hidden or overtaken meanwhile.
"""

from __future__ import annotations

from processors.consolidation.observing import turn_now
from processors.consolidation.position import Position
from processors.consolidation.slots import cosine
from schemas.events import TurnRecorded
from schemas.memories import SlotClaim

TURNS_BETWEEN = 5
"""With every fifth turn of a session what the gate held back in it goes on."""


def lets_through(position: Position, turn: TurnRecorded) -> bool:
    """Whether what the gate held back of a turn goes on at once: with every fifth turn, and where the topic changes."""
    state = position.state
    if len(state.unsummed.get(turn.session, ())) % TURNS_BETWEEN == TURNS_BETWEEN - 1:
        return True
    before = state.windows.get(turn.session, ())
    last = state.memories.get(before[-1]) if before else None
    if last is None or not last.vector or not position.staged.vector:
        return False
    return cosine(last.vector, position.staged.vector) < position.policy.unrelated_threshold


def released(position: Position, session: str) -> list[SlotClaim]:
    """What waits in a session that ends, in the order of its turns; only what is still remembered as it was said."""
    waiting = position.state.held_back.get(session, ())
    return [claim for claim in waiting if (turn := turn_now(position, claim.event_id)) and turn.status == "raw"]
