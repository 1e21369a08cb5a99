"""Sessions: the conversations of a user, what is going on in one, and forgetting one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from api.pending import pending
from api.recall.lines import count_tokens
from api.services import Services
from api.turns import FoundTurn
from api.turns import listed as listed_turns
from indexers.index import Scope, SessionSummary, Visibility
from schemas.errors import NotFoundError
from schemas.events import SessionForgotten, TurnRecorded
from schemas.position import Position
from schemas.queries import Filters

WORKING_TURNS_MAX = 20
"""Turns of the working memory (DESIGN §5: the last 20; earlier ones are summed up)."""
SUMMARY_SHARE = 0.25
"""Part of the budget that the summary of earlier turns may take."""
EARLIER_MAX = 200
SUMMARY_LINES_MAX = 8


@dataclass(frozen=True, slots=True)
class Working:
    """What is going on in a session. `summary`: the weightiest earlier turns, as said, oldest first; `earlier`: how
    many turns stand before `turns`."""

    session: str
    summary: list[str]
    earlier: int
    turns: list[FoundTurn]
    tokens: int


@dataclass(frozen=True, slots=True)
class Forgotten:
    """An appended forget. `memories`: how many went; None when it was not carried out in time."""

    event_id: str
    position: Position
    memories: int | None


async def all_sessions(services: Services, scope: Scope) -> list[SessionSummary]:
    """The user's sessions, newest first; those whose turns are not indexed yet included, forgotten ones left out."""
    waiting = await pending(services, scope)
    summaries = {
        summary.session: summary
        for summary in await services.reading().index.sessions(scope)
        if summary.session and not waiting.forgets_turn("", summary.session)
    }
    for located in waiting.turns():
        turn = located.event
        assert isinstance(turn, TurnRecorded)
        known = summaries.get(turn.session, SessionSummary(turn.session, 0, turn.occurred_at, turn.occurred_at))
        summaries[turn.session] = replace(
            known,
            turns=known.turns + 1,
            first_at=min(known.first_at, turn.occurred_at),
            last_at=max(known.last_at, turn.occurred_at),
        )
    return sorted(summaries.values(), key=lambda summary: (summary.last_at, summary.session), reverse=True)


async def one_session(services: Services, scope: Scope, session: str) -> SessionSummary:
    """Raises NotFoundError."""
    for summary in await all_sessions(services, scope):
        if summary.session == session:
            return summary
    raise NotFoundError(f"this user has no session {session[:100]!r}", field="session")


async def working(services: Services, scope: Scope, session: str, *, max_tokens: int) -> Working:
    """The last turns that fit, newest kept, and a summary of what stands before them. Raises NotFoundError."""
    summary = await one_session(services, scope, session)
    listed = await listed_turns(services, scope, session=session, order="newest", limit=WORKING_TURNS_MAX, cursor="")
    recent = listed.turns
    budget = max_tokens - int(max_tokens * SUMMARY_SHARE) if summary.turns > len(recent) else max_tokens
    turns: list[FoundTurn] = []
    spent = 0
    for found in recent[:WORKING_TURNS_MAX]:
        cost = count_tokens(found.turn.content)
        if spent + cost > budget:
            break
        turns.insert(0, found)
        spent += cost
    earlier = max(0, summary.turns - len(turns))
    lines: list[str] = []
    if earlier:
        lines = await _summary(services, scope, session, {found.memory_id for found in turns}, max_tokens - spent)
    return Working(session, lines, earlier, turns, spent + sum(count_tokens(line) for line in lines))


async def forget(services: Services, scope: Scope, session: str, *, wait_s: float) -> Forgotten:
    """Forget a session for good: its turns, what rests on them alone, and its keys. Raises NotFoundError."""
    await one_session(services, scope, session)
    now = services.now()
    event = SessionForgotten(
        event_id=services.new_id(),
        tenant=scope.tenant,
        user=scope.user,
        occurred_at=now,
        recorded_at=now,
        session=session,
    )
    [position] = await services.sink.append([event])
    if wait_s and await services.follower.wait_indexed(position, wait_s):
        record = await services.follower.record(scope.user_key, position.offset)
        await services.follower.destroy_session(scope.tenant, scope.user, session)
        return Forgotten(event.event_id, position, record.outcome.memories if record is not None else None)
    return Forgotten(event.event_id, position, None)


async def _summary(services: Services, scope: Scope, session: str, shown: set[str], budget: int) -> list[str]:
    """Extractive: the most important earlier turns that fit, in the order in which they were said."""
    waiting = await pending(services, scope)
    page = await services.reading().index.list_memories(
        scope,
        Visibility(now=services.now(), expired=True),
        Filters(session=(session,), resolution=("turn",)),
        order="importance",
        limit=EARLIER_MAX,
        cursor="",
    )
    chosen, spent = [], 0
    for memory in page.memories:
        if memory.memory_id in shown or waiting.hides(memory):
            continue
        line = f"{memory.speaker or memory.role}: {memory.content}"
        cost = count_tokens(line)
        if spent + cost > budget:
            continue
        spent += cost
        chosen.append((memory.occurred_at, memory.offset, line))
        if len(chosen) == SUMMARY_LINES_MAX:
            break
    return [line for _, _, line in sorted(chosen)]
