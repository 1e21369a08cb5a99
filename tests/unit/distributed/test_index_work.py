"""IndexWork: what the index refuses is told by a letter and by its outcome, before the position counts as done."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from indexers.index import Document, IndexBatch, MemoryIndex, Rejected
from schemas.errors import UnavailableError
from schemas.topics import DEADLETTERS, memories
from streams.crashpoints import NO_CRASH
from streams.deadletters import DeadLetters
from streams.distributed.index_work import IndexWork
from streams.distributed.installation import Installation
from tests.scenario.light import open_runtime, turn

NOW = datetime(2026, 5, 1, tzinfo=UTC)
WAIT_S = 30.0


class Refusing:
    """An index that refuses every fact. `batches`: what it was asked for; `parked`: letters that were there then."""

    def __init__(self, letters: DeadLetters, partition: int) -> None:
        self.batches: list[IndexBatch] = []
        self.parked: list[int] = []
        self._letters, self._partition = letters, partition

    async def apply(self, batch: IndexBatch) -> list[Rejected]:
        self.batches.append(batch)
        self.parked.append(len(await self._letters.read(self._partition)))
        facts = [c.memory for c in batch.changes if isinstance(c, Document) and c.memory.resolution == "fact"]
        return [Rejected(memory.memory_id, "400 mapper_parsing_exception") for memory in facts]


class Slow:
    """An index whose first changes are held until `let_go`, and then refused by a server that is away, if `away`."""

    def __init__(self, *, away: bool) -> None:
        self.let_go = asyncio.Event()
        self.passed = asyncio.Event()
        self.watermarks: list[int] = []
        self.asked = 0
        self._away = away

    async def apply(self, batch: IndexBatch) -> list[Rejected]:
        self.asked += 1
        if self.asked == 1:
            await self.let_go.wait()
            if self._away:
                raise UnavailableError("away")
        else:
            self.passed.set()
        if batch.watermark >= 0:
            self.watermarks.append(batch.watermark)
        return []


@pytest.mark.parametrize("away", [False, True])
async def test_a_page_that_is_written_beside_the_one_before_is_done_only_after_it(tmp_path: Path, away: bool) -> None:
    runtime = await open_runtime(tmp_path)
    (first, second) = await runtime.writer.append([turn(0), turn(1)])
    runtime.start()
    assert await runtime.settled(WAIT_S)
    turns, keyring, partition = runtime.parts.turns, runtime.parts.keyring, first.partition
    records = await runtime.parts.generation.read(memories(1), partition, after=-1, limit=100)
    place = SimpleNamespace(log=turns, keyring=keyring, crash=NO_CRASH)
    slow = Slow(away=away)
    index = cast("MemoryIndex", slow)
    work = IndexWork(cast("Installation", place), DeadLetters(turns, keyring), _never, lambda: NOW)
    work.begin(partition, -1)

    before = asyncio.create_task(work.write(index, partition, work.prepare(partition, records[:1])))
    after = asyncio.create_task(work.write(index, partition, work.prepare(partition, records[1:]), before))
    await slow.passed.wait()
    ahead = list(slow.watermarks)
    slow.let_go.set()
    outcomes = await asyncio.gather(before, after, return_exceptions=True)

    assert ahead == []
    if away:
        assert [type(outcome) for outcome in outcomes] == [UnavailableError, UnavailableError]
        assert (slow.watermarks, work.indexed(partition)) == ([], -1)
    else:
        assert slow.watermarks == [first.offset, second.offset]
        assert work.indexed(partition) == second.offset
    await runtime.close()


async def test_ids_that_the_index_refused_are_not_told_as_indexed(tmp_path: Path) -> None:
    runtime = await open_runtime(tmp_path)
    (plain, telling) = await runtime.writer.append([turn(0), turn(1, "my phone is 123 and i like tea")])
    runtime.start()
    assert await runtime.settled(WAIT_S)
    turns, keyring, partition = runtime.parts.turns, runtime.parts.keyring, plain.partition
    records = await runtime.parts.generation.read(memories(1), partition, after=-1, limit=100)
    letters = DeadLetters(turns, keyring)
    place = SimpleNamespace(log=turns, keyring=keyring, crash=NO_CRASH)
    index = Refusing(letters, partition)
    told: list[str] = []
    work = IndexWork(
        cast("Installation", place), letters, _never, lambda: NOW, lambda state, seconds: told.append(state)
    )
    work.begin(partition, -1)

    await work.apply(cast("MemoryIndex", index), partition, records)

    first, last = index.batches
    outcomes = {one.offset: one.outcome for one in last.outcomes}
    assert (first.outcomes, first.watermark, last.changes, last.watermark) == ((), -1, [], telling.offset)
    assert index.parked == [0, 2], "the letters are durable before the position is done"
    assert (outcomes[plain.offset].state, outcomes[plain.offset].memories) == ("indexed", 1)
    assert (outcomes[telling.offset].state, outcomes[telling.offset].memories) == ("dead-lettered", 1)
    assert "2 of 3 memories refused" in outcomes[telling.offset].reason
    assert told == ["indexed", "dead-lettered"]
    assert len(await turns.read(DEADLETTERS, partition, after=-1, limit=9)) == 2
    await runtime.close()


async def _never() -> MemoryIndex:
    raise AssertionError("nobody opens an index here")
