"""The embedded runtime with light models: the real stages, logs and index around adapters that need no model.

Here streams are under test, not understanding: the embedder hashes, the describer knows two sentences.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from indexers.sqlite import SqliteIndex
from processors.claims.table import AttributeTable
from processors.consolidation import Policy, UserState, consolidate
from processors.dimensions.labels import PrototypeLabeller
from processors.ports import Embedder, EmbedderProfile
from processors.stages import Description, Stages, TurnText
from schemas.claims import Claim
from schemas.dimensions import Dimensions
from schemas.events import TurnRecorded
from schemas.memories import MemoriesRecord
from schemas.stages import EmbeddedEvent
from streams.crashpoints import NO_CRASH, Crashpoints
from streams.embedded.runtime import EmbeddedRuntime
from streams.keyring import Keyring
from streams.stage_run import StageFunctions

DIMENSION = 32
START = datetime(2026, 3, 1, 8, tzinfo=UTC)
_PHONE = re.compile(r"my phone is (\d+)")
_LIKES = re.compile(r"i like (\w+)")


class HashEmbedder:
    """Vectors that follow from the words alone: texts that share words are near each other."""

    profile = EmbedderProfile("hash", "1", DIMENSION, 0.9, 0.7, 0.2, ("en",))

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        vectors = np.zeros((len(texts), DIMENSION), np.float32)
        for row, text in enumerate(texts):
            for word in text.lower().split():
                digest = hashlib.blake2b(word.encode(), digest_size=DIMENSION).digest()
                vectors[row] += np.frombuffer(digest, np.uint8).astype(np.float32) - 127.5
        lengths = np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6)
        return np.asarray(vectors / lengths, np.float32)

    def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self.embed(texts)


class TwoSentences:
    """Finds "my phone is N" and "i like X"."""

    def describe(self, turns: Sequence[TurnText]) -> list[Description]:
        return [self._one(turn.content) for turn in turns]

    def _one(self, content: str) -> Description:
        claims = [
            Claim(attribute=attribute, value=found[1], confidence=0.95, start=found.start(), end=found.end())
            for attribute, pattern in (("phone", _PHONE), ("likes", _LIKES))
            for found in pattern.finditer(content.lower())
        ]
        texts = tuple(f"{claim.attribute}: {claim.value}" for claim in claims)
        return Description(Dimensions(language="en"), tuple(claims), texts)


def light_stages(embedder: Embedder | None = None) -> Stages:
    """The real stages over the light adapters."""
    embedder = embedder or HashEmbedder()
    return Stages(describer=TwoSentences(), embedder=embedder, labeller=PrototypeLabeller(embedder))


POLICY = Policy(table=AttributeTable.load(), duplicate_threshold=0.9, merge_threshold=0.7)


def light_consolidate(state: UserState, event: EmbeddedEvent) -> MemoriesRecord:
    return consolidate(state, event, POLICY)


async def open_index(path: Path, keyring: Keyring, generation: int) -> SqliteIndex:
    return await SqliteIndex.open(path, keys=keyring, generation=generation, model="hash@1", dimension=DIMENSION)


async def open_runtime(
    path: Path, *, stages: StageFunctions | None = None, crash: Crashpoints = NO_CRASH, partitions: int = 4
) -> EmbeddedRuntime:
    return await EmbeddedRuntime.open(
        path,
        stages=stages or light_stages(),
        consolidate=light_consolidate,
        open_index=open_index,
        now=lambda: datetime.now(UTC),
        partitions=partitions,
        crash=crash,
    )


def turn(number: int, content: str = "", *, user: str = "ann", session: str = "s1", event_id: str = "") -> TurnRecorded:
    """A turn whose id and time follow from its number."""
    moment = START + timedelta(minutes=number)
    return TurnRecorded(
        event_id=event_id or f"{user}-{number}",
        tenant="t",
        user=user,
        session=session,
        role="user",
        content=content or f"turn number {number} about topic {number % 7}",
        occurred_at=moment,
        recorded_at=moment,
    )
