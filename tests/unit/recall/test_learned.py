"""The ranking fitted to feedback: what it may move, how far, and for whom."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np

from api.recall.learned import JUDGED_MIN, MULTIPLIER_MAX, Judged, learn, multipliers_of, reciprocal_rank

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def judged(number: int, *, helps: str, user: str = "ann", scenes: tuple[str, ...] = ()) -> Judged:
    """A recall of two memories: the second, which only the term `helps` speaks for, was used."""
    terms = {"fused": np.array([0.6, 0.5]), "fact": np.zeros(2), "speaker": np.zeros(2), "stale": np.zeros(2)}
    terms[helps] = terms[helps] + np.array([0.0, 0.08])
    return Judged(f"r{number:02d}", user, scenes, terms, np.array([False, True]))


def test_a_term_that_speaks_for_what_was_used_counts_more_and_the_others_do_not_change() -> None:
    found = multipliers_of([judged(number, helps="fact") for number in range(8)])

    assert found["fact"] > 1.0 > found["fused"]
    assert found["speaker"] == 1.0


def test_nothing_judged_changes_nothing() -> None:
    learned = learn([], version=1, made_at=NOW, recipe="g/2")

    assert learned.multipliers("ann", ("gift",)) == {}
    assert not learned.better


def test_a_version_is_compared_on_recalls_that_it_was_not_fitted_on() -> None:
    recalls = [judged(number, helps="fact") for number in range(40)]

    learned = learn(recalls, version=3, made_at=NOW, recipe="g/2")

    assert (learned.before, learned.after, learned.better) == (0.5, 1.0, True)
    assert learn(recalls[::-1], version=3, made_at=NOW, recipe="g/2") == learned


def test_what_does_not_hold_on_the_recalls_held_out_is_not_used() -> None:
    recalls = [judged(number, helps="fact") for number in range(20)]
    turned = [replace(one, used=~one.used) if number % 2 else one for number, one in enumerate(recalls)]

    assert not learn(turned, version=1, made_at=NOW, recipe="g/2").better


def test_a_user_and_a_scene_get_their_own_on_top_once_enough_was_judged() -> None:
    recalls = [judged(number, helps="fact") for number in range(JUDGED_MIN)]
    recalls += [judged(20 + number, helps="speaker", user="bo", scenes=("gift",)) for number in range(JUDGED_MIN)]
    recalls += [judged(40, helps="speaker", user="cy", scenes=("meal",))]

    learned = learn(recalls, version=1, made_at=NOW, recipe="g/2")

    assert set(learned.users) == {"ann", "bo"}
    assert set(learned.scenes) == {"gift"}
    assert learned.multipliers("bo", ())["speaker"] > learned.multipliers("ann", ())["speaker"]
    assert learned.multipliers("dee", ("gift",))["speaker"] > learned.multipliers("dee", ())["speaker"]


def test_no_term_runs_away_and_what_is_overtaken_stays_down() -> None:
    found = multipliers_of([judged(number, helps="stale") for number in range(5_00)])
    strong = multipliers_of([judged(number, helps="fact") for number in range(5_00)])

    assert "stale" not in found
    assert max(strong.values()) <= MULTIPLIER_MAX


def test_the_first_used_memory_is_what_counts() -> None:
    one = judged(1, helps="fact")

    assert reciprocal_rank([one], {}) == 0.5
    assert reciprocal_rank([one], {"fact": 3.0}) == 1.0
