"""A model that fails: the turn keeps its raw memory and its neighbours are done; one that dies or hangs holds nobody up
for good."""

from __future__ import annotations

from pathlib import Path

import pytest

from streams.distributed.trial import DEATHS_MAX
from tests.system.faults.foreign import Said, turns_of
from tests.system.faults.oracle import indexed
from tests.system.faults.world import World

pytestmark = [pytest.mark.scenario("distributed"), pytest.mark.timeout(900)]

LONG = pytest.mark.long
HURT = {"PYTHONPATH": str(Path(__file__).parent / "hurt_model")}
BROKEN = 70


@pytest.mark.parametrize(
    "words", ["nan vector", pytest.param("wrong dimension", marks=LONG), pytest.param("crash now", marks=LONG)]
)
async def test_a_turn_that_the_model_cannot_embed_is_parked_and_kept_without_a_vector(world: World, words: str) -> None:
    user = f"hurt-{words.replace(' ', '-')}"
    said = [*turns_of(user, 5), Said(user, 5, f"This is a {words}."), *turns_of(user, 5, start=6)]
    before = len(indexed(world.url))
    world.worker(**HURT)

    await world.send(said)
    counts = await world.checked()

    assert counts.letters == {"embed": 1}
    assert counts.outcomes["indexed"] == len(said) - 1
    assert counts.outcomes["dead-lettered"] == 1
    assert len(indexed(world.url)) >= before + len(said)


async def test_a_model_that_takes_its_process_along_loses_nothing(world: World) -> None:
    said = [*turns_of("dies", 5), Said("dies", 5, "You may die now."), *turns_of("dies", 5, start=6)]
    victim = world.worker(**HURT)
    await world.send(said)
    assert await world.over(victim) == 139

    world.worker()
    counts = await world.checked()

    assert counts.outcomes["indexed"] == len(said)
    assert not counts.letters


@LONG
async def test_a_turn_at_which_the_process_dies_every_time_is_parked_and_holds_nobody(world: World) -> None:
    """Once with its batch, then DEATHS_MAX times alone; from then on it is given up."""
    said = [*turns_of("kills", 5), Said("kills", 5, "You may die now."), *turns_of("kills", 5, start=6)]
    await world.send(said)
    for _ in range(1 + DEATHS_MAX):
        assert await world.over(world.worker(**HURT)) == 139

    world.worker(**HURT)
    counts = await world.checked()

    assert counts.letters == {"embed": 1}
    assert counts.outcomes["indexed"] == len(said) - 1
    assert counts.outcomes["dead-lettered"] == 1


@LONG
async def test_a_model_that_never_answers_ends_its_process_and_the_next_one_goes_on(world: World) -> None:
    said = [*turns_of("hangs", 5), Said("hangs", 5, "There is no answer."), *turns_of("hangs", 5, start=6)]
    victim = world.worker(**HURT, MNEMOLOG_WORKER_STUCK_S="20")
    await world.send(said)
    assert await world.over(victim, deadline_s=600) == BROKEN

    world.worker()
    counts = await world.checked()

    assert "stage_stuck" in victim.told()
    assert counts.outcomes["indexed"] == len(said)
    assert not counts.letters
