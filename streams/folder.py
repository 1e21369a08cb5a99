"""Folder: the layout of an embedded installation on disk, its lock, and which generation is current (DESIGN §2).

master.key      wraps every data key; mode 0600; without it nothing can be read
log.db          turns, keys, dead letters, recalls: the truth
g<N>.db         generation N: embedded, memories
index-g<N>.db   its index (index-g<N>.r<M>.db after M rebuilds)
current         which generation and index are read, JSON
generations     every generation with its spec and report, JSON
lock            held by the running server, with its process id
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from pydantic import ConfigDict, Field, ValidationError

from schemas.errors import ConfigurationError, FolderCorruptError, FolderLockedError, StorageFullError, WrongSecretError
from schemas.generations import Book
from schemas.records import Record
from streams.keyring import make_master_key, read_master_key

LAYOUT_VERSION = 1
BOOK = "generations"


class Current(Record):
    """The pointer in `current`: what is read. `layout` is the version of the whole folder's layout."""

    layout: int = LAYOUT_VERSION
    generation: int = 1
    index: str = Field(default="index-g1.db", pattern=r"^index-g\d+(\.r\d+)?\.db$")


class Folder:
    """An opened and locked folder. Made by `Folder.open`; whoever opens it closes it."""

    def __init__(self, path: Path, lock: int, master: bytes, current: Current) -> None:
        self.path = path
        self.master = master
        self._lock = lock
        self._current = current

    @classmethod
    def open(cls, path: Path) -> Folder:
        """Open or create the folder and take its lock. Raises FolderLockedError, FolderCorruptError, WrongSecretError
        (a log without its master key), ConfigurationError (not writable, newer layout)."""
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ConfigurationError(f"{path} cannot be made a folder: {error.strerror}") from error
        lock = _take_lock(path)
        try:
            return cls(path, lock, _master(path), _read_current(path))
        except BaseException:
            os.close(lock)
            raise

    @property
    def current(self) -> Current:
        """What is read now."""
        return self._current

    @property
    def log(self) -> Path:
        return self.path / "log.db"

    @property
    def master_key(self) -> Path:
        return self.path / "master.key"

    @property
    def index(self) -> Path:
        """The index that is read now."""
        return self.path / self._current.index

    def generation(self, number: int) -> Path:
        """The file of a generation's topics."""
        return self.path / f"g{number}.db"

    def fresh_index(self, generation: int) -> Path:
        """A name for a new index of a generation that is not in use; what a broken rebuild left there is resumed."""
        if generation != self._current.generation:
            return self.path / f"index-g{generation}.db"
        _, _, rebuilds = self.index.stem.partition(".r")
        return self.path / f"index-g{generation}.r{int(rebuilds or 0) + 1}.db"

    def point_to(self, generation: int, index: Path) -> None:
        """Make a generation and index current: one atomic, durable rename."""
        current = Current(generation=generation, index=index.name)
        self._write("current", current)
        self._current = current

    def read_book(self) -> Book:
        """The generations that were written down. Raises FolderCorruptError."""
        try:
            return Book.model_validate_json((self.path / BOOK).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return Book()
        except (OSError, UnicodeDecodeError, ValidationError) as error:
            raise FolderCorruptError(
                f"{self.path / BOOK} cannot be read: {type(error).__name__}",
                hint=f"delete the file `{BOOK}`: the generation that is read stays, the others are built anew",
            ) from error

    def write_book(self, book: Book) -> None:
        """Write the generations down, durably and at once."""
        self._write(BOOK, book)

    def remove(self, file: Path) -> None:
        """Delete a derived file that nobody has open, with SQLite's files beside it."""
        for name in (file.name, f"{file.name}-wal", f"{file.name}-shm"):
            (self.path / name).unlink(missing_ok=True)

    def _write(self, name: str, value: Record) -> None:
        draft = self.path / f".{name}"
        try:
            with draft.open("w", encoding="utf-8") as file:
                file.write(value.model_dump_json() + "\n")
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self.path / name)
            _sync_directory(self.path)
        except OSError as error:
            raise StorageFullError(f"{self.path / name} cannot be written: {error.strerror}") from error

    def close(self) -> None:
        """Release the lock. Idempotent."""
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def _take_lock(path: Path) -> int:
    try:
        lock = os.open(path / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise ConfigurationError(
            f"{path} is not writable: {error.strerror}", hint="check the owner and mode of the folder"
        ) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        owner = os.pread(lock, 32, 0).decode(errors="replace").strip() or "unknown"
        os.close(lock)
        raise FolderLockedError(
            f"{path} is in use by process {owner}", hint="stop that server, or give this one another folder"
        ) from error
    except OSError as error:
        os.close(lock)
        raise ConfigurationError(
            f"{path} is on a file system without locks: {error.strerror}", hint="use a local disk"
        ) from error
    os.ftruncate(lock, 0)
    os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
    return lock


def _master(path: Path) -> bytes:
    key, log = path / "master.key", path / "log.db"
    initialised = log.exists() or (path / "current").exists()
    if not key.exists():
        if initialised:
            raise WrongSecretError(
                f"{path} holds a log but {key} is missing",
                hint="put the original master.key back; a new one could not read this folder",
            )
        try:
            return make_master_key(key)
        except OSError as error:
            raise ConfigurationError(f"{key} cannot be written: {error.strerror}") from error
    # `current` is written once the log exists, so a log that is missing or empty then was lost, not new.
    if (path / "current").exists() and (not log.exists() or log.stat().st_size == 0):
        raise FolderCorruptError(f"{log} is missing or empty", hint="restore the folder from a backup")
    return read_master_key(key)


def _read_current(path: Path) -> Current:
    try:
        text = (path / "current").read_text(encoding="utf-8")
    except FileNotFoundError:
        return Current()
    except (OSError, UnicodeDecodeError) as error:
        raise FolderCorruptError(f"{path}/current cannot be read: {error}", hint=_CURRENT_REMEDY) from error
    try:
        layout = _Layout.model_validate_json(text).layout
        if layout > LAYOUT_VERSION:
            raise ConfigurationError(
                f"{path} has layout {layout}; this program reads up to {LAYOUT_VERSION}", hint="upgrade the program"
            )
        return Current.model_validate_json(text)
    except ValidationError as error:
        raise FolderCorruptError(f"{path}/current is damaged", hint=_CURRENT_REMEDY) from error


_CURRENT_REMEDY = "delete the file `current`: the first generation is read then, or is rebuilt from the log"


class _Layout(Record):
    """Reads the layout of any version's pointer."""

    model_config = ConfigDict(extra="ignore")
    layout: int


def _sync_directory(path: Path) -> None:
    directory = os.open(path, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
