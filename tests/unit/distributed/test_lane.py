"""A lane holds so much and no more, and says where it stands."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from streams.distributed.lane import LANE_BYTES_MAX, LANE_EVENTS_MAX, Lane
from streams.distributed.work import Committed
from streams.log import LogRecord

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def records(*offsets: int, size: int = 1) -> list[LogRecord]:
    return [LogRecord("t", 3, n, b"k", b"x" * size, {"offset": str(n + 100).encode()}, NOW) for n in offsets]


async def test_batches_come_in_order_and_no_larger_than_asked_for() -> None:
    lane = Lane(3)
    lane.put(records(0, 1, 2))

    assert [r.offset for r in await lane.next(2)] == [0, 1]
    assert [r.offset for r in await lane.next(2)] == [2]


async def test_a_lane_is_full_by_number_and_by_bytes_and_roomy_again_at_half() -> None:
    many, large = Lane(3), Lane(3)
    many.put(records(*range(LANE_EVENTS_MAX)))
    large.put(records(0, 1, size=LANE_BYTES_MAX // 2))
    assert (many.full, large.full) == (True, True)

    await many.next(LANE_EVENTS_MAX // 2)
    await large.next(1)

    assert (many.full, many.roomy) == (False, True)
    assert (large.full, large.roomy) == (False, True)


async def test_a_lane_that_ends_begins_nothing_more() -> None:
    waiting, filled = Lane(3), Lane(3)
    filled.put(records(0))
    taking = asyncio.create_task(waiting.next(1))
    await asyncio.sleep(0)

    waiting.end()
    filled.end()

    assert await taking == []
    assert await filled.next(1) == []
    await filled.pause(60)


async def test_a_lane_that_ends_while_its_last_batch_is_at_work_ends_with_it() -> None:
    lane = Lane(3)
    lane.put(records(0))
    assert len(await lane.next(1)) == 1

    lane.end()

    assert await asyncio.wait_for(lane.next(1), 10) == []


async def test_a_hold_names_the_position_in_turns_and_lasts_from_its_first_reason() -> None:
    lane = Lane(3)
    lane.put(records(7))
    await lane.next(1)

    assert lane.hold(7, "index away")
    assert lane.held is not None
    since = lane.held.since
    assert not lane.hold(7, "index away")
    assert lane.hold(7, "disk full")

    assert (lane.held.place, lane.held.reason, lane.held.since) == ("p3:107", "disk full", since)
    lane.finished(records(7)[0], Committed(8))
    assert (lane.held, lane.reached, lane.done) == (None, 8, Committed(8))


async def test_a_batch_at_work_is_told_by_its_position() -> None:
    lane = Lane(3)
    lane.put(records(7))
    (record,) = await lane.next(1)
    assert lane.at_work() is None

    lane.working(record)
    at_work = lane.at_work()

    assert at_work is not None
    assert at_work.place == "p3:107"
    lane.working(None)
    assert lane.at_work() is None
