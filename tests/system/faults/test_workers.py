"""Workers that die, stand still, come and go: nothing is lost, nothing is written twice."""

from __future__ import annotations

import asyncio
import signal

import pytest
from confluent_kafka import KafkaError, KafkaException
from confluent_kafka.admin import AdminClient

from schemas.topics import TURNS, embedded, memories
from streams.distributed.group import group_of
from streams.distributed.worker import STAGES
from tests.system.faults.foreign import Said, turns_of_users
from tests.system.faults.oracle import everything, examine, indexed
from tests.system.faults.world import PARTITIONS, World

pytestmark = [pytest.mark.scenario("distributed"), pytest.mark.timeout(900)]

LONG = pytest.mark.long


@pytest.mark.parametrize(
    "point",
    [
        "consolidate-written",
        "mid-index",
        pytest.param("score-written", marks=LONG),
        pytest.param("consolidate-decided", marks=LONG),
        pytest.param("admit-written", marks=LONG),
        pytest.param("describe-written", marks=LONG),
        pytest.param("embed-written", marks=LONG),
        pytest.param("index-written", marks=LONG),
    ],
)
async def test_a_worker_that_is_killed_at_a_point_loses_nothing_and_repeats_nothing(world: World, point: str) -> None:
    said = turns_of_users(f"{point}-", users=4, each=10)
    victim = world.worker(crash_at=f"{point}:2")
    await world.send(said)
    await world.dies(victim)

    world.worker()
    counts = await world.checked()

    assert counts.outcomes["indexed"] == len(said)
    # Only what was admitted and not committed is admitted again, and consolidate lets one through.
    assert counts.outcomes["duplicate"] == counts.log - len(said)


async def test_a_worker_that_is_killed_between_dead_letter_and_commit_parks_the_turn_once(world: World) -> None:
    said = turns_of_users("letter-", users=4, each=3)
    victim = world.worker(crash_at="letter-parked:1")
    await world.send(said[:6])
    world.producer.send_raw(b"letter-0", b"{no json")
    await world.dies(victim)

    world.worker()
    await world.send(said[6:])
    counts = await world.checked()

    assert counts.letters == {"admit": 1}
    assert counts.outcomes["indexed"] == len(said)


async def test_a_consolidator_that_stood_still_and_goes_on_writes_nothing_that_counts(world: World) -> None:
    said = turns_of_users("zombie-", users=4, each=20)
    zombie = world.worker(crash_at="consolidate-decided:3:stop")
    await world.send(said[:40])
    await world.stands(zombie)
    world.worker()
    await world.send(said[40:])
    await world.settled()

    zombie.send(signal.SIGCONT)
    await world.says(zombie, "somebody else wrote to the commit log")
    counts = await world.checked()

    assert counts.void > 0
    assert counts.outcomes["indexed"] == len(said)


@LONG
async def test_an_indexer_that_stood_still_and_goes_on_changes_nothing_back(world: World) -> None:
    # Every fifth turn changes the user's number: what the zombie still holds is out of date.
    said = turns_of_users("late-", users=4, each=20)
    zombie = world.worker(crash_at="mid-index:2:stop")
    await world.send(said[:40])
    await world.stands(zombie)
    world.worker()
    await world.send(said[40:])
    await world.settled()

    before = indexed(world.url)
    zombie.send(signal.SIGCONT)
    await world.says(zombie, "commit_refused")
    counts = await world.checked()

    assert indexed(world.url) == before
    assert counts.outcomes["indexed"] == len(said)


@LONG
async def test_stages_apart_do_what_all_do_in_one_process(world: World) -> None:
    said = turns_of_users("apart-", users=4, each=5)
    workers = [world.worker(stages) for stages in ("admit,score", "describe", "embed,consolidate", "index")]
    await world.send(said)
    counts = await world.checked()

    assert counts.outcomes["indexed"] == len(said)
    assert [worker.end(signal.SIGTERM) for worker in workers] == [0, 0, 0, 0]


async def test_when_all_workers_die_writes_go_on_and_the_next_worker_catches_up(world: World) -> None:
    said = turns_of_users("alone-", users=4, each=25)
    workers = [world.worker(), world.worker("index,consolidate")]
    await world.send(said[:60])
    for worker in workers:
        worker.end(signal.SIGKILL)

    await world.send(said[60:])
    world.worker()
    counts = await world.checked()

    assert counts.outcomes["indexed"] == len(said)


async def test_when_committed_offsets_are_deleted_everything_is_read_again_and_nothing_is_done_again(
    world: World,
) -> None:
    said = turns_of_users("offsets-", users=4, each=10)
    worker = world.worker()
    await world.send(said[:20])
    await world.settled()
    assert worker.end(signal.SIGTERM) == 0
    before = indexed(world.url)
    async with world.installation() as installation:
        groups = [group_of(installation, stage) for stage in STAGES]
        written = await _count(world)

    await _delete_groups(world, groups)
    world.worker()
    await world.settled()
    again = indexed(world.url)
    await world.send(said[20:])
    counts = await world.checked()

    # Compared before the new turns, which change what the earlier ones said.
    assert again == before
    # The inbox is admitted again from its beginning; each of these turns is known.
    assert counts.outcomes["indexed"] == len(said)
    assert await _count(world) >= written


@LONG
async def test_a_local_copy_that_is_damaged_or_gone_costs_only_time(world: World) -> None:
    said = turns_of_users("disk-", users=4, each=10)
    worker = world.worker()
    await world.send(said[:20])
    await world.settled()
    assert await world.ends(worker) == 0

    copies = [file for file in sorted((world.place.folder / "worker").rglob("*.db")) if file.stat().st_size]
    for number, file in enumerate(copies):
        if number % 2:
            file.write_bytes(b"garbage " * 5_000)
        else:
            file.unlink()
    world.worker()
    await world.send(said[20:])
    counts = await world.checked()

    assert copies
    assert counts.outcomes["indexed"] == len(said)


async def test_an_event_that_is_delivered_three_times_is_remembered_once(world: World) -> None:
    said = turns_of_users("thrice-", users=4, each=10)
    world.worker()

    await world.send(said, times=3)
    counts = await world.checked()

    assert counts.outcomes["indexed"] == len(said)
    assert counts.outcomes["duplicate"] == 2 * len(said)


@LONG
@pytest.mark.parametrize("seconds", [12, 60])
async def test_while_workers_join_and_leave_every_three_seconds_nothing_is_lost(world: World, seconds: int) -> None:
    stays = world.worker()
    comer = None
    said: list[Said] = []
    for turn in range(seconds // 3):
        batch = turns_of_users(f"restless{seconds}-{turn}-", users=4, each=10)
        said += batch
        await world.send(batch)
        if comer is None:
            comer = world.worker()
        else:
            comer.send(signal.SIGTERM)
            comer = None
        # The beat of the fault itself, not a wait for an effect.
        await asyncio.sleep(3)

    counts = await world.checked()

    assert stays.running
    assert counts.outcomes["indexed"] == len(said)


async def _count(world: World) -> int:
    async with world.installation() as installation:
        topics = (TURNS, embedded(1), memories(1))
        found = [await everything(installation, topic, part) for topic in topics for part in range(PARTITIONS)]
        return sum(map(len, found))


async def _delete_groups(world: World, groups: list[str]) -> None:
    """Once the broker has let their members go: those with a static name are missed only when their session ends."""
    admin = AdminClient({"bootstrap.servers": world.place.bootstrap})
    left = list(groups)

    async def gone() -> bool:
        for group, future in admin.delete_consumer_groups(left).items():
            try:
                await asyncio.to_thread(future.result)
            except KafkaException as error:
                if error.args[0].code() != KafkaError.NON_EMPTY_GROUP:
                    raise
            else:
                left.remove(group)
        return not left

    await world.until("the groups are deleted", gone)


async def test_the_oracle_sees_what_is_lost_what_is_changed_and_what_is_too_much(world: World) -> None:
    """The last one here: afterwards nothing is as it should be."""
    world.worker()
    await world.send(turns_of_users("oracle-", users=2, each=5))
    await world.checked()
    world.rest()
    (one, *_) = world.documents()
    source = one["_source"]

    async def verdict() -> str:
        async with world.installation() as installation:
            try:
                await examine(installation, world.url, world.journal)
            except AssertionError as error:
                return str(error)
        return "all is well"

    verdicts = [await verdict()]
    for changed in (None, {**source, "version": source["version"] - 1}, {**source, "digest": "0" * 32}, source):
        world.overwrite(one["_id"], changed)
        verdicts.append(await verdict())
    world.overwrite(f"{one['_id']}0", {**source, "memory_id": "m0"})
    verdicts.append(await verdict())
    world.journal.write(["sent ghost oracle-0 99", "acked ghost"])
    verdicts.append(await verdict())

    assert [told.partition(":")[0] for told in verdicts] == [
        "all is well",
        "1 memories are not in the index",
        "1 memories differ",
        "1 memories differ",
        "all is well",
        "1 memories are in the index and not in the log",
        "1 acknowledged turns are lost",
    ]
