"""Claims are found by the structure of a sentence, whatever the wording, and only where somebody means them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from processors.claims.extract import extract_claims
from processors.claims.frames.event import events
from processors.claims.frames.lexicon import is_kind, noun_classes
from processors.claims.frames.tree import Tree
from processors.dimensions.entities import BilingualEntityFinder
from processors.models.lac import LacTagger
from processors.models.spacy_names import SpacyNames
from processors.ports import Word

SAID = datetime(2026, 3, 2, 9, tzinfo=UTC)


@pytest.fixture(scope="module")
def finder() -> BilingualEntityFinder:
    return BilingualEntityFinder(SpacyNames(), LacTagger())


def read(finder: BilingualEntityFinder, text: str) -> set[str]:
    claims = extract_claims(
        text,
        role="user",
        occurred_at=SAID,
        entities=finder.find([text])[0],
        parse=finder.parse,
        words=finder.chinese_words([text])[0],
    )
    sign = {"positive": "+", "negative": "-"}
    return {f"{c.subject}.{c.attribute}={c.value}{sign[c.polarity]}" for c in claims}


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Been an arborist since I was nineteen.", "user.occupation=arborist+"),
        ("In May I ended up joining Siemens as a welder.", "user.employer=Siemens+"),
        ("Ericsson laid me off on Tuesday.", "user.employer=Ericsson-"),
        ("My wife and I finally settled in Porto.", "user.home_city=Porto+"),
        ("I do yoga with my sister Halina.", "user.sibling=Halina+"),
        ("We adopted two rabbits, Pip and Moss.", "user.pet=Moss+"),
        ("Blue cheese makes me gag.", "user.dislikes=Blue cheese-"),
        ("tbh I'm obsessed with brutalist architecture", "user.likes=brutalist architecture+"),
        ("I steer clear of pork.", "user.diet=pork-"),
        ("Last spring I was diagnosed with glaucoma.", "user.health=glaucoma+"),
        ("My GP put me on ramipril.", "user.medication=ramipril+"),
        ("We picked up a second-hand kayak in June.", "user.owns=second-hand kayak+"),
        ("Told Wanda I'd feed her cat over Easter.", "user.commitment=feed her cat over Easter+"),
        ("My mum hails from Izmir.", "mother.hometown=Izmir+"),
        ("I started playing the oboe last year.", "user.hobby=oboe+"),
        ("To my mind, zoos should be closed.", "user.opinion=zoos should be closed+"),
        ("Our lodger left, and our kids, Bo and Ida, miss him.", "user.child=Ida+"),
        ("上个月我被中兴裁了", "user.employer=中兴-"),
        ("我们去年就在昆明安家了", "user.home_city=昆明+"),
        ("爵士乐我真的听不来", "user.dislikes=爵士乐-"),
        ("我妹小禾在华西医院当药剂师", "小禾.occupation=药剂师+"),
        ("芒果我一吃就浑身痒", "user.allergy=芒果+"),
        ("我跟小岚说好了周日帮她搬家", "user.commitment=周日帮她搬家+"),
        ("那台旧相机我早就转手了", "user.owns=旧相机-"),
    ],
)
def test_a_kind_is_found_in_a_wording_of_its_own(finder: BilingualEntityFinder, text: str, claim: str) -> None:
    found = read(finder, text)

    assert claim in found


@pytest.mark.parametrize(
    "text",
    [
        "My boss says he's moving to Denver.",
        "I'm married to my job, as the saying goes.",
        "If I were a nurse I'd live in Oslo.",
        "I worked with Python on that one.",
        "I bought him a coffee.",
        "I'm on page 40 of the manual.",
        "I hate when that happens.",
        "I was going to buy a car but didn't.",
        "I might take up pottery.",
        "Do you think I should join Siemens?",
        "We always push each other.",
        "火车上那人劝我搬去昆明",
        "我差点买了辆摩托",
        "他在协和当医生",
        "要是我住在杭州就好了",
        "住在成都的人都爱吃火锅",
        "我退出应用又重启了",
        "我同事的生日是5月3号。",
        "Yes, I have a pic of me at that age.",
        "We go a few times a week.",
        "My friend's dog is called Rex.",
        "Beyoncé loves bees.",
    ],
)
def test_what_is_not_meant_or_not_ones_own_is_no_claim(finder: BilingualEntityFinder, text: str) -> None:
    assert read(finder, text) == set()


def test_a_noun_is_classed_by_its_head():
    assert is_kind("dental hygienist", "hygienist", "occupation")
    assert not is_kind("good friend", "friend", "occupation")
    assert "naproxen" in noun_classes()["drug"]


def test_what_somebody_is_does_not_rest_on_the_words_for_where_they_work(finder: BilingualEntityFinder) -> None:
    text = "I'm working for Ostrava Steel as a welder."

    claims = extract_claims(text, role="user", occurred_at=SAID, entities=finder.find([text])[0], parse=finder.parse)

    assert {c.attribute: text[c.start : c.end] for c in claims} == {
        "employer": "I'm working for Ostrava Steel as a welder",
        "occupation": "as a welder",
    }


def test_words_that_hang_on_a_line_break_begin_a_sentence_of_their_own() -> None:
    words = [Word("moved", "move", "VBD", "conj", 0, 0, 5), Word("I", "I", "PRP", "nsubj", 0, 6, 7)]

    assert [event.verb for event in events(Tree(words))] == ["move"]
