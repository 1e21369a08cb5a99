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
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from processors.consolidation import UserState
from schemas.errors import KeyDestroyedError, UnavailableError
from schemas.events import Event, MemoryForgotten, MemoryReference, SessionForgotten, TurnRedriven, UserErased
from streams.commit_log import open_position
from streams.distributed.commit_log_copy import CommitLogCopy
from streams.distributed.consolidate_work import ConsolidateWork
from streams.log import EventLog, NewRecord
from streams.user_states import UserStates, opened, states_of
from tests.scenario.light import START, turn
from tests.unit.distributed.consolidating import PARTITION, TOPIC, Conversation, MemoryLog, written

ROUNDS_MAX = 60
"""More than any plan needs: every batch that is not disturbed makes progress."""


def forgotten(user: str, session: str) -> SessionForgotten:
    event_id = f"{user}-forgets-{session}"
    return SessionForgotten(
        event_id=event_id, tenant="t", user=user, session=session, occurred_at=START, recorded_at=START
    )


def erased(user: str) -> UserErased:
    return UserErased(event_id=f"{user}-erased", tenant="t", user=user, occurred_at=START, recorded_at=START)


def redriven(original: Event, event_id: str) -> TurnRedriven:
    return TurnRedriven.model_validate(
        {"event_id": event_id, "tenant": "t", "user": original.user, "turn": original}
        | {"occurred_at": original.occurred_at, "recorded_at": original.recorded_at}
    )


PHONE = "my phone is 13800138000"
EVENTS: tuple[Event, ...] = (
    turn(0, PHONE),
    turn(1, "i like tea", user="bob"),
    turn(2, "my phone is 13900139000"),
    turn(3, "i like tea", session="s2"),
    turn(4, "i like jazz", user="bob", session="s2"),
    turn(0, PHONE),
    turn(6, "another thing", event_id="ann-0"),
    MemoryForgotten(
        event_id="ann-forgets-tea",
        tenant="t",
        user="ann",
        memory=MemoryReference(
            memory_id="", evidence=("ann-3",), resolution="fact", subject="user", attribute="likes", value="tea"
        ),
        occurred_at=START,
        recorded_at=START,
    ),
    turn(8, "i like chess", session="s2"),
    redriven(turn(3, "i like tea", session="s2"), "again"),
    turn(10, "i like tea"),
    forgotten("ann", "s2"),
    turn(8, "i like chess", session="s2"),
    turn(13, "i like go", session="s2"),
    turn(14, "i like plums", user="bob"),
    turn(15, "my phone is 13700137000"),
    turn(16, "hello", user="cem"),
    turn(17, "i like plums", user="bob", session="s2"),
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


@dataclass
class Group:
    """Where the workers of the stage stand together."""

    committed: int = 0


class Worker:
    """One process with a folder of its own. It resumes after an error, as the batch loop has it do."""

    def __init__(
        self, conversation: Conversation, log: EventLog, folder: Path, executor: ThreadPoolExecutor, group: Group
    ) -> None:
        self.conversation = conversation
        self.log = log
        self.executor = executor
        self.group = group
        self.copies = folder / "worker" / "consolidate"
        self.folder = folder
        self.fresh = True
        self.done = 0
        self.work = self._made()

    def _made(self) -> ConsolidateWork:
        # A limit below what one user has: every state is put aside again and again.
        return self.conversation.work(self.log, self.folder, self.executor, memories_max=4)

    async def batch(self, again: int, count: int) -> bool:
        """Give it the next records, some of them again; whether they were done. After a resume they are those behind
        the place that the group has committed; one that does not resume goes on where it thinks it is."""
        try:
            if self.fresh:
                await self.work.resume(PARTITION, None)
                self.done, self.fresh = self.group.committed, False
            records = self.conversation.records[max(0, self.done - again) : self.done + count]
            await self.work.process(PARTITION, records)
        except UnavailableError:
            self.fresh = True
            return False
        self.done = min(self.done + count, len(EVENTS))
        self.group.committed = max(self.done, self.group.committed)
        return True

    async def restart(self) -> None:
        await self.work.close()
        self.work, self.fresh = self._made(), True

    async def all(self) -> None:
        for _ in range(ROUNDS_MAX):
            if self.done == len(EVENTS):
                return
            await self.batch(0, 4)
        raise AssertionError("no progress")


async def states_in(worker: Worker) -> dict[str, UserState]:
    """What a restart folds from what the worker left on its disk."""
    await worker.work.close()
    conversation = worker.conversation
    copy = await CommitLogCopy.open(worker.copies, worker.log, TOPIC, PARTITION)
    try:
        await copy.follow(conversation.keyring.secret, worker.executor)
        return await states_of(
            {event.user_key for event in conversation.staged},
            kept=UserStates(),
            commit_log=copy.file,
            topic=TOPIC,
            partition=PARTITION,
            keyring=conversation.keyring,
            work=worker.executor,
        )
    finally:
        await copy.close()


async def assert_undisturbed(conversation: Conversation, log: EventLog, worker: Worker) -> None:
    decided, states = conversation.undisturbed()
    accepted = await written(log, conversation.keyring)

    places = [(event.offset, event.user_key) for event in conversation.staged]
    assert [(position, owner) for position, owner, _ in accepted] == places
    for expected, (_, _, parts) in zip(decided, accepted, strict=True):
        try:
            assert open_position(parts, conversation.keyring) == expected
        except KeyDestroyedError:
            assert expected.changes == () or expected.changes[0].op == "put"
    assert await states_in(worker) == states


steps = st.lists(
    st.tuples(
        st.sampled_from(["batch", "batch", "batch", "before", "middle", "after", "restart", "resume"]),
        st.integers(0, 1),
        st.integers(0, 3),
        st.integers(1, 4),
    ),
    max_size=30,
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
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
            await worker.work.close()


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
    await worker.work.close()


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
            await stranger.work.close()
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
    assert destroyed == [3, 8, 9]
