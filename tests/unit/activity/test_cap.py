"""Beyond the cap the least active memories of a user leave the index, the same ones in every replay, never the log."""

from __future__ import annotations

from dataclasses import replace

from processors.policy import shipped_policy
from schemas.memories import MemoryDropped
from tests.unit.consolidation.staging import POLICY, Driver, claim, day, turn


def capped(most: int) -> Driver:
    return Driver(replace(POLICY, activity=replace(shipped_policy().activity, memories_max=most)))


def live(driver: Driver, number: int) -> None:
    """A life of turns: one a day, every third of them weighty, with a core fact at the beginning."""
    driver.give(turn("e0", "I am allergic to nuts", day(0)), claim("allergy", "nuts", confidence=0.99), importance=0.2)
    for n in range(1, number):
        driver.give(turn(f"e{n}", f"turn {n}", day(n)), importance=0.9 if n % 3 == 0 else 0.1)


def test_no_more_than_the_cap_stays_and_the_least_active_go_first() -> None:
    driver = capped(10)

    live(driver, 40)

    kept = driver.turns()
    assert len(driver.state.memories) <= 10
    assert {"turn 39", "turn 36", "turn 33", "turn 30"} <= set(kept), "the newest, and what weighs more than newer ones"
    assert not {"turn 1", "turn 3", "turn 31", "turn 35"} & set(kept)
    assert [fact.value for fact in driver.facts()] == ["nuts"], "what is core stays"


def test_a_replay_drops_the_same_and_a_higher_cap_none() -> None:
    first, again, wide = capped(10), capped(10), capped(1_000)
    for driver in (first, again, wide):
        live(driver, 40)

    assert first.records == again.records
    assert len(wide.turns()) == 40


def test_what_leaves_is_named_and_is_no_forgetting() -> None:
    driver = capped(3)

    live(driver, 6)

    drops = [c for record in driver.records for c in record.changes if isinstance(c, MemoryDropped)]
    assert {drop.reason for drop in drops} == {"faded"}
    assert driver.give(turn("e1", "turn 1", day(1)), importance=0.1).outcome.state == "duplicate", "the log has it"


def test_what_is_said_again_comes_back() -> None:
    driver = capped(4)
    driver.give(turn("a", "I play the oboe", day(0)), claim("owns", "oboe"), importance=0.3)
    for n in range(8):
        driver.give(turn(f"b{n}", f"turn {n}", day(n + 1)), importance=0.9)
    assert driver.facts() == []

    driver.give(turn("c", "I still play the oboe", day(20)), claim("owns", "oboe"), importance=0.3)

    assert [fact.value for fact in driver.facts()] == ["oboe"]
