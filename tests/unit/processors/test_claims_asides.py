"""What an English sentence says beside what it is about is read as a full statement, also where it asks."""

from __future__ import annotations

import pytest

from processors.claims.asides import asides
from processors.claims.english_birthdays import born
from processors.claims.english_people import named_people
from processors.claims.kin_asides import spoken_of_by_pronoun
from processors.claims.profiles import described


def told(said: str) -> list[str]:
    return [text for text, _, _ in asides(said, asks=said.endswith("?"))]


@pytest.mark.parametrize(
    ("said", "statement"),
    [
        ("Can somebody with gout like me eat herring?", "I have gout."),
        ("is it safe for people who're on insulin, or for anyone on statins like me?", "I am on statins."),
        ("Do Norwegians like us need a stamp?", "I am a Norwegian."),
        ("As someone who works nights, when do I eat?", "I work nights."),
        ("Being Peruvian, I put lime on it.", "I am Peruvian."),
        ("Having had two strokes, I go slowly.", "I have had two strokes."),
        ("Living in Turku has taught me to swim in ice.", "I am living in Turku."),
        ("I get the discount, being seventy, don't I?", "I am seventy."),
        ("Turku's where we live now.", "I live in Turku."),
        ("In Oruro, where I grew up, it snowed.", "I am from Oruro."),
        ("The bakery I work at, Kornblum, shuts.", "I work at Kornblum."),
        ("I am, as of noon, Peruvian.", "I am Peruvian."),
        ("it's dark here in Turku by four", "I live in Turku."),
        ("With a PhD in botany, what can I do?", "I have a PhD in botany."),
        ("My brother Iwan, who's a roofer, fell.", "My brother Iwan is a roofer."),
        ("Iwan, my brother and a roofer, fell.", "My brother Iwan is a roofer."),
        ("As coeliacs we bake at home.", "I am a coeliac."),
        ("we roofers start at six", "I am a roofer."),
        ("my son's 12 and wants a phone", "My son is 12 and wants a phone."),
        ("My brother Iwan, who roofs barns, is deaf.", "My brother Iwan is deaf."),
        ("husband's got asthma and hates dust", "My husband has got asthma and hates dust."),
    ],
)
def test_an_aside_is_a_statement(said: str, statement: str) -> None:
    assert statement in told(said)


@pytest.mark.parametrize(
    "said",
    [
        "Would you like me to wait?",
        "It looks like me in the photo.",
        "Living in Turku is my dream.",
        "We landed here in Turku last night.",
        "People with gout eat herring.",
        "Being on time matters, they told me.",
        "As someone said, it rains.",
    ],
)
def test_what_is_no_aside_of_the_speaker_says_nothing(said: str) -> None:
    assert told(said) == []


@pytest.mark.parametrize(
    ("clause", "before", "statement"),
    [
        ("he's diabetic", "asking for my dad", "My dad is diabetic."),
        ("she's got a nut allergy", "It's for my daughter Wren", "My daughter has got a nut allergy."),
        ("he's six", "for my daughter", ""),
        ("he's six", "my son and my brother came", ""),
        ("he's allergic", "my son's teacher rang", ""),
    ],
)
def test_he_or_she_is_the_one_of_kin_who_was_spoken_of(clause: str, before: str, statement: str) -> None:
    assert spoken_of_by_pronoun(clause, before) == statement


@pytest.mark.parametrize(
    ("said", "statements"),
    [
        ("Retired roofer, 71, Turku", ["I am a retired roofer.", "I am 71 years old.", "I live in Turku."]),
        ("34F, Peruvian, two kids", ["I am 34 years old.", "I am Peruvian."]),
        ("Widower, sixty-one, Oruro born and bred", ["I am Widower.", "I am sixty-one years old.", "I am from Oruro."]),
        ("I'm 44, a roofer and allergic to latex", ["I am a roofer.", "I am allergic to latex."]),
        (
            "I'm Iwan, 28, a roofer from Oruro living in Turku",
            ["My name is Iwan.", "I am 28 years old.", "I am a roofer.", "I live in Turku.", "I am from Oruro."],
        ),
        ("22, ginger, Peruvian, burns in the shade", ["I am 22 years old.", "I am Peruvian."]),
        ("Asthma, mild, otherwise fit as a flea", ["I have Asthma."]),
        ("Milk, eggs, 12 rolls", []),
        ("Teacher, 45, arrested in a raid, say police", []),
        ("Looking for a roofer, 30 to 50, with a van", []),
    ],
)
def test_descriptions_in_a_row_are_of_the_speaker(said: str, statements: list[str]) -> None:
    assert list(described(said, {"Turku"})) == statements


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("dob 04/11/1969 for the scan form", "04/11/1969"),
        ("It's my birthday on the 3rd of May, so no", "3rd of May"),
        ("Being a Boxing Day baby I get one present", "Boxing Day"),
        ("I came into this world on 2 June 1990", "2 June 1990"),
        ("Halloween birthday, poor me, always pumpkins", "Halloween"),
        ("My sister's birthday is 3 May", ""),
        ("Was he born on 3 May?", ""),
        ("a baby shower on 3 May", ""),
    ],
)
def test_a_birthday_is_read_however_it_is_put(said: str, day: str) -> None:
    assert [found.value for found in born(said)] == ([day] if day else [])


@pytest.mark.parametrize(
    ("said", "before", "tie", "names"),
    [
        ("As Wren's dad I cook", "", "child", ["Wren"]),
        ("The card is for Odile, whom I married in May", "", "spouse", ["Odile"]),
        ("Ottavia, mum to me, is 80", "", "parent", ["Ottavia"]),
        ("It's for Iwan, who's my little brother", "", "sibling", ["Iwan"]),
        ("a room for my parents, Noor and Saif, please", "", "parent", ["Noor", "Saif"]),
        ("She's my eldest", "Mei-Lin's school called", "child", ["Mei-Lin"]),
        ("She's my eldest", "Mei-Lin and Odile called", "child", []),
        ("Marzipan is my whippet", "", "pet", ["Marzipan"]),
        ("we share a flat with a gecko called Blip", "", "pet", ["Blip"]),
        ("My husband's called Florian, F-L-O", "", "spouse", ["Florian"]),
        ("our gecko's a leopard gecko, Blip", "", "pet", ["Blip"]),
        ("little Agnes, our first, came at dawn", "", "child", ["Agnes"]),
        ("my boss Helena wants it", "", "friend", []),
        ("As Wren's dad said, it rains", "", "child", []),
    ],
)
def test_people_are_named_in_passing(said: str, before: str, tie: str, names: list[str]) -> None:
    found = [(one.attribute, one.value) for one in named_people(said, before)]

    assert sorted(set(found)) == sorted((tie, name) for name in names)
