"""What the words around a name say of it, and what they leave open."""

from __future__ import annotations

import pytest

from processors.dimensions import entities_chinese_cues, entities_cues
from processors.dimensions.entities_chinese_cues import works_there
from processors.dimensions.entities_cues import cued
from processors.dimensions.entities_votes import Cue, cues, decided


@pytest.mark.parametrize("cue", [*entities_cues._LEFT, *entities_chinese_cues._LEFT], ids=str)
def test_what_governs_another_name_says_nothing_of_this_one(cue: Cue) -> None:
    """Every alternative of a row ends where the name begins, the first as well as the last."""
    governors = [
        "hired by ", "got into ", "a student at ", "order from ", "tickets for ", "live in ", "talk to ",
        "working for ", "上海的", "住在", "入职", "买了",
    ]  # fmt: skip

    assert not [words for words in governors if cue.pattern.search(f"{words}Acme, though quietly ")]


def test_a_governor_speaks_for_the_name_right_behind_it() -> None:
    text = "My talk got accepted at Acme, Vancouver here I come"

    assert cued(text, 24, 28)[0] == "organisation"
    assert cued(text, 30, 39) == (None, 0)


def test_the_strongest_governor_counts_once_and_what_follows_adds_up() -> None:
    left = cues((("in", "location", 2), ("live in", "location", 5), ("with", "person", 4)), "(?:{}) $")
    right = cues(((" is", "person", 2), (" is called", "person", 2)))

    assert decided("I live in ", "", left, right) == ("location", 5)
    assert decided("", " is called so", left, right) == ("person", 4)
    assert decided("I live in ", " is called so", left, right) == ("location", 3)
    assert decided("", "", left, right) == (None, 0)


@pytest.mark.parametrize("text", ["在华为上班", "她在 华为 工作", "于华为任职"])
def test_one_works_at_an_organisation(text: str) -> None:
    start = text.index("华为")

    assert works_there(text, start, start + 2)
    assert not works_there(f"{text[start:]}在", 0, 2)
