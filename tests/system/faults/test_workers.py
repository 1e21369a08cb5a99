"""Workers that die, stand still, come and go: nothing is lost, nothing is written twice."""

from __future__ import annotations

import signal

import pytest

from tests.system.faults.foreign import turns_of_users
from tests.system.faults.world import World

pytestmark = pytest.mark.scenario("distributed")

SINKS = ("admit-written", "score-written", "describe-written", "embed-written", "consolidate-written", "index-written")


@pytest.mark.parametrize("point", [*SINKS, "consolidate-decided", "mid-index"])
async def test_a_worker_killed_at_a_point_loses_nothing(world: World, point: str) -> None:
    said = turns_of_users(f"killed-{point}-", users=4, each=10)
    victim = world.worker(crash_at=f"{point}:2")
    await world.send(said)
    await world.dies(victim, signal.SIGKILL)

    world.worker()
    counts = await world.checked()

    assert counts.outcomes["duplicate"] == 0 or point == "admit-written"
