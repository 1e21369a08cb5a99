"""The position that a stage's topic has reached."""

from __future__ import annotations

from streams.commit_log import position_of
from streams.log import EventLog
from streams.stage_records import last_record

VOID_MAX = 256
"""Records that may be void at the end of a commit log: a writer that stood still and goes on writes one batch of 64
positions before it sees that another one took over."""


async def last_position(log: EventLog, topic: str, partition: int) -> int:
    """The position of the last record of a stage's topic; -1 when it is empty."""
    last = await last_record(log, topic, partition)
    return -1 if last is None else position_of(last)


async def decided_position(log: EventLog, topic: str, partition: int) -> int:
    """How far a commit log is decided; -1 when it is empty. Its very last records may be void, and then speak of
    positions that others decided before."""
    end = await log.end(topic, partition)
    records = await log.read(topic, partition, after=max(-1, end - 1 - VOID_MAX), limit=VOID_MAX) if end else []
    return max(map(position_of, records), default=-1)
