"""Users: who is remembered, erasing and forgetting, and the export of everything that is kept."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from typing import BinaryIO

from api.jobs import Finished, Job
from api.memories import reference_to
from api.pending import pending
from api.services import Services
from api.sessions import all_sessions
from api.turns import readable
from indexers.index import Scope
from schemas.errors import NotFoundError, UnavailableError
from schemas.events import Event, MemoryAsserted, MemoryForgotten, SessionForgotten, TurnRecorded, UserErased
from schemas.position import Position
from schemas.records import utc_text

EXPORT_PAGE = 500
EXPORTS_IN_MEMORY_BYTES = 1 << 20
"""A smaller export never touches the disk."""
ERASE_WAIT_S = 60.0
"""How long an erase waits for the stages to pass it before it says that they have not."""


@dataclass(frozen=True, slots=True)
class UserSummary:
    """What is kept of one user, in numbers."""

    user: str
    memories: dict[str, int]
    sessions: int
    first_at: datetime | None
    last_at: datetime | None
    pending: int


async def known(services: Services, scope: Scope) -> bool:
    """Whether anything is kept of this user."""
    counts = await services.reading().index.count(scope)
    return any(counts.values()) or bool((await pending(services, scope)).turns())


async def require_known(services: Services, scope: Scope) -> None:
    """Raises NotFoundError for a user of whom nothing is kept."""
    if not await known(services, scope):
        raise _unknown(scope)


async def summary(services: Services, scope: Scope) -> UserSummary:
    """Raises NotFoundError."""
    counts = dict(await services.reading().index.count(scope))
    waiting = await pending(services, scope)
    if not any(counts.values()) and not waiting.turns():
        raise _unknown(scope)
    sessions = await all_sessions(services, scope)
    return UserSummary(
        user=scope.user,
        memories={status: count for status, count in sorted(counts.items()) if count},
        sessions=len(sessions),
        first_at=min((session.first_at for session in sessions), default=None),
        last_at=max((session.last_at for session in sessions), default=None),
        pending=len(waiting.events),
    )


async def erase(services: Services, tenant: str, user: str, *, wait_s: float) -> Job:
    """Erase a user for good, as a job; waits up to `wait_s` for its end. A user of whom nothing is kept gives a job
    that is done and counts 0, so that it can be called twice."""
    scope = services.scope(tenant, user)
    async with services.locks.one_at_a_time(("erase", scope.user_key)):
        if not await known(services, scope):
            return services.jobs.finished(services.new_id(), "erase", tenant, user, 0, "nothing is kept of this user")
        now = services.now()
        event = UserErased(event_id=services.new_id(), tenant=tenant, user=user, occurred_at=now, recorded_at=now)
        [position] = await services.sink.append([event])
        services.jobs.drop_files(tenant, user)
        services.recalls.forget_user(scope.user_key)
        job = services.jobs.start(services.new_id(), "erase", tenant, user, lambda: _erase(services, scope, position))
        return await services.jobs.wait(job.job_id, wait_s)


async def _erase(services: Services, scope: Scope, position: Position) -> Finished:
    index = services.reading().index
    count = sum((await index.count(scope)).values())
    # The keys first: from here on nothing of the user can be read, whatever else happens.
    await services.follower.destroy_user(scope.tenant, scope.user)
    await index.erase(scope, upto_version=position.version)
    if not await services.follower.wait_indexed(position, ERASE_WAIT_S):
        raise UnavailableError("the keys are destroyed, but the stages have not passed the erasure yet")
    # Swept again, because the stages may have been at work on older turns meanwhile.
    await index.erase(scope, upto_version=position.version)
    left = sum((await index.count(scope)).values())
    if left:
        raise UnavailableError(f"{left} memories are still in the index")
    return Finished(count)


async def lift(services: Services, tenant: str, user: str) -> None:
    """Admit an erased user again. Raises NotFoundError for one who was not erased."""
    async with services.locks.one_at_a_time(("erase", services.scope(tenant, user).user_key)):
        await services.follower.lift_user(tenant, user)


async def forget_all(services: Services, tenant: str, user: str, *, wait_s: float) -> Job:
    """Forget everything of a user who stays: every session, and what was stated outside of any. A repeatable job."""
    scope = services.scope(tenant, user)
    async with services.locks.one_at_a_time(("erase", scope.user_key)):
        if not await known(services, scope):
            return services.jobs.finished(services.new_id(), "forget", tenant, user, 0, "nothing is kept of this user")
        services.jobs.drop_files(tenant, user)
        services.recalls.forget_user(scope.user_key)
        job = services.jobs.start(services.new_id(), "forget", tenant, user, lambda: _forget_all(services, scope))
        return await services.jobs.wait(job.job_id, wait_s)


async def _forget_all(services: Services, scope: Scope) -> Finished:
    index = services.reading().index
    waiting = await pending(services, scope)
    if waiting.events:
        await services.follower.wait_indexed(waiting.events[-1].position, ERASE_WAIT_S)
    count = sum((await index.count(scope)).values())
    now = services.now()
    named = {"tenant": scope.tenant, "user": scope.user, "occurred_at": now, "recorded_at": now}
    sessions = [entry.session for entry in await all_sessions(services, scope)]
    gone = frozenset(sessions)
    events: list[Event] = [
        SessionForgotten.model_validate({**named, "event_id": services.new_id(), "session": session})
        for session in sessions
    ]
    async for memory in index.scan(scope):
        if not gone.issuperset({evidence.session for evidence in memory.evidence}):
            reference = reference_to(memory)
            events.append(MemoryForgotten.model_validate({**named, "event_id": services.new_id(), "memory": reference}))
    position: Position | None = None
    for start in range(0, len(events), EXPORT_PAGE):
        position = (await services.sink.append(events[start : start + EXPORT_PAGE]))[-1]
    if position is not None and not await services.follower.wait_indexed(position, ERASE_WAIT_S):
        raise UnavailableError("the forgetting is durable, but the stages have not carried it out yet")
    for session in sessions:
        await services.follower.destroy_session(scope.tenant, scope.user, session)
    left = sum((await index.count(scope)).values())
    if left:
        raise UnavailableError(f"{left} memories are still there; call it again")
    return Finished(count)


async def export(services: Services, tenant: str, user: str) -> Job:
    """Start writing everything that is kept of a user as JSON Lines. Raises NotFoundError."""
    scope = services.scope(tenant, user)
    await require_known(services, scope)
    return services.jobs.start(services.new_id(), "export", tenant, user, lambda: _export(services, scope))


async def _export(services: Services, scope: Scope) -> Finished:
    # Without a name on the disk: it is gone with the process, and nobody else can open it.
    file: BinaryIO = tempfile.SpooledTemporaryFile(max_size=EXPORTS_IN_MEMORY_BYTES)  # type: ignore[assignment]  # noqa: SIM115 - kept open for the download
    count = 0
    try:
        async for line in _lines(services, scope):
            file.write(line)
            count += 1
            if count % EXPORT_PAGE == 0:
                await asyncio.sleep(0)
    except BaseException:
        file.close()
        raise
    return Finished(count, file)


async def _lines(services: Services, scope: Scope) -> AsyncIterator[bytes]:
    """First what it is, then every event in order, then every memory."""
    reading = services.reading()
    head = {
        "type": "export",
        "user": scope.user,
        "generation": reading.generation,
        "exported_at": utc_text(services.now()),
    }
    yield json.dumps(head).encode() + b"\n"
    kept = {evidence.event_id async for memory in reading.index.scan(scope) for evidence in memory.evidence}
    waiting = await pending(services, scope)
    async for located in services.follower.history(scope.user_key):
        # The words of what was forgotten stand in the log until their keys go; they are not given out. Nor are events
        # that name a memory: they repeat its value.
        match located.event:
            case TurnRecorded():
                given = await readable(services, scope, located, waiting) is not None
            case MemoryAsserted(event_id=event_id):
                given = event_id in kept
            case _:
                given = False
        if given:
            place = {"type": "event", "position": located.position.token}
            yield (json.dumps(place)[:-1] + ', "event": ' + located.event.model_dump_json() + "}\n").encode()
    async for memory in reading.index.scan(scope):
        if not waiting.hides(memory):
            shown = memory.model_dump_json(exclude={"vector", "context_vector"})
            yield b'{"type": "memory", "memory": ' + shown.encode() + b"}\n"


def _unknown(scope: Scope) -> NotFoundError:
    return NotFoundError(
        f"nothing is known of user {scope.user[:100]!r}",
        hint="is the name right? `GET /v1/users` lists those that there are",
        field="user",
    )
