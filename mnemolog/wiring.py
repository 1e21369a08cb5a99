"""Wiring: the one place that ties ports to adapters, for whichever runtime the settings name."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import assert_never

import structlog

from api.jobs import Jobs
from api.metrics import Metrics
from api.recall.parse import time_reader
from api.recall.tail import TailVectors
from api.services import Reading, Services
from indexers.index import MemoryIndex
from indexers.sqlite import SqliteIndex
from mnemolog.api_keys import ApiKeys
from mnemolog.learned_files import load_used
from mnemolog.settings import Settings
from mnemolog.thinking import LoadedThinking
from processors.consolidation import UserState
from processors.policy import parse_policy
from processors.ports import Embedder
from schemas.errors import IndexOutdatedError
from schemas.generations import Spec
from schemas.memories import MemoriesRecord
from schemas.stages import EmbeddedEvent
from streams.brains import Brains
from streams.consolidate_step import Consolidate
from streams.crashpoints import Crashpoints
from streams.embedded.follower import EmbeddedFollower
from streams.embedded.generations import EmbeddedGenerations
from streams.embedded.runtime import EmbeddedRuntime
from streams.folder import Folder
from streams.keyring import Keyring
from streams.letterbox import Letterbox
from streams.log import LogRecord
from streams.recalls import LoggedRecalls

log = structlog.get_logger(__name__)
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
    settings: Settings, *, thinking: LoadedThinking | None = None
) -> AsyncIterator[tuple[Services, EmbeddedRuntime]]:
    """The services over one folder, and the runtime that carries them, for commands that work on the folder itself.
    The live generation decides which embedder is loaded; the settings, for a folder that has none yet."""
    thinking = thinking or LoadedThinking(settings.device, now)
    # A folder that is in use is said at once, not after the models were loaded.
    known = await asyncio.to_thread(_live_spec, settings)
    spec = known if known is not None else await thinking.spec(settings.embedder, settings.policy_text())
    live = await thinking.brains(spec)
    metrics = Metrics()
    counted = _counting(metrics)
    async with AsyncExitStack() as stack:
        runtime = await EmbeddedRuntime.open(
            settings.folder,
            stages=live.stages,
            consolidate=counted(live.consolidate),
            open_index=lambda path, keyring, generation: _open_index(live.spec, path, keyring, generation),
            now=now,
            partitions=settings.partition_count,
            crash=Crashpoints.parse(settings.crash_at),
        )
        stack.push_async_callback(runtime.close)
        generations = await EmbeddedGenerations.open(runtime, thinking, _open_index, live, counted=counted)
        recalls = _logged_recalls(runtime, metrics)
        recalls.start()
        stack.push_async_callback(recalls.close)
        jobs = Jobs(now)
        stack.push_async_callback(jobs.close)
        runtime.start()
        yield _services(settings, runtime, generations, recalls=recalls, jobs=jobs, metrics=metrics), runtime


def _counting(metrics: Metrics) -> Callable[[Consolidate], Consolidate]:
    """Counts the outcome of every event that is decided."""

    def counted(consolidate: Consolidate) -> Consolidate:
        def decide(state: UserState, event: EmbeddedEvent) -> MemoriesRecord:
            record = consolidate(state, event)
            metrics.outcomes.labels(record.outcome.state).inc()
            return record

        return decide

    return counted


def _logged_recalls(runtime: EmbeddedRuntime, metrics: Metrics) -> LoggedRecalls:
    turns = runtime.parts.turns

    async def read_recall(topic: str, partition: int, key: bytes) -> list[LogRecord]:
        return await turns.read_key(topic, partition, key, after=-1, limit=RECALLS_OF_ONE_KEY)

    return LoggedRecalls(turns, runtime.parts.keyring, read_recall, dropped=metrics.recalls_dropped.inc)


def _services(
    settings: Settings,
    runtime: EmbeddedRuntime,
    generations: EmbeddedGenerations,
    *,
    recalls: LoggedRecalls,
    jobs: Jobs,
    metrics: Metrics,
) -> Services:
    turns = runtime.parts.turns
    return Services(
        sink=runtime.writer,
        follower=EmbeddedFollower(runtime),
        reading=reading_of(generations.reading),
        generations=generations,
        read_time=time_reader(),
        keys=ApiKeys(settings.folder),
        recalls=recalls,
        letters=Letterbox(turns, runtime.parts.keyring, runtime.writer.append, now=now),
        epoch=turns.epoch,
        now=now,
        new_id=new_id,
        jobs=jobs,
        metrics=metrics,
        learned=load_used(settings.folder),
    )


def _live_spec(settings: Settings) -> Spec | None:
    """What the live generation was made with; None for a folder that has written none down."""
    folder = Folder.open(settings.folder)
    try:
        known = folder.read_book().find(folder.current.generation)
    finally:
        folder.close()
    if known is not None and known.spec.embedder != settings.embedder:
        log.info("embedder_of_generation", generation=known.number, embedder=known.spec.embedder)
    return None if known is None else known.spec


async def _open_index(spec: Spec, path: Path, keyring: Keyring, generation: int) -> SqliteIndex:
    """An index that an earlier program wrote is made anew: what it held is read again from the commit log."""

    async def opened() -> SqliteIndex:
        return await SqliteIndex.open(
            path, keys=keyring, generation=generation, model=spec.model, dimension=spec.dimension
        )

    try:
        return await opened()
    except IndexOutdatedError as outdated:
        log.warning("index_made_anew", reason=outdated.message)
    for name in (path, *(path.with_name(f"{path.name}-{beside}") for beside in ("wal", "shm"))):
        await asyncio.to_thread(name.unlink, missing_ok=True)
    return await opened()


def reading_of(current: Callable[[], tuple[MemoryIndex, Brains, int]]) -> Callable[[], Reading]:
    """What the API reads, from what is live: the tail of each embedder is embedded once."""
    vectors: dict[Embedder, TailVectors] = {}

    def reading() -> Reading:
        index, brains, number = current()
        embedder = brains.embedder
        fading = parse_policy(brains.spec.policy).activity
        return Reading(index, number, embedder, vectors.setdefault(embedder, TailVectors(embedder)), fading)

    return reading


def now() -> datetime:
    """The clock of everything that is recorded."""
    return datetime.now(UTC)


def new_id() -> str:
    """A random id."""
    return str(uuid.uuid4())
