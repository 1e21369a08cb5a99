"""What goes when a person wants somebody, something or a topic forgotten."""

from __future__ import annotations

import pytest

from processors.matters import Matter, going, mentions
from schemas.dimensions import Dimensions, Entity
from schemas.memories import Evidence, Memory
from tests.contract.index_adapters import START, memory_of, scope_of

ANNA = scope_of("anna")


def turn(name: str, content: str, **fields: object) -> Memory:
    evidence = (Evidence(event_id=name, offset=0, occurred_at=START),)
    return memory_of(ANNA, f"turn-{name}", content, evidence=evidence, **fields)  # type: ignore[arg-type]  # checked there


def fact(name: str, content: str, *events: str, **fields: object) -> Memory:
    evidence = tuple(Evidence(event_id=event, offset=0, occurred_at=START) for event in events)
    given: dict[str, object] = {"resolution": "fact", "status": "active", "evidence": evidence, "subject": "user"}
    return memory_of(ANNA, name, content, **(given | fields))  # type: ignore[arg-type]  # checked there


def ids(memories: object) -> list[str]:
    return [memory.memory_id for memory in memories]  # type: ignore[attr-defined]  # a list of memories


@pytest.mark.parametrize(
    ("named", "about", "not_about"),
    [
        ("Ann", ["Ann called.", "I saw ann's cat", "ANN!"], ["Anna called.", "The annual fair"]),
        ("小明", ["小明喜欢足球", "我儿子小明八岁"], ["小红喜欢足球"]),
        ("home office", ["My Home Office is cold."], ["My home is cold."]),
    ],
)
def test_what_mentions_a_name_is_about_it_and_another_word_is_not(
    named: str, about: list[str], not_about: list[str]
) -> None:
    memories = [turn(str(number), text) for number, text in enumerate([*about, *not_about])]

    found = going(Matter(named), memories)

    assert [memory.content for memory in found.named] == about
    assert not found.with_them


def test_an_entity_that_is_only_in_the_dimensions_counts() -> None:
    seen = Dimensions(entities=(Entity(text="Bob", type="person", start=0, end=2),))

    assert ids(going(Matter("bob"), [turn("a", "He called.", dimensions=seen)]).named) == ["turn-a"]


def test_turns_go_with_what_rests_on_them_and_facts_that_nothing_else_supports() -> None:
    memories = [
        turn("a", "I moved to Lisbon and my boss is kind."),
        turn("b", "My boss is kind, as I said."),
        fact("lives", "The user lives in Lisbon", "a"),
        fact("alone", "The user moved", "a"),
        fact("supported", "The boss is kind", "a", "b"),
    ]

    found = going(Matter("Lisbon"), memories)

    assert ids(found.named) == ["turn-a", "lives"]
    assert ids(found.with_them) == ["alone"]


def test_what_only_repeats_others_takes_no_turn_along() -> None:
    memories = [
        turn("a", "Bob called."),
        turn("b", "I bought tea."),
        fact("sum", "Bob called. I bought tea.", "a", "b", resolution="episode", producer="abstract/1"),
    ]

    found = going(Matter("Bob"), memories)

    assert ids(found.named) == ["turn-a", "sum"]
    assert not found.with_them


@pytest.mark.parametrize(("name", "loves"), [("小明", "孩子喜欢足球"), ("Tom", "My son loves football")])
def test_all_about_the_only_child_holds_what_was_said_of_my_child(name: str, loves: str) -> None:
    child = fact("child", f"child {name}", "a", attribute="child", value=name)
    hobby = fact("hobby", loves, "b", subject="child", attribute="likes", value="football")
    other = fact("other", "child Eve", "c", attribute="child", value="Eve")

    assert ids(going(Matter(name), [child, hobby]).named) == ["child", "hobby"]
    assert ids(going(Matter(name), [child, hobby, other]).named) == ["child"], "whose is not known"


def test_a_topic_goes_by_its_label() -> None:
    memories = [
        turn("a", "My knee hurts", dimensions=Dimensions(topic="health")),
        turn("b", "Tea", dimensions=Dimensions(topic="food")),
    ]

    assert ids(going(Matter(topic="health"), memories).named) == ["turn-a"]


def test_a_text_mentions_a_matter_by_its_words_and_a_topic_by_none() -> None:
    assert mentions(Matter("Ann"), "I saw Ann's cat")
    assert not mentions(Matter("Ann"), "the annual fair")
    assert not mentions(Matter(topic="health"), "health")
