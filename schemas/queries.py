"""Queries: what recall is asked and what it answers (DESIGN §6, §8). One filter grammar everywhere."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from schemas.dimensions import Intent, TimeInterval, Topic
from schemas.events import Role
from schemas.memories import Kind, Memory, MemoryScope, Resolution, Status
from schemas.records import Record, UtcTime

LIMIT_DEFAULT = 10
LIMIT_MAX = 100
LIST_LIMIT_DEFAULT = 50
LIST_LIMIT_MAX = 500
QUERY_CHARACTERS_MAX = 4_000
"""A longer query is cut here and the answer says `truncated`."""
Recipe = Literal["g", "weighted"]


class TimeRange(Record):
    """Half-open: from `gte` on, before `lt`."""

    gte: UtcTime | None = Field(default=None, description="Earliest instant, inclusive.")
    lt: UtcTime | None = Field(default=None, description="Latest instant, exclusive.")


class Filters(Record):
    """All given conditions must hold; within a list, any. An unknown key is an error, never ignored."""

    kind: tuple[Kind, ...] = Field(default=(), description="Kinds of memory.")
    resolution: tuple[Resolution, ...] = Field(default=(), description="turn, episode, fact or procedure.")
    scope: tuple[MemoryScope, ...] = Field(default=(), description="core, task or session.")
    status: tuple[Status, ...] = Field(
        default=(), description="Statuses; default raw, provisional and active. retired is never returned."
    )
    session: tuple[str, ...] = Field(default=(), description="Sessions.")
    task: tuple[str, ...] = Field(default=(), description="Tasks.")
    agent: tuple[str, ...] = Field(default=(), description="Agents that recorded the turn.")
    role: tuple[Role, ...] = Field(default=(), description="Who spoke: user, assistant, system, tool.")
    speaker: tuple[str, ...] = Field(default=(), description="Speakers, as recorded.")
    entities: tuple[str, ...] = Field(default=(), description="Entity texts, case-insensitive.")
    intent: tuple[Intent, ...] = Field(default=(), description="Intent labels.")
    topics: tuple[Topic, ...] = Field(default=(), description="Topic labels.")
    tags: tuple[str, ...] = Field(default=(), description="Tags.")
    subject: tuple[str, ...] = Field(default=(), description="Subjects of claims, like user or a name.")
    attribute: tuple[str, ...] = Field(default=(), description="Attributes of claims, like phone.")
    occurred_at: TimeRange | None = Field(default=None, description="When it was said.")
    speaks_of: TimeRange | None = Field(
        default=None, description="Speaks of a time within, whenever it was said; times without an end do not count."
    )
    valid_at: UtcTime | None = Field(default=None, description="Only what was true at this time.")
    min_confidence: float | None = Field(default=None, ge=0.0, le=1.0, description="Lowest confidence.")


class RecentTurn(Record):
    """One of the caller's last turns, which expand a vague query."""

    role: Role = Field(default="user", description="Who spoke.")
    content: str = Field(description="What was said.")


class SearchQuery(Record):
    """What recall is asked for one user. `as_of` is a position token or an ISO time; `after` a write's token."""

    user: str = Field(description="Whose memory is searched.")
    query: str | None = Field(default=None, description="The question; none = profile, recent and due.")
    limit: int = Field(default=LIMIT_DEFAULT, ge=1, le=LIMIT_MAX, strict=True, description="How many items.")
    offset: int = Field(default=0, ge=0, le=400, strict=True, description="Skip this many of the same ranking.")
    filters: Filters = Field(default=Filters(), description="Conditions; see Filters.")
    recent_turns: tuple[RecentTurn, ...] = Field(default=(), max_length=20, description="The caller's last turns.")
    as_of: str | None = Field(
        default=None,
        description="A position token or time: answer as it was known then; a later import counts by when it was said.",
    )
    valid_at: UtcTime | None = Field(default=None, description="Only what was true at this time.")
    reference_time: UtcTime | None = Field(default=None, description="The 'now' of the question; default: now.")
    timezone: str = Field(default="UTC", description="The zone in which the question's words like 'yesterday' count.")
    after: str | None = Field(default=None, description="A write's token: the answer includes that write.")
    wait_ms: int = Field(default=1_000, ge=0, le=30_000, description="How long to wait for `after`.")
    threshold: float | None = Field(
        default=None, ge=0.0, le=1.0, description="Only items whose relevance is at least this."
    )
    include: tuple[Literal["history", "archived", "expired", "vectors"], ...] = Field(
        default=(), description="history: superseded memories too; archived, expired: faded or past ones too."
    )
    explain: bool = Field(default=False, description="Per item: route ranks, scores, every factor; and the drops.")
    recipe: Recipe = Field(default="g", description="How routes are fused: g or weighted.")


class RouteScore(Record):
    """How one route saw an item: rank from 1, its raw score."""

    rank: int
    score: float


class Explanation(Record):
    """Why an item stands where it stands."""

    routes: dict[str, RouteScore] = Field(description="Per route: rank and raw score.")
    factors: dict[str, float] = Field(description="Every term added to or multiplied into the score.")
    matched: tuple[str, ...] = Field(default=(), description="Words of the query found in the item.")


class Drop(Record):
    """A candidate that was left out, and why."""

    memory_id: str
    reason: str


class Item(Record):
    """One recalled memory. `relevance` in [0, 1] is absolute (comparable between queries); `score` only ranks."""

    memory: Memory
    score: float
    relevance: float
    labels: tuple[str, ...] = Field(default=(), description="Like 'system inference', 'superseded', 'expired'.")
    explanation: Explanation | None = None


class Freshness(Record):
    """How complete the answer is: up to which position each partition is included."""

    complete: bool = Field(description="False when turns newer than the index may be missing.")
    watermark: str = Field(default="", description="The user's partition is indexed up to this position.")
    tail: int = Field(default=0, description="Unindexed turns merged into this answer.")
    missing: tuple[str, ...] = Field(default=(), description="What the answer is without, in words.")


class SearchAnswer(Record):
    """`abstained`: nothing relevant is known. `time_filter`: the range read from the question."""

    items: tuple[Item, ...]
    recall_id: str
    abstained: bool
    freshness: Freshness
    generation: int
    recipe: str
    time_filter: TimeInterval | None = None
    truncated: bool = False
    contradictions: tuple[Contradiction, ...] = ()
    dropped: tuple[Drop, ...] = ()


class Contradiction(Record):
    """A claim, its counter-claim, and which is current, if that is known."""

    claim: str
    counter_claim: str
    claim_id: str = Field(default="", description="The memory that makes the claim.")
    counter_claim_id: str = Field(default="", description="The memory that goes against it.")
    current: str | None = None
    reason: str = ""


class Citation(Record):
    """A mark in the context block, like [3], and what it stands for."""

    mark: int
    memory_id: str
    evidence: tuple[str, ...] = ()
    occurred_at: UtcTime


class ContextQuery(SearchQuery):
    """Like a search, packed into a block of at most `budget_tokens` tokens (about 4 characters, or 1.5 CJK each)."""

    budget_tokens: int = Field(default=800, ge=50, le=32_000, description="Upper bound of the block's size.")
    session: str = Field(default="", description="The running session; its own last turns are not repeated.")
    task: str = Field(default="", description="The running task.")


class ContextAnswer(Record):
    block: str
    tokens: int
    citations: tuple[Citation, ...]
    clarify: tuple[str, ...]
    recall_id: str
    abstained: bool
    freshness: Freshness
    generation: int


SearchAnswer.model_rebuild()
