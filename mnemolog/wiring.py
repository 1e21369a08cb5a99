"""Wiring: the one place that ties ports to adapters, for whichever runtime the settings name."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import assert_never

from api.jobs import Jobs
from api.metrics import Metrics
from api.recall.parse import time_reader
from api.recall.tail import TailVectors
from api.services import Reading, Services
from indexers.sqlite import SqliteIndex
from mnemolog.api_keys import ApiKeys
from mnemolog.models import Models, load_models
from mnemolog.settings import Settings
from processors.consolidation import UserState, consolidate
from schemas.memories import MemoriesRecord
from schemas.stages import EmbeddedEvent
from streams.crashpoints import Crashpoints
from streams.embedded.follower import EmbeddedFollower
from streams.embedded.runtime import EmbeddedRuntime
from streams.folder import Folder
from streams.keyring import Keyring
from streams.letterbox import Letterbox
from streams.log import LogRecord
from streams.recalls import LoggedRecalls

RECALLS_OF_ONE_KEY = 4
"""A recall is written once; a retry of its batch may write it again."""


@asynccontextmanager
async def open_runtime(settings: Settings) -> AsyncIterator[Services]:
    """The running services of the API; closed in order at the end. Raises ConfigurationError and its kinds."""
    match settings.runtime:
        case "embedded":
            async with embedded(settings) as (services, _):
                yield services
        case "distributed":
            # Only here: the embedded runtime starts without the clients of Kafka and OpenSearch.
            from mnemolog.distributed import open_distributed

            async with open_distributed(settings) as services:
                yield services
        case _:
            assert_never(settings.runtime)


@asynccontextmanager
async def embedded(
    settings: Settings, *, models: Models | None = None
) -> AsyncIterator[tuple[Services, EmbeddedRuntime]]:
    """The services over one folder, and the runtime that carries them, for commands that work on the folder itself."""
    # A folder that is in use is said at once, not after the models were loaded.
    await asyncio.to_thread(lambda: Folder.open(settings.folder).close())
    loaded = models or await load_models(settings.embedder, device=settings.device)
    metrics = Metrics()

    def decide(state: UserState, event: EmbeddedEvent) -> MemoriesRecord:
        record = consolidate(state, event, loaded.policy)
        metrics.outcomes.labels(record.outcome.state).inc()
        return record

    async def open_index(path: Path, keyring: Keyring, generation: int) -> SqliteIndex:
        return await SqliteIndex.open(
            path,
            keys=keyring,
            generation=generation,
            model=loaded.name,
            dimension=loaded.embedder.profile.dimension,
        )

    async with AsyncExitStack() as stack:
        runtime = await EmbeddedRuntime.open(
            settings.folder,
            stages=loaded.stages,
            consolidate=decide,
            open_index=open_index,
            now=now,
            partitions=settings.partition_count,
            crash=Crashpoints.parse(settings.crash_at),
        )
        stack.push_async_callback(runtime.close)
        turns, keyring = runtime.parts.turns, runtime.parts.keyring

        async def read_recall(topic: str, partition: int, key: bytes) -> list[LogRecord]:
            return await turns.read_key(topic, partition, key, after=-1, limit=RECALLS_OF_ONE_KEY)

        recalls = LoggedRecalls(turns, keyring, read_recall, dropped=metrics.recalls_dropped.inc)
        recalls.start()
        stack.push_async_callback(recalls.close)
        jobs = Jobs(now)
        stack.push_async_callback(jobs.close)
        runtime.start()
        yield (
            Services(
                sink=runtime.writer,
                follower=EmbeddedFollower(runtime),
                reading=lambda: Reading(runtime.index, runtime.folder.current.generation),
                embedder=loaded.embedder,
                vectors=TailVectors(loaded.embedder),
                read_time=time_reader(),
                keys=ApiKeys(settings.folder),
                recalls=recalls,
                letters=Letterbox(turns, keyring, runtime.writer.append, now=now),
                epoch=turns.epoch,
                now=now,
                new_id=new_id,
                jobs=jobs,
                metrics=metrics,
            ),
            runtime,
        )


def now() -> datetime:
    """The clock of everything that is recorded."""
    return datetime.now(UTC)


def new_id() -> str:
    """A random id."""
    return str(uuid.uuid4())
