"""An API whose servers are away: reads and writes go on where they can, and what cannot is said, never waited for."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import httpx
import pytest

from tests.system.faults.foreign import Said
from tests.system.faults.world import World

pytestmark = [pytest.mark.scenario("distributed"), pytest.mark.timeout(900)]


@asynccontextmanager
async def standing_still(world: World, server: str) -> AsyncIterator[None]:
    world.kill(server, signal.SIGSTOP)
    try:
        yield
    finally:
        world.kill(server, signal.SIGCONT)


async def search(http: httpx.AsyncClient, user: str, query: str) -> httpx.Response:
    return await http.post("/v1/search", json={"user": user, "query": query})


def names(http: httpx.AsyncClient, *parts: str, alone: bool = False) -> Callable[[], Awaitable[bool]]:
    """Looks whether readiness answers 503 and names these parts, and `alone` no others; without parts: 200."""

    async def look() -> bool:
        answer = await http.get("/readyz")
        ill = {part["name"]: part["detail"] for part in answer.json()["parts"] if not part["well"]}
        print(f"{answer.status_code}: {ill}")
        wanted = set(parts)
        found = wanted == set(ill) if alone or not parts else wanted <= set(ill)
        return answer.status_code == (503 if parts else 200) and found

    return look


def indexed(http: httpx.AsyncClient, said: Said) -> Callable[[], Awaitable[bool]]:
    async def look() -> bool:
        answer = await http.get(f"/v1/turns/{said.event_id}", params={"user": said.user})
        return answer.status_code == 200 and answer.json()["outcome"] is not None

    return look


async def test_while_the_log_is_away_reads_go_on_and_writes_are_refused_for_now(world: World) -> None:
    world.worker()
    http = await world.api()
    before, after = Said("log-away", 0, "The kettle is red."), Said("log-away", 1, "The violin is blue.")
    await world.posted(http, before)
    await world.until("the turn is indexed", indexed(http, before))

    async with standing_still(world, "kafka-1"):
        refused = await world.post(http, after)
        found = (await search(http, "log-away", "kettle")).json()
        listed = await http.get("/v1/memories", params={"user": "log-away"})
        await world.until("readiness names the log", names(http, "log"))
    await world.until("everything is well again", names(http))
    await world.posted(http, after)
    await world.until("the second turn is indexed", indexed(http, after))

    assert (refused.status_code, refused.json()["type"]) == (503, "urn:mnemolog:unavailable")
    assert int(refused.headers["retry-after"]) >= 1
    assert found["items"][0]["memory"]["content"] == before.content
    assert found["freshness"] | {"watermark": ""} == {"complete": False, "watermark": "", "tail": 0, "missing": ["log"]}
    assert [item["content"] for item in listed.json()["items"]] == [before.content]


async def test_while_the_index_is_away_writes_go_on_and_reads_say_so_at_once(world: World) -> None:
    world.worker()
    http = await world.api()
    said = Said("index-away", 0, "The kettle is red.")

    async with standing_still(world, "opensearch"):
        accepted = await world.post(http, said)
        refused = await search(http, "index-away", "kettle")
        stated = await http.post("/v1/memories", json={"user": "index-away", "content": "Likes tea.", "wait_ms": 200})
        await world.until("readiness names the index", names(http, "index"))
    await world.until("everything is well again", names(http))
    await world.until("the turn is indexed", indexed(http, said))
    found = (await search(http, "index-away", "kettle")).json()

    assert accepted.status_code == 202
    assert (refused.status_code, refused.json()["type"]) == (503, "urn:mnemolog:unavailable")
    assert int(refused.headers["retry-after"]) >= 1
    assert stated.status_code in (202, 422), "durable, not carried out yet"
    assert said.content in [item["memory"]["content"] for item in found["items"]]


@pytest.mark.long
async def test_readiness_names_a_worker_that_is_gone_until_there_is_one(world: World) -> None:
    worker = world.worker()
    http = await world.api()

    await world.ends(worker, signal.SIGKILL)
    await world.until("every stage is named", names(http, "score", "describe", "embed", "consolidate", "index"))
    world.worker("admit,score,describe")
    await world.until("only the others are named", names(http, "embed", "consolidate", "index", alone=True))
    world.worker("embed,consolidate,index")
    await world.until("everything is well again", names(http))

    assert all(part["well"] for part in (await http.get("/readyz")).json()["parts"])
