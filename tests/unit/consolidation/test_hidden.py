"""What a person calls sensitive or toxic is hidden wherever its words stand: fact, turn, and contexts of neighbours."""

from __future__ import annotations

import pytest

from schemas.events import MemoryFlagged
from tests.unit.consolidation.staging import Driver, claim, day, turn
from tests.unit.consolidation.test_consolidate import CONTROL, reference

SECRET, OTHER = "I have been diagnosed with lupus.", "My dog is called Rex."


def said() -> Driver:
    driver = Driver()
    driver.give(turn("a", SECRET, day(0)), claim("health", "lupus", start=0, end=len(SECRET)))
    driver.give(turn("b", OTHER, day(0.01)))
    return driver


def contexts(driver: Driver) -> list[str]:
    return [memory.context for memory in driver.state.memories.values() if memory.status == "raw"]


@pytest.mark.parametrize("flag", ["sensitive", "toxic"])
def test_a_hidden_fact_hides_the_turn_that_said_it_and_its_words_beside_neighbours_until_confirmed(flag: str) -> None:
    driver = said()
    before = contexts(driver)
    (fact,) = driver.facts()

    driver.give(MemoryFlagged(event_id="f", memory=reference(fact), flag=flag, **CONTROL))
    driver.give(turn("c", "She barks a lot.", day(0.02)))

    assert driver.turns("quarantined") == [SECRET]
    assert driver.turns("superseded") == []
    assert not any("lupus" in context for context in contexts(driver))

    driver.give(MemoryFlagged(event_id="g", memory=reference(fact), flag="confirm", **CONTROL))

    assert SECRET in driver.turns()
    assert set(before) <= set(contexts(driver))
    assert driver.turns("quarantined") == []


def test_a_hidden_turn_leaves_the_contexts_of_its_neighbours() -> None:
    driver = said()
    hidden = next(m for m in driver.state.memories.values() if m.resolution == "turn" and m.content == SECRET)

    driver.give(MemoryFlagged(event_id="f", memory=reference(hidden), flag="sensitive", **CONTROL))

    assert not any("lupus" in context for context in contexts(driver))


def test_a_confirmed_fact_does_not_lift_what_was_said_of_its_turn() -> None:
    driver = said()
    (fact,) = driver.facts()
    hidden = next(m for m in driver.state.memories.values() if m.resolution == "turn" and m.content == SECRET)
    driver.give(MemoryFlagged(event_id="f", memory=reference(hidden), flag="toxic", **CONTROL))
    driver.give(MemoryFlagged(event_id="g", memory=reference(fact), flag="sensitive", **CONTROL))

    driver.give(MemoryFlagged(event_id="h", memory=reference(fact), flag="confirm", **CONTROL))

    assert driver.turns("quarantined") == [SECRET]


def test_a_long_turn_is_hidden_whole_for_one_sensitive_part() -> None:
    driver = Driver()
    text = "We had a lovely evening with the whole family, and by the way my PIN buddy is lupus, so much for that."
    driver.give(turn("a", text, day(0)), claim("health", "lupus", start=60, end=84))
    (fact,) = driver.facts()

    driver.give(MemoryFlagged(event_id="f", memory=reference(fact), flag="sensitive", **CONTROL))

    assert driver.turns("quarantined") == [text]
