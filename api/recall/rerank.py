"""Rerank: what is known beside the routes' scores, added up by the recipe (DESIGN §6.4). Pure and vectorised."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from api.recall.dimensions import dimension_match
from api.recall.fuse import Fused, Scores, equal, min_max
from api.recall.learned import Multipliers
from api.recall.parse import Question
from api.recall.recipes import Hint, Recipe, Weights
from indexers.facets import FACETS, holding
from indexers.index import Candidates
from processors.activity import DAY_S, ActivityPolicy

_SCORE_PLACES = 9
"""Scores are rounded before they are compared, so that a sum in another order cannot turn a tie."""


ONLY_TIME = 1.0
"""What lying in the time asked for adds where a question asks for nothing else: then it decides the order."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """`order`: rows of the candidates, best first; ties go to the newest, then to the lower id. `score`: (n,) in
    [0, 1], it ranks within this answer only. `factors[name]`: (n,) what each term added before the last scaling."""

    order: NDArray[np.int64]
    score: Scores
    factors: dict[str, Scores]


def rerank(
    candidates: Candidates,
    fused: Fused,
    question: Question,
    *,
    recipe: Recipe,
    weights: Weights,
    exact: Scores,
    hints: Mapping[Hint, Scores],
    stale: Scores,
    multipliers: Multipliers,
    policy: ActivityPolicy,
    now: datetime,
) -> Ranking:
    """`exact`: (n,) in [0, 1], how well the row holds the codes asked for. `hints[hint]`: (n,) in [0, 1], see hints.
    `stale`: (n,) in [0, 1], how much of the row is overtaken by something current: it is taken off whatever else speaks
    for the row. `multipliers`: see learned. `policy`: how memories fade in what is read."""
    n = len(candidates.ids)
    nothing = np.zeros(n)
    factors: dict[str, Scores] = {"fused": weights.fused * fused.total}
    if weights.session:
        factors["session"] = weights.session * fused.sessions
    speaker = weights.speaker + (weights.gathers if question.gathers else 0.0)
    if speaker and question.speaker:
        factors["speaker"] = speaker * equal(candidates.speaker, question.speaker).astype(np.float64)
    if weights.next:
        factors["next"] = weights.next * fused.replies
    for facet in FACETS:
        if facet in question.sought and (weight := weights.of_facet(facet)):
            factors[f"holds_{facet}"] = weight * holding(candidates.facets, facet).astype(np.float64)
    if weights.time and question.time is not None and question.time.start <= now:
        factors["time"] = weights.time * time_match(candidates.occurred_at, question, recipe)
    if question.only_time:
        factors["only_time"] = ONLY_TIME * in_time(candidates, question).astype(np.float64)
    if weights.asks:
        factors["asks"] = -weights.asks * candidates.asks.astype(np.float64)
    if weights.answers:
        factors["answers"] = weights.answers * candidates.answers.astype(np.float64)
    if weights.length and candidates.length is not None:
        factors["length"] = weights.length * np.minimum(1.0, candidates.length / recipe.scales.length_terms)
    if weights.exact and question.exact:
        factors["exact"] = weights.exact * exact
    for hint, brought in hints.items():
        if weight := weights.of_hint(hint):
            factors[hint] = weight * brought
    if weights.dimension:
        factors["dimension"] = weights.dimension * dimension_match(
            candidates,
            question,
            named=hints.get("named", nothing),
            time=time_match(candidates.occurred_at, question, recipe) if question.time is not None else nothing,
            words=min_max(candidates.scores["text"]),
        )
    if weights.fact:
        factors["fact"] = weights.fact * _current_facts(candidates)
    if weights.freshness:
        factors["freshness"] = weights.freshness * freshness(
            candidates.occurred_at, now, recipe.scales.freshness_half_life_days
        )
    if weights.activity:
        factors["activity"] = weights.activity * _activity(candidates, policy, now)
    if weights.importance:
        factors["importance"] = weights.importance * candidates.importance
    if weights.intent:
        factors["intent"] = weights.intent * _intent(candidates, question)
    factors["stale"] = -stale
    factors = {name: multipliers.get(name, 1.0) * values for name, values in factors.items()}
    total = np.sum(list(factors.values()), axis=0) if n else np.zeros(0)
    score = np.round(np.clip((total + weights.asks) / _ceiling(weights), 0.0, 1.0), _SCORE_PLACES)
    return Ranking(order=ordered(score, candidates), score=score, factors=factors)


def in_time(candidates: Candidates, question: Question) -> NDArray[np.bool_]:
    """(n,) whether what was said lies in the range of time that is all that the question asks for."""
    inside = np.zeros(len(candidates.ids), dtype=np.bool_)
    if question.only_time and len(inside):
        for start, end in _ranges(question, candidates.occurred_at):
            inside |= (start <= candidates.occurred_at) & (candidates.occurred_at < end)
    return inside


def ordered(score: Scores, candidates: Candidates) -> NDArray[np.int64]:
    """Rows by score, highest first; ties: what is current, then the newest, then the lower id."""
    superseded = equal(candidates.status, "superseded")
    return np.lexsort((np.arange(len(score)), -candidates.occurred_at, superseded, -score))


def time_match(occurred_at: Scores, question: Question, recipe: Recipe) -> Scores:
    """(n,) e^(−gap/τ): gap = days between the memory and the range asked for, 0 inside; τ by the range's granularity.
    A range that names no year counts in every year that the memories reach."""
    assert question.time is not None, "the caller asks only when there is a range"
    tau = recipe.scales.time_days.get(question.time.granularity)
    if tau is None or len(occurred_at) == 0:
        return np.zeros(len(occurred_at))
    gaps = np.full(len(occurred_at), np.inf)
    for start, end in _ranges(question, occurred_at):
        gaps = np.minimum(gaps, np.maximum(0.0, np.maximum(start - occurred_at, occurred_at - end)))
    return np.exp(-gaps / DAY_S / tau)


def _ranges(question: Question, occurred_at: Scores) -> list[tuple[float, float]]:
    time = question.time
    assert time is not None, "see time_match"
    end = time.end.timestamp() if time.end is not None else np.inf
    if not question.every_year or time.end is None:
        return [(time.start.timestamp(), end)]
    years = range(_year(float(occurred_at.min())), _year(float(occurred_at.max())) + 1)
    return [
        (_in_year(time.start, year).timestamp(), _in_year(time.end, year + time.end.year - time.start.year).timestamp())
        for year in years
    ]


def _year(posix_s: float) -> int:
    return datetime.fromtimestamp(posix_s, UTC).year


def _in_year(moment: datetime, year: int) -> datetime:
    year = min(max(year, 1), 9_999)
    try:
        return moment.replace(year=year)
    except ValueError:  # 29 February
        return moment.replace(year=year, day=28)


def freshness(occurred_at: Scores, now: datetime, half_life_days: float) -> Scores:
    """(n,) .5^(age / half-life); what lies in the future is fresh."""
    age = np.maximum(0.0, now.timestamp() - occurred_at) / DAY_S
    return np.exp2(-age / half_life_days)


def _activity(candidates: Candidates, policy: ActivityPolicy, now: datetime) -> Scores:
    """(n,) like processors.activity, of what the candidates carry: neither use nor half-lives of attributes."""
    age = np.maximum(0.0, now.timestamp() - candidates.occurred_at) / DAY_S
    pace = np.array([policy.pace.get(kind, 1.0) for kind in candidates.kind])
    lifted = 1.0 - (1.0 - np.minimum(1.0, candidates.importance * candidates.confidence)) * (
        (1.0 - policy.again) ** np.minimum(policy.again_max, candidates.reinforced)
    )
    return np.asarray(lifted * policy.decay_per_day ** (age * pace))


def _current_facts(candidates: Candidates) -> Scores:
    return np.array(
        [
            float(resolution != "turn" and status in ("active", "provisional"))
            for resolution, status in zip(candidates.resolution, candidates.status, strict=True)
        ],
        dtype=np.float64,
    )


def _intent(candidates: Candidates, question: Question) -> Scores:
    """1 where the kind of memory is the one asked for, 0 for a turn that itself asks, else a half."""
    wanted = (
        equal(candidates.kind, question.kind) if question.kind is not None else np.zeros(len(candidates.ids), np.bool_)
    )
    return np.where(wanted, 1.0, np.where(candidates.asks, 0.0, 0.5))


def _ceiling(weights: Weights) -> float:
    """The most that all terms together can give, the shift by `asks` included."""
    return (
        weights.fused + weights.session + weights.speaker + weights.time + weights.answers + weights.length
        + weights.exact + weights.fact + weights.freshness + weights.activity + weights.importance + weights.intent
        + weights.asks + weights.next + weights.gathers
        + weights.holds_time + weights.holds_place + weights.holds_number + weights.holds_person
        + weights.trigger + weights.kin + weights.mood + weights.hop + weights.dimension
    )  # fmt: skip
