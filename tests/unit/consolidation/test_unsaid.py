"""Off the record and in a played voice: what leaves no memory, and what leaves no fact."""

from __future__ import annotations

import pytest

from tests.unit.consolidation.staging import Driver, claim, day, turn


def test_what_is_off_the_record_is_skipped_and_stands_in_no_context() -> None:
    driver = Driver()
    driver.give(turn("a", "We bought plums.", day(0)))

    skipped = driver.give(turn("b", "Don't save this: I owe Viktor nine hundred.", day(1)), claim("owns", "debt"))
    driver.give(turn("c", "I won't, about Viktor.", day(1), role="assistant"))
    driver.give(turn("d", "They were sour.", day(2)))

    assert (skipped.outcome.state, skipped.outcome.reason) == ("skipped", "off the record")
    assert sorted(driver.turns()) == ["They were sour.", "We bought plums."]
    assert not driver.facts()
    assert not any("Viktor" in memory.context for memory in driver.state.memories.values())


def test_what_stood_before_is_taken_back_with_what_answered_it() -> None:
    driver = Driver()
    driver.give(turn("a", "We bought plums.", day(0)))
    driver.give(turn("b", "I owe Viktor nine hundred.", day(1)), claim("owns", "debt"))
    driver.give(turn("c", "Viktor again?", day(1), role="assistant"))

    driver.give(turn("d", "Don't remember what I just said.", day(1)))
    driver.give(turn("e", "Understood, not a word of Viktor.", day(1), role="assistant"))
    driver.give(turn("f", "They were sour.", day(2)))

    assert sorted(driver.turns()) == ["They were sour.", "We bought plums."]
    assert not driver.facts()
    assert not any("Viktor" in memory.context for memory in driver.state.memories.values())


def test_of_several_speakers_one_takes_back_only_their_own_words() -> None:
    driver = Driver()
    driver.give(turn("a", "I broke the vase.", day(0), speaker="Uma"))
    driver.give(turn("b", "I saw it.", day(0), speaker="Ivo"))

    driver.give(turn("c", "别存", day(0), speaker="Uma"))

    assert driver.turns() == ["I saw it."]


@pytest.mark.parametrize(
    ("cast", "played", "left"),
    [
        ("Let's role-play: I'm a duke, you're my cook", "I live in a tower", "ok out of character: I live in Kiel"),
        ("游戏里我是将军，你演我的马夫", "我住在雪山上", "不玩了，我住在合肥"),
    ],
)
def test_what_is_said_in_a_scene_is_no_fact_until_somebody_leaves_it(cast: str, played: str, left: str) -> None:
    driver = Driver()
    driver.give(turn("a", cast, day(0)))
    driver.give(turn("b", "As you wish.", day(0), role="assistant"))
    driver.give(turn("c", played, day(0)), claim("home_city", "tower"))

    assert not driver.facts()
    driver.give(turn("d", left, day(0)), claim("home_city", "real"))

    assert [fact.value for fact in driver.facts()] == ["real"]
    voices = {memory.content: memory.dimensions.voice for memory in driver.state.memories.values()}
    assert (voices[cast], voices["As you wish."], voices[played], voices[left]) == (*["role_play"] * 3, "own")


@pytest.mark.parametrize(
    "told", ["last night I dreamt I lived in Nuuk", "In my novel the vicar lives in Nuuk", "剧本杀里我是医生，住在雾港"]
)
def test_what_is_dreamt_or_told_in_a_story_is_no_fact(told: str) -> None:
    driver = Driver()

    driver.give(turn("a", told, day(0)), claim("home_city", "Nuuk"))

    assert not driver.facts()


def test_a_scene_ends_with_its_session() -> None:
    driver = Driver()
    driver.give(turn("a", "Let's role-play: I'm a duke, you're my cook", day(0)))

    driver.give(turn("b", "I live in Kiel.", day(1), session="s2"), claim("home_city", "Kiel"))

    assert [fact.value for fact in driver.facts()] == ["Kiel"]


def test_who_answers_a_text_speaks_of_that_text_and_the_next_turn_does_not() -> None:
    driver = Driver()
    driver.give(turn("a", "这段课文怎么理解：“我从小跟着外婆住在船上”", day(0)))
    driver.give(turn("b", "写的是船上的童年。", day(0), role="assistant"))
    driver.give(turn("c", "明天交作业", day(0)))

    voices = [memory.dimensions.voice for memory in sorted(driver.state.turn_memories("s"), key=lambda m: m.known_from)]
    assert voices == ["quoted", "quoted", "own"]
