"""KafkaKeys: the KeyStore of the distributed runtime, the compacted topic `mnemolog.keys` read into memory."""

from __future__ import annotations

import asyncio
import bisect
import threading
from collections.abc import Mapping
from typing import Any

import structlog
from aiokafka.errors import KafkaError, OffsetOutOfRangeError

from schemas.errors import UnavailableError
from schemas.topics import KEYS
from streams.kafka_log import KafkaLog, kafka_errors, reading_consumer
from streams.log import NewRecord

SYNC_S = 10.0
PAUSE_S = 0.5
log = structlog.get_logger(__name__)


class KafkaKeys:
    """See streams.keyring.KeyStore. Every process follows the topic; a process that reads records of others calls
    `synced` first, because a key stands in the topic before anything that it seals."""

    def __init__(self, kafka: KafkaLog, consumer: Any) -> None:
        self._kafka = kafka
        self._consumer = consumer
        self._place = kafka.place(KEYS, 0)
        self._held: dict[str, bytes] = {}
        self._names: list[str] = []
        self._lock = threading.Lock()
        self._next = 0
        self._moved = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, kafka: KafkaLog) -> KafkaKeys:
        """Read the whole topic, then follow it. Raises UnavailableError."""
        consumer = reading_consumer(kafka.bootstrap)
        keys = cls(kafka, consumer)
        with kafka_errors("the topic of keys"):
            await consumer.start()
        keys._next = await kafka.first(KEYS, 0)
        consumer.assign([keys._place])
        consumer.seek(keys._place, keys._next)
        keys._task = asyncio.create_task(keys._follow(), name="keys")
        try:
            await keys.synced()
        except BaseException:
            await keys.close()
            raise
        return keys

    def get(self, name: str) -> bytes | None:
        """See KeyStore."""
        return self._held.get(name)

    def names(self, prefix: str) -> list[str]:
        """See KeyStore."""
        with self._lock:
            start = bisect.bisect_left(self._names, prefix)
            end = bisect.bisect_left(self._names, prefix + "\U0010ffff", start)
            return self._names[start:end]

    async def put(self, entries: Mapping[str, bytes]) -> None:
        """See KeyStore. The entries count once they were read back, in the order that every process sees."""
        records = [NewRecord(0, name.encode(), value) for name, value in entries.items()]
        if records:
            offsets = await self._kafka.append(KEYS, records)
            await self._reached(offsets[-1] + 1)

    async def scrub(self) -> None:
        """See KeyStore. What a key was before stays on Kafka's disks until it compacts the topic: within the hour that
        `mnemolog setup` gives it (`max.compaction.lag.ms`)."""

    async def synced(self) -> None:
        """Until everything that is in the topic now was read. Raises UnavailableError."""
        await self._reached(await self._kafka.end(KEYS, 0))

    async def close(self) -> None:
        """Stop following."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._consumer.stop()

    async def _reached(self, offset: int) -> None:
        if self._next >= offset:
            return
        try:
            async with asyncio.timeout(SYNC_S), self._moved:
                await self._moved.wait_for(lambda: self._next >= offset)
        except TimeoutError as error:
            raise UnavailableError("the topic of keys cannot be read to its end", hint="is Kafka running?") from error

    async def _follow(self) -> None:
        while True:
            try:
                batches = await self._consumer.getmany(self._place, timeout_ms=60_000)
            except OffsetOutOfRangeError:
                self._consumer.seek(self._place, await self._kafka.first(KEYS, 0))
                continue
            except KafkaError as error:
                log.warning("keys_not_read", reason=str(error))
                await asyncio.sleep(PAUSE_S)
                continue
            for record in batches.get(self._place, ()):
                self._take((record.key or b"").decode(), record.value)
                self._next = record.offset + 1
            async with self._moved:
                self._moved.notify_all()

    def _take(self, name: str, value: bytes | None) -> None:
        with self._lock:
            place = bisect.bisect_left(self._names, name)
            known = place < len(self._names) and self._names[place] == name
            if value is None:
                self._held.pop(name, None)
                if known:
                    del self._names[place]
                return
            self._held[name] = value
            if not known:
                self._names.insert(place, name)
