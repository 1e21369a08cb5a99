"""Fading: what is neither said nor used loses its activity, by how lasting its kind is; a turn stays findable."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from processors.activity import activity, archived_from, is_archived, order_of_fading
from processors.policy import shipped_policy
from schemas.memories import Memory
from tests.contract.index_adapters import memory_of, scope_of

SAID = datetime(2026, 3, 1, 12, tzinfo=UTC)
POLICY = shipped_policy().activity
ANNA = scope_of("anna")


def fact(**fields: object) -> Memory:
    given: dict[str, object] = {
        "resolution": "fact",
        "status": "active",
        "kind": "fact",
        "importance": 0.8,
        "last_seen": SAID,
    }
    return memory_of(ANNA, "m", **(given | fields))  # type: ignore[arg-type]  # memory_of checks its fields


def after(days: float) -> datetime:
    return SAID + timedelta(days=days)


def test_activity_halves_in_13_5_days_from_importance_times_confidence() -> None:
    assert activity(fact(), SAID, POLICY) == pytest.approx(0.8)
    assert activity(fact(), after(13.513), POLICY) == pytest.approx(0.4, abs=1e-4)
    assert activity(fact(confidence=0.5), after(1), POLICY) == pytest.approx(0.8 * 0.5 * 0.95)
    assert activity(fact(), after(-5), POLICY) == pytest.approx(0.8), "what lies in the future has not faded"


def test_preferences_fade_slower_states_faster_and_core_and_pinned_never() -> None:
    kinds = [activity(fact(kind=kind), after(30), POLICY) for kind in ("preference", "fact", "state")]

    assert kinds[0] > kinds[1] > kinds[2]
    for lasting in (fact(scope="core"), fact(pinned=True)):
        assert activity(lasting, after(5_000), POLICY) == pytest.approx(0.8)
        assert not is_archived(lasting, after(5_000), POLICY)


@pytest.mark.parametrize(
    ("kind", "awake_days", "asleep_days"), [("fact", 60, 91), ("state", 40, 46), ("preference", 300, 361)]
)
def test_what_was_neither_said_nor_used_for_90_days_at_its_pace_is_archived(
    kind: str, awake_days: float, asleep_days: float
) -> None:
    strong = fact(kind=kind, importance=1.0)

    assert not is_archived(strong, after(awake_days), POLICY)
    assert is_archived(strong, after(asleep_days), POLICY)


def test_what_fell_below_the_threshold_is_archived_before_it_is_cold() -> None:
    assert is_archived(fact(importance=0.05), after(80), POLICY)
    assert not is_archived(fact(importance=0.9), after(80), POLICY)


def test_an_attribute_that_names_its_half_life_goes_by_it() -> None:
    assert not is_archived(fact(attribute="friend", kind="fact"), after(3_000), POLICY), "0 = never"
    assert activity(fact(attribute="goal", kind="goal"), after(60), POLICY) == pytest.approx(0.4)


def test_how_something_is_done_fades_as_slowly_as_a_preference() -> None:
    how = fact(resolution="procedure", kind="task", importance=1.0)

    assert not is_archived(how, after(300), POLICY)
    assert is_archived(how, after(361), POLICY)


def test_a_turn_is_never_archived() -> None:
    assert not is_archived(memory_of(ANNA, "t", importance=0.1, last_seen=SAID), after(3_000), POLICY)


def test_use_wakes_a_memory_and_counts_from_then_on() -> None:
    used = fact(used=1, last_used=after(100))

    assert is_archived(fact(), after(120), POLICY)
    assert not is_archived(used, after(120), POLICY)
    assert activity(used, after(100), POLICY) == pytest.approx(1 - 0.2 * 0.9)
    assert is_archived(used, after(200), POLICY)


def test_the_popular_does_not_bury_the_needed() -> None:
    """A thing of no weight that is used every day reaches a bound, and what weighs more and is as fresh stays above."""
    often, thousands = (fact(importance=0.1, used=count, last_used=SAID) for count in (10, 5_000))
    needed = fact(importance=0.9)

    assert activity(thousands, SAID, POLICY) == activity(often, SAID, POLICY) < activity(needed, SAID, POLICY)


def test_the_order_of_fading_holds_where_activity_has_no_digits_left() -> None:
    weak, strong = fact(importance=0.2), fact(importance=0.9)

    assert activity(weak, after(40_000), POLICY) == activity(strong, after(40_000), POLICY) == 0.0
    assert order_of_fading(weak, after(40_000), POLICY) < order_of_fading(strong, after(40_000), POLICY)


def test_when_a_memory_will_be_archived_can_be_told() -> None:
    sure, faint, lasting = fact(importance=1.0), fact(importance=0.05), fact(scope="core")

    for memory in (sure, faint):
        since = archived_from(memory, POLICY)
        assert since is not None
        assert not is_archived(memory, since, POLICY)
        assert is_archived(memory, since + timedelta(seconds=1), POLICY)
    assert archived_from(sure, POLICY) == after(90)
    assert archived_from(lasting, POLICY) is None
