"""Score: the first stage as a faust agent that cannot lose an event (facts of 2026 on faust 0.15).

faust acknowledges an event when its body ends, also by an exception or a cancellation; so what is committed comes from
what is durable, not from faust's acknowledgements, and nothing escapes what does the work.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Collection, Iterable
from datetime import UTC, datetime
from typing import Any, ClassVar

import structlog
from faust.transport.drivers.aiokafka import Consumer

from schemas.topics import TURNS
from streams.deadletters import DeadLetters
from streams.distributed.group import say_goodbye
from streams.distributed.in_flight import InFlight
from streams.distributed.installation import Installation
from streams.distributed.lane import Lane
from streams.distributed.work import BACKOFF_MAX_S, BACKOFF_MIN_S, HOLDING, Committed, Held, Progress
from streams.log import LogRecord, NewRecord
from streams.stage_metrics import StageMetrics
from streams.stage_records import read_turn, seal_staged
from streams.stage_run import StageFunctions, run_stage, unscored

BROKEN = 70
"""Exit code of a fault of this program (sysexits.h, EX_SOFTWARE)."""
NAME = "score"
LANE_EVENTS_MAX = 5_000
LANE_BYTES_MAX = 8 * 1024 * 1024
"""Of one partition that is held, before it holds the others too."""
log = structlog.get_logger(__name__)


class Scorer:
    """Scores the events of each partition one after the other. `owned` tells the places that this process carries;
    `end_of` the end of one, None where Kafka has not told."""

    name = NAME

    def __init__(
        self,
        installation: Installation,
        stages: StageFunctions,
        letters: DeadLetters,
        sink: str,
        now: Callable[[], datetime],
        metrics: StageMetrics,
        owned: Callable[[], Collection[Any]],
        end_of: Callable[[Any], int | None],
    ) -> None:
        self.in_flight = InFlight()
        self._installation = installation
        self._stages = stages
        self._letters = letters
        self._sink = sink
        self._now = now
        self._metrics = metrics
        self._owned = owned
        self._end_of = end_of
        self._lanes: dict[Any, Lane] = {}

    async def run(self, stream: Any) -> None:
        """The agent's body: it sorts events into the lanes of their partitions, so that one that is held holds no
        other. Ends only by cancellation."""
        try:
            async for event in stream.events():
                message = event.message
                lane = self._lanes.get(message.tp) or self._opened(message.tp)
                lane.put([_record(message)])
                # What faust has taken from Kafka cannot be left there by pausing: it would skip it.
                await lane.room()
        finally:
            self.end(list(self._lanes))

    def end(self, places: Iterable[Any]) -> None:
        """These partitions are another's: what is not durable is not committed, and done again there."""
        for place in places:
            lane = self._lanes.pop(place, None)
            if lane is not None and lane.task is not None:
                lane.end()
                lane.task.cancel()
        self.in_flight.forget(places)

    def progress(self) -> Progress:
        """See streams.distributed.work.Watched."""
        lanes = list(self._lanes.values())
        places = self.in_flight.places()
        ends = {place: self._end_of(place) for place in places}
        reached = {place: self.in_flight.watermark(place) for place in places}
        return Progress(
            stage=NAME,
            owned=len(self._owned()),
            lag={
                place.partition: max(0, end - at)
                for place in places
                if (end := ends[place]) is not None and (at := reached[place]) is not None
            },
            oldest_at=min((moment for lane in lanes if (moment := lane.oldest_at()) is not None), default=None),
            held=tuple(held for lane in lanes if (held := lane.held) is not None),
            at_work=self.at_work(),
            away="",
        )

    def at_work(self) -> Held | None:
        """The event that a lane is at; without one, what faust was handed and no lane has, should that ever be."""
        lanes = list(self._lanes.values())
        working = [one for lane in lanes if (one := lane.at_work()) is not None]
        oldest = self.in_flight.oldest()
        if working or oldest is None or any(lane.held for lane in lanes):
            return min(working, key=lambda one: one.since, default=None)
        place, offset, age_s = oldest
        since = time.monotonic() - age_s
        return Held(place.partition, offset, f"p{place.partition}:{offset}", "no answer yet", since)

    def _opened(self, place: Any) -> Lane:
        lane = self._lanes[place] = Lane(place.partition, events_max=LANE_EVENTS_MAX, bytes_max=LANE_BYTES_MAX)
        lane.task = asyncio.create_task(self._carry(place, lane), name=f"{NAME} {place.partition}")
        return lane

    async def _carry(self, place: Any, lane: Lane) -> None:
        while records := await lane.next(1):
            (record,) = records
            if lane.reached is None or record.offset >= lane.reached:
                begun = time.monotonic()
                await self._durable(lane, record)
                self._metrics.events.labels(NAME).inc()
                self._metrics.batch_seconds.labels(NAME).observe(time.monotonic() - begun)
            lane.finished(record, Committed(record.offset + 1))
            self.in_flight.done(place, record.offset)

    async def _durable(self, lane: Lane, record: LogRecord) -> None:
        """One event, for as long as it takes; its output is durable when this returns."""
        wait_s = BACKOFF_MIN_S
        while True:
            try:
                lane.working(record)
                await self._score(record)
                return
            except asyncio.CancelledError:
                raise
            except HOLDING as error:
                reason = str(error) or type(error).__name__
                if lane.hold(record.offset, reason):
                    log.error("stage_held", stage=NAME, partition=record.partition, offset=record.offset, reason=reason)
                self._metrics.retries.labels(NAME).inc()
            except BaseException as error:
                log.critical("score_broken", partition=record.partition, offset=record.offset, exc_info=error)
                os._exit(BROKEN)
            finally:
                lane.working(None)
            await asyncio.sleep(wait_s)
            wait_s = min(2 * wait_s, BACKOFF_MAX_S)

    async def _score(self, record: LogRecord) -> None:
        keyring = self._installation.keyring
        await self._installation.keys_read([record])
        keyed = read_turn(record, keyring)
        (scored,) = run_stage("score", self._stages.score, [keyed.event], unscored)
        if scored.trouble is not None:
            await self._letters.park([(record, scored.trouble)], self._now())
        sealed: NewRecord = seal_staged(scored, key_id=keyed.key_id, keyring=keyring)
        await self._installation.log.append(self._sink, [sealed])
        self._installation.crash.reach("score-written")


class WatermarkConsumer(Consumer):  # type: ignore[misc]  # faust has no types
    """faust's consumer, committing no further than the oldest event whose output is not durable."""

    scorer: ClassVar[Scorer]
    in_flight: ClassVar[InFlight]

    @classmethod
    def over(cls, scorer: Scorer) -> type[WatermarkConsumer]:
        """The class that faust makes its consumer of, for the events of one agent."""
        return type(cls.__name__, (cls,), {"scorer": scorer, "in_flight": scorer.in_flight})

    def leave_for_good(self) -> None:
        """Tell the group when this consumer stops, although it has a static name."""
        say_goodbye(self._thread._ensure_consumer())

    def _to_message(self, tp: Any, record: Any) -> Any:
        self.in_flight.deliver(tp, record.offset)
        return super()._to_message(tp, record)

    def _new_offset(self, tp: Any) -> int | None:
        # What faust gathers here by itself would grow for ever.
        self._acked[tp].clear()
        self._acked_index[tp].clear()
        return self.in_flight.watermark(tp)

    async def on_partitions_revoked(self, revoked: set[Any]) -> None:
        await super().on_partitions_revoked(revoked)
        self.scorer.end(revoked)

    async def on_partitions_assigned(self, assigned: set[Any], generation_id: int = 0) -> None:
        self.scorer.end(assigned)
        await super().on_partitions_assigned(assigned, generation_id)

    async def perform_seek(self) -> None:
        self.scorer.end(self.in_flight.places())
        await super().perform_seek()

    async def seek(self, partition: Any, offset: int) -> None:
        self.scorer.end({partition})
        await super().seek(partition, offset)


def _record(message: Any) -> LogRecord:
    headers = dict(message.headers.items() if isinstance(message.headers, dict) else message.headers or ())
    moment = datetime.fromtimestamp(message.timestamp, UTC)
    return LogRecord(TURNS, message.partition, message.offset, message.key, message.value, headers, moment)
