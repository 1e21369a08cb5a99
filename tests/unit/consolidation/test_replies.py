"""Replies in consolidate: the claims of a turn that only its conversation explains."""

from __future__ import annotations

from tests.unit.consolidation.staging import Driver, claim, day, turn


def test_an_answer_becomes_a_memory_that_shows_question_and_answer() -> None:
    driver = Driver()

    driver.give(turn("q", "Are you allergic to walnuts?", role="assistant"))
    driver.give(turn("a", "Yes, badly."))

    (fact,) = driver.facts()
    assert (fact.attribute, fact.value, fact.scope) == ("allergy", "walnuts", "core")
    assert fact.content == "Are you allergic to walnuts? Yes, badly."
    assert [evidence.event_id for evidence in fact.evidence] == ["a"]


def test_an_answer_of_another_session_answers_nothing() -> None:
    driver = Driver()

    driver.give(turn("q", "Are you allergic to walnuts?", role="assistant", session="one"))
    driver.give(turn("a", "Yes, badly.", session="two"))

    assert driver.facts() == []


def test_a_question_that_came_later_in_the_conversation_is_not_answered() -> None:
    driver = Driver()

    driver.give(turn("q", "Are you allergic to walnuts?", day(2), role="assistant"))
    driver.give(turn("a", "Yes, badly.", day(1)))

    assert driver.facts() == []


def test_a_chain_of_corrections_leaves_the_last_value() -> None:
    driver = Driver()

    driver.give(turn("1", "My extension is 2203."), claim("extension", "2203"))
    driver.give(turn("2", "It changed, 2230 now.", day(0.01)))
    driver.give(turn("3", "Sorry, 2320.", day(0.02)))

    assert [fact.value for fact in driver.facts()] == ["2320"]
    assert [fact.value for fact in driver.facts("superseded")] == ["2203", "2230"]


def test_the_correction_of_one_of_several_values_ends_that_one_only() -> None:
    driver = Driver()

    driver.give(turn("0", "I'm allergic to latex."), claim("allergy", "latex"))
    driver.give(turn("1", "I'm allergic to peanuts.", day(0.01)), claim("allergy", "peanuts"))
    driver.give(turn("2", "No, I meant pecans.", day(0.02)))

    assert [fact.value for fact in driver.facts()] == ["latex", "pecans"]


def test_forgetting_the_answer_forgets_what_it_said() -> None:
    driver = Driver()
    driver.give(turn("q", "Are you allergic to walnuts?", role="assistant"))
    driver.give(turn("a", "Yes, badly."))

    driver.give(turn("f", "Forget my allergies."), claim("allergy", "", action="retract"))

    assert driver.facts() == []
    assert "Yes, badly." not in driver.turns()
