"""What every EventLog promises, whatever carries it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from streams.log import EventLog, NewRecord
from tests.contract.log_adapters import LOGS, NEED_SERVERS
from tests.contract.servers import require_servers

TOPIC = "mnemolog.turns"
OTHER_TOPIC = "mnemolog.recalls"


@pytest.fixture(params=sorted(LOGS))
async def log(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[EventLog]:
    if request.param in NEED_SERVERS:
        require_servers(request)
    async with LOGS[request.param](tmp_path) as opened:
        yield opened


def record(value: bytes, *, partition: int = 0, key: bytes = b"u1") -> NewRecord:
    return NewRecord(partition, key, value, {"id": value[:16], "empty": b""})


async def test_offsets_of_a_partition_start_at_zero_and_have_no_gaps(log: EventLog) -> None:
    first = await log.append(TOPIC, [record(b"a"), record(b"b")])
    second = await log.append(TOPIC, [record(b"c")])

    assert first == [0, 1]
    assert second == [2]
    assert await log.end(TOPIC, 0) == 3


async def test_what_was_appended_is_read_back_byte_for_byte(log: EventLog) -> None:
    value = bytes(range(256)) * 3
    before = datetime.now(UTC) - timedelta(seconds=5)
    await log.append(TOPIC, [NewRecord(1, b"key", value, {"a": b"\x00\xff", "ä": b""})])

    (read,) = await log.read(TOPIC, 1, after=-1, limit=10)

    assert (read.topic, read.partition, read.offset) == (TOPIC, 1, 0)
    assert (read.key, read.value, dict(read.headers)) == (b"key", value, {"a": b"\x00\xff", "ä": b""})
    assert before < read.timestamp < datetime.now(UTC) + timedelta(seconds=5)


async def test_partitions_and_topics_count_for_themselves(log: EventLog) -> None:
    offsets = await log.append(TOPIC, [record(b"a", partition=0), record(b"b", partition=3), record(b"c", partition=0)])
    other = await log.append(OTHER_TOPIC, [record(b"d", partition=0)])

    assert offsets == [0, 0, 1]
    assert other == [0]
    assert [r.value for r in await log.read(TOPIC, 3, after=-1, limit=9)] == [b"b"]


async def test_reading_goes_on_after_an_offset_and_stops_at_the_limit(log: EventLog) -> None:
    await log.append(TOPIC, [record(str(n).encode()) for n in range(7)])

    assert [r.offset for r in await log.read(TOPIC, 0, after=-1, limit=3)] == [0, 1, 2]
    assert [r.offset for r in await log.read(TOPIC, 0, after=2, limit=3)] == [3, 4, 5]
    assert [r.offset for r in await log.read(TOPIC, 0, after=5, limit=3)] == [6]
    assert await log.read(TOPIC, 0, after=6, limit=3) == []


async def test_an_empty_partition_ends_at_zero_and_begins_at_its_end(log: EventLog) -> None:
    await log.append(TOPIC, [record(b"a", partition=1)])

    assert await log.end(TOPIC, 0) == 0
    assert await log.first(TOPIC, 0) == 0
    assert await log.read(TOPIC, 0, after=-1, limit=5) == []
    assert await log.first(TOPIC, 1) == 0


async def test_nothing_to_append_is_no_work(log: EventLog) -> None:
    assert await log.append(TOPIC, []) == []


async def test_concurrent_appends_all_arrive_once_and_in_order_of_each_caller(log: EventLog) -> None:
    async def produce(name: int) -> list[int]:
        offsets = []
        for n in range(20):
            offsets += await log.append(TOPIC, [record(f"{name}.{n}".encode()), record(f"{name}.{n}+".encode())])
        return offsets

    answered = await asyncio.gather(*(produce(name) for name in range(8)))
    read = await log.read(TOPIC, 0, after=-1, limit=1_000)

    assert sorted(offset for offsets in answered for offset in offsets) == list(range(320))
    by_offset = {r.offset: r.value for r in read}
    for name, offsets in enumerate(answered):
        assert offsets == sorted(offsets)
        assert [by_offset[o] for o in offsets[::2]] == [f"{name}.{n}".encode() for n in range(20)]


async def test_waiting_ends_when_a_record_arrives(log: EventLog) -> None:
    await log.append(TOPIC, [record(b"a")])
    waiting = asyncio.create_task(log.wait(TOPIC, 0, after=0, timeout_s=30))
    await asyncio.sleep(0)

    await log.append(TOPIC, [record(b"b")])

    assert await waiting is True


async def test_waiting_for_what_is_there_returns_at_once_and_for_nothing_runs_out(log: EventLog) -> None:
    await log.append(TOPIC, [record(b"a")])

    assert await log.wait(TOPIC, 0, after=-1, timeout_s=30) is True
    assert await log.wait(TOPIC, 0, after=0, timeout_s=0.01) is False
    assert await log.wait(TOPIC, 1, after=-1, timeout_s=0.01) is False


async def test_many_waiters_of_different_partitions_are_woken_by_their_own_records(log: EventLog) -> None:
    waiting = [asyncio.create_task(log.wait(TOPIC, p, after=-1, timeout_s=30)) for p in (0, 0, 1)]
    idle = asyncio.create_task(log.wait(TOPIC, 2, after=-1, timeout_s=0.2))
    await asyncio.sleep(0)

    await log.append(TOPIC, [record(b"a", partition=0), record(b"b", partition=1)])

    assert await asyncio.gather(*waiting) == [True, True, True]
    assert await idle is False


async def test_the_epoch_and_the_number_of_partitions_are_known(log: EventLog) -> None:
    assert log.epoch >= 1
    assert log.partitions == 4
