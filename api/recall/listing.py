"""Listing: what is shown when nothing is asked: the profile, what is due, and what was said last (DESIGN §6.1)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from indexers.index import MemoryIndex, Order, Scope, Visibility
from processors.abstraction.schedule import is_due
from schemas.dimensions import TimeInterval
from schemas.memories import Kind, Memory
from schemas.queries import Filters

PROFILE_MAX = 200
"""Facts that are looked through for the profile; the most important come first."""
RECENT_MAX = 500
DUE_WITHIN = timedelta(days=14)
"""A commitment, task, goal or event this near is due; what comes again and again only at its time."""
DATED_WITHIN = timedelta(days=8)
"""The longest time that is a date in a diary: a week."""
AHEAD = timedelta(days=92)
"""What is asked for as coming up may be this far away."""
DUE_KINDS: tuple[Kind, ...] = ("commitment", "task", "event", "goal")


async def list_known(
    index: MemoryIndex, scope: Scope, visibility: Visibility, filters: Filters
) -> list[tuple[Memory, str]]:
    """Memories with the reason why they are listed (`core`, `due`, `profile`, `recent`), each once, in that order: core
    and due first, then facts by importance, then turns, the newest first."""
    facts = await _page(index, scope, visibility, filters, "importance", PROFILE_MAX)
    recent = await _page(index, scope, visibility, filters, "newest", RECENT_MAX)
    known = [memory for memory in facts if memory.resolution != "turn"]
    known += [memory for memory in recent if memory.resolution != "turn"]
    listed = [(memory, "core") for memory in known if memory.scope == "core" or memory.pinned]
    listed += [(memory, "due") for memory in sorted(known, key=_due_at) if comes_up(memory, visibility.now)]
    listed += [(memory, "profile") for memory in known]
    listed += [(memory, "recent") for memory in recent]
    reasons: dict[str, tuple[Memory, str]] = {}
    for memory, reason in listed:
        reasons.setdefault(memory.memory_id, (memory, reason))
    return list(reasons.values())


async def _page(
    index: MemoryIndex, scope: Scope, visibility: Visibility, filters: Filters, order: Order, limit: int
) -> list[Memory]:
    page = await index.list_memories(scope, visibility, filters, order=order, limit=limit, cursor="")
    return page.memories


def comes_up(memory: Memory, now: datetime) -> bool:
    """Whether something planned comes within DUE_WITHIN, or it is the time of what comes again and again."""
    if memory.schedule is not None:
        return is_due(memory, now)
    return memory.kind in DUE_KINDS and any(now <= start <= now + DUE_WITHIN for start in _starts(memory))


def lies_in(memory: Memory, asked: TimeInterval, every_year: bool) -> bool:
    """Whether something planned falls into a time, or, of one that names no year, into that time of any year."""
    if memory.schedule is not None or memory.kind not in DUE_KINDS:
        return False
    return any(
        asked.start <= moment and (asked.end is None or moment < asked.end)
        for start in _starts(memory)
        for moment in (
            (_in_year(start, asked.start.year), _in_year(start, asked.start.year + 1)) if every_year else (start,)
        )
    )


def speaks_of(turn: Memory, asked: TimeInterval | None, every_year: bool, now: datetime) -> bool:
    """Whether a turn speaks of a day within the time asked for, whenever it was said; without one, of a day that is
    still to come. What it says of years, or of a time without an end, is no date."""
    for time in turn.dimensions.times:
        if time.end is None or time.end - time.start > DATED_WITHIN:
            continue
        if asked is None:
            if turn.occurred_at <= time.start and now < time.end and time.start <= now + AHEAD:
                return True
        elif _meets(time, asked, every_year):
            return True
    return False


def _meets(time: TimeInterval, asked: TimeInterval, every_year: bool) -> bool:
    assert time.end is not None, "the caller skips what has no end"
    for shift in (0, 1) if every_year else (None,):
        year = None if shift is None else asked.start.year + shift
        start = time.start if year is None else _in_year(time.start, year)
        if start < (asked.end or datetime.max.replace(tzinfo=UTC)) and asked.start < start + (time.end - time.start):
            return True
    return False


def _starts(memory: Memory) -> list[datetime]:
    """When what is planned begins: from when it holds, else the times that it speaks of."""
    return [memory.valid_from] if memory.valid_from else [time.start for time in memory.dimensions.times]


def _in_year(moment: datetime, year: int) -> datetime:
    leap = (moment.month, moment.day) == (2, 29)
    return moment.replace(year=year, day=28 if leap else moment.day)


def _due_at(memory: Memory) -> tuple[datetime, str]:
    return (memory.valid_from or memory.occurred_at, memory.memory_id)
