"""The end of a session: said, or noticed by the timer; what it sums up goes with the session."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from indexers.index import Scope
from schemas.events import SessionClosed, SessionForgotten
from schemas.memories import Memory
from schemas.topics import memories
from streams.embedded.follower import EmbeddedFollower
from streams.embedded.runtime import EmbeddedRuntime
from streams.idle_sessions import IdleSessions
from streams.log import LogRecord
from streams.user_states import collect, opened
from tests.scenario.light import START, open_runtime, turn

WAIT_S = 60.0
LINES = ("the sofa is green", "the lamp is broken", "the cat is called milo")


@pytest.fixture
async def runtime(tmp_path: Path) -> AsyncIterator[EmbeddedRuntime]:
    running = await open_runtime(tmp_path)
    running.start()
    yield running
    await running.close()


async def episodes(runtime: EmbeddedRuntime) -> list[Memory]:
    scope = Scope("t", "ann", runtime.parts.keyring.user_key("t", "ann"))
    return [memory async for memory in runtime.index.scan(scope) if memory.resolution == "episode"]


async def say(runtime: EmbeddedRuntime) -> None:
    await runtime.writer.append([turn(number, line) for number, line in enumerate(LINES)])
    assert await runtime.settled(WAIT_S)


async def look(runtime: EmbeddedRuntime) -> int:
    """What the timer does; the turns were recorded long ago."""
    idle = runtime.parts.idle
    assert isinstance(idle, IdleSessions)
    due = await idle.look()
    assert await runtime.settled(WAIT_S)
    return due


def closed(session: str = "s1") -> SessionClosed:
    return SessionClosed(
        event_id="closed", tenant="t", user="ann", occurred_at=START, recorded_at=START, session=session
    )


async def test_an_idle_session_is_summed_up_once(runtime: EmbeddedRuntime) -> None:
    await say(runtime)

    assert await look(runtime) == 1
    assert await look(runtime) == 0

    [episode] = await episodes(runtime)
    assert sorted(episode.content.split("\n")) == sorted(LINES)


async def test_a_process_that_ended_before_the_pause_was_over_leaves_the_session_to_the_next(tmp_path: Path) -> None:
    first = await open_runtime(tmp_path)
    first.start()
    await say(first)
    await first.close()

    second = await open_runtime(tmp_path)
    second.start()
    due = await look(second)
    summed_up = await episodes(second)
    await second.close()
    third = await open_runtime(tmp_path)
    third.start()
    again = await look(third)
    await third.close()

    assert (due, len(summed_up), again) == (1, 1, 0)


async def test_what_the_end_of_a_session_sums_up_goes_with_its_keys(runtime: EmbeddedRuntime) -> None:
    await say(runtime)
    await runtime.writer.append([closed()])
    assert await runtime.settled(WAIT_S)
    assert await episodes(runtime)

    forgotten = SessionForgotten(
        event_id="forgotten", tenant="t", user="ann", occurred_at=START, recorded_at=START, session="s1"
    )
    await runtime.writer.append([forgotten])
    assert await runtime.settled(WAIT_S)
    await EmbeddedFollower(runtime).destroy_session("t", "ann", "s1")

    assert await episodes(runtime) == []
    parts = runtime.parts
    topic, readable = memories(parts.number), ""
    for partition in range(parts.turns.partitions):
        records = await parts.generation.read(topic, partition, after=-1, limit=100)
        positions: list[list[LogRecord]] = []
        collect(positions, records)
        readable += "".join(str(opened(found, parts.keyring)) for found in positions)
    assert readable
    assert not any(line in readable for line in LINES)
