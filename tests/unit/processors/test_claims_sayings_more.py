"""Set phrases of work, health, skills, food and what was chosen or promised, each with what only sounds like it."""

from __future__ import annotations

import pytest

from tests.unit.processors.test_claims_fit import told


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Turns out I live in Leeds.", "home_city=Leeds"),
        ("My office at Siemens has no windows.", "employer=Siemens"),
        ("I do the night shift at Bosch.", "employer=Bosch"),
        ("I got the sack from Lidl.", "employer=Lidl"),
        ("I was told I've got asthma.", "health=asthma"),
        ("I came down with shingles.", "health=shingles"),
        ("I did my wrist in.", "health=did my wrist in"),
        ("I'm certified in first aid.", "skill=first aid"),
        ("I'm decent at Photoshop.", "skill=Photoshop"),
        ("I have no clue how to sew.", "skill=sew"),
        ("I graduated in marine biology.", "education=marine biology"),
        ("I look after payroll at Bosch.", "occupation=payroll"),
        ("I'm not allowed pork.", "diet=pork"),
        ("My GP banned me from eating gluten.", "diet=gluten"),
        ("I stay off sugar.", "diet=sugar"),
        ("I'm anaphylactic to bee stings.", "allergy=bee stings"),
        ("I get hives from latex.", "allergy=latex"),
        ("We finally have our own kiln.", "owns=kiln"),
        ("I got hold of a telescope.", "owns=telescope"),
        ("I chose the blue tiles after all.", "decision=the blue tiles"),
        ("I swore I'd proofread her thesis.", "commitment=proofread her thesis"),
        ("I've just turned twelve.", "age=12"),
        ("I'm pushing nineteen.", "age=19"),
    ],
)
def test_a_phrase_of_this_kind_says_it(text: str, claim: str) -> None:
    assert claim in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "My desk from Ikea wobbles.",
        "My seat at Wembley was awful.",
        "I got a bad review.",
        "I was told it's fine.",
        "The doctor said it's nothing.",
        "I graduated in May.",
        "I'm good at this.",
        "I'm in my second year of marriage.",
        "I handle claims.",
        "I'm not allowed visitors.",
        "I'm banned from driving.",
        "I keep off the grass.",
        "I won a bet.",
        "I was given a task.",
        "I picked the cheaper one.",
        "I told them I'd rather not.",
    ],
)
def test_what_only_sounds_like_it_says_nothing(text: str) -> None:
    assert told(text) == set()
