"""The projection: what consolidate did at one position, as documents and tombstones of an index (DESIGN §6). Pure."""

from __future__ import annotations

from indexers.analysis import spoken, tokens
from indexers.index import Document, EventOutcome, Tombstone
from schemas.memories import MemoriesRecord, Memory, MemoryDropped, MemoryPut
from schemas.position import Position


def project(record: MemoriesRecord, user_key: str, epoch: int) -> list[Document | Tombstone]:
    """The changes of one record (or part of one) in order. All carry the version of its position.

    A retired memory becomes a tombstone: nothing may ever return it, so its text and vectors do not enter an index.
    """
    version = Position(epoch, record.partition, record.offset).version
    changes: list[Document | Tombstone] = []
    for change in record.changes:
        match change:
            case MemoryPut(memory=memory) if memory.status == "retired":
                changes.append(Tombstone(memory.memory_id, user_key, version, "forgotten"))
            case MemoryPut(memory=memory):
                changes.append(document_of(memory, user_key, version))
            case MemoryDropped(memory_id=memory_id, reason=reason):
                changes.append(Tombstone(memory_id, user_key, version, reason))
    return changes


def document_of(memory: Memory, user_key: str, version: int) -> Document:
    """One memory with its analysed terms: of "Speaker: text", and of its context, which names its speakers itself."""
    return Document(
        memory=memory,
        user_key=user_key,
        version=version,
        tokens=tokens(spoken(memory.speaker, memory.content)),
        context_tokens=tokens(memory.context),
    )


def outcome_of(record: MemoriesRecord, user_key: str) -> EventOutcome | None:
    """What became of the record's event; None for a part that does not complete its position."""
    if record.part < record.parts:
        return None
    return EventOutcome(user_key, record.offset, record.outcome)
