"""The consolidate stage under fire: whatever crashes, repeats, intrudes or rots, the commit log holds what one
undisturbed writer would have decided, and its states are what a restart would fold."""

from __future__ import annotations

import contextlib
import random
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schemas.errors import UnavailableError
from streams.log import NewRecord
from streams.user_states import opened
from tests.unit.distributed.consolidating import (
    EVENTS,
    PARTITION,
    TOPIC,
    Conversation,
    Group,
    MemoryLog,
    Worker,
    assert_undisturbed,
    states_in,
    written,
)


class Disturbed(MemoryLog):
    """A log whose next append to the commit log can fail before, in the middle of, or after what it writes."""

    def __init__(self) -> None:
        super().__init__()
        self.fault = ""

    async def append(self, topic: str, records: Sequence[NewRecord]) -> list[int]:
        fault, self.fault = (self.fault, "") if topic == TOPIC else ("", self.fault)
        kept = {"before": 0, "middle": max(1, len(records) // 2), "": len(records)}.get(fault, len(records))
        offsets = await super().append(topic, records[:kept])
        if fault:
            raise UnavailableError(f"lost the broker {fault}")
        return offsets


@pytest.fixture(scope="module")
def executor() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as running:
        yield running


@pytest.fixture
async def conversation() -> Conversation:
    return await Conversation.of(EVENTS)


steps = st.lists(
    st.tuples(
        st.sampled_from(["batch", "batch", "batch", "before", "middle", "after", "restart", "resume"]),
        st.integers(0, 1),
        st.integers(0, 3),
        st.integers(1, 4),
    ),
    max_size=30,
)


async def test_what_was_forgotten_and_comes_again_is_unreadable_once_it_was_decided(
    conversation: Conversation, executor: ThreadPoolExecutor, tmp_path: Path
) -> None:
    again, later = 12, 13
    before = [conversation.keyring.is_live(conversation.key_ids[place]) for place in (again, later)]
    worker = Worker(conversation, MemoryLog(), tmp_path, executor, Group())

    await worker.all()
    await worker.close()

    assert before == [True, True]
    assert [conversation.keyring.is_live(conversation.key_ids[place]) for place in (again, later)] == [False, True]


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(plan=steps)
async def test_crashes_repeats_and_two_writers_leave_what_one_writer_would_have_decided(
    plan: list[tuple[str, int, int, int]], executor: ThreadPoolExecutor
) -> None:
    conversation, log = await Conversation.of(EVENTS), Disturbed()
    with tempfile.TemporaryDirectory() as folder:
        group = Group()
        workers = [Worker(conversation, log, Path(folder) / name, executor, group) for name in "ab"]
        for step, which, again, count in plan:
            match step:
                case "restart":
                    await workers[which].restart()
                case "resume":
                    workers[which].fresh = True
                case _:
                    log.fault = "" if step == "batch" else step
                    await workers[which].batch(again, count)
                    log.fault = ""
        await workers[0].all()

        await assert_undisturbed(conversation, log, workers[0])
        for worker in workers:
            await worker.close()


@pytest.fixture
async def carried(
    conversation: Conversation, tmp_path: Path, executor: ThreadPoolExecutor
) -> AsyncIterator[tuple[Worker, Disturbed]]:
    """A worker that has done everything but the last events, and ended in order."""
    log = Disturbed()
    worker = Worker(conversation, log, tmp_path, executor, Group())
    for _ in range(3):
        assert await worker.batch(0, 5)
    await worker.restart()
    yield worker, log
    await worker.close()


async def test_a_restart_reads_only_what_came_after_it(carried: tuple[Worker, Disturbed]) -> None:
    worker, log = carried
    before, end = log.read_count, await log.end(TOPIC, PARTITION)

    await worker.work.resume(PARTITION, None)

    assert log.read_count - before == 1, "only the record at which the copy ends"
    assert end > 1
    await worker.all()
    await assert_undisturbed(worker.conversation, log, worker)


async def test_a_lost_disk_costs_only_time(carried: tuple[Worker, Disturbed]) -> None:
    worker, log = carried
    shutil.rmtree(worker.copies)

    await worker.all()

    await assert_undisturbed(worker.conversation, log, worker)


@pytest.mark.parametrize("how", ["cut", "garbage", "empty", "of another log", "headers", "values"])
async def test_a_copy_that_is_damaged_or_of_another_log_is_made_anew(
    carried: tuple[Worker, Disturbed], how: str, tmp_path: Path
) -> None:
    worker, log = carried
    (path,) = worker.copies.glob("*.db")
    match how:
        case "cut":
            path.write_bytes(path.read_bytes()[:5_000])
        case "garbage":
            path.write_bytes(random.Random(1).randbytes(20_000))
        case "empty":
            path.write_bytes(b"")
        case "of another log":
            other = await Conversation.of(EVENTS)
            stranger = Worker(other, MemoryLog(), tmp_path / "other", worker.executor, Group())
            await stranger.all()
            await stranger.close()
            shutil.copy(next(stranger.copies.glob("*.db")), path)
        case "headers" | "values":
            with contextlib.closing(sqlite3.connect(path)) as db:
                db.execute(f"UPDATE topic_1 SET {how.rstrip('s') if how == 'values' else how} = x'0102030405060708'")
                db.commit()

    await worker.all()

    await assert_undisturbed(worker.conversation, log, worker)


async def test_a_worker_that_stands_still_with_the_copy_open_holds_nobody(carried: tuple[Worker, Disturbed]) -> None:
    worker, log = carried
    await worker.batch(0, 1)
    other = Worker(worker.conversation, log, worker.folder, worker.executor, worker.group)

    await other.all()

    await assert_undisturbed(worker.conversation, log, other)


async def test_a_forgotten_session_is_unreadable_in_the_copy_and_in_no_state(carried: tuple[Worker, Disturbed]) -> None:
    worker, log = carried
    await worker.all()

    states = await states_in(worker)

    keyring = worker.conversation.keyring
    ann = states[keyring.user_key("t", "ann")]
    assert not any("chess" in memory.content for memory in ann.memories.values() if memory.offset < 11)
    destroyed = [position for position, _, parts in await written(log, keyring) if opened(parts, keyring) is None]
    assert destroyed == [3, 8, 9, 12, 16, 18]
