"""/healthz, /readyz, /metrics and /v1/lag: what the people who run it ask."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Response
from pydantic import Field

from api import health
from api.http.auth import Reader
from api.http.documents import ANSWERS, problems, services_of
from api.http.route import Route
from api.http.views import Page, View
from api.metrics import CONTENT_TYPE
from schemas.errors import MnemologError
from schemas.records import Record, UtcTime

router = APIRouter(tags=["operations"], route_class=Route)
_KEYED = problems(401, 403, 422, 503)


class Alive(Record):
    """The process answers."""

    status: Literal["alive"] = Field(default="alive", description="Always alive: what cannot answer says nothing.")
    at: UtcTime = Field(description="The server's time.")


class PartView(View):
    """One part of the server."""

    name: str = Field(description="Which part.")
    well: bool = Field(description="Whether it does its work.")
    detail: str = Field(description="What is wrong, with the stuck position and its age.")


class Ready(View):
    """Whether the server does its whole work."""

    status: Literal["ready", "not ready"] = Field(description="not ready when any part is not well.")
    at: UtcTime = Field(description="When the parts were looked at: at this request.")
    parts: tuple[PartView, ...] = Field(description="Every part.")


class LagView(View):
    """How far the stages are behind the log in one partition, as offsets."""

    partition: int = Field(description="The partition.")
    end: int = Field(description="One above the last event.")
    processed: int = Field(description="The last event that consolidate has passed; -1 = none.")
    indexed: int = Field(description="The last event that the index holds; -1 = none.")
    oldest_age_s: float = Field(description="Age of the oldest waiting event, 0 when nothing waits.")


class LagPage(Page[LagView]):
    """All partitions."""


@router.get("/healthz", operation_id="get_health", summary="Is it alive", responses=problems(422))
async def get_health(services: services_of) -> Alive:
    """Answers as long as the process does. Needs no key."""
    return Alive(at=services.now())


@router.get(
    "/readyz",
    operation_id="get_readiness",
    summary="Is every part well",
    responses=problems(422) | {503: {"model": Ready, "description": "Not ready: the parts say why."}},
)
async def get_readiness(services: services_of, response: Response) -> Ready:
    """Looks at every part now: log, stages, index and embedder. Needs no key."""
    parts = await health.parts(services)
    well = not any(parts.values())
    response.status_code = 200 if well else 503
    return Ready(
        status="ready" if well else "not ready",
        at=services.now(),
        parts=tuple(PartView(name=name, well=not detail, detail=detail) for name, detail in parts.items()),
    )


@router.get(
    "/metrics",
    operation_id="get_metrics",
    summary="Metrics",
    response_class=Response,
    responses=_KEYED | {200: {"description": "Prometheus' text format.", "content": {"text/plain": {}}}},
)
async def get_metrics(caller: Reader, services: services_of) -> Response:
    """Counts and times of this process."""
    try:
        lag = await services.follower.lag()
    except MnemologError:
        # The log or the index is away: the other metrics say how that shows, and must not go with them.
        lag = []
    services.metrics.set_lag(lag)
    return Response(services.metrics.text(), media_type=CONTENT_TYPE)


@router.get("/v1/lag", operation_id="get_lag", summary="How far behind", responses=ANSWERS)
async def get_lag(caller: Reader, services: services_of) -> LagPage:
    """How far each partition's processing and index are behind the log."""
    return LagPage(items=tuple(LagView.model_validate(lag) for lag in await services.follower.lag()))
