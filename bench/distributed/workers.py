"""Workers: how much faster one stage is with a second process, when each event takes 20 ms longer in it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator

from aiokafka.admin import AIOKafkaAdminClient

from bench import sayings
from bench.distributed.figures import Figure
from bench.distributed.opened import place_of
from bench.distributed.slow_worker import PAUSE_S
from mnemolog.local_servers import LocalServers
from mnemolog.settings import Settings
from schemas.topics import described, scored
from streams.distributed.group import group_of
from streams.distributed.installation import Installation, opened

EVENTS, BATCH = 2_800, 10
USERS = 280
"""So many that every partition has its share."""
MEASURED_S = 10.0
SETTLED_S = 6.0
"""After the last worker joined: the first batches are done."""
WAITED_S = 120.0
SLOW_WORKER = "bench.distributed.slow_worker"
Tell = Callable[[str], None]


def worker_figures(servers: LocalServers, tell: Tell) -> Iterator[Figure]:
    """Outputs of describe in a second, with one worker and with two, out of one backlog."""
    servers.worker.stop()
    scoring = servers.new_worker("scoring", "--stages", "admit,score")
    slow = [servers.new_worker(f"slow-{number}", module=SLOW_WORKER) for number in range(2)]
    try:
        scoring.start()
        _speak(servers, tell)
        asyncio.run(_until(servers.settings, scored(1), EVENTS, tell))
        scoring.stop()
        rates = []
        for number, worker in enumerate(slow, start=1):
            tell(f"describe with {number} worker(s)")
            worker.start()
            rates.append(asyncio.run(_rate(servers.settings, number)))
    finally:
        for program in (scoring, *slow):
            program.stop()
    pause = f"describe, {PAUSE_S * 1000:.0f} ms longer an event"
    yield Figure(f"{pause}, 1 worker", rates[0], "turns/s")
    yield Figure(f"{pause}, 2 workers", rates[1], "turns/s")
    yield Figure("… 2 workers against 1", rates[1] / rates[0], "×", "at least", 1.8)


def _speak(servers: LocalServers, tell: Tell) -> None:
    turns = list(sayings.turns(EVENTS, seed=41))
    with servers.client() as client:
        for begin in range(0, EVENTS, BATCH):
            client.add(f"many-{begin // BATCH % USERS}", "s", turns[begin : begin + BATCH])
            tell(f"writing: {begin}/{EVENTS}")


async def _until(settings: Settings, topic: str, count: int, tell: Tell) -> None:
    async with opened(place_of(settings)) as installation:
        deadline = time.monotonic() + WAITED_S
        while (done := await _written(installation, topic)) < count:
            assert time.monotonic() < deadline, f"{done} of {count} in {topic} after {WAITED_S:.0f} s"
            tell(f"scoring: {done}/{count}")
            await asyncio.sleep(0.2)


async def _rate(settings: Settings, workers: int) -> float:
    """Outputs of describe in a second, once all workers have their partitions."""
    async with opened(place_of(settings)) as installation:
        await _joined(installation, workers)
        await asyncio.sleep(SETTLED_S)
        first, begun = await _written(installation, described(1)), time.monotonic()
        await asyncio.sleep(MEASURED_S)
        last, ended = await _written(installation, described(1)), time.monotonic()
        assert last < EVENTS, "the backlog was too small"
        return (last - first) / (ended - begun)


async def _joined(installation: Installation, workers: int) -> None:
    """Returns once the group of describe is stable with so many members."""
    admin = AIOKafkaAdminClient(bootstrap_servers=installation.place.bootstrap)
    await admin.start()
    try:
        deadline = time.monotonic() + WAITED_S
        while True:
            (answer,) = await admin.describe_consumer_groups([group_of(installation, "describe")])
            (group,) = answer.to_object()["groups"]
            if group["state"] == "Stable" and len(group["members"]) == workers:
                return
            assert time.monotonic() < deadline, f"{workers} workers are not at work after {WAITED_S:.0f} s: {group}"
            await asyncio.sleep(0.5)
    finally:
        await admin.close()


async def _written(installation: Installation, topic: str) -> int:
    return sum((await installation.log.ends(topic, range(installation.partitions))).values())
