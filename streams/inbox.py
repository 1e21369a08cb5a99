"""Inbox records as turns: read, checked and admitted, the same at first sight and when a dead letter is redriven."""

from __future__ import annotations

import json
import uuid

from pydantic import ValidationError

from processors.admission import admit_turn
from schemas.errors import CodecError
from schemas.events import TurnRecorded
from schemas.inbox import INBOX_TURN
from streams.log import LogRecord

_NAMESPACE = uuid.UUID("6f1d3a52-6c1c-5b0e-9a53-2f3f0f9a7c11")
"""Of ids that are made for records without one; a constant, so that a repeated read makes the same id."""


def admitted(record: LogRecord, *, tenant: str) -> TurnRecorded:
    """The turn of a record. Without an id of its own it gets a UUIDv5 of its place; its arrival stands in for a missing
    time. Raises CodecError and InvalidInputError, naming what is wrong."""
    if record.value is None:
        raise CodecError("the record has no value")
    try:
        turn = INBOX_TURN.validate_json(record.value)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        raise CodecError(f"{field}: {first['msg']}" if field else first["msg"]) from error
    return admit_turn(
        event_id=turn.event_id or _made_id(record),
        tenant=tenant,
        user=turn.user or _keyed_user(record),
        session=turn.session,
        role=turn.role,
        content=turn.content,
        recorded_at=record.timestamp,
        occurred_at=turn.occurred_at,
        speaker=turn.speaker,
        agent=turn.agent,
        task=turn.task,
        turn_index=turn.turn_index,
        timezone=turn.timezone,
        language=turn.language,
        source=turn.source,
        trust=turn.trust,
        recalled=turn.recalled,
        attachments=turn.attachments,
        tags=turn.tags,
        metadata=turn.metadata,
    )


def _made_id(record: LogRecord) -> str:
    """The broker's time of arrival keeps a topic that was made anew apart from its predecessor."""
    arrival_ms = round(record.timestamp.timestamp() * 1_000)
    return str(uuid.uuid5(_NAMESPACE, f"{record.topic}/{record.partition}/{record.offset}/{arrival_ms}"))


def user_of(record: LogRecord) -> str:
    """Whose words a record that was not admitted holds, as far as can be told; "" = nobody can be named."""
    try:
        named = json.loads(record.value or b"").get("user")
    except (ValueError, AttributeError, RecursionError):
        named = ""
    if isinstance(named, str) and named:
        return named
    try:
        return _keyed_user(record)
    except CodecError:
        return ""


def _keyed_user(record: LogRecord) -> str:
    try:
        return (record.key or b"").decode("utf-8")
    except UnicodeDecodeError as error:
        raise CodecError("the record names no user, and its key is no UTF-8") from error
