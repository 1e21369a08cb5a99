"""How far a commit log is decided, whatever a writer that came late has put behind it."""

from __future__ import annotations

from schemas.topics import memories
from streams.commit_log import Chain, SealedPosition, linked
from streams.distributed.records import decided_position
from tests.unit.distributed.consolidating import MemoryLog

TOPIC = memories(1)
SECRET = b"secret"


def sealed(*positions: int) -> list[SealedPosition]:
    return [SealedPosition(position, "u", (b"",)) for position in positions]


async def test_an_empty_commit_log_has_decided_nothing() -> None:
    assert await decided_position(MemoryLog(), TOPIC, 0) == -1


async def test_the_void_records_of_a_writer_that_came_late_take_nothing_back() -> None:
    log = MemoryLog()
    early, chain = linked(SECRET, 0, Chain(), sealed(0, 1))
    late, _ = linked(SECRET, 0, chain, sealed(2, 3))
    true, _ = linked(SECRET, 0, chain, sealed(*range(2, 100)))

    await log.append(TOPIC, [*early, *true])
    before = await decided_position(log, TOPIC, 0)
    await log.append(TOPIC, late)

    assert before == 99
    assert await decided_position(log, TOPIC, 0) == 99
