"""Beside: the generations that a worker carries besides its own, inline, for as long as the book has them (DESIGN §7).

The worker's own generation is the one that was live when it started, with every stage by itself. Another one is three
loops: all stages up to `embedded` in one step, consolidate, index. Once another one is live, or its own is deleted, the
worker is outdated: it ends in order and starts anew, with the live one as its own.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

import structlog
from prometheus_client import CollectorRegistry

from indexers.opensearch import Server
from schemas.errors import MnemologError
from schemas.generations import Generation
from schemas.topics import TURNS, embedded, memories
from streams.brains import Thinking
from streams.deadletters import DeadLetters
from streams.distributed.batch_loop import BatchLoop
from streams.distributed.consolidate_work import ConsolidateWork
from streams.distributed.current_index import CurrentIndex, IdentityOf
from streams.distributed.generation_book import GenerationBook, of_generation
from streams.distributed.group import INLINE
from streams.distributed.index_work import IndexWork
from streams.distributed.inline_work import InlineWork
from streams.distributed.installation import Installation
from streams.distributed.led_work import LedWork
from streams.stage_metrics import StageMetrics

LOOK_S = 2.0
STOP_S = 8.0
SETTLED_S = 4.0
"""How long another generation is live before this process starts anew for it: whoever promoted it may take it back."""
log = structlog.get_logger(__name__)


@dataclass(slots=True)
class _Carried:
    loops: Sequence[BatchLoop]
    tasks: Sequence[asyncio.Task[None]]
    led: LedWork | None


class Beside:
    """`run` until it is cancelled, then `stop`. `stages`: those of this worker; embed stands for all up to it.
    `outdated` is set when this process should start anew."""

    def __init__(
        self,
        installation: Installation,
        stages: Sequence[str],
        thinking: Thinking,
        server: Server,
        alias: str,
        identity_of: IdentityOf,
        now: Callable[[], datetime],
        outdated: asyncio.Event,
    ) -> None:
        self._installation = installation
        self._stages = stages
        self._thinking = thinking
        self._server = server
        self._alias = alias
        self._identity_of = identity_of
        self._now = now
        self._outdated = outdated
        self._other_live_at: float | None = None
        self._book = GenerationBook(installation)
        self._carried: dict[int, _Carried] = {}
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="beside")
        self._metrics = StageMetrics(CollectorRegistry())

    async def run(self) -> None:
        """Look at the book again and again."""
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                await self._look()
            except MnemologError as error:
                log.error("generation_not_carried", reason=error.message)

    async def stop(self) -> None:
        """Let go of all of them, within limits."""
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*(self._let_go(number) for number in list(self._carried))), STOP_S)
        self._executor.shutdown(wait=False, cancel_futures=True)

    async def _look(self) -> None:
        book, own = self._book.read(), self._installation.generation
        ready = {one.number: one for one in book.generations if one.state == "ready"}
        if ready and own not in ready:
            # Its topics go next.
            log.warning("own_generation_deleted", generation=own)
            self._outdated.set()
            return
        self._look_at_live(ready.keys())
        for number in self._carried.keys() - ready.keys():
            await self._let_go(number)
        for number in ready.keys() - self._carried.keys() - {own}:
            await self._take_up(ready[number])

    def _look_at_live(self, ready: Collection[int]) -> None:
        live, now = self._book.live, asyncio.get_running_loop().time()
        if live == self._installation.generation or live not in ready:
            self._other_live_at = None
        elif self._other_live_at is None:
            self._other_live_at = now
        elif now - self._other_live_at >= SETTLED_S and not self._outdated.is_set():
            log.info("another_generation_is_live", generation=live, own=self._installation.generation)
            self._outdated.set()

    async def _take_up(self, generation: Generation) -> None:
        own = of_generation(self._installation, generation.number)
        letters = DeadLetters(own.log, own.keyring)
        loops, led = [], None
        if {"embed", "consolidate"} & set(self._stages):
            brains = await self._thinking.brains(generation.spec)
        if "embed" in self._stages:
            inline = InlineWork(
                own,
                brains,
                letters,
                self._executor,
                self._now,
                live=lambda: self._book.live,
                source=generation.source,
            )
            loops.append(BatchLoop(INLINE, TURNS, own, inline, self._metrics))
        if "consolidate" in self._stages:

            def made(destroys: bool) -> ConsolidateWork:
                return ConsolidateWork(own, letters, brains.consolidate, self._executor, self._now, destroys=destroys)

            led = LedWork(own, self._book, made)
            loops.append(BatchLoop("consolidate", embedded(generation.number), own, led, self._metrics))
        if "index" in self._stages:
            identity = self._identity_of(generation.number, generation.spec)
            current = CurrentIndex(self._server, self._alias, identity, own)
            index = IndexWork(own, letters, current.lately, self._now)
            loops.append(BatchLoop("index", memories(generation.number), own, index, self._metrics))
        name = f"generation-{generation.number}"
        tasks = [asyncio.create_task(self._run(carried), name=f"{name} {carried.name}") for carried in loops]
        self._carried[generation.number] = _Carried(loops, tasks, led)
        log.info("generation_carried", generation=generation.number, stages=[carried.name for carried in loops])

    async def _run(self, carried: BatchLoop) -> None:
        try:
            await carried.run()
        except asyncio.CancelledError:
            raise
        except BaseException as error:
            log.critical("stage_broken", stage=carried.name, exc_info=error)
            os.kill(os.getpid(), signal.SIGTERM)

    async def _let_go(self, number: int) -> None:
        carried = self._carried.pop(number)
        await asyncio.gather(*(one.drain() for one in carried.loops))
        for task in carried.tasks:
            task.cancel()
        await asyncio.gather(*carried.tasks, return_exceptions=True)
        if carried.led is not None:
            await carried.led.close()
        log.info("generation_let_go", generation=number)
