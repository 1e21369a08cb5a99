"""English claims: what a careful reader keeps, and what nobody should."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from processors.claims.extract import extract_claims
from processors.claims.text import claim_text
from schemas.dimensions import Entity

SAID = datetime(2026, 3, 2, 9, tzinfo=UTC)


def _claims(text: str, **options):
    return extract_claims(text, **({"role": "user", "occurred_at": SAID} | options))


def _facts(text: str, **options) -> set[tuple[str, str, str, str]]:
    return {(c.subject, c.attribute, c.value, c.action) for c in _claims(text, **options)}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("My name is Ilse.", "Ilse"),
        ("my name is ilse", "ilse"),
        ("Hi, I'm Ana Silva.", "Ana Silva"),
        ("Hello! My name's José García.", "José García"),
        ("You can call me Bob", "Bob"),
        ("By the way, call me Max.", "Max"),
        ("I go by Robin these days", "Robin"),
        ("I changed my name to Jo Park", "Jo Park"),
        ("My name isn't Ilse, it's Ilsa.", "Ilsa"),
        ("Please remember my name is Odalys Brandt, I run the shop.", "Odalys Brandt"),
    ],
)
def test_the_users_name(text, name):
    assert _facts(text) == {("user", "name", name, "assert")}


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("My phone is 13800138000", "13800138000"),
        ("my new phone number is (415) 555-0100.", "(415) 555-0100"),
        ("My number has changed to +44 20 7946 0000", "+44 20 7946 0000"),
        ("You can reach me at 415-555-0100", "415-555-0100"),
        ("I got a new number: +1 415 555 0100", "+1 415 555 0100"),
        ("New number is 13900139000.", "13900139000"),
    ],
)
def test_the_users_phone(text, number):
    assert _facts(text) == {("user", "phone", number, "assert")}


@pytest.mark.parametrize(
    "text", ["I got a new number", "I changed my phone number.", "My old number is no longer valid"]
)
def test_a_change_without_a_value_unsets(text):
    assert _facts(text) == {("user", "phone", "", "unset")}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I like jazz", {("likes", "jazz", "assert")}),
        ("I really love hiking in the Alps.", {("likes", "hiking in the Alps", "assert")}),
        ("I love jazz, blues and soul", {("likes", value, "assert") for value in ("jazz", "blues", "soul")}),
        ("I love fish and chips", {("likes", "fish and chips", "assert")}),
        ("I prefer 24-hour clocks, could you change the widget?", {("likes", "24-hour clocks", "assert")}),
        ("My favorite color is teal.", {("likes", "teal", "assert")}),
        ("I'm a big fan of The Wire", {("likes", "Wire", "assert")}),
        ("I hate oysters", {("dislikes", "oysters", "assert")}),
        ("I don't like loud restaurants", {("dislikes", "loud restaurants", "assert")}),
        ("I can't stand small talk", {("dislikes", "small talk", "assert")}),
        ("I'm not a fan of karaoke", {("dislikes", "karaoke", "assert")}),
        ("I no longer hate oysters", {("dislikes", "oysters", "unset")}),
        ("I don't like cilantro anymore", {("likes", "cilantro", "unset")}),
        ("I hate cilantro, and guess what every soup here has in it", {("dislikes", "cilantro", "assert")}),
        ("I love tea and tell everybody", {("likes", "tea", "assert")}),
        ("I used to love coffee", {("likes", "coffee", "unset")}),
        ("From now on I prefer short answers", {("likes", "short answers", "assert")}),
    ],
)
def test_likes_and_dislikes(text, facts):
    assert {(c.attribute, c.value, c.action) for c in _claims(text)} == facts
    assert all((c.polarity == "negative") == (c.attribute == "dislikes") for c in _claims(text))


def test_a_withdrawn_aversion_and_a_short_replacement_are_both_read():
    facts = _facts("I no longer hate oysters, but now eat vegan.")

    assert facts == {("user", "dislikes", "oysters", "unset"), ("user", "diet", "vegan", "assert")}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I am 35 years old", ("user", "age", "35")),
        ("I just turned 40 last week", ("user", "age", "40")),
        ("I am allergic to latex", ("user", "allergy", "latex")),
        ("I live in Turin.", ("user", "home_city", "Turin")),
        ("I live in Genoa now.", ("user", "home_city", "Genoa")),
        ("I live at 9 Elm Way.", ("user", "address", "9 Elm Way")),
        ("my email is a.b@example.com", ("user", "email", "a.b@example.com")),
        ("My birthday is March 5th", ("user", "birthday", "March 5th")),
        ("I work at Alder Freight, I work at Alder Freight downtown.", ("user", "employer", "Alder Freight")),
        ("New job: Birch Cargo.", ("user", "employer", "Birch Cargo")),
        ("I'm a software engineer at the port", ("user", "occupation", "software engineer")),
        ("My friend is Rui.", ("user", "friend", "Rui")),
        ("My wife's name is Joana", ("user", "spouse", "Joana")),
        ("I adopted a cat named Momo", ("user", "pet", "Momo")),
        ("Marlow lives in Ghent.", ("Marlow", "home_city", "Ghent")),
        ("Marlow moved to Bruges.", ("Marlow", "home_city", "Bruges")),
        ("My sister loves baking", ("sibling", "likes", "baking")),
        ("I speak French", ("user", "language", "French")),
        ("I play the oboe.", ("user", "hobby", "oboe")),
        ("I have a terrible headache", ("user", "state", "headache")),
    ],
)
def test_other_facts(text, fact):
    assert {(c.subject, c.attribute, c.value) for c in _claims(text)} == {fact}


@pytest.mark.parametrize(
    "text",
    [
        "Show me the sales numbers for account manager Odalys Brandt.",
        "I am 35 minutes late.",
        "I'm 90 percent sure.",
        "Call me when it ships.",
        "Call me Friday",
        "Am I allergic to anything?",
        "What is my name?",
        "Do you know that I like jazz?",
        "I like jazz, right?",
        "If I like jazz, what should I buy?",
        "I wish I liked jazz",
        "I'd like a coffee",
        "Would you say I like jazz?",
        "In my story: 'I am Captain Ruo and I own three ships.' Please proofread.",
        'She wrote to me: "I quit my job in Lima."',
        "My boss said I like jazz too much",
        "He told me my name is Bob",
        "Translate: I like jazz",
        "Imagine my name is Bob.",
        "Let's role-play: my name is Bob.",
        "Write a letter: my name is Bob and I love Rome.",
        "From: a@b.org\nSubject: hi\nMy name is Bob.",
        "> my name is Bob\nwhat does he want?",
        "```\nmy name is Bob\n```",
        "I like it",
        "I like how you did that",
        "I love you",
        "I like the second option",
        "Sounds like a plan, Jon",
        "Looks like they love it",
        "People like jazz",
        "Everyone we love was there",
        "I forget my phone everywhere",
        "The customer's phone number is 13800138000",
        "My boss's number is 13800138000",
        "My number one priority is sleep",
        "I live in fear",
        "I'm Batman at heart",
        "It's Amazon",
        "ok server",
        "hmm, thanks",
        "I moved the router to the hallway.",
        "I don't feel like eating",
    ],
)
def test_nothing_is_claimed(text):
    assert _claims(text) == ()


@pytest.mark.parametrize("role", ["assistant", "system", "tool"])
def test_only_a_user_makes_claims(role):
    assert _claims("I prefer tea and my name is Bob.", role=role) == ()


def test_in_a_group_chat_a_claim_is_the_speakers():
    facts = _facts("I'm badly allergic to hazelnuts.", speaker_subject="guest-ivo")

    assert facts == {("guest-ivo", "allergy", "hazelnuts", "assert")}


@pytest.mark.parametrize(
    "text",
    [
        "Correction, my name is Ilsa.",
        "Sorry, my name is Ilsa.",
        "My name isn't Ilse, it's Ilsa.",
        "No, my name is Ilsa",
        "I have to correct that: my name is Ilsa.",
        "Let me correct myself, my name is Ilsa.",
        "I should correct this. My name is Ilsa.",
    ],
)
def test_a_correction_is_marked(text):
    assert [(c.value, c.correction) for c in _claims(text)] == [("Ilsa", True)]
    assert [c.correction for c in _claims("My name is Ilse.")] == [False]


@pytest.mark.parametrize("announced", ["I have to correct that: ", "Correction: ", "Sorry, ", "No, "])
def test_a_correction_that_is_announced_is_marked_whatever_reads_what_follows(announced):
    claims = _claims(f"{announced}my birthday falls on 28 October.")

    assert [(claim.value, claim.correction) for claim in claims] == [("28 October", True)]


@pytest.mark.parametrize(
    ("text", "attributes"),
    [
        ("Forget my address please.", {"address", "home_city"}),
        ("Please delete my phone number", {"phone"}),
        ("Can you forget my birthday?", {"birthday"}),
    ],
)
def test_forget_my_is_a_retraction_without_a_value(text, attributes):
    assert {(c.attribute, c.value, c.action) for c in _claims(text)} == {(a, "", "retract") for a in attributes}


def test_a_statement_can_be_retracted():
    assert _facts("Forget that I like jazz") == {("user", "likes", "jazz", "retract")}


@pytest.mark.parametrize("text", ["Don't forget my birthday", "I forgot my password", "I'll never forget my first dog"])
def test_other_forgetting_retracts_nothing(text):
    assert not [c for c in _claims(text) if c.action == "retract"]


def test_a_hedged_claim_is_less_certain():
    [sure], [unsure] = _claims("I like tea"), _claims("I think I like tea")

    assert unsure.confidence < 0.8 <= sure.confidence


def test_a_state_ends_and_an_allergy_does_not():
    [state], [allergy] = _claims("I'm stuck debugging ticket 8841 right now."), _claims("I am allergic to latex")

    assert state.attribute == "state"
    assert state.valid_to is not None
    assert (state.valid_to - SAID).days < 30
    assert allergy.valid_to is None


def test_the_last_word_on_a_slot_counts_within_a_turn():
    assert _facts("My name is Ilse. Sorry, my name is Ilsa.") == {("user", "name", "Ilsa", "assert")}


def test_a_bare_i_am_needs_a_person_that_the_finder_saw():
    person = (Entity(text="Ana Silva", type="person", start=4, end=13),)

    assert _claims("I'm Ana Silva.") == ()
    assert _facts("I'm Ana Silva.", entities=person) == {("user", "name", "Ana Silva", "assert")}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I prefer 24-hour clocks, could you change the widget?", "I prefer 24-hour clocks"),
        ("By the way, my name is Ilse.", "my name is Ilse"),
        ("It rains. I hate rain! Do you?", "I hate rain"),
    ],
)
def test_the_text_of_a_claim_is_its_clause_alone(text, said):
    [claim] = _claims(text)

    assert claim_text(claim, text) == said


def test_an_introduction_may_go_on():
    person = (Entity(text="Ana Silva", type="person", start=4, end=13),)

    assert ("user", "name", "Ana Silva", "assert") in _facts("I'm Ana Silva, a nurse from Porto.", entities=person)


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I'll be there with Priya, my friend from uni", ("user", "friend", "Priya", "assert")),
        ("fyi everyone I don't eat pork", ("user", "diet", "pork", "assert")),
        ("heads up folks I'm allergic to sesame", ("user", "allergy", "sesame", "assert")),
        ("Been a farrier nineteen years and never seen one", ("user", "occupation", "farrier", "assert")),
    ],
)
def test_one_who_speaks_to_all_or_in_passing_is_read(text, claim):
    assert claim in _facts(text)


def test_kin_without_my_are_nobodys_names():
    assert {subject for subject, *_ in _facts("Hubby works at Siemens now")} <= {"spouse"}


@pytest.mark.parametrize(
    "text",
    [
        "jacked in my job at Tesco on Friday",
        "I finally quit my job at Tesco",
        "I lost my job at Tesco last week",
        "just got sacked from my job at Tesco",
        "my old boss at Tesco called",
        "our former colleagues at Tesco say hi",
    ],
)
def test_a_job_that_is_over_is_no_employer(text):
    assert ("user", "employer", "Tesco", "assert") not in _facts(text)


@pytest.mark.parametrize(
    "text", ["my shift at Tesco starts at 5", "my new boss at Tesco left my notes", "I left my desk at Tesco"]
)
def test_a_job_that_goes_on_is_one(text):
    assert ("user", "employer", "Tesco", "assert") in _facts(text)
