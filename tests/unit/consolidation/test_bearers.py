"""Two people of one name, or of one kin role, are not made one."""

from __future__ import annotations

import pytest

from processors.consolidation.bearers import may_be_two
from tests.unit.consolidation.staging import Driver, claim, day, turn


@pytest.mark.parametrize(
    ("left", "right", "subject", "two"),
    [
        ("My friend Tom hates dogs.", "My colleague Tom loves dogs.", "Tom", True),
        ("My friend Tom hates dogs.", "My old friend Tom loves dogs now.", "Tom", False),
        ("My friend Tom hates dogs.", "Tom loves dogs.", "Tom", False),
        ("My son Leo likes chess.", "My kid Leo hates chess now.", "Leo", False),
        ("My son likes chess.", "My younger son hates chess.", "child", True),
        ("My son likes chess.", "My daughter hates chess.", "child", True),
        ("My brother lives in Rome.", "My other brother lives in Oslo.", "sibling", True),
        ("My wife likes tea.", "My wife hates tea.", "spouse", False),
        ("我同事小王喜欢喝茶。", "我邻居小王不喜欢喝茶。", "小王", True),
        ("我朋友小王喜欢喝茶。", "小王现在不喜欢喝茶了。", "小王", False),
        ("我儿子喜欢下棋。", "我女儿不喜欢下棋。", "child", True),
        ("我儿子喜欢下棋。", "我小儿子不喜欢下棋。", "child", True),
        ("我儿子喜欢下棋。", "我儿子不喜欢下棋了。", "child", False),
    ],
)
def test_words_for_who_somebody_is_tell_two_people_apart(left: str, right: str, subject: str, two: bool) -> None:
    assert may_be_two(left, right, subject) is two


def test_what_may_be_said_of_two_people_replaces_nothing_and_is_asked_about() -> None:
    talk = Driver()
    hates, loves = "My friend Tom hates dogs.", "My colleague Tom loves dogs."
    disliked = claim("dislikes", "dogs", subject="Tom", polarity="negative")
    talk.give(turn("a", hates), disliked, claim_texts=(hates,))
    talk.give(turn("b", loves, day(1)), claim("likes", "dogs", subject="Tom"), claim_texts=(loves,))

    found = {m.attribute: m for m in talk.state.memories.values() if m.resolution == "fact"}

    assert {memory.status for memory in found.values()} == {"provisional"}
    assert all(any(link.edge == "contradicts" for link in memory.links) for memory in found.values())
