"""What a question seeks, in both languages."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from api.recall.sought import asks_only_for_a_time, facets_sought, gathers
from processors.dimensions.times import query_time_range


@pytest.mark.parametrize(
    ("question", "facets"),
    [
        ("When did we move?", {"time"}),
        ("我们什么时候搬的家？", {"time"}),
        ("Where is the spare key?", {"place"}),
        ("备用钥匙在哪里？", {"place"}),
        ("How many chairs did I order?", {"number"}),
        ("我订了几个箱子？", {"number"}),
        ("Who repaired the boiler?", {"person"}),
        ("锅炉是谁修的？", {"person"}),
        ("Tell me about the boiler.", set()),
        ("说说锅炉的事。", set()),
    ],
)
def test_a_question_says_what_its_answer_holds(question: str, facets: set[str]) -> None:
    assert facets_sought(question) == facets


@pytest.mark.parametrize(
    "question", ["Which countries has Ana seen?", "What kinds of bread do they bake?", "安娜去过哪些国家？"]
)
def test_a_question_after_many_things_gathers(question: str) -> None:
    assert gathers(question)


@pytest.mark.parametrize("question", ["What did Ana bake on Monday?", "Why was the train late?", "安娜昨天烤了什么？"])
def test_a_question_after_one_thing_does_not(question: str) -> None:
    assert not gathers(question)


@pytest.mark.parametrize(
    ("question", "alone"),
    [
        ("What did I do last week?", True),
        ("What have we talked about since June 10?", True),
        ("昨天我们聊了些什么？", True),
        ("前年发生了什么事情", True),
        ("What did I sign yesterday?", False),
        ("What was the weather last week?", False),
        ("我上个月签了什么？", False),
        ("What did I do?", False),
    ],
)
def test_a_question_may_ask_for_whatever_lies_in_a_time(question: str, alone: bool) -> None:
    time = query_time_range(question, datetime(2025, 6, 18, 12, tzinfo=UTC), "UTC")

    assert asks_only_for_a_time(question, time) is alone
