"""/v1/users: who is remembered, their profile, sessions, export and erasure."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response
from pydantic import Field

from api import profile, sessions, users
from api.cursors import page_after
from api.http.auth import Admin, Reader, Writer
from api.http.documents import ANSWERS, later, services_of
from api.http.jobs import JobView
from api.http.parameters import WAIT_DEFAULT, Cursor, Limit, SessionInPath, UserInPath, WaitMs
from api.http.route import Route
from api.http.turns import TurnView
from api.http.views import MemoryView, Page, View
from api.services import Services
from indexers.index import Scope, SessionSummary
from processors.admission import admit_id
from schemas.records import UtcTime

router = APIRouter(prefix="/v1/users", route_class=Route, responses=ANSWERS)


class UserListed(View):
    """A user in a listing."""

    user: str = Field(description="Your id of the user.")
    memories: int = Field(description="How many memories are kept.")


class UserPage(Page[UserListed]):
    """One page of users."""


class UserView(View):
    """What is kept of one user, in numbers."""

    user: str = Field(description="Your id of the user.")
    memories: dict[str, int] = Field(description="Memories by status.")
    sessions: int = Field(description="Conversations.")
    first_at: UtcTime | None = Field(description="When the earliest kept turn was said.")
    last_at: UtcTime | None = Field(description="When the latest kept turn was said.")
    pending: int = Field(description="Events that are durable and not indexed yet.")


class ProfileGroupView(View):
    """What is known of one sort."""

    name: str = Field(description="identity, contact, home, people, work, health, likes, …; others: of other people.")
    memories: tuple[str, ...] = Field(description="Their ids, the most important first.")
    contents: tuple[str, ...] = Field(description="The same in words.")


class ProcedureView(View):
    """What comes again at its time, or how something is done."""

    memory: MemoryView = Field(description="The procedure.")
    next_at: UtcTime | None = Field(description="When it comes next; null where it comes at no time.")
    due: bool = Field(description="It comes about now: within the next hour, or since up to three hours.")


class ProfileView(View):
    """What is known about a user now."""

    user: str = Field(description="Your id of the user.")
    core: tuple[MemoryView, ...] = Field(description="What belongs into every context.")
    preferences: tuple[MemoryView, ...] = Field(description="Likes, dislikes and goals.")
    facts: tuple[MemoryView, ...] = Field(description="Everything else that is active.")
    groups: tuple[ProfileGroupView, ...] = Field(description="All of these by what they are about.")
    procedures: tuple[ProcedureView, ...] = Field(description="What comes again, and what was done how.")
    unsettled: int = Field(description="Memories that wait for review: see /v1/review.")


class ErasureLifted(View):
    """An erased user is admitted again."""

    user: str = Field(description="Your id of the user.")


class SessionView(View):
    """One conversation."""

    session: str = Field(description="Your id of the session.")
    turns: int = Field(description="How many turns are kept.")
    first_at: UtcTime = Field(description="When its first turn was said.")
    last_at: UtcTime = Field(description="When its last turn was said.")


class SessionPage(Page[SessionView]):
    """One page of sessions."""


class WorkingView(View):
    """What is going on in a session, for a prompt."""

    session: str = Field(description="The session.")
    summary: tuple[str, ...] = Field(description="What was said before them, in the speakers' words, oldest first.")
    earlier: int = Field(description="How many turns stand before the ones below.")
    turns: tuple[TurnView, ...] = Field(description="The last turns that fit, oldest first.")
    tokens: int = Field(description="About how many tokens the summary and the turns take.")


class SessionClosedView(View):
    """A session was closed."""

    event_id: str = Field(description="The event that was appended.")
    token: str = Field(description="Its position.")
    applied: bool = Field(description="False: it is durable but the session was not summed up within wait_ms.")


class SessionForgottenView(View):
    """A session was forgotten."""

    event_id: str = Field(description="The event that was appended.")
    token: str = Field(description="Its position.")
    applied: bool = Field(description="False: it is durable but was not carried out within wait_ms.")
    forgotten: int = Field(description="How many memories went or changed; 0 while not applied.")


@router.get("", operation_id="list_users", summary="List users", tags=["users"])
async def list_users(caller: Reader, services: services_of, limit: Limit = 50, cursor: Cursor = "") -> UserPage:
    """The users of whom something is kept, by name."""
    found, following = await services.reading().index.users(caller.tenant, limit=limit, cursor=cursor)
    return UserPage(items=tuple(UserListed(user=user, memories=count) for user, count in found), next_cursor=following)


@router.get("/{user}", operation_id="get_user", summary="One user in numbers", tags=["users"])
async def get_user(user: UserInPath, caller: Reader, services: services_of) -> UserView:
    """How much is kept of a user."""
    return UserView.model_validate(await users.summary(services, _scope(services, caller.tenant, user)))


@router.delete(
    "/{user}",
    operation_id="erase_user",
    summary="Erase a user",
    tags=["users"],
    responses=later(JobView),
)
async def erase_user(
    user: UserInPath, caller: Writer, services: services_of, response: Response, wait_ms: WaitMs = WAIT_DEFAULT
) -> JobView:
    """Destroys the user's keys, so that nothing of the log can be read any more, and removes every derived copy. Called
    again it counts 0. The user is not admitted afterwards until an administrator lifts it."""
    job = await users.erase(services, caller.tenant, admit_id(user, field="user"), wait_s=wait_ms / 1000)
    response.status_code = 202 if job.state in ("queued", "running") else 200
    return JobView.of(job)


@router.delete("/{user}/erasure", operation_id="lift_erasure", summary="Admit an erased user again", tags=["users"])
async def lift_erasure(user: UserInPath, caller: Admin, services: services_of) -> ErasureLifted:
    """The user may be remembered anew, from nothing: what was erased stays gone. 404 for a user who was not erased."""
    await users.lift(services, caller.tenant, admit_id(user, field="user"))
    return ErasureLifted(user=user)


@router.delete(
    "/{user}/memories",
    operation_id="forget_user_memories",
    summary="Forget everything of a user",
    tags=["users"],
    responses=later(JobView),
)
async def forget_user_memories(
    user: UserInPath, caller: Writer, services: services_of, response: Response, wait_ms: WaitMs = WAIT_DEFAULT
) -> JobView:
    """Forgets all sessions and memories; the user stays and may be remembered anew. Called again it counts 0."""
    job = await users.forget_all(services, caller.tenant, admit_id(user, field="user"), wait_s=wait_ms / 1000)
    response.status_code = 202 if job.state in ("queued", "running") else 200
    return JobView.of(job)


@router.get("/{user}/profile", operation_id="get_profile", summary="A user's profile", tags=["users"])
async def get_profile(user: UserInPath, caller: Reader, services: services_of) -> ProfileView:
    """What is known about a user now, by weight."""
    scope = _scope(services, caller.tenant, user)
    await users.require_known(services, scope)
    found = await profile.profile(services, scope)
    return ProfileView(
        user=user,
        core=tuple(MemoryView.of(memory, services.epoch) for memory in found.core),
        preferences=tuple(MemoryView.of(memory, services.epoch) for memory in found.preferences),
        facts=tuple(MemoryView.of(memory, services.epoch) for memory in found.facts),
        groups=tuple(
            ProfileGroupView(
                name=group.name,
                memories=tuple(memory.memory_id for memory in group.memories),
                contents=tuple(memory.content for memory in group.memories),
            )
            for group in found.groups
        ),
        procedures=tuple(
            ProcedureView(memory=MemoryView.of(one.memory, services.epoch), next_at=one.next_at, due=one.due)
            for one in found.procedures
        ),
        unsettled=found.unsettled,
    )


@router.post("/{user}/export", operation_id="export_user", status_code=202, summary="Export a user", tags=["users"])
async def export_user(user: UserInPath, caller: Reader, services: services_of) -> JobView:
    """Starts a job that writes every turn and memory as JSON Lines; download it from /v1/jobs/{job_id}/file."""
    return JobView.of(await users.export(services, caller.tenant, admit_id(user, field="user")))


@router.get("/{user}/sessions", operation_id="list_sessions", summary="List sessions", tags=["sessions"])
async def list_sessions(
    user: UserInPath, caller: Reader, services: services_of, limit: Limit = 50, cursor: Cursor = ""
) -> SessionPage:
    """The conversations of a user, newest first."""
    scope = _scope(services, caller.tenant, user)
    await users.require_known(services, scope)
    found = await sessions.all_sessions(services, scope)
    page, following = page_after(found, _name, limit=limit, cursor=cursor)
    return SessionPage(items=tuple(SessionView.model_validate(entry) for entry in page), next_cursor=following)


@router.get("/{user}/sessions/{session}", operation_id="get_session", summary="One session", tags=["sessions"])
async def get_session(user: UserInPath, session: SessionInPath, caller: Reader, services: services_of) -> SessionView:
    """One conversation in numbers; its turns are at /v1/turns."""
    scope = _scope(services, caller.tenant, user)
    return SessionView.model_validate(await sessions.one_session(services, scope, session))


@router.delete(
    "/{user}/sessions/{session}",
    operation_id="forget_session",
    summary="Forget a session",
    tags=["sessions"],
    responses=later(SessionForgottenView),
)
async def forget_session(
    user: UserInPath,
    session: SessionInPath,
    caller: Writer,
    services: services_of,
    response: Response,
    wait_ms: WaitMs = WAIT_DEFAULT,
) -> SessionForgottenView:
    """Forgets a conversation for good: its turns, what rests on them alone, and the keys that seal them."""
    scope = _scope(services, caller.tenant, user)
    forgotten = await sessions.forget(services, scope, session, wait_s=wait_ms / 1000)
    response.status_code = 202 if forgotten.memories is None else 200
    return SessionForgottenView(
        event_id=forgotten.event_id,
        token=forgotten.position.token,
        applied=forgotten.memories is not None,
        forgotten=forgotten.memories or 0,
    )


@router.post(
    "/{user}/sessions/{session}/close",
    operation_id="close_session",
    summary="Close a session",
    tags=["sessions"],
    responses=later(SessionClosedView),
)
async def close_session(
    user: UserInPath,
    session: SessionInPath,
    caller: Writer,
    services: services_of,
    response: Response,
    wait_ms: WaitMs = WAIT_DEFAULT,
) -> SessionClosedView:
    """Says that a conversation has ended: what is not summed up yet is now, which else happens after half an hour
    without a turn. It may go on nevertheless."""
    scope = _scope(services, caller.tenant, user)
    closed = await sessions.close(services, scope, session, wait_s=wait_ms / 1000)
    response.status_code = 200 if closed.applied else 202
    return SessionClosedView(event_id=closed.event_id, token=closed.position.token, applied=closed.applied)


@router.get(
    "/{user}/sessions/{session}/working", operation_id="get_working", summary="Working memory", tags=["sessions"]
)
async def get_working(
    user: UserInPath,
    session: SessionInPath,
    caller: Reader,
    services: services_of,
    max_tokens: Annotated[int, Query(ge=50, le=32_000, description="About how many tokens it may take.")] = 2_000,
) -> WorkingView:
    """The last turns of a session that fit, and the weightiest of what stands before them."""
    scope = _scope(services, caller.tenant, user)
    found = await sessions.working(services, scope, session, max_tokens=max_tokens)
    return WorkingView(
        session=found.session,
        summary=tuple(found.summary),
        earlier=found.earlier,
        turns=tuple(TurnView.of(turn, services, scope) for turn in found.turns),
        tokens=found.tokens,
    )


def _scope(services: Services, tenant: str, user: str) -> Scope:
    return services.scope(tenant, admit_id(user, field="user"))


def _name(summary: SessionSummary) -> str:
    return summary.session
