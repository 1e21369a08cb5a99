"""Questions for a kind of thing: open promises, goals, what lies in a time."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from api.recall.parse import time_reader
from api.recall.triggers import pulled
from processors.dimensions.times import find_times
from schemas.dimensions import Dimensions
from tests.unit.recall.world import NOW, World


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What have I got on in June?", ["agenda"]),
        ("六月我有哪些安排", ["agenda"]),
        ("Which promises are still open?", ["promises"]),
        ("我还欠谁的没还？", ["promises"]),
        ("答应人家的有哪些没办？", ["promises"]),
        ("Which deadlines do I have?", ["promises"]),
        ("What have I promised to anyone?", ["promises"]),
        ("What's on my plate in June?", ["agenda"]),
        ("What are my goals?", ["goals"]),
        ("我今年的目标有哪些", ["goals"]),
    ],
)
def test_a_question_for_a_kind_of_thing_pulls_it(question: str, names: list[str]) -> None:
    assert [trigger.name for trigger in pulled(question, question)] == names


@pytest.mark.parametrize("question", ["What have I got on in September?", "九月我有什么安排？"])
async def test_of_a_question_for_a_time_the_agenda_brings_what_lies_in_it(world: World, question: str) -> None:
    world.read_time = time_reader()
    await world.say("The kettle broke.")
    september, october = datetime(2026, 9, 12, tzinfo=UTC), datetime(2026, 10, 12, tzinfo=UTC)
    await world.know("I judge the mugs", kind="commitment", attribute="commitment", valid_from=september)
    await world.know("I host the choir", kind="commitment", attribute="commitment", valid_from=october)

    answer = await world.ask(question, explain=True)

    brought = {
        item.memory.content for item in answer.items if item.explanation and item.explanation.factors.get("trigger")
    }
    assert brought == {"I judge the mugs"}
    assert not answer.abstained


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("lunch with Mia tomorrow", "What do I have on Tuesday?"),
        ("明天中午跟小满吃饭", "我周二有什么安排？"),
    ],
)
async def test_a_turn_is_found_by_the_time_that_it_speaks_of(world: World, said: str, question: str) -> None:
    world.read_time = time_reader()
    await world.say("The kettle broke.")
    dated = Dimensions(times=find_times(said, NOW))  # Said on Monday.
    await world.know(said, resolution="turn", status="raw", session="s2", dimensions=dated)

    answer = await world.ask(question)

    assert answer.items[0].memory.content == said
    assert not answer.abstained
