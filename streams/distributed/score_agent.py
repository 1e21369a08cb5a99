"""Score: the first stage as a faust agent that cannot lose an event (facts of 2026 on faust 0.15).

faust acknowledges an event when its body ends, also by an exception; so nothing leaves the body before the output is
durable. What it commits is one too far while an event is in flight; so commits come from a low watermark.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections import defaultdict
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import structlog
from faust.transport.drivers.aiokafka import Consumer

from schemas.topics import TURNS
from streams.deadletters import DeadLetters
from streams.distributed.batch_loop import BACKOFF_MAX_S, BACKOFF_MIN_S, HOLDING, Held
from streams.distributed.installation import Installation
from streams.log import LogRecord, NewRecord
from streams.stage_records import key_id_of, read_turn, seal_staged
from streams.stage_run import StageFunctions, run_stage, unscored

BROKEN = 70
"""Exit code of a fault of this program (sysexits.h, EX_SOFTWARE)."""
log = structlog.get_logger(__name__)


class Scorer:
    """Scores one event after the other; `held` says what it cannot get past."""

    def __init__(
        self,
        installation: Installation,
        stages: StageFunctions,
        letters: DeadLetters,
        sink: str,
        now: Callable[[], datetime],
    ) -> None:
        self.held: Held | None = None
        self._installation = installation
        self._stages = stages
        self._letters = letters
        self._sink = sink
        self._now = now

    async def run(self, stream: Any) -> None:
        """The agent's body. Ends only by cancellation."""
        async for event in stream.events():
            await self.score(_record(event.message))

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
        if self.held is None or self.held.reason != reason:
            log.error("stage_held", stage="score", partition=record.partition, offset=record.offset, reason=reason)
        now = asyncio.get_running_loop().time()
        since = self.held.since if self.held is not None else now
        self.held = Held(record.partition, record.offset, reason, since)


class WatermarkConsumer(Consumer):  # type: ignore[misc]  # faust has no types
    """faust's consumer, committing no further than the oldest event that is still in flight.

    Derived from `_acked`, to which faust's compiled stream appends by itself: hooking `ack` would miss it.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._outstanding: defaultdict[Any, set[int]] = defaultdict(set)
        self._delivered: dict[Any, int] = {}

    def _to_message(self, tp: Any, record: Any) -> Any:
        self._outstanding[tp].add(record.offset)
        self._delivered[tp] = record.offset
        return super()._to_message(tp, record)

    def _new_offset(self, tp: Any) -> int | None:
        outstanding = self._outstanding[tp]
        outstanding.difference_update(self._acked[tp])
        self._acked[tp].clear()
        self._acked_index[tp].clear()
        committed = self._committed_offset[tp]
        if committed:
            outstanding.difference_update([offset for offset in outstanding if offset < committed])
        if outstanding:
            return min(outstanding)
        delivered = self._delivered.get(tp)
        return None if delivered is None else delivered + 1

    async def on_partitions_revoked(self, revoked: set[Any]) -> None:
        await super().on_partitions_revoked(revoked)
        self._forget(revoked)

    async def on_partitions_assigned(self, assigned: set[Any], generation_id: int = 0) -> None:
        self._forget(assigned)
        await super().on_partitions_assigned(assigned, generation_id)

    async def perform_seek(self) -> None:
        self._forget(set(self._outstanding))
        await super().perform_seek()

    async def seek(self, partition: Any, offset: int) -> None:
        self._forget({partition})
        await super().seek(partition, offset)

    def _forget(self, places: set[Any]) -> None:
        for place in places:
            self._outstanding.pop(place, None)
            with contextlib.suppress(KeyError):
                del self._delivered[place]


def _record(message: Any) -> LogRecord:
    headers = dict(message.headers.items() if isinstance(message.headers, dict) else message.headers or ())
    moment = datetime.fromtimestamp(message.timestamp, UTC)
    return LogRecord(TURNS, message.partition, message.offset, message.key, message.value, headers, moment)
