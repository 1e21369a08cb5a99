"""SqliteFile: one durable SQLite file with a single group-committing writer thread and readers off the event loop.

Writes from many callers are gathered into one transaction (WAL, synchronous FULL); each call returns after its commit.
Reads run on connections of their own, so that they never wait for the writer.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from indexers.sqlite.database import cut_bytes
from schemas.errors import (
    ConfigurationError,
    FolderCorruptError,
    InvalidInputError,
    MnemologError,
    StorageFullError,
    UnavailableError,
)

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]
Connect = Callable[[Path], sqlite3.Connection]

LAYOUT_VERSION = 1
"""`PRAGMA user_version` of every file of ours; a file with a higher one was written by a newer program."""
GROUP_MAX = 256
"""Calls gathered into one commit: at 1 ms a commit this is far beyond what arrives, and it bounds a rollback."""
READERS = 4
"""Reader threads: reads are short; more only compete for two cores."""
BUSY_S = 5.0
"""How long a connection waits for a lock. Only a checkpoint or a foreign process can hold one."""
CHECKPOINT_PAGES = 4_000
"""WAL length (16 MB at 4 kB pages) after which a commit copies it back; the checkpoint then costs some milliseconds."""

_CORRUPT = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def connect(path: Path) -> sqlite3.Connection:
    """A connection with the durability of DESIGN §2: WAL, synchronous FULL, freed pages overwritten with zeros."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=BUSY_S)
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "secure_delete=ON",
        f"wal_autocheckpoint={CHECKPOINT_PAGES}",
    ):
        connection.execute(f"PRAGMA {pragma}")
    return connection


@contextlib.contextmanager
def sqlite_errors(path: Path) -> Iterator[None]:
    """Translate SQLite's errors into ours: full → StorageFullError, corrupt → FolderCorruptError naming the file."""
    try:
        yield
    except sqlite3.Error as error:
        raise translated(error, path) from error


def translated(error: sqlite3.Error, path: Path) -> MnemologError:
    """Our error for one of SQLite's."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return StorageFullError(f"no room left to write {path}", hint="free disk space; nothing of this call was kept")
    if code in _CORRUPT:
        return FolderCorruptError(f"{path} is damaged: {error}", hint=remedy(path))
    if code == sqlite3.SQLITE_READONLY:
        return ConfigurationError(f"{path} is not writable: {error}", hint="check the owner and mode of the folder")
    if code == sqlite3.SQLITE_TOOBIG:
        return InvalidInputError(f"a record is too large for {path}: {error}")
    return UnavailableError(f"{path}: {error}", hint="check the disk; the call can be repeated")


def remedy(path: Path) -> str:
    """What to do about a damaged file, by what it holds."""
    if path.name.startswith("log"):
        return "it holds the only truth: restore the folder from a backup; do not delete it"
    return f"it is derived: move {path.name} (with -wal and -shm) away and start again, it is rebuilt from the log"


@dataclass(slots=True)
class _Request:
    work: Work[Any]
    future: Future[Any] = field(default_factory=Future)


class SqliteFile:
    """Opened by `SqliteFile.open`; whoever opens it closes it."""

    def __init__(self, path: Path, writer: sqlite3.Connection, connect: Connect) -> None:
        self.path = path
        self._writer = writer
        self._connect = connect
        self._requests: queue.SimpleQueue[_Request | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix=f"read-{path.stem}")
        self._local = threading.local()
        self._opened: list[sqlite3.Connection] = []
        self._opened_lock = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=f"write-{path.stem}", daemon=True)
        self._thread.start()

    @classmethod
    def open(cls, path: Path, schema: Sequence[str], *, connect: Connect = connect) -> SqliteFile:
        """Open or create the file and run the (idempotent) schema statements. Raises FolderCorruptError when it is not
        a whole SQLite file, ConfigurationError when a newer program wrote it."""
        if missing := cut_bytes(path):
            raise FolderCorruptError(f"{path} is damaged: its last {missing} bytes are missing", hint=remedy(path))
        with sqlite_errors(path):
            writer = connect(path)
            try:
                _prepare(path, writer, schema)
            except BaseException:
                writer.close()
                raise
        return cls(path, writer, connect)

    async def write(self, work: Work[T]) -> T:
        """Run `work` inside the next group commit; returns what it returned, durable. When it raises, nothing of it is
        kept and its neighbours are not touched."""
        # Shielded: a caller who gives up does not take back a write that is under way.
        return await asyncio.shield(asyncio.wrap_future(self.submit(work)))

    def submit(self, work: Work[T]) -> Future[T]:
        """Like `write`, from any thread."""
        if self._closed:
            raise UnavailableError(f"{self.path} is closed")
        request = _Request(work)
        self._requests.put(request)
        return request.future

    async def read(self, work: Work[T]) -> T:
        """Run `work` on a reader connection, off the event loop."""
        if self._closed:
            raise UnavailableError(f"{self.path} is closed")
        return await asyncio.get_running_loop().run_in_executor(self._readers, self.read_now, work)

    def read_now(self, work: Work[T]) -> T:
        """Run `work` on this thread's own reader connection."""
        with sqlite_errors(self.path):
            return work(self._reader())

    async def scrub(self) -> None:
        """Copy the write-ahead log back and empty it, so that overwritten values are in no file any more."""
        await asyncio.to_thread(self._scrub)

    async def close(self) -> None:
        """Finish the writes that were handed in, then close. Idempotent."""
        if self._closed:
            return
        self._closed = True
        self._requests.put(None)
        await asyncio.to_thread(self._thread.join)
        await asyncio.to_thread(self._readers.shutdown)
        for connection in (*self._opened, self._writer):
            connection.close()

    def _scrub(self) -> None:
        with sqlite_errors(self.path), contextlib.closing(self._connect(self.path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _reader(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._connect(self.path)
            connection.execute("PRAGMA query_only=ON")
            self._local.connection = connection
            with self._opened_lock:
                self._opened.append(connection)
        return connection

    def _run(self) -> None:
        while True:
            request = self._requests.get()
            if request is None:
                return
            group = [request]
            stop = False
            while len(group) < GROUP_MAX and not self._requests.empty():
                following = self._requests.get()
                if following is None:
                    stop = True
                    break
                group.append(following)
            self._commit(group)
            if stop:
                return

    def _commit(self, group: list[_Request]) -> None:
        """One transaction for the group; when that fails, one for each call, so that a bad call fails alone."""
        try:
            with sqlite_errors(self.path):
                settled = self._transaction(group)
        except MnemologError as error:
            if len(group) > 1:
                for request in group:
                    self._commit([request])
                return
            _settle(group[0].future, None, error)
            return
        for request, (result, failure) in zip(group, settled, strict=True):
            _settle(request.future, result, failure)

    def _transaction(self, group: list[_Request]) -> list[tuple[Any, BaseException | None]]:
        connection = self._writer
        settled: list[tuple[Any, BaseException | None]] = []
        connection.execute("BEGIN IMMEDIATE")
        try:
            for request in group:
                connection.execute("SAVEPOINT call")
                try:
                    result, failure = request.work(connection), None
                except sqlite3.Error:
                    raise
                except Exception as error:  # noqa: BLE001 - whatever the caller's work raises goes back to that caller
                    result, failure = None, error
                    connection.execute("ROLLBACK TO call")
                connection.execute("RELEASE call")
                settled.append((result, failure))
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return settled


def _settle(future: Future[Any], result: object, failure: BaseException | None) -> None:
    # The caller may have been cancelled: its write is kept all the same, nobody is told.
    if not future.set_running_or_notify_cancel():
        return
    if failure is None:
        future.set_result(result)
    else:
        future.set_exception(failure)


def _prepare(path: Path, connection: sqlite3.Connection, schema: Sequence[str]) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > LAYOUT_VERSION:
        raise ConfigurationError(
            f"{path} has layout {version}; this program reads up to {LAYOUT_VERSION}", hint="upgrade the program"
        )
    connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    connection.execute("BEGIN IMMEDIATE")
    for statement in schema:
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version={LAYOUT_VERSION}")
    connection.execute("COMMIT")
