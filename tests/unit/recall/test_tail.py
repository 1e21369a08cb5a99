"""The tail: what the log holds beyond the index, as if it were indexed."""

from __future__ import annotations

from datetime import UTC, datetime

from api.recall.tail import Tail, TailVectors, make_tail, texts_of
from processors.consolidation.build import memory_id
from processors.ports import Embedder
from schemas.events import (
    Event,
    MemoryAsserted,
    MemoryEdited,
    MemoryFlagged,
    MemoryForgotten,
    MemoryReference,
    SessionForgotten,
    TurnRecorded,
    TurnRedriven,
    UserErased,
)
from schemas.located import Located
from schemas.position import Position
from tests.contract.index_adapters import memory_of, scope_of

NOW = datetime(2026, 6, 1, tzinfo=UTC)
ANNA = scope_of("anna")
REFERENCE = MemoryReference(memory_id="m_1", evidence=("said-1",))
FIELDS = {"tenant": "acme", "user": "anna", "occurred_at": NOW, "recorded_at": NOW}


def turn(event_id: str, content: str, session: str = "s1") -> TurnRecorded:
    return TurnRecorded.model_validate(
        FIELDS | {"event_id": event_id, "content": content, "session": session, "role": "user"}
    )


def tail_of(*events: Event, known: frozenset[str] = frozenset(), windows: tuple[str, ...] = ()) -> Tail:
    located = [Located(Position(1, 3, 10 + number), event) for number, event in enumerate(events)]
    before = [memory_of(ANNA, f"m_{n}", text, asks=text.endswith("?")) for n, text in enumerate(windows)]
    return make_tail(
        located, user_key=ANNA.user_key, vectors={}, windows={"s1": before}, known=known, model="m", complete=True
    )


def said(tail: Tail) -> list[str]:
    return [document.memory.content for document in tail.overlay]


def test_turns_become_raw_memories_with_the_two_turns_before_as_context() -> None:
    tail = tail_of(turn("a", "Under the fern."), turn("b", "Thanks"), turn("c", "Bye"), windows=("Where is the key?",))

    assert said(tail) == ["Under the fern.", "Thanks", "Bye"]
    first, _, last = (document.memory for document in tail.overlay)
    assert first.answers
    assert "Where is the key?" in first.context
    assert last.context == "Under the fern.\nThanks\nBye"
    assert tail.overlay[0].memory.memory_id == memory_id(ANNA.user_key, "a", "turn")
    assert tail.overlay[0].version == Position(1, 3, 10).version


def test_a_duplicate_in_the_tail_or_of_the_index_is_not_doubled() -> None:
    known = frozenset({memory_id(ANNA.user_key, "b", "turn")})

    tail = tail_of(turn("a", "tea"), turn("a", "tea again"), turn("b", "milk"), known=known)

    assert said(tail) == ["tea"]


def test_a_redriven_turn_is_a_turn() -> None:
    redriven = TurnRedriven.model_validate(FIELDS | {"event_id": "r", "turn": turn("a", "tea")})

    assert said(tail_of(redriven)) == ["tea"]


def test_forgets_edits_and_warning_flags_hide_their_targets_and_a_pin_does_not() -> None:
    forgotten = MemoryForgotten.model_validate(FIELDS | {"event_id": "f", "memory": REFERENCE})
    edited = MemoryEdited.model_validate(
        FIELDS | {"event_id": "g", "memory": MemoryReference(memory_id="m_2"), "content": "new"}
    )
    flagged = MemoryFlagged.model_validate(
        FIELDS | {"event_id": "h", "memory": MemoryReference(memory_id="m_3"), "flag": "wrong"}
    )
    pinned = MemoryFlagged.model_validate(
        FIELDS | {"event_id": "i", "memory": MemoryReference(memory_id="m_4"), "flag": "pin"}
    )

    hidden = tail_of(forgotten, edited, flagged, pinned).hidden

    assert hidden == {"m_1", memory_id(ANNA.user_key, "said-1", "turn"), "m_2", "m_3"}


def test_a_forgotten_session_takes_its_unindexed_turns_along_but_not_what_is_said_later() -> None:
    forgotten = SessionForgotten.model_validate(FIELDS | {"event_id": "f", "session": "s1"})

    assert said(tail_of(turn("a", "tea"), turn("b", "milk", "s2"), forgotten)) == ["milk"]
    assert said(tail_of(turn("a", "tea"), forgotten, turn("c", "water"))) == ["water"]


def test_an_erased_user_has_no_tail() -> None:
    tail = tail_of(turn("a", "tea"), UserErased.model_validate(FIELDS | {"event_id": "e"}))

    assert tail.erased
    assert said(tail) == []


def test_an_asserted_memory_is_a_current_fact() -> None:
    asserted = MemoryAsserted.model_validate(FIELDS | {"event_id": "a", "content": "Likes tea", "kind": "preference"})

    (document,) = tail_of(asserted).overlay

    assert (document.memory.resolution, document.memory.status, document.memory.obtained) == ("fact", "active", "user")


async def test_each_text_is_embedded_once_and_blank_ones_never(embedder: Embedder) -> None:
    vectors = TailVectors(embedder)

    first = await vectors.of(["tea", "…", "milk"])
    again = await vectors.of(["milk", "tea"])

    assert [len(vector) for vector in first] == [1_024, 0, 1_024]
    assert again == [first[2], first[0]]
    assert texts_of([]) == []


def test_what_is_off_the_record_is_not_in_the_tail_nor_what_it_takes_back_or_what_answers_it() -> None:
    hushed = tail_of(
        turn("a", "Don't remember what I just said.").model_copy(update={"speaker": "Li Wei"}),
        turn("b", "Gone.").model_copy(update={"role": "assistant"}),
        turn("c", "这句别记：我想离职"),
        turn("d", "The plums were sour."),
        windows=("I owe Viktor nine hundred.",),
    )

    assert said(hushed) == ["The plums were sour."]
    assert hushed.hidden == {"m_0"}
    assert hushed.overlay[0].memory.context == "The plums were sour."
