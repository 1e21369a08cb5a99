"""Brains: what decides under one spec, loaded; and who loads it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from indexers.index import MemoryIndex, Scope
from processors.ports import Embedder
from schemas.generations import GoldenQuery, Spec
from streams.consolidate_step import Consolidate
from streams.generation_check import Found
from streams.stage_run import StageFunctions


@dataclass(frozen=True, slots=True)
class Brains:
    """`stages_with` builds the stages around an embedder, so that recorded vectors can stand in for it."""

    spec: Spec
    embedder: Embedder
    stages_with: Callable[[Embedder], StageFunctions]
    consolidate: Consolidate

    @property
    def stages(self) -> StageFunctions:
        """The stages with the embedder itself."""
        return self.stages_with(self.embedder)


class Thinking(Protocol):
    """What the front door gives to those who build generations."""

    async def spec(self, embedder: str, policy: str) -> Spec:
        """The spec that this program has with an embedder and a policy. Raises ConfigurationError."""
        ...

    async def brains(self, spec: Spec) -> Brains:
        """What decides under a spec; loaded once. Raises ConfigurationError naming what is missing."""
        ...

    async def ask(
        self, brains: Brains, index: MemoryIndex, scopes: Sequence[Scope], queries: Sequence[GoldenQuery]
    ) -> list[Sequence[Found]]:
        """The first ten answers to each query, from an index that was made under this spec; `scopes[i]` is whose memory
        `queries[i]` asks."""
        ...
