"""Servers that may be killed, a new installation for each module, and no process that outlives its scenario."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator

import httpx
import pytest
from confluent_kafka.admin import AdminClient

from deploy.stack import StackStatus, down, up
from tests.system.faults.oracle import ALIAS
from tests.system.faults.world import World

HEAP_MB = 512
GONE_S = 30.0


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StackStatus]:
    """One broker and one OpenSearch node, for these modules alone: their scenarios kill them."""
    folder = tmp_path_factory.mktemp("faults-stack")
    try:
        yield up(
            folder,
            kafka_port=0,
            controller_port=0,
            opensearch_port=0,
            transport_port=0,
            kafka_heap_mb=HEAP_MB,
            opensearch_heap_mb=HEAP_MB,
            runtime="local",
        )
    finally:
        down(folder)
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def installed(servers: StackStatus, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    _wipe(servers)
    world = World(servers, tmp_path_factory.mktemp("faults"))
    try:
        world.found()
        yield world
    finally:
        world.close()


@pytest.fixture
def world(installed: World, record_property: Callable[[str, object], None]) -> Iterator[World]:
    """The module's installation; every scenario has users, workers and a verdict of its own."""
    installed.tell = lambda line: record_property("counts", line)
    yield installed
    installed.rest()


def _wipe(servers: StackStatus) -> None:
    """Take away what the module before installed."""
    admin = AdminClient({"bootstrap.servers": servers.bootstrap, "log_level": 0})

    def ours() -> list[str]:
        return [name for name in admin.list_topics(timeout=GONE_S).topics if name.startswith(ALIAS)]

    if topics := ours():
        for future in admin.delete_topics(topics).values():
            future.result(GONE_S)
    deadline = time.monotonic() + GONE_S
    while ours():
        assert time.monotonic() < deadline, "the topics of the module before are still there"
        time.sleep(0.1)
    for name in httpx.get(f"{servers.opensearch_url}/{ALIAS}*", timeout=GONE_S).json():
        httpx.delete(f"{servers.opensearch_url}/{name}", timeout=GONE_S).raise_for_status()
