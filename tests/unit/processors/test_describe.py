"""The rules tier describes whole batches and keeps each turn's findings apart."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from processors.dimensions.describe import RulesDescriber
from processors.ports import Tagged, Word
from processors.stages import TurnText
from schemas.dimensions import Entity

SAID = datetime(2022, 11, 16, 9, tzinfo=UTC)


class FinderOfOslo:
    """Finds Oslo, and counts how often it was asked."""

    def __init__(self) -> None:
        self.calls = 0

    def find(self, texts: Sequence[str]) -> list[tuple[Entity, ...]]:
        self.calls += 1
        return [
            (Entity(text="Oslo", type="location", start=text.index("Oslo"), end=text.index("Oslo") + 4),)
            if "Oslo" in text
            else ()
            for text in texts
        ]

    def chinese_words(self, texts: Sequence[str]) -> list[tuple[Tagged, ...]]:
        return [() for _ in texts]

    def parse(self, texts: Sequence[str]) -> list[tuple[Word, ...]]:
        return [() for _ in texts]


class FinderWithWords(FinderOfOslo):
    """Knows the words of one Chinese sentence."""

    def chinese_words(self, texts: Sequence[str]) -> list[tuple[Tagged, ...]]:
        parts = (("优惠券", "n"), ("有效期", "n"), ("到", "v"), ("周五", "TIME"))
        words = [Tagged(word, tag, 0, len(word)) for word, tag in parts]
        return [tuple(words) for _ in texts]


def _turn(content: str, role: str = "user", subject: str = "user", importance: float = 0.5) -> TurnText:
    return TurnText(content, role, subject, SAID, "UTC", importance)


def test_a_batch_asks_the_finder_once_and_keeps_the_order():
    finder = FinderOfOslo()

    found = RulesDescriber(finder).describe(
        [_turn("I flew to Oslo last week."), _turn("我喜欢听京剧。"), _turn("嗯。")]
    )

    assert finder.calls == 1
    assert [d.dimensions.language for d in found] == ["en", "zh", "zh"]
    assert found[0].dimensions.location == "Oslo"
    assert found[0].dimensions.times[0].start == datetime(2022, 11, 7, tzinfo=UTC)
    assert [c.value for c in found[1].claims] == ["京剧"]
    assert found[1].claim_texts == ("我喜欢听京剧",)
    assert found[2].claims == ()


def test_no_turns_ask_nobody():
    finder = FinderOfOslo()

    assert RulesDescriber(finder).describe([]) == []
    assert finder.calls == 0


@pytest.mark.parametrize("role", ["assistant", "system", "tool"])
def test_other_roles_have_dimensions_but_no_claims(role):
    [found] = RulesDescriber(FinderOfOslo()).describe([_turn("I prefer Oslo.", role=role)])

    assert found.claims == ()
    assert found.dimensions.entities[0].text == "Oslo"


def test_a_speaker_of_a_group_chat_is_the_subject():
    [found] = RulesDescriber(FinderOfOslo()).describe([_turn("I hate rain", subject="guest-ivo")])

    assert [c.subject for c in found.claims] == ["guest-ivo"]


def test_the_same_sentence_in_two_languages_gets_the_same_labels():
    english, chinese = RulesDescriber(FinderOfOslo()).describe(
        [_turn("I'm going to learn the piano."), _turn("我打算学钢琴。")]
    )

    assert english.dimensions.intent == chinese.dimensions.intent == "plan"


def test_chinese_keywords_are_words() -> None:
    (found,) = RulesDescriber(FinderWithWords()).describe([_turn("优惠券有效期到周五")])

    assert found.dimensions.keywords == ("优惠券", "有效期")


def test_why_and_what_for_are_dimensions() -> None:
    (found,) = RulesDescriber(FinderOfOslo()).describe([_turn("I moved because rent fell, in order to save.")])

    assert (found.dimensions.reason, found.dimensions.purpose) == ("rent fell, in order to save", "save")
