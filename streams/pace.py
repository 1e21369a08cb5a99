"""Pace: how fast a rebuild may go, and how long it will still take. Pure but for the clock that is handed in."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """`done` of `total` positions, `rate` positions a second since this process began, `left_s` None = unknown."""

    done: int
    total: int
    rate: float = 0.0
    left_s: float | None = None


class Pace:
    """A token bucket of one second's worth, and the rate so far. `limit`: positions a second, 0 = as fast as it goes.
    Times are seconds of any monotonic clock."""

    def __init__(self, limit: float, now_s: float) -> None:
        self._limit = limit
        self._tokens = limit
        self._at_s = now_s
        self._began_s = now_s
        self._first: int | None = None

    def pause_s(self, positions: int, now_s: float) -> float:
        """Take that many positions; returns how long to wait before the next ones."""
        if self._limit <= 0:
            return 0.0
        self._tokens = min(self._limit, self._tokens + (now_s - self._at_s) * self._limit) - positions
        self._at_s = now_s
        return max(0.0, -self._tokens / self._limit)

    def progress(self, done: int, total: int, now_s: float) -> Progress:
        """Where it stands; what was done before this process began does not count for the rate."""
        if self._first is None:
            self._first, self._began_s = done, now_s
        seconds = now_s - self._began_s
        rate = (done - self._first) / seconds if seconds > 0 else 0.0
        return Progress(done, total, rate, (total - done) / rate if rate > 0 else None)
