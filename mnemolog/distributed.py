"""The distributed runtime put together: the API over Kafka and OpenSearch, workers, set-up, rebuild of the index."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import TypeVar

import structlog

from api.jobs import Jobs
from api.metrics import Metrics
from api.recall.parse import time_reader
from api.services import Services
from indexers.index import MemoryIndex
from indexers.opensearch import Server
from indexers.opensearch.admin import ALIAS, Identity
from mnemolog.api_keys import ApiKeys
from mnemolog.interpreter import spare_what_is_loaded
from mnemolog.learned_files import load_used
from mnemolog.models import load_models
from mnemolog.settings import Settings
from mnemolog.thinking import LoadedThinking
from mnemolog.wiring import new_id, now, reading_of
from schemas.errors import UnavailableError
from schemas.generations import Book, Spec
from streams.crashpoints import Crashpoints
from streams.distributed.beside import Beside
from streams.distributed.control import Control
from streams.distributed.current_index import CurrentIndex, IdentityOf
from streams.distributed.follower import KafkaFollower
from streams.distributed.generation_book import GenerationBook
from streams.distributed.generations import DistributedGenerations
from streams.distributed.installation import FIRST, LIVE, PAUSE_S, TRIES, Installation, Place, opened
from streams.distributed.read_generation import ReadGeneration
from streams.distributed.rebuild import Rebuilt, rebuild_index
from streams.distributed.score_start import begin_where_inline_ended
from streams.distributed.setup import set_up
from streams.distributed.turns_tail import TurnsTail
from streams.distributed.worker import Brains, WorkerPlan, WorkerStage, work
from streams.letterbox import Letterbox
from streams.recalls import LoggedRecalls
from streams.writer import EventWriter

ANSWER_S = 10.0
"""A search takes 20–50 ms, some hundred on a busy machine; one that takes longer than this is answered with 503."""
T = TypeVar("T")
log = structlog.get_logger(__name__)


@asynccontextmanager
async def open_distributed(settings: Settings) -> AsyncIterator[Services]:
    """The services of the API over Kafka and OpenSearch. Raises ConfigurationError and its kinds, UnavailableError."""
    async with AsyncExitStack() as stack:
        installation = await stack.enter_async_context(opened(_place(settings)))
        server = Server(settings.opensearch_url.get_secret_value())
        stack.push_async_callback(server.close)
        asked = Server(settings.opensearch_url.get_secret_value(), timeout_s=ANSWER_S)
        stack.push_async_callback(asked.close)
        thinking = LoadedThinking(settings.device, now)
        first = await _first_spec(settings, installation, thinking)
        control = Control(server, ALIAS, now)
        name = new_id()
        read = ReadGeneration(installation, asked, ALIAS, thinking, control, _identity_of(settings), name=name)
        await _awaited(partial(read.open, first))
        # OpenSearch tells where an alias points before it has opened the shards behind it.
        tail = await _awaited(partial(TurnsTail.open, installation.log, read.watermark))
        stack.push_async_callback(tail.close)
        stack.push_async_callback(control.leave, name)
        following = asyncio.create_task(read.follow(), name="alias")
        stack.push_async_callback(_ended, following)
        follower = KafkaFollower(installation, read.index, tail, lambda: read.generation)
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
            reading=reading_of(read.reading),
            generations=DistributedGenerations(
                installation, server, ALIAS, thinking, control, first, _identity_of(settings), now
            ),
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
            learned=load_used(settings.folder),
        )


async def set_up_distributed(settings: Settings, *, replication: int = 1) -> list[str]:
    """Make topics, keys and index; returns what was made."""
    loaded = await load_models(settings.embedder, device=settings.device)
    server = Server(settings.opensearch_url.get_secret_value())
    try:
        identity = Identity(FIRST, loaded.name, loaded.embedder.profile.dimension, engine=settings.opensearch_engine)
        return await set_up(_place(settings), server, ALIAS, identity, replication=replication)
    finally:
        await server.close()


async def run_worker(settings: Settings, stages: tuple[WorkerStage, ...]) -> bool:
    """Carry some stages until SIGTERM. Models are loaded where a stage needs them. Returns whether to start anew,
    because another generation is read now."""
    async with AsyncExitStack() as stack:
        crash = Crashpoints.parse(settings.crash_at)
        installation = await stack.enter_async_context(opened(_place(settings), crash=crash))
        thinking = LoadedThinking(settings.device, now)
        thinks = _thinks(stages)
        spec = await _spec_of(settings, installation, thinking) if thinks or "index" in stages else None
        server = Server(settings.opensearch_url.get_secret_value())
        stack.push_async_callback(server.close)
        if "index" in stages:
            assert spec is not None
            current = CurrentIndex(server, ALIAS, _identity_of(settings)(installation.generation, spec), installation)
            await _awaited(current.now)
            open_index = current.lately
        else:
            open_index = _no_index
        if "score" in stages:
            await begin_where_inline_ended(installation)
        outdated = asyncio.Event()
        beside = Beside(installation, stages, thinking, server, ALIAS, _identity_of(settings), now, outdated)
        stack.push_async_callback(beside.stop)
        stack.push_async_callback(_ended, asyncio.create_task(beside.run(), name="beside"))
        plan = WorkerPlan(
            stages=stages,
            tenants=settings.inbox_tenants,
            open_index=open_index,
            now=now,
            outdated=outdated,
            host=settings.host,
            port=settings.worker_port,
            member=settings.worker_id,
            stuck_s=settings.worker_stuck_s,
        )
        brains = await thinking.brains(spec) if thinks and spec is not None else None
        spare_what_is_loaded()
        return await work(installation, None if brains is None else Brains(brains.stages, brains.consolidate), plan)


async def rebuild_distributed(
    settings: Settings, *, progress: Callable[[int, int], None] = lambda done, total: None
) -> Rebuilt:
    """A new index of the live generation from its commit log, while reads and writes go on; no model is called."""
    server = Server(settings.opensearch_url.get_secret_value())
    try:
        async with opened(_place(settings)) as installation:
            spec = await _spec_of(settings, installation, LoadedThinking(settings.device, now))
            identity = _identity_of(settings)(installation.generation, spec)
            spare_what_is_loaded()
            return await rebuild_index(installation, server, ALIAS, identity, now=now, progress=progress)
    finally:
        await server.close()


@asynccontextmanager
async def distributed_generations(settings: Settings) -> AsyncIterator[DistributedGenerations]:
    """The generations, for a command that changes them itself. Raises ConfigurationError and its kinds,
    UnavailableError."""
    async with AsyncExitStack() as stack:
        crash = Crashpoints.parse(settings.crash_at)
        installation = await stack.enter_async_context(opened(_place(settings), crash=crash))
        server = Server(settings.opensearch_url.get_secret_value())
        stack.push_async_callback(server.close)
        thinking = LoadedThinking(settings.device, now)
        first = await _first_spec(settings, installation, thinking)
        control = Control(server, ALIAS, now)
        yield DistributedGenerations(installation, server, ALIAS, thinking, control, first, _identity_of(settings), now)


def _place(settings: Settings) -> Place:
    return Place(
        bootstrap=settings.kafka_bootstrap,
        folder=settings.folder,
        partitions=settings.partition_count,
        generation=LIVE,
        tenants=settings.inbox_tenants,
    )


def _identity_of(settings: Settings) -> IdentityOf:
    return lambda number, spec: Identity(number, spec.model, spec.dimension, engine=settings.opensearch_engine)


async def _spec_of(settings: Settings, installation: Installation, thinking: LoadedThinking) -> Spec:
    """What the generation of this process was made with."""
    known = GenerationBook(installation).read().find(installation.generation)
    return known.spec if known is not None else await thinking.spec(settings.embedder, settings.policy_text())


async def _first_spec(settings: Settings, installation: Installation, thinking: LoadedThinking) -> Spec:
    """Of a generation that nobody has written down; which program made it is not known."""
    spec = await _spec_of(settings, installation, thinking)
    return spec.model_copy(update={"code": ""}) if GenerationBook(installation).read() == Book() else spec


def _thinks(stages: tuple[WorkerStage, ...]) -> bool:
    return any(stage in stages for stage in ("score", "describe", "embed", "consolidate"))


async def _awaited(opening: Callable[[], Awaitable[T]]) -> T:
    """What opens once OpenSearch answers: services of one machine start in any order."""
    for attempt in range(1, TRIES + 1):
        try:
            return await opening()
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
