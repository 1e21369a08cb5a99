"""Records between the stages: each stage's output as the next one reads it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

from pydantic import TypeAdapter

from schemas.codec import decode, split
from schemas.errors import CodecError, KeyDestroyedError
from schemas.stages import ScoredEvent
from streams.commit_log import position_of
from streams.keyring import CONTROL_KEY, Keyring
from streams.log import EventLog, LogRecord
from streams.stage_records import owner_of

Staged = TypeVar("Staged", bound=ScoredEvent)


@dataclass(frozen=True, slots=True)
class Opened(Generic[Staged]):
    """A stage's output at one position, and the key of what is derived from it."""

    event: Staged
    key_id: str


def open_staged(record: LogRecord, kind: type[Staged], keyring: Keyring) -> Opened[Staged]:
    """Read the output of the stage before; erased when its key was destroyed since. Raises CodecError."""
    adapter: TypeAdapter[Staged] = TypeAdapter(kind)
    try:
        header, event = decode(record.value or b"", adapter, keyring)
    except KeyDestroyedError:
        gone = kind(
            partition=record.partition,
            offset=position_of(record),
            user_key=owner_of(record),
            recorded_at=_recorded_at(record),
            event=None,
            erased=True,
        )
        return Opened(gone, CONTROL_KEY)
    return Opened(event, header.key_id)


async def last_position(log: EventLog, topic: str, partition: int) -> int:
    """The position of the last record of a stage's topic; -1 when it is empty."""
    end = await log.end(topic, partition)
    records: Sequence[LogRecord] = await log.read(topic, partition, after=end - 2, limit=1) if end else ()
    return position_of(records[-1]) if records else -1


def _recorded_at(record: LogRecord) -> datetime:
    try:
        return datetime.fromisoformat(split(record.value or b"")[0].recorded_at)
    except (CodecError, ValueError):
        return record.timestamp
