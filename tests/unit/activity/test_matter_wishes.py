"""A wish to forget all about somebody, in words: what was said of them goes; a word that is no name takes nothing."""

from __future__ import annotations

import pytest

from schemas.dimensions import Dimensions, Entity
from tests.unit.consolidation.staging import Driver, claim, day, turn

WISHES = [
    ("Bob", "Forget everything about Bob."),
    ("Bob", "Please forget all you know about my ex Bob!"),
    ("Bob", "Delete everything I ever told you about Bob, please"),
    ("Bob", "Forget what I said about Bob."),
    ("老王", "忘掉关于老王的一切。"),
    ("老王", "请忘记我说过的关于老王的事。"),
    ("老王", "把老王的事都忘了吧。"),
    ("老王", "别再记关于老王的事了"[:-1]),
]
NO_WISHES = [
    "Forget about Bob, what shall we eat?",
    "I forgot everything about Bob.",
    "Did you forget everything about Bob?",
    "Forget everything about work.",
    "我把老王的事都忘了",
    "忘掉关于工作的一切。",
]


def told(name: str) -> Driver:
    driver = Driver()
    seen = Dimensions(entities=(Entity(text=name, type="person", start=0, end=2),))
    driver.give(turn("a", "I live in Porto", day(0)), claim("home_city", "Porto"))
    driver.give(turn("b", f"I moved to Lisbon with {name}", day(1)), claim("home_city", "Lisbon"), dimensions=seen)
    driver.give(turn("c", f"{name} is kind.", day(2), role="assistant"))
    driver.give(turn("d", "I work a lot 工作", day(3)))
    return driver


@pytest.mark.parametrize(("name", "wish"), WISHES)
def test_all_about_somebody_goes_and_what_it_superseded_comes_back(name: str, wish: str) -> None:
    driver = told(name)

    record = driver.give(turn("w", wish, day(9)))

    assert record.outcome.reason == "a request to forget"
    assert not any(name in memory.content for memory in driver.state.memories.values())
    assert [fact.value for fact in driver.facts()] == ["Porto"]
    assert driver.turns() == ["I live in Porto", "I work a lot 工作"]


@pytest.mark.parametrize("said", NO_WISHES)
def test_what_is_no_such_wish_forgets_nothing(said: str) -> None:
    for name in ("Bob", "老王"):
        driver = told(name)

        driver.give(turn("w", said, day(9)))

        assert [fact.value for fact in driver.facts()] == ["Lisbon"]
        assert said in driver.turns()


def test_what_is_said_after_the_wish_is_new() -> None:
    driver = told("Bob")
    driver.give(turn("w", "Forget everything about Bob.", day(9)))

    driver.give(turn("x", "Bob called.", day(10)))

    assert "Bob called." in driver.turns()


def test_one_of_several_forgets_only_what_they_said() -> None:
    driver = Driver()
    seen = Dimensions(entities=(Entity(text="Bob", type="person", start=0, end=2),))
    driver.give(turn("a", "Bob is late", day(0), speaker="Ann"), dimensions=seen)
    driver.give(turn("b", "Bob is kind", day(1), speaker="Cleo"), dimensions=seen)

    driver.give(turn("w", "Forget everything about Bob.", day(2), speaker="Ann"))

    assert driver.turns() == ["Bob is kind"]


def test_who_is_not_trusted_forgets_nothing() -> None:
    driver = told("Bob")

    driver.give(turn("w", "Forget everything about Bob.", day(9), trust="untrusted"))

    assert [fact.value for fact in driver.facts()] == ["Lisbon"]
