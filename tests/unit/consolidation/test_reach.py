"""What one statement says of others: ends under another name, contradictions, the same in other words or language."""

from __future__ import annotations

import pytest

from schemas.memories import Memory
from tests.unit.consolidation.staging import Driver, claim, day, turn


def said(driver: Driver, number: int, content: str, *claims: tuple[str, str], **more: object) -> None:
    driver.give(
        turn(f"t{number}", content, day(number)),
        *(claim(attribute, value, end=len(content), **more) for attribute, value in claims),
        claim_texts=tuple(content for _ in claims),
    )


def values(facts: list[Memory]) -> list[str]:
    return [fact.value for fact in facts]


@pytest.mark.parametrize(
    ("attribute", "held", "ending"),
    [
        ("habit", "drink green tea every morning", "tea"),
        ("habit", "每天早上喝美式咖啡", "咖啡"),
        ("habit", "smoke", "smoking"),
        ("habit", "抽烟", "烟"),
        ("owns", "1969 Beetle", "Beetle"),
        ("plan", "flying to Lisbon on the 14th", "Lisbon trip"),
        ("plan", "十五号飞厦门", "厦门"),
        ("medication", "metformin", "metformin"),
        ("medication", "二甲双胍", "metformin"),
    ],
)
def test_what_was_given_up_by_a_wider_name_is_over(attribute: str, held: str, ending: str) -> None:
    driver = Driver()
    said(driver, 1, held, (attribute, held))
    said(driver, 2, f"no more {ending}", (attribute, ending), polarity="negative")

    assert held in values(driver.facts("superseded"))


def test_an_ending_that_arrives_first_ends_what_was_said_before_it() -> None:
    driver = Driver()
    said(driver, 9, "I gave up tea.", ("habit", "tea"), polarity="negative")
    said(driver, 1, "I drink green tea every morning.", ("habit", "drink green tea every morning"))

    assert values(driver.facts("superseded")) == ["drink green tea every morning"]


def test_an_ending_leaves_other_things_and_what_comes_after_it() -> None:
    driver = Driver()
    said(driver, 1, "I run every morning.", ("habit", "run every morning"))
    said(driver, 2, "I gave up coffee.", ("habit", "coffee"), polarity="negative")
    said(driver, 3, "I drink coffee every morning again.", ("habit", "drink coffee every morning"))

    assert "run every morning" in values(driver.facts())
    assert "drink coffee every morning" in values(driver.facts())


@pytest.mark.parametrize(
    ("liked", "unliked", "status"),
    [
        ("美式咖啡", "咖啡", "superseded"),
        ("iced coffee", "coffee", "superseded"),
        ("latte", "coffee", "provisional"),
        ("cheese", "dairy", "provisional"),
        ("酸奶", "乳制品", "provisional"),
        ("coffee ice cream", "coffee", "active"),
    ],
)
def test_who_goes_off_a_thing_has_gone_off_its_kinds_or_is_asked(liked: str, unliked: str, status: str) -> None:
    driver = Driver()
    said(driver, 1, f"I like {liked}", ("likes", liked))
    said(driver, 2, f"I've gone off {unliked}", ("likes", unliked), action="unset")

    assert liked in values(driver.facts(status))


@pytest.mark.parametrize(
    ("attribute", "earlier", "later"),
    [
        ("birthday", "3 March", "5 May"),
        ("hometown", "Lyon", "Nantes"),
        ("nationality", "Finnish", "Danish"),
        ("age", "38", "41"),
        ("age", "41", "38"),
    ],
)
def test_what_does_not_change_by_itself_contradicts(attribute: str, earlier: str, later: str) -> None:
    driver = Driver()
    said(driver, 1, f"It is {earlier}.", (attribute, earlier))
    said(driver, 2, f"It is {later}.", (attribute, later))

    (current,) = driver.facts()
    (other,) = driver.facts("superseded")
    assert (current.value, other.value) == (later, earlier)
    assert [link.memory_id for link in current.links if link.edge == "contradicts"] == [other.memory_id]
    assert any(link.edge == "contradicts" and link.memory_id == current.memory_id for link in other.links)


def test_an_allergy_said_and_denied_contradicts() -> None:
    driver = Driver()
    said(driver, 1, "I am allergic to peanuts.", ("allergy", "peanuts"))
    said(driver, 20, "我对花生不过敏。", ("allergy", "花生"), polarity="negative")

    (current,) = driver.facts()
    assert current.polarity == "negative"
    assert [link.edge for link in current.links] == ["contradicts"]


@pytest.mark.parametrize(
    ("attribute", "earlier", "later", "words"),
    [
        ("age", "38", "39", "I am 39."),
        ("hometown", "Lyon", "Nantes", "Actually, I'm from Nantes."),
        ("birthday", "3 March", "5 May", "更正，生日是5 May"),
        ("phone", "555 0147", "555 0174", "My phone number is 555 0174."),
    ],
)
def test_what_may_change_or_says_so_is_a_revision(attribute: str, earlier: str, later: str, words: str) -> None:
    driver = Driver()
    said(driver, 1, f"It is {earlier}.", (attribute, earlier))
    said(driver, 2, words, (attribute, later))

    (current,) = driver.facts()
    assert (current.value, current.links) == (later, ())


@pytest.mark.parametrize(
    ("attribute", "one", "other"),
    [
        ("allergy", "peanuts", "花生"),
        ("home_city", "Beijing", "北京"),
        ("language", "French", "法语"),
        ("likes", "hiking", "徒步"),
        ("occupation", "teacher", "老师"),
        ("relationship_status", "married", "结婚"),
        ("instruction", "提交前先跑一遍lint，再让我看", "代码提交之前要先跑lint，然后给我看一下"),
        ("instruction", "提交前先跑一遍lint，再让我看", "commit之前先run lint再给我review"),
        (
            "instruction",
            "run lint before every commit, then show me",
            "before committing, run the linter first and show me",
        ),
    ],
)
def test_the_same_in_other_words_or_language_is_one_memory(attribute: str, one: str, other: str) -> None:
    driver = Driver()
    said(driver, 1, one, (attribute, one))
    said(driver, 2, other, (attribute, other))

    (fact,) = driver.facts()
    assert [evidence.event_id for evidence in fact.evidence] == ["t1", "t2"]


@pytest.mark.parametrize(
    ("attribute", "one", "other"),
    [
        ("instruction", "提交前先跑一遍lint，再让我看", "提交前先写测试"),
        ("habit", "run every morning", "run every evening"),
        ("habit", "每天早上跑步", "每天晚上跑步"),
        ("plan", "taking the kids to the lake in July", "taking the kids to the lake in August"),
        ("goal", "learn Italian", "learn Italian cooking"),
        ("habit", "drink green tea every morning", "drink coffee every morning"),
    ],
)
def test_statements_that_differ_in_what_tells_stay_apart(attribute: str, one: str, other: str) -> None:
    driver = Driver()
    said(driver, 1, one, (attribute, one))
    said(driver, 2, other, (attribute, other))

    assert len(driver.facts()) == 2


def test_a_hundred_unrelated_facts_supersede_nothing() -> None:
    driver = Driver()
    for number in range(100):
        attribute = ("likes", "friend", "owns", "habit", "goal")[number % 5]
        said(driver, number, f"thing {number}", (attribute, f"thing number {number}"))

    assert len(driver.facts()) == 100
    assert driver.facts("superseded", "provisional") == []
