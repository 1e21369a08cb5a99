"""Access: a memory that helped, or stood in a prompt, was used then; once a day is enough."""

from __future__ import annotations

from typing import Any

from schemas.events import MemoryEdited, MemoryFlagged, MemoryReference, RecallJudged
from schemas.memories import Memory
from tests.unit.consolidation.staging import Driver, claim, day, turn


def judged(driver: Driver, memory: Memory, at: float) -> None:
    event = RecallJudged(
        event_id=f"j{at}-{memory.memory_id}",
        tenant="t",
        user="u",
        occurred_at=day(at),
        recorded_at=day(at),
        recall_id="r",
        used=(MemoryReference(memory_id=memory.memory_id),),
    )
    driver.give(event)


def known(driver: Driver, resolution: str) -> Memory:
    return next(m for m in driver.state.memories.values() if m.resolution == resolution)


def test_feedback_that_it_helped_counts_and_dates_facts_and_turns() -> None:
    driver = Driver()
    driver.give(turn("a", "I play the oboe"), claim("hobby", "oboe"))

    for resolution in ("fact", "turn"):
        judged(driver, known(driver, resolution), 3)
        judged(driver, known(driver, resolution), 2)

        memory = known(driver, resolution)
        assert (memory.used, memory.last_used) == (2, day(3))


def test_what_stood_in_a_prompt_was_used_that_day_and_is_written_once_a_day() -> None:
    driver = Driver()
    driver.give(turn("a", "I play the oboe"), claim("hobby", "oboe"))
    ids = tuple(sorted(driver.state.memories))

    driver.give(turn("b", "Which reeds?", day(1), recalled=ids))
    again = driver.give(turn("c", "And which key?", day(1.2), recalled=ids))

    assert [driver.state.memories[i].last_used for i in ids] == [day(1), day(1)]
    assert [driver.state.memories[i].used for i in ids] == [0, 0], "only feedback reinforces"
    assert len(again.changes) == 1, "the turn itself"


def test_standing_in_the_prompt_of_what_supersedes_it_changes_nothing_else() -> None:
    driver = Driver()
    driver.give(turn("a", "I live in Porto"), claim("home_city", "Porto"))
    ids = tuple(sorted(driver.state.memories))

    driver.give(turn("b", "I moved to Lisbon", day(5), recalled=ids), claim("home_city", "Lisbon"))

    assert {driver.state.memories[i].status for i in ids} == {"superseded"}
    assert all(driver.state.memories[i].last_used == day(5) for i in ids)


def test_what_is_not_known_or_forgotten_by_the_turn_is_passed_over() -> None:
    driver = Driver()
    driver.give(turn("a", "I live in Porto"), claim("home_city", "Porto"))
    ids = tuple(sorted(driver.state.memories))

    record = driver.give(
        turn("b", "Forget where I live", day(5), recalled=(*ids, "m_unknown")),
        claim("home_city", "Porto", action="retract"),
    )

    assert record.outcome.state == "applied"
    assert not any(i in driver.state.memories for i in ids)


def test_an_edit_or_a_confirmation_is_a_use_of_what_was_said_long_ago() -> None:
    driver = Driver()
    driver.give(turn("a", "I own an oboe"), claim("owns", "oboe"))
    reference = MemoryReference(memory_id=driver.facts()[0].memory_id)
    fields: dict[str, Any] = {"tenant": "t", "user": "u", "memory": reference}

    driver.give(MemoryEdited(event_id="e", value="harp", occurred_at=day(100), recorded_at=day(100), **fields))
    [edited] = driver.facts()
    flagged = {**fields, "memory": MemoryReference(memory_id=edited.memory_id)}
    driver.give(MemoryFlagged(event_id="f", flag="confirm", occurred_at=day(200), recorded_at=day(200), **flagged))

    assert (edited.value, edited.last_used, edited.last_seen) == ("harp", day(100), day(0))
    assert driver.facts()[0].last_used == day(200)
