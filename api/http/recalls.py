"""/v1/recalls: what was recalled, and how good it was."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import Field

from api import feedback
from api.http.auth import Reader, Writer
from api.http.documents import ANSWERS, services_of
from api.http.parameters import RecallId
from api.http.route import Route
from api.http.search import ExplanationView
from api.http.views import View
from schemas.queries import SearchQuery
from schemas.records import Record, UtcTime

router = APIRouter(prefix="/v1/recalls", tags=["recall"], route_class=Route, responses=ANSWERS)


class RecalledItemView(View):
    """A memory that was given out. Its text is not kept here."""

    memory_id: str = Field(description="Which.")
    score: float = Field(description="Its score then.")
    relevance: float = Field(description="Its relevance then.")
    explanation: ExplanationView | None = Field(description="Its explanation, if one was asked for.")


class RecallView(View):
    """A recall as it was answered."""

    recall_id: str = Field(description="Its id.")
    user: str = Field(description="Whose memory was asked.")
    surface: str = Field(description="search or context.")
    query: SearchQuery = Field(description="What was asked.")
    items: tuple[RecalledItemView, ...] = Field(description="What was given out, the best first.")
    abstained: bool = Field(description="Nothing relevant was known.")
    generation: int = Field(description="The generation that was read.")
    recipe: str = Field(description="The recipe that ranked.")
    recorded_at: UtcTime = Field(description="When.")


class FeedbackGiven(Record):
    """How good a recall was."""

    used: tuple[str, ...] = Field(
        default=(), max_length=500, description="Memories that helped; only these gain weight."
    )
    wrong: tuple[str, ...] = Field(default=(), max_length=500, description="Memories that were of no use or wrong.")
    missing: str = Field(default="", description="What should have been found, in words.")


class FeedbackTaken(Record):
    """The feedback is durable."""

    event_id: str = Field(description="The event that was appended.")
    token: str = Field(description="Its position.")
    gone: tuple[str, ...] = Field(description="Memories that no longer exist, so nothing was noted of them.")


@router.get("/{recall_id}", operation_id="get_recall", summary="One recall")
async def get_recall(recall_id: RecallId, caller: Reader, services: services_of) -> RecallView:
    """What was asked and given out, with scores. Kept for 30 days."""
    return RecallView.model_validate(await feedback.find(services, caller.tenant, recall_id))


@router.post("/{recall_id}/feedback", operation_id="judge_recall", status_code=202, summary="Judge a recall")
async def judge_recall(
    recall_id: RecallId, body: FeedbackGiven, caller: Writer, services: services_of
) -> FeedbackTaken:
    """Says which memories helped and which did not. Only what was recalled there can be judged."""
    taken = await feedback.judge(
        services, caller.tenant, recall_id, used=body.used, wrong=body.wrong, missing=body.missing
    )
    return FeedbackTaken(event_id=taken.event_id, token=taken.position.token, gone=tuple(taken.gone))
