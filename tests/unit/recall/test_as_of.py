"""As of a time: what had been recorded by then; of a conversation imported later, what had been said by then."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from schemas.memories import Link
from tests.unit.recall.world import NOW, World, contents

SPRING, SUMMER, AUTUMN = (datetime(2024, month, 1, tzinfo=UTC) for month in (3, 6, 9))


async def test_an_import_is_asked_by_its_own_clock(world: World) -> None:
    await world.say("My extension is 4410.", at=SPRING, recorded=NOW)
    await world.say("My extension is 4417 now.", at=AUTUMN, recorded=NOW)

    assert contents(await world.ask("extension", as_of=SUMMER.isoformat())) == ["My extension is 4410."]
    assert len((await world.ask("extension", as_of=(AUTUMN + timedelta(days=1)).isoformat())).items) == 2
    assert contents(await world.ask("extension", as_of="2024-01-01T00:00:00Z")) == []


async def test_an_import_in_any_order_says_nothing_that_came_later(world: World) -> None:
    await world.say("My extension is 4417 now.", at=AUTUMN, recorded=NOW)
    await world.say("My extension is 4410.", at=SPRING, recorded=NOW)
    await world.know("The extension of the user is 4417", occurred_at=AUTUMN)
    await world.say("I like my extension.", at=SPRING, recorded=NOW)

    for query in ("extension", None):
        assert "4417" not in " ".join(contents(await world.ask(query, as_of=SUMMER.isoformat(), limit=10)))
    assert "4417" not in (await world.brief("extension", as_of=SUMMER.isoformat())).block


async def test_what_was_recorded_as_it_was_said_is_asked_by_the_log(world: World) -> None:
    await world.say("My extension is 4410.", at=SPRING)
    await world.say("In 2020 my extension was 4400.", at=SPRING - timedelta(days=900), recorded=AUTUMN)

    assert contents(await world.ask("extension", as_of=SUMMER.isoformat())) == ["My extension is 4410."]


async def test_a_time_counts_from_itself(world: World) -> None:
    await world.know("The user wants to learn the oboe", kind="goal", occurred_at=SPRING)
    await world.say("I want to learn the oboe", at=SPRING, recorded=NOW)

    answer = await world.ask("learn the oboe", as_of=(SPRING + timedelta(days=3)).isoformat())

    assert "archived" not in {label for item in answer.items for label in item.labels}


@pytest.mark.parametrize(
    ("first", "then", "asked"),
    [
        ("The user lives in Porto", "The user lives in Lisbon", "where does the user live"),
        ("用户住在杭州", "用户住在苏州", "用户住在哪里"),
    ],
)
async def test_an_import_that_began_with_the_latest_knows_what_held_before(
    world: World, first: str, then: str, asked: str
) -> None:
    await world.say(then, at=AUTUMN, recorded=NOW)
    new = await world.know(then, evidence=["event-0"], occurred_at=AUTUMN)
    await world.say(first, at=SPRING, recorded=NOW)
    link = Link(edge="supersedes", memory_id=new, reason="superseded by")
    await world.know(first, evidence=["event-2"], occurred_at=SPRING, status="superseded", links=(link,))

    before = await world.ask(asked, as_of=SUMMER.isoformat())
    after = await world.ask(asked, as_of=(AUTUMN + timedelta(days=1)).isoformat())

    assert set(contents(before)) == {first}
    assert all("superseded" not in item.labels and item.memory.status != "superseded" for item in before.items)
    assert then in contents(after)
    assert [item for item in after.items if item.memory.content == first and item.memory.resolution == "fact"] == []
