"""The embedded runtime: what goes into the log comes out of the index, whatever fails on the way."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from indexers.index import Scope
from schemas.events import SessionForgotten, UserErased
from schemas.memories import Memory
from streams.embedded.follower import EmbeddedFollower
from streams.embedded.runtime import EmbeddedRuntime
from tests.scenario.light import START, open_runtime, turn

WAIT_S = 30.0


@pytest.fixture
async def runtime(tmp_path: Path) -> AsyncIterator[EmbeddedRuntime]:
    opened = await open_runtime(tmp_path / "memory")
    opened.start()
    yield opened
    await opened.close()


def scope(runtime: EmbeddedRuntime, user: str) -> Scope:
    return Scope("t", user, runtime.parts.keyring.user_key("t", user))


async def memories_of(runtime: EmbeddedRuntime, user: str) -> list[Memory]:
    return [memory async for memory in runtime.index.scan(scope(runtime, user))]


async def test_what_was_written_is_remembered(runtime: EmbeddedRuntime) -> None:
    positions = await runtime.writer.append([turn(1, "my phone is 13800138000"), turn(2, "i like tea")])

    assert await runtime.wait_indexed(positions[-1], WAIT_S)

    contents = {memory.content for memory in await memories_of(runtime, "ann")}
    assert contents == {"my phone is 13800138000", "i like tea", "phone: 13800138000", "likes: tea"}
    assert runtime.unindexed(positions[0].partition) == 0


async def test_everything_goes_on_from_the_folder_after_a_restart(tmp_path: Path) -> None:
    first = await open_runtime(tmp_path)
    first.start()
    await first.writer.append([turn(1, "my phone is 13800138000")])
    assert await first.settled(WAIT_S)
    await first.close()

    second = await open_runtime(tmp_path)
    await second.writer.append([turn(2, "my phone is 13900139000")])
    second.start()
    assert await second.settled(WAIT_S)

    phones = {m.value: m.status for m in await memories_of(second, "ann") if m.resolution == "fact"}
    assert phones == {"13800138000": "superseded", "13900139000": "active"}
    await second.close()


async def test_every_event_has_one_outcome_and_can_be_looked_up(runtime: EmbeddedRuntime) -> None:
    follower = EmbeddedFollower(runtime)
    owner = follower.user_key("t", "ann")
    positions = await runtime.writer.append([turn(n) for n in range(5)])
    assert await runtime.settled(WAIT_S)

    located = await follower.event(owner, "ann-3")
    record = await follower.record(owner, 3)
    tail = await follower.tail(owner, above=1, limit=2)
    history = [one.event.event_id async for one in follower.history(owner)]

    assert located is not None
    assert (located.position, located.event) == (positions[3], turn(3))
    assert record is not None
    assert (record.offset, record.outcome.state, record.outcome.event_id) == (3, "indexed", "ann-3")
    assert await follower.record(follower.user_key("t", "bob"), 3) is None
    assert await follower.event(owner, "unknown") is None
    assert [one.event.event_id for one in tail.events] == ["ann-2", "ann-3"]
    assert (tail.complete, tail.reached) == (False, 4)
    assert history == [f"ann-{n}" for n in range(5)]
    assert await follower.offset_at(owner, turn(2).recorded_at.isoformat()) == 2
    assert await follower.offset_at(owner, START.isoformat()) == 0
    assert await follower.offset_at(owner, "2020-01-01T00:00:00Z") == -1
    assert [(lag.end, lag.indexed) for lag in await follower.lag() if lag.end] == [(5, 4)]
    assert set(follower.healthy().values()) == {""}


async def test_a_forgotten_session_leaves_no_trace_and_the_rest_stays(runtime: EmbeddedRuntime) -> None:
    follower = EmbeddedFollower(runtime)
    await runtime.writer.append([turn(1, "i like tea", session="kept"), turn(2, "my phone is 123", session="gone")])
    assert await runtime.settled(WAIT_S)
    forgotten = SessionForgotten(
        event_id="f", tenant="t", user="ann", session="gone", occurred_at=START, recorded_at=START
    )
    await runtime.writer.append([forgotten, turn(3, "i like books", session="gone")])

    await follower.destroy_session("t", "ann", "gone")
    assert await runtime.settled(WAIT_S)

    contents = {memory.content for memory in await memories_of(runtime, "ann")}
    assert contents == {"i like tea", "likes: tea", "i like books", "likes: books"}
    owner = follower.user_key("t", "ann")
    assert await follower.event(owner, "ann-2") is None
    assert await follower.event(owner, "ann-3") is not None


async def test_an_erased_user_is_gone_from_log_and_index_and_can_come_back_fresh(runtime: EmbeddedRuntime) -> None:
    follower = EmbeddedFollower(runtime)
    await runtime.writer.append([turn(1, "my phone is 123")])
    await runtime.writer.append([turn(1, "i like tea", user="bob")])
    assert await runtime.settled(WAIT_S)
    await runtime.writer.append(
        [UserErased(event_id="e", tenant="t", user="ann", occurred_at=START, recorded_at=START)]
    )

    await follower.destroy_user("t", "ann")
    assert await runtime.settled(WAIT_S)

    assert await memories_of(runtime, "ann") == []
    assert len(await memories_of(runtime, "bob")) == 2
    await follower.lift_user("t", "ann")
    await runtime.writer.append([turn(5, "i like books")])
    assert await runtime.settled(WAIT_S)
    assert {m.content for m in await memories_of(runtime, "ann")} == {"i like books", "likes: books"}
