"""Answering: what only asks, speaks of somebody else, or lacks what is asked for does not count as an answer."""

from __future__ import annotations

import pytest

from api.recall.answering import WORDLESS_MIN, Answering, asked_of_memory
from tests.contract.index_adapters import memory_of, scope_of

ANNA = scope_of("anna")


def may(question: str, content: str, *, relevance: float = 0.9, has_words: bool = True, role: str = "user") -> bool:
    turn = memory_of(ANNA, "t", content, speaker="", role=role)
    return Answering(question).may(turn, relevance, has_words=has_words)


@pytest.mark.parametrize(
    ("question", "content"),
    [
        ("what is the wifi password at the cabin?", "Our cabin roof leaks again, third bucket out"),
        ("what's my landlord's name?", "the landlord still has not fixed the boiler"),
        ("how much do I weigh?", "scales are broken, typical"),
        ("what is my blood pressure?", "is my blood pressure ever going to fall?"),
        ("what am I allergic to?", "My friend Omar is allergic to shellfish so we skipped the prawns"),
        ("when is my therapy appointment?", "therapy is a long word for sitting around"),
        ("我备孕多久了？", "同事备孕请假了，活都给我"),
        ("我住院住在几床？", "我表姐住院了，我去送饭"),
        ("我的英文名叫什么？", "给猫起个英文名，洋气点的"),
        ("我的体检查出过什么问题？", "体检报告怎么在线查？"),
        ("我对什么过敏？", "我同桌对海鲜过敏，春游没敢吃"),
    ],
)
def test_what_only_stands_near_is_no_answer(question: str, content: str) -> None:
    assert not may(question, content)


@pytest.mark.parametrize(
    ("question", "content"),
    [
        ("what is the wifi password at the cabin?", "cabin wifi is otter-lamp-9"),
        ("what's my landlord's name?", "the landlord, Mr Pettigrew, came by"),
        ("how much do I weigh?", "I weigh 81 kilos now"),
        ("which bike do I have?", "my sister gave me her old Brompton bike"),
        ("when is my therapy appointment?", "therapy moved to Thursdays at four"),
        ("what did I ask about blood pressure?", "is my blood pressure ever going to fall?"),
        ("我备孕多久了？", "我备孕半年了"),
        ("我对什么过敏？", "我对海鲜过敏，我妈也是"),
    ],
)
def test_what_holds_the_thing_asked_for_may_answer(question: str, content: str) -> None:
    assert may(question, content)


def test_a_memory_without_a_word_of_the_question_must_be_very_near() -> None:
    assert not may("which telescope do I own?", "Saturn looked great", relevance=WORDLESS_MIN - 0.01, has_words=False)
    assert may("which telescope do I own?", "Saturn looked great", relevance=WORDLESS_MIN, has_words=False)


def test_advice_answers_who_asks_for_the_advice_and_not_what_is_so() -> None:
    advice = "It might be shingles, or contact dermatitis."

    assert not may("which skin condition was I diagnosed with?", advice, role="assistant")
    assert may("which skin conditions did you suggest?", advice, role="assistant")


@pytest.mark.parametrize(
    "text",
    [
        "We went to the lake today. The water was so warm!",
        "今天去湖边了。水好暖和！",
        "I'm on stage on Friday.\nWhat should I wear?",
        "My brother is cross with me. Any tips for making up?",
        "周五我要上台。\n穿什么好呢？",
        "弟弟生我的气了。我该怎么办？",
        "Could you recommend a film for tonight?",
        "你有什么建议吗？",
        "你觉得我该选哪个？",
    ],
)
def test_who_tells_or_wants_advice_asks_nothing_that_memory_could_lack(text: str) -> None:
    assert asked_of_memory(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "my phone number",
        "我的电话号码",
        "The form needs it. Tell me my passport number.",
        "表格要填。告诉我护照号码。",
        "when should I take my pill?",
        "what should I avoid eating?",
        "what did you suggest, any ideas before Friday?",
        "你上次有什么建议？",
        "医生让我几点吃药？",
    ],
)
def test_who_wants_to_know_something_asks_for_it(text: str) -> None:
    assert asked_of_memory(text) == [text]


def test_of_a_text_that_tells_and_asks_only_what_asks_for_what_is_known_counts() -> None:
    assert asked_of_memory("It is hot. What should I wear? Where do I live?") == ["Where do I live?"]


@pytest.mark.parametrize(
    ("question", "content"),
    [
        ("How many of my colleagues live in Porto?", "My colleague Rui lives in Porto"),
        ("有几个同事住在青岛？", "我同事小李住在青岛"),
    ],
)
def test_what_is_counted_need_not_hold_the_number_but_must_be_very_near(question: str, content: str) -> None:
    assert may(question, content, relevance=WORDLESS_MIN)
    assert not may(question, content, relevance=WORDLESS_MIN - 0.01)


def test_how_much_of_one_thing_needs_its_number() -> None:
    assert not may("How many people are coming to the wedding?", "The wedding flowers are ordered")
    assert not may("有几个人来参加婚礼？", "婚礼的花订好啦")
