"""The position that a stage's topic has reached."""

from __future__ import annotations

from collections.abc import Sequence

from streams.commit_log import position_of
from streams.log import EventLog, LogRecord


async def last_position(log: EventLog, topic: str, partition: int) -> int:
    """The position of the last record of a stage's topic; -1 when it is empty."""
    end = await log.end(topic, partition)
    records: Sequence[LogRecord] = await log.read(topic, partition, after=end - 2, limit=1) if end else ()
    return position_of(records[-1]) if records else -1
