"""/v1/review: memories that wait for a person."""

from __future__ import annotations

from fastapi import APIRouter, Response
from pydantic import Field

from api import memories
from api.http.auth import Reader, Writer
from api.http.documents import ANSWERS, later, services_of
from api.http.memories import Changed, MemoryPage, answered
from api.http.parameters import WAIT_DEFAULT, Cursor, Limit, MemoryId, User, WaitMs
from api.http.route import Route
from api.http.views import MemoryView
from api.memories import Decision, Edit
from processors.admission import admit_id
from schemas.errors import InvalidInputError
from schemas.queries import Filters
from schemas.records import Record, UtcTime

router = APIRouter(prefix="/v1/review", tags=["review"], route_class=Route, responses=ANSWERS)


class DecisionGiven(Record):
    """What a person decides about a memory."""

    decision: Decision = Field(
        description="accept: it is right; reject: forget it; edit: it becomes what is given here."
    )
    content: str | None = Field(default=None, description="With edit: the memory in new words.")
    value: str | None = Field(default=None, description="With edit: the new value.")
    tags: tuple[str, ...] | None = Field(default=None, description="With edit: the new tags.")
    valid_to: UtcTime | None = Field(default=None, description="With edit: no longer true from this time on.")


@router.get("", operation_id="list_review", summary="What waits for review")
async def list_review(
    user: User, caller: Reader, services: services_of, limit: Limit = 50, cursor: Cursor = ""
) -> MemoryPage:
    """Memories that are provisional (system inferences, conflicts) or quarantined (flagged), newest first."""
    scope = services.scope(caller.tenant, admit_id(user, field="user"))
    found, following = await memories.listed(
        services,
        scope,
        Filters(status=("provisional", "quarantined")),
        superseded=False,
        expired=True,
        order="newest",
        limit=limit,
        cursor=cursor,
    )
    views = tuple(MemoryView.of(memory, services.epoch) for memory in found)
    return MemoryPage(items=views, next_cursor=following)


@router.post(
    "/{memory_id}",
    operation_id="decide_review",
    summary="Settle a memory",
    responses=later(Changed),
)
async def decide_review(
    memory_id: MemoryId,
    user: User,
    body: DecisionGiven,
    caller: Writer,
    services: services_of,
    response: Response,
    wait_ms: WaitMs = WAIT_DEFAULT,
) -> Changed:
    """Accepts, rejects or edits a memory that waits for review; 404 when it does not wait any more."""
    edit = Edit(content=body.content, value=body.value, tags=body.tags, valid_to=body.valid_to)
    if body.decision != "edit" and edit != Edit():
        raise InvalidInputError(f"{body.decision} changes nothing else", hint="use edit", field="decision")
    scope = services.scope(caller.tenant, admit_id(user, field="user"))
    change = await memories.decide(services, scope, memory_id, body.decision, edit, wait_s=wait_ms / 1000)
    return answered(change, services, response, done=200)
