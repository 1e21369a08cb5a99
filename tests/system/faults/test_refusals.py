"""An OpenSearch that refuses what it is asked: what was readable stays readable until what replaces it is there."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import httpx
import pytest

from tests.system.faults.proxy import Proxy
from tests.system.faults.world import World

pytestmark = [pytest.mark.scenario("distributed"), pytest.mark.timeout(900)]


@pytest.fixture
def proxy(world: World) -> Iterator[Proxy]:
    with Proxy(world.url) as running:
        yield running


@asynccontextmanager
async def storm(proxy: Proxy) -> AsyncIterator[None]:
    proxy.storm = "requests"
    try:
        yield
    finally:
        proxy.storm = ""


async def test_an_edit_that_the_index_refuses_for_now_leaves_the_old_version_readable(
    world: World, proxy: Proxy
) -> None:
    world.worker(MNEMOLOG_OPENSEARCH_URL=proxy.url)
    http = await world.api()
    user = {"user": "edits"}

    async def stated() -> dict[str, str]:
        found = await http.get("/v1/memories", params=user | {"resolution": "fact"})
        return dict(next(iter(found.json()["items"]), {}))

    said = await http.post("/v1/memories", json=user | {"content": "The code word is heron."})
    memory = await world.until("the memory is there", stated)

    async with storm(proxy):
        edited = await http.patch(
            f"/v1/memories/{memory['memory_id']}",
            params=user | {"wait_ms": "300"},
            json={"content": "The code word is egret."},
            headers={"If-Match": f'"{memory["position"]}"'},
        )
        during: httpx.Response = await http.get(f"/v1/memories/{memory['memory_id']}", params=user)

    async def is_new() -> bool:
        return (await stated()).get("content") == "The code word is egret."

    await world.until("the new version is there", is_new)

    assert said.status_code in (201, 202)
    assert edited.status_code == 202
    assert (during.status_code, during.json()["content"]) == (200, "The code word is heron.")
