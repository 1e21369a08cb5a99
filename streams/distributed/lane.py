"""Lane: one owned partition of a stage: what was fetched, what is at work, and how far it is done."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Sequence

from streams.commit_log import OFFSET
from streams.distributed.work import Committed, Held
from streams.log import LogRecord

LANE_EVENTS_MAX = 256
LANE_BYTES_MAX = 2 * 1024 * 1024
"""Beyond either, the partition is not fetched until half of it is done: 32 partitions hold at most 96 MB in flight,
one fetch of 1 MB each included."""


class Lane:
    """Filled by the loop that polls, emptied by the task that works. `done`: what may be committed; `committed`: what
    was; `reached`: the offset after the last one done."""

    def __init__(self, partition: int, *, events_max: int = LANE_EVENTS_MAX, bytes_max: int = LANE_BYTES_MAX) -> None:
        self.partition = partition
        self._events_max = events_max
        self._bytes_max = bytes_max
        self.held: Held | None = None
        self.done: Committed | None = None
        self.committed: Committed | None = None
        self.reached: int | None = None
        self.task: asyncio.Task[None] | None = None
        self._first: LogRecord | None = None
        self._working_since: float | None = None
        self._queue: deque[LogRecord] = deque()
        self._bytes = 0
        self._filled = asyncio.Event()
        self._emptied = asyncio.Event()
        self._ending = asyncio.Event()

    @property
    def ending(self) -> bool:
        """Whether the partition goes to another worker: nothing more is begun."""
        return self._ending.is_set()

    @property
    def full(self) -> bool:
        """Whether no more may be fetched for now."""
        return len(self._queue) >= self._events_max or self._bytes >= self._bytes_max

    @property
    def roomy(self) -> bool:
        """Whether fetching may go on."""
        return len(self._queue) <= self._events_max // 2 and self._bytes <= self._bytes_max // 2

    def put(self, records: Sequence[LogRecord]) -> None:
        """Add what was fetched."""
        self._queue.extend(records)
        self._bytes += sum(map(_size, records))
        self._filled.set()

    def clear(self) -> None:
        """Forget what was fetched: reading begins elsewhere."""
        self._queue.clear()
        self._bytes = 0
        self._filled.clear()
        self._first = None

    async def next(self, limit: int) -> list[LogRecord]:
        """The next batch, once there is one; [] when the lane is ending."""
        if not self._queue and not self.ending:
            self._filled.clear()
            await self._filled.wait()
        if self.ending:
            return []
        batch = [self._queue.popleft() for _ in range(min(limit, len(self._queue)))]
        self._bytes -= sum(map(_size, batch))
        self._first = batch[0]
        if self.roomy:
            self._emptied.set()
        return batch

    async def room(self) -> None:
        """Until there is room again, or the lane is ending; for those who cannot leave off being given more."""
        if self.full and not self.ending:
            self._emptied.clear()
            await self._emptied.wait()

    def working(self, record: LogRecord | None) -> None:
        """The work begins with this record (None = it ends, or waits)."""
        if record is not None:
            self._first = record
        self._working_since = None if record is None else time.monotonic()

    def finished(self, last: LogRecord, done: Committed) -> None:
        """Everything up to `last` is durable."""
        self.held, self._first = None, None
        self.done = done
        self.reached = last.offset + 1

    def hold(self, offset: int | None, reason: str) -> bool:
        """Say what cannot be got past, None = nothing was begun yet; whether that is news."""
        before = self.held
        since = time.monotonic() if before is None else before.since
        self.held = Held(self.partition, -1 if offset is None else offset, self._place(offset), reason, since)
        return before is None or before.reason != reason

    def at_work(self) -> Held | None:
        """The batch that is at work now, and since when."""
        since, record = self._working_since, self._first
        if since is None or record is None:
            return None
        return Held(self.partition, record.offset, self._place(record.offset), "no answer yet", since)

    def oldest_at(self) -> float | None:
        """POSIX time at which the oldest record in hand was written."""
        if self._first is not None:
            return self._first.timestamp.timestamp()
        # Another thread may look while records are taken out.
        with contextlib.suppress(IndexError):
            return self._queue[0].timestamp.timestamp()
        return None

    def end(self) -> None:
        """Begin nothing more; the batch at work may end."""
        self._ending.set()
        self._filled.set()
        self._emptied.set()

    async def pause(self, seconds: float) -> None:
        """Wait, unless the lane is ending."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._ending.wait(), seconds)

    def _place(self, offset: int | None) -> str:
        record = self._first
        if offset is None or record is None or record.offset != offset:
            return f"the beginning in partition {self.partition}"
        # A stage's topic names the position in `turns` in a header; in `turns` and the inbox the offset is the place.
        return f"p{self.partition}:{record.headers.get(OFFSET, str(offset).encode()).decode()}"


def _size(record: LogRecord) -> int:
    return len(record.value or b"")
