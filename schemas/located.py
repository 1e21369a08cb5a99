"""Events with their places, and how far the stages have come: what runtimes tell the API."""

from __future__ import annotations

from dataclasses import dataclass

from schemas.events import Event
from schemas.position import Position


@dataclass(frozen=True, slots=True)
class Located:
    """An event and where it stands."""

    position: Position
    event: Event


@dataclass(frozen=True, slots=True)
class UserTail:
    """A user's events above some offset, oldest first. `complete`: these are all of them up to `reached`, the offset in
    the user's partition that was looked at. `away`: the log could not be asked for its end, so that newer events may
    stand there."""

    events: tuple[Located, ...]
    complete: bool
    reached: int
    away: bool = False


@dataclass(frozen=True, slots=True)
class PartitionLag:
    """How far each step is behind the end of `turns` in one partition. `oldest_age_s`: age of the oldest waiting
    event, 0 when nothing waits."""

    partition: int
    end: int
    processed: int
    indexed: int
    oldest_age_s: float
