"""Work: what a stage does with the records of one partition, and what may hold it (DESIGN §2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from aiokafka.errors import KafkaError

from schemas.errors import UnavailableError
from streams import stage_run
from streams.log import LogRecord

BACKOFF_MIN_S, BACKOFF_MAX_S = 0.2, 5.0
HOLDING = (*stage_run.HOLDING, KafkaError)
"""Waited for, and said in the health: nothing is given up because an index was deleted or a disk is full. A newer
record waits for the newer program of a rolling deploy."""
STUCK_S = 300.0
"""A batch without an answer or an error for so long will not get one: a bulk that OpenSearch leaves unanswered six
times is given back after 190 s."""
SLOW_S = 60.0
"""From here on the health names it."""


class ResumeError(UnavailableError):
    """The work stands elsewhere than it thought: it is resumed at once, and nothing is wrong."""


@dataclass(frozen=True, slots=True)
class Committed:
    """Where a group stands in a partition, and what the work noted there."""

    offset: int
    note: str = ""


class Work(Protocol):
    """What a stage does with the records of one partition. Called for several partitions at once, for one partition
    never twice at once."""

    async def resume(self, partition: int, committed: Committed | None) -> int | None:
        """Called when a partition is newly owned, and after an error. Returns the offset to begin at; None = where the
        group stands."""
        ...

    async def process(self, partition: int, records: Sequence[LogRecord]) -> Committed | None:
        """Durable when it returns; what to commit, None = everything up to here. Called again after an error, once
        resumed, and after a crash with records that were done already."""
        ...

    async def release(self, partition: int) -> None:
        """Called when a partition is another's and nothing of it is at work here any more: what is kept of it goes. It
        may never have been resumed."""
        ...


@dataclass(frozen=True, slots=True)
class Held:
    """What a stage cannot get past. `place` names it: a position in `turns` (`p3:105`), or an offset of the inbox.
    `since`: seconds of the monotonic clock."""

    partition: int
    offset: int
    place: str
    reason: str
    since: float


@dataclass(frozen=True, slots=True)
class Progress:
    """How a stage stands in this process. `lag`: records of its topic that are not done, by owned partition, where
    Kafka has told the end. `oldest_at`: POSIX time at which the oldest record in hand was written, None = nothing in
    hand. `at_work`: the batch that has been at work the longest, without an answer or an error so far. `away`: why
    nothing comes from Kafka, "" when it does."""

    stage: str
    owned: int
    lag: Mapping[int, int]
    oldest_at: float | None
    held: tuple[Held, ...]
    at_work: Held | None
    away: str


class Watched(Protocol):
    """A stage of this process, as health, metrics and the watchdog see it."""

    name: str

    def progress(self) -> Progress:
        """How it stands; called from the event loop."""
        ...

    def at_work(self) -> Held | None:
        """See Progress; called from the watchdog's thread too, so it asks nothing of any client."""
        ...
