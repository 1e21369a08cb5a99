"""LoadedThinking: the models of every generation, each loaded once, and golden queries asked through recall itself."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from types import MappingProxyType

from api.recall.recall import recall
from api.recall.sources import Sources
from indexers.index import MemoryIndex, Scope
from mnemolog.models import Models, load_models
from processors.abstraction.born import embedded
from processors.consolidation import UserState, consolidate
from processors.policy import parse_policy
from processors.ports import Embedder
from processors.stages import Stages
from schemas.errors import ConfigurationError
from schemas.generations import GoldenQuery, Spec
from schemas.memories import MemoriesRecord
from schemas.queries import SearchQuery
from schemas.stages import EmbeddedEvent
from streams.brains import Brains
from streams.generation_check import Found

ANSWERS = 10
"""Answers of a golden query that are looked at."""


class LoadedThinking:
    """See streams.brains.Thinking."""

    def __init__(
        self, device: str, now: Callable[[], datetime], loaded: Mapping[str, Models] = MappingProxyType({})
    ) -> None:
        self._device = device
        self._now = now
        self._models = dict(loaded)

    async def spec(self, embedder: str, policy: str = "") -> Spec:
        models = await self._loaded(embedder)
        parse_policy(policy)
        return Spec(
            embedder=embedder,
            model=models.name,
            dimension=models.embedder.profile.dimension,
            policy=policy,
            code=code_digest(),
        )

    async def brains(self, spec: Spec) -> Brains:
        loaded = await self._loaded(spec.embedder)
        if loaded.name != spec.model:
            raise ConfigurationError(
                f"the embedder {spec.embedder!r} is {loaded.name} here, and the generation was made with {spec.model}",
                hint="install the revision that it was made with, or rebuild",
                field="embedder",
            )
        models = loaded.under(parse_policy(spec.policy)) if spec.policy else loaded

        def stages_with(embedder: Embedder) -> Stages:
            return Stages(models.stages.describer, embedder, models.labeller)

        def decide(state: UserState, event: EmbeddedEvent) -> MemoriesRecord:
            return embedded(consolidate(state, event, models.policy), models.embedder)

        return Brains(spec, models.embedder, stages_with, decide)

    async def ask(
        self, brains: Brains, index: MemoryIndex, scopes: Sequence[Scope], queries: Sequence[GoldenQuery]
    ) -> list[Sequence[Found]]:
        answers: list[Sequence[Found]] = []
        for scope, query in zip(scopes, queries, strict=True):
            answer = await recall(
                SearchQuery(user=query.user, query=query.query, limit=ANSWERS),
                Sources(scope, index, brains.embedder, policy=parse_policy(brains.spec.policy).activity),
                self._now(),
                recall_id="golden",
            )
            answers.append([Found(item.memory.memory_id, item.memory.content) for item in answer.items])
        return answers

    async def _loaded(self, embedder: str) -> Models:
        if embedder not in self._models:
            beside = next(iter(self._models.values()), None)
            self._models[embedder] = await load_models(embedder, device=self._device, beside=beside)
        return self._models[embedder]


@cache
def code_digest() -> str:
    """Digest of the deciding functions and their data: everything in `processors` but the adapters of models, which
    the spec names by model and revision."""
    hasher = hashlib.blake2b(digest_size=16)
    for name, file in sorted(_files(resources.files("processors"), "")):
        hasher.update(f"{name}\0".encode() + file.read_bytes())
    return hasher.hexdigest()


def _files(folder: Traversable, place: str) -> list[tuple[str, Traversable]]:
    found: list[tuple[str, Traversable]] = []
    for entry in folder.iterdir():
        if entry.is_dir() and entry.name not in ("__pycache__", "models"):
            found += _files(entry, f"{place}{entry.name}/")
        elif entry.name.endswith((".py", ".toml", ".txt", ".tsv", ".json")):
            found.append((place + entry.name, entry))
    return found
