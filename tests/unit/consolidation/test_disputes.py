"""Two plain statements that cannot both hold dispute each other, however far apart; a word of change revises."""

from __future__ import annotations

import pytest

from tests.unit.consolidation.test_belongings import told


def disputed(*texts: str) -> bool:
    facts = told(*texts).facts("active", "superseded")
    return any(link.edge == "contradicts" for fact in facts for link in fact.links)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I eat pork.", "I don't eat pork."),
        ("I don't eat fish.", "I eat fish."),
        ("My sister eats seafood.", "My sister doesn't eat seafood."),
        ("I speak Dutch.", "I don't speak Dutch."),
        ("我吃猪肉。", "我不吃猪肉。"),
        ("我不吃香菜。", "我吃香菜。"),
        ("我会说荷兰语。", "我不会说荷兰语。"),
    ],
)
def test_what_is_eaten_or_spoken_and_is_not_dispute_each_other(one: str, other: str) -> None:
    assert disputed(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I eat pork.", "I don't eat pork any more."),
        ("I eat pork.", "I don't eat beef."),
        ("I eat pork.", "My sister doesn't eat pork."),
        ("我吃猪肉。", "我现在不吃猪肉了。"),
        ("我吃猪肉。", "我不吃牛肉。"),
    ],
)
def test_a_change_or_another_thing_disputes_nothing(one: str, other: str) -> None:
    assert not disputed(one, other)
