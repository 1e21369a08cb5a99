"""What English speakers like, own, mean to do and think, in the many ways there are to say it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from processors.claims.clefts import uncleft
from processors.claims.english_things import named_things
from processors.claims.extract import extract_claims
from processors.claims.frames.orders import asked_for
from processors.claims.sayings import sayings
from schemas.dimensions import Entity


def told(text: str) -> set[str]:
    """What the rules read in a turn by its wording, without a parser."""
    found = extract_claims(text, role="user", occurred_at=datetime(2026, 3, 2, tzinfo=UTC))
    return {f"{one.attribute}={one.value}{'-' if one.polarity == 'negative' else '+'}" for one in found}


def things(text: str, *names: str, before: str = "") -> set[str]:
    whole = f"{before} {text}" if before else text
    entities = [
        Entity(text=name, type="product", start=whole.index(name), end=whole.index(name) + len(name)) for name in names
    ]
    found = named_things(text, len(whole) - len(text), entities, (before, 0))
    return {f"{one.value}{'-' if one.polarity == 'negative' else '+'}" for one in found}


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Bagpipes over fiddles for me any day", "likes=Bagpipes+"),
        ("There's nothing I enjoy more than a frosty walk.", "likes=frosty walk+"),
        ("I'd pick the sea over the hills every time", "likes=sea+"),
        ("What I love is fog on the river.", "likes=fog on the river+"),
        ("My weakness? Liquorice.", "likes=Liquorice+"),
        ("Karaoke bores me rigid.", "dislikes=Karaoke-"),
        ("I wouldn't be seen dead in sandals", "dislikes=sandals-"),
        ("Quiche and I don't get along", "dislikes=Quiche-"),
        ("Can't be doing with voicemail.", "dislikes=voicemail-"),
        ("Origami has taken over my evenings", "hobby=Origami+"),
        ("no longer do judo, my knee wouldn't have it", "hobby=judo-"),
        ("The canoe? I sold it in May.", "owns=canoe-"),
        ("I've set my sights on a place in the choir", "goal=a place in the choir+"),
        ("In the long run we'd like to run a campsite", "goal=run a campsite+"),
        ("We were meant to sail to Arran but we've scrapped it", "plan=sail to Arran-"),
        ("Got roped into judging the marrows", "commitment=judging the marrows+"),
        ("I gave Aunt Bea my word I'd mend the gate", "commitment=mend the gate+"),
        ("Every payday I put some money aside", "habit=Every payday I put some money aside+"),
        ("Signed off with a bad back, so be brief", "state=Signed off with a bad back+"),
        ("After a week of doubt I've turned down the Leeds job.", "decision=turned down the Leeds job+"),
        ("Begin every answer with a summary", "instruction=Begin every answer with a summary+"),
        ("I'm all for longer lunch breaks", "opinion=longer lunch breaks+"),
    ],
)
def test_a_way_of_saying_it_is_read(text: str, claim: str) -> None:
    assert claim in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "I've talked to some neighbours about the hedge",
        "Family is everything to people like him",
        "Call me crazy but this works",
        "He said he'd pick the sea over the hills",
        "I got an email about a trip",
        "I could eat a whole cake, just kidding",
        "I'm stuck on question 3",
        "Don't ever quit on what you love",
        "We went for a walk and it rained",
        "list all the figures in the report",
    ],
)
def test_what_only_sounds_like_it_is_not_read(text: str) -> None:
    assert not told(text)


def test_a_thing_with_a_name_is_owned_where_it_is_called_ones_own() -> None:
    assert things("my trusty Bialetti leaks", "Bialetti") == {"Bialetti+"}
    assert things("flogged my 2004 Corolla on Sunday", "Corolla") == {"Corolla-"}
    assert things("my car, a Dacia Sandero, won't start", "Dacia Sandero") == {"Dacia Sandero+"}
    assert things("Mine froze.", "Garmin Fenix", before="How do I reset a Garmin Fenix?") == {"Garmin Fenix+"}


def test_what_is_rented_given_away_or_runs_on_a_screen_is_not_owned() -> None:
    assert not things("we rented a Corolla for the week", "Corolla")
    assert not things("I bought a Kindle for my nephew", "Kindle")
    assert not things("my Netflix keeps buffering", "Netflix")
    assert not things("my Unity strategy game is done", "Unity")


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("What I love is rain on a tin roof", "I love rain on a tin roof."),
        ("If there's one thing I can't bear, it's lilies", "I can't bear lilies."),
        ("The only sport I follow is curling", "I follow curling."),
        ("Chess is what I do to switch off", "I do Chess to switch off."),
        ("What I mean is the second one", ""),
        ("The reason I ask is the price", ""),
    ],
)
def test_a_cleft_is_put_in_plain_order(said: str, plain: str) -> None:
    assert uncleft(said) == plain


def test_an_order_for_each_of_many_stands_and_one_for_now_does_not() -> None:
    assert list(asked_for("Keep it under 50 words, every time", []))
    assert list(asked_for("Temperatures in Fahrenheit, always please", []))
    assert not list(asked_for("Just give me the code for now", []))
    assert not list(asked_for("summarise each paragraph", []))


def test_a_saying_needs_its_words_in_whatever_it_matches() -> None:
    texts = ("I'm a sucker for quince", "quiche turns my stomach", "we've binned the trip", "I tend to skip lunch")

    for saying in sayings():
        for text in texts:
            if saying.needs and saying.pattern.match(text):
                assert any(words in text.lower() for words in saying.needs)
