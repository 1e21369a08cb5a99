"""A value is kept whole, or not at all, by the words around it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from processors.claims.english_fit import fitted_en
from processors.claims.extract import extract_claims
from schemas.claims import Claim


def told(text: str) -> set[str]:
    """What the rules read in a turn by its wording, without a parser."""
    found = extract_claims(text, role="user", occurred_at=datetime(2026, 3, 2, tzinfo=UTC))
    return {f"{one.attribute}={one.value}" for one in found}


def fitted(text: str, attribute: str, *values: str, negative: bool = False) -> list[str]:
    """The values that stay of those that were read in a text."""
    found = [
        Claim(
            subject="user",
            attribute=attribute,
            value=value,
            polarity="negative" if negative else "positive",
            confidence=0.9,
            start=0,
            end=len(text),
        )
        for value in values
    ]
    return [one.value for one in fitted_en(found, text)]


@pytest.mark.parametrize(
    ("text", "attribute", "cut", "whole"),
    [
        ("We're planning a family reunion in June.", "plan", "family", "family reunion"),
        ("I'm planning a birthday dinner for Ana.", "plan", "birthday", "birthday dinner"),
        ("We're planning a weekend in Porto with the kids.", "plan", "weekend", "weekend in Porto"),
        (
            "Tomorrow we'll be painting doors and window frames.",
            "plan",
            "painting doors",
            "painting doors and window frames",
        ),
        ("I'm training for a regatta in May and I need shoes.", "goal", "regatta in May and I", "regatta in May"),
        ("I'm moving house in May - so nervous!", "plan", "moving house in May - so nervous", "moving house in May"),
        ("Strings for my old Gibson acoustic guitar?", "owns", "Gibson acoustic", "Gibson acoustic guitar"),
        ("Heads for my Braun electric toothbrush?", "owns", "Braun electric", "Braun electric toothbrush"),
        ("Decals for my Scania tractor model?", "owns", "Scania", "Scania tractor model"),
        ("I spend two hours a day on my phone.", "habit", "spend two hours a day", "spend two hours a day on my phone"),
    ],
)
def test_a_value_gets_back_the_words_that_it_was_cut_from(text: str, attribute: str, cut: str, whole: str) -> None:
    assert fitted(text, attribute, cut) == [whole]


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("I'm planning a trip to Porto and I can't wait.", "plan", "trip to Porto"),
        ("I'll visit Bergen and then we'll see.", "plan", "visit Bergen"),
        ("My Volvo broke down again.", "owns", "Volvo"),
        ("My Kindle says that it's full.", "owns", "Kindle"),
        ("I went to Leeds and read history there.", "education", "Leeds"),
        ("I studied chemistry at Turku.", "education", "Turku"),
        ("I went to Harper College last decade.", "education", "Harper College"),
        ("I love swimming, and so does my son.", "likes", "swimming"),
        ("I love the colour green.", "likes", "colour green"),
        ("I've always enjoyed baking bread.", "likes", "baking bread"),
        ("I think schools should open later.", "opinion", "schools should open later"),
        ("I'll send you the slides tonight.", "commitment", "send you the slides"),
        ("I take Eltroxin daily.", "medication", "Eltroxin"),
        ("I'm a night porter.", "occupation", "night porter"),
        ("I separated from my wife last year.", "relationship_status", "separated"),
        ("I'm single, for the record.", "relationship_status", "single"),
        ("We went with induction for the hob.", "decision", "induction"),
    ],
)
def test_a_whole_value_stays_as_it_is(text: str, attribute: str, value: str) -> None:
    assert fitted(text, attribute, value) == [value]


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("I love the theme!", "likes", "theme"),
        ("I'm into several projects at once.", "likes", "several projects"),
        ("Have fun. Enjoy exploring the old town!", "likes", "exploring the old town"),
        ("I love lighting candles, running a bath and just drifting off.", "likes", "lighting candles"),
        ("I enjoy curling up with a good film.", "likes", "curling up"),
        ("That sounds like a great option.", "opinion", "sounds like a great option"),
        ("I think starting early is a good idea.", "opinion", "starting early is a good idea"),
        ("I'd love to be able to wear it again.", "goal", "be able"),
        ("I'm going to head out and start packing.", "plan", "head out"),
        ("I think I'll ring tomorrow.", "commitment", "ring tomorrow"),
        ("We ended up buying a brass lamp.", "decision", "brass lamp"),
        ("I sold my old one for fifty quid.", "owns", "old one"),
        ("I'd like that to be part of my Ph.D", "owns", "Ph.D"),
        ("I went to a pottery workshop at Kiln House on Friday.", "education", "Kiln House"),
        ("I went to Aldi yesterday with my kids.", "education", "Aldi"),
        ("Can anyone service my acoustic guitar?", "medication", "acoustic"),
        ("I just got an old music box.", "hobby", "old music box"),
        ("I like the two-list idea.", "likes", "two-list idea"),
        ("What does my Garmin data say?", "owns", "Garmin data"),
        ("Here I can find offers from other shops.", "skill", "find offers from other shops"),
        ("We don't have any couscous.", "diet", "couscous"),
        ("I started Baldur's Gate in May.", "employer", "Gate"),
        ("I'm having some trouble with the hinges.", "plan", "having some trouble with the hinges"),
        ("I've been going twice a week.", "habit", "going twice a week"),
        ("I'm a beginner climber.", "occupation", "beginner climber"),
        ("I'm such a light sleeper.", "occupation", "light sleeper"),
        ("Any tips for my Patagonia trip?", "owns", "Patagonia trip"),
        ("We made our own Fimo creations there.", "owns", "Fimo"),
        ("I've tried Luigi's Calzone, it was bland.", "owns", "Calzone"),
        ("I keep separating Rex from the pups.", "relationship_status", "separated"),
        ("Every. Single. Morning.", "relationship_status", "Single"),
        ("I can't resist adding more chilli.", "likes", "adding"),
        ("I think the towel trick is a clever way to dry it.", "opinion", "towel trick is a clever way to dry it"),
        ("I named him Chum because he's my chum.", "friend", "Chum"),
    ],
)
def test_what_says_too_little_or_something_else_is_not_kept(text: str, attribute: str, value: str) -> None:
    assert fitted(text, attribute, value) == []


def test_the_first_of_a_list_stays_with_the_others() -> None:
    text = "We love camping, paddling and just watching birds."
    assert fitted(text, "likes", "camping", "paddling", "watching birds") == ["camping", "paddling", "watching birds"]


def test_what_was_loved_once_is_not_disliked_now() -> None:
    assert fitted("I used to love fencing, it's been a while.", "likes", "fencing", negative=True) == []
    assert fitted("We used to love fencing when we were kids.", "likes", "fencing", negative=True) == []
    assert fitted("I used to love fencing. Not any more.", "likes", "fencing", negative=True) == ["fencing"]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("My brother Łukasz lives in Łódź.", {"sibling=Łukasz", "home_city=Łódź"}),
        ("I'm Jürgen from Köln.", {"name=Jürgen"}),
        ("Marek here, welder, 34, from Gdynia", {"name=Marek", "occupation=welder", "age=34"}),
        ("Theo, a mate from work, lent me his drill.", {"friend=Theo"}),
        ("Finn, an old school friend, is visiting.", {"friend=Finn"}),
        ("Day 40 without cigarettes!", {"habit=cigarettes"}),
    ],
)
def test_names_and_introductions_are_read_in_every_latin_spelling(text: str, claims: set[str]) -> None:
    assert claims <= told(text)


@pytest.mark.parametrize(
    "text",
    ["Remember that block in the final?", "I'm Head from work", "He told me day 40 without cigarettes is hardest"],
)
def test_reminders_and_others_words_are_no_claims(text: str) -> None:
    assert told(text) == set()
