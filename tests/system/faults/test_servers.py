"""Kafka and OpenSearch that die, stand still or refuse: what was acknowledged is kept, and what can go on goes on."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator

import httpx
import pytest

from tests.system.faults.foreign import Said, turns_of, turns_of_users
from tests.system.faults.oracle import ALIAS, marks
from tests.system.faults.proxy import Proxy, Storm
from tests.system.faults.world import World

pytestmark = [pytest.mark.scenario("distributed"), pytest.mark.timeout(900)]

LONG = pytest.mark.long
HELD = "stage_held"


@pytest.fixture
def proxy(world: World) -> Iterator[Proxy]:
    with Proxy(world.url) as running:
        yield running


async def test_a_broker_that_is_killed_and_comes_back_has_kept_what_it_acknowledged(world: World) -> None:
    client = await world.api()
    world.worker()
    before, after = turns_of("broker-a", 10), turns_of("broker-a", 10, start=10)
    foreign = turns_of_users("broker-f", users=3, each=10)
    for said in before:
        assert (await world.post(client, said)).status_code == 202
    await world.settled()

    world.kill("kafka-1")
    refused = await world.post(client, after[0])
    read = await client.post("/v1/search", json={"user": "broker-a", "query": "note of the voyage"})
    sending = asyncio.create_task(world.send(foreign))
    await world.start("kafka-1")
    for said in after:
        await world.posted(client, said)
    await sending
    counts = await world.checked()

    assert refused.status_code == 503
    assert refused.headers["retry-after"]
    assert read.status_code == 200
    assert read.json()["items"]
    assert counts.outcomes["indexed"] == len(before + after + foreign)


async def test_an_opensearch_that_is_killed_in_the_middle_of_a_bulk_gets_everything_when_it_is_back(
    world: World, proxy: Proxy
) -> None:
    client = await world.api()
    proxy.in_flight = lambda: world.kill("opensearch")
    worker = world.worker(MNEMOLOG_OPENSEARCH_URL=proxy.url)
    foreign = turns_of_users("bulk-", users=4, each=20)
    await world.send(foreign)
    await world.says(worker, HELD)

    taken = await world.post(client, Said("bulk-api", 0))
    read = await client.post("/v1/search", json={"user": "bulk-0", "query": "note of the voyage"})
    await world.start("opensearch")
    counts = await world.checked()

    assert taken.status_code == 202
    assert read.status_code == 503
    assert counts.outcomes["indexed"] == len(foreign) + 1
    assert not counts.letters


@LONG
async def test_a_worker_that_is_told_to_end_during_a_slow_bulk_ends_in_order_and_loses_nothing(
    world: World, proxy: Proxy
) -> None:
    proxy.slow_s = 60.0
    worker = world.worker(MNEMOLOG_OPENSEARCH_URL=proxy.url)
    said = turns_of_users("slow-", users=4, each=10)
    await world.send(said)

    async def at_work() -> bool:
        return proxy.bulks > 0

    await world.until("a bulk is at work", at_work)

    assert await world.ends(worker, signal.SIGTERM) == 0
    world.worker()
    counts = await world.checked()

    assert counts.outcomes["indexed"] == len(said)


@pytest.mark.parametrize("storm", [pytest.param("requests", marks=LONG), "items"])
async def test_a_storm_of_429_holds_the_index_and_parks_nothing(world: World, proxy: Proxy, storm: Storm) -> None:
    proxy.storm = storm
    worker = world.worker(MNEMOLOG_OPENSEARCH_URL=proxy.url)
    said = turns_of_users(f"storm-{storm}-", users=4, each=20)
    await world.send(said)

    async def refused() -> bool:
        return proxy.refused >= 7

    await world.until("writes were refused", refused)
    if storm == "requests":
        await world.says(worker, HELD)
    proxy.storm = ""
    counts = await world.checked()

    assert counts.outcomes["indexed"] == len(said)
    assert not counts.letters


async def test_a_full_disk_of_opensearch_holds_the_index_and_parks_nothing(world: World) -> None:
    worker = world.worker()
    first, then = turns_of("flood", 5), turns_of("flood", 20, start=5)
    await world.send(first)
    await world.settled()
    shown = marks(world.url)

    _block(world, True)
    await world.send(then)
    await world.says(worker, HELD)
    held = marks(world.url)
    _block(world, None)
    counts = await world.checked()

    assert held == shown
    assert "cluster_block_exception" in worker.told()
    assert counts.outcomes["indexed"] == len(first + then)
    assert not counts.letters


@LONG
async def test_an_opensearch_that_stands_still_for_a_minute_gets_everything_afterwards(world: World) -> None:
    client = await world.api()
    world.worker()
    said = turns_of("still", 40)
    world.kill("opensearch", signal.SIGSTOP)
    try:
        for one in said:
            assert (await world.post(client, one)).status_code == 202
        # The length of the fault, not a wait for an effect.
        await asyncio.sleep(60)
    finally:
        world.kill("opensearch", signal.SIGCONT)

    counts = await world.checked()

    assert counts.outcomes["indexed"] == len(said)
    assert not counts.letters


@LONG
async def test_processes_that_are_started_before_their_servers_wait_for_them(world: World) -> None:
    for server in ("kafka-1", "opensearch"):
        world.kill(server)
    worker = world.worker()
    starting = asyncio.create_task(world.api())
    await world.says(worker, "kafka_awaited")

    await world.start("kafka-1")
    await world.says(worker, "opensearch_awaited")
    await world.start("opensearch")
    client = await starting
    said = turns_of("early", 6)
    for one in said:
        await world.posted(client, one)
    counts = await world.checked()

    assert worker.running
    assert counts.outcomes["indexed"] == len(said)


def _block(world: World, on: bool | None) -> None:
    """As OpenSearch does itself when the disk reaches its flood stage, and lifts when there is room."""
    body = {"index.blocks.read_only_allow_delete": on}
    httpx.put(f"{world.url}/{ALIAS}/_settings", json=body, timeout=30).raise_for_status()
