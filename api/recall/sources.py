"""Sources: what one recall reads from, and how."""

from __future__ import annotations

from dataclasses import dataclass, field

from api.ports import Follower
from api.recall.learned import Learned
from api.recall.parse import TimeReader, time_reader
from api.recall.speakers import KnownSpeakers
from api.recall.tail import TailVectors, Vectors
from indexers.index import MemoryIndex, Scope
from processors.activity import ActivityPolicy, shipped_activity
from processors.ports import Embedder, EmbedderProfile


@dataclass(frozen=True, slots=True)
class Sources:
    """`read_time` finds the range of time in a question; `vectors` embeds the tail, once when the same are passed each
    time; `speakers` outlives a recall too, and saves the next one of a user an answer of the index; `policy` says how
    memories fade, `learned` what was fitted here."""

    scope: Scope
    index: MemoryIndex
    embedder: Embedder
    follower: Follower | None = None
    generation: int = 1
    epoch: int = 1
    read_time: TimeReader = field(default_factory=time_reader)
    vectors: Vectors | None = None
    speakers: KnownSpeakers = field(default_factory=KnownSpeakers)
    policy: ActivityPolicy = field(default_factory=shipped_activity)
    learned: Learned | None = None

    @property
    def profile(self) -> EmbedderProfile:
        return self.embedder.profile

    @property
    def tail_vectors(self) -> Vectors:
        """Those that were passed, else new ones."""
        return self.vectors if self.vectors is not None else TailVectors(self.embedder)
