"""A large import leaves room for live turns: they are found within three seconds all the while."""

from __future__ import annotations

import asyncio
import json
import os

import httpx
import pytest

from tests.system.faults.fleet import moment
from tests.system.faults.foreign import Said
from tests.system.faults.oracle import ALIAS
from tests.system.faults.world import World

pytestmark = [pytest.mark.scenario("distributed"), pytest.mark.long, pytest.mark.timeout(7_200)]

IMPORTED = int(os.environ.get("MNEMOLOG_TEST_IMPORT", "3000"))
"""Turns; 100,000 take 20 minutes on two cores."""
IMPORT_S = 7_000.0
LIVE_A_S = 10
LIVE_USERS = 200
FOUND_S = 3.0
LOOK_S = 0.1


async def test_live_turns_are_found_within_three_seconds_while_an_import_runs(world: World) -> None:
    client = await world.api()
    world.worker()
    file = world.folder / "history.jsonl"
    with file.open("w") as lines:
        for number in range(IMPORTED):
            talk = number // 40
            user, session = f"imported-{talk % 97}", f"s{talk}"
            turn = {"user": user, "session": session, "role": "user", "content": f"Entry {number} of the diary."}
            lines.write(json.dumps(turn) + "\n")
    await world.posted(client, _live(0))
    await world.settled()

    importing = world.fleet.start("import", "jsonl", str(file), "--url", str(client.base_url))
    waited: list[float] = []
    sent = 1
    begun = moment()
    posting: dict[tuple[int, int], float] = {}
    while importing.running:
        while sent < (moment() - begun) * LIVE_A_S:
            asked = moment()
            answer = await world.post(client, _live(sent))
            assert answer.status_code == 202, answer.text
            partition, _, offset = answer.json()["token"].partition(":")
            posting[int(partition.rpartition("p")[2]), int(offset)] = asked
            sent += 1
        shown = await _shown(world)
        for place in [place for place in posting if shown.get(place[0], -1) >= place[1]]:
            waited.append(moment() - posting.pop(place))
        await asyncio.sleep(LOOK_S)
    took_s = moment() - begun
    counts = await world.checked(deadline_s=600)

    waited.sort()
    p50, p95 = waited[len(waited) // 2], waited[int(0.95 * len(waited))]
    found = f"found after p50 {p50:.2f} s, p95 {p95:.2f} s, last {waited[-1]:.2f} s"
    world.tell(f"imported {IMPORTED} in {took_s:.0f} s beside {sent} live turns, {found}")
    assert importing.exit_code == 0, importing.told()[-2_000:]
    assert counts.outcomes["indexed"] == IMPORTED + sent
    assert p95 < FOUND_S


def _live(number: int) -> Said:
    """One of the live turns, of several people by turns."""
    return Said(f"live-{number % LIVE_USERS}", number // LIVE_USERS)


async def _shown(world: World) -> dict[int, int]:
    """The watermarks as a reader sees them, without a refresh."""
    body = {"size": 100, "query": {"term": {"type": "mark"}}, "_source": ["partition", "offset"]}
    async with httpx.AsyncClient(timeout=30, trust_env=False) as client:
        answer = await client.post(f"{world.url}/{ALIAS}/_search", json=body)
    return {hit["_source"]["partition"]: hit["_source"]["offset"] for hit in answer.json()["hits"]["hits"]}
