"""The reader: everything that is asked of the file, on a connection of its own for each thread; never writes."""

from __future__ import annotations

import heapq
import sqlite3
import struct
import threading
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from indexers.cursor import read_cursor, write_cursor
from indexers.digest import combine
from indexers.filters import as_known
from indexers.index import (
    CandidateQuery,
    Candidates,
    Digest,
    EventOutcome,
    Order,
    Page,
    Scope,
    SessionSummary,
    Visibility,
)
from indexers.sqlite.cache import ColumnsCache
from indexers.sqlite.columns import UserColumns
from indexers.sqlite.database import ROW_BITS, TOMBSTONE, DataKeys, connect, corrupt, sqlite_errors
from indexers.sqlite.layout import RESOLUTIONS, STATUS_CODES, STATUSES, TermHasher, unpack_memory
from indexers.sqlite.masks import see
from indexers.sqlite.rows import associated, event_hash, name_header, outcome_header, tenant_hash, unpack_name
from indexers.sqlite.search import search
from schemas.errors import CodecError, KeyDestroyedError
from schemas.memories import Memory, Outcome
from schemas.position import OFFSET_BITS
from schemas.queries import Filters

_BUILD_ROWS = 2_000
"""Rows opened at a time when columns are built: about 10 MB."""
_IDS_MAX = 500
"""Ids in one statement; SQLite allows 32,766 variables."""
_SCAN_ROWS = 256
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_READABLE = f"m.status NOT IN ({TOMBSTONE}, {STATUS_CODES['retired']})"
_TURN = RESOLUTIONS.index("turn")


class Reader:
    """Safe for many threads."""

    def __init__(
        self,
        path: Path,
        keys: DataKeys,
        hasher: TermHasher,
        cache: ColumnsCache,
        dimension: int,
        watermark: Callable[[int], int],
    ) -> None:
        self._path = path
        self._keys = keys
        self._hasher = hasher
        self._cache = cache
        self._dimension = dimension
        self._watermark = watermark
        self._local = threading.local()
        self._opened: list[sqlite3.Connection] = []
        self._lock = threading.Lock()

    def candidates(self, query: CandidateQuery) -> Candidates:
        """MemoryIndex.candidates."""
        # Read before the columns: they may then hold more than the watermark says, never less.
        watermark = self._user_watermark(query.scope)
        with self._cache.use(query.scope.user_key, lambda: self._build(query.scope.user_key)) as columns:
            return search(columns, query, self._hasher, watermark)

    def get(self, scope: Scope, ids: Sequence[str]) -> dict[str, Memory]:
        """MemoryIndex.get."""
        wanted, found = list(dict.fromkeys(ids)), {}
        for start in range(0, len(wanted), _IDS_MAX):
            some = wanted[start : start + _IDS_MAX]
            marks = ",".join("?" * len(some))
            rows = self._query(
                "SELECT s.row, k.key_id, s.sealed FROM users u JOIN memories m USING (user_no) "
                f"JOIN sealed s ON s.row = m.row JOIN keys k ON k.key_no = s.key_no "
                f"WHERE u.user_key = ? AND m.memory_id IN ({marks}) AND {_READABLE}",
                (scope.user_key, *some),
            )
            found.update({memory.memory_id: memory for memory in self._memories(scope.user_key, rows)})
        return {memory_id: found[memory_id] for memory_id in wanted if memory_id in found}

    def list_memories(
        self, scope: Scope, visibility: Visibility, filters: Filters, order: Order, limit: int, cursor: str
    ) -> Page:
        """MemoryIndex.list_memories."""
        purpose = f"memories {order} {scope.user_key}"
        after = _read_place(read_cursor(self._keys.secret, purpose, cursor)) if cursor else None
        with self._cache.use(scope.user_key, lambda: self._build(scope.user_key)) as columns:
            seen = see(columns, visibility, filters)
            rows = np.flatnonzero(seen.matching)
            keys = _order_keys(columns, rows, order)
            places = zip(*keys, (columns.ids[row] for row in rows.tolist()), strict=True)
            page = heapq.nsmallest(limit + 1, (place for place in places if after is None or place > after))
        held = self.get(scope, [memory_id for _, _, memory_id in page[:limit]])
        memories = [as_known(memory, visibility.as_of) for memory in held.values()]
        more = len(page) > limit
        return Page(memories, write_cursor(self._keys.secret, purpose, _place(*page[limit - 1])) if more else "")

    def count(self, scope: Scope) -> dict[str, int]:
        """MemoryIndex.count."""
        rows = self._query(
            "SELECT m.status, count(*) FROM users u JOIN memories m USING (user_no) "
            f"WHERE u.user_key = ? AND m.status <> {TOMBSTONE} GROUP BY m.status ORDER BY m.status",
            (scope.user_key,),
        )
        return {STATUSES[status]: count for status, count in rows}

    def outcomes(self, scope: Scope, event_id: str) -> list[EventOutcome]:
        """MemoryIndex.outcomes."""
        rows = self._query(
            "SELECT o.version, k.key_id, o.sealed FROM users u JOIN outcomes o USING (user_no) "
            "JOIN keys k ON k.key_no = o.key_no WHERE u.user_key = ? AND o.event = ? ORDER BY o.version",
            (scope.user_key, event_hash(self._keys.secret, scope.user_key, event_id)),
        )
        offset_mask = (1 << OFFSET_BITS) - 1
        return [
            EventOutcome(scope.user_key, version & offset_mask, Outcome.model_validate_json(plain))
            for version, key_id, sealed in rows
            if (plain := self._open(key_id, sealed, outcome_header(scope.user_key, version))) is not None
        ]

    def users(self, tenant: str, limit: int, cursor: str) -> tuple[list[tuple[str, int]], str]:
        """MemoryIndex.users."""
        purpose = f"users {tenant}"
        after = read_cursor(self._keys.secret, purpose, cursor).decode() if cursor else None
        rows = self._query(
            "SELECT u.user_no, u.user_key, k.key_id, u.name FROM users u JOIN keys k ON k.key_no = u.key_no "
            "WHERE u.tenant = ?",
            (tenant_hash(self._keys.secret, tenant),),
        )
        names = []
        for user_no, user_key, key_id, sealed in rows:
            plain = self._open(key_id, sealed, name_header(user_key))
            if plain is not None:
                names.append((unpack_name(plain)[1], user_no))
        page: list[tuple[str, int]] = []
        for name, user_no in sorted(names):
            if after is not None and name <= after:
                continue
            if len(page) == limit:
                return page, write_cursor(self._keys.secret, purpose, page[-1][0].encode())
            counted = self._query(
                f"SELECT count(*) FROM memories m WHERE m.user_no = ? AND m.status <> {TOMBSTONE}", (user_no,)
            )
            if counted[0][0]:
                page.append((name, counted[0][0]))
        return page, ""

    def sessions(self, scope: Scope) -> list[SessionSummary]:
        """MemoryIndex.sessions."""
        with self._cache.use(scope.user_key, lambda: self._build(scope.user_key)) as columns:
            category = columns.categories["session"]
            header = columns.header[: columns.size]
            kept = np.flatnonzero(columns.alive[: columns.size] & (header["status"] != STATUS_CODES["retired"]))
            codes = category.codes[kept]
            times = header["occurred_us"][kept]
            turns = np.bincount(codes[header["resolution"][kept] == _TURN], minlength=len(category.values))
            first = np.full(len(category.values), np.iinfo(np.int64).max)
            last = np.full(len(category.values), np.iinfo(np.int64).min)
            np.minimum.at(first, codes, times)
            np.maximum.at(last, codes, times)
            found = [
                SessionSummary(name, int(turns[code]), _moment(int(first[code])), _moment(int(last[code])))
                for code, name in enumerate(category.values)
                if name and first[code] <= last[code]
            ]
        return sorted(sorted(found, key=lambda held: held.session), key=lambda held: held.last_at, reverse=True)

    def digest(self) -> Digest:
        """MemoryIndex.digest."""
        rows = self._query(f"SELECT m.digest FROM memories m WHERE {_READABLE}", ())
        return combine(digest for (digest,) in rows)

    def page_of(self, scope: Scope, after: str) -> list[Memory]:
        """The user's next memories in id order; [] at the end."""
        while True:
            rows = self._query(
                "SELECT s.row, k.key_id, s.sealed, m.memory_id FROM users u JOIN memories m USING (user_no) "
                "JOIN sealed s ON s.row = m.row JOIN keys k ON k.key_no = s.key_no "
                f"WHERE u.user_key = ? AND m.memory_id > ? AND m.status <> {TOMBSTONE} "
                f"ORDER BY m.memory_id LIMIT {_SCAN_ROWS}",
                (scope.user_key, after),
            )
            found = self._memories(scope.user_key, [row[:3] for row in rows])
            if found or not rows:
                return found
            after = rows[-1][3]

    def close(self) -> None:
        """Close the connections of all threads."""
        with self._lock, sqlite_errors(self._path):
            while self._opened:
                self._opened.pop().close()

    def _build(self, user_key: str) -> UserColumns:
        columns = UserColumns(self._dimension)
        with sqlite_errors(self._path):
            connection = self._connection()
            user = connection.execute("SELECT user_no FROM users WHERE user_key = ?", (user_key,)).fetchone()
            if user is None:
                return columns
            span = (user[0] << ROW_BITS, (user[0] + 1) << ROW_BITS)
            key_ids = dict(
                connection.execute(
                    "SELECT key_no, key_id FROM keys WHERE key_no IN "
                    "(SELECT DISTINCT key_no FROM sealed WHERE row >= ? AND row < ?)",
                    span,
                )
            )
            rows = connection.execute("SELECT row, key_no, sealed FROM sealed WHERE row >= ? AND row < ?", span)
            while some := rows.fetchmany(_BUILD_ROWS):
                opened = (
                    (row, self._open(key_ids[key_no], sealed, associated(user_key, row)))
                    for row, key_no, sealed in some
                )
                columns.put([(row, plain) for row, plain in opened if plain is not None])
        return columns

    def _memories(self, user_key: str, rows: Iterable[tuple[int, str, bytes]]) -> list[Memory]:
        opened = (self._open(key_id, sealed, associated(user_key, row)) for row, key_id, sealed in rows)
        return [unpack_memory(plain) for plain in opened if plain is not None]

    def _open(self, key_id: str, sealed: bytes, header: bytes) -> bytes | None:
        """The plain bytes; None when the key was destroyed: the row is as good as gone."""
        try:
            return self._keys.open_sealed(key_id, sealed, header)
        except KeyDestroyedError:
            return None
        except CodecError as error:
            raise corrupt(self._path, error.message) from error

    def _user_watermark(self, scope: Scope) -> int:
        rows = self._query("SELECT u.partition FROM users u WHERE u.user_key = ?", (scope.user_key,))
        return self._watermark(rows[0][0]) if rows else -1

    def _query(self, statement: str, values: tuple[object, ...]) -> list[Any]:
        with sqlite_errors(self._path):
            return self._connection().execute(statement, values).fetchall()

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = connect(self._path)
            connection.execute("PRAGMA query_only = ON")
            self._local.connection = connection
            with self._lock:
                self._opened.append(connection)
        return connection


def _order_keys(columns: UserColumns, rows: NDArray[np.int64], order: Order) -> tuple[list[float], list[int]]:
    """What is sorted by, ascending, and then by: what was said at one time stands in the order in which it was said."""
    known_from = columns.header["known_from"][rows]
    match order:
        case "newest":
            keys, ties = -columns.header["occurred_us"][rows], -known_from
        case "oldest":
            keys, ties = columns.header["occurred_us"][rows], known_from
        case "importance":
            keys, ties = -columns.header["importance"][rows], -known_from
    return keys.tolist(), ties.tolist()


def _place(key: float, tie: int, memory_id: str) -> bytes:
    # Times are whole microseconds, importance is a float: each comes back exactly.
    number = struct.pack("<cqq", b"i", key, tie) if isinstance(key, int) else struct.pack("<cdq", b"f", key, tie)
    return number + memory_id.encode()


def _read_place(place: bytes) -> tuple[float, int, str]:
    key, tie = struct.unpack("<qq" if place[:1] == b"i" else "<dq", place[1:17])
    return key, tie, place[17:].decode()


def _moment(microseconds: int) -> datetime:
    return _EPOCH + timedelta(microseconds=microseconds)
