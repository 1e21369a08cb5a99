"""Replies: what a turn says only together with the turn before it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from processors.claims.replies import Reply, Replying, Said, read_reply
from processors.claims.table import shipped_table
from schemas.claims import Claim
from schemas.dimensions import Entity

WHEN = datetime(2026, 3, 2, 9, tzinfo=UTC)


def reply(content: str, *before: Said, entities: tuple[Entity, ...] = ()) -> Reply:
    return read_reply(Replying(content, "user", WHEN, "UTC", entities, shipped_table()), before)


def asked(question: str) -> Said:
    return Said("assistant", "", question)


def said(content: str, *claims: tuple[str, str]) -> Said:
    kept = tuple(Claim(attribute=attribute, value=value, confidence=0.9) for attribute, value in claims)
    return Said("user", "user", content, kept)


def shown(found: Reply) -> list[tuple[str, str, str]]:
    return [(claim.attribute, claim.value, claim.polarity) for claim in found.asserted]


@pytest.mark.parametrize(
    ("question", "answer", "claim"),
    [
        ("Are you allergic to penicillin?", "Yes, severely.", ("allergy", "penicillin", "positive")),
        ("Are you allergic to cats?", "Nope.", ("allergy", "cats", "negative")),
        ("Got it. So you're allergic to kiwi, right?", "Right.", ("allergy", "kiwi", "positive")),
        ("Do you enjoy opera?", "Not really.", ("dislikes", "opera", "negative")),
        ("Do you speak Dutch?", "I do.", ("language", "Dutch", "positive")),
        ("Are you married?", "Yes, for three years.", ("relationship_status", "married", "positive")),
        ("Is your husband called Piet?", "Yes!", ("spouse", "Piet", "positive")),
        ("Is your phone number still 555 0147?", "Yes, it is.", ("phone", "555 0147", "positive")),
        ("Do you eat pork?", "Never.", ("diet", "pork", "negative")),
        ("Do you play the cello?", "Yes, since I was nine.", ("hobby", "cello", "positive")),
        ("Do you have any allergies?", "Yes, walnuts.", ("allergy", "walnuts", "positive")),
        ("Where are you based?", "In Leuven.", ("home_city", "Leuven", "positive")),
        ("How old are you, if I may ask?", "52.", ("age", "52", "positive")),
        ("What do you do for a living?", "Plumber.", ("occupation", "Plumber", "positive")),
        ("What's your daughter's name?", "Ines.", ("child", "Ines", "positive")),
        ("So you live in Ghent?", "No, Bruges.", ("home_city", "Bruges", "positive")),
        ("You live in Ghent, right?", "No, in Bruges actually.", ("home_city", "Bruges", "positive")),
        ("Is your dog's name Rex?", "Yep", ("pet", "Rex", "positive")),
        ("What's your email?", "it's p.vos@mail.example", ("email", "p.vos@mail.example", "positive")),
        ("你住在上海吧？", "不，苏州。", ("home_city", "苏州", "positive")),
        ("你是住在上海吗？", "不是，苏州。", ("home_city", "苏州", "positive")),
        ("你的邮箱是什么？", "p.vos@mail.example", ("email", "p.vos@mail.example", "positive")),
        ("你对青霉素过敏吗？", "是的，挺严重的。", ("allergy", "青霉素", "positive")),
        ("你对猫毛过敏吗？", "不过敏。", ("allergy", "猫毛", "negative")),
        ("你喜欢歌剧吗？", "不喜欢。", ("dislikes", "歌剧", "negative")),
        ("你结婚了吗？", "结了。", ("relationship_status", "结婚", "positive")),
        ("你吃不吃猪肉？", "不吃。", ("diet", "猪肉", "negative")),
        ("请问你会说荷兰语吗？", "会的。", ("language", "荷兰语", "positive")),
        ("你是不是住在苏州？", "对。", ("home_city", "苏州", "positive")),
        ("您多大年纪了？", "52岁。", ("age", "52", "positive")),
        ("你对什么过敏？", "核桃。", ("allergy", "核桃", "positive")),
        ("你的手机号还是13512345678吗？", "是的", ("phone", "13512345678", "positive")),
        ("你儿子叫什么名字？", "小满。", ("child", "小满", "positive")),
    ],
)
def test_an_answer_takes_its_value_from_the_question(question: str, answer: str, claim: tuple[str, str, str]) -> None:
    assert shown(reply(answer, asked(question))) == [claim]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Shall I go on?", "Yes."),
        ("Do you like the first draft?", "Yes, a lot."),
        ("Do you love me?", "Yes."),
        ("Do you need anything else?", "No."),
        ("Do you like tea or coffee?", "Yes."),
        ("Do you like cricket? Do you play it?", "Yes."),
        ("Are you allergic to nuts?", "Maybe."),
        ("Are you allergic to nuts?", "Yes, but only when I was a child."),
        ("Are you allergic to nuts?", "Why do you ask?"),
        ("Are you allergic to anything?", "No."),
        ("How old is your son?", "8."),
        ("Where does your sister live?", "Ghent."),
        ("What's the company's address?", "12 Main Street."),
        ("How old is the Eiffel Tower?", "137."),
        ("The capital is Canberra.", "Yes."),
        ("需要继续吗？", "需要。"),
        ("你喜欢这个方案吗？", "喜欢。"),
        ("你喜欢我吗？", "喜欢。"),
        ("你对坚果过敏吗？", "可能吧。"),
        ("你对坚果过敏吗？", "以前过敏。"),
        ("你儿子多大了？", "8岁。"),
        ("你老公在哪里上班？", "腾讯。"),
        ("首都是哪里？", "北京。"),
        ("你喜欢茶还是咖啡？", "都行。"),
    ],
)
def test_an_answer_that_says_nothing_of_the_person_gives_nothing(question: str, answer: str) -> None:
    assert shown(reply(answer, asked(question))) == []


@pytest.mark.parametrize(
    ("question", "answer", "claim"),
    [
        ("Would you say you like spicy food?", "oh absolutely", ("likes", "spicy food", "positive")),
        ("Are you a fan of musicals?", "guilty as charged", ("likes", "musicals", "positive")),
        ("Do you like sushi?", "god no", ("dislikes", "sushi", "negative")),
        ("Do you like cats?", "love them", ("likes", "cats", "positive")),
        ("Do you like olives at all?", "can't stand them", ("dislikes", "olives", "negative")),
        ("Still going to karate?", "nope, jacked it in last year", ("hobby", "karate", "negative")),
        ("How's the fencing going?", "oh I quit", ("hobby", "fencing", "negative")),
        ("Still at Barclays?", "no, left in March", ("employer", "Barclays", "negative")),
        ("Are you still taking sertraline?", "no, came off it in June", ("medication", "sertraline", "negative")),
        (
            "For the form – citizenship is Spanish, correct?",
            "nope, Portuguese",
            ("nationality", "Portuguese", "positive"),
        ),
        ("So you're a teacher?", "nah, a nurse", ("occupation", "nurse", "positive")),
        ("Just to confirm, you're 34?", "35 actually", ("age", "35", "positive")),
        ("Your dog's called Rex, right?", "no, Max", ("pet", "Max", "positive")),
        ("You're taking ibuprofen, yes?", "no, naproxen", ("medication", "naproxen", "positive")),
        ("Where should the parcel go?", "to the flat, 7C Alder Court", ("address", "7C Alder Court", "positive")),
        (
            "Where should the driver come?",
            "our place, 7 Alder Court – top bell",
            ("address", "7 Alder Court", "positive"),
        ),
    ],
)
def test_an_answer_in_other_words_than_yes_and_no_is_one(
    question: str, answer: str, claim: tuple[str, str, str]
) -> None:
    assert [one for one in shown(reply(answer, asked(question))) if one[0] == claim[0]] == [claim]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Would you like me to continue?", "god yes"),
        ("Do you want horror films in the list?", "god yes"),
        ("Still raining there?", "nope, stopped"),
        ("Still waiting for the plumber?", "no he left"),
        ("Still playing squash?", "gave it up for a bit, back at it soon"),
        ("Still stuck on level 9?", "nope, quit"),
        ("You're going by train, right?", "no, plane"),
        ("What's the address of the restaurant?", "14 Bell Street"),
        ("Where should the driver pick you up?", "outside the cinema, 14 Bell Street"),
        ("Where should we deliver the flowers?", "to my aunt's, 12 Fern Close"),
        ("So the meeting's at 3?", "4 actually"),
        ("Do you like the plan?", "love it"),
    ],
)
def test_an_answer_to_what_passes_says_nothing_that_lasts(question: str, answer: str) -> None:
    assert reply(answer, asked(question)).asserted == ()


def test_only_the_question_right_before_is_answered() -> None:
    assert shown(reply("Yes.", asked("Are you allergic to nuts?"), Said("assistant", "", "Let me think."))) == []


def test_a_person_in_the_same_chat_asks_in_vain() -> None:
    assert shown(reply("Yes.", Said("user", "Rui", "Are you allergic to nuts?"))) == []


@pytest.mark.parametrize(
    ("earlier", "attribute", "value", "words", "corrected"),
    [
        ("My number is 555 0147.", "phone", "555 0147", "Sorry, 555 0174.", "555 0174"),
        ("My extension is 2203.", "extension", "2203", "It changed, 2230 now.", "2230"),
        ("I live in Breda.", "home_city", "Breda", "No, I meant Bergen.", "Bergen"),
        ("My birthday is 3 May.", "birthday", "3 May", "Oops, 5 May, not 3 May.", "5 May"),
        ("我的手机号是13512345678。", "phone", "13512345678", "说错了，是13512345687。", "13512345687"),
        ("我住在苏州。", "home_city", "苏州", "不对，应该是宁波。", "宁波"),
        ("我今年35岁。", "age", "35", "打错了，36。", "36"),
    ],
)
def test_a_correction_names_the_value_of_what_was_just_said(
    earlier: str, attribute: str, value: str, words: str, corrected: str
) -> None:
    found = reply(words, said(earlier, (attribute, value)))

    assert shown(found) == [(attribute, corrected, "positive")]
    assert found.asserted[0].correction
    assert found.replaced == ()


def test_the_correction_of_one_of_several_values_names_what_it_replaces() -> None:
    found = reply("No, I meant pecans.", said("I'm allergic to peanuts.", ("allergy", "peanuts")))

    assert shown(found) == [("allergy", "pecans", "positive")]
    assert [claim.value for claim in found.replaced] == ["peanuts"]


@pytest.mark.parametrize("words", ["Sorry!", "No, thanks.", "Sorry, what was that?", "不好意思。", "No, I'm busy now."])
def test_an_apology_corrects_nothing(words: str) -> None:
    assert shown(reply(words, said("My number is 555 0147.", ("phone", "555 0147")))) == []
