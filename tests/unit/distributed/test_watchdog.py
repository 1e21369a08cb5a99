"""A process that cannot end itself is ended, with an exit code and a line that say why."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import asyncio, threading, time
from streams.distributed import watchdog
from streams.distributed.work import Held
watchdog.LOOK_S = 0.05

class Stage:
    name, stuck = "embed", None
    def at_work(self):
        return self.stuck

async def main():
    stage, blind = Stage(), Stage()
    blind.at_work = lambda: 1 / 0
    dog = watchdog.Watchdog([blind, stage], stuck_s=0.5)
    dog.start()
    %s
asyncio.run(main())
print("ended by itself")
"""
FOR_EVER = "await asyncio.Event().wait()"


@pytest.mark.parametrize(
    ("happens", "code", "told"),
    [
        (f"stage.stuck = Held(3, 7, 'p3:107', 'no answer yet', time.monotonic()); {FOR_EVER}", 70, "p3:107"),
        ("threading.Event().wait()", 70, "event_loop_stuck"),
        (f"dog.end_within(0.2); {FOR_EVER}", 0, "stop_timed_out"),
        ("dog.end_within(0.2); threading.Event().wait()", 0, "stop_timed_out"),
        ("dog.stop()", 0, "ended by itself"),
        ("await asyncio.sleep(0)", 0, "ended by itself"),
    ],
    ids=("a stage is stuck", "the loop stands", "slow end", "end that stands", "stopped", "nothing is wrong"),
)
def test_what_it_ends_and_how(happens: str, code: int, told: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM % happens], capture_output=True, text=True, timeout=60, check=False
    )

    assert ran.returncode == code, ran.stderr
    assert told in ran.stdout + ran.stderr


def test_a_look_that_fails_is_told_and_is_not_the_last_one() -> None:
    happens = f"stage.stuck = Held(3, 7, 'p3:107', 'no answer yet', time.monotonic()); {FOR_EVER}"

    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM % happens], capture_output=True, text=True, timeout=60, check=False
    )

    assert ran.returncode == 70
    assert (ran.stdout + ran.stderr).count("stage_not_watched") > 1
