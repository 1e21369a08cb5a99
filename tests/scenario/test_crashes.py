"""A process that is killed at any moment loses nothing it acknowledged, does nothing twice, and replays to the same.

The oracle: A = acknowledged, L = in the log. A ⊆ L at the acknowledged places; ids in L are distinct; every position
has one output and one outcome; the digest of a replay, from the commit log and from the turns, is the live digest.
"""

from __future__ import annotations

import json
import os
import random
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from indexers.index import Scope
from schemas.events import UserErased
from schemas.generations import BuildRequest
from schemas.topics import TURNS, embedded, memories
from streams.commit_log import CommitLogReader, position_of
from streams.crashpoints import EMBEDDED_POINTS
from streams.embedded.runtime import EmbeddedRuntime, OpenIndex
from streams.log import LogRecord
from streams.rebuild import rebuild_index
from streams.sqlite_log import SqliteLog
from streams.writer import event_id_hash
from tests.scenario.light import open_index, open_runtime
from tests.scenario.light_generations import open_generations
from tests.scenario.producer import Journal, Plan, events_of
from tests.scenario.real import open_real_runtime

pytestmark = pytest.mark.scenario("embedded")

KILLS = 100
LATEST_S = 0.25
"""Kills fall between the fork and here: opening, sending, every step and settling."""
KILLS_A_POINT = 10
WAIT_S = 60.0
EVERYTHING = 1_000_000


class Nursery:
    """Forks the process under test."""

    def __init__(self) -> None:
        environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.scenario.nursery"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
            env=environment,
            cwd=Path(__file__).parents[2],
        )

    def live(self, plan: Plan, *, kill_after_s: float | None = None) -> int:
        """One life; returns its exit status."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asdict(plan)) + "\n")
        self._process.stdin.flush()
        child = int(self._process.stdout.readline())
        if kill_after_s is not None and not select.select([self._process.stdout], [], [], kill_after_s)[0]:
            os.kill(child, signal.SIGKILL)
        return int(self._process.stdout.readline())

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(10)


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    opened = Nursery()
    yield opened
    opened.close()


async def everything(log: SqliteLog, topic: str, partition: int) -> list[LogRecord]:
    return await log.read(topic, partition, after=-1, limit=EVERYTHING)


async def check_log(runtime: EmbeddedRuntime, journal: Journal) -> None:
    """A ⊆ L at the acknowledged places, nothing twice."""
    secret = runtime.parts.keyring.secret
    stands: dict[tuple[bytes, bytes], tuple[int, int]] = {}
    for partition in range(2):
        for record in await everything(runtime.parts.turns, TURNS, partition):
            identity = (record.key or b"", record.headers["id"])
            assert identity not in stands, "an id stands in the log twice"
            stands[identity] = (partition, record.offset)
    by_id = {id_hash: place for (_, id_hash), place in stands.items()}
    for _, _, event_id, *place in (words for words in journal.lines() if words[0] == "acked"):
        assert by_id.get(bytes.fromhex(event_id_hash(secret, event_id))) == tuple(map(int, place)), event_id


async def check_topics(runtime: EmbeddedRuntime) -> None:
    """Every position has exactly one recorded output and one complete place in the commit log, in order."""
    parts = runtime.parts
    for pipeline in runtime.pipelines:
        end = await parts.turns.end(TURNS, pipeline.partition)
        outputs = await everything(parts.generation, embedded(parts.number), pipeline.partition)
        reader = CommitLogReader(parts.keyring.secret)
        commits = await everything(parts.generation, memories(parts.number), pipeline.partition)
        complete = [position_of(done[0]) for record in commits if (done := reader.accept(record))]
        assert [position_of(record) for record in outputs] == list(range(end))
        assert complete == list(range(end))
        assert pipeline.indexed == end - 1


async def check_index(runtime: EmbeddedRuntime, journal: Journal, *, forgets: bool) -> None:
    """Every acknowledged turn of those who stay is one memory; those who were erased have none."""
    acked = {int(words[1]) for words in journal.lines() if words[0] == "acked"}
    erased = {e.user for n in acked for e in events_of(n, forgets=forgets) if isinstance(e, UserErased)}
    for user in sorted({e.user for n in acked for e in events_of(n, forgets=forgets)}):
        scope = Scope("t", user, runtime.parts.keyring.user_key("t", user))
        found = [m async for m in runtime.index.scan(scope)]
        if user in erased:
            assert found == []
        elif not forgets:
            turns = sorted(m.evidence[0].event_id for m in found if m.resolution == "turn")
            mine = {e.event_id for n in acked for e in events_of(n, forgets=forgets) if e.user == user}
            assert turns == sorted(mine)


async def check_replay(runtime: EmbeddedRuntime, index: OpenIndex) -> None:
    """An index that is filled from the commit log has the live digest."""
    rebuilt = await rebuild_index(runtime, index)
    assert rebuilt.before.count > 0
    assert rebuilt.after == rebuilt.before


async def check_rebuild(runtime: EmbeddedRuntime) -> None:
    """Another generation, made by running the stages over the log again, has the live digest."""
    generations = await open_generations(runtime)
    made = await generations.build(BuildRequest())
    assert made.report is not None
    assert made.report.count_before > 0
    assert made.report.equal
    assert made.reused > 0


async def check_everything(plan: Plan) -> None:
    journal = Journal(Path(plan.journal))
    runtime = await open_runtime(Path(plan.folder), partitions=2)
    try:
        await check_log(runtime, journal)
        await check_topics(runtime)
        await check_index(runtime, journal, forgets=plan.forgets)
        await check_replay(runtime, open_index)
        # A rebuild from the turns of a user who forgot a session is as if it had never been: other positions.
        if not plan.forgets:
            await check_rebuild(runtime)
    finally:
        await runtime.close()


async def test_kill_9_at_a_hundred_random_points(nursery: Nursery, tmp_path: Path) -> None:
    seeded = random.Random(20260301)
    plan = Plan(str(tmp_path / "memory"), str(tmp_path / "journal"), 0)

    killed = 0
    for life in range(KILLS):
        longer = replace(plan, upto=20 * (life + 1))
        killed += nursery.live(longer, kill_after_s=seeded.uniform(0.0, LATEST_S)) == -signal.SIGKILL
    assert nursery.live(replace(plan, upto=20 * KILLS + 1)) == 0

    assert killed >= KILLS // 2
    await check_everything(plan)


@pytest.mark.parametrize("point", EMBEDDED_POINTS)
async def test_kill_9_at_a_named_point(nursery: Nursery, tmp_path: Path, point: str) -> None:
    seeded = random.Random(point)
    plan = Plan(str(tmp_path / "memory"), str(tmp_path / "journal"), 0, forgets=True)

    statuses = []
    for life in range(KILLS_A_POINT):
        times = 1 if point == "during-erase" else seeded.randint(1, 8)
        statuses.append(nursery.live(replace(plan, upto=40 * (life + 1), crash_at=f"{point}:{times}")))
    assert nursery.live(replace(plan, upto=40 * KILLS_A_POINT + 1)) == 0

    assert statuses == [-signal.SIGKILL] * KILLS_A_POINT
    await check_everything(plan)


def real_life(plan: Plan) -> int:
    command = [sys.executable, "-m", "tests.scenario.real", json.dumps(asdict(plan))]
    return subprocess.run(command, cwd=Path(__file__).parents[2], check=False).returncode


async def test_kill_9_with_the_real_models(tmp_path: Path) -> None:
    plan = Plan(str(tmp_path / "memory"), str(tmp_path / "journal"), 45)

    statuses = [real_life(replace(plan, crash_at=crash_at)) for crash_at in ("after-memories:4", "mid-index:4", "")]

    assert statuses == [-signal.SIGKILL, -signal.SIGKILL, 0]
    runtime = await open_real_runtime(tmp_path / "memory", partitions=2)
    await check_log(runtime, Journal(tmp_path / "journal"))
    await check_topics(runtime)
    await check_index(runtime, Journal(tmp_path / "journal"), forgets=False)
    before = await runtime.index.digest()
    await runtime.close()
    # What is derived is thrown away and comes back from the turns, through the models.
    for derived in derived_files(tmp_path / "memory"):
        derived.unlink()
    runtime = await open_real_runtime(tmp_path / "memory", partitions=2)
    runtime.start()
    assert await runtime.settled(WAIT_S)
    assert before.count > 0
    assert await runtime.index.digest() == before
    await runtime.close()


def derived_files(folder: Path) -> list[Path]:
    return [*folder.glob("g1.db*"), *folder.glob("index-*.db*")]
