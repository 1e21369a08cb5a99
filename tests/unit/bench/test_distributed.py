"""Speed of the distributed runtime: what it is compared with, and how figures are judged."""

from __future__ import annotations

import numpy as np
import pytest

from bench.distributed import bare
from bench.distributed.figures import Figure
from bench.paced import quantile
from indexers.index import Scope


def test_the_bare_queries_are_what_recall_sends() -> None:
    assert bare.kept() == bare.sent_now(), "write them again with `python -m bench.distributed.bare`"


def test_a_bare_query_asks_for_one_user_and_one_vector() -> None:
    scope = Scope("acme", "ann", "f" * 64)
    searches = bare.filled(bare.kept()[0]["searches"], scope, np.array([0.6, 0.8], np.float32))

    assert "$" not in repr(searches)
    assert repr(searches).count("'f" + "f" * 63) >= len(searches)
    assert sum("knn" in search["query"] for search in searches) == 2


@pytest.mark.parametrize(
    ("figure", "reached"),
    [
        (Figure("p95", 4.0, "ms", "at most", 4.0), True),
        (Figure("p95", 4.1, "ms", "at most", 4.0), False),
        (Figure("rate", 40.0, "turns/s", "at least", 40.0), True),
        (Figure("rate", 39.9, "turns/s", "at least", 40.0), False),
        (Figure("rate", 39.9, "turns/s"), None),
    ],
)
def test_a_target_is_met_or_not_and_where_there_is_none_nothing_is_said(figure: Figure, reached: bool | None) -> None:
    assert figure.reached is reached


def test_a_quantile_is_a_value_that_was_measured() -> None:
    assert quantile([3.0, 1.0, 2.0], 0.5) == 2.0
    assert quantile([3.0, 1.0, 2.0], 0.95) == 3.0
