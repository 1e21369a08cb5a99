"""Metrics: worked by hand."""

from __future__ import annotations

import math

import pytest

from bench import metrics

RANKING = ["a", "b", "c", "d", "e", "f"]


def test_recall_is_the_share_of_gold_among_the_first_k() -> None:
    assert metrics.recall(RANKING, ["b", "f", "x"], 5) == pytest.approx(1 / 3)
    assert metrics.recall(RANKING, ["b", "f", "x"], 10) == pytest.approx(2 / 3)


def test_hit_wants_any_and_all_wants_every_gold() -> None:
    assert (metrics.hit(RANKING, ["b", "x"], 5), metrics.every(RANKING, ["b", "x"], 5)) == (1.0, 0.0)
    assert metrics.every(RANKING, ["a", "b"], 2) == 1.0
    assert metrics.hit(RANKING, ["f"], 5) == 0.0


def test_ndcg_discounts_by_rank_and_divides_by_the_best_possible() -> None:
    assert metrics.ndcg(RANKING, ["a"], 10) == 1.0
    assert metrics.ndcg(RANKING, ["b"], 10) == pytest.approx(1 / math.log2(3))
    assert metrics.ndcg(RANKING, ["a", "c"], 10) == pytest.approx((1 + 0.5) / (1 + 1 / math.log2(3)))
    assert metrics.ndcg(RANKING, RANKING, 3) == pytest.approx(1.0)
    assert metrics.ndcg([], ["a"], 10) == 0.0


def test_first_ranks() -> None:
    assert metrics.precision_at_1(RANKING, ["a"]) == 1.0
    assert metrics.reciprocal_rank(RANKING, ["c", "e"]) == pytest.approx(1 / 3)
    assert metrics.reciprocal_rank(RANKING, ["x"]) == 0.0


def test_questions_without_gold_do_not_count() -> None:
    found = metrics.means([(RANKING, ["a"]), (RANKING, []), (RANKING, ["x"])])

    assert found["R@10"] == 0.5
    assert metrics.means([(RANKING, [])]) == {}


def test_a_group_stands_where_its_best_member_does() -> None:
    assert metrics.grouped(RANKING, {"a": "s2", "b": "s1", "c": "s2", "d": "s3"}) == ["s2", "s1", "s3"]
