"""A slot with many claims goes on from what it held, and holds what all its claims together come to."""

from __future__ import annotations

import random

from processors.consolidation.slot_changes import COURSE_MIN
from processors.consolidation.slots import Course, resolve
from schemas.memories import SlotClaim
from tests.unit.consolidation.staging import POLICY, Driver, claim, day, turn

SLOT = ("user", "employer")


def said(driver: Driver, number: int, value: str, at: float, **more: object) -> None:
    driver.give(turn(f"e{number}", f"I work at {value}", day(at)), claim("employer", value, **more))


def held(driver: Driver) -> list[tuple[str, str, int, float]]:
    """What the memories of the slot say, and what all its claims would say if they came now."""
    facts = (m for m in driver.state.memories.values() if m.slot == SLOT)
    return sorted((m.value, m.status, m.reinforced, m.confidence) for m in facts)


def resolved(claims: list[SlotClaim]) -> list[tuple[str, str, int, float]]:
    groups = resolve(claims, (), duplicate_threshold=POLICY.duplicate_threshold)
    return sorted((g.first.claim.value, g.status, len(g.events) - 1, g.confidence) for g in groups)


def test_what_is_said_next_goes_on_as_if_all_had_been_gone_through() -> None:
    driver, chance = Driver(), random.Random(7)
    for number in range(3 * COURSE_MIN):
        value = chance.choice(("Alder", "Birch", "Cedar"))
        more = {"action": "unset"} if number % 17 == 16 else {"confidence": 0.7} if number % 5 == 0 else {}
        said(driver, number, value, number, **more)

        assert held(driver) == resolved(driver.state.claims[SLOT])


def test_what_is_heard_late_of_many_is_put_where_it_was_said() -> None:
    driver = Driver()
    for number in range(2 * COURSE_MIN):
        said(driver, number, "Alder" if number % 2 else "Birch", number)

    said(driver, 999, "Cedar", 3.5)
    said(driver, 1000, "Dogwood", 999)

    assert held(driver) == resolved(driver.state.claims[SLOT])
    assert [m.value for m in driver.facts()] == ["Dogwood"]


def test_a_mention_that_is_tried_changes_nothing_for_the_next() -> None:
    driver = Driver()
    for number in range(3):
        said(driver, number, "Alder", number)
    first, second, third = driver.state.claims[SLOT]
    course = Course(POLICY.duplicate_threshold, settled=False, one_value=False)
    course.add(first)

    tried = course.copied()
    tried.add(second)
    course.add(third)

    [group] = course.judged(())
    assert [claim.event_id for claim in group.claims] == ["e0", "e2"]
