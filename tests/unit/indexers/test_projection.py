"""How a record of the commit log becomes changes of an index."""

from __future__ import annotations

from indexers.analysis import tokens
from indexers.index import Document, EventOutcome, Tombstone
from indexers.projection import outcome_of, project
from schemas.memories import MemoriesRecord, Memory, MemoryChange, MemoryDropped, MemoryPut, Outcome
from schemas.position import Position
from tests.contract.index_adapters import START, memory_of, scope_of

ANNA = scope_of("anna")
OUTCOME = Outcome(event_id="e1", state="indexed", memories=1)


def record(*changes: MemoryChange, part: int = 1, parts: int = 1) -> MemoriesRecord:
    return MemoriesRecord(
        partition=3, offset=9, recorded_at=START, outcome=OUTCOME, changes=changes, part=part, parts=parts
    )


def memory(**fields: object) -> Memory:
    return memory_of(
        ANNA, "m1", "I drink tea", **{"speaker": "Mel", "context": "Sam: Tea?\nMel: I drink tea", **fields}
    )


def test_a_memory_becomes_a_document_at_the_version_of_its_position() -> None:
    changes = project(record(MemoryPut(memory=memory())), ANNA.user_key, epoch=2)

    assert changes == [
        Document(
            memory(), ANNA.user_key, Position(2, 3, 9).version,
            tokens("Mel: I drink tea"), tokens("Sam: Tea?\nMel: I drink tea"),
        )
    ]  # fmt: skip
    assert "mel" in changes[0].tokens  # type: ignore[union-attr]


def test_a_memory_without_speaker_is_its_content_alone() -> None:
    (change,) = project(record(MemoryPut(memory=memory(speaker=""))), ANNA.user_key, epoch=1)

    assert isinstance(change, Document)
    assert change.tokens == tokens("I drink tea")


def test_dropped_and_retired_memories_become_tombstones() -> None:
    dropped = MemoryDropped(memory_id="m2", reason="session_forgotten")

    changes = project(record(MemoryPut(memory=memory(status="retired")), dropped), ANNA.user_key, epoch=1)

    version = Position(1, 3, 9).version
    assert changes == [
        Tombstone("m1", ANNA.user_key, version, "forgotten"),
        Tombstone("m2", ANNA.user_key, version, "session_forgotten"),
    ]


def test_only_the_last_part_of_a_position_tells_its_outcome() -> None:
    assert outcome_of(record(part=1, parts=2), ANNA.user_key) is None
    assert outcome_of(record(part=2, parts=2), ANNA.user_key) == EventOutcome(ANNA.user_key, 9, OUTCOME)
