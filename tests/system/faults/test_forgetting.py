"""What was forgotten or erased does not come back by anything that was on its way (DESIGN §10)."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import httpx
import pytest

from tests.system.faults.foreign import Said, turns_of
from tests.system.faults.oracle import ALIAS, indexed
from tests.system.faults.proxy import Proxy
from tests.system.faults.world import World

pytestmark = [pytest.mark.scenario("distributed"), pytest.mark.timeout(900)]


@pytest.fixture
def proxy(world: World) -> Iterator[Proxy]:
    with Proxy(world.url) as running:
        yield running


async def test_an_old_update_that_comes_after_a_forgetting_brings_nothing_back(world: World) -> None:
    """The zombie holds the writes of a memory that was forgotten while it stood still."""
    client = await world.api()
    zombie = world.worker(crash_at="mid-index:1:stop")
    said = turns_of("forgets", 8)
    await world.send(said)
    await world.stands(zombie)
    world.worker()
    await world.settled()
    memories = (await client.get("/v1/memories", params={"user": "forgets", "limit": 100})).json()["items"]
    one = next(memory for memory in memories if memory["content"] == said[3].content)

    gone = await client.delete(f"/v1/memories/{one['memory_id']}", params={"user": "forgets"})
    await world.settled()
    zombie.send(signal.SIGCONT)
    await world.says(zombie, "commit_refused")
    await world.checked()
    after = (await client.get("/v1/memories", params={"user": "forgets", "limit": 100})).json()["items"]

    assert gone.status_code in (200, 202, 204), gone.text
    assert one["memory_id"] not in {memory["memory_id"] for memory in after}
    assert len(after) == len(memories) - 1


async def test_a_bulk_that_is_held_up_in_the_network_brings_nothing_back_of_an_erased_user(
    world: World, proxy: Proxy
) -> None:
    """OpenSearch remembers a deletion only for a while (`index.gc_deletes`)."""
    _forget_deletions_at_once(world)
    client = await world.api()
    proxy.slow_s = 3_600.0
    slow = world.worker(MNEMOLOG_OPENSEARCH_URL=proxy.url)
    await world.send(turns_of("erased", 8))

    async def on_its_way() -> bool:
        return proxy.bulks > 0

    await world.until("a bulk is on its way", on_its_way)
    slow.end(signal.SIGKILL)
    world.worker()
    await world.settled()
    key = next(owner for owner, _ in indexed(world.url))

    gone = await client.delete("/v1/users/erased")
    await world.send([Said("another", 0)])
    await world.settled()
    before = proxy.written
    proxy.let_go()

    async def arrived() -> bool:
        return proxy.written > before

    await world.until("the bulk arrived", arrived)
    await world.send([Said("another", 1)])
    counts = await world.checked()

    assert gone.status_code == 202, gone.text
    assert counts.outcomes["erased"] >= 8
    assert key not in {owner for owner, _ in indexed(world.url)}


def _forget_deletions_at_once(world: World) -> None:
    body = {"index": {"gc_deletes": "0s"}}
    httpx.put(f"{world.url}/{ALIAS}/_settings", json=body, timeout=30).raise_for_status()
