"""A turn of a foreign client passes real Kafka, faust and OpenSearch and comes back from the API (DESIGN §2, §10)."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
from confluent_kafka import Producer

from deploy.stack import StackStatus
from indexers.index import Digest
from mnemolog.distributed import rebuild_distributed, set_up_distributed
from mnemolog.serving import free_port
from mnemolog.settings import load_settings
from schemas.errors import ConfigurationError
from schemas.position import parse_position
from schemas.topics import INBOX, described, embedded, memories, scored
from streams.commit_log import position_of
from streams.deadletters import DeadLetter, DeadLetters
from streams.distributed.installation import Place, opened
from tests.system.clean_slate import wipe

PARTITIONS = 4
DEADLINE_S = 90.0
POLL_S = 0.25
T = TypeVar("T")


class Servers:
    """One worker with all stages and one API, as processes of their own."""

    def __init__(self, stack: StackStatus, folder: Path) -> None:
        self.port = free_port()
        self.place = Place(stack.bootstrap, folder / "data", PARTITIONS)
        self.opensearch_url = stack.opensearch_url
        self.log = folder / "processes.log"
        self.environment = {
            "MNEMOLOG_RUNTIME": "distributed",
            "MNEMOLOG_FOLDER": str(self.place.folder),
            "MNEMOLOG_PARTITIONS": str(PARTITIONS),
            "MNEMOLOG_KAFKA_BOOTSTRAP": stack.bootstrap,
            "MNEMOLOG_OPENSEARCH_URL": stack.opensearch_url,
            "MNEMOLOG_WORKER_PORT": "0",
            "OPENBLAS_NUM_THREADS": "1",
            "OMP_NUM_THREADS": "1",
        }
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=30)

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "mnemolog", *arguments]

    def start(self, name: str, *arguments: str) -> None:
        with self.log.open("ab") as log:
            self.processes[name] = subprocess.Popen(
                self.command(name, *arguments), env={**os.environ, **self.environment}, stdout=log, stderr=log
            )

    def working(self, times: int) -> bool | None:
        """Whether a worker has begun to work that often."""
        return self.log.read_text("utf-8", "replace").count('"event": "working"') >= times or None

    def stop(self, name: str, number: signal.Signals) -> int:
        process = self.processes.pop(name)
        process.send_signal(number)
        try:
            return process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            raise

    def until(self, what: str, look: Callable[[], T | None]) -> T:
        """What `look` finds; it is asked until there is something."""
        deadline = time.monotonic() + DEADLINE_S
        while time.monotonic() < deadline:
            found = look()
            if found:
                return found
            time.sleep(POLL_S)
        tail = self.log.read_text("utf-8", "replace")[-3_000:]
        raise AssertionError(f"not in {DEADLINE_S:.0f} s: {what}\n{tail}")

    def ready(self) -> bool | None:
        try:
            return self.http.get("/readyz").status_code == 200 or None
        except httpx.TransportError:
            return None

    def settled(self) -> bool | None:
        """Whether all that is in `turns` is visible in the index."""
        lags = self.http.get("/v1/lag").json()["items"]
        return all(lag["indexed"] >= lag["end"] - 1 for lag in lags) or None

    def turns_of(self, user: str) -> list[dict[str, Any]]:
        query: dict[str, str | int] = {"user": user, "resolution": "turn", "limit": 500}
        answer = self.http.get("/v1/memories", params=query)
        return list(answer.json()["items"]) if answer.status_code == 200 else []

    def search(self, user: str, query: str) -> dict[str, Any]:
        answer = self.http.post("/v1/search", json={"user": user, "query": query, "limit": 5})
        assert answer.status_code == 200, answer.text
        return dict(answer.json())


@pytest.fixture(scope="module")
def servers(stack: StackStatus, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    wipe(stack)
    running = Servers(stack, tmp_path_factory.mktemp("distributed"))
    made = subprocess.run(
        running.command("setup"),
        env={**os.environ, **running.environment},
        capture_output=True,
        timeout=90,
        check=False,
    )
    assert made.returncode == 0, made.stderr.decode()
    try:
        running.start("worker")
        running.start("api", "--port", str(running.port))
        running.until("the API is ready", running.ready)
        yield running
    finally:
        for name in list(running.processes):
            running.stop(name, signal.SIGKILL)
        running.http.close()


def produce(servers: Servers, user: str, *values: bytes | None) -> None:
    """As any client of Kafka would: plain values, keyed by user."""
    producer = Producer({"bootstrap.servers": servers.place.bootstrap, "acks": "all"})
    for value in values:
        producer.produce(INBOX, key=user.encode(), value=value)
    assert producer.flush(30) == 0


def turn(content: str, **fields: object) -> bytes:
    return json.dumps({"session": "s1", "role": "user", "content": content, **fields}).encode()


async def positions_in(servers: Servers, topic: str, partition: int) -> list[int]:
    async with opened(servers.place) as installation:
        records = await installation.log.read(topic, partition, after=-1, limit=10_000)
        return [position_of(record) for record in records]


async def letters(servers: Servers) -> list[DeadLetter]:
    async with opened(servers.place) as installation:
        reader = DeadLetters(installation.log, installation.keyring)
        return [letter for partition in range(PARTITIONS) for _, letter in await reader.read(partition)]


def test_a_turn_of_a_foreign_client_passes_every_stage_and_is_found(servers: Servers) -> None:
    produce(servers, "anna", turn("My sister Mei moved to Lisbon and works as a potter.", event_id="t1"))

    servers.until("the turn is remembered", lambda: servers.turns_of("anna") or None)
    servers.until("the turn is indexed", servers.settled)
    (item, *_) = servers.search("anna", "Where does my sister live?")["items"]

    # The turn itself, or the fact that was read from it.
    assert item["memory"]["content"].startswith("My sister Mei moved to Lisbon and works as a potter")
    position = parse_position(item["memory"]["position"])
    for topic in (scored(1), described(1), embedded(1), memories(1)):
        found = asyncio.run(positions_in(servers, topic, position.partition))
        assert found.count(position.offset) == 1, topic
    assert servers.http.get("/v1/turns/t1", params={"user": "anna"}).json()["outcome"]["state"] == "indexed"


def test_bad_records_become_dead_letters_with_a_reason_and_their_neighbours_are_found(servers: Servers) -> None:
    bad: dict[bytes | None, str] = {
        b"{not json": "JSON",
        b'{"session": "s1", "content": "\xff\xfe"}': "JSON",
        None: "no value",
        b'{"session": "s1"}': "content",
        b'{"session": "s1", "content": "x", "colour": "red"}': "colour",
        b'{"session": "s1", "content": "  "}': "blank",
    }
    produce(servers, "boris", turn("I keep bees."), *bad, turn("I paint boats."))

    servers.until("both neighbours are remembered", lambda: len(servers.turns_of("boris")) == 2 or None)
    parked = {letter.value: letter for letter in asyncio.run(letters(servers))}

    assert set(parked) == set(bad)
    for value, reason in bad.items():
        assert (parked[value].stage, parked[value].topic) == ("admit", INBOX)
        assert reason in parked[value].error


def test_an_event_that_is_sent_twice_is_one_memory(servers: Servers) -> None:
    same = turn("I was born in Kyoto.", event_id="born")

    produce(servers, "chen", same, same, turn("The last one.", event_id="last"))
    servers.until("the last one is remembered", lambda: len(servers.turns_of("chen")) >= 2 or None)
    servers.until("everything is indexed", servers.settled)

    assert sorted(memory["content"] for memory in servers.turns_of("chen")) == ["I was born in Kyoto.", "The last one."]
    recorded = servers.http.get("/v1/turns/born", params={"user": "chen"}).json()
    assert recorded["outcome"]["state"] == "indexed"
    assert [repeat["state"] for repeat in recorded["repeats"]] == ["duplicate"]


def test_what_many_turns_come_to_is_found_too(servers: Servers) -> None:
    asked = ("What is a Python decorator?", "Why is my Python script slow?", "Is Python good for web apps?")
    turns = [
        {"role": "user", "content": content, "occurred_at": f"2026-03-0{day}T09:00:00Z"}
        for day, content in enumerate(asked, 2)
    ]
    body = {"user": "nora", "session": "python", "turns": turns}
    assert servers.http.post("/v1/turns", json=body).status_code == 202
    servers.until("the turns are indexed", lambda: len(servers.turns_of("nora")) == 3 or None)

    closed = servers.http.post("/v1/users/nora/sessions/python/close", params={"wait_ms": 30_000})

    assert closed.json()["applied"], closed.text
    query = {"user": "nora", "resolution": "episode"}
    [episode] = servers.http.get("/v1/memories", params=query).json()["items"]
    assert sorted(episode["content"].split("\n")) == sorted(asked)
    groups = servers.http.get("/v1/users/nora/profile").json()["groups"]
    assert [group["contents"] for group in groups if group["name"] == "interests"] == [
        ["Interested in Python: keeps asking about it"]
    ]


def test_what_was_set_up_is_left_alone_and_what_does_not_fit_is_named(servers: Servers) -> None:
    settings = load_settings(environment=servers.environment)
    other = load_settings(environment={**servers.environment, "MNEMOLOG_PARTITIONS": "8"})

    assert asyncio.run(set_up_distributed(settings)) == []
    with pytest.raises(ConfigurationError, match="made with partitions 4, and the settings say 8"):
        asyncio.run(set_up_distributed(other))


def test_a_worker_that_is_killed_loses_nothing_and_writes_nothing_twice(servers: Servers) -> None:
    contents = [f"Note number {number} of the voyage." for number in range(120)]
    produce(servers, "dora", *(turn(content, event_id=f"n{n}") for n, content in enumerate(contents)))
    servers.until("some are indexed", lambda: servers.turns_of("dora") or None)

    servers.stop("worker", signal.SIGKILL)
    before = len(servers.turns_of("dora"))
    servers.start("worker")
    # All may have been indexed before: a start that finds no index, as the next test leaves it, ends.
    servers.until("the new worker works", lambda: servers.working(2))
    servers.until("all are remembered", lambda: len(servers.turns_of("dora")) >= len(contents) or None)
    servers.until("everything is indexed", servers.settled)

    found = sorted(memory["content"] for memory in servers.turns_of("dora"))
    assert found == sorted(contents)
    print(f"killed at {before} of {len(contents)}: indexed {len(found)}, twice 0")


def test_a_deleted_index_is_rebuilt_from_the_log_and_answers_the_same(servers: Servers) -> None:
    questions = {"anna": "Where does my sister live?", "boris": "What animals do I keep?", "chen": "Where was I born?"}
    settings = load_settings(environment=servers.environment)
    before_rebuild: Digest = asyncio.run(rebuild_distributed(settings)).after
    servers.until("the new index is complete", servers.settled)
    before = {user: _told(servers.search(user, query)) for user, query in questions.items()}

    found = httpx.get(f"{servers.opensearch_url}/_alias/mnemolog").json()
    for name in found:
        httpx.delete(f"{servers.opensearch_url}/{name}").raise_for_status()
    rebuilt = asyncio.run(rebuild_distributed(settings))
    servers.until("the API reads the new index", lambda: servers.turns_of("anna") or None)

    assert rebuilt.after == before_rebuild
    assert {user: _told(servers.search(user, query)) for user, query in questions.items()} == before
    produce(servers, "anna", turn("Mei has a cat now."))
    servers.until("the worker goes on with the new index", lambda: len(servers.turns_of("anna")) == 2 or None)


def test_a_worker_ends_in_order_within_seconds(servers: Servers) -> None:
    assert servers.stop("worker", signal.SIGTERM) == 0


def _told(answer: dict[str, Any]) -> list[tuple[str, str, float]]:
    return [
        (item["memory"]["memory_id"], item["memory"]["content"], round(item["relevance"], 6))
        for item in answer["items"]
    ]
