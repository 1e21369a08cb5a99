"""Pending: a user's events that the log has and the index does not have yet, so that reads see one's own writes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from api.services import Services
from indexers.index import Scope
from processors.claims.off_record import unsaid
from processors.consolidation.build import memory_id
from schemas.events import (
    MemoryEdited,
    MemoryFlagged,
    MemoryForgotten,
    RecallJudged,
    SessionForgotten,
    TurnRecorded,
    UserErased,
)
from schemas.located import Located
from schemas.memories import Memory

PENDING_MAX = 200
"""Events looked at, as in recall's tail (DESIGN §6)."""


@dataclass(frozen=True, slots=True)
class Pending:
    """`events` oldest first; `complete` False = there are more than were looked at."""

    events: Sequence[Located]
    complete: bool = True

    def turns(self, session: str = "") -> list[Located]:
        """The turns that no later event forgets and that are not off the record; of one session, or of all."""
        kept: list[Located] = []
        silent: set[str] = set()
        for located in self.events:
            turn = located.event
            if not isinstance(turn, TurnRecorded) or (session and turn.session != session):
                continue
            if turn.role == "user":
                silent.discard(turn.session)
                if (wish := unsaid(turn.content)) is not None:
                    silent.add(turn.session)
                if wish == "before":
                    kept = _without_last(kept, turn)
            if turn.session in silent:
                continue
            if not self.forgets_turn(turn.event_id, turn.session, after=located.position.offset):
                kept.append(located)
        return kept

    def forgets_turn(self, event_id: str, session: str, *, after: int = -1) -> bool:
        """Whether an event above offset `after` forgets this turn, its session or its user."""
        for located in self.events:
            if located.position.offset <= after:
                continue
            match located.event:
                case MemoryForgotten(memory=reference) if event_id in reference.evidence:
                    return True
                case SessionForgotten(session=forgotten) if forgotten == session:
                    return True
                case UserErased():
                    return True
                case _:
                    pass
        return False

    def hides(self, memory: Memory) -> bool:
        """Whether an event forgets this memory, flags it away, or forgets its session or user."""
        evidence = {item.event_id for item in memory.evidence}
        for located in self.events:
            match located.event:
                case MemoryForgotten(memory=reference):
                    quoted = memory.resolution in ("turn", "episode") and not evidence.isdisjoint(reference.evidence)
                    if quoted or reference.memory_id == memory.memory_id:
                        return True
                case SessionForgotten(session=session) if session == memory.session:
                    return True
                case UserErased():
                    return True
                case _:
                    pass
        return False

    def last_touch(self, wanted: str, user_key: str) -> Located | None:
        """The last event that changes this memory, or from which it is made."""
        for located in reversed(self.events):
            match located.event:
                case (
                    MemoryEdited(memory=reference) | MemoryFlagged(memory=reference) | MemoryForgotten(memory=reference)
                ):
                    if reference.memory_id == wanted:
                        return located
                case RecallJudged(used=used, wrong=wrong):
                    if any(reference.memory_id == wanted for reference in (*used, *wrong)):
                        return located
                case TurnRecorded(event_id=event_id) if memory_id(user_key, event_id, "turn") == wanted:
                    return located
                case SessionForgotten() | UserErased():
                    return located
                case _:
                    pass
        return None


def _without_last(kept: list[Located], turn: TurnRecorded) -> list[Located]:
    """Without the last turn of this speaker in this session, and what answered it."""
    said = [one for one in kept if isinstance(one.event, TurnRecorded) and one.event.session == turn.session]
    own = [n for n, one in enumerate(said) if _spoke(one, turn)]
    gone = said[own[-1] :] if own else []
    return [one for one in kept if one not in gone]


def _spoke(located: Located, turn: TurnRecorded) -> bool:
    event = located.event
    return isinstance(event, TurnRecorded) and event.role == "user" and event.speaker == turn.speaker


async def pending(services: Services, scope: Scope) -> Pending:
    """What waits for this user."""
    watermark = await services.reading().index.watermark(services.follower.partition(scope.user_key))
    waiting = await services.follower.tail(scope.user_key, above=watermark, limit=PENDING_MAX)
    return Pending(waiting.events, waiting.complete and not waiting.away)
