"""From when until when a value held: what `valid_at` goes by."""

from __future__ import annotations

from schemas.memories import Memory
from tests.unit.consolidation.staging import Driver, claim, day, turn


def homes(*said: tuple[str, float], **more: object) -> dict[str, Memory]:
    driver = Driver()
    for number, (city, at) in enumerate(said):
        driver.give(turn(f"t{number}", f"home {city}", day(at)), claim("home_city", city, **more))
    return {m.value: m for m in driver.facts("active", "superseded")}


def test_a_value_holds_from_its_first_mention_until_that_of_what_replaced_it() -> None:
    found = homes(("Oslo", 0), ("Rome", 100), ("Rome", 150), ("Lima", 200))

    held = {city: (memory.valid_from, memory.valid_to) for city, memory in found.items()}
    assert held == {"Oslo": (None, day(100)), "Rome": (day(100), day(200)), "Lima": (day(200), None)}


def test_a_history_that_is_told_backwards_holds_at_the_same_times() -> None:
    told = homes(("Lima", 200), ("Oslo", 0), ("Rome", 100))

    held = {city: (memory.valid_from, memory.valid_to) for city, memory in told.items()}
    assert held == {"Oslo": (None, day(100)), "Rome": (day(100), day(200)), "Lima": (day(200), None)}


def test_what_was_corrected_never_held_and_the_right_value_always_did() -> None:
    driver = Driver()
    driver.give(turn("a", "home Oslo", day(0)), claim("home_city", "Oslo"))
    driver.give(turn("b", "no, Rome", day(1)), claim("home_city", "Rome", correction=True))

    wrong, right = driver.facts("superseded")[0], driver.facts()[0]
    assert (wrong.valid_from, wrong.valid_to) == (None, day(0))
    assert (right.valid_from, right.valid_to) == (None, None)


def test_what_ended_and_was_followed_by_nothing_has_no_known_end() -> None:
    driver = Driver()
    driver.give(turn("a", "home Oslo", day(0)), claim("home_city", "Oslo"))
    driver.give(turn("b", "left Oslo", day(1)), claim("home_city", "Oslo", action="unset"))

    assert [m.valid_to for m in driver.facts("superseded", "provisional")] == [None]
