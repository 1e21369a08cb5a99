"""InFlight: which events of the score agent were delivered and are not durable yet; what may be committed."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable
from typing import Any


class InFlight:
    """faust's own acknowledgements say that a body has ended, also by an exception or a cancellation; these say that
    the output is durable. Places are faust's (topic, partition) pairs."""

    def __init__(self) -> None:
        self._outstanding: defaultdict[Any, dict[int, float]] = defaultdict(dict)
        self._delivered: dict[Any, int] = {}
        self._moved_at = time.monotonic()

    def deliver(self, place: Any, offset: int) -> None:
        """An event was handed to faust. One that was handed before (faust drops it) does not count again."""
        if offset > self._delivered.get(place, -1):
            if not self.count():
                self.moved()
            self._outstanding[place][offset] = time.monotonic()
            self._delivered[place] = offset

    def done(self, place: Any, offset: int) -> None:
        """Its output is durable."""
        self._outstanding[place].pop(offset, None)
        self.moved()

    def moved(self) -> None:
        """The agent gave a sign of life: it ended an event, or tried one again."""
        self._moved_at = time.monotonic()

    def watermark(self, place: Any) -> int | None:
        """The offset to commit: the oldest event in flight, else one above the last delivered. None = none came."""
        outstanding = self._outstanding[place]
        if outstanding:
            return min(outstanding)
        delivered = self._delivered.get(place)
        return None if delivered is None else delivered + 1

    def forget(self, places: Iterable[Any]) -> None:
        """These partitions are another's, or are read anew from elsewhere."""
        for place in list(places):
            self._outstanding.pop(place, None)
            self._delivered.pop(place, None)

    def places(self) -> list[Any]:
        """The partitions from which something came."""
        return list(self._delivered)

    def count(self) -> int:
        """Events in flight."""
        return sum(map(len, list(self._outstanding.values())))

    def oldest(self) -> tuple[Any, int, float] | None:
        """The event that was delivered first of those in flight: its place, offset and age in seconds."""
        found = [
            (since, place, offset)
            for place, held in list(self._outstanding.items())
            for offset, since in list(held.items())[:1]
        ]
        if not found:
            return None
        since, place, offset = min(found, key=lambda one: one[0])
        return place, offset, time.monotonic() - since

    def silent_s(self) -> float:
        """Seconds since the last sign of life while something is in flight; 0 when nothing is."""
        return time.monotonic() - self._moved_at if self.count() else 0.0
