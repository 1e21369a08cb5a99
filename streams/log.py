"""EventLog: the port to the log, and the values that cross it (DESIGN §2).

One contract suite (tests/contract/test_log_contract.py) runs against every adapter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

HEADER_ID = "id"
HEADER_CONTENT = "content"
"""Record headers of an event: the keyed hashes of its id and of its content, by which a log can tell a repeat."""


@dataclass(frozen=True, slots=True)
class NewRecord:
    """A record to append. `key` is the user_key (ASCII bytes) and decides nothing: `partition` is explicit, computed by
    streams.partitioner so that every writer agrees."""

    partition: int
    key: bytes
    value: bytes
    headers: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LogRecord:
    """A record as read. `value` None is a tombstone (compacted topics) or a null produced by somebody."""

    topic: str
    partition: int
    offset: int
    key: bytes | None
    value: bytes | None
    headers: Mapping[str, bytes]
    timestamp: datetime


class EventLog(Protocol):
    """An append-only log of topics and partitions. Raises UnavailableError while the server or disk is away (nothing of
    the call is acknowledged then; a retry may write twice), StorageFullError when the disk is full."""

    @property
    def epoch(self) -> int:
        """The log epoch: it changes when topics are recreated, so that positions never regress."""
        ...

    @property
    def partitions(self) -> int: ...

    async def append(self, topic: str, records: Sequence[NewRecord]) -> list[int]:
        """Append in order; returns the offsets, durable (fsynced, or acknowledged by all replicas) when it returns.
        All or none on SQLite; on Kafka a failure may leave a prefix."""
        ...

    async def read(self, topic: str, partition: int, *, after: int, limit: int) -> list[LogRecord]:
        """Up to `limit` records with offset > after, in order; [] when there are none now."""
        ...

    async def first(self, topic: str, partition: int) -> int:
        """The lowest offset still kept; equals end() when the partition is empty."""
        ...

    async def end(self, topic: str, partition: int) -> int:
        """One above the highest offset (0 when empty)."""
        ...

    async def wait(self, topic: str, partition: int, *, after: int, timeout_s: float) -> bool:
        """Until a record with offset > after exists; False when the time ran out."""
        ...

    async def close(self) -> None: ...
