"""Servers that may be killed, a new installation for each module, and no process that outlives its scenario."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator

import pytest

from deploy.stack import StackStatus, down, up
from tests.system.clean_slate import wipe
from tests.system.faults.world import World

HEAP_MB = 512


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
    wipe(servers)
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
