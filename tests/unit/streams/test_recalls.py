"""Recalls: kept behind the answer, found again, gone with their user."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from api.recalls import RecalledItem, RecallRecord
from schemas.queries import SearchQuery
from schemas.topics import RECALLS
from streams import recalls
from streams.keyring import Keyring, make_master_key
from streams.log import LogRecord
from streams.recalls import LoggedRecalls
from streams.sqlite_keys import SqliteKeys
from streams.sqlite_log import SqliteLog

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def recall(number: int, user: str = "ana") -> RecallRecord:
    return RecallRecord(
        recall_id=f"r{number}",
        tenant="t",
        user=user,
        surface="search",
        query=SearchQuery(user=user, query="where is the heron"),
        items=(RecalledItem(memory_id="m_1", score=0.5, relevance=0.5),),
        abstained=False,
        generation=1,
        recipe="g/1",
        recorded_at=NOW,
    )


@pytest.fixture
async def log(tmp_path: Path) -> AsyncIterator[SqliteLog]:
    opened = await SqliteLog.open(tmp_path / "log.db")
    yield opened
    await opened.close()


@pytest.fixture
async def keyring(log: SqliteLog, tmp_path: Path) -> Keyring:
    return await Keyring.open(await SqliteKeys.open(log.file), make_master_key(tmp_path / "master.key"))


def archive(log: SqliteLog, keyring: Keyring) -> LoggedRecalls:
    async def read(topic: str, partition: int, key: bytes) -> list[LogRecord]:
        return await log.read_key(topic, partition, key, after=-1, limit=4)

    return LoggedRecalls(log, keyring, read)


async def written(log: SqliteLog, keyring: Keyring, *kept: RecallRecord) -> None:
    first = archive(log, keyring)
    first.start()
    for one in kept:
        first.keep(keyring.user_key("t", one.user), one)
    await first.close()


async def test_a_recall_is_found_at_once_and_after_a_restart(log: SqliteLog, keyring: Keyring) -> None:
    first = archive(log, keyring)
    first.start()
    first.keep(keyring.user_key("t", "ana"), recall(1))

    assert await first.find("t", "r1") == recall(1)
    await first.close()
    assert await archive(log, keyring).find("t", "r1") == recall(1)


async def test_another_tenant_does_not_find_it(log: SqliteLog, keyring: Keyring) -> None:
    await written(log, keyring, recall(1))

    assert await archive(log, keyring).find("other", "r1") is None
    assert await archive(log, keyring).find("t", "r2") is None


async def test_an_erased_users_recalls_cannot_be_read_any_more(log: SqliteLog, keyring: Keyring) -> None:
    await written(log, keyring, recall(1), recall(2, "bo"))

    await keyring.destroy_user(keyring.user_key("t", "ana"))

    assert await archive(log, keyring).find("t", "r1") is None
    assert await archive(log, keyring).find("t", "r2") is not None


async def test_what_is_held_of_an_erased_user_goes_at_once(log: SqliteLog, keyring: Keyring) -> None:
    held = archive(log, keyring)
    held.keep(keyring.user_key("t", "ana"), recall(1))

    held.forget_user(keyring.user_key("t", "ana"))

    assert await held.find("t", "r1") is None


async def test_the_log_holds_no_word_of_a_recall_in_the_clear(log: SqliteLog, keyring: Keyring) -> None:
    await written(log, keyring, recall(1))

    pages = [await log.read(RECALLS, partition, after=-1, limit=10) for partition in range(log.partitions)]
    raw = b"".join(record.value or b"" for page in pages for record in page)
    assert raw
    assert b"heron" not in raw


async def test_more_than_can_be_held_is_counted_as_dropped(
    log: SqliteLog, keyring: Keyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recalls, "HELD_MAX", 2)
    dropped: list[int] = []
    held = LoggedRecalls(log, keyring, None, dropped=lambda: dropped.append(1))

    for number in range(4):
        held.keep(keyring.user_key("t", "ana"), recall(number))

    assert len(dropped) == 2
    assert await held.find("t", "r0") is None
