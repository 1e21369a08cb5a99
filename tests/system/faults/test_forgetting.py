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

LONG = pytest.mark.long


@pytest.fixture
def proxy(world: World) -> Iterator[Proxy]:
    with Proxy(world.url) as running:
        yield running


@pytest.mark.parametrize("what", ["memory", pytest.param("session", marks=LONG), "user"])
async def test_an_old_update_that_comes_after_a_forgetting_brings_nothing_back(world: World, what: str) -> None:
    """The zombie holds the writes of what was forgotten while it stood still."""
    client = await world.api()
    zombie = world.worker(crash_at="mid-index:1:stop")
    user = f"forgets-{what}"
    said = turns_of(user, 8)
    await world.send(said)
    await world.stands(zombie)
    world.worker()
    await world.settled()
    before = await _remembered(client, user)
    one = next(memory_id for memory_id, content in before.items() if content == said[3].content)
    path = {"memory": f"memories/{one}?user={user}", "session": f"users/{user}/sessions/log", "user": f"users/{user}"}

    gone = await client.delete(f"/v1/{path[what]}")
    await world.settled()
    zombie.send(signal.SIGCONT)
    await world.says(zombie, "commit_refused")
    await world.checked()

    assert gone.is_success, gone.text
    left = {memory_id for memory_id in before if memory_id != one} if what == "memory" else set()
    assert (await _remembered(client, user)).keys() == left
    assert {name for _, name in indexed(world.url)} & before.keys() == left


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
    async with world.installation() as installation:
        key = installation.keyring.user_key("default", "erased")
    shown = {owner for owner, _ in indexed(world.url)}

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

    assert gone.is_success, gone.text
    assert counts.outcomes["erased"] >= 8
    assert key in shown
    assert key not in {owner for owner, _ in indexed(world.url)}


async def _remembered(client: httpx.AsyncClient, user: str) -> dict[str, str]:
    """memory id → content, as the API lists them; nothing when the user is gone."""
    answer = await client.get("/v1/memories", params={"user": user, "limit": 100})
    return {memory["memory_id"]: memory["content"] for memory in answer.json().get("items", ())}


def _forget_deletions_at_once(world: World) -> None:
    body = {"index": {"gc_deletes": "0s"}}
    httpx.put(f"{world.url}/{ALIAS}/_settings", json=body, timeout=30).raise_for_status()
