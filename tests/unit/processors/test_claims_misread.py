"""What looks like a fact about the speaker and is none."""

from __future__ import annotations

import pytest

from tests.unit.processors.test_claims_fit import fitted, told


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("I'm with Dana for lunch.", "employer", "Dana"),
        ("We're with Theo at the pub.", "employer", "Theo"),
        ("I'm drafting a letter for Tesco.", "employer", "Tesco"),
        ("I'm pretty good at Excel.", "employer", "Excel"),
        ("We open the shop on the 4th at 9.", "employer", "9"),
        ("There's a guy with diabetes in my class.", "health", "diabetes"),
        ("I know a woman who has lupus.", "health", "lupus"),
        ("I read an article about gout.", "health", "gout"),
        ("I'm hardly a lawyer.", "occupation", "lawyer"),
        ("I chopped some onions for the soup.", "diet", "onions"),
        ("I should stop eating cheese.", "diet", "cheese"),
        ("My D&D character is a thief.", "medication", "D"),
        ("I owe money to the council.", "commitment", "money to the council"),
        ("I owe Priya, I have to call her.", "commitment", "Priya"),
        ("I want to install the package.", "goal", "install the package"),
        ("I'm stuck on this problem.", "state", "stuck on this problem"),
        ("There is a bug in the parser.", "state", "bug in the parser"),
        ("We have a plumber coming on Monday.", "habit", "have a plumber coming on Monday"),
        ("I prefer option C.", "likes", "option C"),
        ("My favourite part was the finale.", "likes", "finale"),
        ("I prefer your second answer.", "instruction", "I prefer your second answer"),
        ("I got into Durham!", "hobby", "Durham"),
        ("I'm a committed vegan.", "hobby", "vegan"),
        ("We scrapped the ski trip.", "owns", "ski trip"),
        ("My ibuprofen makes me sleepy.", "owns", "ibuprofen"),
        ("Since moving to Cork last month.", "plan", "moving to Cork last month"),
        ("Divorced rows in the table?", "relationship_status", "Divorced"),
    ],
)
def test_words_that_only_look_like_a_fact_give_none(text: str, attribute: str, value: str) -> None:
    assert fitted(text, attribute, value, negative=attribute == "diet") == []


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("I've been with Barclays for ten years.", "employer", "Barclays"),
        ("I write software for Siemens.", "employer", "Siemens"),
        ("I live with diabetes.", "health", "diabetes"),
        ("I have gout.", "health", "gout"),
        ("I'm a lawyer.", "occupation", "lawyer"),
        ("I cut bread out of my meals.", "diet", "bread"),
        ("I owe my sister a letter.", "commitment", "my sister a letter"),
        ("I want to open a bakery.", "goal", "open a bakery"),
        ("I'm stuck at the airport.", "state", "stuck at the airport"),
        ("I have a pint on Fridays.", "habit", "have a pint on Fridays"),
        ("I prefer window seats.", "likes", "window seats"),
        ("My favourite part of the day is sunrise.", "likes", "sunrise"),
        ("Divorced now, two kids.", "relationship_status", "Divorced"),
        ("I'm single and happy.", "relationship_status", "single"),
    ],
)
def test_what_is_a_fact_stays_one(text: str, attribute: str, value: str) -> None:
    assert fitted(text, attribute, value, negative=attribute == "diet") == [value]


@pytest.mark.parametrize(
    ("text", "attribute", "value", "whole"),
    [
        ("I'm allergic to sesame lol", "allergy", "sesame lol", "sesame"),
        ("I'm going to sell the boat btw", "plan", "sell the boat btw", "sell the boat"),
        ("always use miles, what should I do", "instruction", "always use miles, what should I do", "always use miles"),
        ("I want to write a play, help", "goal", "write a play, help", "write a play"),
        ("I do judo in my spare time", "hobby", "I do judo", "judo"),
    ],
)
def test_what_is_said_to_the_listener_is_no_part_of_a_value(text: str, attribute: str, value: str, whole: str) -> None:
    assert fitted(text, attribute, value) == [whole]


@pytest.mark.parametrize(
    "text",
    [
        "Right, our meeting is about Python, help",
        "Honestly, my kid drew a greyhound, look",
        "Finally, my daughter, Right, back to work",
        "My mother-in-law is a plumber.",
        "My mother tongue is Danish.",
    ],
)
def test_nobody_is_called_by_the_word_that_opens_a_sentence(text: str) -> None:
    kin = ("pet=", "child=", "friend=", "parent=")
    assert not [one for one in told(text) if one.startswith(kin) or one in ("occupation=plumber",)]


@pytest.mark.parametrize(
    "text",
    [
        "shorten this: I don't eat meat",
        "simplify that: my husband is diabetic",
        "correct that sentence: I live in Leeds",
        "fix this line: my wife has arthritis",
        "play devil's advocate: I believe school is useless",
    ],
)
def test_a_text_to_work_on_states_nothing(text: str) -> None:
    assert told(text) == set()


def test_a_correction_is_no_text_to_work_on() -> None:
    assert told("Correct that: I live in Leeds.") == {"home_city=Leeds"}
    assert told("Remember this: I don't eat meat.") == {"diet=meat"}


def test_a_promise_is_kept_from_its_verb_on() -> None:
    assert "commitment=drive Ana to the station" in told("I promised to drive Ana to the station")
    assert "commitment=water the plants" in told("I promised Ana to water the plants")
