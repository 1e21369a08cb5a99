"""What the SQLite log promises beyond the contract: durability, full disks, damage, unique ids."""

from __future__ import annotations

import asyncio
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from schemas.errors import ConfigurationError, EventConflictError, FolderCorruptError, StorageFullError
from streams.log import NewRecord
from streams.sqlite_file import connect
from streams.sqlite_log import SqliteLog

TOPIC = "mnemolog.turns"


def small_disk(pages: int):  # type: ignore[no-untyped-def]
    def connect_small(path: Path) -> sqlite3.Connection:
        connection = connect(path)
        connection.execute(f"PRAGMA max_page_count={pages}")
        return connection

    return connect_small


def identified(identity: str, content: str, *, key: bytes = b"u1") -> NewRecord:
    return NewRecord(0, key, content.encode(), {"id": identity.encode(), "content": content.encode()})


async def test_what_was_appended_is_there_after_a_restart(tmp_path: Path) -> None:
    log = await SqliteLog.open(tmp_path / "log.db")
    await log.append(TOPIC, [NewRecord(2, b"u", b"one"), NewRecord(2, b"u", b"two")])
    await log.close()

    log = await SqliteLog.open(tmp_path / "log.db")

    assert [r.value for r in await log.read(TOPIC, 2, after=-1, limit=9)] == [b"one", b"two"]
    assert await log.append(TOPIC, [NewRecord(2, b"u", b"three")]) == [2]
    await log.close()


async def test_a_full_disk_keeps_nothing_of_the_call_and_the_log_goes_on_when_there_is_room(tmp_path: Path) -> None:
    log = await SqliteLog.open(tmp_path / "log.db", connect=small_disk(40))
    await log.append(TOPIC, [NewRecord(0, b"u", b"kept")])

    with pytest.raises(StorageFullError, match=r"log\.db"):
        await log.append(TOPIC, [NewRecord(0, b"u", b"x" * 60_000) for _ in range(6)])

    assert await log.end(TOPIC, 0) == 1
    assert await log.append(TOPIC, [NewRecord(0, b"u", b"small")]) == [1]
    assert [r.value for r in await log.read(TOPIC, 0, after=-1, limit=9)] == [b"kept", b"small"]
    await log.close()


async def test_a_call_that_does_not_fit_fails_without_its_neighbours(tmp_path: Path) -> None:
    log = await SqliteLog.open(tmp_path / "log.db", connect=small_disk(40))
    await log.append(TOPIC, [NewRecord(0, b"u", b"first")])

    answers = await asyncio.gather(
        *(log.append(TOPIC, [NewRecord(0, b"u", v)]) for v in (b"a", b"x" * 400_000, b"b")), return_exceptions=True
    )

    assert [type(a) for a in answers] == [list, StorageFullError, list]
    assert [r.value for r in await log.read(TOPIC, 0, after=-1, limit=9)] == [b"first", b"a", b"b"]
    await log.close()


@pytest.mark.parametrize("damage", ["garbage", "truncated", "last page"])
async def test_a_damaged_file_is_refused_with_its_name_and_a_remedy(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "log.db"
    log = await SqliteLog.open(path)
    await log.append(TOPIC, [NewRecord(0, b"u", b"x" * 3_000) for _ in range(50)])
    await log.close()
    whole = path.read_bytes()
    left = {"garbage": b"garbage " * 1_000, "truncated": whole[: len(whole) // 2 - 100], "last page": whole[:-4_096]}
    path.write_bytes(left[damage])

    with pytest.raises(FolderCorruptError, match=r"log\.db") as refusal:
        await SqliteLog.open(path)

    assert "backup" in refusal.value.hint


async def test_a_file_of_a_newer_layout_or_another_number_of_partitions_is_refused(tmp_path: Path) -> None:
    log = await SqliteLog.open(tmp_path / "log.db", partitions=4)
    await log.close()

    with pytest.raises(ConfigurationError, match="4 partitions"):
        await SqliteLog.open(tmp_path / "log.db", partitions=8)
    with sqlite3.connect(tmp_path / "log.db") as db:
        db.execute("PRAGMA user_version=99")
    with pytest.raises(ConfigurationError, match="layout 99"):
        await SqliteLog.open(tmp_path / "log.db")


async def test_a_known_id_answers_its_old_offset_and_other_content_is_a_conflict(tmp_path: Path) -> None:
    log = await SqliteLog.open(tmp_path / "log.db")
    await log.append_unique(TOPIC, [identified("a", "one"), identified("b", "two")])

    again = await log.append_unique(TOPIC, [identified("c", "three"), identified("a", "one"), identified("c", "three")])
    other_user = await log.append_unique(TOPIC, [identified("a", "other", key=b"u2")])
    with pytest.raises(EventConflictError):
        await log.append_unique(TOPIC, [identified("d", "four"), identified("b", "changed")])

    assert again == [2, 0, 2]
    assert other_user == [3]
    assert await log.end(TOPIC, 0) == 4
    assert await log.find_id(TOPIC, b"u1", b"b") == 1
    assert await log.find_id(TOPIC, b"u1", b"d") is None
    await log.close()


async def test_of_many_concurrent_writers_of_one_id_exactly_one_is_first(tmp_path: Path) -> None:
    log = await SqliteLog.open(tmp_path / "log.db")

    answers = await asyncio.gather(
        *(log.append_unique(TOPIC, [identified("same", f"content {n % 2}")]) for n in range(60)), return_exceptions=True
    )

    assert await log.end(TOPIC, 0) == 1
    assert [a for a in answers if isinstance(a, list)] == [[0]] * 30
    assert sum(isinstance(a, EventConflictError) for a in answers) == 30
    await log.close()


async def test_one_users_records_are_found_by_key(tmp_path: Path) -> None:
    log = await SqliteLog.open(tmp_path / "log.db")
    await log.append(TOPIC, [NewRecord(0, b"u1" if n % 3 else b"u2", str(n).encode()) for n in range(9)])

    found = await log.read_key(TOPIC, 0, b"u2", after=0, limit=5)

    assert [r.value for r in found] == [b"3", b"6"]
    await log.close()


async def test_a_caller_who_gives_up_does_not_hide_the_record_from_others(tmp_path: Path) -> None:
    log = await SqliteLog.open(tmp_path / "log.db")
    await log.append(TOPIC, [NewRecord(0, b"u", b"first")])
    impatient = asyncio.create_task(log.append(TOPIC, [NewRecord(0, b"u", b"second")]))
    await asyncio.sleep(0)
    impatient.cancel()

    await asyncio.gather(impatient, return_exceptions=True)

    assert await log.wait(TOPIC, 0, after=0, timeout_s=10)
    assert await log.append(TOPIC, [NewRecord(0, b"u", b"third")]) == [2]
    await log.close()


async def test_what_is_too_old_is_trimmed_and_offsets_go_on(tmp_path: Path) -> None:
    log = await SqliteLog.open(tmp_path / "log.db")
    await log.append(TOPIC, [NewRecord(p, b"u", str(n).encode()) for n in range(3) for p in (0, 2)])
    await log.append("other", [NewRecord(0, b"u", b"x"), NewRecord(0, b"u", b"y")])
    later = datetime.now(UTC) + timedelta(seconds=5)

    trimmed = await log.trim(TOPIC, later)

    assert trimmed == 4
    assert await log.first(TOPIC, 0) == 2
    assert await log.append(TOPIC, [NewRecord(0, b"u", b"3")]) == [3]
    assert await log.first(TOPIC, 1) == 0
    assert len(await log.read("other", 0, after=-1, limit=9)) == 2
    await log.close()
    log = await SqliteLog.open(tmp_path / "log.db")
    assert [await log.end(TOPIC, p) for p in range(3)] == [4, 0, 3]
    await log.close()
