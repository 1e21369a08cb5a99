"""Filters and visibility, evaluated on one memory: the definition that every index must agree with (DESIGN §6).

The tail overlay uses it as it is; the contract suite holds the adapters to it.
"""

from __future__ import annotations

from datetime import datetime

from indexers.index import Visibility
from schemas.memories import Memory, Revision, Status
from schemas.queries import Filters, TimeRange

VISIBLE: frozenset[Status] = frozenset({"raw", "active", "provisional"})
"""Statuses that are seen without asking."""


def statuses_seen(visibility: Visibility, filters: Filters) -> frozenset[Status]:
    """The statuses that pass. Those named by the filter, else the visible ones, and superseded ones on request or when
    the question is what was true at some time; retired never."""
    if filters.status:
        return frozenset(filters.status) - {"retired"}
    return VISIBLE | {"superseded"} if visibility.superseded or filters.valid_at is not None else VISIBLE


def sees_episodes(filters: Filters) -> bool:
    """Episodes repeat the words of turns: unasked they would take their places, and change what words weigh."""
    return "episode" in filters.resolution


def revision_at(memory: Memory, offset: int) -> Revision | None:
    """The revision that held at `offset`; the oldest kept one when that was longer ago; None without history."""
    held = [revision for revision in memory.history if revision.offset <= offset]
    return held[-1] if held else next(iter(memory.history), None)


def as_known(memory: Memory, as_of: int | None) -> Memory:
    """The memory with the status, confidence, links and history that it had at offset `as_of`; None = now."""
    revision = None if as_of is None else revision_at(memory, as_of)
    if revision is None or revision is memory.history[-1]:
        return memory
    history = tuple(step for step in memory.history if step.offset <= revision.offset)
    return memory.model_copy(
        update={
            "status": revision.status,
            "confidence": revision.confidence,
            "links": revision.links,
            "history": history,
        }
    )


def is_visible(memory: Memory, visibility: Visibility, filters: Filters) -> bool:
    """Whether it may be seen at all: known by then, of a status that passes, not expired. A retired memory is hidden at
    every position; an episode is seen by who asks for episodes. `filters.valid_at` asks about another time than now, so
    expiry is then judged by `is_valid_at`."""
    if memory.status == "retired" or (visibility.as_of is not None and memory.known_from > visibility.as_of):
        return False
    if memory.resolution == "episode" and not sees_episodes(filters):
        return False
    if as_known(memory, visibility.as_of).status not in statuses_seen(visibility, filters):
        return False
    expired = memory.status != "superseded" and memory.valid_to is not None and memory.valid_to <= visibility.now
    return visibility.expired or filters.valid_at is not None or not expired


def matches(memory: Memory, visibility: Visibility, filters: Filters) -> bool:
    """Whether it may be seen and meets every condition."""
    if not is_visible(memory, visibility, filters) or not _is_valid_at(memory, filters):
        return False
    known = as_known(memory, visibility.as_of)
    if filters.min_confidence is not None and known.confidence < filters.min_confidence:
        return False
    if filters.occurred_at is not None:
        earliest, latest = filters.occurred_at.gte, filters.occurred_at.lt
        if (earliest is not None and memory.occurred_at < earliest) or (
            latest is not None and memory.occurred_at >= latest
        ):
            return False
    if filters.speaks_of is not None and not _speaks_of(memory, filters.speaks_of):
        return False
    return all(_any(wanted, found) for wanted, found in _lists(memory, filters))


def spoken_times(memory: Memory) -> tuple[tuple[datetime, datetime], ...]:
    """[start, end) of every time that a memory speaks of and that has an end."""
    return tuple((time.start, time.end) for time in memory.dimensions.times if time.end and time.start < time.end)


def is_empty(asked: TimeRange) -> bool:
    """Whether no instant lies in a range."""
    return asked.gte is not None and asked.lt is not None and asked.lt <= asked.gte


def _speaks_of(memory: Memory, asked: TimeRange) -> bool:
    return not is_empty(asked) and any(
        (asked.lt is None or start < asked.lt) and (asked.gte is None or end > asked.gte)
        for start, end in spoken_times(memory)
    )


def _is_valid_at(memory: Memory, filters: Filters) -> bool:
    moment = filters.valid_at
    if moment is None:
        return True
    if memory.status == "superseded" and memory.valid_to is None:
        # Nobody knows until when it held.
        return False
    begun = memory.valid_from is None or memory.valid_from <= moment
    return begun and (memory.valid_to is None or moment < memory.valid_to)


def _any(wanted: tuple[str, ...], found: tuple[str | None, ...]) -> bool:
    return not wanted or not set(wanted).isdisjoint(found)


def _lists(memory: Memory, filters: Filters) -> tuple[tuple[tuple[str, ...], tuple[str | None, ...]], ...]:
    entities = tuple(entity.text.casefold() for entity in memory.dimensions.entities)
    return (
        (filters.kind, (memory.kind,)),
        (filters.resolution, (memory.resolution,)),
        (filters.scope, (memory.scope,)),
        (filters.session, (memory.session,)),
        (filters.task, (memory.task,)),
        (filters.agent, (memory.agent,)),
        (filters.role, (memory.role,)),
        (filters.speaker, (memory.speaker,)),
        (tuple(text.casefold() for text in filters.entities), entities),
        (filters.intent, (memory.dimensions.intent,)),
        (filters.topics, (memory.dimensions.topic,)),
        (filters.tags, memory.tags),
        (filters.subject, (memory.subject,)),
        (filters.attribute, (memory.attribute,)),
    )
