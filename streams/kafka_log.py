"""KafkaLog: the EventLog of the distributed runtime, on Kafka topics (DESIGN §2; facts of 2026 on aiokafka)."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, TopicPartition
from aiokafka.errors import (
    KafkaError,
    MessageSizeTooLargeError,
    OffsetOutOfRangeError,
    UnknownTopicOrPartitionError,
)

from schemas.errors import ContentTooLargeError, UnavailableError
from schemas.topics import DEADLETTERS
from streams.log import LogRecord, NewRecord

RECORD_BYTES_MAX = 1_000_000
"""What one record may have, below the 1 MB that broker and client refuse by default."""
LETTER_BYTES_MAX = 4 * 1024 * 1024
"""A dead letter holds the original record, sealed and in base64: `mnemolog setup` allows that topic this much."""
LINGER_MS = 0
"""What is appended while a request is under way shares the next one anyway. With 1, a lone append took 2.1 ms in place
of 0.9: it waits for a round of the timer as well (our measurement, 2026-11-30)."""
APPEND_S = 10.0
"""`send` blocks while its buffers are full and Kafka is away; after this nothing is acknowledged and 503 is said."""
REQUEST_S = 5.0
READ_S = 10.0
READERS_MAX = 32
"""Consumers kept open, one for each partition that is read; each holds at most one fetch of 1 MB."""
IDLE_S = 60.0
"""One that nobody reads from is closed: it asks Kafka twice a second, also for a topic that is deleted by then."""


class KafkaLog:
    """See streams.log.EventLog. Made by `open`; the topics must exist (streams.distributed.setup)."""

    def __init__(self, bootstrap: str, partitions: int, epoch: int, prefix: str, producer: Any, offsets: Any) -> None:
        self.bootstrap = bootstrap
        self._prefix = prefix
        self._partitions = partitions
        self._epoch = epoch
        self._producer = producer
        self._offsets = offsets
        self._renewing = asyncio.Lock()
        self._readers: OrderedDict[TopicPartition, _Reader] = OrderedDict()
        self._watches: dict[TopicPartition, _Watch] = {}
        self._tidying = asyncio.create_task(self._tidy(), name="idle readers")
        self._closed = False

    @classmethod
    async def open(cls, bootstrap: str, *, partitions: int, epoch: int = 1, prefix: str = "") -> KafkaLog:
        """Connect. `prefix` stands before every topic's name, so that installations can share a cluster. Raises
        UnavailableError when no broker answers."""
        producer, offsets = _producer(bootstrap), reading_consumer(bootstrap)
        with kafka_errors(f"Kafka at {bootstrap}"):
            try:
                await asyncio.wait_for(producer.start(), APPEND_S)
                await asyncio.wait_for(offsets.start(), APPEND_S)
            except BaseException:
                await _stop(producer)
                await _stop(offsets)
                raise
        return cls(bootstrap, partitions, epoch, prefix, producer, offsets)

    @property
    def epoch(self) -> int:
        return self._epoch

    @property
    def partitions(self) -> int:
        return self._partitions

    def place(self, topic: str, partition: int) -> TopicPartition:
        """Where a partition of a topic is found in Kafka."""
        return TopicPartition(self._prefix + topic, partition)

    async def append(self, topic: str, records: Sequence[NewRecord]) -> list[int]:
        """See EventLog. Raises ContentTooLargeError for a record over RECORD_BYTES_MAX: then nothing was sent."""
        if not records:
            return []
        for record in records:
            _refuse_large(topic, record)
        with kafka_errors(f"topic {topic}"):
            sent: list[asyncio.Future[Any]] = []
            producer = self._producer
            try:
                async with asyncio.timeout(APPEND_S):
                    for record in records:
                        sent.append(
                            await producer.send(
                                self._prefix + topic,
                                value=record.value,
                                key=record.key,
                                partition=record.partition,
                                headers=list(record.headers.items()),
                            )
                        )
                    # Waited for, not gathered: a time-out must not cancel what the producer still carries.
                    await asyncio.wait(sent)
                return [future.result().offset for future in sent]
            except TimeoutError:
                raise
            except KafkaError as error:
                if not error.retriable:
                    # An idempotent producer that lost its sequence refuses everything from then on.
                    await self._renew(producer)
                raise

    async def read(self, topic: str, partition: int, *, after: int, limit: int) -> list[LogRecord]:
        end = await self.end(topic, partition)
        if limit <= 0 or after + 1 >= end:
            return []
        place = self.place(topic, partition)
        with kafka_errors(f"topic {topic}"):
            reader = self._readers.get(place)
            if reader is None:
                reader = self._readers[place] = _Reader(self.bootstrap, place, topic)
            self._readers.move_to_end(place)
            reader.used_at = asyncio.get_running_loop().time()
            while len(self._readers) > READERS_MAX:
                _, oldest = self._readers.popitem(last=False)
                await oldest.close()
            return await asyncio.wait_for(reader.read(after, limit, end), READ_S)

    async def first(self, topic: str, partition: int) -> int:
        place = self.place(topic, partition)
        with kafka_errors(f"topic {topic}"):
            found: dict[TopicPartition, int] = await asyncio.wait_for(
                self._offsets.beginning_offsets([place]), REQUEST_S
            )
        return found[place]

    async def end(self, topic: str, partition: int) -> int:
        return (await self.ends(topic, [partition]))[partition]

    async def ends(self, topic: str, partitions: Sequence[int]) -> dict[int, int]:
        """`end` of several partitions in one request."""
        places = [self.place(topic, partition) for partition in partitions]
        with kafka_errors(f"topic {topic}"):
            found: dict[TopicPartition, int] = await asyncio.wait_for(self._offsets.end_offsets(places), REQUEST_S)
        return {place.partition: offset for place, offset in found.items()}

    async def offset_at(self, topic: str, partition: int, moment: datetime) -> int:
        """The first offset that was written at or after a time; the end when there is none."""
        place = self.place(topic, partition)
        with kafka_errors(f"topic {topic}"):
            asked = self._offsets.offsets_for_times({place: int(moment.timestamp() * 1_000)})
            found = (await asyncio.wait_for(asked, REQUEST_S))[place]
        return await self.end(topic, partition) if found is None else int(found.offset)

    async def wait(self, topic: str, partition: int, *, after: int, timeout_s: float) -> bool:
        end = await self.end(topic, partition)
        if end > after + 1:
            return True
        place = self.place(topic, partition)
        watch = self._watches.get(place)
        if watch is None:
            watch = self._watches[place] = _Watch(self.bootstrap, place, end)
        watch.waiting += 1
        try:
            return await watch.reached(after + 1, timeout_s)
        finally:
            watch.waiting -= 1
            if not watch.waiting:
                self._watches.pop(place, None)
                await watch.close()

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._tidying.cancel()
        await asyncio.gather(self._tidying, return_exceptions=True)
        for reader in self._readers.values():
            await reader.close()
        for watch in self._watches.values():
            await watch.close()
        await _stop(self._producer)
        await _stop(self._offsets)

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(IDLE_S)
            old = asyncio.get_running_loop().time() - IDLE_S
            for place, reader in list(self._readers.items()):
                if reader.used_at < old and self._readers.pop(place, None) is not None:
                    await reader.close()

    async def _renew(self, broken: Any) -> None:
        async with self._renewing:
            if self._producer is not broken:
                return
            fresh = _producer(self.bootstrap)
            await asyncio.wait_for(fresh.start(), REQUEST_S)
            self._producer = fresh
            await _stop(broken)


class _Reader:
    """One partition, read forward; a jump costs one fetch."""

    def __init__(self, bootstrap: str, place: TopicPartition, topic: str) -> None:
        self._consumer = reading_consumer(bootstrap)
        self._place = place
        self._topic = topic
        self._lock = asyncio.Lock()
        self._started = False
        self._next = -1
        self.used_at = asyncio.get_running_loop().time()

    async def read(self, after: int, limit: int, end: int) -> list[LogRecord]:
        """Up to `limit` records above `after`, of which there are some below `end`."""
        async with self._lock:
            if not self._started:
                await self._consumer.start()
                self._consumer.assign([self._place])
                self._started = True
            if self._next != after + 1:
                self._consumer.seek(self._place, after + 1)
            # Until it came back whole: a call that is cut leaves the consumer anywhere.
            self._next = -1
            found: list[LogRecord] = []
            while len(found) < limit:
                try:
                    batches = await self._consumer.getmany(
                        self._place, timeout_ms=int(1_000 * READ_S), max_records=limit - len(found)
                    )
                except OffsetOutOfRangeError:
                    # What was asked for is gone by retention; the log begins later now.
                    firsts = await self._consumer.beginning_offsets([self._place])
                    self._consumer.seek(self._place, firsts[self._place])
                    continue
                found.extend(log_record(record, self._topic) for record in batches.get(self._place, ()))
                if found and found[-1].offset >= end - 1:
                    break
            self._next = found[-1].offset + 1 if found else -1
            return found

    async def close(self) -> None:
        async with self._lock:
            if self._started:
                await _stop(self._consumer)
                self._started = False


class _Watch:
    """Follows the end of one partition for as long as somebody waits for it."""

    def __init__(self, bootstrap: str, place: TopicPartition, end: int) -> None:
        self.waiting = 0
        self._consumer = reading_consumer(bootstrap)
        self._place = place
        self._end = end
        self._moved = asyncio.Condition()
        self._task = asyncio.create_task(self._follow(), name=f"watch {place.topic}-{place.partition}")

    async def reached(self, offset: int, timeout_s: float) -> bool:
        """Until the record at `offset` exists; False when the time ran out. Raises UnavailableError."""

        def over() -> bool:
            return self._end > offset or self._task.done()

        try:
            async with asyncio.timeout(timeout_s), self._moved:
                await self._moved.wait_for(over)
        except TimeoutError:
            return False
        if self._end <= offset:
            raise UnavailableError(f"topic {self._place.topic} cannot be followed: {self._task.exception()}")
        return True

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _follow(self) -> None:
        try:
            await self._consumer.start()
            self._consumer.assign([self._place])
            self._consumer.seek(self._place, self._end)
            while True:
                batches = await self._consumer.getmany(self._place, timeout_ms=60_000)
                for records in batches.values():
                    if records:
                        self._end = records[-1].offset + 1
                async with self._moved:
                    self._moved.notify_all()
        finally:
            await _stop(self._consumer)
            async with self._moved:
                self._moved.notify_all()


def reading_consumer(bootstrap: str) -> Any:
    """A consumer without a group: partitions are assigned and sought by hand, and nothing is committed."""
    return AIOKafkaConsumer(
        bootstrap_servers=bootstrap,
        enable_auto_commit=False,
        auto_offset_reset="none",
        request_timeout_ms=int(1_000 * REQUEST_S),
        fetch_max_wait_ms=500,
    )


def log_record(record: Any, topic: str) -> LogRecord:
    """A record of aiokafka as the port has it, under the topic's own name. Of equal headers the last counts."""
    headers: Mapping[str, bytes] = {name: value or b"" for name, value in record.headers}
    moment = datetime.fromtimestamp(record.timestamp / 1_000, UTC)
    return LogRecord(topic, record.partition, record.offset, record.key, record.value, headers, moment)


@contextlib.contextmanager
def kafka_errors(what: str) -> Iterator[None]:
    """Kafka's own errors as ours."""
    try:
        yield
    except MessageSizeTooLargeError as error:
        raise ContentTooLargeError(f"{what}: the record is larger than Kafka takes") from error
    except UnknownTopicOrPartitionError as error:
        raise UnavailableError(f"{what} does not exist", hint="run `mnemolog setup`") from error
    except (KafkaError, TimeoutError, OSError) as error:
        reason = str(error) or type(error).__name__
        raise UnavailableError(f"{what} does not answer: {reason}", hint="is Kafka running?") from error


def _producer(bootstrap: str) -> Any:
    return AIOKafkaProducer(
        bootstrap_servers=bootstrap,
        acks="all",
        enable_idempotence=True,
        linger_ms=LINGER_MS,
        max_batch_size=128 * 1024,
        max_request_size=LETTER_BYTES_MAX,
        request_timeout_ms=int(1_000 * REQUEST_S),
    )


def _refuse_large(topic: str, record: NewRecord) -> None:
    size = len(record.value) + len(record.key) + sum(len(name) + len(value) for name, value in record.headers.items())
    limit = LETTER_BYTES_MAX - 1_024 if topic == DEADLETTERS else RECORD_BYTES_MAX
    if size > limit:
        raise ContentTooLargeError(f"a record of {size} bytes is more than {limit}, which {topic} takes")


async def _stop(client: Any) -> None:
    """Stop a consumer or producer; a server that is away must not hold up the end."""
    with contextlib.suppress(TimeoutError, KafkaError, OSError):
        await asyncio.wait_for(client.stop(), REQUEST_S)
