"""Pending events: what they add and what they take away before the index knows."""

from __future__ import annotations

from datetime import UTC, datetime

from api.pending import Pending
from processors.consolidation.build import memory_id
from schemas.events import (
    Event,
    MemoryEdited,
    MemoryForgotten,
    MemoryReference,
    SessionForgotten,
    TurnRecorded,
    UserErased,
)
from schemas.located import Located
from schemas.memories import Evidence, Memory
from schemas.position import Position

NOW = datetime(2026, 1, 1, tzinfo=UTC)
NAMED = {"tenant": "t", "user": "ana", "occurred_at": NOW, "recorded_at": NOW}


def turn(event_id: str, session: str = "s1") -> TurnRecorded:
    return TurnRecorded.model_validate(
        {**NAMED, "event_id": event_id, "session": session, "role": "user", "content": event_id}
    )


def forget(memory: str, *evidence: str) -> MemoryForgotten:
    reference = MemoryReference(memory_id=memory, evidence=evidence)
    return MemoryForgotten.model_validate({**NAMED, "event_id": f"forget-{memory}", "memory": reference})


def waiting(*events: Event) -> Pending:
    return Pending([Located(Position(1, 0, 10 + place), event) for place, event in enumerate(events)])


def memory(identity: str, *, evidence: str, session: str = "s1", resolution: str = "turn") -> Memory:
    return Memory.model_validate(
        {
            "memory_id": identity, "tenant": "t", "user": "ana", "resolution": resolution, "status": "raw",
            "content": "x", "session": session, "occurred_at": NOW, "first_seen": NOW, "last_seen": NOW,
            "recorded_at": NOW, "updated_at": NOW, "known_from": 1, "partition": 0, "offset": 1,
            "evidence": (Evidence(event_id=evidence, offset=1, occurred_at=NOW),),
        }
    )  # fmt: skip


def ids(turns: list[Located]) -> list[str]:
    return [located.event.event_id for located in turns]


def test_turns_are_there_in_order_and_by_session() -> None:
    pending = waiting(turn("a"), turn("b", "s2"), turn("c"))

    assert ids(pending.turns()) == ["a", "b", "c"]
    assert ids(pending.turns("s1")) == ["a", "c"]


def test_a_forgotten_session_takes_what_came_before_it_and_nothing_after() -> None:
    forgotten = SessionForgotten.model_validate({**NAMED, "event_id": "f", "session": "s1"})

    pending = waiting(turn("a"), turn("b", "s2"), forgotten, turn("c"))

    assert ids(pending.turns()) == ["b", "c"]
    assert pending.hides(memory("m1", evidence="old"))
    assert not pending.hides(memory("m2", evidence="old", session="s2"))


def test_a_forgotten_memory_takes_the_turns_that_it_rests_on() -> None:
    pending = waiting(turn("a"), forget("m_fact", "a", "old"))

    assert pending.turns() == []
    assert pending.hides(memory("m_fact", evidence="old", resolution="fact"))
    assert pending.hides(memory("m_turn", evidence="old"))
    assert not pending.hides(memory("m_other", evidence="old", resolution="fact")), "another fact of the turn may stay"


def test_an_erased_user_has_nothing_left() -> None:
    pending = waiting(turn("a"), UserErased.model_validate({**NAMED, "event_id": "e"}))

    assert pending.turns() == []
    assert pending.hides(memory("m1", evidence="old", session="other"))


def test_the_last_event_that_touches_a_memory_is_the_one_to_wait_for() -> None:
    edit = MemoryEdited.model_validate(
        {**NAMED, "event_id": "edit", "memory": MemoryReference(memory_id="m1"), "content": "new"}
    )

    pending = waiting(turn("a"), edit, turn("b"))

    assert [located.event.event_id for located in [pending.last_touch("m1", "key")] if located] == ["edit"]
    assert pending.last_touch("m2", "key") is None
    made = pending.last_touch(memory_id("key", "b", "turn"), "key")
    assert made is not None
    assert made.event.event_id == "b"
