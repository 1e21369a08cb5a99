"""BM25: the formula, and what it must never do."""

from __future__ import annotations

import math

import numpy as np
import pytest

from indexers import bm25

DOCUMENTS = [("tea", "green", "tea"), ("coffee",), (), ("tea",)]


def test_the_formula_is_that_of_the_book() -> None:
    statistics = bm25.statistics_of(("tea",), DOCUMENTS)

    scores = bm25.score_tokens(("tea",), DOCUMENTS, statistics)

    average = 5 / 3
    rarity = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    expected = [
        rarity * count / (count + 1.2 * (1 - 0.75 + 0.75 * length / average))
        for count, length in ((2, 3), (0, 1), (0, 0), (1, 1))
    ]
    assert scores == pytest.approx(expected)


def test_a_document_without_terms_does_not_count() -> None:
    statistics = bm25.statistics_of(("tea", "cake"), DOCUMENTS)

    assert statistics == bm25.Statistics(3, 5.0, {"tea": 2, "cake": 0})


def test_a_term_that_all_hold_is_worth_little_but_never_negative() -> None:
    assert 0.0 < bm25.idf(10, 10) < bm25.idf(10, 1)


def test_a_term_asked_twice_counts_twice() -> None:
    statistics = bm25.statistics_of(("tea",), DOCUMENTS)

    once = bm25.score_tokens(("tea",), DOCUMENTS, statistics)
    twice = bm25.score_tokens(("tea", "tea"), DOCUMENTS, statistics)

    np.testing.assert_allclose(twice, 2 * once)


def test_nothing_at_all_scores_nothing() -> None:
    empty = bm25.statistics_of(("tea",), [])

    assert empty.average == 1.0
    assert bm25.score_tokens(("tea",), [], empty).tolist() == []
    assert bm25.score_tokens((), DOCUMENTS, bm25.statistics_of((), DOCUMENTS)).tolist() == [0.0] * 4
