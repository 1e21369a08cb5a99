"""Fresh: what is merged while the index lags behind the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from api.recall.fresh import Moment, fresh
from api.recall.sources import Sources
from api.recall.tail import TailVectors
from indexers.index import MemoryIndex, Scope
from indexers.projection import document_of
from processors.consolidation.build import turn_memory
from schemas.memories import Memory
from schemas.queries import SearchQuery
from tests.contract.index_adapters import EPOCH
from tests.unit.recall.world import ANNA, NOW, World


class UnsearchedIndex:
    """An index whose look-up by id is ahead of its searches, as OpenSearch is until it refreshes."""

    def __init__(self, index: MemoryIndex, unseen: Memory) -> None:
        self._index, self._unseen = index, unseen

    def __getattr__(self, name: str) -> object:
        return getattr(self._index, name)

    async def get(self, scope: Scope, ids: Sequence[str]) -> dict[str, Memory]:
        ahead = {self._unseen.memory_id: self._unseen} if self._unseen.memory_id in ids else {}
        return await self._index.get(scope, ids) | ahead


async def test_a_turn_that_the_index_knows_before_its_searches_find_it_stays_in_the_tail(world: World) -> None:
    await world.say("I keep bees.")
    turn = world.event("The hive is green.")
    position = world.append(turn)
    unseen = document_of(turn_memory(world.embedded(turn, position), turn, []), ANNA.user_key, position.version)
    index = cast("MemoryIndex", UnsearchedIndex(world.index, unseen.memory))
    query = SearchQuery(user="anna", query="hive", after=position.token, wait_ms=0)

    sources = Sources(ANNA, index, world.embedder, world.follower, epoch=EPOCH, vectors=TailVectors(world.embedder))

    new = await fresh(query, sources, Moment(NOW))

    assert [document.memory.content for document in new.tail.overlay] == ["The hive is green."]
