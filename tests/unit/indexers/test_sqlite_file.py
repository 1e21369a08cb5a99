"""The index file: sealed, atomic, of one identity, and clear about what is wrong with it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from indexers.index import CandidateQuery, Document, EventOutcome, IndexBatch, Tombstone, Visibility
from indexers.sqlite import SqliteIndex
from indexers.sqlite.cache import ColumnsCache
from indexers.sqlite.database import connect, prepare, sqlite_errors
from indexers.sqlite.layout import TermHasher
from indexers.sqlite.writer import Writer
from schemas.dimensions import Dimensions, Entity
from schemas.errors import (
    ConfigurationError,
    FolderCorruptError,
    StorageFullError,
    UnavailableError,
    WrongSecretError,
)
from schemas.memories import Outcome
from schemas.position import Position
from tests.contract.index_adapters import DIMENSION, PARTITION, AesKeys, document, memory_of, scope_of

ANNA = scope_of("anna")
SEEN = Visibility(datetime(2027, 1, 1, tzinfo=UTC))
IDENTITY = {"generation": "1", "model": "use@1", "dimension": str(DIMENSION)}
PLANTED = (
    "Zanzibar",
    "桑给巴尔",
    "Quagga",
    "plantedtag",
    "anna",
    "acme",
    "session-x",
    "event-77",
    "zanzibar",
    "quagga",
)


@asynccontextmanager
async def opened(folder: Path, keys: AesKeys, **changes: object) -> AsyncIterator[SqliteIndex]:
    given = {"generation": 1, "model": "use@1", "dimension": DIMENSION, **changes}
    index = await SqliteIndex.open(folder / "index-g1.db", keys=keys, **given)  # type: ignore[arg-type]
    try:
        yield index
    finally:
        await index.close()


def planted() -> Document:
    return document(
        ANNA,
        memory_of(
            ANNA, "m1", "Zanzibar 桑给巴尔 with Quagga", speaker="Quagga", session="session-x", tags=("plantedtag",),
            dimensions=Dimensions(entities=(Entity(text="Zanzibar", type="location", start=0, end=8),)),
        ),
    )  # fmt: skip


def bytes_of(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()))


async def searched(index: SqliteIndex, term: str = "zanzibar") -> list[str]:
    return (await index.candidates(CandidateQuery(ANNA, SEEN, terms=(term,)))).ids


async def test_nothing_in_the_file_can_be_read(tmp_path: Path) -> None:
    outcome = EventOutcome(ANNA.user_key, 1, Outcome(event_id="event-77", state="indexed"))
    async with opened(tmp_path, AesKeys({})) as index:
        await index.apply(IndexBatch(1, PARTITION, [planted()], 1, [outcome]))
        assert await searched(index) == ["m1"]
        live = bytes_of(tmp_path)

    for raw in (live, bytes_of(tmp_path)):
        assert ANNA.user_key.encode() in raw
        for word in PLANTED:
            assert word.encode() not in raw, word
        assert planted().memory.vector not in raw


async def test_a_failing_batch_leaves_neither_changes_nor_watermark(tmp_path: Path) -> None:
    class Failing(AesKeys):
        def seal(self, key_id: str, plain: bytes, header: bytes) -> bytes:
            if b"poison" in plain:
                raise UnavailableError("no key store")
            return AesKeys.seal(self, key_id, plain, header)

    keys = Failing({})
    good, bad = planted(), document(ANNA, memory_of(ANNA, "m2", "poison", offset=2))
    async with opened(tmp_path, keys) as index:
        await index.apply(IndexBatch(1, PARTITION, [], 0))
        assert await searched(index) == []

        with pytest.raises(UnavailableError):
            await index.apply(IndexBatch(1, PARTITION, [good, bad], 2))

        assert await index.watermark(PARTITION) == 0
        assert await searched(index) == []
    async with opened(tmp_path, keys) as index:
        assert await index.watermark(PARTITION) == 0
        assert (await index.digest()).count == 0


async def test_erasing_removes_the_bytes_from_file_and_log(tmp_path: Path) -> None:
    async with opened(tmp_path, AesKeys({})) as index:
        await index.apply(IndexBatch(1, PARTITION, [planted()], 1))
        with sqlite3.connect(f"file:{tmp_path}/index-g1.db?mode=ro", uri=True) as reader:
            sealed, name = reader.execute("SELECT sealed, name FROM sealed, users").fetchone()
        reader.close()
        assert sealed[:64] in bytes_of(tmp_path)

        await index.erase(ANNA, upto_version=Position(1, PARTITION, 9).version)

        raw = bytes_of(tmp_path)
        for start in range(0, len(sealed) - 32, 32):
            assert sealed[start : start + 32] not in raw
        assert name[:32] not in raw
        assert (tmp_path / "index-g1.db-wal").stat().st_size == 0


async def test_forgetting_one_memory_removes_its_bytes_too(tmp_path: Path) -> None:
    async with opened(tmp_path, AesKeys({})) as index:
        await index.apply(IndexBatch(1, PARTITION, [planted()], 1))
        with sqlite3.connect(f"file:{tmp_path}/index-g1.db?mode=ro", uri=True) as reader:
            (sealed,) = reader.execute("SELECT sealed FROM sealed").fetchone()
        reader.close()

        tombstone = Tombstone("m1", ANNA.user_key, Position(1, PARTITION, 2).version, "forgotten")
        await index.apply(IndexBatch(1, PARTITION, [tombstone], 2))

        assert sealed[100:140] not in bytes_of(tmp_path)


async def test_a_destroyed_key_hides_its_memories_and_refuses_new_ones(tmp_path: Path) -> None:
    keys = AesKeys({})
    async with opened(tmp_path, keys) as index:
        await index.apply(IndexBatch(1, PARTITION, [planted()], 1))
    keys.destroy(ANNA.user_key)

    async with opened(tmp_path, keys) as index:
        assert await searched(index) == []
        assert await index.get(ANNA, ["m1"]) == {}
        assert [memory async for memory in index.scan(ANNA)] == []
        assert await index.users("acme", limit=5, cursor="") == ([], "")
        rejected = await index.apply(IndexBatch(1, PARTITION, [planted()], 5))
        assert [(held.memory_id, held.reason) for held in rejected] == [("m1", "the user was erased")]
        assert await index.watermark(PARTITION) == 5


@pytest.mark.parametrize(
    ("change", "values"),
    [
        ({"dimension": 384}, ("16", "384")),
        ({"model": "minilm@2"}, ("use@1", "minilm@2")),
        ({"generation": 2}, ("'1'", "'2'")),
    ],
)
async def test_another_model_dimension_or_generation_is_refused_naming_both(
    tmp_path: Path, change: dict[str, object], values: tuple[str, str]
) -> None:
    keys = AesKeys({})
    async with opened(tmp_path, keys):
        pass

    with pytest.raises(ConfigurationError) as refused:
        async with opened(tmp_path, keys, **change):
            pass

    assert all(value in refused.value.message for value in values)
    assert "mnemolog rebuild" in refused.value.hint


async def test_an_index_of_another_installation_is_refused(tmp_path: Path) -> None:
    async with opened(tmp_path, AesKeys({})):
        pass

    with pytest.raises(WrongSecretError):
        async with opened(tmp_path, AesKeys({}, secret=b"another")):
            pass


async def test_a_file_of_another_layout_is_refused(tmp_path: Path) -> None:
    async with opened(tmp_path, AesKeys({})):
        pass
    with sqlite3.connect(tmp_path / "index-g1.db") as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()

    with pytest.raises(ConfigurationError, match="layout 99"):
        async with opened(tmp_path, AesKeys({})):
            pass


@pytest.mark.parametrize("damage", [b"not a database at all" * 200, b"SQLite format 3\0" + b"\xff" * 9_000])
async def test_a_damaged_file_is_named_with_the_way_out(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "index-g1.db").write_bytes(damage)

    with pytest.raises(FolderCorruptError) as refused:
        async with opened(tmp_path, AesKeys({})):
            pass

    assert "index-g1.db" in refused.value.message
    assert "mnemolog rebuild" in refused.value.hint


async def test_a_changed_row_is_damage_and_not_an_answer(tmp_path: Path) -> None:
    keys = AesKeys({})
    async with opened(tmp_path, keys) as index:
        await index.apply(IndexBatch(1, PARTITION, [planted()], 1))
    with sqlite3.connect(tmp_path / "index-g1.db") as connection:
        connection.execute("UPDATE sealed SET sealed = zeroblob(length(sealed))")
    connection.close()

    async with opened(tmp_path, keys) as index:
        with pytest.raises(FolderCorruptError, match=r"index-g1\.db"):
            await index.get(ANNA, ["m1"])
        with pytest.raises(FolderCorruptError):
            await searched(index)


async def test_each_row_is_opened_with_the_key_it_was_sealed_with(tmp_path: Path) -> None:
    class Renewed(AesKeys):
        async def key_for(self, user_key: str, session: str) -> str:
            return await AesKeys.key_for(self, user_key, f"{session} {len(self.ciphers)}")

    second = document(ANNA, memory_of(ANNA, "m2", "Zanzibar", offset=2))
    async with opened(tmp_path, Renewed({})) as index:
        await index.apply(IndexBatch(1, PARTITION, [planted()], 1))
        await index.apply(IndexBatch(1, PARTITION, [second], 2))

        assert await index.get(ANNA, ["m1", "m2"]) == {"m1": planted().memory, "m2": second.memory}
        assert [memory.memory_id async for memory in index.scan(ANNA)] == ["m1", "m2"]
        assert await searched(index) == ["m1", "m2"]


async def test_a_row_cannot_be_moved_to_another_user(tmp_path: Path) -> None:
    keys = AesKeys({})
    boris = scope_of("boris")
    async with opened(tmp_path, keys) as index:
        await index.apply(IndexBatch(1, PARTITION, [planted()], 1))
        await index.apply(IndexBatch(1, PARTITION, [document(boris, memory_of(boris, "b1", offset=2))], 2))
    with sqlite3.connect(tmp_path / "index-g1.db") as connection:
        connection.execute(
            "UPDATE sealed SET (key_no, sealed) = (SELECT key_no, sealed FROM sealed ORDER BY row LIMIT 1)"
        )
    connection.close()

    async with opened(tmp_path, keys) as index:
        with pytest.raises(FolderCorruptError):
            await index.get(boris, ["b1"])


def test_a_full_disk_is_told_and_nothing_is_half_written(tmp_path: Path) -> None:
    path = tmp_path / "index-g1.db"
    keys = AesKeys({})
    key_id = asyncio.run(keys.key_for(ANNA.user_key, ""))
    connection = connect(path)
    prepare(connection, path, IDENTITY, keys.secret)
    writer = Writer(connection, path, keys, TermHasher(keys.secret), ColumnsCache())
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    many = [document(ANNA, memory_of(ANNA, f"m{n}", "tea " * 300, offset=n)) for n in range(50)]

    connection.execute(f"PRAGMA max_page_count = {pages + 3}")
    with pytest.raises(StorageFullError) as refused:
        writer.apply(IndexBatch(1, PARTITION, many, 50), {ANNA.user_key: key_id}, "")
    connection.execute("PRAGMA max_page_count = 100000")
    kept = connection.execute("SELECT (SELECT count(*) FROM memories), (SELECT count(*) FROM watermarks)").fetchone()
    writer.apply(IndexBatch(1, PARTITION, many, 50), {ANNA.user_key: key_id}, "")

    assert "index-g1.db" in refused.value.message
    assert kept == (0, 0)
    assert writer.watermark(PARTITION) == 50
    writer.close()


def test_a_locked_file_is_unavailable_for_now(tmp_path: Path) -> None:
    path = tmp_path / "index-g1.db"
    holder = connect(path)
    prepare(holder, path, IDENTITY, b"secret")
    holder.execute("BEGIN IMMEDIATE")
    other = sqlite3.connect(path, timeout=0, isolation_level=None)

    with pytest.raises(UnavailableError, match="locked"), sqlite_errors(path):
        other.execute("BEGIN IMMEDIATE")

    other.close()
    holder.close()


async def test_reads_do_not_wait_for_a_writer(tmp_path: Path) -> None:
    keys = AesKeys({})
    async with opened(tmp_path, keys) as index:
        await index.apply(IndexBatch(1, PARTITION, [planted()], 1))
        holder = sqlite3.connect(tmp_path / "index-g1.db", isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")

        assert await searched(index) == ["m1"]
        assert set(await index.get(ANNA, ["m1"])) == {"m1"}

        holder.execute("ROLLBACK")
        holder.close()


async def test_a_closed_index_says_so(tmp_path: Path) -> None:
    async with opened(tmp_path, AesKeys({})) as index:
        pass

    with pytest.raises(UnavailableError, match="closed"):
        await index.digest()
    await index.close()


@pytest.mark.parametrize("cache_bytes_max", [1, 10**9])
async def test_a_search_never_lacks_what_its_watermark_promises(tmp_path: Path, cache_bytes_max: int) -> None:
    boris = scope_of("boris")
    total = 120
    async with opened(tmp_path, AesKeys({}), cache_bytes_max=cache_bytes_max) as index:

        async def write() -> None:
            for offset in range(total):
                items = [document(who, memory_of(who, f"{who.user}{offset}", offset=offset)) for who in (ANNA, boris)]
                await index.apply(IndexBatch(1, PARTITION, items, offset))

        async def read(scope: object) -> None:
            watermark = -1
            while watermark < total - 1:
                answer = await index.candidates(CandidateQuery(scope, SEEN, terms=("tea",)))  # type: ignore[arg-type]
                assert len(answer.ids) >= answer.watermark + 1
                watermark = answer.watermark

        await asyncio.gather(write(), *(read(scope) for scope in (ANNA, boris, ANNA, boris)))
