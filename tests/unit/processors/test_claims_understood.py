"""What a turn leaves out or takes for granted is read as a full statement: fragments, reasons, asides, references."""

from __future__ import annotations

import pytest

from processors.claims.clauses import clauses, own_words
from processors.claims.fragments import completed, labelled, topic_judged
from processors.claims.guards import stated
from processors.claims.understood import referred, understood


def statements(content: str) -> list[str]:
    own = own_words(content)
    parts = clauses(own)
    return [one.text for one in understood(own, parts, stated(parts))]


@pytest.mark.parametrize(
    ("fragment", "statement"),
    [
        ("been settled in Aarhus for ages", "I've been settled in Aarhus for ages."),
        ("ngl allergic to pollen", "I'm allergic to pollen."),
        ("not keen on turnips", "I'm not keen on turnips."),
        ("sold the canoe", "I sold the canoe."),
        ("diagnosed with gout in May", "I was diagnosed with gout in May."),
        ("learning the harp", "I'm learning the harp."),
        ("can't stand bagpipes", "I can't stand bagpipes."),
        ("floss every evening", "I floss every evening."),
        ("52 and still growing", ""),
        ("52 and still single", "I am 52 years old."),
        ("joiner by trade", "I am a joiner."),
        ("freelance florist, so no", "I am a freelance florist, so no."),
    ],
)
def test_a_fragment_is_completed(fragment: str, statement: str) -> None:
    assert completed(fragment) == statement or completed(fragment).startswith(statement.rstrip(".").split(",")[0])


@pytest.mark.parametrize(
    "fragment",
    [
        "love it",
        "use tabs with me",
        "vegan options?",
        "moving is expensive",
        "excited about this",
        "Need the file",
        "like a hero",
    ],
)
def test_what_is_no_fragment_of_the_speaker_stays_as_it_is(fragment: str) -> None:
    assert completed(fragment) == ""


def test_a_fragment_that_goes_on_about_somebody_else_is_not_the_speakers() -> None:
    assert statements("My nephew can't come. Allergic to hay.") == []


@pytest.mark.parametrize(
    ("content", "statement"),
    [
        ("as a roofer, what insurance do I need?", "I am a roofer."),
        ("given that I have gout, is herring ok?", "I have gout."),
        ("being colour-blind, I need labels", "I am colour-blind."),
        ("The point is that I'm off dairy", "I'm off dairy"),
        ("That's why I grew up in Riga", "I grew up in Riga"),
    ],
)
def test_what_a_turn_takes_for_granted_is_stated(content: str, statement: str) -> None:
    assert statement.rstrip(".") in [said.rstrip(".") for said in statements(content)]


@pytest.mark.parametrize("content", ["Is it because I'm allergic?", "as a rule, I wait", "since I might move, tell me"])
def test_what_is_asked_or_supposed_is_not_taken_for_granted(content: str) -> None:
    assert statements(content) == []


def test_a_topic_that_is_judged_is_what_is_judged() -> None:
    assert topic_judged("Haggis", "love it") == "I love Haggis."
    assert topic_judged("Really", "love it") == ""


def test_a_label_states_its_value() -> None:
    assert labelled("Age: 45") == "I am 45 years old."
    assert labelled("Deadline: Friday") == ""


def test_it_and_there_stand_for_what_was_named_before() -> None:
    assert referred("can you do Welsh?", "it's my first language") == "My first language is Welsh."
    assert referred("Anyone from Turku here?", "I grew up there") == "I grew up in Turku."
    assert referred("It rained.", "I grew up there") == ""


@pytest.mark.parametrize(
    ("content", "statement"),
    [
        ("me brother Colm lives in Cork", "my brother Colm lives in Cork"),
        ("quick one, dad's diabetic, which biscuits are fine?", "My dad is diabetic."),
        ("lol no worries, wife's a paramedic so we're used to it", "My wife is a paramedic."),
        ("Hubby works at Siemens and gets a discount", "My Hubby works at Siemens and gets a discount."),
        ("They've taken my mum Jean off statins, finally", "My mum Jean came off statins."),
        ("the consultant has put me on metformin", "I started taking metformin."),
        ("Day 12 without smoking!", "I have quit smoking."),
        ("two years off the cigarettes as of today", "I have quit cigarettes."),
    ],
)
def test_kin_without_my_and_what_others_do_to_one_is_stated(content: str, statement: str) -> None:
    assert statement in [own_words(content), *statements(content)]


@pytest.mark.parametrize(
    "content",
    [
        "tell me brother Colm lives in Cork",
        "if mum's a nurse, what would she say?",
        "mum's a nurse?",
        "If they put me on metformin, fine",
        "They took the number 9 bus off the route",
        "day 3 without power in this house",
        "two days without rain",
        "two weeks without sugar, what happens to the body?",
        "A week without alcohol is a good idea",
        "Her dad's ill, mum's a nurse",
    ],
)
def test_what_only_looks_like_kin_or_treatment_states_nothing(content: str) -> None:
    assert own_words(content) == content
    assert statements(content) == []
