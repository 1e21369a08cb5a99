"""What a turn states of anything at all is revised by later turns: the block shows what holds, both sides of what is
disputed, and marks what was an exception and is over."""

from __future__ import annotations

import re

import httpx
import pytest

from tests.scenario.api.say import Json, facts, say, search
from tests.scenario.articles.test_examples import context


def _lines(answer: Json, heading: str) -> str:
    parts = str(answer["block"]).split("## ")
    return "\n".join(part for part in parts if part.startswith(heading))


@pytest.mark.parametrize(
    ("before", "after", "query", "old", "new"),
    [
        ("the rehearsal is at 18:45", "the rehearsal got moved to 19:15", "When is the rehearsal?", "18:45", "19:15"),
        ("团建定在6月12号", "团建改到6月19号了", "团建是哪天？", "12号", "19号"),
    ],
)
def test_a_block_holds_the_later_value_alone(
    http: httpx.Client, user: str, before: str, after: str, query: str, old: str, new: str
) -> None:
    say(http, user, after, session="s2", occurred_at="2026-03-09T10:00:00Z")
    token = say(http, user, before, session="s1", occurred_at="2026-03-01T10:00:00Z")["token"]

    block = context(http, user, query, after=token, wait_ms=20_000)["block"]

    assert new in block
    assert old not in block


@pytest.mark.parametrize(
    ("one", "other", "query"),
    [
        ("the barn deposit is 90", "the barn deposit is 95", "How much is the barn deposit?"),
        ("老秦的分机是6104", "老秦的分机是6140", "老秦的分机是多少？"),
        ("Sanna works at Orkla", "Sanna works at Telia", "Where does Sanna work?"),
    ],
)
def test_a_block_shows_both_sides_of_what_two_people_say(
    http: httpx.Client, user: str, one: str, other: str, query: str
) -> None:
    say(http, user, one, session="group", speaker="Ada")
    token = say(http, user, other, session="group", speaker="Ben")["token"]

    answer = context(http, user, query, after=token, wait_ms=20_000)

    assert one in _lines(answer, "Disputed")
    assert other in _lines(answer, "Disputed")
    assert answer["clarify"]


@pytest.mark.parametrize(
    ("before", "after", "query"),
    [
        ("My ring size is 54", "jeweller asks, ring size 56 for me", "What is my ring size?"),
        ("我的备用钥匙放在鞋柜里", "我的备用钥匙放在花盆底下", "备用钥匙在哪儿？"),
    ],
)
def test_another_value_without_a_word_of_change_is_shown_as_a_dispute_with_citations(
    http: httpx.Client, user: str, before: str, after: str, query: str
) -> None:
    say(http, user, before, session="s1", occurred_at="2026-03-01T10:00:00Z")
    token = say(http, user, after, session="s2", occurred_at="2026-03-09T10:00:00Z")["token"]

    answer = context(http, user, query, after=token, wait_ms=20_000)

    line = _lines(answer, "Disputed")
    marks = [int(mark) for mark in re.findall(r"\[(\d+)\]", line)]
    assert "no word of change" in line
    assert line.rstrip().endswith(f"Current: {after}.")
    assert len(marks) == 2
    assert all(answer["citations"][mark - 1]["evidence"] for mark in marks)


def test_an_exception_that_is_over_is_marked_and_the_standing_value_is_not(http: httpx.Client, user: str) -> None:
    say(
        http,
        user,
        "lunch is at 11:15 during April",
        "normally lunch is at 12:30",
        session="s1",
        occurred_at="2026-04-01T09:00:00Z",
    )

    block = context(http, user, "What time is lunch?", reference_time="2026-05-10T09:00:00Z")["block"]

    lines = {"standing" if "12:30" in line else "exception": line for line in block.splitlines() if "lunch" in line}
    assert "(expired" in lines["exception"]
    assert "expired" not in lines["standing"]


@pytest.mark.parametrize(
    ("said", "query"),
    [
        (("I live in Oslo.", "I moved to Rome.", "I moved to Lima."), "Where do I live?"),
        (("我住在杭州。", "我搬到成都了。", "我搬到大连了。"), "我住在哪里？"),
    ],
)
def test_asked_what_was_true_at_a_time_the_answer_is_what_held_then(
    http: httpx.Client, user: str, said: tuple[str, ...], query: str
) -> None:
    for year, text in zip((2022, 2023, 2024), said, strict=True):
        say(http, user, text, occurred_at=f"{year}-03-01T09:00:00Z", session=str(year))

    for year, text in zip((2022, 2023, 2024), said, strict=True):
        then = f"{year}-09-01T09:00:00Z"
        held = [fact["content"] for fact in facts(http, user, attribute="home_city", valid_at=then)]
        first = search(http, user, query, valid_at=then, filters={"resolution": ["fact"]})["items"][0]["memory"]
        assert held == [text.rstrip(".。")]
        assert first["content"] == text.rstrip(".。")
    assert [fact["content"] for fact in facts(http, user, attribute="home_city")] == [said[-1].rstrip(".。")]
