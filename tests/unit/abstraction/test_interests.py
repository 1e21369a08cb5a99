"""Interests: what somebody comes back to three times within a week."""

from __future__ import annotations

import pytest

from tests.unit.abstraction.conversation import Conversation, day

PYTHON = (
    "How do I merge two dataframes in Python?",
    "What is a Python decorator?",
    "Why does my Python script fail with a KeyError?",
    "Can you show me how to read a CSV file in Python?",
    "Is there a faster way to loop in Python?",
)
PYTHON_ZH = (
    "Python怎么读取CSV文件？",
    "怎么用Python画图？",
    "请问Python的装饰器是什么？",
    "Python 报错了怎么办？",
    "用Python写爬虫难吗？",
)
PARAPHRASED = (
    "Python: what's the difference between a list and a tuple?",
    "I need a Python snippet that renames files.",
    "Could you explain generators in Python to me?",
    "My Python tests are slow, any ideas why?",
    "Which Python version should I learn?",
)


@pytest.mark.parametrize("questions", [PYTHON, PYTHON_ZH, PARAPHRASED])
def test_five_questions_in_a_week_are_an_interest(questions: tuple[str, ...]) -> None:
    talk = Conversation()

    asked = talk.ask_all(questions, days=(0, 1, 2, 4, 5))

    [interest] = talk.abstracted("interest")
    assert (interest.resolution, interest.kind, interest.subject, interest.value) == (
        "fact",
        "preference",
        "user",
        "Python",
    )
    assert [e.event_id for e in interest.evidence] == asked
    assert "Python" in interest.content


def test_two_occasions_are_no_interest_and_the_third_is() -> None:
    talk = Conversation()
    talk.ask_all(PYTHON[:2], days=(0, 1))
    assert not talk.abstracted("interest")

    talk.say(PYTHON[2], day(2), session="later")

    assert talk.values("interest") == ["Python"]


def test_many_questions_of_one_sitting_are_one_occasion() -> None:
    talk = Conversation()

    for minute, question in enumerate(PYTHON):
        talk.say(question, day(minute / 1440))

    assert not talk.abstracted("interest")


def test_one_session_that_goes_on_for_days_has_an_occasion_a_day() -> None:
    talk = Conversation()

    for number, question in enumerate(PYTHON):
        talk.say(question, day(number))

    assert talk.values("interest") == ["Python"]


def test_three_questions_in_a_month_are_no_interest() -> None:
    talk = Conversation()

    talk.ask_all(PYTHON[:3], days=(0, 9, 18))

    assert not talk.abstracted("interest")


def test_the_company_is_not_the_fruit() -> None:
    company = Conversation()
    company.ask_all(
        ("How is the Apple stock doing?", "What did Apple announce?", "Is Apple going to open a store here?"),
        days=(0, 1, 2),
    )
    fruit = Conversation()
    fruit.ask_all(
        ("How do I bake an apple pie?", "Which apple is best for a salad?", "How long does an apple keep?"),
        days=(0, 1, 2),
    )
    mixed = Conversation()
    mixed.ask_all(
        ("How is the Apple stock doing?", "How do I bake an apple pie?", "What did Apple announce?"), days=(0, 1, 2)
    )

    assert company.values("interest") == ["Apple"]
    assert fruit.values("interest") == ["apple"]
    assert not mixed.abstracted("interest")


def test_what_explains_more_is_the_interest() -> None:
    talk = Conversation()

    talk.ask_all(
        (
            "How do I write a Python script?",
            "Why is my Python script slow?",
            "Can I run a Python script at night?",
            "What is a Python decorator?",
        ),
        days=(0, 1, 2, 3),
    )

    assert talk.values("interest") == ["Python"]


@pytest.mark.parametrize("attribute", ["likes", "dislikes", "allergy", "diet", "health", "medication"])
def test_what_was_said_of_it_needs_no_guess_beside_it(attribute: str) -> None:
    from tests.unit.consolidation.staging import claim, turn

    talk = Conversation()
    talk.give(turn("said", f"My {attribute}: Python."), claim(attribute, "Python"))

    talk.ask_all(PYTHON, days=(1, 2, 3, 4, 5))

    assert not talk.abstracted("interest")


def test_forgetting_evidence_undoes_the_interest() -> None:
    talk = Conversation()
    asked = talk.ask_all(PYTHON[:4], days=(0, 1, 2, 3))

    talk.forget_turn(asked[1])
    [interest] = talk.abstracted("interest")
    assert asked[1] not in {e.event_id for e in interest.evidence}

    talk.forget_session("s2")
    assert not talk.abstracted("interest")


def test_quarantined_evidence_does_not_count_until_it_is_confirmed() -> None:
    talk = Conversation()
    talk.ask_all(PYTHON[:3], days=(0, 1, 2))
    turn = talk.all("turn")[1]

    talk.flag(turn, "toxic")
    assert not talk.abstracted("interest")

    talk.flag(turn, "confirm")
    assert talk.values("interest") == ["Python"]


def test_forgetting_the_interest_forgets_what_it_rests_on_and_it_does_not_come_back() -> None:
    talk = Conversation()
    talk.ask_all(PYTHON, days=(0, 1, 2, 3, 4))

    talk.forget(talk.abstracted("interest")[0])

    assert not talk.abstracted("interest")
    assert not talk.all("turn")
    talk.say("Is Python hard?", day(5), session="again")
    assert not talk.abstracted("interest")


def test_a_flag_is_about_the_conclusion_alone_and_stays_with_more_evidence() -> None:
    talk = Conversation()
    talk.ask_all(PYTHON[:3], days=(0, 1, 2))

    talk.flag(talk.abstracted("interest")[0], "wrong")
    talk.say(PYTHON[3], day(3), session="more")

    assert talk.values("interest", "quarantined") == ["Python"]
    assert len(talk.all("turn", "raw")) == 4


@pytest.mark.parametrize("role", ["assistant", "tool", "system"])
def test_what_others_than_users_say_is_no_evidence(role: str) -> None:
    talk = Conversation()

    talk.ask_all(PYTHON, days=(0, 1, 2, 3, 4), role=role)

    assert not talk.abstracted("interest")


def test_an_echo_of_what_was_recalled_is_no_further_evidence() -> None:
    talk = Conversation()
    talk.ask_all(PYTHON[:3], days=(0, 1, 2))
    [interest] = talk.abstracted("interest")

    talk.say(PYTHON[3], day(3), session="echo", recalled=(interest.memory_id,))

    [still] = talk.abstracted("interest")
    assert still.evidence == interest.evidence


def test_what_people_say_to_each_other_is_not_observed() -> None:
    talk = Conversation()

    for number, question in enumerate(PYTHON):
        talk.say(question, day(number), session=f"s{number}", speaker=f"Person {number % 2}")

    assert not talk.abstracted("interest")


def test_the_order_of_arrival_does_not_matter() -> None:
    forwards, backwards = Conversation(), Conversation()

    forwards.ask_all(PYTHON, days=(0, 1, 2, 3, 4))
    backwards.ask_all(PYTHON[::-1], days=(4, 3, 2, 1, 0))

    assert forwards.values("interest") == backwards.values("interest") == ["Python"]
    assert [m.content for m in forwards.abstracted("interest")] == [m.content for m in backwards.abstracted("interest")]


@pytest.mark.parametrize(
    "told",
    [
        ("My boss is fond of cycling.", "My boss went cycling again.", "My boss had a day of cycling."),
        ("我上司挺喜欢骑自行车的。", "我上司又去骑自行车了。", "我上司骑了自行车。"),
        ("The fair in Beijing lasts four weeks.", "Beijing is cold.", "The fair is in Beijing."),
        ("我舅舅在北京上班。", "新品发布会的地点是北京。", "北京的会持续四天。"),
    ],
)
def test_what_is_told_of_others_is_no_interest(told: tuple[str, ...]) -> None:
    talk = Conversation()

    talk.ask_all(told, days=(0, 1, 2))

    assert not talk.abstracted("interest")
    assert not talk.abstracted("routine")


def test_what_somebody_does_again_and_again_is_one() -> None:
    talk = Conversation()

    talk.ask_all(("I went hiking today.", "Back from hiking!", "We had a day of hiking."), days=(0, 2.2, 5.4))

    [interest] = talk.abstracted("interest")
    assert (interest.value, interest.content) == ("hiking", "Keeps coming back to hiking")


def test_a_chinese_statement_that_ends_like_a_question_is_none() -> None:
    talk = Conversation()

    talk.ask_all(("我表妹在苹果公司上班呢。", "我叔叔在苹果公司呢。", "我表姐在苹果公司工作呢。"), days=(0, 1, 2))

    assert not talk.abstracted("interest")
