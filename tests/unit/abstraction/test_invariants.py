"""What holds of abstraction whatever happens: any order, any language, anything forgotten, anything delivered twice."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import pytest

from schemas.memories import Evidence, Memory
from tests.unit.abstraction.conversation import Conversation, day, holds

SENTENCES = (
    "How do I read a CSV file in Python?", "What is a Python decorator?", "Python怎么读取文件？",
    "Just back from yoga.",
    "How is the Apple stock doing?", "Can you give me the weekly report template?",
    "周报模板再给我一份", "ok", "", "   ",
    "Как мне испечь хлеб на закваске?", "パンの作り方を教えてください。", "كيف حالك اليوم؟",
    "I ordered a green sofa for 800 euros.",
    "\u2028\n\x00weird\ttext", "🍞🥖", "a" * 5_000, "My sister Clara lives in Porto.",
    "Another coffee, please!", "你好", "?!",
)  # fmt: skip


@cache
def settled(seed: int) -> Conversation:
    """The same conversation, for tests that only look."""
    return chatter(seed)


def chatter(seed: int, turns: int = 110) -> Conversation:
    """A conversation in which anything happens, the same for the same seed."""
    chance, talk = random.Random(seed), Conversation()
    said: list[str] = []
    for _ in range(turns):
        match chance.randrange(45):
            case 0 if said:
                gone = chance.choice(said)
                if any(m.evidence[0].event_id == gone for m in talk.all("turn")):
                    talk.forget_turn(gone)
            case 1:
                talk.forget_session(f"s{chance.randrange(5)}")
            case 2:
                chance.choice((talk.close, talk.due))(f"s{chance.randrange(5)}")
            case 3 if derived := derived_of(talk):
                talk.forget(chance.choice(derived))
            case 4 if derived := derived_of(talk):
                talk.flag(chance.choice(derived), chance.choice(("wrong", "confirm", "pin", "toxic")))
            case 5 if turns_said := talk.all("turn"):
                talk.flag(chance.choice(turns_said), chance.choice(("toxic", "confirm")))
            case 6:
                talk.give(None, erased=True)
            case 7 if talk.events:
                talk.give(chance.choice(talk.events))
            case _:
                role = chance.choice(("user", "user", "user", "assistant", "tool"))
                derived = derived_of(talk)
                recalled = tuple(m.memory_id for m in derived[:2]) if chance.random() < 0.2 else ()
                said.append(
                    talk.say(
                        chance.choice(SENTENCES),
                        day(chance.randrange(16) + chance.random() / 24),
                        session=f"s{chance.randrange(5)}",
                        role=role,
                        speaker="" if role != "tool" else chance.choice(("search", "book", "pay")),
                        recalled=recalled,
                        timezone=chance.choice(("UTC", "Asia/Shanghai", "America/New_York")),
                    )
                )
    return talk


def derived_of(talk: Conversation) -> list[Memory]:
    return [m for m in talk.state.memories.values() if m.producer.startswith("abstract/")]


def test_the_conversations_come_to_something() -> None:
    made = [memory.attribute for seed in range(5) for memory in derived_of(settled(seed))]

    assert {"summary", "interest"} <= set(made)
    assert len(made) >= 10


@pytest.mark.parametrize("seed", range(5))
def test_replay_equals_live(seed: int) -> None:
    talk = settled(seed)

    replayed = talk.replayed()

    assert holds(replayed) == holds(talk.state)
    assert replayed.ledger == talk.state.ledger
    assert (replayed.unsummed, replayed.runs) == (talk.state.unsummed, talk.state.runs)


@pytest.mark.parametrize("seed", range(2))
def test_the_same_log_makes_the_same_memories(seed: int) -> None:
    assert chatter(seed).records == chatter(seed).records


@pytest.mark.parametrize("seed", range(5))
def test_what_is_abstracted_rests_on_turns_that_are_there(seed: int) -> None:
    talk = settled(seed)

    turns = {m.evidence[0].event_id: m for m in talk.all("turn")}
    for memory in derived_of(talk):
        assert {e.event_id for e in memory.evidence} <= turns.keys()
        assert memory.content.strip()
        for evidence in memory.evidence:
            assert turns[evidence.event_id].role in ("user", "assistant", "tool")
        if memory.attribute in ("interest", "routine"):
            assert {turns[e.event_id].role for e in memory.evidence} == {"user"}
            assert all(turns[e.event_id].status != "quarantined" for e in memory.evidence)


@pytest.mark.parametrize("seed", range(5))
def test_what_is_quoted_was_said_by_users_and_stands(seed: int) -> None:
    talk = settled(seed)

    turns = {m.evidence[0].event_id: m for m in talk.all("turn")}
    for episode in talk.all("episode"):
        shown = [turns[e.event_id] for e in episode.evidence if e.end]
        assert {(m.role, m.status, m.session) for m in shown} == {("user", "raw", episode.session)}


@pytest.mark.parametrize("seed", range(5))
def test_forgetting_everything_leaves_nothing(seed: int) -> None:
    talk = chatter(seed)

    for session in range(5):
        talk.forget_session(f"s{session}")

    assert not derived_of(talk)
    assert not talk.state.ledger.by_key
    assert not talk.state.ledger.by_event
    assert not any(talk.state.unsummed.values())


@pytest.mark.parametrize("seed", range(5))
def test_a_session_is_told_once(seed: int) -> None:
    talk = settled(seed)

    told = [e.event_id for m in talk.all("episode") for e in m.evidence]

    assert len(told) == len(set(told))


@pytest.mark.parametrize("how", ["forwards", "backwards", "shuffled"])
def test_a_history_that_is_imported_in_any_order_comes_to_the_same(how: str) -> None:
    history = [(f"Is Python {n} hard to learn?", float(n)) for n in range(6)]
    order: dict[str, Callable[[list[tuple[str, float]]], list[tuple[str, float]]]] = {
        "forwards": list,
        "backwards": lambda items: items[::-1],
        "shuffled": lambda items: random.Random(3).sample(items, len(items)),
    }
    talk = Conversation()

    for content, at in order[how](history):
        talk.say(content, day(at), session=f"s{at}")

    [interest] = talk.abstracted("interest")
    assert (interest.value, interest.first_seen, interest.last_seen) == ("Python", day(0), day(5))
    assert [e.occurred_at for e in interest.evidence] == sorted(e.occurred_at for e in interest.evidence)


def test_what_is_delivered_twice_counts_once() -> None:
    from tests.unit.consolidation.staging import turn

    talk = Conversation()
    event = turn("once", "What is a Python decorator?", day(0))
    for _ in range(5):
        talk.give(event)

    assert [record.outcome.state for record in talk.records] == ["indexed", *["duplicate"] * 4]
    assert len(talk.state.unsummed["s"]) == 1
    assert not any(record.observations for record in talk.records[1:])


def test_a_chat_of_twelve_makes_summaries_and_no_guesses_about_the_user() -> None:
    talk = Conversation()
    for number in range(120):
        speaker = f"Person {number % 12}"
        talk.say(f"I am back from yoga, and how is your Python course {number}?", day(number / 10), speaker=speaker)

    assert talk.all("episode")
    assert not talk.abstracted("interest")
    assert not talk.abstracted("routine")


def test_a_third_language_has_summaries() -> None:
    talk = Conversation()
    for number in range(24):
        talk.say(f"Мы переехали в новую квартиру номер {number} и ждём мебель.", day(number / 1440))

    assert talk.all("episode")


def test_a_turn_that_cannot_be_read_changes_nothing() -> None:
    talk = chatter(1)
    before = holds(talk.state)

    talk.give(None, erased=True)

    assert holds(talk.state) == before


def test_evidence_is_bounded() -> None:
    talk = Conversation()
    for number in range(200):
        talk.say(f"How do I sort a list in Python, take {number}?", day(number), session=f"s{number}")

    [interest] = talk.abstracted("interest")
    assert len(interest.evidence) <= 16
    assert all(isinstance(evidence, Evidence) for evidence in interest.evidence)


def test_no_memory_is_made_of_another_memory() -> None:
    talk = chatter(5, turns=200)

    derived = {m.memory_id for m in derived_of(talk)}
    turns = {m.evidence[0].event_id for m in talk.all("turn")}
    for memory in derived_of(talk):
        assert {e.event_id for e in memory.evidence} <= turns
        assert not derived & {link.memory_id for link in memory.links}
