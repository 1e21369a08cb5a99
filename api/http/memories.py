"""/v1/memories: what is remembered, and what people say of it."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response
from pydantic import Field

from api import memories
from api.http.auth import Reader, Writer
from api.http.documents import ANSWERS, later, problems, services_of
from api.http.errors import MissingPreconditionError
from api.http.filters import FilterParameters
from api.http.limits import WAIT_MS_MAX
from api.http.parameters import WAIT_DEFAULT, IfMatch, MemoryId, User, WaitMs
from api.http.route import Route
from api.http.views import MemoryView, Page, View
from api.memories import Change, Edit, Statement
from api.services import Services
from indexers.index import Scope
from processors.admission import admit_id
from schemas.claims import Polarity
from schemas.errors import InvalidInputError
from schemas.events import Flag
from schemas.memories import Kind, Memory, MemoryPut, MemoryScope
from schemas.position import parse_position
from schemas.queries import LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX
from schemas.records import Record, UtcTime

router = APIRouter(prefix="/v1/memories", tags=["memories"], route_class=Route, responses=ANSWERS)


class StatementGiven(Record):
    """A memory that is stated directly."""

    user: str = Field(description="Whose memory it is.", examples=["ana"])
    content: str = Field(description="The memory in words.", examples=["Ana is allergic to peanuts."])
    event_id: str = Field(default="", description="Your id of this statement: sending it again changes nothing.")
    kind: Kind = Field(default="fact", description="What sort of thing it is.")
    scope: MemoryScope = Field(default="task", description="core: shown in every context.")
    session: str = Field(default="", description="The session that it comes from.")
    agent: str = Field(default="", description="The agent that states it.")
    task: str = Field(default="", description="The task that it belongs to.")
    subject: str = Field(default="user", description="Of whom: `user`, a name or a kin role.")
    attribute: str = Field(
        default="",
        description="Of which property. Where it holds one value (phone, home_city, employer, …) a new one replaces "
        "the old; of any other (allergy, a name of your own) every value is kept until it is edited or forgotten.",
        examples=["allergy"],
    )
    value: str = Field(default="", description="Which value.", examples=["peanuts"])
    polarity: Polarity = Field(default="positive", description="negative = it is denied or disliked.")
    confidence: float = Field(default=1.0, ge=0.0, le=1.0, description="How sure you are, in [0, 1].")
    tags: tuple[str, ...] = Field(default=(), description="At most 32 tags.")
    valid_from: UtcTime | None = Field(default=None, description="True from this time on.")
    valid_to: UtcTime | None = Field(default=None, description="No longer true from this time on.")
    occurred_at: UtcTime | None = Field(default=None, description="When it was said; left out: now.")
    timezone: str = Field(default="UTC", description="The user's zone.")

    def statement(self) -> Statement:
        """The same as the application takes it."""
        return Statement(**{name: getattr(self, name) for name in type(self).model_fields if name != "user"})


class EditGiven(Record):
    """What is to change; what is left out stays."""

    content: str | None = Field(
        default=None, description="The memory in new words.", examples=["Ana tolerates peanuts."]
    )
    value: str | None = Field(default=None, description="The new value.")
    tags: tuple[str, ...] | None = Field(default=None, description="The new tags.")
    valid_to: UtcTime | None = Field(default=None, description="No longer true from this time on.")

    def edit(self) -> Edit:
        """The same as the application takes it."""
        return Edit(content=self.content, value=self.value, tags=self.tags, valid_to=self.valid_to)


class FlagGiven(Record):
    """What a person says of a memory."""

    flag: Flag = Field(
        description="wrong, sensitive or toxic hide it for review; pin keeps it in every context; confirm."
    )
    note: str = Field(default="", description="Why.")


class Changed(View):
    """A change that is durable."""

    event_id: str = Field(description="The event that was appended.")
    position: str = Field(description="Its position.")
    token: str = Field(description="Give it as `after` to a read that must include it.")
    applied: bool = Field(description="False: it is durable but was not carried out within wait_ms; read again later.")
    memory: MemoryView | None = Field(
        description="The memory as the change left it; null when gone or not applied yet."
    )
    supersedes: tuple[str, ...] = Field(description="Ids of memories that this replaced.")
    forgotten: int = Field(description="How many memories went away, evidence turns included.")

    @classmethod
    def of(cls, change: Change, services: Services) -> Changed:
        """The view of a change."""
        record = change.record
        changes = record.changes if record is not None else ()
        replaced = tuple(
            other.memory.memory_id
            for other in changes
            if isinstance(other, MemoryPut) and other.memory.status == "superseded"
        )
        return cls(
            event_id=change.event_id,
            position=change.position.token,
            token=change.position.token,
            applied=record is not None,
            memory=None if change.memory is None else MemoryView.of(change.memory, services.epoch),
            supersedes=replaced,
            forgotten=sum(
                other.memory.status == "retired" if isinstance(other, MemoryPut) else other.reason != "faded"
                for other in changes
            ),
        )


class MemoryPage(Page[MemoryView]):
    """One page of memories."""


class Listing(FilterParameters):
    """Whose memories are listed, which, and how."""

    user: str = Field(description="Whose memory it is; your id of the user.", examples=["ana"])
    order: Literal["newest", "oldest", "importance"] = Field(default="newest", description="Which come first.")
    include: str = Field(
        default="", description="Comma-separated: history (superseded too), expired (past ones too), vectors."
    )
    after: str = Field(default="", max_length=64, description="A write's token: the answer includes that write.")
    wait_ms: int = Field(default=1_000, ge=0, le=WAIT_MS_MAX, description="How long to wait for `after`.")
    limit: int = Field(default=LIST_LIMIT_DEFAULT, ge=1, le=LIST_LIMIT_MAX, description="How many entries at most.")
    cursor: str = Field(default="", max_length=4_000, description="`next_cursor` of the page before.")


@router.post(
    "",
    operation_id="assert_memory",
    status_code=201,
    summary="State a memory",
    responses=later(Changed),
)
async def assert_memory(
    body: StatementGiven, caller: Writer, services: services_of, response: Response, wait_ms: WaitMs = WAIT_DEFAULT
) -> Changed:
    """Records a memory as given. With an attribute it takes its place in the slot: a new value replaces the old."""
    scope = services.scope(caller.tenant, admit_id(body.user, field="user"))
    change = await memories.state(services, scope, body.statement(), wait_s=wait_ms / 1000)
    return answered(change, services, response, done=201)


@router.get("", operation_id="list_memories", summary="List memories")
async def list_memories(asked: Annotated[Listing, Query()], caller: Reader, services: services_of) -> MemoryPage:
    """Memories that meet every filter, page by page in a stable order."""
    scope = services.scope(caller.tenant, admit_id(asked.user, field="user"))
    extras = frozenset(part for part in asked.include.split(",") if part)
    if not extras <= {"history", "expired", "vectors"}:
        told = sorted(extras - {"history", "expired", "vectors"})[0]
        raise InvalidInputError(f"include has no {told[:40]!r}", hint="history, expired, vectors", field="include")
    await wait_for(services, scope, asked.after, asked.wait_ms)
    found, following = await memories.listed(
        services,
        scope,
        asked.filters(),
        superseded="history" in extras,
        expired="expired" in extras,
        order=asked.order,
        limit=asked.limit,
        cursor=asked.cursor,
    )
    views = tuple(MemoryView.of(memory, services.epoch, vector="vectors" in extras) for memory in found)
    return MemoryPage(items=views, next_cursor=following)


@router.get("/{memory_id}", operation_id="get_memory", summary="One memory")
async def get_memory(
    memory_id: MemoryId, user: User, caller: Reader, services: services_of, response: Response, wait_ms: WaitMs = 1_000
) -> MemoryView:
    """A memory with its version as ETag, whatever its status. A change under way is waited for."""
    _, memory = await found(services, caller.tenant, user, memory_id, wait_ms)
    view = MemoryView.of(memory, services.epoch)
    response.headers["ETag"] = f'"{view.position}"'
    return view


@router.patch(
    "/{memory_id}",
    operation_id="edit_memory",
    summary="Edit a memory",
    responses=later(Changed) | problems(412, 428),
)
async def edit_memory(
    memory_id: MemoryId,
    user: User,
    body: EditGiven,
    caller: Writer,
    services: services_of,
    response: Response,
    if_match: IfMatch = None,
    wait_ms: WaitMs = WAIT_DEFAULT,
) -> Changed:
    """Replaces a memory by an edited one. The old one stays in the history as superseded; nothing changes in place."""
    if if_match is None:
        raise MissingPreconditionError(
            "an edit needs If-Match", hint="send the position of the memory that you saw", field="If-Match"
        )
    scope = services.scope(caller.tenant, admit_id(user, field="user"))
    version = if_match.strip().removeprefix("W/").strip('"')
    change = await memories.edit(services, scope, memory_id, body.edit(), version=version, wait_s=wait_ms / 1000)
    return answered(change, services, response, done=200)


@router.delete(
    "/{memory_id}",
    operation_id="forget_memory",
    summary="Forget a memory",
    responses=later(Changed),
)
async def forget_memory(
    memory_id: MemoryId,
    user: User,
    caller: Writer,
    services: services_of,
    response: Response,
    reason: Annotated[str, Query(max_length=2_000, description="Why, for the record.")] = "",
    wait_ms: WaitMs = WAIT_DEFAULT,
) -> Changed:
    """Forgets a memory and the turns that it rests on, for good: replays and rebuilds keep it forgotten."""
    scope = services.scope(caller.tenant, admit_id(user, field="user"))
    change = await memories.forget(services, scope, memory_id, reason=reason, wait_s=wait_ms / 1000)
    return answered(change, services, response, done=200)


@router.post(
    "/{memory_id}/flags",
    operation_id="flag_memory",
    summary="Flag a memory",
    responses=later(Changed),
)
async def flag_memory(
    memory_id: MemoryId,
    user: User,
    body: FlagGiven,
    caller: Writer,
    services: services_of,
    response: Response,
    wait_ms: WaitMs = WAIT_DEFAULT,
) -> Changed:
    """Says that a memory is wrong, sensitive or toxic (it is hidden until reviewed), pins it, or confirms it."""
    scope = services.scope(caller.tenant, admit_id(user, field="user"))
    change = await memories.flag(services, scope, memory_id, body.flag, note=body.note, wait_s=wait_ms / 1000)
    return answered(change, services, response, done=200)


async def wait_for(services: Services, scope: Scope, after: str, wait_ms: int) -> None:
    """Wait until the write that `after` names is indexed. Raises InvalidInputError for what is no position of this
    user."""
    if not after:
        return
    position = parse_position(after)
    if position.partition != services.follower.partition(scope.user_key):
        raise InvalidInputError(f"{after!r} is a position of another user", field="after")
    await services.follower.wait_indexed(position, wait_ms / 1000)


async def found(services: Services, tenant: str, user: str, memory_id: str, wait_ms: int) -> tuple[Scope, Memory]:
    """Whose it is, and the memory. Raises NotFoundError."""
    scope = services.scope(tenant, admit_id(user, field="user"))
    return scope, await memories.get(services, scope, memory_id, wait_s=wait_ms / 1000)


def answered(change: Change, services: Services, response: Response, *, done: int) -> Changed:
    """The view of a change with its status: `done` when it was carried out, else 202."""
    view = Changed.of(change, services)
    response.status_code = done if view.applied else 202
    if view.memory is not None:
        response.headers["ETag"] = f'"{view.memory.position}"'
    return view
