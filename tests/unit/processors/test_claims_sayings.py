"""Set phrases say one thing of the speaker each, with a place where only what fits may stand."""

from __future__ import annotations

import pytest

from processors.claims.english_owned import owned
from processors.claims.english_people import named_people
from processors.claims.frames.contacts import contacts
from processors.claims.frames.orders import asked_for
from processors.claims.sayings import said_of_self


def said(clause: str, types: dict[str, str] | None = None) -> set[str]:
    found = said_of_self(clause, types or {})
    return {f"{one.attribute}={one.value}{'+' if one.polarity == 'positive' else '-'}" for one in found}


@pytest.mark.parametrize(
    ("clause", "claim"),
    [
        ("it's Ottilie, not Otti", "name=Ottilie+"),
        ("I just hit sixty-one", "age=61+"),
        ("Tartu has been home for years", "home_city=Tartu+"),
        ("my folks raised me in a town near Trim", "hometown=Trim+"),
        ("I got my Chilean passport", "nationality=Chilean+"),
        ("I'm a retired gunsmith", "occupation=retired gunsmith+"),
        ("I was let go by Zanussi", "employer=Zanussi-"),
        ("lentils don't agree with me", "diet=lentils-"),
        ("I'm off dairy", "diet=dairy-"),
        ("I swell up when I eat mussels", "allergy=mussels+"),
        ("my consultant has me on lithium", "medication=lithium+"),
        ("I came off the statins", "medication=statins-"),
        ("fencing keeps me sane", "hobby=fencing+"),
        ("loud chewing drives me mad", "dislikes=loud chewing-"),
        ("I can't get enough of rye bread", "likes=rye bread+"),
        ("we cancelled the Alpine trip", "plan=Alpine trip-"),
        ("I've committed to mentoring two juniors", "commitment=mentoring two juniors+"),
        ("I'm on sick leave", "state=on sick leave+"),
        ("Georgian is my mother tongue", "language=Georgian+"),
    ],
)
def test_a_saying_says_its_attribute(clause: str, claim: str) -> None:
    assert claim in said(clause)


@pytest.mark.parametrize(
    "clause",
    [
        "that drives me mad",
        "your tone drives me mad",
        "I'm off work tomorrow then",
        "so content makes me happy",
        "I have a Question about tax",
        "nonsense doesn't agree with me",
        "a 40 year old man came in",
        "I am a positive role model.",
        "I am a self-employed individual.",
    ],
)
def test_what_does_not_fit_its_place_is_not_said(clause: str) -> None:
    kinds = {claim.split("=")[0] for claim in said(clause)}
    assert kinds <= {"state"}


def test_a_place_is_no_employer_and_a_firm_no_place() -> None:
    assert said("I left Lima last year", {"Lima": "location"}) == set()
    assert said("I moved to Lidl", {"Lidl": "organisation"}) == set()


@pytest.mark.parametrize(
    ("sentence", "person"),
    [
        ("Anselm, my husband, says hi", "spouse=Anselm"),
        ("Runa is my twin", "sibling=Runa"),
        ("an old friend of mine, Tadeo, recommended you", "friend=Tadeo"),
        ("I'm mum to Wim and Saar", "child=Saar"),
        ("Noodle, our whippet, ate the sock", "pet=Noodle"),
        ("the vet put Mungo to sleep, best cat ever", "pet=Mungo-"),
    ],
)
def test_people_and_animals_are_named_in_passing(sentence: str, person: str) -> None:
    found = {
        f"{one.attribute}={one.value}{'-' if one.polarity == 'negative' else ''}" for one in named_people(sentence)
    }
    assert found == {person} or (person in found and len(found) == 2)


def test_a_name_may_come_in_the_next_sentence() -> None:
    assert [one.value for one in named_people("Her name is Hilde", "A card for my mum please")] == ["Hilde"]
    assert list(named_people("Her name is Hilde", "The clerk was rude")) == []


def test_a_former_husband_is_nobodys_spouse() -> None:
    assert list(named_people("my ex-husband Rolf called")) == []


def test_what_is_ones_own_is_taken_for_granted() -> None:
    assert {(one.attribute, one.value) for one in owned("will my asthma get worse in our flat in Quito?")} == {
        ("health", "asthma"),
        ("home_city", "Quito"),
    }
    assert list(owned("my asthma is gone")) == []
    assert list(owned("my mum's asthma")) == []


@pytest.mark.parametrize(
    "order",
    [
        "going forward, skip the preamble",
        "when you write code, add tests",
        "no emojis in your replies",
        "give prices in euros, always",
        "don't use the word synergy",
    ],
)
def test_a_standing_order_is_an_instruction(order: str) -> None:
    assert [one.attribute for one in asked_for(order, [])] == ["instruction"]


@pytest.mark.parametrize(
    "order", ["add tests to this file", "use tabs this time", "Keep up the good work in the future"]
)
def test_an_order_for_now_is_none(order: str) -> None:
    assert list(asked_for(order, [])) == []


def test_a_correction_leaves_what_it_is_about_to_the_sentence_before() -> None:
    assert [one.value for one in contacts("It's 9 Quarry Hill, not 19", "My house number came out wrong")] == [
        "9 Quarry Hill"
    ]
    assert list(contacts("It's 9 Quarry Hill, not 19", "The museum moved")) == []
