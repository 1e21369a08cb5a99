"""Reads the commit log of a generation for its verification, in either runtime."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from schemas.errors import KeyDestroyedError
from streams.commit_log import CommitLogReader, open_position, position_of
from streams.generation_check import PartitionFold
from streams.keyring import Keyring
from streams.log import EventLog, LogRecord

PAGE = 200
"""Records read at once: about a tenth of a second of work, so that live events go in between."""
Work = Callable[[Callable[[], None]], Awaitable[None]]
"""Computes off the event loop."""


async def folded_partition(
    log: EventLog, topic: str, partition: int, keyring: Keyring, *, upto: int, work: Work
) -> PartitionFold:
    """The fold of a partition's positions up to `upto`. What was sealed with a destroyed key is no part of it."""
    fold = PartitionFold(keyring.secret)
    reader = CommitLogReader(keyring.secret)
    after = await log.first(topic, partition) - 1
    while reader.chain.offset < upto and (records := await log.read(topic, partition, after=after, limit=PAGE)):
        after = records[-1].offset
        await work(lambda page=records: _take(fold, reader, page, keyring, upto))  # type: ignore[misc]
    return fold


def _take(fold: PartitionFold, reader: CommitLogReader, records: list[LogRecord], keyring: Keyring, upto: int) -> None:
    for record in records:
        parts = reader.accept(record)
        if parts is None or position_of(record) > upto:
            continue
        try:
            fold.take(open_position(parts, keyring))
        except KeyDestroyedError:
            fold.unreadable += 1
