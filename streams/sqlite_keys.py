"""SqliteKeys: the KeyStore of the embedded runtime, a table in log.db."""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Mapping

from streams.sqlite_file import SqliteFile

CACHED_MAX = 50_000
"""Entries kept in memory, about 200 bytes each: 10 MB."""


class SqliteKeys:
    """See streams.keyring.KeyStore. One process owns the file, so what was read once stays true until it writes."""

    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        self._cached: OrderedDict[str, bytes | None] = OrderedDict()
        self._lock = threading.Lock()

    @classmethod
    async def open(cls, file: SqliteFile) -> SqliteKeys:
        """The store inside an open file."""
        create = "CREATE TABLE IF NOT EXISTS keys (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID"
        await file.write(lambda db: db.execute(create) and None)
        return cls(file)

    def get(self, name: str) -> bytes | None:
        """See KeyStore."""
        with self._lock:
            if name in self._cached:
                self._cached.move_to_end(name)
                return self._cached[name]
            # Read under the lock: a write that lands in between would otherwise be hidden by the older value.
            row = self._file.read_now(
                lambda db: db.execute("SELECT value FROM keys WHERE name = ?", (name,)).fetchone()
            )
            value = None if row is None else bytes(row[0])
            self._keep(name, value)
            return value

    def names(self, prefix: str) -> list[str]:
        """See KeyStore."""
        query = "SELECT name FROM keys WHERE name >= ? AND name < ? ORDER BY name"
        rows = self._file.read_now(lambda db: db.execute(query, (prefix, prefix + "\U0010ffff")).fetchall())
        return [row[0] for row in rows]

    async def put(self, entries: Mapping[str, bytes]) -> None:
        """See KeyStore."""
        await self._file.write(lambda db: _put(db, entries))
        with self._lock:
            for name, value in entries.items():
                self._keep(name, value)

    async def scrub(self) -> None:
        """See KeyStore. `secure_delete` has zeroed the old cells; the write-ahead log is emptied here."""
        await self._file.scrub()

    def _keep(self, name: str, value: bytes | None) -> None:
        self._cached[name] = value
        self._cached.move_to_end(name)
        while len(self._cached) > CACHED_MAX:
            self._cached.popitem(last=False)


def _put(db: sqlite3.Connection, entries: Mapping[str, bytes]) -> None:
    db.executemany(
        "INSERT INTO keys VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value", list(entries.items())
    )
