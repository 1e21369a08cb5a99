"""The words without which a pattern cannot match."""

from __future__ import annotations

import pytest

from processors.dimensions.times_english import ENGLISH
from processors.needed_words import Needs, needed


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("i(?:'m| am) all about x+", {" all about "}),
        ("(?:cats|dogs) x?", {"cats", "dogs"}),
        ("(?:very )?(?!not)\\w+", set()),
        (r"(?i:\b(?:every|each) (?:other )?)day", {"each", "every"}),
        ("每个月的|下周[一二]", {"每个月的", "下周"}),
        (r"(?P<mark>[-/.])\d(?P=mark)\d", set()),
        (r"(?<!never )(?<=after )\d", {"after "}),
    ],
)
def test_the_needed_words_of_a_pattern(pattern: str, words: set[str]) -> None:
    assert needed(pattern) == words


def test_a_pattern_whose_words_are_missing_is_not_met_and_the_others_keep_their_order() -> None:
    needs = Needs([frozenset({"guitar"}), frozenset(), frozenset({"gui", "violin"}), frozenset({"cello"})])

    assert needs.met("two guitars") == [0, 1, 2]
    assert needs.met("") == [1]


@pytest.mark.parametrize(
    "text", ["See you on Monday at half past nine", "EVERY DAY at noon", "3 March 2024, two weeks ago"]
)
def test_a_rule_of_the_times_that_matches_is_met(text: str) -> None:
    needs = Needs([needed(pattern.pattern) for pattern, _ in ENGLISH.rules])

    matching = {number for number, (pattern, _) in enumerate(ENGLISH.rules) if pattern.search(text)}

    assert matching
    assert matching <= set(needs.met(text.lower()))
