"""Closer: what a second look at the first rows may change, and what not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from api.recall.closer import FIRST, closer, standing
from api.recall.fuse import fuse
from api.recall.rerank import Ranking, rerank
from api.recall.terms import Weighing
from processors.activity import shipped_activity
from schemas.memories import Memory
from tests.contract.index_adapters import memory_of, scope_of
from tests.unit.recall.test_ranking import CALIBRATION, NOW, RECIPE, candidates, question

ASKED = {("tea", "shop"): 2.0, ("tea", "rain"): 1.0}


def weighed(*, terms: tuple[str, ...] = ("tea", "shop"), peers: bool = True) -> Weighing:
    found = candidates(3)
    weights = RECIPE.peers if peers else RECIPE.solo
    return Weighing(
        candidates=found,
        fused=fuse(found, RECIPE, weights, CALIBRATION),
        question=question(terms=terms),
        recipe=RECIPE,
        weights=weights,
        exact=np.zeros(30),
        hints={},
        policy=shipped_activity(),
        now=NOW,
    )


def looked(weighing: Weighing, said: dict[int, str], stale: tuple[int, ...] = ()) -> tuple[Ranking, Ranking]:
    """The ranking before and after; `said`: place in the ranking → text."""
    before = rerank(weighing, stale=np.zeros(30), multipliers={})
    overtaken = np.zeros(30)
    overtaken[before.order[list(stale)]] = 1.0
    ids = weighing.candidates.ids
    known: dict[str, Memory] = {
        ids[row]: memory_of(scope_of("ann"), ids[row], content=said.get(place, "nothing"))
        for place, row in enumerate(before.order.tolist())
    }
    after = closer(before, before.order.tolist(), known, weighing=weighing, stale=overtaken, multipliers={})
    return before, after


def test_the_first_rows_change_places_and_no_other_enters() -> None:
    before, after = looked(weighed(), {6: "there is a tea and cake shop", 15: "the tea shop"})

    assert before.order.tolist() != after.order.tolist()
    assert set(before.order[:FIRST].tolist()) == set(after.order[:FIRST].tolist())
    assert before.order[FIRST:].tolist() == after.order[FIRST:].tolist()
    assert after.score[before.order[FIRST:]].tolist() == before.score[before.order[FIRST:]].tolist()


def test_words_that_stand_together_in_the_question_are_looked_for_together() -> None:
    weighing = weighed()
    said = {1: "the tea was cold, and then on the way home I found a new shop", 2: "a tea shop opened"}

    before, after = looked(weighing, said)

    apart, together = before.order[1], before.order[2]
    assert after.factors["phrase"][together] == pytest.approx(weighing.weights.phrase)
    assert after.factors["phrase"][apart] == 0.0


def test_what_is_overtaken_gains_nothing() -> None:
    before, after = looked(weighed(), {4: "the tea shop"}, stale=(4,))

    row = before.order[4]
    assert after.score[row] == before.score[row]


def test_names_of_those_who_speak_make_no_phrase() -> None:
    _, after = looked(weighed(terms=("ann", "tea")), {0: "Ann: tea"})

    assert not after.factors["phrase"].any()


def test_a_recipe_without_weights_for_it_does_not_look() -> None:
    before, after = looked(weighed(peers=False), {3: "the tea shop"})

    assert after is before


@pytest.mark.parametrize(
    ("said", "share"),
    [
        (["shop", "for", "tea"], 2 / 3),
        (["tea", "in", "the", "rain", "at", "the", "shop"], 1 / 3),
        (["tea", "one", "two", "three", "four", "shop"], 0.0),
        ([], 0.0),
    ],
)
def test_a_pair_stands_where_both_words_are_near_in_any_order(said: list[str], share: float) -> None:
    assert standing(ASKED, said) == pytest.approx(share)


def test_scores_stay_within_1() -> None:
    weighing = weighed()
    full = replace(weighing, fused=replace(weighing.fused, tops=np.ones(30)))

    _, after = looked(full, dict.fromkeys(range(FIRST), "tea shop"))

    assert 0.0 <= after.score.min() <= after.score.max() <= 1.0
