"""The distributed runtime put together: the API over Kafka and OpenSearch, workers, set-up, rebuild of the index."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import structlog

from api.jobs import Jobs
from api.metrics import Metrics
from api.recall.parse import time_reader
from api.recall.tail import TailVectors
from api.services import Reading, Services
from indexers.index import MemoryIndex
from indexers.opensearch import Server
from indexers.opensearch.admin import ALIAS, Identity
from mnemolog.api_keys import ApiKeys
from mnemolog.models import Models, load_models
from mnemolog.settings import Settings
from mnemolog.thinking import LoadedThinking
from mnemolog.wiring import new_id, now
from processors.consolidation import UserState, consolidate
from schemas.errors import UnavailableError
from schemas.memories import MemoriesRecord
from schemas.stages import EmbeddedEvent
from streams.crashpoints import Crashpoints
from streams.distributed.current_index import CurrentIndex
from streams.distributed.follower import KafkaFollower
from streams.distributed.generations import DistributedGenerations
from streams.distributed.installation import PAUSE_S, TRIES, Place, opened
from streams.distributed.rebuild import Rebuilt, rebuild_index
from streams.distributed.setup import set_up
from streams.distributed.turns_tail import TurnsTail
from streams.distributed.worker import Brains, WorkerPlan, WorkerStage, work
from streams.embedded.live_index import LiveIndex
from streams.letterbox import Letterbox
from streams.recalls import LoggedRecalls
from streams.writer import EventWriter

GENERATION = 1
"""The generation that is carried and read."""
ANSWER_S = 10.0
"""A search takes 20–50 ms, some hundred on a busy machine; one that takes longer than this is answered with 503."""
log = structlog.get_logger(__name__)


@asynccontextmanager
async def open_distributed(settings: Settings) -> AsyncIterator[Services]:
    """The services of the API over Kafka and OpenSearch. Raises ConfigurationError and its kinds, UnavailableError."""
    async with AsyncExitStack() as stack:
        installation = await stack.enter_async_context(opened(_place(settings)))
        loaded = await load_models(settings.embedder, device=settings.device)
        server = Server(settings.opensearch_url.get_secret_value())
        stack.push_async_callback(server.close)
        reading = Server(settings.opensearch_url.get_secret_value(), timeout_s=ANSWER_S)
        stack.push_async_callback(reading.close)
        current = CurrentIndex(reading, ALIAS, _identity(settings, loaded), installation)
        index = LiveIndex(await _awaited(current))
        tail = await TurnsTail.open(installation.log, index.watermark)
        stack.push_async_callback(tail.close)
        following = asyncio.create_task(current.follow(index), name="alias")
        stack.push_async_callback(_ended, following)
        spec = await LoadedThinking(settings.device, now, {settings.embedder: loaded}).spec(settings.embedder)
        vectors = TailVectors(loaded.embedder)
        follower = KafkaFollower(installation, index, tail)
        follower.vitals.start()
        stack.push_async_callback(follower.vitals.close)
        metrics = Metrics()
        recalls = LoggedRecalls(installation.log, installation.keyring, None, dropped=metrics.recalls_dropped.inc)
        recalls.start()
        stack.push_async_callback(recalls.close)
        jobs = Jobs(now)
        stack.push_async_callback(jobs.close)
        writer = EventWriter(
            installation.log.append,
            installation.keyring,
            epoch=installation.log.epoch,
            partitions=installation.partitions,
        )
        yield Services(
            sink=writer,
            follower=follower,
            reading=lambda: Reading(index, installation.generation, loaded.embedder, vectors),
            generations=DistributedGenerations(installation, server, ALIAS, _identity(settings, loaded), spec, now),
            read_time=time_reader(),
            keys=ApiKeys(settings.folder),
            recalls=recalls,
            letters=Letterbox(
                installation.log, installation.keyring, writer.append, now=now, synced=installation.keys.synced
            ),
            epoch=installation.log.epoch,
            now=now,
            new_id=new_id,
            jobs=jobs,
            metrics=metrics,
        )


async def set_up_distributed(settings: Settings, *, replication: int = 1) -> list[str]:
    """Make topics, keys and index; returns what was made."""
    loaded = await load_models(settings.embedder, device=settings.device)
    server = Server(settings.opensearch_url.get_secret_value())
    try:
        return await set_up(_place(settings), server, ALIAS, _identity(settings, loaded), replication=replication)
    finally:
        await server.close()


async def run_worker(settings: Settings, stages: tuple[WorkerStage, ...]) -> None:
    """Carry some stages until SIGTERM. Models are loaded where a stage needs them."""
    async with AsyncExitStack() as stack:
        crash = Crashpoints.parse(settings.crash_at)
        installation = await stack.enter_async_context(opened(_place(settings), crash=crash))
        loaded = await load_models(settings.embedder, device=settings.device) if _thinks(stages) else None
        if "index" in stages:
            identity = _identity(settings, loaded or await load_models(settings.embedder, device=settings.device))
            server = Server(settings.opensearch_url.get_secret_value())
            stack.push_async_callback(server.close)
            current = CurrentIndex(server, ALIAS, identity, installation)
            await _awaited(current)
            open_index = current.now
        else:
            open_index = _no_index
        plan = WorkerPlan(
            stages=stages,
            tenants=settings.inbox_tenants,
            open_index=open_index,
            now=now,
            host=settings.host,
            port=settings.worker_port,
            member=settings.worker_id,
            stuck_s=settings.worker_stuck_s,
        )
        await work(installation, None if loaded is None else _brains(loaded), plan)


async def rebuild_distributed(
    settings: Settings, *, progress: Callable[[int, int], None] = lambda done, total: None
) -> Rebuilt:
    """A new index from the commit log, while reads and writes go on."""
    loaded = await load_models(settings.embedder, device=settings.device)
    server = Server(settings.opensearch_url.get_secret_value())
    try:
        async with opened(_place(settings)) as installation:
            return await rebuild_index(
                installation, server, ALIAS, _identity(settings, loaded), now=now, progress=progress
            )
    finally:
        await server.close()


def _place(settings: Settings) -> Place:
    return Place(
        bootstrap=settings.kafka_bootstrap,
        folder=settings.folder,
        partitions=settings.partition_count,
        generation=GENERATION,
        tenants=settings.inbox_tenants,
    )


def _identity(settings: Settings, models: Models) -> Identity:
    return Identity(GENERATION, models.name, models.embedder.profile.dimension, engine=settings.opensearch_engine)


def _brains(models: Models) -> Brains:
    def decide(state: UserState, event: EmbeddedEvent) -> MemoriesRecord:
        return consolidate(state, event, models.policy)

    return Brains(models.stages, decide)


def _thinks(stages: tuple[WorkerStage, ...]) -> bool:
    return any(stage in stages for stage in ("score", "describe", "embed", "consolidate"))


async def _awaited(current: CurrentIndex) -> MemoryIndex:
    """The index once OpenSearch answers: services of one machine start in any order."""
    for attempt in range(1, TRIES + 1):
        try:
            return await current.now()
        except UnavailableError as error:
            if attempt == TRIES:
                raise
            log.warning("opensearch_awaited", reason=error.message)
            await asyncio.sleep(PAUSE_S)
    raise AssertionError("the last attempt answers or raises")


async def _no_index() -> MemoryIndex:
    raise AssertionError("this worker has no index stage")


async def _ended(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
