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


class DecidedPositions:
    """How far commit logs are decided. Their very last records may be void, and then speak of positions that others
    decided before: the highest position counts, among the last VOID_MAX records at first, then among all."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._read: dict[tuple[str, int], tuple[int, int]] = {}

    async def of(self, topic: str, partition: int) -> int:
        """-1 when it is empty. What was read before is not read again."""
        end = await self._log.end(topic, partition)
        begin, highest = self._read.get((topic, partition), (0, -1))
        if begin > end:
            # Another topic by now: a generation was deleted, and its number given again.
            begin, highest = 0, -1
        begin = max(begin, end - VOID_MAX)
        if begin < end:
            records = await self._log.read(topic, partition, after=begin - 1, limit=end - begin)
            highest = max([highest, *map(position_of, records)])
            begin = records[-1].offset + 1 if records else begin
        self._read[topic, partition] = (begin, highest)
        return highest


async def decided_position(log: EventLog, topic: str, partition: int) -> int:
    """See DecidedPositions; for those who ask once."""
    return await DecidedPositions(log).of(topic, partition)
