"""What somebody takes on, and what tells that it is done or off."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from processors.claims.extract import extract_claims
from processors.claims.promises import settles

NOW = datetime(2026, 2, 10, tzinfo=UTC)


def commitments(content: str) -> list[str]:
    found = extract_claims(content, role="user", occurred_at=NOW)
    return [claim.value for claim in found if claim.attribute == "commitment" and claim.polarity == "positive"]


@pytest.mark.parametrize(
    ("content", "value"),
    [
        ("I've agreed to referee the junior final on 12 April", "referee the junior final on 12 April"),
        ("I said I'd varnish the oars", "varnish the oars"),
        ("I'm down to run the tombola on 9 May", "run the tombola on 9 May"),
        ("I volunteered to paint the scout hut", "paint the scout hut"),
        ("I still owe Jo a letter of reference", "Jo a letter of reference"),
        ("I have to return the skis by 2 April", "return the skis by 2 April"),
        ("我得在周五前把图纸交给监理", "周五前把图纸交给监理"),
        ("还欠老钱一幅竹子", "老钱一幅竹子"),
        ("我应了村里五月十号的讲座", "村里五月十号的讲座"),
        ("五月十七号给表妹主持婚礼，我答应了", "五月十七号给表妹主持婚礼"),
    ],
)
def test_what_is_taken_on_is_a_commitment(content: str, value: str) -> None:
    assert commitments(content) == [value]


@pytest.mark.parametrize(
    "content",
    [
        "Has Nan agreed to pay?",
        "I owe you one",
        "She said I'd regret it later",
        "I'm down to my last tenner",
        "She agreed to paint the hut",
        "I signed up to the newsletter",
        "I have to be careful by nature",
        "If I've agreed to sing, remind me",
        "他答应了",
        "我欠揍",
        "要是我应了那场讲座就好了",
    ],
)
def test_what_is_not_taken_on_by_the_speaker_is_none(content: str) -> None:
    assert commitments(content) == []


@pytest.mark.parametrize(
    ("report", "promise", "people"),
    [
        ("gave Sam the ladder back this morning", "I told Sam I'd return his ladder by Sunday", ["Sam"]),
        ("watered Ada's plants today", "I promised Ada I'd water her plants", ["Ada"]),
        (
            "the club called off the meeting, I'm not giving my talk after all",
            "I've agreed to give a talk at the club",
            [],
        ),
        ("自行车修好了", "我答应周六帮老李修自行车", []),
        ("老李家的车修完了，手没劲了", "我答应周六帮老李修那辆旧车", []),
        ("稿子交了", "还欠小王一篇稿子", []),
        ("学校那场取消了，我不用去了", "我应了学校五月十号的讲座", []),
    ],
)
def test_a_report_settles_the_promise_that_it_speaks_of(report: str, promise: str, people: list[str]) -> None:
    assert settles(report, promise, people) > 0


@pytest.mark.parametrize(
    ("report", "promise", "people"),
    [
        ("had lunch with Ada, done by two", "I promised Ada I'd water her plants", ["Ada"]),
        ("I haven't watered Ada's plants yet", "I promised Ada I'd water her plants", ["Ada"]),
        ("I'll water Ada's plants tomorrow", "I promised Ada I'd water her plants", ["Ada"]),
        ("the club called off the meeting", "I've agreed to referee the final", []),
        ("自行车还没修好", "我答应周六帮老李修自行车", []),
        ("稿子写了一半，还没交", "还欠小王一篇稿子", []),
        ("自行车骑坏了", "我答应周六帮老李修自行车", []),
        ("小王结婚了", "还欠小王一篇稿子", ["小王"]),
        ("老李家的柜子搬完了", "我答应周日帮老李搬那架旧钢琴", []),
    ],
)
def test_what_shares_only_a_name_or_is_not_done_settles_nothing(report: str, promise: str, people: list[str]) -> None:
    assert settles(report, promise, people) == 0
