"""What the suites of the index share: users, batches, memories and questions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np

from indexers.index import CandidateQuery, Document, EventOutcome, IndexBatch, MemoryIndex, Scope, Tombstone, Visibility
from schemas.memories import Memory, Revision
from schemas.position import Position
from tests.contract.index_adapters import EPOCH, PARTITION, document, memory_of, scope_of, vector_of

NOW = datetime(2027, 1, 1, tzinfo=UTC)
SEEN = Visibility(NOW)
ANNA = scope_of("anna")
BORIS = scope_of("boris")


def version(offset: int) -> int:
    return Position(EPOCH, PARTITION, offset).version


def gone(scope: Scope, memory_id: str, offset: int) -> Tombstone:
    return Tombstone(memory_id, scope.user_key, version(offset), "forgotten")


def batch(changes: Sequence[Document | Tombstone], watermark: int, outcomes: Sequence[EventOutcome] = ()) -> IndexBatch:
    return IndexBatch(EPOCH, PARTITION, changes, watermark, outcomes)


async def fill(index: MemoryIndex, memories: Sequence[Memory], scope: Scope = ANNA) -> None:
    held = [document(scope, memory) for memory in memories]
    rejected = await index.apply(batch(held, max(memory.offset for memory in memories)))
    assert rejected == []


def turns(scope: Scope, texts: Sequence[str], first: int = 1) -> list[Memory]:
    return [memory_of(scope, f"{scope.user}-{offset}", text, offset=offset) for offset, text in enumerate(texts, first)]


def vector(seed: int) -> np.ndarray:
    return np.frombuffer(vector_of(seed), "<f2").astype(np.float32)


async def found(index: MemoryIndex, scope: Scope = ANNA, **fields: object) -> list[str]:
    query = CandidateQuery(scope, **{"visibility": SEEN, "terms": ("tea",), "vector": vector(5), **fields})  # type: ignore[arg-type]
    return (await index.candidates(query)).ids


async def everything(index: MemoryIndex, scope: Scope = ANNA) -> list[Memory]:
    return [memory async for memory in index.scan(scope)]


def life(*steps: tuple[int, str, float]) -> tuple[Revision, ...]:
    return tuple(
        Revision.model_validate({"offset": offset, "status": status, "confidence": confidence})
        for offset, status, confidence in steps
    )
