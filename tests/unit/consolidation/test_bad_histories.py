"""Histories that arrive in the wrong order, contradict each other, or change one value again and again."""

from __future__ import annotations

from tests.unit.consolidation.staging import Driver, claim, day, turn

YEAR = [
    ("phone", f"555 {number:04}") if number % 3 == 0 else ("home_city", f"Town {number % 7}") if number % 3 == 1 else
    ("likes", f"thing {number % 11}")
    for number in range(120)
]  # fmt: skip


def current(order: list[int]) -> list[tuple[str, str, str]]:
    driver = Driver()
    for number in order:
        attribute, value = YEAR[number]
        driver.give(turn(f"t{number}", f"{attribute} {value}", day(number * 3)), claim(attribute, value))
    return [(fact.attribute, fact.value, fact.status) for fact in driver.facts()]


def test_a_year_imported_backwards_holds_what_it_holds_forwards() -> None:
    forwards = list(range(len(YEAR)))

    assert current(forwards[::-1]) == current(forwards)


def test_a_number_that_changes_two_hundred_times_has_one_current_value() -> None:
    driver = Driver()
    for number in range(200):
        driver.give(turn(f"t{number}", "number", day(number)), claim("phone", f"555 {number:04}"))

    assert [fact.value for fact in driver.facts()] == ["555 0199"]
    assert len(driver.facts("superseded")) == 199


def test_contradictory_imports_of_the_same_moment_stay_undecided() -> None:
    driver = Driver()
    driver.give(turn("a", "one", day(1), session="import a"), claim("home_city", "Ghent"))
    driver.give(turn("b", "two", day(1), session="import b"), claim("home_city", "Bruges"))

    assert driver.facts() == []
    assert [fact.value for fact in driver.facts("provisional")] == ["Bruges", "Ghent"]


def test_what_is_said_a_hundred_times_is_one_memory() -> None:
    driver = Driver()
    for number in range(100):
        driver.give(turn(f"t{number}", "My phone is 555 0147.", day(number)), claim("phone", "555 0147"))

    (fact,) = driver.facts()
    assert fact.reinforced == 99
