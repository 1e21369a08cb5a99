"""What one turn states, a later one can revise: replaced by its speaker, disputed by another, ended by its name."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import permutations

import pytest

from processors.claims.spoken import spoken
from processors.dimensions.details import find_details
from processors.dimensions.times import find_times
from processors.models.lac import LacTagger
from schemas.dimensions import Dimensions
from schemas.events import MemoryForgotten, MemoryReference
from schemas.memories import Memory
from tests.unit.consolidation.staging import Driver, claim, day, turn

Said = tuple[str, float, str, str]
"""(speaker, day, session, text)."""


@pytest.fixture(scope="module")
def tagger() -> LacTagger:
    return LacTagger()


def told(tagger: LacTagger, said: Sequence[Said]) -> Driver:
    driver = Driver()
    for speaker, on, session, text in said:
        give(driver, tagger, speaker, day(on), session, text)
    return driver


def give(driver: Driver, tagger: LacTagger, speaker: str, at: datetime, session: str, text: str) -> None:
    words = tagger.tag([text])[0]
    details, ends = find_details(spoken(text), speaker or "user", at, find_times(text, at), words)
    driver.give(
        turn(text, text, at, speaker=speaker, session=session),
        dimensions=Dimensions(details=details, holds_until=ends),
    )


def disputes(driver: Driver) -> list[set[str]]:
    turns = {m.memory_id: m for m in driver.state.memories.values()}
    pairs = {
        frozenset((m.content, turns[link.memory_id].content))
        for m in turns.values()
        for link in m.links
        if link.edge == "contradicts"
    }
    return [set(pair) for pair in sorted(pairs, key=sorted)]


def memory(driver: Driver, content: str) -> Memory:
    return next(m for m in driver.state.memories.values() if m.content == content)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("the rehearsal is at 18:45", "the rehearsal is at 19:15"),
        ("the shed will be yellow", "changed my mind about the shed: we're going with teal instead"),
        ("the trip is to Lisbon", "change of plan for the trip: we're going to Porto instead"),
        ("团建定在6月12号", "团建改到6月19号了"),
        ("暗号是菠萝", "暗号改了，现在是西瓜"),
        ("我家狗叫豆包", "给狗改名了，我家狗现在叫将军"),
    ],
)
def test_the_same_speaker_replaces_what_they_said(tagger: LacTagger, before: str, after: str) -> None:
    for order in permutations([("", 0.0, "a", before), ("", 9.0, "b", after)]):
        driver = told(tagger, order)

        assert driver.turns() == [after]
        assert driver.turns("superseded") == [before]
        assert [link.edge for link in memory(driver, before).links] == ["supersedes"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the barn deposit is 90", "the barn deposit is 95"),
        ("Nadia's birthday is 3 May", "nope, Nadia's birthday is 8 May"),
        ("老秦的分机是6104", "老秦的分机是6140"),
        ("婚礼在凯旋酒店", "婚礼在海悦酒店"),
        ("老冯今年四十八岁", "老冯今年四十五岁"),
    ],
)
def test_two_speakers_who_differ_are_both_kept_and_disputed(tagger: LacTagger, one: str, other: str) -> None:
    driver = told(tagger, [("Ada", 0, "s", one), ("Ben", 0.01, "s", other)])

    assert driver.turns() == sorted([one, other])
    assert disputes(driver) == [{one, other}]


def test_whoever_gives_way_ends_the_dispute(tagger: LacTagger) -> None:
    said = [
        ("Ada", 0.0, "s", "the barn deposit is 90"),
        ("Ben", 0.01, "s", "the barn deposit is 95"),
        ("Ada", 0.02, "s", "right, the barn deposit is 95"),
    ]
    for order in permutations(said):
        driver = told(tagger, order)

        assert disputes(driver) == []
        assert driver.turns("superseded") == ["the barn deposit is 90"]


def test_another_speaker_who_says_that_it_changed_replaces(tagger: LacTagger) -> None:
    driver = told(
        tagger, [("Ada", 0, "s", "the rehearsal is at 18:45"), ("Ben", 1, "t", "the rehearsal got moved to 19:15")]
    )

    assert driver.turns("superseded") == ["the rehearsal is at 18:45"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the rehearsal is at 18:45", "the rehearsal is on 4 April"),
        ("the rehearsal is at 18:45", "the concert is at 19:15"),
        ("the library opens at 9", "the library closes at 6"),
        ("my colleague's birthday is 3 May", "my colleague's birthday is 8 May"),
        ("我同事叫小白", "我同事叫小黑"),
        ("lunch is at 11:15 during April", "lunch is at 12:30"),
    ],
)
def test_what_speaks_of_another_thing_replaces_nothing(tagger: LacTagger, one: str, other: str) -> None:
    driver = told(tagger, [("", 0, "a", one), ("", 1, "b", other)])

    assert driver.turns() == sorted([one, other])
    assert disputes(driver) == []


def test_a_turn_that_says_more_is_not_hidden_for_a_part_of_it(tagger: LacTagger) -> None:
    long = "the rehearsal is at 18:45. Bring the blue folders and two music stands, the hall has none left this week."
    driver = told(tagger, [("", 0, "a", long), ("", 1, "b", "the rehearsal is at 19:15")])

    assert long in driver.turns()


def test_a_date_that_has_passed_is_of_another_time(tagger: LacTagger) -> None:
    driver = told(
        tagger, [("Ada", 0, "s", "the meeting is on 9 January"), ("Ben", 20, "t", "the meeting is on 2 March")]
    )

    assert disputes(driver) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I have never broken a bone", "I broke a bone when I was nine"),
        ("I've had a passport since 2011", "I've never had a passport"),
        ("我从来没喝过酒", "我喝了二十年酒"),
        ("我没有护照", "我有护照，办了八年了"),
    ],
)
def test_never_and_for_years_contradict_each_other(tagger: LacTagger, one: str, other: str) -> None:
    driver = told(tagger, [("", 0, "a", one), ("", 30, "b", other)])

    assert disputes(driver) == [{one, other}]
    assert driver.turns() == sorted([one, other])


def test_what_began_after_the_denial_is_no_contradiction(tagger: LacTagger) -> None:
    driver = told(tagger, [("", 0, "a", "我没有护照"), ("", 900, "b", "我有护照，办了两年了")])

    assert disputes(driver) == []


@pytest.mark.parametrize(
    ("plan", "end"),
    [
        ("I've agreed to read two poems at the harbour festival", "the harbour festival is cancelled"),
        ("I promised Wanda I'd repair her rocking chair", "repaired Wanda's rocking chair at last, done"),
        ("I'm reading The Tin Drum", "finished it! onto Middlemarch now"),
        ("我答应给表妹补习数学", "给表妹的数学补完了"),
        ("我答应了读书会的主持", "读书会取消了"),
        ("我在看《活着》", "终于看完了，接着看《兄弟》"),
    ],
)
def test_a_plan_is_over_by_its_name(tagger: LacTagger, plan: str, end: str) -> None:
    other = "I promised Milos I'd lend him the tent"
    for order in permutations([("", 0.0, "a", plan), ("", 1.0, "b", other), ("", 9.0, "c", end)]):
        driver = told(tagger, order)

        assert driver.turns("superseded") == [plan]


def test_forgetting_the_later_turn_brings_the_earlier_one_back(tagger: LacTagger) -> None:
    before, after = "the rehearsal is at 18:45", "the rehearsal is at 19:15"
    driver = told(tagger, [("", 0, "a", before), ("", 1, "b", after)])

    gone = memory(driver, after)
    driver.give(
        MemoryForgotten.model_validate(
            {
                "event_id": "forget",
                "tenant": "t",
                "user": "u",
                "occurred_at": day(2),
                "recorded_at": day(2),
                "memory": MemoryReference(memory_id=gone.memory_id),
            }
        )
    )

    assert driver.turns() == [before]
    assert memory(driver, before).links == ()


def test_a_fact_goes_with_its_turn(tagger: LacTagger) -> None:
    driver = Driver()
    for on, text, claims in [(0, "我家狗叫豆包", [claim("pet", "豆包")]), (5, "给狗改名了，我家狗现在叫将军", [])]:
        details, _ = find_details(spoken(text), "user", day(on), (), tagger.tag([text])[0])
        driver.give(turn(text, text, day(on)), *claims, dimensions=Dimensions(details=details))

    assert driver.facts() == []
    assert [fact.value for fact in driver.facts("superseded")] == ["豆包"]


@pytest.mark.parametrize(("said", "over"), [("换药了，现在吃格列美脲", ["二甲双胍"]), ("早上吃格列美脲", [])])
def test_only_what_is_exchanged_ends_what_was_taken_before(tagger: LacTagger, said: str, over: list[str]) -> None:
    driver = Driver()
    for on, text, value in [(0, "我在吃二甲双胍", "二甲双胍"), (5, said, "格列美脲")]:
        taken = claim("medication", value)
        details, _ = find_details(spoken(text), "user", day(on), (), tagger.tag([text])[0], claims=[taken])
        driver.give(turn(text, text, day(on)), taken, dimensions=Dimensions(details=details))

    assert [fact.value for fact in driver.facts("superseded")] == over


def test_what_two_say_of_a_third_one_in_a_conversation_is_not_settled() -> None:
    driver = Driver()
    driver.give(turn("a", "Sanna works at Orkla", speaker="Ada"), claim("employer", "Orkla", subject="Sanna"))
    driver.give(
        turn("b", "Sanna works at Telia", day(0.01), speaker="Ben"), claim("employer", "Telia", subject="Sanna")
    )

    assert driver.facts() == []
    assert [fact.value for fact in driver.facts("provisional")] == ["Orkla", "Telia"]
    assert all(fact.links[0].edge == "contradicts" for fact in driver.facts("provisional"))


def test_an_exception_says_when_it_ends(tagger: LacTagger) -> None:
    driver = told(tagger, [("", 0, "a", "the gym is closed until 5 May")])

    ends = memory(driver, "the gym is closed until 5 May").valid_to
    assert ends is not None
    assert (ends.month, ends.day) == (5, 6)


def test_saying_one_thing_hundreds_of_times_leaves_the_last_value_alone(tagger: LacTagger) -> None:
    said = [("", float(n), f"s{n}", f"the barn deposit is {90 + n % 2}") for n in range(200)]
    driver = Driver()
    for speaker, on, session, text in said:
        details, _ = find_details(spoken(text), "user", day(on), (), ())
        content = turn(f"t{on}", text, day(on), speaker=speaker, session=session)
        driver.give(content, dimensions=Dimensions(details=details))

    assert driver.turns() == ["the barn deposit is 91"]
