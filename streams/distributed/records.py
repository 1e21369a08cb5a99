"""The position that a stage's topic has reached."""

from __future__ import annotations

from streams.commit_log import position_of
from streams.log import EventLog
from streams.stage_records import last_record


async def last_position(log: EventLog, topic: str, partition: int) -> int:
    """The position of the last record of a stage's topic; -1 when it is empty."""
    last = await last_record(log, topic, partition)
    return -1 if last is None else position_of(last)
