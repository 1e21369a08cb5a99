"""/v1/generations: everything derived, built anew beside what is read, compared and exchanged (DESIGN §7).

A generation holds the memories of every tenant, so all of it is for administrators.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from fastapi import APIRouter, Path, Query, Response
from pydantic import Field

from api import generations
from api.http.auth import Admin
from api.http.documents import ANSWERS, services_of
from api.http.jobs import JobView
from api.http.parameters import WAIT_DEFAULT, WaitMs
from api.http.route import Route
from api.http.views import Page, View
from api.jobs import Job
from api.services import Services
from schemas.generations import BuildRequest, GenerationState, GenerationStatus, GoldenQuery, Source
from schemas.records import Record, UtcTime

ANSWERS_HERE: dict[int | str, dict[str, Any]] = {
    **ANSWERS,
    409: {**ANSWERS[409], "description": "It cannot be done as things are: the detail says why."},
}
LATER: dict[int | str, dict[str, Any]] = {
    202: {"model": JobView, "description": "Begun, and not done within wait_ms: ask for the job again later."}
}
router = APIRouter(prefix="/v1/generations", tags=["generations"], route_class=Route, responses=ANSWERS_HERE)
Number = Annotated[int, Path(ge=1, description="The generation's number.", examples=[2])]


class GoldenQueryBody(Record):
    """A question, and what must be among its first ten answers."""

    user: str = Field(min_length=1, max_length=256, description="Whose memory is asked.")
    query: str = Field(min_length=1, max_length=4_000, description="The question.")
    expected: tuple[str, ...] = Field(
        min_length=1, max_length=20, description="Ids of memories, or texts that one of the answers holds."
    )


class GenerationBody(Record):
    """What to build."""

    source: Literal["turns", "embedded", "memories"] = Field(
        default="turns",
        description="turns: everything again, recorded vectors of the same model excepted; embedded: what was recorded "
        "of importance, dimensions and claims is kept; memories: only the live generation's index, no model.",
    )
    embedder: str = Field(
        default="", max_length=500, description="Another embedder: use, minilm, e5 or st:<…>; empty = as it is."
    )
    policy: str | None = Field(
        default=None,
        max_length=200_000,
        description="TOML text: attribute rows to decide by, and [activity], how memories fade; empty = as shipped.",
    )
    rate: float = Field(default=0.0, ge=0.0, description="Events a second at most; 0 = as live traffic allows.")
    golden: tuple[GoldenQueryBody, ...] = Field(
        default=(),
        max_length=1_000,
        description="Questions that must be answered no worse; without any, some are made.",
    )

    def request(self, tenant: str) -> BuildRequest:
        """The same for a tenant."""
        golden = tuple(
            GoldenQuery(tenant=tenant, user=one.user, query=one.query, expected=one.expected) for one in self.golden
        )
        return BuildRequest(
            source=self.source, embedder=self.embedder, policy=self.policy, rate=self.rate, golden=golden
        )


class SpecView(View):
    """What decides in a generation."""

    embedder: str = Field(description="The setting that loads its embedder.")
    model: str = Field(description="The embedder's name and revision.")
    dimension: int = Field(description="Length of its vectors.")
    extractor: str = Field(description="The tier that describes turns.")
    policy: str = Field(description="TOML text of its policy; empty = the shipped one.")
    code: str = Field(description="Digest of the deciding functions when it was begun; empty = unknown.")


class DifferencesView(View):
    """How its memories differ from those of the generation that was live."""

    missing: int = Field(description="Memories that only the live one has.")
    added: int = Field(description="Memories that only this one has.")
    changed: int = Field(description="Memories with another status or content.")
    moved: int = Field(description="The same memories, last changed at another position.")
    examples: tuple[str, ...] = Field(description="Ids of some that are missing, added or changed.")


class UnattachedView(View):
    """An edit, forget or flag that found nothing to apply to in this generation."""

    token: str = Field(description="Its position.")
    event_id: str = Field(description="Its event id.")


class GoldenMissView(View):
    """An expected memory that is not found any more."""

    user: str = Field(description="Whose memory was asked.")
    query: str = Field(description="The question.")
    expected: str = Field(description="What was found before.")


class GoldenView(View):
    """Golden queries, asked in both generations."""

    asked: int = Field(description="Questions.")
    expected: int = Field(description="Memories that were expected.")
    found_before: int = Field(description="Expected memories among the first ten answers of the live generation.")
    found_after: int = Field(description="Expected memories among the first ten answers of this one.")
    lost: tuple[GoldenMissView, ...] = Field(description="Some of those that only the live one finds.")


class ReportView(View):
    """What its verification found."""

    count_before: int = Field(description="Memories of the generation that was live.")
    count_after: int = Field(description="Memories of this one.")
    digest_before: str = Field(description="Order-free digest of the one that was live.")
    digest_after: str = Field(description="Order-free digest of this one.")
    same_decisions: bool = Field(description="Whether both must say the same: the same models, policy and program.")
    differences: DifferencesView = Field(description="How they differ.")
    outcomes_changed: dict[str, int] = Field(description="Events with another outcome, counted by `before → after`.")
    unattached: tuple[UnattachedView, ...] = Field(description="Some control events that found nothing to apply to.")
    unattached_count: int = Field(description="How many there are.")
    golden: GoldenView = Field(description="Golden queries.")
    problems: tuple[str, ...] = Field(description="What speaks against a promotion; empty = nothing.")


class GenerationView(View):
    """One generation."""

    number: int = Field(description="Its number.")
    role: Literal["live", "standby", "ready", "building", "broken off"] = Field(
        description="live is read; standby was read before and is carried on; broken off: a build that stopped."
    )
    state: GenerationState = Field(description="building or ready.")
    spec: SpecView = Field(description="What decides in it.")
    source: Source = Field(description="What it is made from.")
    owner: str = Field(description="Which process builds it.")
    created_at: UtcTime = Field(description="When it was begun.")
    ready_at: UtcTime | None = Field(description="When it was complete and verified.")
    positions: int = Field(description="Events that the build processed.")
    reused: int = Field(description="Vectors that were taken over instead of computed.")
    behind: int = Field(description="Events that the live one has and this one has not.")
    held: str = Field(description="Why it does not go on; empty when it does.")
    done: int = Field(description="Events that the build at work has processed.")
    total: int = Field(description="Events that it has to process.")
    rate: float = Field(description="Events a second.")
    left_s: float | None = Field(description="Seconds that it will still take; null = unknown.")
    report: ReportView | None = Field(description="What verification found; null until it was verified.")

    @classmethod
    def of(cls, status: GenerationStatus) -> Self:
        """The view of a generation as it stands."""
        one = status.generation
        return cls(
            number=one.number,
            role=status.role,
            state=one.state,
            spec=SpecView.model_validate(one.spec),
            source=one.source,
            owner=one.owner,
            created_at=one.created_at,
            ready_at=one.ready_at,
            positions=one.positions,
            reused=one.reused,
            behind=status.behind,
            held=status.held,
            done=status.done,
            total=status.total,
            rate=status.rate,
            left_s=status.left_s,
            report=None if one.report is None else ReportView.model_validate(one.report),
        )


class GenerationPage(Page[GenerationView]):
    """All generations."""


@router.get("", operation_id="list_generations", summary="List generations")
async def list_generations(caller: Admin, services: services_of) -> GenerationPage:
    """Every generation with its spec, its progress and its report."""
    return GenerationPage(items=tuple(GenerationView.of(one) for one in await services.generations.all()))


@router.get("/{number}", operation_id="get_generation", summary="One generation")
async def get_generation(number: Number, caller: Admin, services: services_of) -> GenerationView:
    """How far it is, and what its verification found."""
    return GenerationView.of(await generations.status(services, number))


@router.post("", operation_id="build_generation", summary="Build a generation", status_code=202)
async def build_generation(body: GenerationBody, caller: Admin, services: services_of) -> JobView:
    """Derives everything again beside what is read, and compares. A build that broke off is gone on with when it is
    asked for with the same source and spec. Reads and writes go on; nothing is exchanged before a promotion."""
    await services.generations.check("build")
    return JobView.of(generations.start_build(services, caller.tenant, body.request(caller.tenant)))


@router.post("/rollback", operation_id="rollback_generation", summary="Read the generation before", responses=LATER)
async def rollback_generation(
    caller: Admin, services: services_of, response: Response, wait_ms: WaitMs = WAIT_DEFAULT
) -> JobView:
    """Reads the generation that was live before the last promotion again."""
    await services.generations.check("rollback")
    return await _answered(services, generations.start_rollback(services, caller.tenant), response, wait_ms)


@router.post("/{number}/promote", operation_id="promote_generation", summary="Promote a generation", responses=LATER)
async def promote_generation(
    number: Number,
    caller: Admin,
    services: services_of,
    response: Response,
    force: Annotated[bool, Query(description="Whether to pass over what its verification found.")] = False,
    wait_ms: WaitMs = WAIT_DEFAULT,
) -> JobView:
    """Reads this generation from now on, index and embedder at once. The one before is carried on for a rollback."""
    await services.generations.check("promote", number, force=force)
    job = generations.start_promotion(services, caller.tenant, number, force=force)
    return await _answered(services, job, response, wait_ms)


@router.delete("/{number}", operation_id="delete_generation", summary="Delete a generation", responses=LATER)
async def delete_generation(
    number: Number, caller: Admin, services: services_of, response: Response, wait_ms: WaitMs = WAIT_DEFAULT
) -> JobView:
    """Removes a generation that is not live, with its records and its index."""
    await services.generations.check("delete", number)
    return await _answered(services, generations.start_deletion(services, caller.tenant, number), response, wait_ms)


async def _answered(services: Services, job: Job, response: Response, wait_ms: int) -> JobView:
    done = await services.jobs.wait(job.job_id, wait_ms / 1000)
    response.status_code = 202 if done.state in ("queued", "running") else 200
    return JobView.of(done)
