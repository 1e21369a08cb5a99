"""States that do not fit into memory are laid down and taken up again, whatever other partitions do meanwhile."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from indexers.index import Scope
from streams.user_states import UserStates
from tests.scenario.light import open_runtime, turn

USERS = tuple(f"user-{number}" for number in range(8))
TURNS = 30
WAIT_S = 120.0


async def test_more_users_at_work_than_memory_holds_are_remembered_as_if_it_held_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = []
    for name, memories_max in (("scarce", 50), ("ample", 100_000)):
        monkeypatch.setattr("streams.embedded.runtime.UserStates", partial(UserStates, memories_max=memories_max))
        runtime = await open_runtime(tmp_path / name)
        runtime.start()
        for number in range(TURNS):
            for user in USERS:
                await runtime.writer.append([turn(number, f"my phone is {number:05}", user=user)])
        assert await runtime.settled(WAIT_S)
        scopes = [Scope("t", user, runtime.parts.keyring.user_key("t", user)) for user in USERS]
        held.append([await runtime.index.count(scope) for scope in scopes])
        await runtime.close()

    scarce, ample = held
    assert scarce == ample
    assert [sum(counts.values()) > TURNS for counts in scarce] == [True] * len(USERS), scarce
