"""How far a commit log is decided, whatever a writer that came late has put behind it."""

from __future__ import annotations

from schemas.topics import memories
from streams.commit_log import Chain, SealedPosition, linked
from streams.distributed.records import VOID_MAX, DecidedPositions
from tests.unit.distributed.consolidating import MemoryLog

TOPIC = memories(1)
SECRET = b"secret"


def sealed(*positions: int) -> list[SealedPosition]:
    return [SealedPosition(position, "u", (b"",)) for position in positions]


async def test_an_empty_commit_log_has_decided_nothing() -> None:
    assert await DecidedPositions(MemoryLog()).of(TOPIC, 0) == -1


async def test_the_void_records_of_a_writer_that_came_late_take_nothing_back() -> None:
    log = MemoryLog()
    early, chain = linked(SECRET, 0, Chain(), sealed(0, 1))
    late, _ = linked(SECRET, 0, chain, sealed(2, 3))
    true, _ = linked(SECRET, 0, chain, sealed(*range(2, 100)))

    looking = DecidedPositions(log)

    await log.append(TOPIC, [*early, *true])
    before = await looking.of(TOPIC, 0)
    await log.append(TOPIC, late)

    assert before == 99
    assert [await one.of(TOPIC, 0) for one in (looking, DecidedPositions(log))] == [99, 99]


async def test_what_was_read_is_not_read_again() -> None:
    log = MemoryLog()
    looking = DecidedPositions(log)
    records, chain = linked(SECRET, 0, Chain(), sealed(*range(2 * VOID_MAX)))
    await log.append(TOPIC, records)
    first = await looking.of(TOPIC, 0)
    read = log.read_count
    await log.append(TOPIC, linked(SECRET, 0, chain, sealed(2 * VOID_MAX))[0])

    assert (first, await looking.of(TOPIC, 0), await looking.of(TOPIC, 0)) == (2 * VOID_MAX - 1, *[2 * VOID_MAX] * 2)
    assert (read, log.read_count) == (VOID_MAX, VOID_MAX + 1)
