"""A rebuild that is killed in any phase goes on where it was; a killed promotion has happened or has not."""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from pathlib import Path

import pytest

from schemas.generations import BuildRequest
from streams.crashpoints import Crashpoints
from tests.scenario.light import open_runtime, turn
from tests.scenario.light_generations import open_generations

pytestmark = pytest.mark.scenario("embedded")

WAIT_S = 60.0
USERS = ("ann", "bob", "cat")


async def filled(path: Path) -> None:
    runtime = await open_runtime(path)
    runtime.start()
    for user in USERS:
        turns = [turn(n, f"my phone is {n // 9}" if n % 3 else f"i like w{n % 5}", user=user) for n in range(90)]
        await runtime.writer.append(turns)
    assert await runtime.settled(WAIT_S)
    await runtime.close()


async def rebuilt_and_promoted(path: Path, crash_at: str) -> tuple[int, int]:
    """Build from where it is, promote; returns how many steps this life took and which generation is live."""
    runtime = await open_runtime(path, crash=Crashpoints.parse(crash_at))
    generations = await open_generations(runtime)
    runtime.start()
    assert await runtime.settled(WAIT_S)
    steps = 0

    def count(_: object) -> None:
        nonlocal steps
        steps += 1

    known = {status.generation.number: status for status in await generations.all()}
    if 2 not in known or known[2].role == "broken off":
        made = await generations.build(BuildRequest(), tell=count)
        assert made.report is not None
        assert made.report.equal
    if runtime.live.number == 1:
        await generations.promote(2)
    live = runtime.live.number
    await runtime.close()
    return steps, live


def die(path: str, crash_at: str) -> None:
    asyncio.run(rebuilt_and_promoted(Path(path), crash_at))


@pytest.mark.parametrize(
    ("crash_at", "steps"),
    [
        ("rebuild-step:1", range(4, 12)),
        ("rebuild-step:5", range(1, 8)),
        ("rebuild-built", range(1)),
        ("rebuild-verified", range(1)),
        ("promote-before-flip", range(1)),
        ("promote-after-flip", range(1)),
    ],
)
def test_a_rebuild_killed_in_any_phase_goes_on_where_it_was(tmp_path: Path, crash_at: str, steps: range) -> None:
    asyncio.run(filled(tmp_path))
    process = multiprocessing.get_context("spawn").Process(target=die, args=(str(tmp_path), crash_at))
    process.start()
    process.join(WAIT_S)

    taken, live = asyncio.run(rebuilt_and_promoted(tmp_path, ""))

    assert process.exitcode == -signal.SIGKILL
    assert live == 2
    assert taken in steps
    asyncio.run(equal_to_the_one_before(tmp_path))


async def equal_to_the_one_before(path: Path) -> None:
    """After a rollback the one before says the same, turns that were written since included."""
    runtime = await open_runtime(path)
    generations = await open_generations(runtime)
    runtime.start()
    await runtime.writer.append([turn(500, user="ann")])
    assert await runtime.settled(WAIT_S)
    promoted = await runtime.index.digest()
    assert await generations.rollback() == 1
    assert await runtime.index.digest() == promoted
    await runtime.close()
