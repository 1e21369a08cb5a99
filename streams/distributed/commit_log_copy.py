"""CommitLogCopy: the accepted records of one partition's commit log on this machine's disk (DESIGN §5).

It is consolidate's snapshot: a restart reads only what came after it, and a user's state is folded from it when it is
needed. The records lie in it sealed as they are in Kafka, so a destroyed key makes them unreadable here too. Where it
is missing, or not the beginning of Kafka's topic, only the time is lost that reading the topic takes.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import sqlite3
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from pathlib import Path

import structlog

from schemas.errors import CodecError, ConfigurationError, UnavailableError
from streams.commit_log import LINK, OFFSET, Chain, CommitLogReader, chain_after
from streams.log import EventLog, LogRecord, NewRecord
from streams.sqlite_file import connect
from streams.sqlite_log import SqliteLog
from streams.stage_records import last_record

PAGE = 1_000
SLOTS = 8
"""Files of one partition on a machine. One is enough, but a worker that stands still may hold the first one locked."""
PLACE = "place"
"""Header of a record in the copy: its offset in Kafka."""
log = structlog.get_logger(__name__)


class CommitLogCopy:
    """Made by `open`; whoever opens it closes it. `file` is the log that holds the copy, under the same topic: whole
    positions only."""

    def __init__(self, source: EventLog, topic: str, partition: int, file: SqliteLog) -> None:
        self.file = file
        self._source = source
        self._topic = topic
        self._partition = partition
        self._chain = Chain()
        self._next = 0
        self._lock = contextlib.ExitStack()

    @classmethod
    async def open(cls, folder: Path, source: EventLog, topic: str, partition: int) -> CommitLogCopy:
        """Open what there is, or begin anew where it is damaged or does not fit. Raises UnavailableError."""
        with contextlib.ExitStack() as lock:
            path = _first_free(folder, f"{topic}-{partition}", lock)
            try:
                copy = await cls._opened(path, source, topic, partition)
            except (ConfigurationError, CodecError) as error:
                log.warning("commit_log_copy_dropped", path=str(path), reason=error.message)
                _remove(path)
                copy = await cls._opened(path, source, topic, partition)
            copy._lock = lock.pop_all()
            return copy

    @classmethod
    async def _opened(cls, path: Path, source: EventLog, topic: str, partition: int) -> CommitLogCopy:
        copy = cls(source, topic, partition, await SqliteLog.open(path, partitions=source.partitions, connect=_connect))
        try:
            await copy._find_end()
        except BaseException:
            await copy.file.close()
            raise
        return copy

    async def _find_end(self) -> None:
        """Where the copy ends. Raises ConfigurationError when that is not a place of Kafka's topic."""
        last = await last_record(self.file, self._topic, self._partition)
        if last is None:
            return
        chain, place = chain_after(last), _place(last)
        found = await self._source.read(self._topic, self._partition, after=place - 1, limit=1)
        if [(record.offset, record.headers.get(LINK)) for record in found] != [(place, chain.link)]:
            raise ConfigurationError(f"it is not the beginning of {self._topic}, partition {self._partition}")
        self._chain, self._next = chain, place + 1

    async def follow(self, secret: bytes, work: Executor) -> tuple[Chain, int]:
        """Copy what Kafka has beyond the copy. Returns where the commit log stands: the last link accepted, and the
        offset that the next record gets."""
        reader, end = CommitLogReader(secret, self._chain), self._next
        while records := await self._source.read(self._topic, self._partition, after=end - 1, limit=PAGE):
            accepted = partial(_accepted, reader, records)
            await self._append(await asyncio.get_running_loop().run_in_executor(work, accepted))
            end = records[-1].offset + 1
        return reader.chain, end

    async def add(self, records: Sequence[NewRecord], offsets: Sequence[int]) -> None:
        """Copy whole positions that were just written to Kafka, at these offsets."""
        await self._append([_placed(record, offset) for record, offset in zip(records, offsets, strict=True)])

    async def _append(self, records: Sequence[NewRecord]) -> None:
        if not records:
            return
        await self.file.append(self._topic, records)
        last = records[-1].headers
        self._chain = Chain(last[LINK], int(last[OFFSET]))
        self._next = int(last[PLACE]) + 1

    async def drop(self, reason: str) -> None:
        """Close and delete it: the next one begins anew."""
        log.warning("commit_log_copy_dropped", path=str(self.file.file.path), reason=reason)
        await self.file.close()
        await asyncio.to_thread(_remove, self.file.file.path)
        self._lock.close()

    async def close(self) -> None:
        """Close the file and leave it to others."""
        await self.file.close()
        self._lock.close()


def _accepted(reader: CommitLogReader, records: Sequence[LogRecord]) -> list[NewRecord]:
    parts = (part for record in records for part in reader.accept(record) or ())
    return [_placed(NewRecord(p.partition, p.key or b"", p.value or b"", p.headers), p.offset) for p in parts]


def _placed(record: NewRecord, offset: int) -> NewRecord:
    return replace(record, headers={**record.headers, PLACE: str(offset).encode()})


def _place(record: LogRecord) -> int:
    try:
        return int(record.headers[PLACE])
    except (KeyError, ValueError) as error:
        raise CodecError(f"record {record.offset} says no place in Kafka") from error


def _connect(path: Path) -> sqlite3.Connection:
    """What a power cut takes from the end of the copy is in Kafka: no commit waits for the disk."""
    connection = connect(path)
    connection.execute("PRAGMA synchronous=NORMAL")
    return connection


def _first_free(folder: Path, name: str, stack: contextlib.ExitStack) -> Path:
    """The first file of this name that no other process uses, locked until `stack` is closed."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for slot in range(SLOTS):
            path = folder / f"{name}.{slot}.db"
            lock = stack.enter_context(path.with_suffix(".lock").open("w"))
            with contextlib.suppress(BlockingIOError):
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return path
    except OSError as error:
        raise UnavailableError(f"{folder} cannot be written: {error}", hint="check its owner and mode") from error
    raise UnavailableError(f"{SLOTS} processes hold a copy of {name} in {folder}", hint="end those that stand still")


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
