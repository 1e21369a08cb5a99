"""InFlight: which events of the score agent were delivered and are not durable yet; what may be committed."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(slots=True)
class _Span:
    """Of one partition: `low`, the first event that is not durable; `delivered`, the last that faust handed out."""

    low: int
    delivered: int
    moved_at: float


class InFlight:
    """faust's own acknowledgements say that a body has ended, also by an exception or a cancellation; these say that
    the output is durable. Places are faust's (topic, partition) pairs; within one, events end in order."""

    def __init__(self) -> None:
        self._spans: dict[Any, _Span] = {}

    def deliver(self, place: Any, offset: int) -> None:
        """An event was handed to faust. One that was handed before (faust drops it) does not count again."""
        now = time.monotonic()
        span = self._spans.get(place)
        if span is None:
            self._spans[place] = _Span(offset, offset, now)
        elif offset > span.delivered:
            if span.low > span.delivered:
                span.low, span.moved_at = offset, now
            span.delivered = offset

    def done(self, place: Any, offset: int) -> None:
        """Its output is durable, and so are those of all before it."""
        span = self._spans.get(place)
        if span is not None and offset >= span.low:
            span.low = offset + 1
            span.moved_at = time.monotonic()

    def watermark(self, place: Any) -> int | None:
        """The offset to commit: the oldest event in flight, else one above the last delivered. None = none came."""
        span = self._spans.get(place)
        return None if span is None else span.low

    def forget(self, places: Iterable[Any]) -> None:
        """These partitions are another's, or are read anew from elsewhere."""
        for place in list(places):
            self._spans.pop(place, None)

    def places(self) -> list[Any]:
        """The partitions from which something came."""
        return list(self._spans)

    def count(self) -> int:
        """Events in flight."""
        return sum(max(0, span.delivered + 1 - span.low) for span in list(self._spans.values()))

    def oldest(self) -> tuple[Any, int, float] | None:
        """The event in flight that has been the next one of its partition for the longest: its place, offset, and how
        many seconds."""
        found = [
            (span.moved_at, place, span.low) for place, span in list(self._spans.items()) if span.low <= span.delivered
        ]
        if not found:
            return None
        moved_at, place, offset = min(found, key=lambda one: one[0])
        return place, offset, time.monotonic() - moved_at
