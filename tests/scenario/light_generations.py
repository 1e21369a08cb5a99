"""Generations over light models: another embedder of the same kind, and answers read from the index itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from indexers.analysis import tokens
from indexers.index import CandidateQuery, MemoryIndex, Scope, Visibility
from indexers.sqlite import SqliteIndex
from processors.dimensions.labels import PrototypeLabeller
from processors.ports import Embedder, EmbedderProfile
from processors.stages import Description, Stages, TurnText
from schemas.dimensions import Dimensions
from schemas.generations import GoldenQuery, Spec
from streams.brains import Brains
from streams.embedded.generations import EmbeddedGenerations
from streams.embedded.runtime import EmbeddedRuntime
from streams.generation_check import Found
from streams.keyring import Keyring
from tests.scenario.light import DIMENSION, START, HashEmbedder, light_consolidate, light_stages

CODE = "c1"
WITHOUT_CLAIMS = "without claims"
"""A policy under which nothing is made of what was said but its turn."""


class Nothing:
    """Finds nothing."""

    def describe(self, turns: Sequence[TurnText]) -> list[Description]:
        return [Description(Dimensions(language="en")) for _ in turns]


def stages_without_claims(embedder: Embedder) -> Stages:
    return Stages(describer=Nothing(), embedder=embedder, labeller=PrototypeLabeller(embedder))


class OtherEmbedder(HashEmbedder):
    """Another model: other vectors, half as long."""

    profile = EmbedderProfile("other", "1", DIMENSION // 2, 0.9, 0.7, 0.2, ("en",))

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        vectors = super().embed(texts)[:, ::2]
        lengths = np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6)
        return np.asarray(vectors / lengths, np.float32)


EMBEDDERS = {"hash": HashEmbedder, "other": OtherEmbedder}


@dataclass
class LightThinking:
    """See streams.brains.Thinking. `code`: what the program's deciding functions are said to be."""

    code: str = CODE

    async def spec(self, embedder: str, policy: str) -> Spec:
        profile = EMBEDDERS[embedder].profile
        model = f"{profile.name}@{profile.revision}"
        return Spec(embedder=embedder, model=model, dimension=profile.dimension, policy=policy, code=self.code)

    async def brains(self, spec: Spec) -> Brains:
        stages = stages_without_claims if spec.policy == WITHOUT_CLAIMS else light_stages
        return Brains(spec, EMBEDDERS[spec.embedder](), stages, light_consolidate)

    async def ask(
        self, brains: Brains, index: MemoryIndex, scopes: Sequence[Scope], queries: Sequence[GoldenQuery]
    ) -> list[Sequence[Found]]:
        answers: list[Sequence[Found]] = []
        for scope, query in zip(scopes, queries, strict=True):
            vector = brains.embedder.embed_queries([query.query])[0]
            found = await index.candidates(
                CandidateQuery(scope, Visibility(START), terms=tuple(tokens(query.query)), vector=vector, depth=10)
            )
            kept = await index.get(scope, found.ids)
            answers.append([Found(memory.memory_id, memory.content) for memory in kept.values()])
        return answers


async def open_index_of(spec: Spec, path: Path, keyring: Keyring, generation: int) -> SqliteIndex:
    return await SqliteIndex.open(path, keys=keyring, generation=generation, model=spec.model, dimension=spec.dimension)


async def open_generations(runtime: EmbeddedRuntime, *, code: str = CODE) -> EmbeddedGenerations:
    """The generations of a runtime whose live one was made with light models."""
    thinking = LightThinking(code)
    known = runtime.folder.read_book().find(runtime.live.number)
    spec = known.spec if known is not None else await thinking.spec("hash", "")
    return await EmbeddedGenerations.open(runtime, thinking, open_index_of, await thinking.brains(spec))
