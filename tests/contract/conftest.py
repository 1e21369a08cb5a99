"""The index that a contract is asked of: every adapter in turn."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from indexers.index import MemoryIndex
from tests.contract.index_adapters import INDEXES, NEED_SERVERS, IndexFactory
from tests.contract.servers import require_servers


@pytest.fixture(params=INDEXES.keys())
def factory(request: pytest.FixtureRequest) -> IndexFactory:
    if request.param in NEED_SERVERS:
        require_servers(request)
    return INDEXES[request.param]


@pytest.fixture
async def index(factory: IndexFactory, tmp_path: Path) -> AsyncIterator[MemoryIndex]:
    async with factory(tmp_path) as opened:
        yield opened
