"""PartitionsCarried: the partitions of what is live, carried step by step; one that fails is held and tried again."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import datetime

import structlog

from schemas.position import Position
from schemas.topics import TURNS
from streams.embedded.carried import CarriedGeneration
from streams.embedded.pipeline import PartitionPipeline
from streams.stage_run import HOLDING, reason_of

BACKOFF_MIN_S = 0.1
BACKOFF_MAX_S = 5.0
"""A held partition is tried again this soon: a disk that has room again is noticed within seconds."""
IDLE_S = 60.0
"""An idle partition looks again after this time; appends wake it at once."""
STUCK_S = 60.0
"""A batch that takes longer than this is reported: the slowest measured takes about a second."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Held:
    """Why a partition does not go on, and since when."""

    stage: str
    offset: int
    reason: str
    since: datetime


class PartitionsCarried:
    """`start` sets them going. `stirred` is called after each step. What is live is looked up at each step: a rebuild
    or a promotion puts other pipelines in place while they are `paused`."""

    def __init__(self, live: Callable[[], CarriedGeneration], stirred: Callable[[], None]) -> None:
        self._live = live
        self._stirred = stirred
        partitions = range(len(live().pipelines))
        self._steps = [asyncio.Lock() for _ in partitions]
        self._held: dict[int, Held] = {}
        self._paused = False
        self._tasks: list[asyncio.Task[None]] = []
        self._moved: dict[int, set[asyncio.Future[None]]] = {partition: set() for partition in partitions}

    @property
    def running(self) -> bool:
        """Whether the partitions are carried on right now."""
        return bool(self._tasks) and not self._paused

    def start(self) -> None:
        """Set every partition going."""
        self._tasks = [
            asyncio.create_task(self._carry(partition), name=f"partition-{partition}")
            for partition in range(len(self._steps))
        ]

    @contextlib.asynccontextmanager
    async def paused(self) -> AsyncIterator[None]:
        """Every partition stands between two steps inside this context; reads and writes to the log go on."""
        async with contextlib.AsyncExitStack() as stack:
            for lock in self._steps:
                await stack.enter_async_context(lock)
            self._paused = True
            try:
                yield
            finally:
                self._paused = False

    async def cancel(self) -> None:
        """Stop all of them where they stand."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []

    def healthy(self) -> dict[str, str]:
        """See api.ports.Follower."""
        parts = dict.fromkeys(("log", "embed", "consolidate", "index"), "")
        for pipeline in self._live().pipelines:
            held, step = self._held.get(pipeline.partition), pipeline.step
            if held is not None:
                parts[held.stage] = self._says(pipeline, held.offset, held.since, held.reason)
            elif step is not None and (self._live().parts.now() - step.since).total_seconds() > STUCK_S:
                parts[step.stage] = self._says(pipeline, step.offset, step.since, "no answer yet")
        for pipeline, task in zip(self._live().pipelines, self._tasks, strict=False):
            if task.done():
                parts["log"] = f"partition {pipeline.partition} is not carried any more"
        return parts

    def _says(self, pipeline: PartitionPipeline, offset: int, since: datetime, reason: str) -> str:
        token = Position(self._live().parts.turns.epoch, pipeline.partition, offset).token
        return f"stuck at {token} for {(self._live().parts.now() - since).total_seconds():.0f} s: {reason}"

    async def _carry(self, partition: int) -> None:
        backoff_s = BACKOFF_MIN_S
        resume = False
        while True:
            pipeline = self._live().pipelines[partition]
            try:
                async with self._steps[partition]:
                    # Looked up inside: a rebuild may have put another one in its place.
                    pipeline = self._live().pipelines[partition]
                    if resume:
                        await pipeline.resume()
                        resume = False
                    progressed = await pipeline.advance()
                backoff_s = BACKOFF_MIN_S
                if self._held.pop(pipeline.partition, None) is not None:
                    log.info("partition_goes_on", partition=pipeline.partition)
                self._moved_on(partition)
                if not progressed:
                    await self._live().parts.turns.wait(
                        TURNS, pipeline.partition, after=pipeline.embedded, timeout_s=IDLE_S
                    )
            except Exception as error:  # noqa: BLE001 - nothing may end the partition: it is held, and says so
                self._hold(pipeline, error)
                resume = True
                await asyncio.sleep(backoff_s)
                backoff_s = min(2 * backoff_s, BACKOFF_MAX_S)

    def _hold(self, pipeline: PartitionPipeline, error: Exception) -> None:
        known = self._held.get(pipeline.partition)
        step = pipeline.step
        stage, offset = ("log", pipeline.embedded + 1) if step is None else (step.stage, step.offset)
        reason = reason_of(error)
        since = self._live().parts.now() if known is None else known.since
        self._held[pipeline.partition] = Held(stage, offset, reason, since)
        if known is None or known.reason != reason:
            # A foreign error is a bug of ours: its trace is needed, once.
            trace = None if isinstance(error, HOLDING) else error
            log.error(
                "partition_held",
                partition=pipeline.partition,
                stage=stage,
                offset=offset,
                reason=reason,
                exc_info=trace,
            )

    def _moved_on(self, partition: int) -> None:
        self._stirred()
        for moved in self._moved[partition]:
            if not moved.done():
                moved.set_result(None)

    async def until(self, partition: int, reached: Callable[[], bool], timeout_s: float) -> bool:
        """Wait while a partition moves on; False when it did not get there in time."""
        if reached():
            return True
        try:
            async with asyncio.timeout(timeout_s):
                while not reached():
                    moved: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                    self._moved[partition].add(moved)
                    try:
                        await moved
                    finally:
                        self._moved[partition].discard(moved)
        except TimeoutError:
            return False
        return True
