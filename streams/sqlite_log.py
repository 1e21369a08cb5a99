"""SqliteLog: the EventLog of the embedded runtime, many topics in one SQLite file (DESIGN §2).

Every topic is a table whose key is `partition << 40 | offset`, so that a partition is one contiguous range; offsets
start at 0 and have no gaps. An index over the record key finds one user's records. Appends share group commits.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import struct
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from schemas.errors import ConfigurationError, EventConflictError, FolderCorruptError, InvalidInputError
from schemas.position import OFFSET_BITS
from streams.log import HEADER_CONTENT, HEADER_ID, LogRecord, NewRecord
from streams.sqlite_file import Connect, SqliteFile, connect

PARTITIONS = 4
"""Partitions of a new folder (DESIGN §2); fixed for a log epoch."""
EPOCH = 1

_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS topics (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
    "CREATE TABLE IF NOT EXISTS ids (topic INTEGER, key BLOB, id BLOB, content BLOB, position INTEGER,"
    " PRIMARY KEY (topic, key, id)) WITHOUT ROWID",
)
_COLUMNS = "position, timestamp, key, headers, value"
Row = tuple[int, int, bytes | None, bytes, bytes | None]


@dataclass(frozen=True, slots=True)
class _Appended:
    """What one append did: the offsets to answer, and the new end of each partition that grew."""

    offsets: list[int]
    ends: dict[int, int]


@dataclass(frozen=True, slots=True)
class _Waiter:
    loop: asyncio.AbstractEventLoop
    arrived: asyncio.Future[None]


class SqliteLog:
    """An EventLog over a SqliteFile. Topics are made at their first append."""

    def __init__(self, file: SqliteFile, epoch: int, partitions: int, topics: dict[str, int]) -> None:
        self.file = file
        self._epoch = epoch
        self._partitions = partitions
        self._topics = topics
        self._ends: dict[tuple[str, int], int] = {}
        self._waiters: dict[tuple[str, int], set[_Waiter]] = {}
        self._lock = threading.Lock()

    @classmethod
    async def open(cls, path: Path, *, partitions: int = PARTITIONS, connect: Connect = connect) -> SqliteLog:
        """Open or create the log at `path`. Raises ConfigurationError when it has another number of partitions."""
        file = await asyncio.to_thread(SqliteFile.open, path, _SCHEMA, connect=connect)
        try:
            meta, topics = await file.write(lambda db: _read_meta(db, partitions))
            if meta["partitions"] != partitions:
                raise ConfigurationError(
                    f"{path} has {meta['partitions']} partitions, the settings say {partitions}",
                    hint="the number is fixed when a folder is made; set it back",
                )
        except BaseException:
            await file.close()
            raise
        return cls(file, meta["epoch"], meta["partitions"], topics)

    @property
    def epoch(self) -> int:
        return self._epoch

    @property
    def partitions(self) -> int:
        return self._partitions

    async def append(self, topic: str, records: Sequence[NewRecord]) -> list[int]:
        """See EventLog. All or none."""
        return await self._append(topic, records, unique=False)

    async def append_unique(self, topic: str, records: Sequence[NewRecord]) -> list[int]:
        """Append records that carry the headers `id` and `content`. An id that the key already has with the same
        content answers its old offset and is not written again; with other content the whole call fails with
        EventConflictError. Checked in the transaction that appends, so two callers cannot both be first."""
        return await self._append(topic, records, unique=True)

    async def read(self, topic: str, partition: int, *, after: int, limit: int) -> list[LogRecord]:
        """See EventLog."""
        self._check(partition)
        low, high = _position(partition, max(after, -1) + 1), _position(partition + 1, 0)
        return await self._select(topic, "position >= ? AND position < ?", (low, high), limit)

    async def read_key(self, topic: str, partition: int, key: bytes, *, after: int, limit: int) -> list[LogRecord]:
        """Up to `limit` records of one key with offset > after, in order."""
        self._check(partition)
        low, high = _position(partition, max(after, -1) + 1), _position(partition + 1, 0)
        return await self._select(topic, "key = ? AND position >= ? AND position < ?", (key, low, high), limit)

    async def read_headers(
        self, topic: str, partition: int, *, after: int, limit: int
    ) -> list[tuple[int, Mapping[str, bytes]]]:
        """(offset, headers) pairs like `read`, without touching the values."""
        table = self._topics.get(topic)
        if table is None:
            return []
        low, high = _position(partition, max(after, -1) + 1), _position(partition + 1, 0)
        query = f"SELECT position, headers FROM topic_{table} WHERE position >= ? AND position < ? LIMIT ?"
        rows = await self.file.read(lambda db: db.execute(query, (low, high, limit)).fetchall())
        return [(_offset(position), _unpack_headers(headers)) for position, headers in rows]

    def read_position_now(self, topic: str, partition: int, offset: int) -> LogRecord | None:
        """One record, read on the calling thread."""
        table = self._topics.get(topic)
        if table is None:
            return None
        query = f"SELECT {_COLUMNS} FROM topic_{table} WHERE position = ?"
        row = self.file.read_now(lambda db: db.execute(query, (_position(partition, offset),)).fetchone())
        return None if row is None else _record(topic, row)

    async def find_id(self, topic: str, key: bytes, id_hash: bytes) -> int | None:
        """The offset of the record that was appended with this id under this key."""
        table = self._topics.get(topic)
        query = "SELECT position FROM ids WHERE topic = ? AND key = ? AND id = ?"
        row = await self.file.read(lambda db: db.execute(query, (table, key, id_hash)).fetchone())
        return None if row is None else _offset(row[0])

    async def trim(self, topic: str, before: datetime) -> int:
        """Delete what is older than `before`; returns how many. The last record of a partition stays, so that offsets
        go on from it."""
        table = self._topics.get(topic)
        if table is None:
            return 0
        lasts = [await self.end(topic, partition) - 1 for partition in range(self._partitions)]
        kept = [_position(partition, last) for partition, last in enumerate(lasts) if last >= 0]
        marks = ",".join("?" * len(kept))
        query = f"DELETE FROM topic_{table} WHERE timestamp < ? AND position NOT IN ({marks})"
        moment = int(before.timestamp() * 1e6)
        return await self.file.write(lambda db: db.execute(query, (moment, *kept)).rowcount)

    async def first(self, topic: str, partition: int) -> int:
        """See EventLog."""
        found = await self.read_headers(topic, partition, after=-1, limit=1)
        return found[0][0] if found else await self.end(topic, partition)

    async def end(self, topic: str, partition: int) -> int:
        """See EventLog."""
        self._check(partition)
        known = self._ends.get((topic, partition))
        if known is not None:
            return known
        table = self._topics.get(topic)
        if table is None:
            return 0
        found = await self.file.read(lambda db: _end(db, table, partition))
        with self._lock:
            return self._ends.setdefault((topic, partition), found)

    def known_end(self, topic: str, partition: int) -> int:
        """`end` as far as this process has seen it: it appends or asked before, so that is exact."""
        return self._ends.get((topic, partition), 0)

    async def wait(self, topic: str, partition: int, *, after: int, timeout_s: float) -> bool:
        """See EventLog. Woken by the commit, nothing polls."""
        loop = asyncio.get_running_loop()
        waiter = _Waiter(loop, loop.create_future())
        with self._lock:
            self._waiters.setdefault((topic, partition), set()).add(waiter)
        try:
            # Looked at after enrolling, so that an append in between is not missed.
            if await self.end(topic, partition) > after + 1:
                return True
            async with asyncio.timeout(timeout_s):
                await waiter.arrived
        except TimeoutError:
            return False
        finally:
            with self._lock:
                self._waiters[topic, partition].discard(waiter)
        return await self.end(topic, partition) > after + 1

    async def close(self) -> None:
        """Finish what was handed in and close the file."""
        await self.file.close()

    async def _append(self, topic: str, records: Sequence[NewRecord], *, unique: bool) -> list[int]:
        if not records:
            return []
        for record in records:
            self._check(record.partition)
        table = self._topics.get(topic)
        if table is None:
            table = self._topics[topic] = await self.file.write(lambda db: _make_topic(db, topic))
        now = time.time_ns() // 1_000

        future = self.file.submit(lambda db: _insert(db, table, records, now, unique=unique))
        # The first callback, so the ends have moved when the caller goes on.
        future.add_done_callback(lambda done: self._note(topic, done))
        return (await asyncio.shield(asyncio.wrap_future(future))).offsets

    def _note(self, topic: str, done: Future[_Appended]) -> None:
        if done.cancelled() or done.exception() is not None:
            return
        woken: list[_Waiter] = []
        with self._lock:
            for partition, end in done.result().ends.items():
                self._ends[topic, partition] = max(end, self._ends.get((topic, partition), 0))
                woken.extend(self._waiters.get((topic, partition), ()))
        for waiter in woken:
            with contextlib.suppress(RuntimeError):  # its loop is closed, so nobody waits there any more
                waiter.loop.call_soon_threadsafe(_arrive, waiter.arrived)

    async def _select(self, topic: str, where: str, parameters: tuple[bytes | int, ...], limit: int) -> list[LogRecord]:
        table = self._topics.get(topic)
        if table is None or limit <= 0:
            return []
        query = f"SELECT {_COLUMNS} FROM topic_{table} WHERE {where} ORDER BY position LIMIT ?"
        rows: list[Row] = await self.file.read(lambda db: db.execute(query, (*parameters, limit)).fetchall())
        return [_record(topic, row) for row in rows]

    def _check(self, partition: int) -> None:
        if not 0 <= partition < self._partitions:
            raise InvalidInputError(f"partition {partition} does not exist; the log has {self._partitions}")


def _read_meta(db: sqlite3.Connection, partitions: int) -> tuple[dict[str, int], dict[str, int]]:
    db.executemany("INSERT OR IGNORE INTO meta VALUES (?, ?)", (("epoch", EPOCH), ("partitions", partitions)))
    topics = db.execute("SELECT name, id FROM topics").fetchall()
    return dict(db.execute("SELECT name, value FROM meta").fetchall()), dict(topics)


def _make_topic(db: sqlite3.Connection, name: str) -> int:
    db.execute("INSERT OR IGNORE INTO topics (name) VALUES (?)", (name,))
    table = int(db.execute("SELECT id FROM topics WHERE name = ?", (name,)).fetchone()[0])
    # The headers stand before the value, so that a walk over headers does not read the value's overflow pages.
    db.execute(
        f"CREATE TABLE IF NOT EXISTS topic_{table}"
        " (position INTEGER PRIMARY KEY, timestamp INTEGER NOT NULL, key BLOB, headers BLOB NOT NULL, value BLOB)"
    )
    db.execute(f"CREATE INDEX IF NOT EXISTS topic_{table}_key ON topic_{table} (key)")
    return table


def _insert(db: sqlite3.Connection, table: int, records: Sequence[NewRecord], now: int, *, unique: bool) -> _Appended:
    ends: dict[int, int] = {}
    offsets: list[int] = []
    for record in records:
        partition = record.partition
        if unique and (known := _known(db, table, record)) is not None:
            offsets.append(known)
            continue
        offset = ends[partition] if partition in ends else _end(db, table, partition)
        position = _position(partition, offset)
        db.execute(
            f"INSERT INTO topic_{table} ({_COLUMNS}) VALUES (?, ?, ?, ?, ?)",
            (position, now, record.key, _pack_headers(record.headers), record.value),
        )
        if unique:
            identity = (table, record.key, record.headers[HEADER_ID], record.headers[HEADER_CONTENT], position)
            db.execute("INSERT INTO ids VALUES (?, ?, ?, ?, ?)", identity)
        ends[partition] = offset + 1
        offsets.append(offset)
    return _Appended(offsets, ends)


def _known(db: sqlite3.Connection, table: int, record: NewRecord) -> int | None:
    """The offset under which this id stands with the same content; None when it is new."""
    query = "SELECT content, position FROM ids WHERE topic = ? AND key = ? AND id = ?"
    row = db.execute(query, (table, record.key, record.headers[HEADER_ID])).fetchone()
    if row is None:
        return None
    if row[0] != record.headers[HEADER_CONTENT]:
        raise EventConflictError(
            f"the id is known with other content, at offset {_offset(row[1])} of partition {record.partition}",
            hint="an event is never changed: send the new content under a new id",
            field="event_id",
        )
    return _offset(row[1])


def _end(db: sqlite3.Connection, table: int, partition: int) -> int:
    query = f"SELECT max(position) FROM topic_{table} WHERE position >= ? AND position < ?"
    last = db.execute(query, (_position(partition, 0), _position(partition + 1, 0))).fetchone()[0]
    return 0 if last is None else _offset(last) + 1


def _position(partition: int, offset: int) -> int:
    return partition << OFFSET_BITS | offset


def _offset(position: int) -> int:
    return position & ((1 << OFFSET_BITS) - 1)


def _record(topic: str, row: Row) -> LogRecord:
    position, timestamp, key, headers, value = row
    moment = datetime.fromtimestamp(timestamp / 1e6, UTC)
    return LogRecord(topic, position >> OFFSET_BITS, _offset(position), key, value, _unpack_headers(headers), moment)


def _pack_headers(headers: Mapping[str, bytes]) -> bytes:
    parts = []
    for name, value in headers.items():
        raw = name.encode()
        parts.append(struct.pack(">HI", len(raw), len(value)) + raw + value)
    return b"".join(parts)


def _unpack_headers(packed: bytes) -> dict[str, bytes]:
    headers: dict[str, bytes] = {}
    at = 0
    try:
        while at < len(packed):
            name_length, value_length = struct.unpack_from(">HI", packed, at)
            at += 6
            name = packed[at : at + name_length].decode()
            at += name_length
            headers[name] = packed[at : at + value_length]
            at += value_length
    except (struct.error, UnicodeDecodeError) as error:
        raise FolderCorruptError("the headers of a record are damaged") from error
    return headers


def _arrive(arrived: asyncio.Future[None]) -> None:
    if not arrived.done():
        arrived.set_result(None)
