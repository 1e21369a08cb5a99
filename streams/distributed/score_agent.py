"""Score: the first stage as a faust agent that cannot lose an event (facts of 2026 on faust 0.15).

faust acknowledges an event when its body ends, also by an exception or a cancellation; so nothing leaves the body
before the output is durable, and what is committed comes from what is durable, not from faust's acknowledgements.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, ClassVar

import structlog
from faust.transport.drivers.aiokafka import Consumer

from schemas.topics import TURNS
from streams.deadletters import DeadLetters
from streams.distributed.in_flight import InFlight
from streams.distributed.installation import Installation
from streams.distributed.work import BACKOFF_MAX_S, BACKOFF_MIN_S, HOLDING, Held, Progress
from streams.log import LogRecord, NewRecord
from streams.stage_metrics import StageMetrics
from streams.stage_records import key_id_of, read_turn, seal_staged
from streams.stage_run import StageFunctions, run_stage, unscored

BROKEN = 70
"""Exit code of a fault of this program (sysexits.h, EX_SOFTWARE)."""
NAME = "score"
log = structlog.get_logger(__name__)


class Scorer:
    """Scores one event after the other; `held` says what it cannot get past. `end_of` tells the end of a partition of
    `turns`, None where Kafka has not told."""

    def __init__(
        self,
        installation: Installation,
        stages: StageFunctions,
        letters: DeadLetters,
        sink: str,
        now: Callable[[], datetime],
        metrics: StageMetrics,
        end_of: Callable[[Any], int | None] = lambda place: None,
    ) -> None:
        self.held: Held | None = None
        self.in_flight = InFlight()
        self._installation = installation
        self._stages = stages
        self._letters = letters
        self._sink = sink
        self._now = now
        self._metrics = metrics
        self._end_of = end_of

    async def run(self, stream: Any) -> None:
        """The agent's body. Ends only by cancellation."""
        async for event in stream.events():
            begun = time.monotonic()
            await self.score(_record(event.message))
            self.in_flight.done(event.message.tp, event.message.offset)
            self._metrics.events.labels(NAME).inc()
            self._metrics.batch_seconds.labels(NAME).observe(time.monotonic() - begun)

    async def score(self, record: LogRecord) -> None:
        """One event, for as long as it takes; its output is durable when this returns."""
        backoff_s = BACKOFF_MIN_S
        while True:
            try:
                await self._score(record)
            except asyncio.CancelledError:
                raise
            except HOLDING as error:
                self._hold(record, error)
                await asyncio.sleep(backoff_s)
                backoff_s = min(2 * backoff_s, BACKOFF_MAX_S)
            except BaseException as error:
                # Raising would acknowledge the event: it would be lost. A graceful stop would wait for it for ever.
                log.critical("score_broken", partition=record.partition, offset=record.offset, exc_info=error)
                os._exit(BROKEN)
            else:
                self.held = None
                return

    def progress(self) -> Progress:
        """See streams.distributed.work.Watched."""
        places = self.in_flight.places()
        ends = {place: self._end_of(place) for place in places}
        reached = {place: self.in_flight.watermark(place) for place in places}
        oldest = self.in_flight.oldest()
        return Progress(
            stage=NAME,
            owned=len(places),
            lag={
                place.partition: max(0, end - at)
                for place in places
                if (end := ends[place]) is not None and (at := reached[place]) is not None
            },
            oldest_at=None if oldest is None else time.time() - oldest[2],
            held=() if self.held is None else (self.held,),
            at_work=self._at_work(),
            away="",
        )

    def _at_work(self) -> Held | None:
        oldest = self.in_flight.oldest()
        if oldest is None:
            return None
        place, offset, _ = oldest
        since = time.monotonic() - self.in_flight.silent_s()
        return Held(place.partition, offset, f"p{place.partition}:{offset}", "no answer yet", since)

    async def _score(self, record: LogRecord) -> None:
        keyring = self._installation.keyring
        if not keyring.is_live(key_id_of(record.value)):
            # Unknown here or destroyed: which, the topic of keys says.
            await self._installation.keys.synced()
        keyed = read_turn(record, keyring)
        (scored,) = run_stage("score", self._stages.score, [keyed.event], unscored)
        if scored.trouble is not None:
            await self._letters.park([(record, scored.trouble)], self._now())
        sealed: NewRecord = seal_staged(scored, key_id=keyed.key_id, keyring=keyring)
        await self._installation.log.append(self._sink, [sealed])
        self._installation.crash.reach("score-written")

    def _hold(self, record: LogRecord, error: Exception) -> None:
        reason = str(error) or type(error).__name__
        before = self.held
        if before is None or before.reason != reason:
            log.error("stage_held", stage=NAME, partition=record.partition, offset=record.offset, reason=reason)
        since = time.monotonic() if before is None else before.since
        self.held = Held(record.partition, record.offset, f"p{record.partition}:{record.offset}", reason, since)
        self.in_flight.moved()
        self._metrics.retries.labels(NAME).inc()


class WatermarkConsumer(Consumer):  # type: ignore[misc]  # faust has no types
    """faust's consumer, committing no further than the oldest event whose output is not durable."""

    in_flight: ClassVar[InFlight]

    @classmethod
    def over(cls, in_flight: InFlight) -> type[WatermarkConsumer]:
        """The class that faust makes its consumer of, for the events of one agent."""
        return type(cls.__name__, (cls,), {"in_flight": in_flight})

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
        self.in_flight.forget(revoked)

    async def on_partitions_assigned(self, assigned: set[Any], generation_id: int = 0) -> None:
        self.in_flight.forget(assigned)
        await super().on_partitions_assigned(assigned, generation_id)

    async def perform_seek(self) -> None:
        self.in_flight.forget(self.in_flight.places())
        await super().perform_seek()

    async def seek(self, partition: Any, offset: int) -> None:
        self.in_flight.forget({partition})
        await super().seek(partition, offset)


def _record(message: Any) -> LogRecord:
    headers = dict(message.headers.items() if isinstance(message.headers, dict) else message.headers or ())
    moment = datetime.fromtimestamp(message.timestamp, UTC)
    return LogRecord(TURNS, message.partition, message.offset, message.key, message.value, headers, moment)
