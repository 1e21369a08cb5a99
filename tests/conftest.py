"""Options of the whole suite, and real servers for those tests that need them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
import structlog

from deploy.stack import StackStatus, down, up

_HEAP_MB = 512


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--file", default=None, help="cases from this file instead of ../shared/cases/cases.yaml")


@pytest.fixture(autouse=True)
def logs_as_at_first() -> Iterator[None]:
    """A test that sets up logging, in this process, must not leave its streams to the next one."""
    yield
    structlog.reset_defaults()


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StackStatus]:
    """One Kafka broker and one OpenSearch node on free ports, shared by every test of the session.

    Tests keep apart by the names of their topics, groups and indices, and do not stop these servers: a test
    that needs a fault starts a stack of its own.
    """
    folder = tmp_path_factory.mktemp("stack")
    try:
        yield up(
            folder,
            kafka_port=0,
            controller_port=0,
            opensearch_port=0,
            transport_port=0,
            kafka_heap_mb=_HEAP_MB,
            opensearch_heap_mb=_HEAP_MB,
            runtime="local",
        )
    finally:
        down(folder)
        shutil.rmtree(folder, ignore_errors=True)
