"""What is refused before it is sent, and when refusals are no longer those of single memories."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from indexers.index import Document, IndexBatch, Tombstone
from indexers.opensearch.documents import TEXT_CHARACTERS_MAX, refusal
from indexers.opensearch.server import Server
from indexers.opensearch.writing import DISAGREEMENT, Writer
from schemas.errors import ConfigurationError
from tests.contract.index_adapters import DIMENSION, EPOCH, PARTITION, SECRET, document, memory_of, scope_of

ANN = scope_of("ann")
GOOD = document(ANN, memory_of(ANN, "m1"))


def with_memory(**fields: object) -> Document:
    return document(ANN, GOOD.memory.model_copy(update=fields))


def vector(*values: float) -> bytes:
    return np.array([*values, *[0.0] * (DIMENSION - len(values))], "<f2").tobytes()


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (with_memory(memory_id="x" * 600), "512 bytes"),
        (Tombstone("x" * 600, ANN.user_key, 1, "forgotten"), "512 bytes"),
        (Tombstone("m1", ANN.user_key, -1, "forgotten"), "version -1"),
        (Document(GOOD.memory, ANN.user_key, 2**63, (), ()), "2^63"),
        (with_memory(vector=vector(1.0)[:-2]), "vector has 30 bytes"),
        (with_memory(context_vector=vector(1.0) + b"\x00\x00"), "context_vector has 34 bytes"),
        (with_memory(vector=vector(math.nan)), "vector holds NaN"),
        (with_memory(vector=vector(math.inf)), "vector holds NaN or infinity"),
        (with_memory(context_vector=vector(0.0)), "context_vector is zero"),
        (with_memory(content="x" * (TEXT_CHARACTERS_MAX + 1)), "content has"),
        (with_memory(context="x" * (TEXT_CHARACTERS_MAX + 1)), "context has"),
        (with_memory(importance=math.nan), "importance is not finite"),
        (with_memory(confidence=math.inf), "confidence is not finite"),
    ],
)
def test_what_the_server_would_refuse_or_take_in_silence_is_refused_by_name(
    change: Document | Tombstone, named: str
) -> None:
    assert named in refusal(change, DIMENSION)


def test_what_is_sound_is_not_refused() -> None:
    assert refusal(GOOD, DIMENSION) == ""
    # What was not embedded has no vector; its words are found all the same.
    assert refusal(with_memory(vector=b"", context_vector=b""), DIMENSION) == ""
    assert refusal(Tombstone("m1", ANN.user_key, 0, "forgotten"), DIMENSION) == ""


class Refusing(Server):
    """Refuses the memories whose id begins with "bad", and, when told to, everything else that is no memory."""

    def __init__(self, *, own: bool = False) -> None:
        self.own = own
        self.taken: list[str] = []
        self.asked = 0
        self.sent = 0

    async def ask(self, method: str, path: str, body: Any = None, *, params: Mapping[str, str] | None = None) -> Any:
        assert path == "/i/_mget"
        self.asked += 1
        return {"docs": [{"found": False} for _ in body["docs"]]}

    async def lines(self, path: str, lines: Sequence[bytes], *, params: Mapping[str, str] | None = None) -> Any:
        self.sent += 1
        ids = [action["index"]["_id"] for line in lines if "index" in (action := json.loads(line))]
        bad = [":bad" in name or (self.own and not name.startswith("m:")) for name in ids]
        self.taken += [name for name, refused in zip(ids, bad, strict=True) if not refused]
        error = {"status": 400, "error": {"type": "mapper_parsing_exception", "reason": ""}}
        return {"items": [{"index": error if refused else {"status": 201}} for refused in bad]}


def batch(*names: str, offset: int = 5) -> IndexBatch:
    changes = [document(ANN, memory_of(ANN, name, offset=offset)) for name in names]
    return IndexBatch(EPOCH, PARTITION, changes, offset)


async def test_single_bad_memories_are_told_and_their_neighbours_are_taken() -> None:
    server = Refusing()
    writer = Writer(server, "i", DIMENSION, SECRET)

    for number in range(2 * DISAGREEMENT):
        rejected = await writer.apply(batch("good", f"bad{number}", offset=number))
        assert [(one.memory_id, one.reason) for one in rejected] == [(f"bad{number}", "400 mapper_parsing_exception")]

    assert "w:3" in server.taken
    # Memories, then outcomes and mark; who was erased is asked once for all of them.
    assert (server.asked, server.sent) == (1, 4 * DISAGREEMENT)


async def test_many_refused_in_a_row_halt_before_they_become_dead_letters() -> None:
    """Across batches, because at a low rate every batch holds one memory."""
    writer = Writer(Refusing(), "i", DIMENSION, SECRET)
    told = [
        refused
        for number in range(DISAGREEMENT - 1)
        for refused in await writer.apply(batch(f"bad{number}", offset=number))
    ]

    with pytest.raises(ConfigurationError, match="10 memories in a row"):
        await writer.apply(batch("bad99", offset=99))

    assert len(told) == DISAGREEMENT - 1
    with pytest.raises(ConfigurationError):
        await writer.apply(batch("bad100", offset=100))
    # Once the index is put right, it goes on.
    assert await writer.apply(batch("good", offset=101)) == []
    assert len(await writer.apply(batch("bad102", offset=102))) == 1


async def test_an_embedder_of_another_dimension_halts_too() -> None:
    writer = Writer(Refusing(), "i", DIMENSION + 1, SECRET)

    with pytest.raises(ConfigurationError, match="dimensions take 34"):
        await writer.apply(batch(*(f"m{number}" for number in range(DISAGREEMENT))))


async def test_what_has_no_words_of_users_is_never_a_bad_record() -> None:
    with pytest.raises(ConfigurationError, match="w:3"):
        await Writer(Refusing(own=True), "i", DIMENSION, SECRET).apply(batch("good"))
