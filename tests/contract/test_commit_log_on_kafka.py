"""Two writers of one commit log on real Kafka: the log holds what one of them alone would have decided (DESIGN §5)."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from deploy.stack import StackStatus
from schemas.topics import DEADLETTERS, TURNS, TopicSpec
from streams.distributed.topics import create
from streams.kafka_log import KafkaLog
from tests.unit.distributed.consolidating import EVENTS, TOPIC, Conversation, Group, Worker, assert_undisturbed

pytestmark = pytest.mark.scenario("distributed")


@pytest.fixture
def executor() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as running:
        yield running


@pytest.fixture
async def workers(
    stack: StackStatus, tmp_path: Path, executor: ThreadPoolExecutor
) -> AsyncIterator[tuple[Worker, Worker]]:
    """Two processes, each with its own producer, its own folder and its own belief of where it stands."""
    prefix = f"{uuid.uuid4().hex[:12]}."
    specs = [TopicSpec(name, 1, -1) for name in (TOPIC, TURNS, DEADLETTERS)]
    await create(stack.bootstrap, specs, replication=1, prefix=prefix)
    conversation, group = await Conversation.of(EVENTS), Group()
    async with AsyncExitStack() as closing:
        found = []
        for name in "ab":
            log = await KafkaLog.open(stack.bootstrap, partitions=1, prefix=prefix)
            closing.push_async_callback(log.close)
            worker = Worker(conversation, log, tmp_path / name, executor, group)
            closing.push_async_callback(worker.close)
            found.append(worker)
        yield found[0], found[1]


async def test_a_zombie_that_writes_between_our_records_changes_nothing(workers: tuple[Worker, Worker]) -> None:
    ours, zombie = workers
    assert await zombie.batch(0, 2)
    assert await ours.batch(0, 3)

    # It still believes that position 2 is its own to write, and it comes before our next one.
    refused = await zombie.batch(0, 4)
    noticed = await ours.batch(0, 3)
    await ours.all()

    assert (refused, noticed) == (False, False)
    await assert_undisturbed(ours.conversation, ours.log, ours)


async def test_two_writers_that_race_decide_as_one_would(workers: tuple[Worker, Worker]) -> None:
    await asyncio.gather(*(worker.all() for worker in workers))

    for worker in workers:
        await assert_undisturbed(worker.conversation, worker.log, worker)
