"""The commit of the score agent never passes an event whose output is not durable."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from streams.distributed.in_flight import InFlight
from streams.distributed.score_agent import WatermarkConsumer


def in_flight(*delivered: int) -> InFlight:
    made = InFlight()
    for offset in delivered:
        made.deliver("p", offset)
    return made


def test_the_commit_stands_at_the_oldest_event_in_flight() -> None:
    held = in_flight(0, 1, 2, 3)
    held.done("p", 1)
    held.done("p", 3)

    assert held.watermark("p") == 0

    held.done("p", 0)
    assert held.watermark("p") == 2
    assert (held.count(), held.oldest() is not None) == (1, True)


def test_with_nothing_in_flight_it_stands_after_the_last_delivered() -> None:
    held = in_flight(4, 5)
    held.done("p", 4)
    held.done("p", 5)

    assert held.watermark("p") == 6
    assert held.oldest() is None
    assert InFlight().watermark("p") is None


def test_an_event_that_faust_hands_over_again_and_drops_holds_nothing_up() -> None:
    held = in_flight(4)
    held.done("p", 4)
    held.deliver("p", 4)

    assert held.watermark("p") == 5


def test_a_partition_that_was_lost_is_forgotten() -> None:
    held = in_flight(4, 5)
    held.forget({"p"})
    held.done("p", 5)

    assert held.watermark("p") is None
    assert held.count() == 0


def test_what_faust_acknowledges_by_itself_is_not_committed() -> None:
    """It acknowledges an event whose body was cancelled or raised: committing that would lose it."""
    watched: Any = WatermarkConsumer.over(in_flight(7)).__new__(WatermarkConsumer)
    watched.in_flight = in_flight(7)
    watched._acked, watched._acked_index = defaultdict(list), defaultdict(set)
    watched._acked["p"].append(7)

    assert watched._new_offset("p") == 7
    assert watched._acked["p"] == []


@given(st.permutations(range(8)), st.integers(0, 8))
def test_whatever_the_order_of_ends_nothing_undone_is_below_the_commit(order: list[int], ended: int) -> None:
    held = in_flight(*range(8))
    for offset in order[:ended]:
        held.done("p", offset)

    undone = set(range(8)) - set(order[:ended])
    assert held.watermark("p") == min(undone, default=8)
