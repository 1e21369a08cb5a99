"""One real server for all cases; each case has users of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from mnemolog.serving import ServerProcess


@pytest.fixture(scope="session")
def root() -> Path:
    return Path(__file__).parents[2]


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with ServerProcess(tmp_path_factory.mktemp("cases") / "data") as running:
        yield httpx.Client(base_url=running.url, timeout=60.0, trust_env=False)
