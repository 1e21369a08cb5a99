"""Summaries: episodes of ten turns, made as they leave the working memory and at the end of a session."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.unit.abstraction.conversation import Conversation, day

LIFE = (
    "We moved into the new flat in Porto last week.",
    "The kitchen floor still has to be laid.",
    "My sister Clara will help me paint the bedroom.",
    "I ordered a green sofa for 800 euros.",
    "The landlord wants the deposit by the 15th.",
    "Our cat Milo hides under the sink all day.",
    "I have to cancel the old gas contract.",
    "The neighbours gave us a lemon tree.",
    "My bike was stolen from the cellar on Tuesday.",
    "The internet will be connected on Friday.",
)


def talk_of(turns: int, **more: object) -> Conversation:
    talk = Conversation()
    for number in range(turns):
        talk.say(f"{LIFE[number % 10]} That is note {number}.", day(number / 1440), **more)
    return talk


def test_nothing_is_summed_up_while_the_working_memory_holds_it() -> None:
    assert not talk_of(20).all("episode")


def test_the_first_ten_turns_are_summed_up_when_the_window_overflows() -> None:
    talk = talk_of(21)

    [episode] = talk.all("episode")
    assert [e.event_id for e in episode.evidence] == [f"e{n}" for n in range(10)]
    assert (episode.session, episode.scope, episode.status, episode.kind) == ("s", "session", "active", None)
    assert episode.first_seen == day(0)


def test_a_long_session_is_summed_up_bit_by_bit_and_earlier_episodes_stay_as_they_are() -> None:
    talk = Conversation()
    seen: list[set[str]] = []
    for number in range(60):
        talk.say(f"{LIFE[number % 10]} Number {number}.", day(number / 1440))
        seen.append({m.memory_id for m in talk.all("episode")})

    assert [len(s) for s in seen][19:60:10] == [0, 1, 2, 3, 4]
    assert all(before <= after for before, after in pairwise(seen))


def test_every_turn_that_left_the_window_is_told_by_one_episode() -> None:
    talk = talk_of(57)

    told = [e.event_id for m in talk.all("episode") for e in m.evidence]

    assert len(told) == len(set(told))
    assert {f"e{n}" for n in range(57 - 20)} <= set(told)


def test_what_is_quoted_stands_in_the_turns_word_for_word() -> None:
    talk = talk_of(21)

    [episode] = talk.all("episode")
    turns = {m.evidence[0].event_id: m.content for m in talk.all("turn")}
    quoted = [turns[e.event_id][e.start : e.end] for e in episode.evidence if e.end]
    assert sorted(quoted) == sorted(episode.content.split("\n"))
    assert 1 <= len(quoted) <= 5


def test_the_end_of_a_session_sums_up_the_rest_once() -> None:
    talk = talk_of(7)

    talk.close()
    talk.close()
    talk.due()

    [episode] = talk.all("episode")
    assert len(episode.evidence) == 7


def test_a_session_that_goes_on_after_its_end_is_summed_up_from_there() -> None:
    talk = talk_of(7)
    talk.close()
    for number in range(5):
        talk.say(f"{LIFE[number]} Later.", day(1 + number / 1440))

    talk.due()

    first, second = talk.all("episode")
    assert not {e.event_id for e in first.evidence} & {e.event_id for e in second.evidence}


@pytest.mark.parametrize("content", ["Hi!", "ok", "哈哈", "…", "   .", "Thanks!"])
def test_a_session_in_which_nothing_was_said_has_no_summary(content: str) -> None:
    talk = Conversation()
    for number in range(25):
        talk.say(content, day(number / 1440))

    talk.close()

    assert not talk.all("episode")


def test_a_session_with_one_line_is_told_by_its_turn() -> None:
    talk = talk_of(1)

    talk.close()

    assert not talk.all("episode")


@pytest.mark.parametrize("role", ["assistant", "tool"])
def test_what_assistants_and_tools_wrote_is_not_quoted(role: str) -> None:
    talk = Conversation()
    for number in range(12):
        talk.say(f"{LIFE[number % 10]} {number}", day(number / 720))
        talk.say(f"MADE UP {number} {LIFE[number % 10]}", day(number / 720), role=role)

    talk.close()

    assert talk.all("episode")
    assert not any("MADE UP" in m.content for m in talk.all("episode"))


def test_speakers_are_named() -> None:
    talk = Conversation()
    for number in range(24):
        talk.say(f"{LIFE[number % 10]} {number}", day(number / 1440), speaker=f"Person{number % 12}")

    talk.close()

    for episode in talk.all("episode"):
        assert all(text.startswith("Person") for text in episode.content.split("\n"))


def test_forgetting_a_quoted_turn_takes_its_words_out_of_the_summary() -> None:
    talk = talk_of(21)
    [episode] = talk.all("episode")
    gone = next(e for e in episode.evidence if e.end)
    words = next(m.content for m in talk.all("turn") if m.evidence[0].event_id == gone.event_id)

    talk.forget_turn(gone.event_id)

    [mended] = talk.all("episode")
    assert words not in mended.content
    assert gone.event_id not in {e.event_id for e in mended.evidence}
    assert mended.memory_id != episode.memory_id


def test_forgetting_the_session_leaves_no_summary() -> None:
    talk = talk_of(45)
    talk.close()

    talk.forget_session("s")

    assert not talk.all("episode")
    assert not talk.state.unsummed.get("s")


def test_forgetting_a_summary_forgets_the_turns_whose_words_it_shows() -> None:
    talk = talk_of(21)
    [episode] = talk.all("episode")
    shown = {e.event_id for e in episode.evidence if e.end}

    talk.forget(episode)

    left = {m.evidence[0].event_id for m in talk.all("turn")}
    assert not shown & left
    assert not any(line in m.content for m in talk.all("episode") for line in episode.content.split("\n"))


def test_a_flagged_summary_is_quarantined_and_its_turns_stay() -> None:
    talk = talk_of(21)

    talk.flag(talk.all("episode")[0], "wrong")

    assert [m.status for m in talk.all("episode")] == ["quarantined"]
    assert len(talk.all("turn", "raw")) == 21


def test_a_quarantined_turn_is_not_quoted() -> None:
    talk = talk_of(21)
    [episode] = talk.all("episode")
    quoted = next(e.event_id for e in episode.evidence if e.end)
    turn = next(m for m in talk.all("turn") if m.evidence[0].event_id == quoted)

    talk.flag(turn, "toxic")

    assert not any(turn.content in m.content for m in talk.all("episode"))


def test_a_long_turn_is_quoted_in_part() -> None:
    talk = Conversation()
    for number in range(3):
        talk.say(f"Part {number} of my story begins here. " + "It goes on and on about the house. " * 40)

    talk.close()

    [episode] = talk.all("episode")
    assert all(len(text) <= 161 for text in episode.content.split("\n"))


def test_a_turn_of_several_lines_is_one_line_of_the_summary() -> None:
    talk = Conversation()
    for number in range(3):
        talk.say(f"Shopping for dinner {number}:\n- {LIFE[number]}\r\n\n- flour")

    talk.close()

    [episode] = talk.all("episode")
    assert len(episode.content.split("\n")) == len([e for e in episode.evidence if e.end]) == 3
