"""TurnsTail: the events that the index does not show yet, followed in memory by each API process (DESIGN §6)."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import structlog
from aiokafka import TopicPartition
from aiokafka.errors import KafkaError, OffsetOutOfRangeError

from schemas.errors import MnemologError, UnavailableError
from schemas.topics import TURNS
from streams.kafka_log import KafkaLog, kafka_errors, log_record, reading_consumer
from streams.log import LogRecord
from streams.stage_records import owner_of

USER_EVENTS_MAX = 200
BYTES_MAX = 64 * 1024 * 1024
BEHIND_MAX = 5_000
"""Events of a partition that are read at the start; what the index lacks beyond them makes answers incomplete."""
CATCH_UP_S = 1.0
END_S = 0.5
"""How long a read waits for the log to say where it ends; it answers within milliseconds or is away."""
AWAY_S = 2.0
"""After a log that did not answer, reads do without it for this long: each would wait for nothing."""
PRUNE_S = 0.5
log = structlog.get_logger(__name__)
Watermark = Callable[[int], Awaitable[int]]
"""The visible watermark of a partition."""


@dataclass(slots=True)
class _User:
    records: deque[LogRecord] = field(default_factory=deque)
    floor: int = -1
    """Events up to here were let go although the index may not show them."""


@dataclass(frozen=True, slots=True)
class Held:
    """See schemas.located.UserTail."""

    records: Sequence[LogRecord]
    complete: bool
    reached: int
    away: bool


class TurnsTail:
    """Made by `open`; whoever opens it closes it. `reason`: why it does not follow, "" when it does."""

    def __init__(self, kafka: KafkaLog, consumer: Any, watermark: Watermark) -> None:
        self.reason = ""
        self._kafka = kafka
        self._consumer = consumer
        self._watermark = watermark
        self._users: dict[int, OrderedDict[str, _User]] = {p: OrderedDict() for p in range(kafka.partitions)}
        self._next: dict[int, int] = {}
        self._floor: dict[int, int] = {}
        self._order: deque[LogRecord] = deque()
        self._bytes = 0
        self._moved = asyncio.Condition()
        self._tasks: list[asyncio.Task[None]] = []
        self._away_until = 0.0

    @classmethod
    async def open(cls, kafka: KafkaLog, watermark: Watermark) -> TurnsTail:
        """Begin above the watermark. Raises UnavailableError."""
        partitions = range(kafka.partitions)
        shown = [await watermark(partition) for partition in partitions]
        ends = await kafka.ends(TURNS, partitions)
        consumer = reading_consumer(kafka.bootstrap)
        with kafka_errors("the topic of turns"):
            await consumer.start()
        tail = cls(kafka, consumer, watermark)
        consumer.assign([kafka.place(TURNS, partition) for partition in partitions])
        for partition in partitions:
            start = max(shown[partition] + 1, ends[partition] - BEHIND_MAX, 0)
            start = min(start, ends[partition])
            tail._floor[partition] = start - 1
            tail._next[partition] = start
            consumer.seek(kafka.place(TURNS, partition), start)
        tail._tasks = [
            asyncio.create_task(tail._follow(), name="turns tail"),
            asyncio.create_task(tail._prune(), name="turns tail prune"),
        ]
        return tail

    async def of(self, partition: int, user_key: str, *, above: int) -> Held:
        """The user's records above an offset, oldest first."""
        end = await self._end(partition)
        caught_up = True
        try:
            async with asyncio.timeout(CATCH_UP_S), self._moved:
                await self._moved.wait_for(lambda: end is None or self._next[partition] >= end)
        except TimeoutError:
            caught_up = False
        held = self._users[partition].get(user_key)
        floor = self._floor[partition] if held is None else max(self._floor[partition], held.floor)
        records = [] if held is None else [record for record in held.records if record.offset > above]
        return Held(records, caught_up and floor <= above, self._next[partition] - 1, end is None)

    async def _end(self, partition: int) -> int | None:
        """The log's end now; None when the log is away."""
        clock = asyncio.get_running_loop().time
        if clock() < self._away_until:
            return None
        try:
            async with asyncio.timeout(END_S):
                return await self._kafka.end(TURNS, partition)
        except (UnavailableError, TimeoutError):
            self._away_until = clock() + AWAY_S
            return None

    async def close(self) -> None:
        """Stop following."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(KafkaError, TimeoutError):
            await asyncio.wait_for(self._consumer.stop(), CATCH_UP_S)

    async def _follow(self) -> None:
        while True:
            try:
                batches = await self._consumer.getmany(timeout_ms=60_000)
                self.reason = ""
            except OffsetOutOfRangeError as error:
                self.reason = f"turns are missing in the log: {error}"
                await asyncio.sleep(PRUNE_S)
                continue
            except KafkaError as error:
                self.reason = str(error) or type(error).__name__
                await asyncio.sleep(PRUNE_S)
                continue
            for place, records in batches.items():
                self._take(place, [log_record(record, TURNS) for record in records])
            async with self._moved:
                self._moved.notify_all()

    def _take(self, place: TopicPartition, records: Sequence[LogRecord]) -> None:
        users = self._users[place.partition]
        for record in records:
            user = users.setdefault(owner_of(record), _User())
            user.records.append(record)
            self._order.append(record)
            self._bytes += len(record.value or b"")
            while len(user.records) > USER_EVENTS_MAX:
                user.floor = user.records.popleft().offset
            self._next[place.partition] = record.offset + 1
        while self._bytes > BYTES_MAX and self._order:
            oldest = self._order.popleft()
            self._bytes -= len(oldest.value or b"")
            held = self._users[oldest.partition].get(owner_of(oldest))
            if held is not None and held.records and held.records[0].offset <= oldest.offset:
                held.floor = held.records.popleft().offset

    async def _prune(self) -> None:
        """Let go of what the index shows, one look later, so that a question that is under way still finds it."""
        shown: dict[int, int] = {}
        while True:
            await asyncio.sleep(PRUNE_S)
            try:
                now = {partition: await self._watermark(partition) for partition in self._users}
            except MnemologError as error:
                log.warning("watermark_not_read", reason=error.message)
                continue
            for partition, offset in shown.items():
                self._drop(partition, offset)
            while self._order and self._order[0].offset <= shown.get(self._order[0].partition, -1):
                self._bytes -= len(self._order.popleft().value or b"")
            shown = now

    def _drop(self, partition: int, shown: int) -> None:
        users = self._users[partition]
        for owner in list(users):
            held = users[owner]
            while held.records and held.records[0].offset <= shown:
                held.records.popleft()
            if not held.records and held.floor <= shown:
                del users[owner]
