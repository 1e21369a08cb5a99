"""Services: everything that the API stands on, put together by `mnemolog.wiring`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from api.callers import KeyBook
from api.jobs import Jobs
from api.locks import Locks
from api.metrics import Metrics
from api.ports import DeadLetterBox, EventSink, Follower, Generations
from api.recall.learned import Learned
from api.recall.parse import TimeReader
from api.recall.speakers import KnownSpeakers
from api.recall.tail import Vectors
from api.recalls import RecallArchive
from indexers.index import MemoryIndex, Scope
from processors.activity import ActivityPolicy
from processors.ports import Embedder
from schemas.position import Position


@dataclass(frozen=True, slots=True)
class Reading:
    """What is read now: the index of the live generation, the embedder that it was made with, and how its memories
    fade. Asked for once per request, because a promotion changes them together between two."""

    index: MemoryIndex
    generation: int
    embedder: Embedder
    vectors: Vectors
    activity: ActivityPolicy


@dataclass(frozen=True, slots=True)
class Services:
    """`epoch`: the log epoch of positions. `now` and `new_id` are the only clock and randomness of the API."""

    sink: EventSink
    follower: Follower
    reading: Callable[[], Reading]
    generations: Generations
    read_time: TimeReader
    keys: KeyBook
    recalls: RecallArchive
    letters: DeadLetterBox
    epoch: int
    now: Callable[[], datetime]
    new_id: Callable[[], str]
    jobs: Jobs
    metrics: Metrics
    locks: Locks = field(default_factory=Locks)
    speakers: KnownSpeakers = field(default_factory=KnownSpeakers)
    learned: Learned | None = None

    def scope(self, tenant: str, user: str) -> Scope:
        """Whose memory a request is about."""
        return Scope(tenant=tenant, user=user, user_key=self.follower.user_key(tenant, user))

    def position(self, scope: Scope, offset: int) -> Position:
        """The position at an offset of the user's partition."""
        return Position(self.epoch, self.follower.partition(scope.user_key), offset)
