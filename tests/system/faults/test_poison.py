"""Records that nobody can read or use: each has a dead letter with the reason, and its neighbours go on."""

from __future__ import annotations

import asyncio
import json

import pytest
from confluent_kafka import KafkaException, Producer, TopicPartition
from confluent_kafka.admin import AdminClient, AlterConfigOpType, ConfigEntry, ConfigResource, ResourceType
from pydantic import BaseModel

from schemas.codec import Header, encode
from schemas.topics import INBOX, TURNS
from streams.keyring import CONTROL_KEY
from streams.log import NewRecord
from streams.partitioner import partition_of
from tests.system.faults.foreign import Said, turns_of
from tests.system.faults.oracle import everything, letters_of
from tests.system.faults.world import PARTITIONS, World

pytestmark = [pytest.mark.scenario("distributed"), pytest.mark.timeout(900)]

MEGABYTE = 1_000_000
USER = b"poison"
BAD: dict[bytes | None, str] = {
    b"{no json": "JSON",
    b'{"session": "s", "content": "\xff\xfe"}': "JSON",
    None: "no value",
    b"null": "object",
    b"[]": "object",
    b'{"session": "s"}': "content",
    b'{"session": "s", "content": "x", "colour": "red"}': "colour",
    b'{"session": "s", "content": "  "}': "blank",
    b'{"session": "s", "content": "x", "role": "oracle"}': "role",
    b'{"session": "s", "content": "x", "occurred_at": "yesterday"}': "occurred_at",
    json.dumps({"session": "s", "content": "long " * 20_000}).encode(): "65536",
    json.dumps({"session": "s" * 5_000, "content": "x"}).encode(): "session",
}


class Sung(BaseModel):
    """An event of a type that nobody knows."""

    type: str = "TurnSung"
    event_id: str = "sung"
    tenant: str = "default"
    user: str = "turns-poison"


async def test_bad_records_of_the_inbox_are_parked_with_the_reason_and_their_neighbours_are_remembered(
    world: World,
) -> None:
    before, after = turns_of("poison", 5), turns_of("poison", 5, start=5)
    world.worker()

    await world.send(before)
    for value in BAD:
        world.producer.send_raw(USER, value)
    world.producer.send_raw(None, b'{"session": "s", "content": "of nobody"}')
    await world.send(after)
    counts = await world.checked()

    async with world.installation() as installation:
        parked = {letter.value: letter for letter in await letters_of(installation)}
    assert counts.outcomes["indexed"] == len(before + after)
    assert counts.letters == {"admit": len(BAD) + 1}
    for value, reason in BAD.items():
        assert reason in parked[value].error, (value, parked[value].error)


async def test_a_record_of_ten_megabytes_is_refused_to_its_producer(world: World) -> None:
    value = json.dumps({"session": "s", "content": "x" * 10 * MEGABYTE}).encode()

    with pytest.raises(KafkaException, match="MSG_SIZE_TOO_LARGE"):
        world.producer.send_raw(USER, value)


@pytest.mark.long
async def test_an_inbox_that_takes_ten_megabytes_does_not_stop_the_worker(world: World) -> None:
    """Somebody raised the limit of the topic: what comes is parked as far as a letter can hold it."""
    _raise_limit(world)
    before, after = turns_of("huge", 5), turns_of("huge", 5, start=5)
    worker = world.worker()

    await world.send(before)
    for size in (2, 10):
        content = "x" * size * MEGABYTE
        world.send_large(b"huge", json.dumps({"session": "s", "content": content}).encode())
    await world.send(after)
    counts = await world.checked()

    assert worker.running
    assert counts.outcomes["indexed"] == len(before + after)
    assert counts.letters["admit"] == 2


@pytest.mark.long
async def test_records_that_the_inbox_lost_before_they_were_read_leave_one_letter_and_the_rest_is_remembered(
    world: World,
) -> None:
    """By retention, while no worker ran."""
    before, after = turns_of("gap", 3), turns_of("gap", 3, start=3)
    worker = world.worker()
    await world.send(before)
    await world.settled()
    assert await world.ends(worker) == 0
    partition, end = await asyncio.to_thread(_lose, world, b"gap", [b'{"session": "s", "content": "lost"}'] * 4)
    await world.send(after)

    world.worker()
    counts = await world.checked()

    async with world.installation() as installation:
        (letter,) = [one for one in await letters_of(installation) if "retention" in one.error]
    assert (letter.topic, letter.partition) == (INBOX, partition)
    assert f"records {end - 4} to {end - 1} were deleted" in letter.error
    assert counts.letters == {"admit": 1}
    assert counts.outcomes["indexed"] == len(before + after)


async def test_records_of_turns_that_cannot_be_read_are_parked_and_their_neighbours_are_remembered(
    world: World,
) -> None:
    before, after = turns_of("turns-poison", 3), turns_of("turns-poison", 3, start=3)
    world.worker()
    await world.send([*before, Said("stranger", 0)])
    await world.settled()

    async with world.installation() as installation:
        owner = installation.keyring.user_key("default", "turns-poison")
        partition = partition_of(owner.encode(), PARTITIONS)
        stranger = installation.keyring.user_key("default", "stranger")
        foreign = [
            record.value
            for part in range(PARTITIONS)
            for record in await everything(installation, TURNS, part)
            if record.key == stranger.encode()
        ]
        header = Header(type="TurnSung", user_key=owner, key_id=CONTROL_KEY)
        values = (
            b"garbage",
            b"",
            b"MN1\n" + b"\x00" * 50,
            # Somebody else's record under this user's key.
            foreign[0] or b"",
            encode(header, Sung(), installation.keyring),
        )
        await installation.log.append(TURNS, [NewRecord(partition, owner.encode(), value) for value in values])
    await world.send(after)
    counts = await world.checked()

    assert counts.outcomes["indexed"] == len(before + after) + 1
    assert counts.outcomes["dead-lettered"] == len(values)
    assert sum(counts.letters.values()) == len(values)


async def test_a_record_of_a_newer_version_holds_its_partition_alone_and_is_not_parked(world: World) -> None:
    """The last one here: only a newer program gets past it."""
    worker = world.worker()
    async with world.installation() as installation:
        keys = [installation.keyring.user_key("default", f"newer-{number}") for number in range(12)]
        places = {f"newer-{number}": partition_of(key.encode(), PARTITIONS) for number, key in enumerate(keys)}
        held = places["newer-0"]
        letters = len(await letters_of(installation))
        await installation.log.append(TURNS, [NewRecord(held, keys[0].encode(), b"MN9\n" + b"\x00" * 50)])
    free = next(user for user, partition in places.items() if partition != held)

    await world.send(turns_of(free, 5))
    await world.says(worker, "stage_held")
    shown = await world.shown_at_end(places[free])
    async with world.installation() as installation:
        after = len(await letters_of(installation))

    assert shown
    assert after == letters
    assert "upgrade" in worker.told()
    assert await asyncio.to_thread(worker.end) is not None


def _lose(world: World, key: bytes, values: list[bytes]) -> tuple[int, int]:
    """Produce records of one user and delete them, with all before them; their partition, and the offset after them."""
    places: list[tuple[int, int]] = []
    producer = Producer({"bootstrap.servers": world.place.bootstrap})
    for value in values:
        producer.produce(
            INBOX, key=key, value=value, on_delivery=lambda _, m: places.append((m.partition(), m.offset()))
        )
    assert producer.flush(60) == 0
    partition, last = max(places)
    admin = AdminClient({"bootstrap.servers": world.place.bootstrap})
    for future in admin.delete_records([TopicPartition(INBOX, partition, last + 1)]).values():
        future.result(30)
    return partition, last + 1


def _raise_limit(world: World) -> None:
    admin = AdminClient({"bootstrap.servers": world.place.bootstrap})
    entry = ConfigEntry("max.message.bytes", str(12 * MEGABYTE), incremental_operation=AlterConfigOpType.SET)
    resource = ConfigResource(ResourceType.TOPIC, INBOX, incremental_configs=[entry])
    for future in admin.incremental_alter_configs([resource]).values():
        future.result(30)
