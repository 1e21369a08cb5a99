"""One broker of three dies: everything goes on, and nothing that was acknowledged was on it alone."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from deploy.stack import down, status
from tests.system.faults.foreign import turns_of, turns_of_users
from tests.system.faults.world import World

pytestmark = [pytest.mark.scenario("distributed"), pytest.mark.timeout(900)]

UP_S = 240.0


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """An installation on three brokers, with three copies of every topic."""
    folder = tmp_path_factory.mktemp("three-brokers")
    ports = ["--kafka-port", "0", "--opensearch-port", "0"]
    command = [sys.executable, "-m", "mnemolog", "stack", "up", "--local", "--brokers", "3", "--json", *ports]
    try:
        made = subprocess.run(
            [*command, "--folder", str(folder)],
            capture_output=True,
            text=True,
            timeout=UP_S,
            check=False,
            cwd=Path(__file__).parents[3],
        )
        assert made.returncode == 0, made.stderr
        assert len(json.loads(made.stdout)["servers"]) == 4
        world = World(status(folder), tmp_path_factory.mktemp("faults-three"), replication=3)
        try:
            world.found()
            yield world
        finally:
            world.close()
    finally:
        down(folder)
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def world(installed: World, record_property: Callable[[str, object], None]) -> Iterator[World]:
    installed.tell = lambda line: record_property("counts", line)
    yield installed
    installed.rest()


@pytest.mark.parametrize("broker", ["kafka-1", pytest.param("kafka-2", marks=pytest.mark.long)])
async def test_when_one_of_three_brokers_is_killed_everything_goes_on_and_nothing_is_lost(
    world: World, broker: str
) -> None:
    client = await world.api()
    worker = world.worker()
    own = turns_of(f"{broker}-own", 30)
    foreign = turns_of_users(f"{broker}-f", users=4, each=20)
    for said in own[:10]:
        assert (await world.post(client, said)).status_code == 202

    sending = asyncio.create_task(world.send(foreign))
    world.kill(broker)
    for said in own[10:]:
        await world.posted(client, said)
    await sending
    without = await world.checked()
    await world.start(broker)
    again = turns_of(f"{broker}-own", 10, start=30)
    for said in again:
        await world.posted(client, said)
    await world.checked()

    assert worker.running
    assert without.outcomes["indexed"] == len(own + foreign)
    assert not without.letters
