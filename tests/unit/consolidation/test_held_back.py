"""What the gate held back waits for the end of its session, and goes no further than its turn is remembered."""

from __future__ import annotations

import pytest

from processors.consolidation import UserState, fold
from processors.consolidation.state import HELD_BACK_MAX
from schemas.events import (
    AbstractionDue,
    MemoryFlagged,
    MemoryForgotten,
    MemoryReference,
    SessionClosed,
    SessionForgotten,
)
from schemas.memories import MemoriesRecord
from tests.unit.consolidation.staging import Driver, claim, day, turn, vector

SAME = vector(1)


def held(driver: Driver, number: int, value: str, session: str = "s") -> MemoriesRecord:
    said = turn(f"e{number}", f"Maybe I like {value}.", day(number), session=session)
    unsure = claim("likes", value, confidence=0.7)
    return driver.give(said, unsure, claims_held_back="no trigger", vector=SAME)


def closed(driver: Driver, number: int, session: str = "s") -> MemoriesRecord:
    at = day(number)
    return driver.give(
        SessionClosed(event_id=f"c{number}", tenant="t", user="u", session=session, occurred_at=at, recorded_at=at)
    )


def provisional(driver: Driver) -> list[str]:
    return [memory.value for memory in driver.facts("provisional")]


def test_at_the_end_of_a_session_what_was_held_back_in_it_goes_on() -> None:
    driver = Driver()
    held(driver, 0, "camping")
    held(driver, 1, "chess", session="another")
    before = provisional(driver)

    closed(driver, 2)

    assert (before, provisional(driver)) == ([], ["camping"])
    assert [c.claim.value for waiting in driver.state.held_back.values() for c in waiting] == ["chess"]


def test_a_session_that_went_idle_has_ended_too() -> None:
    driver, at = Driver(), day(1)
    held(driver, 0, "camping")

    driver.give(AbstractionDue(event_id="a", tenant="t", user="u", session="s", occurred_at=at, recorded_at=at))

    assert provisional(driver) == ["camping"]


def test_what_went_on_does_not_go_on_again_at_the_next_end() -> None:
    driver = Driver()
    held(driver, 0, "camping")
    closed(driver, 1)

    again = closed(driver, 2)

    assert again.claims == ()
    assert not driver.state.held_back


@pytest.mark.parametrize("verdict", ["forget", "wrong"])
def test_a_turn_that_was_forgotten_or_flagged_lets_nothing_through(verdict: str) -> None:
    driver = Driver()
    held(driver, 0, "camping")
    [said] = (memory for memory in driver.state.memories.values() if memory.resolution == "turn")
    about = {"tenant": "t", "user": "u", "occurred_at": day(1), "recorded_at": day(1)}
    meant = MemoryReference(memory_id=said.memory_id)
    if verdict == "forget":
        driver.give(MemoryForgotten(event_id="f", memory=meant, **about))
    else:
        driver.give(MemoryFlagged(event_id="f", memory=meant, flag="wrong", **about))

    closed(driver, 2)

    assert provisional(driver) == []


def test_what_was_taken_back_before_the_session_ended_stays_back() -> None:
    driver = Driver()
    held(driver, 0, "camping")
    driver.give(turn("e1", "Forget that I like camping.", day(1)), claim("likes", "camping", action="retract"))

    closed(driver, 2)

    assert driver.facts("provisional", "active") == []


def test_a_forgotten_session_holds_nothing() -> None:
    driver, at = Driver(), day(3)
    held(driver, 0, "camping")

    driver.give(SessionForgotten(event_id="x", tenant="t", user="u", session="s", occurred_at=at, recorded_at=at))
    closed(driver, 4)

    assert not driver.state.held_back
    assert provisional(driver) == []


def test_a_session_without_an_end_holds_its_latest_claims() -> None:
    driver = Driver()
    for number in range(HELD_BACK_MAX + HELD_BACK_MAX // 2):
        held(driver, number, f"thing {number}")

    [waiting] = driver.state.held_back.values()

    assert len(waiting) == HELD_BACK_MAX
    assert waiting[-1].claim.value in {f"thing {HELD_BACK_MAX + HELD_BACK_MAX // 2 - n}" for n in (1, 2)}


def test_the_commit_log_alone_tells_what_waits() -> None:
    driver, again = Driver(), UserState()
    held(driver, 0, "camping")
    held(driver, 1, "chess", session="another")
    closed(driver, 2)

    for record in driver.records:
        fold(again, MemoriesRecord.model_validate_json(record.model_dump_json()))

    assert again == driver.state
