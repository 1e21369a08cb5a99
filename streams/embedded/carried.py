"""CarriedGeneration: a generation in the embedded runtime, the live one or one beside it (DESIGN §7)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace

from indexers.index import MemoryIndex
from streams.consolidate_step import Consolidate
from streams.embedded.live_index import LiveIndex
from streams.embedded.parts import Parts
from streams.embedded.pipeline import PartitionPipeline
from streams.stage_run import StageFunctions


@dataclass(frozen=True, slots=True)
class Deciding:
    """What decides in a generation: its stages and its consolidate function."""

    stages: StageFunctions
    consolidate: Consolidate


class CarriedGeneration:
    """Parts, the index that is read of it and a pipeline for each partition. The live one leads; the others never pass
    it and leave it to destroy keys (Parts.leader). Whoever opens it closes it."""

    def __init__(self, parts: Parts, index: LiveIndex) -> None:
        self.parts = parts
        self.index = index
        self.pipelines = _pipelines(parts, index)
        self.busy = asyncio.Lock()
        """Held during a step of a generation that follows."""
        self.held = ""
        """Why it does not go on, "" when it does."""
        self.stirred = asyncio.Event()
        """Set when the live generation went on."""

    @property
    def number(self) -> int:
        return self.parts.number

    @property
    def behind(self) -> int:
        """Positions that the live one has and this one has not, over all partitions."""
        return sum(self._behind(pipeline) for pipeline in self.pipelines)

    @property
    def positions(self) -> int:
        """Positions that its index holds."""
        return sum(pipeline.indexed + 1 for pipeline in self.pipelines)

    async def resume(self) -> None:
        """Find where every partition stands."""
        for pipeline in self.pipelines:
            await pipeline.resume()

    async def step(self) -> int:
        """One batch of the partition that is most behind; how many positions that were, 0 = nothing to do. Raises what
        holds a partition; call `resume` then."""
        async with self.busy:
            pipeline = max(self.pipelines, key=self._behind)
            before = pipeline.indexed
            if not self._behind(pipeline) or not await pipeline.advance():
                return 0
            return max(1, pipeline.indexed - before)

    async def exchange(self, index: MemoryIndex) -> MemoryIndex:
        """Have another index of this generation read; returns the one before, which the caller closes."""
        before = self.index.switch(index)
        self.pipelines = _pipelines(self.parts, self.index)
        await self.resume()
        return before

    def following(self, leader: Callable[[int], int], deciding: Deciding) -> CarriedGeneration:
        """The same generation beside another live one."""
        return CarriedGeneration(self._with(deciding, leader), self.index)

    def leading(self, deciding: Deciding) -> CarriedGeneration:
        """The same generation as the live one."""
        return CarriedGeneration(self._with(deciding, None), self.index)

    async def close(self) -> None:
        """Close its files."""
        await self.index.close()
        await self.parts.generation.close()
        self.parts.states.close()

    def _with(self, deciding: Deciding, leader: Callable[[int], int] | None) -> Parts:
        return replace(self.parts, leader=leader, stages=deciding.stages, consolidate=deciding.consolidate)

    def _behind(self, pipeline: PartitionPipeline) -> int:
        leader = self.parts.leader
        return 0 if leader is None else max(0, leader(pipeline.partition) - pipeline.indexed)


def _pipelines(parts: Parts, index: LiveIndex) -> list[PartitionPipeline]:
    return [PartitionPipeline(partition, parts, index) for partition in range(parts.turns.partitions)]
