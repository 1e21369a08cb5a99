"""The logs that the contract suite runs against: each factory is an async context manager that gives a fresh log."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from aiokafka.admin import AIOKafkaAdminClient, NewTopic

from schemas.topics import RECALLS, TURNS
from streams.kafka_log import KafkaLog
from streams.log import EventLog
from streams.sqlite_log import SqliteLog
from tests.contract.servers import servers

LogFactory = Callable[[Path], AbstractAsyncContextManager[EventLog]]


@asynccontextmanager
async def sqlite_log(folder: Path) -> AsyncIterator[EventLog]:
    log = await SqliteLog.open(folder / "log.db", partitions=4)
    try:
        yield log
    finally:
        await log.close()


@asynccontextmanager
async def kafka_log(folder: Path) -> AsyncIterator[EventLog]:
    prefix = f"{uuid.uuid4().hex[:12]}."
    bootstrap = servers().bootstrap
    admin = AIOKafkaAdminClient(bootstrap_servers=bootstrap)
    await admin.start()
    try:
        await admin.create_topics([NewTopic(prefix + name, 4, 1) for name in (TURNS, RECALLS)])
    finally:
        await admin.close()
    log = await KafkaLog.open(bootstrap, partitions=4, prefix=prefix)
    try:
        yield log
    finally:
        await log.close()


LOGS: dict[str, LogFactory] = {"sqlite": sqlite_log, "kafka": kafka_log}
"""Adapters by name."""
NEED_SERVERS = frozenset({"kafka"})
