"""Born: memories that consolidate made itself get their vectors here, through the port that embeds what was said."""

from __future__ import annotations

from collections.abc import Sequence

from processors.ports import Embedder
from schemas.errors import ModelError
from schemas.memories import MemoriesRecord, Memory, MemoryChange, MemoryPut


def embedded(record: MemoriesRecord, embedder: Embedder) -> MemoriesRecord:
    """The record with a vector for each memory in it that was abstracted and has none. It is recorded with the memory,
    so nothing is embedded twice. Where the model fails the memory goes without: its words still find it."""
    born = [change.memory for change in record.changes if isinstance(change, MemoryPut) and _wants(change.memory)]
    if not born:
        return record
    try:
        vectors = embedder.embed([memory.content for memory in born])
    except ModelError:
        return record
    model = f"{embedder.profile.name}@{embedder.profile.revision}"
    found = {
        memory.memory_id: memory.model_copy(update={"vector": row.astype("<f2").tobytes(), "model": model})
        for memory, row in zip(born, vectors, strict=True)
    }
    return record.model_copy(update={"changes": _exchanged(record.changes, found)})


def _wants(memory: Memory) -> bool:
    return memory.producer.startswith("abstract/") and not memory.vector


def _exchanged(changes: Sequence[MemoryChange], found: dict[str, Memory]) -> tuple[MemoryChange, ...]:
    return tuple(
        MemoryPut(memory=found[change.memory.memory_id])
        if isinstance(change, MemoryPut) and change.memory.memory_id in found
        else change
        for change in changes
    )
