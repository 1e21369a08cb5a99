"""The file of one generation's embedded index: its schema, connections, identity, and SQLite's errors as ours."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

from schemas.codec import Sealer
from schemas.errors import (
    ConfigurationError,
    FolderCorruptError,
    IndexOutdatedError,
    MnemologError,
    StorageFullError,
    UnavailableError,
    WrongSecretError,
)

SCHEMA_VERSION = 4
"""`PRAGMA user_version`; covers the layout of the sealed bytes and the analysis of the terms in them too."""
BUSY_TIMEOUT_S = 5.0
"""How long a statement waits for a lock. Nothing of ours holds one for longer than a batch."""
PAGE_BYTES = 8_192
"""A sealed row is about 4 kB; a smaller page would spread it over a chain of pages."""
WAL_PAGES_MAX = 2_000
"""Pages in the write-ahead log (16 MB) after which a commit moves them into the file."""
TOMBSTONE = -1
"""Stands in `memories.status` for a memory that is gone."""
ROW_BITS = 32
"""Row = user_no << 32 | number within the user: a user's rows lie together and are read in one sweep."""

_SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE watermarks (partition INTEGER PRIMARY KEY, epoch INTEGER NOT NULL, watermark INTEGER NOT NULL);
CREATE TABLE keys (key_no INTEGER PRIMARY KEY, key_id TEXT NOT NULL UNIQUE);
CREATE TABLE users (
    user_no INTEGER PRIMARY KEY, user_key TEXT NOT NULL UNIQUE, partition INTEGER NOT NULL,
    tenant TEXT, name BLOB, key_no INTEGER, next_row INTEGER NOT NULL DEFAULT 0,
    erased_upto INTEGER NOT NULL DEFAULT -1
);
CREATE INDEX users_of_tenant ON users (tenant);
CREATE TABLE memories (
    user_no INTEGER NOT NULL, memory_id TEXT NOT NULL, row INTEGER NOT NULL, version INTEGER NOT NULL,
    status INTEGER NOT NULL, digest BLOB, PRIMARY KEY (user_no, memory_id)
) WITHOUT ROWID;
CREATE TABLE sealed (row INTEGER PRIMARY KEY, key_no INTEGER NOT NULL, sealed BLOB NOT NULL);
CREATE TABLE outcomes (
    user_no INTEGER NOT NULL, event BLOB NOT NULL, version INTEGER NOT NULL, key_no INTEGER NOT NULL,
    sealed BLOB NOT NULL, PRIMARY KEY (user_no, event, version)
) WITHOUT ROWID;
"""


class DataKeys(Sealer, Protocol):
    """What the index needs of the keyring."""

    @property
    def secret(self) -> bytes:
        """The installation secret, for keyed hashes."""
        ...

    async def key_for(self, user_key: str, session: str) -> str:
        """The id of a live data key; KeyDestroyedError for an erased user."""
        ...


@contextmanager
def sqlite_errors(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into ours."""
    try:
        yield
    except sqlite3.Error as error:
        raise _translated(error, path) from error


def _translated(error: sqlite3.Error, path: Path) -> MnemologError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    match code:
        case sqlite3.SQLITE_FULL:
            return StorageFullError(f"no room left to write {path}", hint="free disk space; nothing was half written")
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return corrupt(path, str(error))
        case sqlite3.SQLITE_READONLY:
            return ConfigurationError(f"{path} is not writable: {error}", hint="check the owner and mode of the folder")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return UnavailableError(f"{path} is locked: {error}", hint="try again; is another process using it?")
        case _:
            return UnavailableError(f"{path}: {error}", hint="check the disk; the call can be repeated")


def corrupt(path: Path, reason: str) -> FolderCorruptError:
    """The error for a file that cannot be trusted; it is derived, so that nothing is lost with it."""
    return FolderCorruptError(
        f"the index {path} is damaged: {reason}",
        hint=f"run `mnemolog rebuild`: {path.name} is derived and is built anew from the log",
    )


def cut_bytes(path: Path) -> int:
    """How many bytes a SQLite file lacks of what its header announces; 0 for one that is whole, new, or has a
    write-ahead log that may still hold them. SQLite itself notices only when it happens to read a missing page.
    The header: https://www.sqlite.org/fileformat2.html#the_database_header"""
    wal = path.with_name(path.name + "-wal")
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            header = file.read(100)
        if len(header) < 100 or (wal.exists() and wal.stat().st_size):
            return 0
    except OSError:
        return 0
    page_bytes = int.from_bytes(header[16:18], "big")
    pages = int.from_bytes(header[28:32], "big")
    # The page count is only valid when the file was last written by a SQLite that keeps it.
    counted = header[24:28] == header[92:96]
    return max(0, (65_536 if page_bytes == 1 else page_bytes) * pages - size) if counted else 0


def connect(path: Path) -> sqlite3.Connection:
    """A connection in autocommit mode. Synchronous NORMAL: a power cut may lose the last commits, changes and
    watermark together, and they are indexed again; freed pages are zeroed."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=BUSY_TIMEOUT_S)
    try:
        connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute(f"PRAGMA wal_autocheckpoint = {WAL_PAGES_MAX}")
    except BaseException:
        connection.close()
        raise
    return connection


def prepare(connection: sqlite3.Connection, path: Path, identity: dict[str, str], secret: bytes) -> None:
    """Create the tables of a new file, or check that an old one is the same generation, model and dimension.

    Raises ConfigurationError naming both values, IndexOutdatedError for the layout of an earlier program,
    WrongSecretError, FolderCorruptError.
    """
    wanted = {**identity, "secret": hashlib.sha256(b"index fingerprint" + secret).hexdigest()[:16]}
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version == 0:
        with transaction(connection):
            for statement in filter(str.strip, _SCHEMA.split(";")):
                connection.execute(statement)
            connection.executemany("INSERT INTO meta VALUES (?, ?)", sorted(wanted.items()))
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        return
    if version != SCHEMA_VERSION:
        kind = IndexOutdatedError if version < SCHEMA_VERSION else ConfigurationError
        raise kind(
            f"the index {path} has layout {version}, this program reads {SCHEMA_VERSION}",
            hint=f"use the program that wrote it; or move {path.name} (with -wal and -shm) away and start again, it is "
            "rebuilt from the log",
        )
    held = dict(connection.execute("SELECT name, value FROM meta"))
    if held.get("secret") != wanted["secret"]:
        raise WrongSecretError(f"the index {path} belongs to another installation: its secret is not this one")
    for name, value in identity.items():
        if held.get(name) != value:
            raise ConfigurationError(
                f"the index {path} has {name} {held.get(name)!r}, but {value!r} is asked for",
                hint="set it back, or run `mnemolog rebuild` to build a generation with the new one",
            )


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # SQLite has rolled back by itself after some errors (disk full); the first error is the one to tell.
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise
