"""Packing: what a candidate shows without its document being read, as binary doc values decoded by the hundred.

A recall reads up to 2,000 hits. Decoded one by one they cost more than OpenSearch takes to find them; so every value is
padded to whole groups of base64, and all values of an answer are decoded as one.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from indexers.facets import facets_of
from indexers.index import Document

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_COMPACT = json.JSONEncoder(separators=(",", ":"))
_GROUP = 3
"""Bytes that become four characters of base64 without padding."""
_WORD = np.dtype("<u8")
"""A term is kept as 64 bits of its hash: of 40,000 terms that a recall looks at, one is mistaken once in 10^14."""
WORDS_KEPT = 1 << 16
"""Terms repeat: what was hashed is not hashed again."""
_URL_ALPHABET = str.maketrans("-_", "+/")


class Row(NamedTuple):
    """What a candidate shows. `revisions`: (offset, status, confidence), only when there is more than one. A tuple,
    because a thousand are made for an answer."""

    session: str
    speaker: str
    resolution: str
    kind: str
    status: str
    occurred_us: int
    importance: float
    confidence: float
    reinforced: int
    asks: bool
    answers: bool
    text_length: int
    known_from: int
    facets: int
    revisions: Sequence[tuple[int, str, float]] = ()

    def as_known(self, as_of: int | None) -> tuple[str, float]:
        """(status, confidence) at an offset, as indexers.filters.as_known defines them."""
        if as_of is None or not self.revisions or self.revisions[-1][0] <= as_of:
            return self.status, self.confidence
        held = [step for step in self.revisions if step[0] <= as_of]
        _, status, confidence = held[-1] if held else self.revisions[0]
        return status, confidence


def row_of(document: Document) -> Row:
    """The row of a memory; what comes back from the index is equal."""
    memory = document.memory
    steps = [(step.offset, step.status, step.confidence) for step in memory.history]
    return Row(
        session=memory.session,
        speaker=memory.speaker,
        resolution=memory.resolution,
        kind=memory.kind or "",
        status=memory.status,
        occurred_us=microseconds(memory.occurred_at),
        importance=memory.importance,
        confidence=memory.confidence,
        reinforced=memory.reinforced,
        asks=memory.asks,
        answers=memory.answers,
        text_length=len(document.tokens),
        known_from=memory.known_from,
        facets=facets_of(memory),
        revisions=steps if len(steps) > 1 else (),
    )


def packed_row(row: Row) -> str:
    """A row as a binary doc value."""
    text = _COMPACT.encode(row) + ","
    return base64.b64encode(text.ljust(-(-len(text) // _GROUP) * _GROUP).encode("ascii")).decode("ascii")


def unpacked_rows(values: Sequence[str]) -> list[Row]:
    """Rows as OpenSearch gives them back."""
    text = _decoded(values).rstrip()[:-1]
    return [Row._make(row) for row in json.loads(b"[" + text + b"]")]


def packed_terms(terms: Iterable[str]) -> str:
    """The terms of one document, with repeats, as a binary doc value."""
    words = np.fromiter(map(_word, terms), _WORD)
    padded = np.zeros(max(1, -(-len(words) // _GROUP)) * _GROUP, _WORD)
    padded[: len(words)] = words
    return base64.b64encode(padded.tobytes()).decode("ascii")


def counted_terms(values: Sequence[str], terms: Sequence[str]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Of documents as OpenSearch gives them back, at least one: how often each holds each of the terms, (terms, n), and
    how many terms each has, (n,)."""
    words = np.frombuffer(_decoded(values), _WORD)
    ends = np.cumsum([len(value) * _GROUP // 4 // _WORD.itemsize for value in values])
    begins = np.concatenate(([0], ends[:-1])).astype(np.intp)
    asked = np.array([_word(term) for term in terms], _WORD)
    counts = [np.add.reduceat(words == word, begins, dtype=np.intp) for word in asked]
    return np.array(counts), np.add.reduceat(words != 0, begins, dtype=np.intp)


def microseconds(moment: datetime) -> int:
    """Microseconds since 1970, exact for every year."""
    gap = moment - _EPOCH
    return (gap.days * 86_400 + gap.seconds) * 1_000_000 + gap.microseconds


def _decoded(values: Sequence[str]) -> bytes:
    # OpenSearch answers in the alphabet for URLs.
    return binascii.a2b_base64("".join(values).translate(_URL_ALPHABET))


@lru_cache(WORDS_KEPT)
def _word(term: str) -> int:
    digest = hashlib.blake2b(term.encode("utf-8", "surrogatepass"), digest_size=_WORD.itemsize).digest()
    # Zero is padding.
    return int.from_bytes(digest, "little") or 1
