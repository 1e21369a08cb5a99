"""AdmitWork: what the inbox lost before it was read is said, and where."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from schemas.topics import INBOX
from streams.deadletters import DeadLetters
from streams.distributed.admit_work import AdmitWork
from streams.distributed.installation import Installation
from streams.distributed.work import Committed
from streams.letterbox import Letterbox
from tests.scenario.light import open_runtime

NOW = datetime(2026, 5, 1, tzinfo=UTC)


class Trimmed:
    """An inbox whose records before `kept` are gone."""

    epoch, partitions = 1, 4

    def __init__(self, kept: int) -> None:
        self.kept = kept

    async def first(self, topic: str, partition: int) -> int:
        assert topic == INBOX
        return self.kept

    async def append(self, topic: str, records: object) -> list[int]:
        raise AssertionError("nothing is admitted here")


@pytest.mark.parametrize(("committed", "lost"), [(None, ""), (12, ""), (9, "records 9 to 11 were deleted")])
async def test_a_gap_leaves_one_letter_that_names_it(tmp_path: Path, committed: int | None, lost: str) -> None:
    runtime = await open_runtime(tmp_path)
    turns, keyring = runtime.parts.turns, runtime.parts.keyring
    place = SimpleNamespace(log=Trimmed(12), keyring=keyring, partitions=4)
    work = AdmitWork(cast("Installation", place), DeadLetters(turns, keyring), tenant="default", now=lambda: NOW)
    box = Letterbox(turns, keyring, runtime.writer.append, now=lambda: NOW)

    for _ in range(2):  # A restart before anything was committed tells the same gap again.
        assert await work.resume(2, None if committed is None else Committed(committed)) is None
    letters = await box.letters("default")

    assert len(letters) == (1 if lost else 0)
    for letter in letters:
        assert (letter.stage, letter.topic, letter.partition, letter.offset) == ("admit", INBOX, 2, committed)
        assert lost in letter.error
    await runtime.close()
