"""The commit of the score agent never passes an event that is still in flight."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from streams.distributed.score_agent import WatermarkConsumer


def consumer(*delivered: int) -> Any:
    """A consumer to which these offsets of one partition were delivered, without a connection."""
    made: Any = WatermarkConsumer.__new__(WatermarkConsumer)
    made._outstanding, made._delivered = defaultdict(set), {}
    made._acked, made._acked_index = defaultdict(list), defaultdict(set)
    made._committed_offset = defaultdict(lambda: None)
    for offset in delivered:
        made._outstanding["p"].add(offset)
        made._delivered["p"] = offset
    return made


def test_the_commit_stands_at_the_oldest_event_in_flight() -> None:
    watched = consumer(0, 1, 2, 3)
    watched._acked["p"] += [1, 3]

    assert watched._new_offset("p") == 0

    watched._acked["p"] += [0]
    assert watched._new_offset("p") == 2


def test_with_nothing_in_flight_it_stands_after_the_last_delivered() -> None:
    watched = consumer(4, 5)
    watched._acked["p"] += [4, 5]

    assert watched._new_offset("p") == 6
    assert consumer()._new_offset("p") is None


def test_what_lies_below_the_committed_offset_holds_nothing_up() -> None:
    watched = consumer(2, 3, 7)
    watched._committed_offset["p"] = 5
    watched._acked["p"] += [7]

    assert watched._new_offset("p") == 8
