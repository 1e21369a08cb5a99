"""Packing saves memory and changes nothing: a state is the same whether its turns are packed or not."""

from __future__ import annotations

import pickle

import pytest

from processors.consolidation.kept import WARM_TURNS, KeptMemories
from schemas.memories import Memory, MemoryPut
from tests.unit.consolidation.staging import Driver, claim, day, turn, vector

TURNS = WARM_TURNS * 3


def said() -> dict[str, Memory]:
    driver = Driver()
    records = [
        driver.give(
            turn(f"e-{n}", f"句子 {n}\n“quoted”", day(n / 7), tags=("x",)), claim("likes", f"tea {n}"), vector=vector(n)
        )
        for n in range(TURNS)
    ]
    return {c.memory.memory_id: c.memory for record in records for c in record.changes if isinstance(c, MemoryPut)}


def test_what_goes_in_comes_out_equal_and_in_order() -> None:
    memories = said()

    kept = KeptMemories()
    kept.update(memories)

    assert len(memories) > TURNS
    assert list(kept.items()) == list(memories.items())
    assert all(kept[i].vector == memory.vector for i, memory in memories.items())


def test_a_turn_that_changes_is_the_changed_one_whether_it_was_packed_or_not() -> None:
    memories = said()
    kept = KeptMemories()
    kept.update(memories)

    changed = {i: memory.model_copy(update={"status": "superseded"}) for i, memory in memories.items()}
    kept.update(changed)

    assert dict(kept) == changed


def test_what_left_is_gone() -> None:
    kept = KeptMemories()
    kept.update(said())

    for memory_id in list(kept):
        assert kept.pop(memory_id).memory_id == memory_id
        assert memory_id not in kept

    assert len(kept) == 0
    with pytest.raises(KeyError):
        kept["m_1"]


def test_what_was_pickled_is_packed_and_comes_out_equal_and_in_order() -> None:
    memories = said()
    kept = KeptMemories()
    kept.update(memories)

    again: KeptMemories = pickle.loads(pickle.dumps(kept))

    assert {memory.resolution for memory in memories.values()} >= {"turn", "fact"}
    assert not any(isinstance(held, Memory) for held in again._memories.values())
    assert list(again.items()) == list(memories.items())
    assert pickle.loads(pickle.dumps(again)) == kept, "once more, with what was asked for meanwhile"
