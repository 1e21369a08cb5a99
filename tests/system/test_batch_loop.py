"""A batch loop on real Kafka: a hold holds nothing else, memory and ends are bounded, nothing is lost."""

from __future__ import annotations

import asyncio
import contextlib
import uuid
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest
from aiokafka.admin import AIOKafkaAdminClient, NewTopic
from prometheus_client import CollectorRegistry
from structlog.testing import capture_logs

from deploy.stack import StackStatus
from schemas.errors import UnavailableError
from streams.distributed.batch_loop import COMMIT_S, NAMELESS, BatchLoop
from streams.distributed.group import group_of
from streams.distributed.installation import Installation, Place
from streams.distributed.lane import LANE_BYTES_MAX
from streams.distributed.member import Member
from streams.distributed.work import Committed
from streams.kafka_log import KafkaLog
from streams.log import LogRecord, NewRecord
from streams.stage_metrics import StageMetrics

PARTITIONS = 2
DEADLINE_S = 60
FETCH_BYTES_MAX = 1_048_576


@dataclass
class Remembering:
    """A work that keeps what it was given, and waits or fails where it is told to."""

    done: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    resumed: list[tuple[int, Committed | None]] = field(default_factory=list)
    released: list[int] = field(default_factory=list)
    away: set[int] = field(default_factory=set)
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    broken: bool = False

    async def resume(self, partition: int, committed: Committed | None) -> int | None:
        self.resumed.append((partition, committed))
        return None

    async def process(self, partition: int, records: Sequence[LogRecord]) -> Committed | None:
        self.begun.set()
        if self.broken:
            raise ZeroDivisionError("a fault of the program")
        if partition in self.away:
            raise UnavailableError("the index is away")
        await self.gate.wait()
        self.done[partition] += [record.offset for record in records]
        return None

    async def release(self, partition: int) -> None:
        self.released.append(partition)


@dataclass
class Topic:
    """One topic of its own with what it takes to carry it."""

    installation: Installation
    name: str

    async def fill(self, partition: int, count: int, *, size: int = 10) -> None:
        records = [NewRecord(partition, b"u", b"x" * size) for _ in range(count)]
        await self.installation.log.append(self.name, records)

    def loop(self, work: Remembering, *, member: Member = NAMELESS, commit_s: float = COMMIT_S) -> BatchLoop:
        metrics = StageMetrics(CollectorRegistry())
        return BatchLoop(
            "index", self.name, self.installation, work, metrics, member=member, batch=8, commit_s=commit_s
        )

    async def committed(self) -> dict[int, int]:
        admin = AIOKafkaAdminClient(bootstrap_servers=self.installation.place.bootstrap)
        await admin.start()
        try:
            found = await admin.list_consumer_group_offsets(group_of(self.installation, "index"))
            return {place.partition: told.offset for place, told in found.items()}
        finally:
            await admin.close()

    async def members(self) -> int:
        admin = AIOKafkaAdminClient(bootstrap_servers=self.installation.place.bootstrap)
        await admin.start()
        try:
            (answer,) = await admin.describe_consumer_groups([group_of(self.installation, "index")])
            return len(answer.groups[0][5])
        finally:
            await admin.close()


@pytest.fixture
async def topic(stack: StackStatus, tmp_path: Path) -> AsyncIterator[Topic]:
    prefix, name = f"t{uuid.uuid4().hex[:8]}.", "loop"
    admin = AIOKafkaAdminClient(bootstrap_servers=stack.bootstrap)
    await admin.start()
    try:
        await admin.create_topics([NewTopic(prefix + name, PARTITIONS, 1)])
    finally:
        await admin.close()
    log = await KafkaLog.open(stack.bootstrap, partitions=PARTITIONS, prefix=prefix)
    place = Place(stack.bootstrap, tmp_path, PARTITIONS, prefix=prefix)
    # The loop itself asks for nothing else of an installation.
    yield Topic(Installation(place, log, cast("Any", None), cast("Any", None)), name)
    await log.close()


@asynccontextmanager
async def running(loop: BatchLoop) -> AsyncIterator[asyncio.Task[None]]:
    task = asyncio.create_task(loop.run())
    try:
        yield task
    finally:
        await loop.drain()
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError, ZeroDivisionError):
            await task


async def until(look: Any) -> None:
    """Wait for a position, or for what was told."""
    async with asyncio.timeout(DEADLINE_S):
        while not look():  # noqa: ASYNC110 - Kafka sets no event of ours
            await asyncio.sleep(0.02)


async def test_a_partition_that_is_held_holds_no_other_and_loses_nothing(topic: Topic) -> None:
    work = Remembering(away={0})
    work.gate.set()
    await topic.fill(0, 20)
    await topic.fill(1, 20)
    loop = topic.loop(work)

    async with running(loop):
        await until(lambda: len(work.done[1]) == 20 and loop.progress().held)
        (held,) = loop.progress().held
        assert (held.partition, held.offset, held.reason) == (0, 0, "the index is away")
        assert held.place == "p0:0"

        work.away.clear()
        await until(lambda: len(work.done[0]) == 20)
        await until(lambda: sum(loop.progress().lag.values()) == 0)
        assert loop.progress().held == ()

    assert work.done == {0: list(range(20)), 1: list(range(20))}
    assert await topic.committed() == {0: 20, 1: 20}


async def test_what_is_in_flight_is_bounded_while_the_work_waits(topic: Topic) -> None:
    size = 64 * 1024
    work = Remembering()
    loop = topic.loop(work)
    for _ in range(12):
        await topic.fill(0, 16, size=size)

    async with running(loop):
        await until(lambda: 0 in loop._lanes and loop._lanes[0].full)
        lane = loop._lanes[0]
        # It stays so however long it waits: the partition is not fetched.
        assert loop._group._consumer.paused()
        assert lane._bytes <= LANE_BYTES_MAX + FETCH_BYTES_MAX

        work.gate.set()
        await until(lambda: len(work.done[0]) == 12 * 16)

    assert work.done[0] == list(range(12 * 16))


async def test_a_second_worker_takes_its_share_and_gives_it_back_and_every_record_is_done_in_order(
    topic: Topic,
) -> None:
    first, second = Remembering(), Remembering()
    first.gate.set()
    second.gate.set()
    await topic.fill(0, 50)
    await topic.fill(1, 50)
    one, other = topic.loop(first, member=Member("one")), topic.loop(second, member=Member("other"))

    async with running(one):
        await until(lambda: sum(map(len, first.done.values())) == 100)
        async with running(other):
            await until(lambda: one.progress().owned == 1 and other.progress().owned == 1)
            await topic.fill(0, 50)
            await topic.fill(1, 50)
            await until(lambda: sum(len(set(first.done[p] + second.done[p])) for p in range(PARTITIONS)) == 200)
            await asyncio.wait_for(other.drain(), DEADLINE_S)
            # Its group need not wait until it misses a member whose name it knows.
            assert await topic.members() == 1
        await until(lambda: one.progress().owned == PARTITIONS)

    assert second.released
    assert set(first.released) == set(range(PARTITIONS))
    for partition in range(PARTITIONS):
        assert sorted({*first.done[partition], *second.done[partition]}) == list(range(100))
        assert first.done[partition] == sorted(first.done[partition])
        assert second.done[partition] == sorted(second.done[partition])
    assert await topic.committed() == {0: 100, 1: 100}


async def test_an_end_waits_for_the_batch_at_work_but_not_for_ever(topic: Topic) -> None:
    """A bulk that is slow is abandoned; its records are not committed and come again."""
    work = Remembering()
    await topic.fill(0, 3)
    loop = topic.loop(work)

    async with running(loop) as task:
        await asyncio.wait_for(work.begun.wait(), DEADLINE_S)
        await asyncio.wait_for(loop.drain(), DEADLINE_S)
        await asyncio.wait_for(task, DEADLINE_S)
    assert work.done[0] == []
    assert 0 not in await topic.committed()

    again = Remembering()
    again.gate.set()
    async with running(topic.loop(again)):
        await until(lambda: len(again.done[0]) == 3)
    assert (again.resumed[0][1], await topic.committed()) == (None, {0: 3})


async def test_a_batch_that_ends_in_time_is_committed_at_the_end(topic: Topic) -> None:
    work = Remembering()
    await topic.fill(0, 3)
    loop = topic.loop(work)

    async with running(loop):
        await asyncio.wait_for(work.begun.wait(), DEADLINE_S)
        with capture_logs() as lines:
            ending = asyncio.create_task(loop.drain())
            await asyncio.sleep(0)
            work.gate.set()
            await asyncio.wait_for(ending, DEADLINE_S)

    assert [line["event"] for line in lines] == []
    assert work.done[0] == [0, 1, 2]
    assert await topic.committed() == {0: 3}


async def test_a_work_that_cannot_tell_what_it_has_done_is_committed_with_each_batch(topic: Topic) -> None:
    work = Remembering()
    work.gate.set()
    loop = topic.loop(work, commit_s=0.0)

    async with running(loop):
        await topic.fill(0, 3)
        await until(lambda: len(work.done[0]) == 3)
        await until(lambda: loop._lanes[0].committed == Committed(3))
        assert await topic.committed() == {0: 3}


async def test_a_fault_of_the_program_ends_the_loop_and_commits_nothing(topic: Topic) -> None:
    work = Remembering(broken=True)
    await topic.fill(0, 3)
    loop = topic.loop(work)

    async with running(loop) as task:
        with pytest.raises(ZeroDivisionError):
            await asyncio.wait_for(asyncio.shield(task), DEADLINE_S)

    assert 0 not in await topic.committed()
