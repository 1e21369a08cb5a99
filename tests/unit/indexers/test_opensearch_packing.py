"""What a candidate shows without its document being read comes back as it went in."""

from __future__ import annotations

import base64
import json
from collections import Counter
from collections.abc import Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from indexers import bm25
from indexers.bm25 import Statistics
from indexers.opensearch.documents import spelled
from indexers.opensearch.packing import Row, counted_terms, packed_row, packed_terms, unpacked_rows

TEXT = st.text(max_size=12)
ROWS = st.builds(
    Row,
    session=TEXT,
    speaker=TEXT,
    resolution=st.just("turn"),
    kind=TEXT,
    status=st.just("raw"),
    occurred_us=st.integers(-(2**53), 2**53),
    importance=st.floats(0.0, 1.0),
    confidence=st.floats(0.0, 1.0),
    reinforced=st.integers(0, 99),
    asks=st.booleans(),
    answers=st.booleans(),
    text_length=st.integers(0, 9_999),
    known_from=st.integers(0, 2**40),
    facets=st.integers(0, 255),
    revisions=st.lists(st.tuples(st.integers(0, 2**40), st.just("raw"), st.floats(0.0, 1.0)), max_size=3),
)
WORDS = st.sampled_from(["tea", "coffee", "咖啡", "é", "a" * 200, "🙂", ""])


def answered(value: str) -> str:
    """As OpenSearch gives a binary doc value back: in the alphabet for URLs and without padding."""
    return base64.urlsafe_b64encode(base64.b64decode(value)).decode().rstrip("=")


@given(st.lists(ROWS, min_size=1, max_size=5))
def test_rows_come_back_as_they_went_in(rows: Sequence[Row]) -> None:
    found = unpacked_rows([answered(packed_row(row)) for row in rows])

    assert found == [row._replace(revisions=[list(step) for step in row.revisions]) for row in rows]


@given(st.lists(st.lists(WORDS, max_size=9), min_size=1, max_size=6), st.lists(WORDS, min_size=1, unique=True))
def test_terms_are_counted_as_they_stand(documents: Sequence[Sequence[str]], asked: Sequence[str]) -> None:
    counts, lengths = counted_terms([answered(packed_terms(words)) for words in documents], asked)

    assert counts.tolist() == [[Counter(words)[term] for words in documents] for term in asked]
    assert lengths.tolist() == [len(words) for words in documents]


@given(st.lists(st.lists(WORDS, max_size=9), min_size=1, max_size=6), st.lists(WORDS, min_size=1))
def test_counted_documents_score_as_tokenised_ones_do(documents: Sequence[Sequence[str]], asked: Sequence[str]) -> None:
    statistics = Statistics(40, 130.0, dict.fromkeys(asked, 3))
    counts, lengths = counted_terms([answered(packed_terms(words)) for words in documents], list(dict.fromkeys(asked)))

    scores = bm25.score_counts(asked, counts, lengths, statistics)

    assert scores.tolist() == bm25.score_tokens(asked, documents, statistics).tolist()


def test_every_float16_is_read_from_its_digits_as_the_same_number() -> None:
    every = np.arange(1 << 16, dtype="<u2").view("<f2")
    every = every[np.isfinite(every)]

    digits = spelled(every.tobytes()).decode()

    assert (np.array(json.loads(f"[{digits}]")).astype(np.float32) == every.astype(np.float32)).all()
    assert max(map(len, digits.split(","))) <= len("-1.23456789e-07")
