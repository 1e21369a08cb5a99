"""MemoryIndex: the port to the read model, and the values that cross it (DESIGN §6).

One contract suite (tests/contract/test_index_*.py) runs against every adapter.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from schemas.memories import Memory, Outcome
from schemas.queries import Filters

Route = Literal["text", "context", "vector", "context_vector"]
ROUTES: tuple[Route, ...] = ("text", "context", "vector", "context_vector")
DEPTH = 500
"""Candidates a route returns; less loses recall (100 deep: −.3 to −1.5 points, facts of 2026)."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose memory is asked for. The adapter injects it into every statement; nothing else can widen it."""

    tenant: str
    user: str
    user_key: str


@dataclass(frozen=True, slots=True)
class Visibility:
    """Which memories may be seen. `as_of` is an offset in the user's partition: the set known at that position,
    statuses as they were then; None = now. `now` decides expiry (`valid_to` ≤ now is expired).
    `superseded` / `expired` let those through; quarantined and retired never pass, except when
    `filters.status` names quarantined explicitly (review)."""

    now: datetime
    as_of: int | None = None
    superseded: bool = False
    expired: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """One memory as it is indexed. `tokens` / `context_tokens` are analysed terms with repeats
    (indexers.analysis.tokens of content and of context). `version` = Position.version of its last change.
    Vectors live in `memory.vector` / `memory.context_vector` (float16 bytes)."""

    memory: Memory
    user_key: str
    version: int
    tokens: tuple[str, ...]
    context_tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tombstone:
    """A memory that is gone. It holds its version, so that an older write cannot bring it back."""

    memory_id: str
    user_key: str
    version: int
    reason: str


@dataclass(frozen=True, slots=True)
class EventOutcome:
    """What became of the event at `offset` (an id can stand at several offsets: the later ones are duplicates)."""

    user_key: str
    offset: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class IndexBatch:
    """Changes of one partition in order, and the offset in `turns` up to which they are complete.
    `watermark` is stored after (distributed) or in the same transaction as (embedded) the changes."""

    epoch: int
    partition: int
    changes: Sequence[Document | Tombstone]
    watermark: int
    outcomes: Sequence[EventOutcome] = ()


@dataclass(frozen=True, slots=True)
class Rejected:
    """A document that the index refused for good."""

    memory_id: str
    reason: str


@dataclass(frozen=True, slots=True)
class CandidateQuery:
    """What the routes look for. `terms`: analysed query terms (at most 64). `vector`: (dim,) float32, unit length,
    or None when there is nothing to embed. `overlay`: documents not yet indexed (the tail), `hidden`: ids that the tail
    removes; both count as if they were in the index."""

    scope: Scope
    visibility: Visibility
    filters: Filters = field(default_factory=Filters)
    terms: tuple[str, ...] = ()
    vector: NDArray[np.float32] | None = None
    depth: int = DEPTH
    overlay: tuple[Document, ...] = ()
    hidden: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Candidates:
    """The union of what the routes found, as parallel arrays of length n, ordered by memory id.

    `scores[route]`: (n,) float64, NaN where the route did not return the row: BM25 with the user's own statistics for
    text and context, cosine for the vector routes. `occurred_at`: POSIX seconds. `speakers`: the user's distinct
    speakers (at most 50, most frequent first). `order`: (n,) offset at which each was first known, so how turns came.
    `facets`: (n,) uint8, see indexers.facets. `statistics`: route → (documents, total length, document frequency per
    term). `watermark`: offset in the user's partition up to which the answer is complete, -1 = none.
    """

    ids: list[str]
    sessions: list[str]
    speaker: list[str]
    resolution: list[str]
    kind: list[str]
    status: list[str]
    occurred_at: NDArray[np.float64]
    importance: NDArray[np.float64]
    confidence: NDArray[np.float64]
    reinforced: NDArray[np.float64]
    asks: NDArray[np.bool_]
    answers: NDArray[np.bool_]
    order: NDArray[np.int64]
    facets: NDArray[np.uint8]
    scores: dict[Route, NDArray[np.float64]]
    speakers: tuple[str, ...]
    watermark: int
    statistics: Mapping[str, tuple[int, float, Mapping[str, int]]]
    length: NDArray[np.float64] | None = None
    """(n,) number of terms of the memory's own text (what BM25 divides by); None = the adapter cannot tell."""


Order = Literal["newest", "oldest", "importance"]


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a listing, and the cursor of the next one ('' = the end)."""

    memories: list[Memory]
    next_cursor: str


@dataclass(frozen=True, slots=True)
class Digest:
    """An order-free digest of a generation: Σ H(id, status, content, position) mod 2^128, and the count."""

    count: int
    value: str


@dataclass(frozen=True, slots=True)
class SessionSummary:
    session: str
    turns: int
    first_at: datetime
    last_at: datetime


class MemoryIndex(Protocol):
    """The read model of one generation. Raises UnavailableError when the server or disk is away, IndexMissingError and
    ConfigurationError when it does not fit; reads never write."""

    async def apply(self, batch: IndexBatch) -> list[Rejected]:
        """Called by the index stage with complete positions, at least once. Idempotent: a lower version never replaces
        a higher one. Returns the documents that were refused for good; all others are durable."""
        ...

    async def candidates(self, query: CandidateQuery) -> Candidates:
        """Called once per recall: all routes at once, filtered inside, `depth` deep each."""
        ...

    async def get(self, scope: Scope, ids: Sequence[str]) -> dict[str, Memory]:
        """Hydrate memories by id, whatever their status but retired; unknown or foreign ids are absent."""
        ...

    async def list_memories(
        self, scope: Scope, visibility: Visibility, filters: Filters, *, order: Order, limit: int, cursor: str
    ) -> Page:
        """One page in a stable order: equal times or importances by `known_from` (oldest: ascending, else descending),
        then by id. A malformed cursor raises InvalidInputError."""
        ...

    async def count(self, scope: Scope) -> Mapping[str, int]:
        """Memories of a user by status (tombstones are not counted)."""
        ...

    async def erase(self, scope: Scope, *, upto_version: int) -> int:
        """Physically remove everything of a user (text, vectors, caches); returns how many. Idempotent."""
        ...

    async def outcomes(self, scope: Scope, event_id: str) -> list[EventOutcome]:
        """Every outcome of the events with this id, in order of offset; [] = not processed yet."""
        ...

    async def users(self, tenant: str, *, limit: int, cursor: str) -> tuple[list[tuple[str, int]], str]:
        """(user, number of memories) pairs of a tenant in name order, and the next cursor."""
        ...

    async def sessions(self, scope: Scope) -> list[SessionSummary]:
        """The user's sessions that have memories, newest first."""
        ...

    async def watermark(self, partition: int) -> int:
        """Offset in `turns` up to which this partition is complete, -1 = nothing yet."""
        ...

    async def digest(self) -> Digest:
        """Over everything visible in this generation; equal after a rebuild from the log."""
        ...

    def scan(self, scope: Scope) -> AsyncIterator[Memory]:
        """Every memory of a user in id order, vectors included (export, erase proof)."""
        ...

    async def close(self) -> None: ...
