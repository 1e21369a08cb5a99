"""The shelf gives back the state that was laid down, and nothing that was dropped."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from processors.consolidation import UserState
from streams.state_shelf import StateShelf
from streams.user_states import UserStates
from tests.unit.abstraction.conversation import Conversation
from tests.unit.consolidation.staging import claim, day, turn


def state_of(turns: int) -> UserState:
    """What a user said in so many turns."""
    conversation = Conversation()
    for number in range(turns):
        conversation.say(f"I said that the number is {number}.")
    return conversation.state


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[StateShelf]:
    shelf = StateShelf(tmp_path / "worker")
    yield shelf
    shelf.close()


def test_a_state_comes_back_equal_however_often_it_grew_meanwhile(shelf: StateShelf) -> None:
    other = state_of(3)
    shelf.put("other", other)
    for turns in (1, 2, 40, 5, 80):
        shelf.put("user", state_of(turns))

        assert shelf.take("user") == state_of(turns)
        assert shelf.take("user") is None, "it is in memory now, and may change there"
    assert shelf.take("other") == other


def test_what_lies_there_can_be_read_by_no_other_process(shelf: StateShelf, tmp_path: Path) -> None:
    shelf.put("user", state_of(2))

    assert os.listdir(tmp_path / "worker") == []
    assert b"said" not in os.pread(shelf._file.fileno(), 1 << 20, 0)


def test_a_dropped_state_is_gone(shelf: StateShelf) -> None:
    shelf.put("user", state_of(2))
    shelf.drop("user")

    assert shelf.take("user") is None


def test_a_value_that_changed_hundreds_of_times_is_laid_down_and_goes_on_as_it_would_have(shelf: StateShelf) -> None:
    conversation = Conversation()
    for number in range(350):
        told = f"My phone number is {number:05}."
        conversation.give(turn(f"e{number}", told, day(number)), claim("phone", f"{number:05}"))
    shelf.put("user", conversation.state)

    taken = shelf.take("user")
    assert taken is not None
    conversation.state = taken
    conversation.give(turn("last", "My phone number is 99999.", day(2_000)), claim("phone", "99999"))

    assert conversation.state == conversation.replayed()
    assert [m.value for m in conversation.all("fact", "active")] == ["99999"]


def test_what_cannot_be_read_back_is_missed_and_folded(shelf: StateShelf) -> None:
    shelf.put("user", state_of(2))
    os.pwrite(shelf._file.fileno(), b"?", 10)

    assert shelf.take("user") is None
    shelf.put("user", state_of(2))
    assert shelf.take("user") == state_of(2)


def test_what_is_larger_than_the_shelf_does_not_take_others_along(tmp_path: Path) -> None:
    shelf = StateShelf(tmp_path, bytes_max=30_000)
    shelf.put("small", state_of(2))
    shelf.put("large", state_of(60))

    assert shelf.take("large") is None
    assert shelf.take("small") == state_of(2)
    shelf.close()


def test_a_full_shelf_is_emptied_and_goes_on(tmp_path: Path) -> None:
    shelf = StateShelf(tmp_path, bytes_max=100_000)
    for number in range(40):
        shelf.put(f"user-{number}", state_of(10))

    assert os.fstat(shelf._file.fileno()).st_size <= 100_000
    assert shelf.take("user-39") == state_of(10)
    assert shelf.take("user-0") is None
    shelf.close()


@pytest.fixture
def work() -> Iterator[Executor]:
    with ThreadPoolExecutor(1) as work:
        yield work


async def test_a_state_that_leaves_memory_is_found_again_unless_it_was_evicted(
    shelf: StateShelf, work: Executor
) -> None:
    states = UserStates(shelf, work, memories_max=5)
    for name in ("a", "b", "c"):
        states.keep({name: state_of(4)})
    assert states.memories == 4

    states.evict("b")

    assert await states.take("a") == state_of(4)
    assert await states.take("b") is None
    assert await states.take("c") == state_of(4)


async def test_a_state_that_is_at_work_is_never_laid_down_by_others(shelf: StateShelf, work: Executor) -> None:
    states = UserStates(shelf, work, memories_max=5)
    states.keep({"a": state_of(4)})
    taken = await states.take("a")
    assert taken is not None

    states.keep({"b": state_of(4)})
    states.keep({"c": state_of(4)})

    assert await states.take("a") is None, "whoever has it brings it back"
    states.keep({"a": taken})
    assert await states.take("a") is taken
    assert await states.take("b") == state_of(4)


async def test_what_is_asked_of_a_state_that_is_just_being_laid_down_waits_for_it(
    shelf: StateShelf, work: Executor
) -> None:
    states, going_on = UserStates(shelf, work, memories_max=5), Event()
    work.submit(going_on.wait, 30)
    for name in ("a", "b", "c"):
        states.keep({name: state_of(4)})

    states.evict("a")
    taking = asyncio.create_task(states.take("b"))
    await asyncio.sleep(0)
    assert not taking.done()
    going_on.set()

    assert await taking == state_of(4)
    assert shelf.take("a") is None, "it was dropped, though it was laid down only then"
