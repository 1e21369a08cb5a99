"""Memories: stating, editing, forgetting and flagging them, and reading them back."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, assert_never

from api.pending import pending
from api.services import Services
from indexers.index import Order, Scope, Visibility
from processors.admission import admit_id, admit_optional_id, admit_tags, admit_text, admit_time, admit_timezone
from schemas.claims import Polarity
from schemas.errors import InvalidInputError, NotFoundError, PreconditionError, UnavailableError
from schemas.events import Event, Flag, MemoryAsserted, MemoryEdited, MemoryFlagged, MemoryForgotten, MemoryReference
from schemas.memories import Kind, MemoriesRecord, Memory, MemoryPut, MemoryScope
from schemas.position import Position
from schemas.queries import Filters

VALUE_CHARACTERS_MAX = 2_000


@dataclass(frozen=True, slots=True)
class Statement:
    """What a caller states directly, not yet admitted."""

    content: str
    event_id: str = ""
    kind: Kind = "fact"
    scope: MemoryScope = "task"
    session: str = ""
    agent: str = ""
    task: str = ""
    subject: str = "user"
    attribute: str = ""
    value: str = ""
    polarity: Polarity = "positive"
    confidence: float = 1.0
    tags: tuple[str, ...] = ()
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    occurred_at: datetime | None = None
    timezone: str = "UTC"


@dataclass(frozen=True, slots=True)
class Edit:
    """What is to change; None = stays."""

    content: str | None = None
    value: str | None = None
    tags: tuple[str, ...] | None = None
    valid_to: datetime | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """An appended change. `record` is what it did, None when that was not known in time. `memory` is the memory as the
    change left it, None when it is gone or not known."""

    event_id: str
    position: Position
    record: MemoriesRecord | None
    memory: Memory | None


async def get(services: Services, scope: Scope, memory_id: str, *, wait_s: float = 0.0) -> Memory:
    """One memory, whatever its status but retired. A change of it that is under way is waited for up to `wait_s`.
    Raises NotFoundError, also for another user's."""
    waiting = await pending(services, scope)
    touch = waiting.last_touch(memory_id, scope.user_key)
    if touch is not None and wait_s:
        await services.follower.wait_indexed(touch.position, wait_s)
        waiting = await pending(services, scope)
    memory = (await services.reading().index.get(scope, [memory_id])).get(memory_id)
    if memory is None or waiting.hides(memory):
        raise no_memory(memory_id)
    return memory


async def listed(
    services: Services,
    scope: Scope,
    filters: Filters,
    *,
    superseded: bool,
    expired: bool,
    order: Order,
    limit: int,
    cursor: str,
) -> tuple[list[Memory], str]:
    """One page and the next cursor, without what a pending event forgets."""
    waiting = await pending(services, scope)
    page = await services.reading().index.list_memories(
        scope,
        Visibility(now=services.now(), superseded=superseded, expired=expired),
        filters,
        order=order,
        limit=limit,
        cursor=cursor,
    )
    return [memory for memory in page.memories if not waiting.hides(memory)], page.next_cursor


async def state(services: Services, scope: Scope, statement: Statement, *, wait_s: float) -> Change:
    """Append what a caller states. Raises InvalidInputError naming the field."""
    now = services.now()
    text = admit_text(statement.content)
    event_id = admit_id(statement.event_id or services.new_id(), field="event_id")
    event = MemoryAsserted(
        event_id=event_id,
        tenant=scope.tenant,
        user=scope.user,
        occurred_at=await _said_at(services, scope, statement, now),
        recorded_at=now,
        content=text.text,
        kind=statement.kind,
        scope=statement.scope,
        session=admit_optional_id(statement.session, field="session"),
        agent=admit_optional_id(statement.agent, field="agent"),
        task=admit_optional_id(statement.task, field="task"),
        subject=admit_optional_id(statement.subject, field="subject") or "user",
        attribute=admit_optional_id(statement.attribute, field="attribute"),
        value=_short_text(statement.value, "value") if statement.value else "",
        polarity=statement.polarity,
        confidence=statement.confidence,
        tags=admit_tags(statement.tags),
        valid_from=statement.valid_from,
        valid_to=statement.valid_to,
        timezone=admit_timezone(statement.timezone),
    )
    if event.valid_from is not None and event.valid_to is not None and event.valid_to <= event.valid_from:
        raise InvalidInputError("valid_to must be after valid_from", field="valid_to")
    return await _append(services, scope, event, memory_id="", wait_s=wait_s)


async def _said_at(services: Services, scope: Scope, statement: Statement, now: datetime) -> datetime:
    """The time given; else now, or, for a statement that is sent again, the time of its first delivery, so that a
    repeat says the same."""
    if statement.occurred_at is not None:
        return admit_time(statement.occurred_at, now)
    known = await services.follower.event(scope.user_key, statement.event_id) if statement.event_id else None
    return known.event.occurred_at if known is not None else now


async def edit(
    services: Services, scope: Scope, memory_id: str, changes: Edit, *, version: str, wait_s: float
) -> Change:
    """Edit a memory that stands at the version its editor saw (`*` = any). The old value stays in its history.

    Raises PreconditionError when it changed meanwhile, InvalidInputError, NotFoundError.
    """
    edited = _admit_edit(changes)
    async with services.locks.one_at_a_time(("memory", scope.user_key, memory_id)):
        memory = await get(services, scope, memory_id, wait_s=wait_s)
        current = Position(services.epoch, memory.partition, memory.offset).token
        if version not in ("*", current):
            raise PreconditionError(
                f"the memory changed: it stands at {current}, you saw {version[:64]}",
                hint="read it again and send its new position",
                field="If-Match",
            )
        now = services.now()
        event = MemoryEdited(
            event_id=services.new_id(),
            tenant=scope.tenant,
            user=scope.user,
            occurred_at=now,
            recorded_at=now,
            memory=reference_to(memory),
            content=edited.content,
            value=edited.value,
            tags=edited.tags,
            valid_to=edited.valid_to,
        )
        return await _append(services, scope, event, memory_id=memory_id, wait_s=wait_s)


async def forget(services: Services, scope: Scope, memory_id: str, *, reason: str, wait_s: float) -> Change:
    """Forget a memory and the turns that it rests on. Raises NotFoundError."""
    memory = await get(services, scope, memory_id)
    now = services.now()
    event = MemoryForgotten(
        event_id=services.new_id(),
        tenant=scope.tenant,
        user=scope.user,
        occurred_at=now,
        recorded_at=now,
        memory=reference_to(memory),
        reason=_short_text(reason, "reason") if reason else "",
    )
    return await _append(services, scope, event, memory_id=memory_id, wait_s=wait_s)


async def flag(services: Services, scope: Scope, memory_id: str, name: Flag, *, note: str, wait_s: float) -> Change:
    """Say something of a memory. Raises NotFoundError."""
    memory = await get(services, scope, memory_id, wait_s=wait_s)
    now = services.now()
    event = MemoryFlagged(
        event_id=services.new_id(),
        tenant=scope.tenant,
        user=scope.user,
        occurred_at=now,
        recorded_at=now,
        memory=reference_to(memory),
        flag=name,
        note=_short_text(note, "note") if note else "",
    )
    return await _append(services, scope, event, memory_id=memory_id, wait_s=wait_s)


Decision = Literal["accept", "reject", "edit"]


async def decide(
    services: Services, scope: Scope, memory_id: str, decision: Decision, changes: Edit, *, wait_s: float
) -> Change:
    """Settle a memory that waits for a person. Raises NotFoundError when it does not wait (any more)."""
    memory = await get(services, scope, memory_id, wait_s=wait_s)
    if memory.status not in ("provisional", "quarantined"):
        raise NotFoundError(f"{memory_id!r} does not wait for review: it is {memory.status}", field="memory_id")
    match decision:
        case "accept":
            return await flag(services, scope, memory_id, "confirm", note="", wait_s=wait_s)
        case "reject":
            return await forget(services, scope, memory_id, reason="rejected in review", wait_s=wait_s)
        case "edit":
            return await edit(services, scope, memory_id, changes, version="*", wait_s=wait_s)
        case _:
            assert_never(decision)


async def chain(services: Services, scope: Scope, memory: Memory) -> list[Memory]:
    """Every memory of the same slot, superseded ones included, oldest first; for a turn only itself."""
    if not memory.attribute:
        return [memory]
    page = await services.reading().index.list_memories(
        scope,
        Visibility(now=services.now(), superseded=True, expired=True),
        Filters(subject=(memory.subject,), attribute=(memory.attribute,), resolution=(memory.resolution,)),
        order="oldest",
        limit=500,
        cursor="",
    )
    waiting = await pending(services, scope)
    return [other for other in page.memories if other.slot == memory.slot and not waiting.hides(other)]


def reference_to(memory: Memory) -> MemoryReference:
    """How an event names a memory, so that it is found in every generation."""
    return MemoryReference(
        memory_id=memory.memory_id,
        evidence=tuple(dict.fromkeys(evidence.event_id for evidence in memory.evidence)),
        resolution=memory.resolution,
        subject=memory.subject,
        attribute=memory.attribute,
        value=memory.value,
    )


def no_memory(memory_id: str) -> NotFoundError:
    """The answer for an unknown, forgotten or foreign memory: the same, so that nothing is given away."""
    return NotFoundError(
        f"this user has no memory {memory_id[:100]!r}", hint="it never was, or it was forgotten", field="memory_id"
    )


async def _append(services: Services, scope: Scope, event: Event, *, memory_id: str, wait_s: float) -> Change:
    [position] = await services.sink.append([event])
    record: MemoriesRecord | None = None
    if wait_s and await services.follower.wait_indexed(position, wait_s):
        # The change is durable: a log that goes away now only leaves untold what it did.
        with contextlib.suppress(UnavailableError):
            record = await services.follower.record(scope.user_key, position.offset)
    if record is None:
        return Change(event.event_id, position, None, None)
    refused = record.outcome.state == "skipped"
    if refused:
        raise NotFoundError(record.outcome.reason or f"nothing stands at {memory_id!r}", field="memory_id")
    return Change(event.event_id, position, record, _left_by(record, event, memory_id))


def _left_by(record: MemoriesRecord, event: Event, memory_id: str) -> Memory | None:
    """The memory that the change is about: the one it made (its evidence names the event), else the one it names."""
    puts = [change.memory for change in record.changes if isinstance(change, MemoryPut)]
    if isinstance(event, MemoryForgotten):
        return None
    made = [memory for memory in puts if any(item.event_id == event.event_id for item in memory.evidence)]
    named = [memory for memory in puts if memory.memory_id == memory_id]
    return next(iter([*made, *named]), None)


def _admit_edit(changes: Edit) -> Edit:
    if changes == Edit():
        raise InvalidInputError("the edit changes nothing", hint="send content, value, tags or valid_to")
    return Edit(
        content=None if changes.content is None else admit_text(changes.content).text,
        value=None if changes.value is None else _short_text(changes.value, "value"),
        tags=None if changes.tags is None else admit_tags(changes.tags),
        valid_to=changes.valid_to,
    )


def _short_text(text: str, field: str) -> str:
    admitted = admit_text(text, field=field).text
    if len(admitted) > VALUE_CHARACTERS_MAX:
        raise InvalidInputError(
            f"{field} has {len(admitted)} characters, more than {VALUE_CHARACTERS_MAX}", field=field
        )
    return admitted
