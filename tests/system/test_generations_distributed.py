"""Generations on real Kafka and OpenSearch: built under live writes, killed, resumed, promoted, rolled back."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from mnemolog_client import Mnemolog, Turn

from deploy.stack import StackStatus
from indexers.index import Digest
from indexers.opensearch import Server
from indexers.opensearch.admin import Identity, create, delete
from mnemolog.distributed import distributed_generations
from mnemolog.serving import ProgramProcess, ServerProcess
from mnemolog.settings import load_settings
from schemas.errors import ConfigurationError
from schemas.topics import generation_topics
from streams.distributed.topics import verify
from tests.system.clean_slate import wipe

pytestmark = [pytest.mark.scenario("distributed"), pytest.mark.timeout(1200)]

PARTITIONS = 4
DEADLINE_S = 300.0
TURNS = 60
USERS = ("ann", "bob", "eva")
QUESTION = "Which city does the train to the coast leave from?"


class Installed:
    """A worker with all stages and an API on the shared servers."""

    def __init__(self, stack: StackStatus, folder: Path) -> None:
        self.stack = stack
        self.folder = folder / "data"
        self.environment = {
            "MNEMOLOG_RUNTIME": "distributed",
            "MNEMOLOG_FOLDER": str(self.folder),
            "MNEMOLOG_PARTITIONS": str(PARTITIONS),
            "MNEMOLOG_KAFKA_BOOTSTRAP": stack.bootstrap,
            "MNEMOLOG_OPENSEARCH_URL": stack.opensearch_url,
            "MNEMOLOG_WORKER_PORT": "0",
            "OPENBLAS_NUM_THREADS": "1",
            "OMP_NUM_THREADS": "1",
        }
        self.settings = load_settings(environment=self.environment)
        self.worker = ProgramProcess(["worker"], log=folder / "worker.log", settings=self.environment)
        self.api = ServerProcess(self.folder, settings=self.environment, command="api")

    def command(self, *arguments: str, crash_at: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "mnemolog", *arguments],
            env={**os.environ, **self.environment, "MNEMOLOG_CRASH_AT": crash_at},
            capture_output=True,
            text=True,
            timeout=DEADLINE_S,
            check=False,
        )

    def json(self, *arguments: str) -> dict[str, Any]:
        done = self.command(*arguments, "--json")
        assert done.returncode == 0, done.stderr
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    def until(self, what: str, look: Callable[[], bool]) -> None:
        deadline = time.monotonic() + DEADLINE_S
        while not look():
            assert time.monotonic() < deadline, f"{what}\n{self.worker.log_tail()}"
            time.sleep(0.2)

    def settled(self, client: Mnemolog) -> None:
        """Until everything is indexed, in every generation."""

        def look() -> bool:
            lags = client.lag()
            return all(lag.indexed >= lag.end - 1 for lag in lags) and all(
                one.behind == 0 for one in client.generations() if one.role != "broken off"
            )

        self.until("all generations have everything", look)

    def digests(self) -> dict[int, Digest]:
        """What the index of each generation says."""

        async def found() -> dict[int, Digest]:
            async with distributed_generations(self.settings) as generations:
                return await generations.digests()

        return asyncio.run(found())

    async def lose_index(self, number: int) -> None:
        """Put an empty index in the place of a generation's."""
        server = Server(self.stack.opensearch_url)
        try:
            async with distributed_generations(self.settings) as generations:
                (lost,) = (one.generation for one in await generations.all() if one.generation.number == number)
            await delete(server, lost.index)
            await create(server, lost.index, Identity(number, lost.spec.model, lost.spec.dimension))
        finally:
            await server.close()


class Talker(threading.Thread):
    """Writes and asks without a pause; keeps what failed, and which generations answered."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.failed: list[str] = []
        self.generations: set[int] = set()
        self.written = 0
        self._url = url
        self._ended = threading.Event()

    def run(self) -> None:
        with httpx.Client(base_url=self._url, timeout=60.0, trust_env=False) as http:
            for number in itertools.count():
                if self._ended.wait(0.3):
                    return
                turn = {"role": "user", "content": f"Note {number}: shelf {number} is painted."}
                sent = http.post("/v1/turns", json={"user": "eva", "session": "notes", "turns": [turn]})
                if sent.status_code != 202:
                    self.failed.append(sent.text)
                    continue
                self.written += 1
                question = {"user": "eva", "query": f"Is shelf {number} painted?", "after": sent.json()["token"]}
                answer = http.post("/v1/search", json=question)
                if answer.status_code != 200 or turn["content"] not in answer.text:
                    self.failed.append(answer.text[:300])
                else:
                    self.generations.add(answer.json()["generation"])

    def stop(self) -> None:
        self._ended.set()
        self.join()


@pytest.fixture(scope="module")
def installed(stack: StackStatus, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    wipe(stack)
    here = Installed(stack, tmp_path_factory.mktemp("generations"))
    made = here.command("setup")
    assert made.returncode == 0, made.stderr
    try:
        here.worker.start()
        here.api.start()
        with here.api.client() as client:
            for user in USERS:
                for start in range(0, TURNS, 20):
                    said = [
                        Turn("user", f"On day {n} I met friend number {n} of {user} at the old harbour for coffee.")
                        for n in range(start, start + 20)
                    ]
                    client.add(user, "log", said)
            client.add("eva", "log", [Turn("user", "My phone number is 13900139000. I love jasmine tea.")])
            here.settled(client)
        yield here
    finally:
        here.worker.stop()
        here.api.stop()


def test_a_build_under_live_writes_killed_in_each_phase_ends_with_the_live_digest(installed: Installed) -> None:
    talker = Talker(installed.api.url)
    talker.start()
    try:
        for crash_at in ("rebuild-step:2", "rebuild-built", "rebuild-verified"):
            killed = installed.command("rebuild", "--from", "turns", crash_at=crash_at)
            assert killed.returncode == -signal.SIGKILL, killed.stderr
        built = installed.json("rebuild", "--from", "turns")
    finally:
        talker.stop()

    assert talker.failed == []
    assert talker.written > 5
    report = built["generation"]["report"]
    assert built["same"] is True, report
    assert report["problems"] == []
    with installed.api.client() as client:
        installed.settled(client)
        assert {one.number: one.role for one in client.generations()} == {1: "live", 2: "ready"}
    digests = installed.digests()
    assert digests[1] == digests[2]
    assert digests[1].count > len(USERS) * TURNS


def test_two_builds_at_once_are_refused_naming_the_owner(installed: Installed) -> None:
    slow = ProgramProcess(
        ["rebuild", "--from", "turns", "--rate", "5"],
        log=installed.folder.with_name("slow.log"),
        settings=installed.environment,
    )
    slow.start()
    try:
        with installed.api.client() as client:
            installed.until("it builds", lambda: any(one.role == "building" for one in client.generations()))
            (building,) = (one for one in client.generations() if one.role == "building")
            refused = installed.command("rebuild", "--from", "turns")
            deleting = installed.command("generations", "delete", str(building.number), "--yes")
    finally:
        slow.kill()

    assert refused.returncode == deleting.returncode == 5
    assert f"process {os.getpid()}" not in refused.stderr
    assert "generations are being changed by process" in refused.stderr
    assert installed.command("generations", "delete", str(building.number), "--yes").returncode == 0


def test_a_promotion_and_a_rollback_under_reads_and_writes_lose_nothing(installed: Installed) -> None:
    talker = Talker(installed.api.url)
    talker.start()
    try:
        promoted = installed.json("promote", "2")
        with installed.api.client() as client:
            installed.until("it is read", lambda: client.search("eva", QUESTION).generation == 2)
            rolled_back = installed.json("rollback")
            installed.until("the one before is read", lambda: client.search("eva", QUESTION).generation == 1)
    finally:
        talker.stop()

    assert [one["role"] for one in promoted["items"]] == ["standby", "live"]
    assert [one["role"] for one in rolled_back["items"]] == ["live", "standby"]
    assert talker.failed == []
    assert talker.generations == {1, 2}
    with installed.api.client() as client:
        installed.settled(client)
    digests = installed.digests()
    assert digests[1] == digests[2]


def test_a_worker_starts_anew_after_a_promotion_carries_it_stage_by_stage_and_the_old_one_is_deleted(
    installed: Installed,
) -> None:
    installed.json("promote", "2")
    installed.until("it works on the live one", lambda: '"generation": 2, "member"' in installed.worker.log.read_text())
    with installed.api.client() as client:
        installed.until("its stages are seen", lambda: httpx.get(f"{installed.api.url}/readyz").is_success)
        installed.worker.stop()
        asyncio.run(installed.lose_index(1))
        # Its commit log is complete, and who reads it would find nothing.
        (standby,) = (one for one in client.generations() if one.role == "standby")
        assert standby.behind > len(USERS) * TURNS
        installed.worker.start()
        client.add("bob", "log", [Turn("user", "My sister Marta plays the cello.")])
        installed.settled(client)
        digests = installed.digests()
        assert digests[1] == digests[2]
        found = client.search("bob", "Who plays the cello?")
        assert found.generation == 2
        assert "Marta" in found.items[0].memory.content
        refused = installed.command("generations", "delete", "2", "--yes")
        assert refused.returncode == 5
        assert "generation 2 is live" in refused.stderr

        left = installed.json("generations", "delete", "1", "--yes")

        assert [one["number"] for one in left["items"]] == [2]
        client.add("bob", "log", [Turn("user", "My brother Piet collects stamps.")])
        installed.settled(client)
        assert "Piet" in client.search("bob", "Who collects stamps?").items[0].memory.content
    with pytest.raises(ConfigurationError, match="do not exist"):
        asyncio.run(verify(installed.stack.bootstrap, generation_topics(PARTITIONS, 1)))
    assert installed.command("setup").returncode == 0


@pytest.mark.long
def test_another_embedder_is_a_generation_of_its_own_and_questions_go_with_its_index(installed: Installed) -> None:
    """Under reads and writes, and back again."""
    with installed.api.client() as client:
        (live,) = (one.number for one in client.generations() if one.role == "live")
    built = installed.json("rebuild", "--from", "turns", "--embedder", "minilm")["generation"]
    talker = Talker(installed.api.url)
    talker.start()
    try:
        installed.json("promote", str(built["number"]))
        with installed.api.client() as client:
            installed.until("it is read", lambda: client.search("eva", QUESTION).generation == built["number"])
            found = client.search("eva", "What is my phone number?").items[0].memory.content
            installed.json("rollback")
            installed.until("the one before is read", lambda: client.search("eva", QUESTION).generation == live)
            again = client.search("eva", "What is my phone number?").items[0].memory.content
    finally:
        talker.stop()

    assert "13900139000" in found
    assert "13900139000" in again
    assert talker.failed == []
    assert talker.generations == {live, built["number"]}
    with installed.api.client() as client:
        installed.settled(client)
