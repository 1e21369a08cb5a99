"""Rerank: what is known beside the routes' scores, added up by the recipe (DESIGN §6.4). Pure and vectorised."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from api.recall.fuse import Scores, equal
from api.recall.learned import Multipliers
from api.recall.recipes import Weights
from api.recall.terms import Terms, Weighing, terms
from indexers.index import Candidates

SCORE_PLACES = 9
"""Scores are rounded before they are compared, so that a sum in another order cannot turn a tie."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """`order`: rows of the candidates, best first; ties go to the newest, then to the lower id. `score`: (n,) in
    [0, 1], it ranks within this answer only. `factors[name]`: (n,) what each term added before the last scaling."""

    order: NDArray[np.int64]
    score: Scores
    factors: Terms


def rerank(weighing: Weighing, *, stale: Scores, multipliers: Multipliers) -> Ranking:
    """`stale`: (n,) in [0, 1], how much of the row is overtaken by something current: it is taken off whatever else
    speaks for the row. `multipliers`: see learned."""
    candidates, weights = weighing.candidates, weighing.weights
    added = {**terms(weighing), "stale": -stale}
    factors = {name: multipliers.get(name, 1.0) * values for name, values in added.items()}
    total = np.sum(list(factors.values()), axis=0) if candidates.ids else np.zeros(0)
    score = np.round(np.clip((total + weights.asks) / ceiling(weights), 0.0, 1.0), SCORE_PLACES)
    return Ranking(order=ordered(score, candidates), score=score, factors=factors)


def ordered(score: Scores, candidates: Candidates) -> NDArray[np.int64]:
    """Rows by score, highest first; ties: what is current, then the newest, then the lower id."""
    superseded = equal(candidates.status, "superseded")
    return np.lexsort((np.arange(len(score)), -candidates.occurred_at, superseded, -score))


def ceiling(weights: Weights) -> float:
    """The most that all terms together can give, the shift by `asks` included."""
    return (
        weights.fused + weights.session + weights.speaker + weights.time + weights.answers + weights.length
        + weights.exact + weights.fact + weights.freshness + weights.activity + weights.importance + weights.intent
        + weights.asks + weights.next + weights.gathers
        + weights.holds_time + weights.holds_place + weights.holds_number + weights.holds_person
        + weights.trigger + weights.kin + weights.mood + weights.hop + weights.dimension
        + weights.phrase + weights.session_top
    )  # fmt: skip
