"""Turns: recording them, and reading them back with what became of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pydantic import JsonValue

from api.pending import Pending, pending
from api.services import Services
from indexers.index import EventOutcome, MemoryIndex, Scope, Visibility
from processors.admission import admit_id, admit_turn
from processors.consolidation.build import memory_id
from schemas.errors import InvalidInputError, NotFoundError
from schemas.events import Attachment, Role, Trust, TurnRecorded
from schemas.letters import redrive_id
from schemas.located import Located
from schemas.memories import MemoryPut
from schemas.position import Position
from schemas.queries import Filters
from schemas.topics import TURNS

INLINE_CHARACTERS_MAX = 8_000
"""Text that is admitted on the event loop, about a millisecond; more goes to a thread."""
SAMPLE_EVERY_S = 5.0
"""Between two writes whose way into the index is timed: waiting for it asks OpenSearch ten times a second."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """One turn as a caller sends it, not yet admitted. `event_id` "" = make one."""

    role: Role
    content: str
    event_id: str = ""
    occurred_at: datetime | None = None
    speaker: str = ""
    agent: str = ""
    task: str = ""
    turn_index: int | None = None
    timezone: str = "UTC"
    language: str = ""
    source: str = ""
    trust: Trust = "trusted"
    recalled: tuple[str, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    tags: tuple[str, ...] = ()
    metadata: dict[str, JsonValue] | None = None


@dataclass(frozen=True, slots=True)
class Accepted:
    """Events that are durable: their ids and positions in the order sent."""

    ids: list[str]
    positions: list[Position]

    @property
    def last(self) -> Position:
        """The highest position: waiting for it waits for all."""
        return max(self.positions)


@dataclass(frozen=True, slots=True)
class FoundTurn:
    """A turn, where it stands, and what became of each event with its id ([] = not processed yet), the last redrive
    first."""

    located: Located
    turn: TurnRecorded
    memory_id: str
    outcomes: Sequence[EventOutcome]


@dataclass(frozen=True, slots=True)
class ListedTurns:
    """One page, and the cursor of the next. `complete` False: more turns wait for the index than are looked at."""

    turns: list[FoundTurn]
    next_cursor: str
    complete: bool


async def record(services: Services, tenant: str, user: str, session: str, turns: Sequence[Utterance]) -> Accepted:
    """Append turns of one session, all or none. Raises InvalidInputError and its kinds naming `turns.<i>.<field>`."""
    user, session = admit_id(user, field="user"), admit_id(session, field="session")
    now = services.now()
    named = [turn.event_id or services.new_id() for turn in turns]
    if sum(len(turn.content) for turn in turns) <= INLINE_CHARACTERS_MAX:
        events = _admit_all(turns, named, tenant, user, session, now)
    else:
        events = await asyncio.to_thread(_admit_all, turns, named, tenant, user, session, now)
    positions = await services.sink.append(events)
    services.metrics.turns.inc(len(events))
    accepted = Accepted([event.event_id for event in events], positions)
    _sample_searchable(services, accepted.last)
    return accepted


async def find(services: Services, scope: Scope, event_id: str, *, wait_s: float = 0.0) -> FoundTurn:
    """One turn. Waits up to `wait_s` for its outcome. Raises NotFoundError, also for a forgotten one."""
    located = await services.follower.event(scope.user_key, event_id)
    if located is None or not isinstance(located.event, TurnRecorded):
        raise _no_turn(event_id)
    if wait_s:
        await services.follower.wait_indexed(located.position, wait_s)
    waiting = await pending(services, scope)
    found = await readable(services, scope, located, waiting)
    if found is None:
        raise _no_turn(event_id)
    return found


async def listed(
    services: Services,
    scope: Scope,
    *,
    session: str,
    order: Literal["newest", "oldest"],
    limit: int,
    cursor: str,
) -> ListedTurns:
    """One page of the turns of a user or session. Turns that the index does not have yet stand at their end of the
    listing: first when newest come first, last otherwise."""
    waiting = await pending(services, scope)
    filters = Filters(resolution=("turn",), session=(session,) if session else ())
    page = await services.reading().index.list_memories(
        scope,
        Visibility(now=services.now(), superseded=True, expired=True),
        filters,
        order=order,
        limit=limit,
        cursor=cursor,
    )
    ids = [memory.evidence[0].event_id for memory in page.memories if not waiting.hides(memory)]
    located = await asyncio.gather(*(services.follower.event(scope.user_key, event_id) for event_id in ids))
    entries = [entry for entry in located if entry is not None]
    at_their_end = not cursor if order == "newest" else not page.next_cursor
    if at_their_end:
        known = set(ids)
        fresh = [entry for entry in waiting.turns(session) if entry.event.event_id not in known]
        entries = [*reversed(fresh), *entries] if order == "newest" else [*entries, *fresh]
    found = await asyncio.gather(*(readable(services, scope, entry, waiting) for entry in entries))
    shown = [turn for turn in found if turn is not None]
    return ListedTurns(shown, page.next_cursor, not at_their_end or waiting.complete)


async def readable(services: Services, scope: Scope, located: Located, waiting: Pending) -> FoundTurn | None:
    """None when the turn was forgotten: its words are in the log until its keys go, but nobody is shown them."""
    turn = located.event
    assert isinstance(turn, TurnRecorded)
    if waiting.forgets_turn(turn.event_id, turn.session, after=located.position.offset):
        return None
    index = services.reading().index
    identity = memory_id(scope.user_key, turn.event_id, "turn")
    outcomes = await last_try_first(index, scope, located.position.partition, turn.event_id)
    if not outcomes:
        return FoundTurn(located, turn, "", outcomes)
    if identity in await index.get(scope, [identity]):
        return FoundTurn(located, turn, identity, outcomes)
    # It has no memory: either it never had one, or it was forgotten. What was done at its position tells.
    record = await services.follower.record(scope.user_key, located.position.offset)
    changes = record.changes if record is not None else ()
    if any(isinstance(change, MemoryPut) and change.memory.memory_id == identity for change in changes):
        return None
    return FoundTurn(located, turn, "", outcomes)


async def last_try_first(index: MemoryIndex, scope: Scope, partition: int, event_id: str) -> list[EventOutcome]:
    """The outcomes of an event, and before those of a turn that was given up what its redrives came to."""
    tries = await index.outcomes(scope, event_id)
    while tries and tries[0].outcome.state == "dead-lettered":
        again = await index.outcomes(scope, redrive_id(TURNS, partition, tries[0].offset))
        if not again:
            break
        tries.insert(0, again[0])
    return tries


def _admit_all(
    turns: Sequence[Utterance], ids: Sequence[str], tenant: str, user: str, session: str, now: datetime
) -> list[TurnRecorded]:
    events = []
    for index, (turn, event_id) in enumerate(zip(turns, ids, strict=True)):
        try:
            events.append(_admit(turn, event_id, tenant, user, session, now))
        except InvalidInputError as error:
            error.field = f"turns.{index}.{error.field}" if error.field else f"turns.{index}"
            raise
    return events


def _admit(turn: Utterance, event_id: str, tenant: str, user: str, session: str, now: datetime) -> TurnRecorded:
    return admit_turn(
        event_id=event_id,
        tenant=tenant,
        user=user,
        session=session,
        role=turn.role,
        content=turn.content,
        recorded_at=now,
        occurred_at=turn.occurred_at,
        speaker=turn.speaker,
        agent=turn.agent,
        task=turn.task,
        turn_index=turn.turn_index,
        timezone=turn.timezone,
        language=turn.language,
        source=turn.source,
        trust=turn.trust,
        recalled=turn.recalled,
        attachments=turn.attachments,
        tags=turn.tags,
        metadata=turn.metadata,
    )


def _no_turn(event_id: str) -> NotFoundError:
    return NotFoundError(
        f"this user has no turn {event_id[:100]!r}", hint="it was never recorded, or it was forgotten", field="event_id"
    )


_sampling: set[asyncio.Task[None]] = set()


def _sample_searchable(services: Services, position: Position) -> None:
    if _sampling:
        return
    task = asyncio.create_task(_time_until_searchable(services, position))
    _sampling.add(task)
    task.add_done_callback(_sampling.discard)


async def _time_until_searchable(services: Services, position: Position) -> None:
    loop = asyncio.get_running_loop()
    begun = loop.time()
    if await services.follower.wait_indexed(position, 60.0):
        services.metrics.searchable_seconds.observe(loop.time() - begun)
    await asyncio.sleep(begun + SAMPLE_EVERY_S - loop.time())
