"""Sessions: the conversations of a user, what is going on in one, closing and forgetting one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from api.pending import pending
from api.recall.lines import count_tokens
from api.services import Services
from api.turns import FoundTurn
from api.turns import listed as listed_turns
from indexers.index import Order, Scope, SessionSummary, Visibility
from schemas.errors import NotFoundError
from schemas.events import SessionClosed, SessionForgotten, TurnRecorded
from schemas.memories import Evidence, Memory
from schemas.position import Position
from schemas.queries import Filters

WORKING_TURNS_MAX = 20
"""Turns of the working memory (DESIGN §5: the last 20; earlier ones are summed up)."""
SUMMARY_SHARE = 0.25
"""Part of the budget that the summary of earlier turns may take."""
EARLIER_MAX = 200
SUMMARY_LINES_MAX = 8
EPISODES_MAX = 20
"""Episodes that a summary is taken from, the latest: of a longer session the beginning is found by search."""


@dataclass(frozen=True, slots=True)
class Working:
    """What is going on in a session. `summary`: what was said before `turns`, oldest first, from the session's episodes
    and, of what these do not tell, the weightiest turns; `earlier`: how many turns stand before `turns`."""

    session: str
    summary: list[str]
    earlier: int
    turns: list[FoundTurn]
    tokens: int


@dataclass(frozen=True, slots=True)
class Closed:
    """An appended end of a session. `applied`: it was carried out in time."""

    event_id: str
    position: Position
    applied: bool


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
        lines = await _summary(services, scope, session, turns, max_tokens - spent)
    return Working(session, lines, earlier, turns, spent + sum(count_tokens(line) for line in lines))


async def close(services: Services, scope: Scope, session: str, *, wait_s: float) -> Closed:
    """Say that a session has ended, so that it is summed up. Raises NotFoundError."""
    await one_session(services, scope, session)
    event_id, position = await _say(services, scope, SessionClosed, session)
    applied = bool(wait_s) and await services.follower.wait_indexed(position, wait_s)
    return Closed(event_id, position, applied)


async def forget(services: Services, scope: Scope, session: str, *, wait_s: float) -> Forgotten:
    """Forget a session for good: its turns, what rests on them alone, and its keys. Raises NotFoundError."""
    await one_session(services, scope, session)
    event_id, position = await _say(services, scope, SessionForgotten, session)
    if wait_s and await services.follower.wait_indexed(position, wait_s):
        record = await services.follower.record(scope.user_key, position.offset)
        await services.follower.destroy_session(scope.tenant, scope.user, session)
        return Forgotten(event_id, position, record.outcome.memories if record is not None else None)
    return Forgotten(event_id, position, None)


async def _say(
    services: Services, scope: Scope, what: type[SessionClosed] | type[SessionForgotten], session: str
) -> tuple[str, Position]:
    """Append what happened to a session; returns the event's id and position."""
    now, event_id = services.now(), services.new_id()
    event = what(
        event_id=event_id, tenant=scope.tenant, user=scope.user, occurred_at=now, recorded_at=now, session=session
    )
    [position] = await services.sink.append([event])
    return event_id, position


async def _summary(services: Services, scope: Scope, session: str, shown: list[FoundTurn], budget: int) -> list[str]:
    """Extractive: what the session's episodes quote, the latest first, then the most important earlier turns that no
    episode tells, as far as they fit; in the order in which they were said."""
    waiting = await pending(services, scope)
    index, seen = services.reading().index, Visibility(now=services.now(), expired=True)

    async def listed(filters: Filters, order: Order, limit: int) -> list[Memory]:
        page = await index.list_memories(scope, seen, filters, order=order, limit=limit, cursor="")
        return [memory for memory in page.memories if not waiting.hides(memory)]

    episodes = await listed(Filters(session=(session,), resolution=("episode",)), "newest", EPISODES_MAX)
    turns = await listed(Filters(session=(session,), resolution=("turn",)), "importance", EARLIER_MAX)
    in_full = {found.turn.event_id for found in shown}
    told = {evidence.event_id for episode in episodes for evidence in episode.evidence}
    parts = [
        (evidence.occurred_at, evidence.offset, text)
        for episode in episodes
        for evidence, text in quotes(episode)
        if evidence.event_id not in in_full
    ]
    untold = [turn for turn in turns if turn.evidence[0].event_id not in told | in_full]
    parts += [(m.occurred_at, m.offset, f"{m.speaker or m.role}: {m.content}") for m in untold[:SUMMARY_LINES_MAX]]
    chosen, spent = [], 0
    for part in parts:
        cost = count_tokens(part[2])
        if spent + cost <= budget:
            spent += cost
            chosen.append(part)
    return [line for _, _, line in sorted(chosen)]


def quotes(episode: Memory) -> list[tuple[Evidence, str]]:
    """The lines of an episode with the turn that each quotes: those of its evidence whose words it shows, in order."""
    shown = [evidence for evidence in episode.evidence if evidence.end > evidence.start]
    return list(zip(shown, episode.content.split("\n"), strict=False))
