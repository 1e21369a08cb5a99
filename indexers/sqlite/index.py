"""SqliteIndex: the embedded read model of one generation in one file (DESIGN §2, §6).

Everything readable is sealed; a user's columns are opened into memory on first use. The file work runs in threads of
its own: one that writes, some that read, so that the event loop and reads never wait for a write.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import numpy as np

from indexers.index import (
    CandidateQuery,
    Candidates,
    Digest,
    Document,
    EventOutcome,
    IndexBatch,
    Order,
    Page,
    Rejected,
    Scope,
    SessionSummary,
    Visibility,
)
from indexers.sqlite.cache import BYTES_MAX, ColumnsCache
from indexers.sqlite.database import DataKeys, connect, corrupt, cut_bytes, prepare, sqlite_errors
from indexers.sqlite.layout import TermHasher
from indexers.sqlite.reader import Reader
from indexers.sqlite.rows import INDEX_SCOPE
from indexers.sqlite.writer import Writer
from schemas.codec import CONTROL_SCOPE
from schemas.errors import KeyDestroyedError, UnavailableError
from schemas.memories import Memory
from schemas.queries import Filters

T = TypeVar("T")
READERS = 4
"""Threads that read. A search computes for milliseconds and NumPy uses no threads of its own here."""


class SqliteIndex:
    """MemoryIndex over one SQLite file. Opened by `SqliteIndex.open`; whoever opens it closes it."""

    def __init__(
        self, path: Path, connection: sqlite3.Connection, keys: DataKeys, dimension: int, cache_bytes_max: int
    ):
        self._path = path
        self._keys = keys
        self._dimension = dimension
        hasher = TermHasher(keys.secret)
        self._cache = ColumnsCache(cache_bytes_max)
        self._writer = Writer(connection, path, keys, hasher, self._cache)
        self._reader = Reader(path, keys, hasher, self._cache, dimension, self._writer.watermark)
        self._writing = ThreadPoolExecutor(1, thread_name_prefix="index-write")
        self._reading = ThreadPoolExecutor(READERS, thread_name_prefix="index-read")
        self._closed = False

    @classmethod
    async def open(
        cls,
        path: Path,
        *,
        keys: DataKeys,
        generation: int,
        model: str,
        dimension: int,
        cache_bytes_max: int = BYTES_MAX,
    ) -> SqliteIndex:
        """Open or create the index of a generation; `model` names the embedder and its revision, `dimension` its size.

        Raises ConfigurationError when the file was made for another generation, model or dimension, WrongSecretError
        for another installation's, FolderCorruptError, UnavailableError.
        """
        identity = {"generation": str(generation), "model": model, "dimension": str(dimension)}

        def opened() -> sqlite3.Connection:
            if missing := cut_bytes(path):
                raise corrupt(path, f"its last {missing} bytes are missing")
            with sqlite_errors(path):
                connection = connect(path)
                try:
                    prepare(connection, path, identity, keys.secret)
                except BaseException:
                    connection.close()
                    raise
                return connection

        return cls(path, await asyncio.to_thread(opened), keys, dimension, cache_bytes_max)

    @property
    def cache_bytes(self) -> int:
        """Memory held by users' columns, about."""
        return self._cache.nbytes

    async def apply(self, batch: IndexBatch) -> list[Rejected]:
        rejected: list[Rejected] = []
        key_ids: dict[str, str] = {}
        for user_key in dict.fromkeys(change.user_key for change in batch.changes if isinstance(change, Document)):
            try:
                key_ids[user_key] = await self._keys.key_for(user_key, INDEX_SCOPE)
            except KeyDestroyedError:
                continue
        outcome_key = await self._keys.key_for(*CONTROL_SCOPE) if batch.outcomes else ""
        changes = []
        for change in batch.changes:
            reason = self._refusal(change, key_ids) if isinstance(change, Document) else ""
            if isinstance(change, Document) and reason:
                rejected.append(Rejected(change.memory.memory_id, reason))
            else:
                changes.append(change)
        accepted = IndexBatch(batch.epoch, batch.partition, changes, batch.watermark, batch.outcomes)
        await self._run(self._writing, lambda: self._writer.apply(accepted, key_ids, outcome_key))
        return rejected

    async def candidates(self, query: CandidateQuery) -> Candidates:
        return await self._run(self._reading, lambda: self._reader.candidates(query))

    async def get(self, scope: Scope, ids: Sequence[str]) -> dict[str, Memory]:
        return await self._run(self._reading, lambda: self._reader.get(scope, ids))

    async def list_memories(
        self, scope: Scope, visibility: Visibility, filters: Filters, *, order: Order, limit: int, cursor: str
    ) -> Page:
        return await self._run(
            self._reading, lambda: self._reader.list_memories(scope, visibility, filters, order, limit, cursor)
        )

    async def count(self, scope: Scope) -> Mapping[str, int]:
        return await self._run(self._reading, lambda: self._reader.count(scope))

    async def erase(self, scope: Scope, *, upto_version: int) -> int:
        return await self._run(self._writing, lambda: self._writer.erase(scope.user_key, upto_version))

    async def outcomes(self, scope: Scope, event_id: str) -> list[EventOutcome]:
        return await self._run(self._reading, lambda: self._reader.outcomes(scope, event_id))

    async def users(self, tenant: str, *, limit: int, cursor: str) -> tuple[list[tuple[str, int]], str]:
        return await self._run(self._reading, lambda: self._reader.users(tenant, limit, cursor))

    async def sessions(self, scope: Scope) -> list[SessionSummary]:
        return await self._run(self._reading, lambda: self._reader.sessions(scope))

    async def watermark(self, partition: int) -> int:
        return self._writer.watermark(partition)

    async def digest(self) -> Digest:
        return await self._run(self._reading, self._reader.digest)

    async def scan(self, scope: Scope) -> AsyncIterator[Memory]:
        after = ""
        while True:
            page = await self._run(self._reading, lambda after=after: self._reader.page_of(scope, after))  # type: ignore[misc]
            if not page:
                return
            for memory in page:
                yield memory
            after = page[-1].memory_id

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._writing.shutdown()
        self._reading.shutdown()
        self._reader.close()
        self._writer.close()
        self._cache.clear()

    def _refusal(self, document: Document, key_ids: Mapping[str, str]) -> str:
        if document.user_key not in key_ids:
            return "the user was erased"
        for name in ("vector", "context_vector"):
            vector: bytes = getattr(document.memory, name)
            if vector and len(vector) != 2 * self._dimension:
                return f"{name} has {len(vector)} bytes; {self._dimension} dimensions take {2 * self._dimension}"
            if vector and not np.isfinite(np.frombuffer(vector, "<f2")).all():
                return f"{name} holds NaN or infinity"
        return ""

    async def _run(self, executor: Executor, work: Callable[[], T]) -> T:
        if self._closed:
            raise UnavailableError(f"the index {self._path} is closed")
        return await asyncio.get_running_loop().run_in_executor(executor, work)
