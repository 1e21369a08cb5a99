"""Terms: what a ranking adds up, each in [0, 1] times its weight (DESIGN §6.4). Pure and vectorised."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from api.recall.dimensions import dimension_match
from api.recall.fuse import Fused, Scores, equal, min_max
from api.recall.parse import Question
from api.recall.recipes import Hint, Recipe, Weights
from api.recall.time_asked import in_time, time_match
from indexers.facets import FACETS, holding
from indexers.index import Candidates
from processors.activity import DAY_S, ActivityPolicy

ONLY_TIME = 1.0
"""What lying in the time asked for adds where a question asks for nothing else: then it decides the order."""

Terms = dict[str, Scores]
"""Name → (n,) what the term gives to each row."""


@dataclass(frozen=True, slots=True)
class Weighing:
    """What the candidates of one question are weighed by. `exact`: (n,) in [0, 1], how well the row holds the codes
    asked for. `hints[hint]`: (n,) in [0, 1], see hints. `policy`: how memories fade in what is read."""

    candidates: Candidates
    fused: Fused
    question: Question
    recipe: Recipe
    weights: Weights
    exact: Scores
    hints: Mapping[Hint, Scores]
    policy: ActivityPolicy
    now: datetime


def terms(weighing: Weighing) -> Terms:
    """Every term that has a weight and a reason in this question."""
    near = _nearness(weighing)
    return {
        **_told(weighing),
        **_sought(weighing, near),
        **_worded(weighing),
        **_needed(weighing, near),
        **_held(weighing),
    }


def _nearness(weighing: Weighing) -> Scores | None:
    """How near each row lies to the time asked for; None where none is asked for."""
    if weighing.question.time is None or not (weighing.weights.time or weighing.weights.dimension):
        return None
    return time_match(weighing.candidates.occurred_at, weighing.question, weighing.recipe)


def _told(weighing: Weighing) -> Terms:
    """What the routes say of a row, of its session, of who said it, and of what was said next."""
    weights, fused, speaker = weighing.weights, weighing.fused, weighing.question.speaker
    found: Terms = {"fused": weights.fused * fused.total}
    if weights.session:
        found["session"] = weights.session * fused.sessions
    by_speaker = weights.speaker + (weights.gathers if weighing.question.gathers else 0.0)
    if by_speaker and speaker:
        found["speaker"] = by_speaker * equal(weighing.candidates.speaker, speaker).astype(np.float64)
    if weights.next:
        found["next"] = weights.next * fused.replies
    return found


def _sought(weighing: Weighing, near: Scores | None) -> Terms:
    """What an answer would hold, and when it was said."""
    weights, question, candidates = weighing.weights, weighing.question, weighing.candidates
    found: Terms = {}
    for facet in FACETS:
        if facet in question.sought and (weight := weights.of_facet(facet)):
            found[f"holds_{facet}"] = weight * holding(candidates.facets, facet).astype(np.float64)
    if weights.time and near is not None and question.time is not None and question.time.start <= weighing.now:
        found["time"] = weights.time * near
    if question.only_time:
        found["only_time"] = ONLY_TIME * in_time(candidates, question).astype(np.float64)
    return found


def _worded(weighing: Weighing) -> Terms:
    """Whether a row asks or answers, how much it says, and whether it holds the very code asked for."""
    weights, candidates = weighing.weights, weighing.candidates
    found: Terms = {}
    if weights.asks:
        found["asks"] = -weights.asks * candidates.asks.astype(np.float64)
    if weights.answers:
        found["answers"] = weights.answers * candidates.answers.astype(np.float64)
    if weights.length and candidates.length is not None:
        found["length"] = weights.length * np.minimum(1.0, candidates.length / weighing.recipe.scales.length_terms)
    if weights.exact and weighing.question.exact:
        found["exact"] = weights.exact * weighing.exact
    return found


def _needed(weighing: Weighing, near: Scores | None) -> Terms:
    """What the request needs beside its words, and what is known of a row beside its text."""
    weights, candidates = weighing.weights, weighing.candidates
    found: Terms = {}
    for hint, brought in weighing.hints.items():
        if weight := weights.of_hint(hint):
            found[hint] = weight * brought
    if weights.dimension:
        nothing = np.zeros(len(candidates.ids))
        found["dimension"] = weights.dimension * dimension_match(
            candidates,
            weighing.question,
            named=weighing.hints.get("named", nothing),
            time=nothing if near is None else near,
            words=min_max(candidates.scores["text"]),
        )
    return found


def _held(weighing: Weighing) -> Terms:
    """What a row is worth by itself: a current fact, how new, how alive, how important, of the kind asked for."""
    weights, candidates = weighing.weights, weighing.candidates
    found: Terms = {}
    if weights.fact:
        found["fact"] = weights.fact * _current_facts(candidates)
    if weights.freshness:
        half_life_days = weighing.recipe.scales.freshness_half_life_days
        found["freshness"] = weights.freshness * freshness(candidates.occurred_at, weighing.now, half_life_days)
    if weights.activity:
        found["activity"] = weights.activity * _activity(candidates, weighing.policy, weighing.now)
    if weights.importance:
        found["importance"] = weights.importance * candidates.importance
    if weights.intent:
        found["intent"] = weights.intent * _intent(candidates, weighing.question)
    return found


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
