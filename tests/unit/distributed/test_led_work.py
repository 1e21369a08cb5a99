"""One generation leads, the others follow it and destroy nothing, and a promotion exchanges their roles."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from schemas.topics import memories
from streams.distributed.generation_book import GenerationBook, of_generation
from streams.distributed.installation import Installation, Place
from streams.distributed.led_work import LedWork
from streams.distributed.work import ResumeError
from streams.log import LogRecord, NewRecord
from tests.scenario.light import START
from tests.unit.distributed.consolidating import MemoryKeys, MemoryLog

PLACE = Place("nowhere", Path("nowhere"), 1)


class Deciding:
    """Stands for ConsolidateWork: keeps what it was given."""

    def __init__(self, destroys: bool) -> None:
        self.destroys = destroys
        self.closed = False
        self.given: list[int] = []

    async def resume(self, partition: int, committed: object) -> None: ...

    async def process(self, partition: int, records: Sequence[LogRecord]) -> None:
        assert not self.closed
        self.given += [int(record.headers["offset"]) for record in records]

    async def close(self) -> None:
        self.closed = True


class Two:
    """Two generations over one log; `made`: every decider that each was given."""

    def __init__(self) -> None:
        self.log, self.keys = MemoryLog(), MemoryKeys()
        first = Installation(PLACE, cast(Any, self.log), cast(Any, self.keys), cast(Any, None))
        self.book = GenerationBook(first)
        self.made: dict[int, list[Deciding]] = {1: [], 2: []}
        self.works = {number: self._work(of_generation(first, number)) for number in (1, 2)}

    def _work(self, installation: Installation) -> LedWork:
        def made(destroys: bool) -> Any:
            self.made[installation.generation].append(Deciding(destroys))
            return self.made[installation.generation][-1]

        return LedWork(installation, GenerationBook(installation), made)

    async def decided(self, number: int, position: int) -> None:
        """The generation's commit log reaches this position."""
        await self.log.append(memories(number), [NewRecord(0, b"u", b"", {"offset": str(position).encode()})])


def at(position: int) -> LogRecord:
    return LogRecord("t", 0, position, b"u", b"", {"offset": str(position).encode()}, START)


async def test_one_that_is_not_live_never_passes_the_live_one() -> None:
    two = Two()
    await two.works[2].resume(0, None)
    following = asyncio.create_task(two.works[2].process(0, [at(0)]))
    await asyncio.sleep(0)
    waited = not following.done()

    await two.decided(1, 0)
    await following

    assert waited
    assert two.made[2][-1].given == [0]


async def test_only_the_live_one_destroys_keys_and_a_promotion_exchanges_the_roles() -> None:
    two = Two()
    for work in two.works.values():
        await work.resume(0, None)
    await two.works[1].process(0, [at(0)])
    before = {number: made[-1].destroys for number, made in two.made.items()}

    await two.book.lead(2)
    for work in two.works.values():
        with pytest.raises(ResumeError):
            await work.process(0, [at(1)])
        await work.resume(0, None)
    await two.works[2].process(0, [at(0)])

    assert before == {1: True, 2: False}
    assert {number: made[-1].destroys for number, made in two.made.items()} == {1: False, 2: True}
    assert all(made[0].closed for made in two.made.values())


async def test_a_batch_at_work_ends_before_its_role_changes() -> None:
    two = Two()
    work = two.works[2]
    for partition in (0, 1):
        await work.resume(partition, None)
    waiting = asyncio.create_task(work.process(0, [at(5)]))
    await asyncio.sleep(0)

    await two.book.lead(2)
    await work.resume(1, None)

    assert waiting.done()
    assert two.made[2][0].given == [5]
    assert two.made[2][0].closed
