"""/v1/search and /v1/context: recall."""

from __future__ import annotations

import time

from fastapi import APIRouter
from pydantic import Field

from api import asking
from api.http.auth import Reader
from api.http.documents import ANSWERS, services_of
from api.http.route import Route
from api.http.views import MemoryView, TimeView, View
from schemas.queries import ContextAnswer, ContextQuery, SearchAnswer, SearchQuery
from schemas.records import UtcTime

router = APIRouter(prefix="/v1", tags=["recall"], route_class=Route, responses=ANSWERS)


class RouteView(View):
    """How one route saw an item."""

    rank: int = Field(description="Its rank there, from 1.")
    score: float = Field(description="Its raw score there.")


class ExplanationView(View):
    """Why an item stands where it stands."""

    routes: dict[str, RouteView] = Field(description="Per route: rank and raw score.")
    factors: dict[str, float] = Field(description="Every term of the score.")
    matched: tuple[str, ...] = Field(description="Words of the question found in it.")


class ItemView(View):
    """A recalled memory."""

    memory: MemoryView = Field(description="The memory.")
    score: float = Field(description="What it was ranked by; only its order means something.")
    relevance: float = Field(description="In [0, 1], comparable between questions.")
    labels: tuple[str, ...] = Field(description="What to know before using it, like `system inference`.")
    explanation: ExplanationView | None = Field(description="Only with explain.")


class FreshnessView(View):
    """How complete an answer is."""

    complete: bool = Field(description="False when turns newer than the index may be missing.")
    watermark: str = Field(description="The index holds the user's events up to this position.")
    tail: int = Field(description="Unindexed events merged into this answer.")
    missing: tuple[str, ...] = Field(description="What the answer is without, in words.")


class ContradictionView(View):
    """Two claims that cannot both be true."""

    claim: str = Field(description="One.")
    counter_claim: str = Field(description="The other.")
    claim_id: str = Field(description="The memory that makes the claim.")
    counter_claim_id: str = Field(description="The memory that goes against it.")
    current: str | None = Field(description="Which holds now; null when that is not known.")
    reason: str = Field(description="Why.")


class DropView(View):
    """A candidate that was left out."""

    memory_id: str = Field(description="Which.")
    reason: str = Field(description="Why.")


class SearchView(View):
    """What was recalled."""

    items: tuple[ItemView, ...] = Field(description="The best first.")
    recall_id: str = Field(description="Name it in feedback; /v1/recalls/{recall_id} shows it for 30 days.")
    abstained: bool = Field(description="Nothing relevant is known: do not build an answer on the items.")
    freshness: FreshnessView = Field(description="How complete the answer is.")
    generation: int = Field(description="The generation that was read.")
    recipe: str = Field(description="The recipe that ranked, with its version.")
    time_filter: TimeView | None = Field(description="The range of time read from the question.")
    truncated: bool = Field(description="The question was too long and was cut.")
    contradictions: tuple[ContradictionView, ...] = Field(description="Conflicts among the items.")
    dropped: tuple[DropView, ...] = Field(description="With explain: what was left out, and why.")

    @classmethod
    def of(cls, answer: SearchAnswer, epoch: int, *, vectors: bool) -> SearchView:
        """The view of an answer."""
        items = tuple(
            ItemView(
                memory=MemoryView.of(item.memory, epoch, vector=vectors),
                score=item.score,
                relevance=item.relevance,
                labels=item.labels,
                explanation=None if item.explanation is None else ExplanationView.model_validate(item.explanation),
            )
            for item in answer.items
        )
        shown = {name: getattr(answer, name) for name in cls.model_fields}
        return cls.model_validate(shown | {"items": items})


class CitationView(View):
    """A mark in the block."""

    mark: int = Field(description="The number in brackets.")
    memory_id: str = Field(description="The memory that it stands for.")
    evidence: tuple[str, ...] = Field(description="The events that the memory rests on.")
    occurred_at: UtcTime = Field(description="When it was said.")


class ContextView(View):
    """A block of memory for a prompt."""

    block: str = Field(description="The text, ready to be put into a prompt.")
    tokens: int = Field(description="About how many tokens it takes; never more than budget_tokens.")
    citations: tuple[CitationView, ...] = Field(description="What the marks stand for.")
    clarify: tuple[str, ...] = Field(description="Questions to ask the user, where what is known conflicts.")
    recall_id: str = Field(description="Name it in feedback.")
    abstained: bool = Field(description="Nothing relevant to the question is known.")
    freshness: FreshnessView = Field(description="How complete it is.")
    generation: int = Field(description="The generation that was read.")

    @classmethod
    def of(cls, answer: ContextAnswer) -> ContextView:
        """The view of an answer."""
        return cls.model_validate(answer)


@router.post("/search", operation_id="search", summary="Search a user's memory")
async def search(body: SearchQuery, caller: Reader, services: services_of) -> SearchView:
    """What is remembered and fits the question, with scores and, on request, every reason. Without a question: the
    profile, what is due, and what is recent."""
    begun = time.perf_counter()
    answer = await asking.search(services, caller.tenant, body)
    services.metrics.recall_seconds.labels("search").observe(time.perf_counter() - begun)
    return SearchView.of(answer, services.epoch, vectors="vectors" in body.include)


@router.post("/context", operation_id="build_context", summary="Build a block for a prompt")
async def build_context(body: ContextQuery, caller: Reader, services: services_of) -> ContextView:
    """The same, packed into a block of at most `budget_tokens` with citations, dates, labels and questions to ask."""
    begun = time.perf_counter()
    answer = await asking.context(services, caller.tenant, body)
    services.metrics.recall_seconds.labels("context").observe(time.perf_counter() - begun)
    return ContextView.of(answer)
