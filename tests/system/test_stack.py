"""The local servers are real: they store, search, stop, come back with their data and survive a crash."""

import os
import shutil
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, TopicPartition
from aiokafka.admin import AIOKafkaAdminClient, NewTopic

from deploy.stack import PlanMismatch, PortTaken, ServerFailed, StackStatus, down, kill, start, status, up
from deploy.stack.process import ServerProcess
from mnemolog.priority import NICENESS

SEEN_S = 10.0
_ANY_PORT: dict[str, Any] = {
    "kafka_port": 0,
    "controller_port": 0,
    "opensearch_port": 0,
    "transport_port": 0,
    "opensearch_heap_mb": 512,
    "runtime": "local",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A stack of this module's own, which its tests may stop."""
    folder = tmp_path_factory.mktemp("own-stack")
    try:
        up(folder, **_ANY_PORT)
        yield folder
    finally:
        down(folder)
        shutil.rmtree(folder, ignore_errors=True)


@asynccontextmanager
async def _admin(bootstrap: str) -> AsyncIterator[Any]:
    admin = AIOKafkaAdminClient(bootstrap_servers=bootstrap)
    await admin.start()
    try:
        yield admin
    finally:
        await admin.close()


async def _send(bootstrap: str, topic: str, *values: bytes) -> None:
    producer = AIOKafkaProducer(bootstrap_servers=bootstrap, acks="all", enable_idempotence=True)
    await producer.start()
    try:
        for value in values:
            await producer.send_and_wait(topic, value, partition=0)
    finally:
        await producer.stop()


async def _read(bootstrap: str, topic: str, count: int) -> list[bytes]:
    consumer = AIOKafkaConsumer(bootstrap_servers=bootstrap, auto_offset_reset="earliest")
    await consumer.start()
    try:
        consumer.assign([TopicPartition(topic, 0)])
        return [(await consumer.getone()).value for _ in range(count)]
    finally:
        await consumer.stop()


def _index_two_users(url: str, index: str) -> None:
    mapping = {
        "settings": {"index.knn": True, "number_of_replicas": 0},
        "mappings": {
            "dynamic": "strict",
            "properties": {
                "user": {"type": "keyword"},
                "vector": {
                    "type": "knn_vector",
                    "dimension": 2,
                    "method": {"name": "hnsw", "engine": "lucene", "space_type": "cosinesimil"},
                },
            },
        },
    }
    httpx.put(f"{url}/{index}", json=mapping).raise_for_status()
    for identity, user, vector in (
        ("a", "ann", [1.0, 0.0]),
        ("b", "bob", [0.9, 0.1]),
        ("c", "bob", [0.0, 1.0]),
    ):
        document = {"user": user, "vector": vector}
        httpx.put(f"{url}/{index}/_doc/{identity}?refresh=true", json=document).raise_for_status()


def _nearest(url: str, index: str, user: str) -> list[str]:
    knn = {"vector": {"vector": [1.0, 0.0], "k": 5, "filter": {"term": {"user": user}}}}
    answer = httpx.post(f"{url}/{index}/_search", json={"query": {"knn": knn}})
    answer.raise_for_status()
    return [hit["_id"] for hit in answer.json()["hits"]["hits"]]


async def test_the_shared_stack_takes_a_record_and_a_document(stack: StackStatus) -> None:
    async with _admin(stack.bootstrap) as admin:
        await admin.create_topics([NewTopic("stack-smoke", 1, 1)])

    await _send(stack.bootstrap, "stack-smoke", b"one")
    _index_two_users(stack.opensearch_url, "stack-smoke")

    assert await _read(stack.bootstrap, "stack-smoke", 1) == [b"one"]
    assert _nearest(stack.opensearch_url, "stack-smoke", "bob") == ["b", "c"]


async def test_data_outlives_down_and_up_with_the_same_ports(folder: Path) -> None:
    before = status(folder)
    async with _admin(before.bootstrap) as admin:
        await admin.create_topics([NewTopic("kept", 1, 1)])
    await _send(before.bootstrap, "kept", b"one", b"two")
    _index_two_users(before.opensearch_url, "kept")

    stopped = down(folder)
    processes = [ServerProcess(folder, server.name).pid() for server in stopped.servers]
    after = up(folder, **_ANY_PORT)

    assert [server.state for server in stopped.servers] == ["stopped", "stopped"]
    assert processes == [None, None]
    assert (after.bootstrap, after.opensearch_url) == (before.bootstrap, before.opensearch_url)
    assert await _read(after.bootstrap, "kept", 2) == [b"one", b"two"]
    assert _nearest(after.opensearch_url, "kept", "bob") == ["b", "c"]


def test_a_second_up_and_a_second_down_change_nothing(folder: Path) -> None:
    first = status(folder)

    again = up(folder, **_ANY_PORT)

    assert again == first
    assert again.running
    assert down(folder) == down(folder)
    assert up(folder, **_ANY_PORT).running


def test_a_topic_or_an_index_is_never_made_by_accident(folder: Path) -> None:
    answer = httpx.put(f"{status(folder).opensearch_url}/mistyped/_doc/1", json={"user": "ann"})

    assert answer.status_code == 404
    assert "auto.create.topics.enable=false" in (folder / "kafka-1" / "server.properties").read_text()


def test_opensearch_is_behind_kafka_which_acknowledges(folder: Path) -> None:
    behind = {
        # The least nice of all its threads.
        name: os.getpriority(os.PRIO_PGRP, pid)
        for name in ("kafka-1", "opensearch")
        if (pid := ServerProcess(folder, name).pid()) is not None
    }

    # The tests may run behind others themselves.
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert behind == {"kafka-1": own, "opensearch": max(own, NICENESS)}


def test_a_paused_server_is_silent_and_a_killed_one_is_stopped_and_comes_back(folder: Path) -> None:
    kill(folder, "opensearch", signal.SIGSTOP)
    paused = seen(folder, "silent")
    kill(folder, "opensearch", signal.SIGCONT)
    kill(folder, "opensearch", signal.SIGKILL)
    crashed = status(folder)
    start(folder, "opensearch")

    assert [server.state for server in paused.servers] == ["running", "silent"]
    assert [server.state for server in crashed.servers] == ["running", "stopped"]
    assert status(folder).running
    assert not paused.running


def seen(folder: Path, state: str) -> StackStatus:
    """The status once OpenSearch is in this state, or the last one within SEEN_S: signals arrive late."""
    deadline = time.monotonic() + SEEN_S
    while (found := status(folder)).servers[1].state != state and time.monotonic() < deadline:
        pass
    return found


def test_a_paused_server_still_stops_gently(folder: Path) -> None:
    kill(folder, "kafka-1", signal.SIGSTOP)

    stopped = down(folder)

    assert [server.state for server in stopped.servers] == ["stopped", "stopped"]
    with pytest.raises(ServerFailed, match="kafka-1 is not running"):
        kill(folder, "kafka-1")
    assert up(folder, **_ANY_PORT).running


def test_another_shape_or_port_is_refused_while_the_stack_runs(folder: Path, tmp_path: Path) -> None:
    port = status(folder).servers[0].port

    with pytest.raises(PlanMismatch, match="1 Kafka broker"):
        up(folder, **{**_ANY_PORT, "brokers": 3})
    with pytest.raises(PlanMismatch, match="kafka-1 has the clients port"):
        up(folder, **{**_ANY_PORT, "kafka_port": port + 1})
    with pytest.raises(PortTaken, match=f"port {port}, wanted for kafka-1"):
        up(tmp_path, **{**_ANY_PORT, "kafka_port": port})


def test_a_server_that_cannot_start_shows_its_log_and_leaves_nothing_running(tmp_path: Path) -> None:
    (tmp_path / "opensearch").mkdir()
    (tmp_path / "opensearch" / "data").write_text("a file where a folder belongs")

    with pytest.raises(ServerFailed, match=r"(?s)opensearch ended while it started.*FileAlreadyExists"):
        up(tmp_path, **_ANY_PORT)

    assert [server.state for server in status(tmp_path).servers] == ["stopped", "stopped"]


async def test_three_brokers_keep_accepting_when_one_crashes(tmp_path: Path) -> None:
    try:
        now = up(tmp_path, **_ANY_PORT, brokers=3)
        async with _admin(now.bootstrap) as admin:
            await admin.create_topics([NewTopic("replicated", 1, 3)])
        await _send(now.bootstrap, "replicated", b"one")

        kill(tmp_path, "kafka-1", signal.SIGKILL)
        await _send(now.bootstrap, "replicated", b"two")
        start(tmp_path, "kafka-1")

        assert status(tmp_path).running
        assert await _read(now.bootstrap, "replicated", 2) == [b"one", b"two"]
    finally:
        down(tmp_path)
        shutil.rmtree(tmp_path, ignore_errors=True)
