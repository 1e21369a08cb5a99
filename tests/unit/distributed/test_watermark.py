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

    assert held.watermark("p") == 0

    held.done("p", 0)
    held.done("p", 1)
    assert held.watermark("p") == 2
    oldest = held.oldest()
    assert oldest is not None
    assert (held.count(), oldest[:2]) == (2, ("p", 2))


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


def test_a_partition_is_not_held_back_by_another() -> None:
    held = in_flight(4)
    held.deliver("q", 9)
    held.done("q", 9)

    assert (held.watermark("p"), held.watermark("q")) == (4, 10)
    assert held.count() == 1


def test_what_faust_acknowledges_by_itself_is_not_committed() -> None:
    """It acknowledges an event whose body was cancelled or raised: committing that would lose it."""
    watched: Any = WatermarkConsumer.__new__(WatermarkConsumer)
    watched.in_flight = in_flight(7)
    watched._acked, watched._acked_index = defaultdict(list), defaultdict(set)
    watched._acked["p"].append(7)

    assert watched._new_offset("p") == 7
    assert watched._acked["p"] == []


@given(st.lists(st.sampled_from(["deliver", "repeat", "done"]), max_size=40))
def test_whatever_comes_and_ends_nothing_undone_is_below_the_commit(steps: list[str]) -> None:
    held, delivered, done = InFlight(), 0, 0
    for step in steps:
        if step == "deliver":
            held.deliver("p", delivered)
            delivered += 1
        elif step == "repeat" and delivered:
            held.deliver("p", delivered - 1)
        elif step == "done" and done < delivered:
            held.done("p", done)
            done += 1

        assert held.watermark("p") == (done if delivered else None)
        assert held.count() == delivered - done
