"""Archive: what has faded or expired is found when it is asked for; what was said stays findable and says so."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from schemas.memories import Schedule
from tests.unit.recall.world import NOW, World, contents

LONG_AGO = NOW - timedelta(days=400)
EXAMPLES = [
    ("The user wants to learn the oboe", "I want to learn the oboe", "learn the oboe"),
    ("用户想学双簧管", "我想学双簧管", "学双簧管"),
]


@pytest.mark.parametrize(("fact", "said", "asked"), EXAMPLES)
async def test_what_faded_is_found_only_when_asked_for_and_its_turn_always(
    world: World, fact: str, said: str, asked: str
) -> None:
    await world.say(said, at=LONG_AGO)
    await world.know(fact, kind="goal", occurred_at=LONG_AGO)

    plain = await world.ask(asked, explain=True)
    everything = await world.ask(asked, include=["archived"])

    assert contents(plain) == [said]
    assert [drop.reason for drop in plain.dropped] == ["archived"]
    assert set(contents(everything)) == {fact, said}
    assert "archived" in next(item.labels for item in everything.items if item.memory.content == fact)


async def test_what_helped_is_awake_again(world: World) -> None:
    await world.know("The user wants to learn the oboe", kind="goal", occurred_at=LONG_AGO, used=1, last_used=NOW)

    assert contents(await world.ask("learn the oboe")) == ["The user wants to learn the oboe"]


async def test_an_answer_of_faded_memories_alone_abstains(world: World) -> None:
    await world.know("The user wants to learn the oboe", kind="goal", occurred_at=LONG_AGO)

    assert (await world.ask("learn the oboe")).abstained
    assert not (await world.ask("learn the oboe", include=["archived"])).abstained


async def test_a_page_is_full_though_what_stood_there_has_faded(world: World) -> None:
    for number in range(12):
        await world.know(f"The oboe of the user has number {number}", kind="event", occurred_at=LONG_AGO)
    for number in range(3):
        await world.know(f"The user took oboe lesson {number} which was long and tiring", kind="event")

    assert len((await world.ask("the oboe of the user", limit=3)).items) == 3


async def test_a_question_about_another_time_sees_what_has_faded_since(world: World) -> None:
    await world.know("The user wants to learn the oboe", kind="goal", occurred_at=LONG_AGO)

    assert contents(await world.ask("learn the oboe", valid_at=LONG_AGO)) != []
    assert contents(await world.ask("learn the oboe", reference_time=LONG_AGO + timedelta(days=1))) != []


@pytest.mark.parametrize(("said", "asked"), [("I have a headache", "headache"), ("我头疼", "头疼")])
async def test_a_turn_that_only_said_what_expired_says_so_and_stays_findable(
    world: World, said: str, asked: str
) -> None:
    await world.say(said, at=LONG_AGO)
    await world.know(
        said,
        kind="state",
        evidence=["event-0"],
        occurred_at=LONG_AGO,
        valid_to=LONG_AGO + timedelta(days=7),
    )

    answer = await world.ask(asked)

    assert contents(answer) == [said]
    assert answer.items[0].labels == ("expired",)
    assert (await world.ask(asked, include=["expired"])).items[0].memory.resolution in ("turn", "fact")


async def test_an_opening_leaves_out_what_has_faded(world: World) -> None:
    await world.know("The user wants to learn the oboe", kind="goal", occurred_at=LONG_AGO)
    await world.know("The user plays the harp", kind="fact")

    assert contents(await world.ask(None)) == ["The user plays the harp"]
    assert len((await world.ask(None, include=["archived"])).items) == 2


@pytest.mark.parametrize("words", ["Mondays at 9:00: the weekly report", "每周一 9:00：周报模板"])
async def test_a_routine_is_in_the_block_at_its_time_and_at_no_other(world: World, words: str) -> None:
    at = Schedule(frequency="weekly", weekday=0, minute_of_day=9 * 60)
    await world.know(words, resolution="procedure", kind="task", attribute="routine", schedule=at, timezone="UTC")
    monday = datetime(2026, 6, 8, 9, 10, tzinfo=UTC)

    for query in (None, "good morning"):
        due = await world.brief(query, reference_time=monday)
        assert due.block.index("## Due") < due.block.index(words)
        assert "## Due" not in (await world.brief(query, reference_time=monday + timedelta(days=1))).block
    assert "## Due" in (await world.brief("hello", session="new", reference_time=monday)).block


@pytest.mark.parametrize(
    ("popular", "needed", "asked"),
    [
        ("The user drinks tea from a kettle", "The kettle of the user is broken", "is the kettle broken"),
        ("用户每天用水壶泡茶", "用户的水壶坏了", "水壶坏了吗"),
    ],
)
async def test_what_is_used_every_day_does_not_stand_above_what_answers(
    world: World, popular: str, needed: str, asked: str
) -> None:
    await world.know(popular, used=5_000, last_used=NOW, reinforced=5_000, importance=0.9)
    await world.know(needed, importance=0.3, occurred_at=NOW - timedelta(days=60))

    for recipe in ("g", "weighted"):
        assert contents(await world.ask(asked, recipe=recipe))[0] == needed


@pytest.mark.parametrize("words", ["The user is allergic to latex", "用户对乳胶过敏"])
async def test_an_allergy_is_in_the_block_of_somebody_of_whom_much_is_known(world: World, words: str) -> None:
    for number in range(60):
        await world.know(f"The user likes thing {number}", scope="core", attribute="likes", importance=0.9)
    await world.know(words, scope="core", attribute="allergy", importance=0.1, occurred_at=LONG_AGO)

    assert words in (await world.brief("what is the weather", budget_tokens=100)).block
