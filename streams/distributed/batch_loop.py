"""BatchLoop: one stage as a bounded loop over a consumer group (facts of 2026: what is committed is done, and no more).

getmany → process → produced and acknowledged → commit. A fault of the surroundings holds the batch and loses nothing; a
lost partition drops it, because its new owner does it again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import structlog
from aiokafka import AIOKafkaConsumer, ConsumerRebalanceListener, TopicPartition
from aiokafka.errors import CommitFailedError, IllegalStateError, KafkaError
from aiokafka.structs import OffsetAndMetadata

from schemas.errors import UnavailableError
from streams import stage_run
from streams.distributed.installation import Installation
from streams.kafka_log import log_record
from streams.log import LogRecord

BATCH_EVENTS = 64
"""What stages take at once (processors.stages); a lone event never waits for others."""
POLL_MS = 500
SESSION_MS = 10_000
REBALANCE_MS = 30_000
DRAIN_S = 0.2 * REBALANCE_MS / 1_000
"""How long a rebalance waits for the batch at work; then it is dropped, and the new owner does it again."""
POLL_MAX_MS = 600_000
BACKOFF_MIN_S, BACKOFF_MAX_S = 0.2, 5.0
HOLDING = (*stage_run.HOLDING, KafkaError)
"""Waited for, and said in the health: nothing is given up because an index was deleted or a disk is full. A newer
record waits for the newer program of a rolling deploy."""

log = structlog.get_logger(__name__)


class ResumeError(UnavailableError):
    """The work stands elsewhere than it thought: it is resumed at once, and nothing is wrong."""


@dataclass(frozen=True, slots=True)
class Committed:
    """Where a group stands in a partition, and what the work noted there."""

    offset: int
    note: str = ""


class Work(Protocol):
    """What a stage does with the records of one partition."""

    async def resume(self, partition: int, committed: Committed | None) -> int | None:
        """Called before the first batch of a newly owned partition. Returns the offset to begin at; None = where the
        group stands."""
        ...

    async def process(self, partition: int, records: Sequence[LogRecord]) -> Committed | None:
        """Durable when it returns; what to commit, None = everything up to here. Called again after an error, once
        resumed, and after a crash with records that were done already."""
        ...


@dataclass(frozen=True, slots=True)
class Held:
    """What a loop cannot get past, and since when (seconds of the event loop's clock)."""

    partition: int
    offset: int
    reason: str
    since: float


class BatchLoop:
    """Runs one Work over one topic. `run` ends only by cancellation, or by an error that is a fault of this program."""

    def __init__(self, name: str, topic: str, installation: Installation, work: Work, *, batch: int = BATCH_EVENTS):
        self.name = name
        self.held: Held | None = None
        self._topic = topic
        self._installation = installation
        self._work = work
        self._batch = batch
        self._busy = asyncio.Lock()
        self._owned: set[int] = set()
        self._fresh: set[int] = set()
        self._consumer: Any = None

    @property
    def owned(self) -> frozenset[int]:
        """The partitions that this process carries now."""
        return frozenset(self._owned)

    async def run(self) -> None:
        """Carry the partitions that the group gives."""
        place = self._installation.log.place(self._topic, 0)
        self._consumer = AIOKafkaConsumer(
            bootstrap_servers=self._installation.place.bootstrap,
            group_id=group_of(self._installation, self.name),
            enable_auto_commit=False,
            auto_offset_reset="earliest",
            session_timeout_ms=SESSION_MS,
            heartbeat_interval_ms=SESSION_MS // 4,
            rebalance_timeout_ms=REBALANCE_MS,
            max_poll_interval_ms=POLL_MAX_MS,
            fetch_max_wait_ms=POLL_MS,
        )
        await self._started()
        try:
            self._consumer.subscribe([place.topic], listener=_Listener(self))
            while True:
                await self._turn()
        finally:
            with contextlib.suppress(KafkaError, TimeoutError):
                await asyncio.wait_for(self._consumer.stop(), DRAIN_S)

    async def _started(self) -> None:
        while True:
            try:
                await self._consumer.start()
                return
            except KafkaError as error:
                log.warning("kafka_awaited", stage=self.name, reason=str(error))
                await asyncio.sleep(BACKOFF_MAX_S)

    async def _turn(self) -> None:
        try:
            batches = await self._consumer.getmany(timeout_ms=POLL_MS, max_records=self._batch)
        except KafkaError as error:
            log.warning("poll_failed", stage=self.name, reason=str(error))
            await asyncio.sleep(BACKOFF_MIN_S)
            return
        for place, found in batches.items():
            records = [log_record(record, self._topic) for record in found]
            async with self._busy:
                await self._carry(place, records)

    async def _carry(self, place: TopicPartition, records: Sequence[LogRecord]) -> None:
        """One batch, for as long as it takes and the partition is ours."""
        backoff_s = BACKOFF_MIN_S
        while place.partition in self._owned:
            try:
                if place.partition in self._fresh:
                    if await self._begin(place, records):
                        self._fresh.discard(place.partition)
                        return
                    self._fresh.discard(place.partition)
                progress = await self._work.process(place.partition, records)
            except ResumeError:
                self._fresh.add(place.partition)
            except HOLDING as error:
                self._hold(records[0], error)
                await self._wait(backoff_s)
                backoff_s = min(2 * backoff_s, BACKOFF_MAX_S)
                # What the work knows of the partition may not be what the log holds.
                self._fresh.add(place.partition)
            else:
                if self.held is not None:
                    log.info("stage_goes_on", stage=self.name, partition=place.partition)
                    self.held = None
                self._installation.crash.reach(f"{self.name}-written")
                await self._commit(place, progress or Committed(records[-1].offset + 1))
                return

    async def _begin(self, place: TopicPartition, records: Sequence[LogRecord]) -> bool:
        """Resume a partition; True when reading has to begin elsewhere, and these records are not for now."""
        committed = await self._committed(place)
        start = await self._work.resume(place.partition, committed)
        if start is None or start == records[0].offset:
            return False
        self._consumer.seek(place, start)
        return True

    async def _committed(self, place: TopicPartition) -> Committed | None:
        found = (await self._consumer._coordinator.fetch_committed_offsets([place])).get(place)
        return Committed(found.offset, found.metadata) if found is not None and found.offset >= 0 else None

    async def _commit(self, place: TopicPartition, committed: Committed) -> None:
        try:
            await self._consumer.commit({place: OffsetAndMetadata(committed.offset, committed.note)})
        except (CommitFailedError, IllegalStateError) as error:
            # The partition went to another worker meanwhile, which does this batch again.
            log.info("commit_refused", stage=self.name, partition=place.partition, reason=str(error))
        except KafkaError as error:
            log.warning("commit_failed", stage=self.name, partition=place.partition, reason=str(error))

    def _hold(self, record: LogRecord, error: Exception) -> None:
        reason = str(error) or type(error).__name__
        now = asyncio.get_running_loop().time()
        before = self.held
        since = before.since if before is not None and before.partition == record.partition else now
        self.held = Held(record.partition, record.offset, reason, since)
        if before is None or before.reason != reason:
            log.error("stage_held", stage=self.name, partition=record.partition, offset=record.offset, reason=reason)

    async def _wait(self, seconds: float) -> None:
        """Wait without holding up a rebalance."""
        self._busy.release()
        try:
            await asyncio.sleep(seconds)
        finally:
            await self._busy.acquire()

    async def revoked(self, partitions: set[int]) -> None:
        """Let the batch at work end, within limits; from then on these partitions are another's."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_S), self._busy:
                pass
        self._owned -= partitions
        self._fresh -= partitions

    def assigned(self, partitions: set[int]) -> None:
        """These partitions are ours; each is resumed with its first batch."""
        self._owned |= partitions
        self._fresh |= partitions


class _Listener(ConsumerRebalanceListener):  # type: ignore[misc]  # aiokafka has no types
    def __init__(self, loop: BatchLoop) -> None:
        self._loop = loop

    async def on_partitions_revoked(self, revoked: set[TopicPartition]) -> None:
        await self._loop.revoked({place.partition for place in revoked})

    async def on_partitions_assigned(self, assigned: set[TopicPartition]) -> None:
        self._loop.assigned({place.partition for place in assigned})


def group_of(installation: Installation, stage: str) -> str:
    """The consumer group of a stage of a generation."""
    return f"{installation.place.prefix}mnemolog.g{installation.generation}.{stage}"
