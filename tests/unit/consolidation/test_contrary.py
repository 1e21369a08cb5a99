"""What is done three times against what somebody said they do not want stands beside it, and both stay."""

from __future__ import annotations

import pytest

from processors.consolidation.contrary import REASON
from tests.unit.consolidation.staging import Driver, claim, day, turn

SPICY = [
    (
        "I don't like spicy food",
        ("I had a spicy hot pot.", "I ate spicy noodles again.", "Ordered mapo tofu today."),
    ),
    ("我不吃辣", ("今晚吃了麻辣香锅。", "中午又吃了辣子鸡。", "晚饭吃了水煮鱼。")),
]


def told(said: str, value: str, meals: tuple[str, ...]) -> Driver:
    driver = Driver()
    driver.give(turn("said", said, day(0)), claim("diet", value, polarity="negative"))
    for number, meal in enumerate(meals):
        driver.give(turn(f"m{number}", meal, day(10 + number)))
    return driver


@pytest.mark.parametrize(("said", "meals"), SPICY)
def test_three_meals_against_what_is_not_eaten_contradict_it(said: str, meals: tuple[str, ...]) -> None:
    driver = told(said, "spicy food" if said.isascii() else "辣", meals)

    stated = next(fact for fact in driver.facts() if fact.attribute == "diet")
    assert stated.status == "active"
    assert [link.reason for link in stated.links] == [REASON]


@pytest.mark.parametrize(("said", "meals"), SPICY)
def test_two_meals_are_no_contradiction(said: str, meals: tuple[str, ...]) -> None:
    driver = told(said, "spicy food" if said.isascii() else "辣", meals[:2])

    assert next(fact for fact in driver.facts() if fact.attribute == "diet").links == ()


def test_a_meal_that_goes_against_nothing_said_is_no_behaviour() -> None:
    driver = Driver()

    driver.give(turn("a", "I had a spicy hot pot."))

    assert driver.facts("active", "provisional") == []
