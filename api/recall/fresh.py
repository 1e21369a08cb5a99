"""Fresh: the moment that a question is asked at, and what the log holds beyond the index (DESIGN §6, freshness)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from api.ports import Follower
from api.recall.sources import Sources
from api.recall.tail import TAIL_MAX, WINDOW, Tail, make_tail, texts_of, turns_of
from indexers.index import MemoryIndex, Scope, Visibility
from processors.consolidation.build import memory_id
from schemas.errors import InvalidInputError
from schemas.located import Located, UserTail
from schemas.memories import Memory
from schemas.position import Position, parse_position
from schemas.queries import Filters, Freshness, SearchQuery, TimeRange
from schemas.records import to_utc, utc_text

LOG = "log"
"""Named in `freshness.missing` when the log could not be asked: what was written last may not be in the answer."""
LAST_SAID = 500
"""Turns looked at for the last position of what had been said by a time: an import need not be in order."""
FACTS = "facts of the newest turns"
"""Named in `freshness.missing` when turns are in the answer as they were said, and what follows from them, new facts or
the end of old ones, is not."""


@dataclass(frozen=True, slots=True)
class Moment:
    """`as_of`: offset in the user's partition, None = now. `now`: the time that the question counts from. `said_by`:
    what was said later is out of the question, though it may have been recorded before."""

    now: datetime
    as_of: int | None = None
    said_by: datetime | None = None

    def hears(self, memory: Memory) -> bool:
        """Whether a memory had been said by then, as far as its place in the log does not tell."""
        return self.said_by is None or memory.first_seen <= self.said_by


@dataclass(frozen=True, slots=True)
class Fresh:
    """The tail to merge, and how complete the answer is with it."""

    tail: Tail
    freshness: Freshness


async def moment_asked(query: SearchQuery, sources: Sources, now: datetime) -> Moment:
    """Resolve `as_of` and `reference_time`. A token is its position. A time is the last position recorded by then; or,
    where nothing of the user had been because it was imported later, the last position of what had been said by then.
    Raises InvalidInputError for an `as_of` that is neither a time nor a position of this user's partition."""
    if query.as_of is None:
        return Moment(query.reference_time or now)
    scope, index, follower = sources.scope, sources.index, sources.follower
    if follower is None:
        raise InvalidInputError("as_of needs the log, which this server does not follow", field="as_of")
    try:
        at = datetime.fromisoformat(query.as_of)
    except ValueError:
        position = _own_position(query.as_of, scope, follower, field="as_of")
        record = await follower.record(scope.user_key, position.offset)
        return Moment(query.reference_time or (record.recorded_at if record is not None else now), position.offset)
    try:
        at = to_utc(at)
    except ValueError as error:
        raise InvalidInputError(f"as_of: {error}", field="as_of") from error
    now = query.reference_time or at
    recorded = await follower.offset_at(scope.user_key, utc_text(at))
    if recorded >= 0 and await _newest(index, scope, Visibility(now=at, as_of=recorded), Filters(), limit=1):
        return Moment(now, recorded)
    return Moment(now, await _last_said_by(index, follower, scope, at), said_by=at)


async def _last_said_by(index: MemoryIndex, follower: Follower, scope: Scope, at: datetime) -> int:
    """The last offset of the user among what was said last by then, the log's tail included; -1 = nothing was."""
    before = Filters(occurred_at=TimeRange(lt=at + timedelta(microseconds=1)), resolution=("turn",))
    said = await _newest(index, scope, Visibility(now=at), before, limit=LAST_SAID)
    _, waiting = await _beyond(index, follower, scope, follower.partition(scope.user_key))
    heard = [one.position.offset for one in waiting.events if one.event.occurred_at <= at]
    return max([*(memory.known_from for memory in said), *heard], default=-1)


async def _newest(
    index: MemoryIndex, scope: Scope, visibility: Visibility, filters: Filters, *, limit: int
) -> list[Memory]:
    everything = replace(visibility, superseded=True, expired=True)
    page = await index.list_memories(scope, everything, filters, order="newest", limit=limit, cursor="")
    return page.memories


async def fresh(query: SearchQuery, sources: Sources, moment: Moment) -> Fresh:
    """Take what the index lacks from the log's tail, at most 200 events. Only for a write, named by `after`, that
    neither of them has, an answer waits, and never longer than `wait_ms`; what is missing then makes it
    `complete: false`."""
    scope, index, follower = sources.scope, sources.index, sources.follower
    if follower is None:
        return Fresh(Tail(), Freshness(complete=query.after is None))
    partition = follower.partition(scope.user_key)
    after = None if query.after is None else _own_position(query.after, scope, follower, field="after")
    wait_s = query.wait_ms / 1_000
    if after is not None and follower.soon_s:
        await follower.wait_indexed(after, min(wait_s, follower.soon_s))
    watermark, waiting = await _beyond(index, follower, scope, partition)
    if after is not None and not _has(after, watermark, waiting):
        await follower.wait_indexed(after, max(0.0, wait_s - follower.soon_s))
        watermark, waiting = await _beyond(index, follower, scope, partition)
    # A position that the log does not have, like one from before a restore, is not there, and that is said.
    complete = waiting.complete and not waiting.away and (after is None or _has(after, watermark, waiting))
    events = [one for one in waiting.events if moment.as_of is None or one.position.offset <= moment.as_of]
    tail = await _tail(events, sources, moment, watermark=watermark, complete=complete)
    token = Position(sources.epoch, partition, watermark).token if watermark >= 0 else ""
    missing = ((LOG,) if waiting.away else ()) + ((FACTS,) if tail.overlay else ())
    return Fresh(tail, Freshness(complete=complete, watermark=token, tail=tail.events, missing=missing))


async def _beyond(index: MemoryIndex, follower: Follower, scope: Scope, partition: int) -> tuple[int, UserTail]:
    """How far the index is, and the user's events beyond that."""
    watermark = await index.watermark(partition)
    return watermark, await follower.tail(scope.user_key, above=watermark, limit=TAIL_MAX)


def _has(position: Position, watermark: int, waiting: UserTail) -> bool:
    return position.offset <= watermark or (waiting.complete and position.offset <= waiting.reached)


async def _tail(events: Sequence[Located], sources: Sources, moment: Moment, *, watermark: int, complete: bool) -> Tail:
    if not events:
        return Tail(complete=complete)
    scope, index = sources.scope, sources.index
    turns = turns_of(events)
    texts = list(dict.fromkeys(texts_of(events)))
    sessions = tuple(dict.fromkeys(turn.session for turn in turns))
    embedded, known, windows = await asyncio.gather(
        sources.tail_vectors.of(texts),
        index.get(scope, [memory_id(scope.user_key, turn.event_id, "turn") for turn in turns]),
        asyncio.gather(*(_window(index, scope, session, moment) for session in sessions)),
    )
    return make_tail(
        events,
        user_key=scope.user_key,
        vectors=dict(zip(texts, embedded, strict=True)),
        windows=dict(zip(sessions, windows, strict=True)),
        # An index may know a document by its id before its searches find it; the tail shows it until they surely do.
        known=frozenset(name for name, memory in known.items() if memory.known_from <= watermark),
        model=sources.profile.name,
        complete=complete,
    )


async def _window(index: MemoryIndex, scope: Scope, session: str, moment: Moment) -> list[Memory]:
    """The last turns of the session that the index has, oldest first."""
    page = await index.list_memories(
        scope,
        Visibility(now=moment.now, as_of=moment.as_of, expired=True),
        Filters(session=(session,), resolution=("turn",)),
        order="newest",
        limit=WINDOW,
        cursor="",
    )
    return list(reversed(page.memories))


def _own_position(token: str, scope: Scope, follower: Follower, *, field: str) -> Position:
    try:
        position = parse_position(token)
    except InvalidInputError as error:
        raise InvalidInputError(error.message, hint=error.hint, field=field) from error
    if position.partition != follower.partition(scope.user_key):
        raise InvalidInputError(
            f"{token!r} is a position of another user: this user's events are in partition "
            f"{follower.partition(scope.user_key)}",
            field=field,
        )
    return position
