"""Watchdog: ends a process that cannot end itself: a stage without an answer, an event loop that stands, a slow stop.

It is a thread of its own, because whatever it watches may be what holds everything else up.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Sequence

import structlog

from streams.distributed.work import STUCK_S, Watched

STUCK_CODE = 70
"""As for any fault of this program (sysexits.h, EX_SOFTWARE): nothing was committed that was not done."""
LOOK_S = 2.0
log = structlog.get_logger(__name__)


class Watchdog:
    """Watches from `start` on. `stuck_s`: how long a batch may have no answer, and the event loop not turn; then its
    heartbeats stand too, and the groups have long given its partitions to others."""

    def __init__(self, watched: Sequence[Watched], *, stuck_s: float = STUCK_S) -> None:
        self._watched = watched
        self._stuck_s = stuck_s
        self._turned_at = time.monotonic()
        self._deadline: float | None = None
        self._ended = threading.Event()

    def start(self) -> None:
        """Begin; called in the event loop that is watched."""
        self._turn(asyncio.get_running_loop())
        threading.Thread(target=self._run, name="watchdog", daemon=True).start()

    def end_within(self, seconds: float) -> None:
        """From now on the process has this long to end by itself; then it is ended, with code 0: what is not committed
        is done again."""
        self._deadline = time.monotonic() + seconds

    def stop(self) -> None:
        """The process has ended its work."""
        self._ended.set()

    def _turn(self, loop: asyncio.AbstractEventLoop) -> None:
        self._turned_at = time.monotonic()
        loop.call_later(LOOK_S, self._turn, loop)

    def _run(self) -> None:
        while not self._ended.wait(self._pause_s()):
            now = time.monotonic()
            if self._deadline is not None and now >= self._deadline:
                log.error("stop_timed_out", hint="what was not committed is done again")
                os._exit(0)
            if now - self._turned_at > self._stuck_s:
                log.critical("event_loop_stuck", seconds=round(now - self._turned_at))
                os._exit(STUCK_CODE)
            for watched in self._watched:
                try:
                    at_work = watched.at_work()
                except Exception as error:
                    # Whatever a look from this thread meets, the next one may not: the watchdog itself must not end.
                    log.error("stage_not_watched", exc_info=error)
                    continue
                if at_work is not None and now - at_work.since > self._stuck_s:
                    log.critical(
                        "stage_stuck",
                        stage=watched.name,
                        place=at_work.place,
                        seconds=round(now - at_work.since),
                        hint="the process ends; the batch is done again by its successor",
                    )
                    os._exit(STUCK_CODE)

    def _pause_s(self) -> float:
        if self._deadline is None:
            return LOOK_S
        return max(0.0, min(LOOK_S, self._deadline - time.monotonic()))
