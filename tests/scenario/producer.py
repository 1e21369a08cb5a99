"""A producer that journals: what it sent, and what was acknowledged, in an fsynced file beside the folder under test.

A run is a function of numbers: number n always sends the same events, so a run that died is simply gone on with.
"""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from schemas.errors import UserErasedError
from schemas.events import Event, SessionForgotten, UserErased
from streams.crashpoints import Crashpoints
from streams.embedded.follower import EmbeddedFollower
from streams.embedded.runtime import EmbeddedRuntime
from tests.scenario.light import open_runtime, turn

CYCLE = 23
"""Numbers after which a user appears, is written about, and is erased."""
BACKLOG_MAX = 8
"""The producer stays this near to the stages, so that a kill can hit any of them."""
SETTLE_S = 60.0


class Opening(Protocol):
    """How a life opens the folder."""

    async def __call__(self, path: Path, *, crash: Crashpoints = ..., partitions: int = ...) -> EmbeddedRuntime: ...


@dataclass(frozen=True)
class Plan:
    """One life of the process: it goes on after what the journal says is done, up to `upto`, and settles."""

    folder: str
    journal: str
    upto: int
    crash_at: str = ""
    forgets: bool = False


class Journal:
    """Lines `sent N id` and `acked N id partition offset`, `done N`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def write(self, *words: object) -> None:
        os.write(self._file, (" ".join(map(str, words)) + "\n").encode())
        os.fsync(self._file)

    def lines(self) -> list[list[str]]:
        # A last line without its end was cut by a kill.
        return [line.split() for line in self.path.read_text().split("\n")[:-1] if line]


def events_of(number: int, *, forgets: bool) -> list[Event]:
    """What a number sends."""
    cycle, place = divmod(number, CYCLE)
    gone = f"gone{cycle}"
    moment = turn(number).occurred_at
    if place == CYCLE - 1:
        return [UserErased(event_id=f"erase-{number}", tenant="t", user=gone, occurred_at=moment, recorded_at=moment)]
    if place in (15, 16, 17):
        return [turn(number, f"i like secret{number}", user=gone)]
    if forgets and place == 20:
        forgotten = SessionForgotten(
            event_id=f"forget-{number}",
            tenant="t",
            user=f"u{cycle // 4}.0",
            session=f"s{cycle}",
            occurred_at=moment,
            recorded_at=moment,
        )
        return [forgotten]
    user = f"u{cycle // 4}.{number % 3}"
    words = (f"my phone is {number // 5}", f"i like w{number % 11}", f"plain words number {number}")[
        number % 3 - number % 2
    ]
    first = turn(number, words, user=user, session=f"s{cycle}")
    if number % 6 == 0 and number:
        # Two in one call, and one of them sent before.
        again = turn(cycle, "again", user=user, session=f"s{cycle}", event_id=f"twice-{user}-{cycle}")
        return [first, again]
    return [first]


async def live(plan: Plan, opening: Opening = open_runtime) -> None:
    """Open the folder, go on sending, stay near the stages, and settle."""
    journal = Journal(Path(plan.journal))
    done = {int(words[1]) for words in journal.lines() if words[0] == "done"}
    runtime = await opening(Path(plan.folder), crash=Crashpoints.parse(plan.crash_at), partitions=2)
    runtime.start()
    waiting = [number for number in range(plan.upto) if number not in done]
    for at in range(0, len(waiting), 3):
        for partition in range(2):
            assert await runtime.wait_room(partition, SETTLE_S, below=BACKLOG_MAX), runtime.healthy()
        await asyncio.gather(*(send(runtime, journal, number, plan.forgets) for number in waiting[at : at + 3]))
    assert await runtime.settled(SETTLE_S), runtime.healthy()
    await runtime.close()


async def send(runtime: EmbeddedRuntime, journal: Journal, number: int, forgets: bool) -> None:
    events = events_of(number, forgets=forgets)
    for event in events:
        journal.write("sent", number, event.event_id)
    try:
        positions = await runtime.writer.append(events)
    except UserErasedError:
        journal.write("done", number)
        return
    for event, position in zip(events, positions, strict=True):
        journal.write("acked", number, event.event_id, position.partition, position.offset)
    if isinstance(events[0], UserErased):
        await EmbeddedFollower(runtime).destroy_user("t", events[0].user)
    journal.write("done", number)
