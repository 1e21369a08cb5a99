"""The logs that the contract suite runs against: each factory is an async context manager that gives a fresh log."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from streams.log import EventLog
from streams.sqlite_log import SqliteLog

LogFactory = Callable[[Path], AbstractAsyncContextManager[EventLog]]


@asynccontextmanager
async def sqlite_log(folder: Path) -> AsyncIterator[EventLog]:
    log = await SqliteLog.open(folder / "log.db", partitions=4)
    try:
        yield log
    finally:
        await log.close()


LOGS: dict[str, LogFactory] = {"sqlite": sqlite_log}
"""Adapters by name; an adapter that needs a server joins here."""
