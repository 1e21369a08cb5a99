"""Fuse, rerank, gate and currency on arrays: what the order may depend on, and what not."""

from __future__ import annotations

from dataclasses import fields
from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from api.recall.currency import Overtaken, below_successors, covered, overtaken
from api.recall.fuse import Sessions, fuse, min_max, replies, session_prior
from api.recall.gate import relevance
from api.recall.parse import Question
from api.recall.recipes import Weights, load_recipe, parse_recipe
from api.recall.rerank import ordered, rerank
from api.recall.terms import Weighing
from api.recall.time_asked import time_match
from indexers.index import ROUTES, Candidates
from processors.activity import shipped_activity
from schemas.dimensions import TimeInterval
from schemas.queries import Recipe
from tests.contract.index_adapters import memory_of, scope_of

NOW = datetime(2026, 6, 1, tzinfo=UTC)
RECIPE = load_recipe("g")
CALIBRATION = RECIPE.calibrations["use-multilingual-v3"]


def question(**changes: object) -> Question:
    given_fields: dict[str, object] = {
        "text": "tea", "meant": "tea", "language": "en", "terms": ("tea",), "exact": (), "names": (),
        "embedded": ("tea",),
        "speaker": "", "time": None, "every_year": False, "kind": None, "sought": frozenset(),
        "gathers": False, "bridges": False,
        "truncated": False,
    }  # fmt: skip
    return Question(**(given_fields | changes))  # type: ignore[arg-type]


def candidates(seed: int, n: int = 30) -> Candidates:
    random = np.random.default_rng(seed)
    scores = {route: np.where(random.random(n) < 0.7, random.random(n), np.nan) for route in ROUTES}
    return Candidates(
        ids=[f"m_{row:03d}" for row in range(n)],
        sessions=[f"s{row % 4}" if row % 7 else "" for row in range(n)],
        speaker=["Ann" if row % 2 else "Bo" for row in range(n)],
        resolution=["fact" if row % 5 == 0 else "turn" for row in range(n)],
        kind=["fact" if row % 5 == 0 else "" for row in range(n)],
        status=["active" if row % 5 == 0 else "raw" for row in range(n)],
        occurred_at=np.asarray(random.integers(0, 5, n), dtype=np.float64) * 86_400.0 + 1.7e9,
        importance=random.random(n),
        confidence=np.ones(n),
        reinforced=np.zeros(n),
        asks=random.random(n) < 0.3,
        answers=random.random(n) < 0.3,
        order=random.permutation(n),
        facets=random.integers(0, 64, n).astype(np.uint8),
        scores=scores,
        speakers=("Ann", "Bo"),
        watermark=n,
        statistics={"text": (n, 300.0, {"tea": 7}), "context": (n, 900.0, {"tea": 15})},
        length=random.integers(1, 40, n).astype(np.float64),
    )


def reordered(found: Candidates, order: list[int]) -> Candidates:
    """The same rows in another order, as an adapter could return them."""

    def moved(value: object) -> object:
        if isinstance(value, list):
            return [value[row] for row in order]
        return value[order] if isinstance(value, np.ndarray) else value

    given_fields = {field.name: moved(getattr(found, field.name)) for field in fields(Candidates)}
    given_fields["scores"] = {route: found.scores[route][order] for route in ROUTES}
    return Candidates(**given_fields)  # type: ignore[arg-type]


def ranked(found: Candidates, asked: Question, recipe: Recipe = "g") -> list[tuple[str, float]]:
    chosen = load_recipe(recipe)
    weights = chosen.weights(found.speakers)
    nothing = np.zeros(len(found.ids))
    weighing = Weighing(
        candidates=found,
        fused=fuse(found, chosen, weights, CALIBRATION),
        question=asked,
        recipe=chosen,
        weights=weights,
        exact=nothing,
        hints={},
        policy=shipped_activity(),
        now=NOW,
    )
    ranking = rerank(weighing, stale=nothing, multipliers={})
    return [(found.ids[row], float(ranking.score[row])) for row in ranking.order]


@settings(deadline=None)
@given(st.integers(0, 1_000), st.permutations(range(30)), st.sampled_from(["g", "weighted"]))
def test_the_ranking_does_not_depend_on_the_order_of_the_candidates(
    seed: int, order: list[int], recipe: Recipe
) -> None:
    found = candidates(seed)
    by_id = sorted(ranked(found, question(speaker="Ann"), recipe))

    assert sorted(ranked(reordered(found, order), question(speaker="Ann"), recipe)) == by_id


@settings(deadline=None)
@given(st.integers(0, 1_000), st.sampled_from(["g", "weighted"]))
def test_scores_lie_between_0_and_1_and_fall(seed: int, recipe: Recipe) -> None:
    scores = [score for _, score in ranked(candidates(seed), question(), recipe)]

    assert scores == sorted(scores, reverse=True)
    assert all(0.0 <= score <= 1.0 for score in scores)


def test_nothing_found_is_an_empty_ranking() -> None:
    assert ranked(candidates(1, 0), question()) == []


def test_ties_go_to_the_current_then_the_newest_then_the_lower_id() -> None:
    found = candidates(1, 5)
    found.status[:] = ["superseded", "raw", "raw", "raw", "raw"]
    found.occurred_at[:] = [9.0, 1.0, 3.0, 3.0, 2.0]

    assert ordered(np.ones(5), found).tolist() == [2, 3, 4, 1, 0]


def test_min_max_spreads_what_is_there_and_gives_nothing_to_what_is_not() -> None:
    assert min_max(np.array([2.0, np.nan, 4.0, 3.0])).tolist() == [0.0, 0.0, 1.0, 0.5]
    assert min_max(np.array([3.0, 3.0])).tolist() == [1.0, 1.0]
    assert min_max(np.array([np.nan])).tolist() == [0.0]


def test_close_scores_are_not_torn_apart() -> None:
    assert min_max(np.array([0.30, 0.27]), spread_min=0.3) == pytest.approx([1.0, 0.9])


def test_a_session_counts_by_its_best_three_turns() -> None:
    scores = np.array([1.0, 0.9, 0.8, 0.7, 1.0, 0.0, 0.0])

    prior = session_prior(Sessions.of(["a", "a", "a", "a", "b", "b", ""]), scores, best=3)

    assert prior.tolist() == [1.0, 1.0, 1.0, 1.0, *[pytest.approx(1.0 / 2.7)] * 2, 0.0]


def test_a_session_of_one_turn_has_nothing_to_add_to_it() -> None:
    prior = session_prior(Sessions.of(["a", "a", "b"]), np.array([0.4, 0.2, 1.0]), best=3)

    assert prior.tolist() == [1.0, 1.0, 0.0]


def test_the_reply_speaks_for_the_turn_before_it() -> None:
    sessions = Sessions.of(["s1", "s1", "s2", ""])

    found = replies(sessions, np.ones(4, np.bool_), np.array([7, 3, 4, 8]), np.array([0.9, 0.1, 0.5, 0.4]))

    assert found.tolist() == [0.0, 0.9, 0.0, 0.0]


def test_facts_are_judged_by_their_own_two_routes_alone() -> None:
    found = candidates(1, 2)
    found.resolution[:] = ["fact", "turn"]
    for route in ROUTES:
        found.scores[route][:] = [1.0, 1.0]
    for route in ("context", "context_vector"):
        found.scores[route][0] = np.nan

    assert fuse(found, RECIPE, RECIPE.peers, CALIBRATION).total == pytest.approx([1.0, 1.0])


@pytest.mark.parametrize(("every_year", "match"), [(False, False), (True, True)])
def test_a_month_without_a_year_counts_in_every_year(every_year: bool, match: bool) -> None:
    asked = question(
        time=TimeInterval(
            start=datetime(2026, 5, 1, tzinfo=UTC), end=datetime(2026, 6, 1, tzinfo=UTC), granularity="month"
        ),
        every_year=every_year,
    )
    said = np.array([datetime(2023, 5, 10, tzinfo=UTC).timestamp(), datetime(2024, 2, 29, tzinfo=UTC).timestamp()])

    scores = time_match(said, asked, RECIPE)

    assert bool(scores[0] == 1.0) is match
    assert scores[1] < 0.01


def test_relevance_is_absolute_and_unknown_names_take_it_away() -> None:
    found = candidates(1)
    plain = relevance(found, question(), CALIBRATION)
    stranger = relevance(found, question(names=("gwendolyn",)), CALIBRATION)

    assert ((plain >= 0.0) & (plain <= 1.0)).all()
    assert (stranger < plain).all()


def test_a_superseded_fact_never_stands_above_its_successor() -> None:
    found = Overtaken({}, {"a": ("b",), "b": ("c",)})
    scores: NDArray[np.float64] = np.array([0.9, 0.5, 0.2])

    assert below_successors(scores, ["a", "b", "c"], found).tolist() == [0.2, 0.2, 0.2]


def test_a_turn_that_also_supports_a_current_fact_is_not_overtaken() -> None:
    anna = scope_of("anna")
    evidence = ({"event_id": "e1", "offset": 1, "occurred_at": NOW, "start": 0, "end": 9},)
    old = memory_of(anna, "old", resolution="fact", evidence=evidence)
    new = memory_of(anna, "new", resolution="fact", evidence=evidence)

    assert overtaken([old], {"old": "superseded"}, anna.user_key).spans
    assert not overtaken([old, new], {"old": "superseded", "new": "active"}, anna.user_key).spans


def test_overlapping_spans_count_once() -> None:
    assert covered([(0, 5), (3, 8), (10, 12)]) == 10


def test_recipes_hold_every_weight_by_name_and_refuse_unknown_ones() -> None:
    assert RECIPE.weights(("Ann", "Bo")) is RECIPE.peers
    assert RECIPE.weights(("Ann",)) is RECIPE.solo
    assert isinstance(load_recipe("weighted").solo, Weights)
    with pytest.raises(KeyError):
        parse_recipe("x", 'version = "x/1"\n[peers]\ntxet = 1\n[solo]\n[scales]\n[relevance]')
