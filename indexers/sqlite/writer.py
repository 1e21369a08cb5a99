"""The writer: the one connection that changes the file. Changes and watermark are one transaction; called from one
thread."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from indexers.digest import contribution
from indexers.index import Document, EventOutcome, IndexBatch, Tombstone
from indexers.sqlite.cache import ColumnsCache
from indexers.sqlite.columns import UserColumns
from indexers.sqlite.database import ROW_BITS, TOMBSTONE, DataKeys, corrupt, sqlite_errors, transaction
from indexers.sqlite.layout import STATUS_CODES, TermHasher, pack, pack_memory
from indexers.sqlite.rows import associated, event_hash, name_header, outcome_header, pack_name, tenant_hash
from schemas.errors import KeyDestroyedError
from schemas.position import Position

_CHECKPOINT_TRIES = 50
_CHECKPOINT_PAUSE_S = 0.02
"""Readers hold a snapshot for milliseconds; a second of tries outlasts any of ours."""


@dataclass(slots=True)
class _User:
    user_no: int
    next_row: int
    erased_upto: int
    named: bool


@dataclass(slots=True)
class _Changed:
    """What became of one user's columns in a batch: per id the last accepted change."""

    puts: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    drops: dict[str, int] = field(default_factory=dict)

    def apply(self, columns: UserColumns) -> None:
        for memory_id, version in self.drops.items():
            columns.drop(memory_id, version)
        columns.put(list(self.puts.values()))


class Writer:
    """Owns the connection that it is given."""

    def __init__(
        self, connection: sqlite3.Connection, path: Path, keys: DataKeys, hasher: TermHasher, cache: ColumnsCache
    ) -> None:
        self._connection = connection
        self._path = path
        self._keys = keys
        self._hasher = hasher
        self._cache = cache
        with sqlite_errors(path):
            held = connection.execute("SELECT partition, epoch, watermark FROM watermarks").fetchall()
        self._watermarks: dict[int, tuple[int, int]] = {partition: (epoch, mark) for partition, epoch, mark in held}

    def watermark(self, partition: int) -> int:
        """What is committed and in the cache; -1 = nothing. Safe from any thread."""
        return self._watermarks.get(partition, (0, -1))[1]

    def apply(self, batch: IndexBatch, key_ids: Mapping[str, str], outcome_key: str) -> None:
        """One transaction; then the cache. `key_ids`: the data key of every user with documents in the batch."""
        changed: dict[str, _Changed] = {}
        mark = max(self._watermarks.get(batch.partition, (-1, -1)), (batch.epoch, batch.watermark))
        with sqlite_errors(self._path):
            with transaction(self._connection):
                users: dict[str, _User] = {}
                for change in batch.changes:
                    user = self._user(users, change.user_key, batch.partition)
                    if change.version <= user.erased_upto or not self._is_news(user, change):
                        continue
                    kept = changed.setdefault(change.user_key, _Changed())
                    match change:
                        case Document():
                            # A key that was destroyed since the batch began: the user is being erased.
                            with suppress(KeyDestroyedError):
                                self._put(user, change, key_ids[change.user_key], kept)
                        case Tombstone():
                            self._drop(user, change, kept)
                for outcome in batch.outcomes:
                    user = self._user(users, outcome.user_key, batch.partition)
                    self._record(user, outcome, Position(batch.epoch, batch.partition, outcome.offset), outcome_key)
                self._connection.executemany(
                    "UPDATE users SET next_row = ? WHERE user_no = ?",
                    [(user.next_row, user.user_no) for user in users.values()],
                )
                self._connection.execute("INSERT OR REPLACE INTO watermarks VALUES (?, ?, ?)", (batch.partition, *mark))
            if any(kept.drops for kept in changed.values()):
                # What was forgotten must not stay in the write-ahead log; behind a reader, a later batch does it.
                self._checkpoint()
        for user_key, kept in changed.items():
            self._cache.update(user_key, kept.apply)
        self._watermarks[batch.partition] = mark

    def erase(self, user_key: str, upto_version: int) -> int:
        """Delete everything of a user up to a version and keep that nothing older may come back; returns how many
        memories there were. When it returns, the bytes are gone from file and write-ahead log."""
        with sqlite_errors(self._path):
            with transaction(self._connection):
                count = self._erased(user_key, upto_version)
            self._cache.forget(user_key)
            for _ in range(_CHECKPOINT_TRIES):
                if self._checkpoint():
                    return count
                time.sleep(_CHECKPOINT_PAUSE_S)
            raise sqlite3.OperationalError("readers keep the write-ahead log from being emptied")

    def close(self) -> None:
        """Close the connection."""
        with sqlite_errors(self._path):
            self._connection.close()

    def _user(self, users: dict[str, _User], user_key: str, partition: int) -> _User:
        user = users.get(user_key)
        if user is None:
            self._connection.execute(
                "INSERT INTO users (user_key, partition) VALUES (?, ?) "
                "ON CONFLICT (user_key) DO UPDATE SET partition = excluded.partition",
                (user_key, partition),
            )
            user = _User(
                *self._connection.execute(
                    "SELECT user_no, next_row, erased_upto, name IS NOT NULL FROM users WHERE user_key = ?", (user_key,)
                ).fetchone()
            )
            users[user_key] = user
        return user

    def _is_news(self, user: _User, change: Document | Tombstone) -> bool:
        """Whether it is not below what is held. At the same version a tombstone stands above a document."""
        memory_id = change.memory.memory_id if isinstance(change, Document) else change.memory_id
        held = self._connection.execute(
            "SELECT version, status FROM memories WHERE user_no = ? AND memory_id = ?", (user.user_no, memory_id)
        ).fetchone()
        if held is None:
            return True
        return bool((change.version, isinstance(change, Tombstone)) >= (held[0], held[1] == TOMBSTONE))

    def _put(self, user: _User, document: Document, key_id: str, kept: _Changed) -> None:
        memory = document.memory
        key_no = self._key(key_id)
        if not user.named:
            name = self._keys.seal(key_id, pack_name(memory.tenant, memory.user), name_header(document.user_key))
            self._connection.execute(
                "UPDATE users SET tenant = ?, name = ?, key_no = ? WHERE user_no = ?",
                (tenant_hash(self._keys.secret, memory.tenant), name, key_no, user.user_no),
            )
            user.named = True
        row = self._row(user, memory.memory_id)
        plain = pack(document, self._hasher)
        sealed = self._keys.seal(key_id, plain + pack_memory(memory), associated(document.user_key, row))
        self._connection.execute(
            "INSERT OR REPLACE INTO memories VALUES (?, ?, ?, ?, ?, ?)",
            (
                user.user_no,
                memory.memory_id,
                row,
                document.version,
                STATUS_CODES[memory.status],
                contribution(memory, self._keys.secret),
            ),
        )
        self._connection.execute("INSERT OR REPLACE INTO sealed VALUES (?, ?, ?)", (row, key_no, sealed))
        kept.drops.pop(memory.memory_id, None)
        kept.puts[memory.memory_id] = (row, plain)

    def _drop(self, user: _User, tombstone: Tombstone, kept: _Changed) -> None:
        row = self._row(user, tombstone.memory_id)
        self._connection.execute("DELETE FROM sealed WHERE row = ?", (row,))
        self._connection.execute(
            "INSERT OR REPLACE INTO memories VALUES (?, ?, ?, ?, ?, NULL)",
            (user.user_no, tombstone.memory_id, row, tombstone.version, TOMBSTONE),
        )
        kept.puts.pop(tombstone.memory_id, None)
        kept.drops[tombstone.memory_id] = tombstone.version

    def _record(self, user: _User, outcome: EventOutcome, position: Position, key_id: str) -> None:
        if position.version <= user.erased_upto:
            return
        event = event_hash(self._keys.secret, outcome.user_key, outcome.outcome.event_id)
        sealed = self._keys.seal(
            key_id, outcome.outcome.model_dump_json().encode(), outcome_header(outcome.user_key, position.version)
        )
        self._connection.execute(
            "INSERT OR REPLACE INTO outcomes VALUES (?, ?, ?, ?, ?)",
            (user.user_no, event, position.version, self._key(key_id), sealed),
        )

    def _row(self, user: _User, memory_id: str) -> int:
        held = self._connection.execute(
            "SELECT row FROM memories WHERE user_no = ? AND memory_id = ?", (user.user_no, memory_id)
        ).fetchone()
        if held is not None:
            return int(held[0])
        if user.next_row >> ROW_BITS:
            raise corrupt(self._path, f"user {user.user_no} has used up its rows")
        row = user.user_no << ROW_BITS | user.next_row
        user.next_row += 1
        return row

    def _key(self, key_id: str) -> int:
        found = self._connection.execute("SELECT key_no FROM keys WHERE key_id = ?", (key_id,)).fetchone()
        if found is None:
            return int(self._connection.execute("INSERT INTO keys (key_id) VALUES (?)", (key_id,)).lastrowid or 0)
        return int(found[0])

    def _erased(self, user_key: str, upto_version: int) -> int:
        execute = self._connection.execute
        # A user that is not known here is marked too: a batch of theirs may still be on its way.
        execute(
            "INSERT INTO users (user_key, partition, erased_upto) VALUES (?, -1, ?) "
            "ON CONFLICT (user_key) DO UPDATE SET erased_upto = max(erased_upto, excluded.erased_upto)",
            (user_key, upto_version),
        )
        user_no = execute("SELECT user_no FROM users WHERE user_key = ?", (user_key,)).fetchone()[0]
        upto = (user_no, upto_version)
        count = execute(
            f"SELECT count(*) FROM memories WHERE user_no = ? AND version <= ? AND status <> {TOMBSTONE}", upto
        ).fetchone()[0]
        execute("DELETE FROM sealed WHERE row IN (SELECT row FROM memories WHERE user_no = ? AND version <= ?)", upto)
        execute("DELETE FROM memories WHERE user_no = ? AND version <= ?", upto)
        execute("DELETE FROM outcomes WHERE user_no = ? AND version <= ?", upto)
        if execute("SELECT 1 FROM memories WHERE user_no = ? LIMIT 1", (user_no,)).fetchone() is None:
            execute("UPDATE users SET tenant = NULL, name = NULL, key_no = NULL WHERE user_no = ?", (user_no,))
        return int(count)

    def _checkpoint(self) -> bool:
        busy, _, _ = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy
