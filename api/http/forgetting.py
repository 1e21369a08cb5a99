"""/v1/users/{user}/forget: all about somebody, something or a topic, a session, a memory; or what would go."""

from __future__ import annotations

from fastapi import APIRouter, Response
from pydantic import Field

from api.forgetting import Wanted, forget, would_go
from api.http.auth import Writer
from api.http.documents import ANSWERS, later, services_of
from api.http.parameters import WAIT_DEFAULT, UserInPath, WaitMs
from api.http.route import Route
from api.http.views import MemoryView, View
from processors.admission import admit_id
from schemas.dimensions import Topic
from schemas.records import Record

router = APIRouter(prefix="/v1/users", tags=["users"], route_class=Route, responses=ANSWERS)
LISTED_MAX = 500
"""Memories that an answer lists; it counts all."""


class MatterGiven(Record):
    """What is to be forgotten: one of `about`, `topic`, `session` and `memory_id`."""

    about: str = Field(
        default="", description="A name or subject in words: what mentions it goes.", examples=["Bob", "小明"]
    )
    topic: Topic | None = Field(default=None, description="A topic label: what has it goes.")
    session: str = Field(default="", description="A whole conversation.")
    memory_id: str = Field(default="", description="One memory.")
    dry_run: bool = Field(default=False, description="Only list what would go.")


class MatterForgottenView(View):
    """What went, or would go."""

    items: tuple[MemoryView, ...] = Field(description="The memories and the turns that they rest on, at most 500.")
    forgotten: int = Field(description="How many there are.")
    dry_run: bool = Field(description="Nothing was changed.")
    applied: bool = Field(description="False: only listed, or durable and not carried out within wait_ms.")
    token: str = Field(description="Give it as `after` to a read that must include it; empty when nothing changed.")


@router.post(
    "/{user}/forget",
    operation_id="forget_about",
    summary="Forget, or look what would go",
    responses=later(MatterForgottenView),
)
async def forget_matter(
    user: UserInPath,
    body: MatterGiven,
    caller: Writer,
    services: services_of,
    response: Response,
    wait_ms: WaitMs = WAIT_DEFAULT,
) -> MatterForgottenView:
    """Forgets every memory about a person, thing or topic, a session or one memory, with the turns that they rest on,
    for good. What these had superseded is current again; what was concluded from them is concluded anew."""
    scope = services.scope(caller.tenant, admit_id(user, field="user"))
    wanted = Wanted(body.about, body.topic, body.session, body.memory_id)
    carry_out = would_go if body.dry_run else forget
    done = await carry_out(services, scope, wanted, wait_s=wait_ms / 1000)
    response.status_code = 200 if done.applied or body.dry_run else 202
    return MatterForgottenView(
        items=tuple(MemoryView.of(memory, services.epoch) for memory in done.gone[:LISTED_MAX]),
        forgotten=len(done.gone),
        dry_run=body.dry_run,
        applied=done.applied,
        token=done.position.token if done.position is not None else "",
    )
