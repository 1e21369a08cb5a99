"""/v1/memories/{memory_id}/history and /why: a memory's life, and the reasons for it."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import Field

from api import memories
from api.http.auth import Reader
from api.http.documents import ANSWERS, services_of
from api.http.memories import found as found_memory
from api.http.parameters import MemoryId, User, WaitMs
from api.http.route import Route
from api.http.views import LinkView, MemoryView, OutcomeView, RevisionView, View
from api.services import Services
from api.why import DecisionMade, reasons
from indexers.index import Scope
from processors.activity import activity, archived_from
from schemas.memories import Status
from schemas.records import UtcTime

router = APIRouter(prefix="/v1/memories/{memory_id}", tags=["memories"], route_class=Route, responses=ANSWERS)


class HistoryView(View):
    """A memory's life, and the values that its slot ever had."""

    memory_id: str = Field(description="The memory.")
    items: tuple[RevisionView, ...] = Field(description="Its revisions, oldest first; the last 32.")
    chain: tuple[MemoryView, ...] = Field(description="All memories of the same subject and attribute, oldest first.")


class GroundView(View):
    """A piece of evidence."""

    event_id: str = Field(description="The event.")
    position: str = Field(description="Where it stands; empty when it cannot be read any more.")
    session: str = Field(description="Its session.")
    occurred_at: UtcTime = Field(description="When it was said.")
    role: str = Field(description="Who spoke.")
    speaker: str = Field(description="The speaker's name.")
    quote: str = Field(description="The words that the memory rests on.")


class DecisionView(View):
    """What was decided at one position."""

    position: str = Field(description="The position.")
    event_id: str = Field(description="The event there; empty when unknown.")
    recorded_at: UtcTime | None = Field(description="When that event was admitted.")
    status: Status = Field(description="The status it then had.")
    confidence: float = Field(description="The confidence it then had.")
    reason: str = Field(description="Why.")
    rule: str = Field(description="What found the claim: rules, local, llm or user; empty for a turn.")
    claims: tuple[str, ...] = Field(description="The claims accepted into its slot there, in words.")
    outcome: OutcomeView | None = Field(description="The outcome of the event as a whole.")
    links: tuple[LinkView, ...] = Field(description="Its edges then.")


class WhyView(View):
    """Why a memory is what it is."""

    memory: MemoryView = Field(description="The memory.")
    importance_reasons: tuple[str, ...] = Field(description="Why it counts as important.")
    activity: float = Field(description="How alive it is now, in [0, 1].")
    archived_from: UtcTime | None = Field(
        description="From then on it is only found with include=archived, unless it is said or used; null = never."
    )
    policy: str = Field(description="Version of the policy by which it fades.")
    evidence: tuple[GroundView, ...] = Field(description="What was said, with the words.")
    decisions: tuple[DecisionView, ...] = Field(description="What was decided, oldest first.")


@router.get("/history", operation_id="get_memory_history", summary="A memory's history")
async def get_memory_history(
    memory_id: MemoryId, user: User, caller: Reader, services: services_of, wait_ms: WaitMs = 1_000
) -> HistoryView:
    """Its revisions, and the chain of values that its slot had."""
    scope, memory = await found_memory(services, caller.tenant, user, memory_id, wait_ms)
    return HistoryView(
        memory_id=memory.memory_id,
        items=tuple(
            RevisionView(
                position=services.position(scope, revision.offset).token,
                status=revision.status,
                confidence=revision.confidence,
                reason=revision.reason,
                links=tuple(LinkView.model_validate(link) for link in revision.links),
            )
            for revision in memory.history
        ),
        chain=tuple(MemoryView.of(other, services.epoch) for other in await memories.chain(services, scope, memory)),
    )


@router.get("/why", operation_id="get_memory_reasons", summary="Why a memory is what it is")
async def get_memory_reasons(
    memory_id: MemoryId, user: User, caller: Reader, services: services_of, wait_ms: WaitMs = 1_000
) -> WhyView:
    """What was said, which rule took it, and every decision about it since, read from the log."""
    scope, memory = await found_memory(services, caller.tenant, user, memory_id, wait_ms)
    found = await reasons(services, scope, memory)
    fading = services.reading().activity
    return WhyView(
        memory=MemoryView.of(memory, services.epoch),
        importance_reasons=memory.importance_reasons,
        activity=round(activity(memory, services.now(), fading), 6),
        archived_from=archived_from(memory, fading),
        policy=fading.version,
        evidence=tuple(
            GroundView(
                event_id=ground.evidence.event_id,
                position="" if ground.located is None else ground.located.position.token,
                session=ground.evidence.session,
                occurred_at=ground.evidence.occurred_at,
                role=ground.role,
                speaker=ground.speaker,
                quote=ground.quote,
            )
            for ground in found.grounds
        ),
        decisions=tuple(_decision(entry, services, scope) for entry in found.decisions),
    )


def _decision(entry: DecisionMade, services: Services, scope: Scope) -> DecisionView:
    position = services.position(scope, entry.revision.offset).token
    record = entry.record
    outcome = None
    if record is not None:
        outcome = OutcomeView(
            state=record.outcome.state,
            reason=record.outcome.reason,
            memories=record.outcome.memories,
            position=position,
        )
    return DecisionView(
        position=position,
        event_id="" if record is None else record.outcome.event_id,
        recorded_at=None if record is None else record.recorded_at,
        status=entry.revision.status,
        confidence=entry.revision.confidence,
        reason=entry.revision.reason,
        rule=entry.claims[0].claim.obtained if entry.claims else "",
        claims=tuple(claim.text for claim in entry.claims),
        outcome=outcome,
        links=tuple(LinkView.model_validate(link) for link in entry.revision.links),
    )
