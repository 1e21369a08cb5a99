"""Worker: any subset of the stages in one process, hosted by a faust app that owns its life cycle (DESIGN §2)."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Literal, get_args

import faust
import structlog
from aiokafka.errors import KafkaError
from faust.exceptions import ConsumerNotStarted
from mode import Service
from prometheus_client import CollectorRegistry, ProcessCollector

from indexers.index import MemoryIndex
from schemas.errors import ConfigurationError, UnavailableError
from schemas.stages import DescribedEvent, ScoredEvent
from schemas.topics import TENANT_DEFAULT, TURNS, described, embedded, inbox, memories, scored
from streams.consolidate_step import Consolidate
from streams.deadletters import DeadLetters
from streams.distributed.admit_work import AdmitWork
from streams.distributed.batch_loop import BatchLoop
from streams.distributed.consolidate_work import ConsolidateWork
from streams.distributed.generation_book import GenerationBook
from streams.distributed.group import REBALANCE_MS, SESSION_MS, group_of
from streams.distributed.index_work import IndexWork
from streams.distributed.installation import Installation
from streams.distributed.led_work import LedWork
from streams.distributed.map_work import MapWork
from streams.distributed.member import Member, member_name
from streams.distributed.score_agent import BROKEN, Scorer, WatermarkConsumer
from streams.distributed.watchdog import Watchdog
from streams.distributed.work import STUCK_S, Watched, Work
from streams.distributed.worker_pages import StageGauges, UnackedGauges, add_pages
from streams.stage_metrics import StageMetrics
from streams.stage_run import StageFunctions, undescribed, unembedded

WorkerStage = Literal["admit", "score", "describe", "embed", "consolidate", "index"]
STAGES: tuple[WorkerStage, ...] = get_args(WorkerStage)
START_S = 90.0
"""Joining a group takes a session time-out of a worker that was killed, and a rebalance."""
STOP_S = 12.0
"""How long an ordered end may take: the batches at work, committing them, and leaving the groups."""
log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Brains:
    """What decides: the same functions as in the embedded runtime."""

    stages: StageFunctions
    consolidate: Consolidate


@dataclass(frozen=True, slots=True)
class WorkerPlan:
    """`tenants`: whose inboxes are read. `open_index`: the index that is read now. `port` 0 = no web page. `member`:
    the name of this worker in Kafka's groups, "" = made from the host's. `stuck_s`: after so long without an answer or
    an error for a batch the process ends. `outdated`: set when the process should end in order and start anew."""

    stages: tuple[WorkerStage, ...]
    tenants: tuple[str, ...]
    open_index: Callable[[], Awaitable[MemoryIndex]]
    now: Callable[[], datetime]
    outdated: asyncio.Event
    host: str = "127.0.0.1"
    port: int = 0
    member: str = ""
    stuck_s: float = STUCK_S


@dataclass(frozen=True, slots=True)
class _Worker:
    """What runs in this process."""

    app: Any
    loops: Sequence[BatchLoop]
    watched: Sequence[Watched]


def parse_stages(text: str) -> tuple[WorkerStage, ...]:
    """`score,describe` → stages in their order; "" = all. Raises ConfigurationError naming what is unknown."""
    named = [name.strip() for name in text.split(",") if name.strip()]
    unknown = [name for name in named if name not in STAGES]
    if unknown:
        raise ConfigurationError(
            f"there is no stage {', '.join(unknown)}", hint=f"any of {', '.join(STAGES)}", field="stages"
        )
    return tuple(stage for stage in STAGES if stage in named) if named else STAGES


async def work(installation: Installation, brains: Brains | None, plan: WorkerPlan) -> bool:
    """Run until SIGTERM, SIGINT or `outdated`, then end within STOP_S, whatever is at work. Returns whether to start
    anew. Raises UnavailableError when Kafka is lost at the start; a fault of this program ends the process at once with
    BROKEN."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    # Not as a context: its end would wait for a model that hangs.
    executor = ThreadPoolExecutor(1, thread_name_prefix="stages")
    with member_name(installation.place.folder / "worker", plan.member) as member:
        worker = _assembled(installation, brains, plan, executor, member)
        watchdog = Watchdog(worker.watched, stuck_s=plan.stuck_s)
        watchdog.start()
        await _started(worker.app, stop)
        log.info(
            "working",
            stages=",".join(plan.stages),
            partitions=installation.partitions,
            generation=installation.generation,
            member=member.name,
        )
        await _until(worker.app, stop, plan.outdated)
        watchdog.end_within(STOP_S)
        # All at once, so that slow batches of several stages take no longer than one.
        await asyncio.gather(*(carried.drain() for carried in worker.loops))
        if "score" in plan.stages and not member.stays:
            worker.app.consumer.leave_for_good()
        await worker.app.stop()
        executor.shutdown(wait=False, cancel_futures=True)
    log.info("stopped")
    return not stop.is_set()


async def _started(app: Any, stop: asyncio.Event) -> None:
    ended, starting = asyncio.create_task(stop.wait()), asyncio.create_task(app.start())
    await asyncio.wait((ended, starting), return_when=asyncio.FIRST_COMPLETED, timeout=START_S)
    if stop.is_set():
        # Nothing was begun; a start that waits for Kafka or for its group would wait on.
        log.info("stopped")
        os._exit(0)
    ended.cancel()
    if not starting.done():
        log.critical("start_timed_out", seconds=START_S)
        os._exit(BROKEN)
    if starting.exception() is not None:
        reason = starting.exception()
        raise UnavailableError(f"the worker cannot start: {reason}", hint="is Kafka running?") from reason


async def _until(app: Any, *ends: asyncio.Event) -> None:
    waiting = [asyncio.create_task(event.wait()) for event in (*ends, app._crashed)]
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    if not any(event.is_set() for event in ends):
        log.critical("worker_crashed", reason=str(app.crash_reason))
        os._exit(BROKEN)
    for task in waiting:
        task.cancel()


class HostedLoop(Service):  # type: ignore[misc]  # mode has no types
    """A batch loop as a service of the faust app: it starts and stops with it, and its crash is the app's."""

    def __init__(self, carried: BatchLoop, **kwargs: Any) -> None:
        self._carried = carried
        super().__init__(**kwargs)

    async def on_start(self) -> None:
        self.add_future(self._run())

    async def _run(self) -> None:
        try:
            await self._carried.run()
        except asyncio.CancelledError:
            raise
        except BaseException as error:
            log.critical("stage_broken", stage=self._carried.name, exc_info=error)
            os._exit(BROKEN)


def _assembled(
    installation: Installation, brains: Brains | None, plan: WorkerPlan, executor: ThreadPoolExecutor, member: Member
) -> _Worker:
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    metrics = StageMetrics(registry)
    letters = DeadLetters(
        installation.log,
        installation.keyring,
        crash=installation.crash,
        parked=lambda stage: metrics.dead_letters.labels(stage).inc(),
    )
    app = _app(installation, plan, member)
    loops = _loops(installation, brains, plan, executor, letters, metrics, member)
    watched: list[Watched] = list(loops)
    if "score" in plan.stages:
        assert brains is not None
        sink = scored(installation.generation)
        scorer = Scorer(
            installation, brains.stages, letters, sink, plan.now, metrics, partial(_owned, app), partial(_end_of, app)
        )
        app.transport.Consumer = WatermarkConsumer.over(scorer)
        topic = app.topic(
            installation.log.place(TURNS, 0).topic,
            key_type=bytes,
            value_type=bytes,
            key_serializer="raw",
            value_serializer="raw",
        )
        app.agent(topic, name="score", concurrency=1)(scorer.run)
        registry.register(UnackedGauges(scorer.in_flight))
        watched.append(scorer)
    else:
        # Without an agent faust has nothing to subscribe to, and would end over that.
        app.producer_only = True
    registry.register(StageGauges(watched))
    for carried in loops:
        app.service(HostedLoop(carried, beacon=app.beacon))
    add_pages(app, watched, registry)
    return _Worker(app, loops, watched)


def _app(installation: Installation, plan: WorkerPlan, member: Member) -> Any:
    place = installation.place
    return faust.App(
        group_of(installation, "score"),
        broker=[f"kafka://{server.strip()}" for server in place.bootstrap.split(",")],
        value_serializer="raw",
        key_serializer="raw",
        topic_allow_declare=False,
        topic_disable_leader=True,
        topic_partitions=installation.partitions,
        stream_wait_empty=False,
        store="memory://",
        table_standby_replicas=0,
        broker_commit_interval=0.5,
        broker_session_timeout=SESSION_MS / 1_000,
        broker_heartbeat_interval=SESSION_MS / 4_000,
        broker_rebalance_timeout=REBALANCE_MS / 1_000,
        consumer_auto_offset_reset="earliest",
        consumer_group_instance_id=member.name or None,
        worker_redirect_stdouts=False,
        web_cors_options=None,
        web_enabled=plan.port > 0,
        web_host=plan.host,
        web_bind=plan.host,
        web_port=plan.port or None,
        web_router_enabled=False,
        web_tables_enabled=False,
        datadir=str(place.folder / "worker"),
    )


def _owned(app: Any) -> Collection[Any]:
    try:
        owned: Collection[Any] = app.consumer.assignment()
    except (AssertionError, AttributeError, ConsumerNotStarted, KafkaError):
        # Not started yet.
        return ()
    return owned


def _end_of(app: Any, place: Any) -> int | None:
    try:
        end: int | None = app.consumer.highwater(place)
    except (AssertionError, AttributeError, ConsumerNotStarted, KafkaError):
        # Not started yet, or another worker's since.
        return None
    return end


def _loops(
    installation: Installation,
    brains: Brains | None,
    plan: WorkerPlan,
    executor: ThreadPoolExecutor,
    letters: DeadLetters,
    metrics: StageMetrics,
    member: Member,
) -> list[BatchLoop]:
    generation, now = installation.generation, plan.now

    def made(stage: WorkerStage) -> tuple[str, Work]:
        match stage:
            case "describe":
                assert brains is not None
                return scored(generation), MapWork(
                    "describe", ScoredEvent, brains.stages.describe, undescribed, described(generation),
                    installation, letters, executor, now,
                )  # fmt: skip
            case "embed":
                assert brains is not None
                return described(generation), MapWork(
                    "embed", DescribedEvent, brains.stages.embed, unembedded, embedded(generation),
                    installation, letters, executor, now,
                )  # fmt: skip
            case "consolidate":
                assert brains is not None
                consolidate = brains.consolidate
                return embedded(generation), LedWork(
                    installation,
                    GenerationBook(installation),
                    lambda destroys: ConsolidateWork(
                        installation, letters, consolidate, executor, now, destroys=destroys
                    ),
                )
            case "index":
                return memories(generation), IndexWork(installation, letters, plan.open_index, now, metrics.indexed)
            case "score":
                raise AssertionError("score is an agent, not a loop")
            case "admit":
                raise AssertionError("admit is a loop for each tenant")

    found = []
    for stage in plan.stages:
        if stage == "admit":
            for tenant in plan.tenants:
                name = stage if tenant == TENANT_DEFAULT else f"{stage}.{tenant}"
                admitting = AdmitWork(installation, letters, tenant=tenant, now=now)
                # What is admitted again stands twice in the log for ever, if without effect.
                loop = BatchLoop(name, inbox(tenant), installation, admitting, metrics, member=member, commit_s=0.0)
                found.append(loop)
        elif stage != "score":
            topic, carried = made(stage)
            found.append(BatchLoop(stage, topic, installation, carried, metrics, member=member))
    return found
