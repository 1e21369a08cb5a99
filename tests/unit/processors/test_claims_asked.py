"""Which attribute a question is about."""

from __future__ import annotations

import pytest

from processors.claims.asked import asked_attributes
from processors.claims.table import shipped_table


@pytest.mark.parametrize(
    ("question", "attribute"),
    [
        ("Where do I live?", "home_city"),
        ("Which city is home for the user now?", "home_city"),
        ("Who does the user work for?", "employer"),
        ("What company employs the user?", "employer"),
        ("What number should I dial to reach the user?", "phone"),
        ("When was the user born?", "birthday"),
        ("Is the user allergic to anything?", "allergy"),
        ("What's my wife called?", "spouse"),
        ("用户住在哪个城市？", "home_city"),
        ("我在哪里上班？", "employer"),
        ("用户的公司是哪家？", "employer"),
        ("打哪个号码能找到用户？", "phone"),
        ("What is my work email?", "work_email"),
        ("我的工作邮箱是什么？", "work_email"),
        ("我的生日是哪天？", "birthday"),
        ("我对什么过敏？", "allergy"),
        ("我叫什么名字？", "name"),
    ],
)
def test_a_question_names_its_attribute(question: str, attribute: str) -> None:
    assert attribute in asked_attributes(question)


@pytest.mark.parametrize(
    "question", ["What did we talk about last week?", "How does a fugue work?", "上周聊了什么？", ""]
)
def test_other_questions_name_none(question: str) -> None:
    assert asked_attributes(question) == ()


def test_what_is_asked_about_is_in_the_table() -> None:
    everything = "name phone email birthday employer job wife child pet allergic hobby goal plans 住在哪 喜欢 讨厌"

    assert all(attribute in shipped_table() for attribute in asked_attributes(everything))
