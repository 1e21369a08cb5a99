"""Whose fact answers a question about oneself."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from api.recall.own import is_of_another, speaks_of_oneself
from schemas.memories import Memory

AT = datetime(2026, 3, 1, tzinfo=UTC)


def fact(subject: str) -> Memory:
    return memory(resolution="fact", subject=subject)


def memory(**fields: object) -> Memory:
    given = {"memory_id": "m", "tenant": "t", "user": "mei", "status": "active", "content": "x", "known_from": 0}
    times = dict.fromkeys(("occurred_at", "first_seen", "last_seen", "recorded_at", "updated_at"), AT)
    return Memory.model_validate({**given, **times, "partition": 0, "offset": 0, **fields})


@pytest.mark.parametrize("question", ["What is my phone number?", "我的手机号是多少？"])
def test_who_speaks_under_a_name_of_their_own_is_still_the_user(question: str) -> None:
    assert not is_of_another(fact("晓梅"), question, ("晓梅",))
    assert not is_of_another(memory(resolution="turn", speaker="晓梅"), question, ("晓梅", "Aria"))


@pytest.mark.parametrize("question", ["Am I allergic to anything?", "我对什么过敏？"])
def test_who_is_only_spoken_of_does_not_answer(question: str) -> None:
    assert is_of_another(fact("Trevor"), question, ("晓梅",))
    assert not is_of_another(fact("Trevor"), question + " Trevor", ("晓梅",))


def test_where_the_user_speaks_by_id_other_speakers_do_not_answer() -> None:
    assert is_of_another(fact("Bo"), "Am I allergic to anything?", ("mei", "Bo"))
    assert is_of_another(memory(resolution="turn", speaker="Bo"), "Am I allergic to anything?", ("mei", "Bo"))
    assert not is_of_another(fact("mei"), "Am I allergic to anything?", ("mei", "Bo"))


@pytest.mark.parametrize(
    "question",
    ["Tell me where Ana works", "I wanted to ask: which hotel did Ana book?", "Can I ask where the key is?",
     "我想问的是：那个邮箱的主人姓名是什么？", "告诉我小周住哪儿", "我要问的是客户的地址"],
)  # fmt: skip
def test_how_one_asks_says_nothing_of_whom_one_asks_about(question: str) -> None:
    assert not speaks_of_oneself(question)


@pytest.mark.parametrize("question", ["Tell me what my number is", "I want to know when I was born", "告诉我我的生日"])
def test_who_asks_about_oneself_may_ask_as_one_likes(question: str) -> None:
    assert speaks_of_oneself(question)


def test_somebody_told_by_what_is_known_of_them_is_not_oneself() -> None:
    assert not speaks_of_oneself("那个当护士的人，住得离我近吗？")
    assert speaks_of_oneself("我是什么样的人？")
