"""What the stages read and write: `turns` as events, and the one-in, one-out topics between the stages (DESIGN §2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Generic, TypeVar

from pydantic import TypeAdapter

from processors.stages import ReadEvent
from schemas.codec import Header, decode, encode, split, user_key
from schemas.errors import CodecError, KeyDestroyedError, NewerSchemaError
from schemas.events import CONTROL_EVENTS, EVENT, Event
from schemas.records import utc_text
from schemas.stages import ScoredEvent, Trouble
from streams.commit_log import OFFSET, position_of
from streams.keyring import CONTROL_KEY, Keyring
from streams.log import EventLog, LogRecord, NewRecord

Carried = TypeVar("Carried")
Output = TypeVar("Output", bound=ScoredEvent)


@dataclass(frozen=True, slots=True)
class Staged(Generic[Carried]):
    """An event as a stage reads it, with the id of the key that seals what is derived from it."""

    event: Carried
    key_id: str


def read_turn(record: LogRecord, keyring: Keyring) -> Staged[ReadEvent]:
    """A record of `turns` as the stages see it. What cannot be read goes on as trouble or as erased, because every
    position has its output. Raises NewerSchemaError: then the reader stops."""
    event: Event | None = None
    trouble: Trouble | None = None
    erased = False
    try:
        event = open_event(record, keyring)
    except KeyDestroyedError:
        erased = True
    except NewerSchemaError:
        raise
    except CodecError as error:
        trouble = Trouble(stage="read", error=error.message)
    if event is not None and keyring.is_erased(owner_of(record)) and event.type not in CONTROL_EVENTS:
        event, erased = None, True
    read = ReadEvent(
        partition=record.partition,
        offset=record.offset,
        user_key=owner_of(record),
        recorded_at=_recorded_at(record, event),
        event=event,
        erased=erased,
        trouble=trouble,
        id_hash=id_hash_of(record.value),
    )
    return Staged(read, CONTROL_KEY if event is None else key_id_of(record.value))


def open_event(record: LogRecord, keyring: Keyring) -> Event:
    """The event of a record of `turns`. Raises CodecError and its kinds."""
    if record.value is None:
        raise CodecError("the record has no value")
    header, event = decode(record.value, EVENT, keyring)
    if not header.user_key == user_key(keyring.secret, event.tenant, event.user) == owner_of(record):
        raise CodecError("the record stands under another user's key")
    return event


def seal_staged(event: ScoredEvent, *, key_id: str, keyring: Keyring) -> NewRecord:
    """The record that a stage writes for one position. An event whose key was destroyed meanwhile is written as
    erased, under the control key."""
    header = Header(
        type=type(event).__name__,
        user_key=event.user_key,
        key_id=key_id,
        id_hash=event.id_hash,
        recorded_at=utc_text(event.recorded_at),
    )
    try:
        value = encode(header, event, keyring)
    except KeyDestroyedError:
        value = encode(header.model_copy(update={"key_id": CONTROL_KEY}), _erased(event), keyring)
    headers = {OFFSET: str(event.offset).encode()}
    return NewRecord(event.partition, event.user_key.encode(), value, headers)


def open_staged(record: LogRecord, kind: type[Output], keyring: Keyring) -> Staged[Output]:
    """What a stage wrote for one position; erased when its key was destroyed since. Raises CodecError."""
    try:
        header, event = decode(record.value or b"", _adapter(kind), keyring)
    except KeyDestroyedError:
        gone = kind(
            partition=record.partition,
            offset=position_of(record),
            user_key=owner_of(record),
            recorded_at=_recorded_at(record, None),
            id_hash=id_hash_of(record.value),
            event=None,
            erased=True,
        )
        return Staged(gone, CONTROL_KEY)
    return Staged(event, header.key_id)


def first_of_each(records: Iterable[LogRecord], *, above: int) -> list[LogRecord]:
    """The records whose position is above every one before it: the first output of a position is the recorded one."""
    kept = []
    for record in records:
        position = position_of(record)
        if position > above:
            kept.append(record)
            above = position
    return kept


async def last_record(log: EventLog, topic: str, partition: int) -> LogRecord | None:
    """The last record of a topic."""
    end = await log.end(topic, partition)
    records = await log.read(topic, partition, after=end - 2, limit=1) if end else []
    return records[-1] if records else None


def owner_of(record: LogRecord) -> str:
    """The user key under which a record stands."""
    return (record.key or b"").decode("ascii", "replace")


def key_id_of(value: bytes | None) -> str:
    """The key that sealed these bytes; the control key when they say none."""
    try:
        return split(value or b"")[0].key_id
    except CodecError:
        return CONTROL_KEY


def id_hash_of(value: bytes | None) -> str:
    """Which event these bytes speak of, readable whatever became of its key; "" when they say none."""
    try:
        return split(value or b"")[0].id_hash
    except CodecError:
        return ""


@cache
def _adapter(kind: type[Output]) -> TypeAdapter[Output]:
    return TypeAdapter(kind)


def _recorded_at(record: LogRecord, event: Event | None) -> datetime:
    """When the event was admitted; the log's own time where not even the header can be read."""
    if event is not None:
        return event.recorded_at
    try:
        return datetime.fromisoformat(split(record.value or b"")[0].recorded_at)
    except (CodecError, ValueError):
        return record.timestamp


def _erased(event: ScoredEvent) -> ScoredEvent:
    return type(event)(
        partition=event.partition,
        offset=event.offset,
        user_key=event.user_key,
        recorded_at=event.recorded_at,
        id_hash=event.id_hash,
        event=None,
        erased=True,
    )
