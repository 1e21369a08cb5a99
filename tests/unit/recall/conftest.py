"""One embedder for all tests of recall: loading it takes most of a second."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from indexers.sqlite import SqliteIndex
from processors.models.use import UseEmbedder
from processors.ports import Embedder
from tests.contract.index_adapters import AesKeys
from tests.unit.recall.world import World


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    return UseEmbedder()


@pytest.fixture
async def world(embedder: Embedder, tmp_path: Path) -> AsyncIterator[World]:
    index = await SqliteIndex.open(
        tmp_path / "index-g1.db",
        keys=AesKeys({}),
        generation=1,
        model=embedder.profile.name,
        dimension=embedder.profile.dimension,
    )
    yield World(index, embedder)
    await index.close()
