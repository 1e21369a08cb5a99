"""What the server answers, as frozen dataclasses. Only the fields listed here are read; times are aware."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """One page of a listing; `next_cursor` is empty on the last one."""

    items: tuple[T, ...]
    next_cursor: str = ""


@dataclass(frozen=True, slots=True)
class Accepted:
    """Turns that are durable in the log. `token`: give it as `after` to a search that must include them."""

    token: str
    ids: tuple[str, ...] = ()
    positions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one event: indexed, skipped, applied, duplicate, conflict, dead-lettered or erased, and why."""

    state: str
    reason: str = ""
    memories: int = 0
    position: str = ""


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """A turn as it was recorded. `outcome` None = not processed yet; `redacted`: kinds of secrets that were masked."""

    event_id: str
    position: str
    session: str
    role: str
    content: str
    occurred_at: datetime
    recorded_at: datetime
    speaker: str = ""
    time_source: str = ""
    timezone: str = ""
    tags: tuple[str, ...] = ()
    redacted: tuple[str, ...] = ()
    memory_id: str = ""
    outcome: Outcome | None = None
    repeats: tuple[Outcome, ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """An event that a memory rests on."""

    event_id: str
    session: str = ""
    occurred_at: datetime | None = None
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Link:
    """An edge to another memory of the same user."""

    edge: str
    memory_id: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Schedule:
    """When a procedure comes again. `frequency`: daily, weekly (`weekday`, 0 = Monday) or monthly (`day`);
    `minute_of_day`: 540 is 9:00 on the user's clock."""

    frequency: str
    minute_of_day: int
    weekday: int | None = None
    day: int | None = None


@dataclass(frozen=True, slots=True)
class Memory:
    """One memory. `resolution`: turn, episode, fact or procedure; `status`: raw, provisional, active, superseded, …;
    `occurred_at`: when it was said; `position`: its last change, which an edit must name."""

    memory_id: str
    content: str
    resolution: str
    status: str
    occurred_at: datetime
    position: str = ""
    user: str = ""
    kind: str | None = None
    scope: str = ""
    role: str = ""
    speaker: str = ""
    session: str = ""
    subject: str = ""
    attribute: str = ""
    value: str = ""
    polarity: str = "positive"
    confidence: float = 1.0
    importance: float = 0.0
    importance_reasons: tuple[str, ...] = ()
    reinforced: int = 0
    used: int = 0
    last_used: datetime | None = None
    pinned: bool = False
    tags: tuple[str, ...] = ()
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    schedule: Schedule | None = None
    evidence: tuple[Evidence, ...] = ()
    links: tuple[Link, ...] = ()
    partition: int = 0
    offset: int = 0


@dataclass(frozen=True, slots=True)
class RouteScore:
    """How one route saw an item: rank from 1, raw score."""

    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why an item stands where it stands."""

    routes: dict[str, RouteScore] = field(default_factory=dict)
    factors: dict[str, float] = field(default_factory=dict)
    matched: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Item:
    """One recalled memory. `relevance` in [0, 1] can be compared between queries; `score` only ranks."""

    memory: Memory
    score: float
    relevance: float = 0.0
    labels: tuple[str, ...] = ()
    explanation: Explanation | None = None


@dataclass(frozen=True, slots=True)
class Freshness:
    """How complete an answer is. `tail`: turns merged in that the index does not hold yet."""

    complete: bool
    watermark: str = ""
    tail: int = 0
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A claim, its counter-claim, and which is current, if that is known."""

    claim: str
    counter_claim: str
    current: str | None = None
    reason: str = ""
    claim_id: str = ""
    counter_claim_id: str = ""


@dataclass(frozen=True, slots=True)
class Drop:
    """A candidate that was left out, and why."""

    memory_id: str
    reason: str


@dataclass(frozen=True, slots=True)
class SearchResult:
    """`abstained`: nothing relevant is known."""

    items: tuple[Item, ...]
    recall_id: str = ""
    abstained: bool = False
    freshness: Freshness = Freshness(complete=True)
    generation: int = 0
    recipe: str = ""
    contradictions: tuple[Contradiction, ...] = ()
    dropped: tuple[Drop, ...] = ()


@dataclass(frozen=True, slots=True)
class Citation:
    """A mark in the block, like [3], and what it stands for."""

    mark: int
    memory_id: str
    evidence: tuple[str, ...] = ()
    occurred_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """A block ready for a prompt. `clarify`: questions to ask the user, because what is known conflicts."""

    block: str
    tokens: int = 0
    citations: tuple[Citation, ...] = ()
    clarify: tuple[str, ...] = ()
    recall_id: str = ""
    abstained: bool = False


@dataclass(frozen=True, slots=True)
class PartitionLag:
    """How far the stages are behind the end of the log in one partition, as offsets."""

    partition: int
    end: int
    processed: int
    indexed: int
    oldest_age_s: float = 0.0

    @property
    def waiting(self) -> int:
        """Events that are in the log and not in the index yet."""
        return max(0, self.end - 1 - self.indexed)
