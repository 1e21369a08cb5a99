"""BatchLoop: one stage as bounded loops over a consumer group (facts of 2026: what is committed is done, and no more).

One loop polls; each owned partition is a lane of its own, so that one that is held holds no other: take a batch →
process → produced and acknowledged → commit. A fault of the surroundings holds the batch and loses nothing; a lost
partition drops it, because its new owner does it again.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterable, Sequence

import structlog
from aiokafka.errors import KafkaError

from streams.crashpoints import POINTS
from streams.distributed.group import LEAVE_S, REBALANCE_MS, Group
from streams.distributed.installation import Installation
from streams.distributed.lane import Lane
from streams.distributed.member import Member
from streams.distributed.work import (
    BACKOFF_MAX_S,
    BACKOFF_MIN_S,
    HOLDING,
    Committed,
    Held,
    Progress,
    ResumeError,
    Work,
)
from streams.log import LogRecord
from streams.stage_metrics import StageMetrics

BATCH_EVENTS = 64
"""What stages take at once (processors.stages); a lone event never waits for others."""
AT_ONCE = 4
"""Partitions of a stage that are worked at together: OpenSearch takes two bulks at a time best, and while one lane
waits for an answer another one computes."""
COMMIT_S = 0.5
"""Progress is committed this often: committed offsets only save time, and a commit per event costs more than the
event."""
DRAIN_S = 0.2 * REBALANCE_MS / 1_000
"""How long a rebalance or an end waits for the batches at work; then they are dropped, and the next owner does them
again."""
ABANDON_S = 1.0
NAMELESS = Member()
log = structlog.get_logger(__name__)


class BatchLoop:
    """Runs one Work over one topic. `run` ends after `drain`, by cancellation, or by an error that is a fault of this
    program. `member`: under which name the group knows this process. `commit_s`: 0 = with each batch, for a work that
    cannot tell what it has done."""

    def __init__(
        self,
        name: str,
        topic: str,
        installation: Installation,
        work: Work,
        metrics: StageMetrics,
        *,
        member: Member = NAMELESS,
        batch: int = BATCH_EVENTS,
        commit_s: float = COMMIT_S,
    ) -> None:
        self.name = name
        self._topic = topic
        self._installation = installation
        self._work = work
        self._metrics = metrics
        self._member = member
        self._batch = batch
        self._commit_s = commit_s
        written = f"{name.partition('.')[0]}-written"
        self._written = written if written in POINTS else ""
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._lanes: dict[int, Lane] = {}
        self._ending = asyncio.Event()
        self._ended = asyncio.Event()
        self._broken: BaseException | None = None
        self._group = self._made()
        self._away = ""

    async def run(self) -> None:
        """Carry the partitions that the group gives."""
        try:
            while not self._ending.is_set():
                try:
                    await self._group.join()
                    await self._poll()
                except KafkaError as error:
                    self._away = str(error) or type(error).__name__
                    log.warning("kafka_awaited", stage=self.name, reason=self._away)
                finally:
                    await self.revoked(set(self._lanes))
                    await self._group.leave(for_good=self._ending.is_set() and not self._member.stays)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._ending.wait(), BACKOFF_MAX_S)
                    break
                # The coordination may have ended for good: only a new member joins the group again.
                self._group = self._made()
        finally:
            self._ended.set()

    async def drain(self) -> None:
        """Take nothing more, let the batches at work end, commit, and leave; bounded by DRAIN_S, COMMIT_WAIT_S and
        LEAVE_S."""
        self._ending.set()
        await self.revoked(set(self._lanes))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._ended.wait(), LEAVE_S)

    def progress(self) -> Progress:
        """See streams.distributed.work.Watched."""
        lanes = list(self._lanes.values())
        oldest = [moment for lane in lanes if (moment := lane.oldest_at()) is not None]
        return Progress(
            stage=self.name,
            owned=len(lanes),
            lag={lane.partition: lag for lane in lanes if (lag := self._lag(lane)) is not None},
            oldest_at=min(oldest, default=None),
            held=tuple(lane.held for lane in lanes if lane.held is not None),
            at_work=self.at_work(),
            away=self._away or self._group.silence(lane.partition for lane in lanes),
        )

    def at_work(self) -> Held | None:
        """See streams.distributed.work.Watched."""
        working = [one for lane in list(self._lanes.values()) if (one := lane.at_work()) is not None]
        return min(working, key=lambda one: one.since, default=None)

    async def revoked(self, partitions: set[int]) -> None:
        """Let the batches at work end, within limits; from then on these partitions are another's."""
        ending = [lane for partition in sorted(partitions) if (lane := self._lanes.pop(partition, None)) is not None]
        tasks = {lane.task: lane for lane in ending if lane.task is not None}
        if not tasks:
            return
        for lane in ending:
            lane.end()
        _, late = await asyncio.wait(tasks, timeout=DRAIN_S)
        for task in late:
            log.warning("batch_abandoned", stage=self.name, partition=tasks[task].partition, after_s=DRAIN_S)
            task.cancel()
        if late:
            await asyncio.wait(late, timeout=ABANDON_S)
        await self._commit(ending)
        for lane in ending:
            # A batch that cannot be ended still uses it.
            if lane.task is None or lane.task.done():
                await self._work.release(lane.partition)

    def assigned(self, partitions: set[int]) -> None:
        """These partitions are ours; each is resumed before its first batch."""
        for partition in sorted(partitions - self._lanes.keys()):
            if self._ending.is_set():
                return
            lane = self._lanes[partition] = Lane(partition)
            lane.task = asyncio.create_task(self._carry(lane), name=f"{self.name} {partition}")
            lane.task.add_done_callback(self._lane_ended)

    def _made(self) -> Group:
        return Group(
            self._installation,
            self.name,
            self._topic,
            member=self._member.name,
            assigned=self.assigned,
            revoked=self.revoked,
        )

    async def _poll(self) -> None:
        committed_at = time.monotonic()
        while not self._ending.is_set():
            batches = await self._group.records(self._batch)
            self._away = ""
            for partition, records in batches.items():
                lane = self._lanes.get(partition)
                if lane is None:
                    # Revoked meanwhile: its next owner reads this again.
                    continue
                lane.put(records)
                if lane.full:
                    self._group.hold_off(partition)
            if self._broken is not None:
                raise self._broken
            if time.monotonic() - committed_at >= self._commit_s:
                await self._commit(list(self._lanes.values()))
                committed_at = time.monotonic()

    async def _carry(self, lane: Lane) -> None:
        """One partition, for as long as it is ours."""
        await self._resume(lane, None)
        while records := await lane.next(self._batch):
            await self._take(lane, records)
            if lane.roomy:
                self._group.fetch(lane.partition)

    async def _take(self, lane: Lane, records: Sequence[LogRecord]) -> None:
        """One batch, for as long as it takes and the partition is ours."""
        wait_s = BACKOFF_MIN_S
        while not lane.ending:
            begun = time.monotonic()
            try:
                async with self._slots:
                    lane.working(records[0])
                    progress = await self._work.process(lane.partition, records)
            except ResumeError:
                lane.working(None)
            except HOLDING as error:
                lane.working(None)
                await self._hold(lane, records[0].offset, error, wait_s)
                wait_s = min(2 * wait_s, BACKOFF_MAX_S)
            else:
                lane.working(None)
                if lane.held is not None:
                    log.info("stage_goes_on", stage=self.name, partition=lane.partition)
                if self._written:
                    self._installation.crash.reach(self._written)
                lane.finished(records[-1], progress or Committed(records[-1].offset + 1))
                self._metrics.events.labels(self.name).inc(len(records))
                self._metrics.batch_seconds.labels(self.name).observe(time.monotonic() - begun)
                if not self._commit_s:
                    await self._commit([lane])
                return
            # What the work knows of the partition may not be what the log holds.
            if not await self._resume(lane, records[0].offset):
                return

    async def _resume(self, lane: Lane, in_hand: int | None) -> bool:
        """Have the work find its place. Whether the batch in hand, if any, is what comes next."""
        wait_s = BACKOFF_MIN_S
        while not lane.ending:
            try:
                async with self._slots:
                    known = lane.done or await self._group.committed(lane.partition)
                    start = await self._work.resume(lane.partition, known)
                if in_hand is not None and start in (None, in_hand):
                    return True
                if start is None:
                    start = known.offset if known else await self._group.first(lane.partition)
                # In one step with the seek: what was fetched before it is not for now.
                lane.clear()
                self._group.seek(lane.partition, start)
                self._group.fetch(lane.partition)
                lane.reached = start
                return False
            except HOLDING as error:
                await self._hold(lane, in_hand, error, wait_s)
                wait_s = min(2 * wait_s, BACKOFF_MAX_S)
        return False

    async def _hold(self, lane: Lane, offset: int | None, error: Exception, wait_s: float) -> None:
        reason = str(error) or type(error).__name__
        if lane.hold(offset, reason):
            log.error("stage_held", stage=self.name, partition=lane.partition, offset=offset, reason=reason)
        self._metrics.retries.labels(self.name).inc()
        await lane.pause(wait_s)

    async def _commit(self, lanes: Iterable[Lane]) -> None:
        due = {lane: lane.done for lane in lanes if lane.done is not None and lane.done != lane.committed}
        if due and await self._group.commit({lane.partition: done for lane, done in due.items()}):
            for lane, done in due.items():
                lane.committed = done

    def _lane_ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception() is not None:
            self._broken = task.exception()

    def _lag(self, lane: Lane) -> int | None:
        end, reached = self._group.end(lane.partition), lane.reached
        return None if end is None or reached is None else max(0, end - reached)
