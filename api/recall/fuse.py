"""Fuse: the routes' scores as one (DESIGN §6.3). Pure and vectorised: 2,000 candidates in under a millisecond.

Min-max over each route's own list, weighted and added: on LoCoMo this beats reciprocal ranks by 11 points of recall
(.673 against .564 with the same two routes, facts of 2026). Whatever lies outside a route's list counts 0 there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from api.recall.recipes import Calibration, Recipe, Scales, Weights
from indexers.index import ROUTES, Candidates, Route

Scores = NDArray[np.float64]

CONTEXT_ROUTES: tuple[Route, ...] = ("context", "context_vector")
"""Only turns have a context; what else is remembered is judged by its own two routes alone."""


@dataclass(frozen=True, slots=True)
class Fused:
    """`total`: (n,) in [0, 1]. `routes[route]`: (n,) what it adds before the last min-max. `sessions`: (n,) in [0, 1],
    how well the memory's session fits as a whole; `tops`, how well the best of it does. `replies`: (n,) in [0, 1], how
    well what was said next fits."""

    total: Scores
    routes: dict[Route, Scores]
    sessions: Scores
    tops: Scores
    replies: Scores


def fuse(candidates: Candidates, recipe: Recipe, weights: Weights, calibration: Calibration) -> Fused:
    """Recipe G's h and its session prior: Σ of the session's best context matches, min-max over sessions."""
    spread = {route: route_spread(route, candidates.scores[route], recipe.scales, calibration) for route in ROUTES}
    turns = equal(candidates.resolution, "turn")
    own = weights.text + weights.vector
    whole = sum(weights.of_route(route) for route in ROUTES)
    share = np.where(turns | (own <= 0.0), 1.0, whole / own if own > 0.0 else 1.0)
    parts = {route: weights.of_route(route) * spread[route] * share for route in ROUTES}
    total = min_max(np.sum(list(parts.values()), axis=0), spread_min=recipe.scales.spread_min_fused)
    sessions = Sessions.of(candidates.sessions)
    return Fused(
        total=total,
        routes=parts,
        sessions=session_prior(sessions, spread["context"], best=recipe.scales.session_best),
        tops=session_prior(sessions, total, best=1) if weights.session_top else np.zeros(len(total)),
        replies=replies(sessions, turns, candidates.order, total),
    )


def equal(values: Sequence[str], wanted: str) -> NDArray[np.bool_]:
    """(n,) which of the values are the one wanted, compared without a step of the interpreter for each."""
    return np.fromiter(map(wanted.__eq__, values), np.bool_, len(values))


def min_max(scores: Scores, *, spread_min: float = 0.0) -> Scores:
    """(n,) in [0, 1] over what is there, the best one 1; NaN → 0. A list whose scores lie closer together than
    `spread_min` is not torn apart to 0 and 1: its scores fall by their distance from the best over `spread_min`."""
    there = ~np.isnan(scores)
    if not there.any():
        return np.zeros(len(scores))
    low, high = float(scores[there].min()), float(scores[there].max())
    spread = max(high - low, spread_min)
    if spread <= 0.0:
        return there.astype(np.float64)
    return np.where(there, 1.0 - (high - scores) / spread, 0.0)


def route_spread(route: Route, scores: Scores, scales: Scales, calibration: Calibration) -> Scores:
    """Min-max of one route. BM25 has no scale of its own, so its least spread is a share of the best score."""
    if route in ("vector", "context_vector"):
        return min_max(scores, spread_min=calibration.spread_min_cosine)
    best = float(np.nanmax(scores)) if not np.isnan(scores).all() else 0.0
    return min_max(scores, spread_min=scales.spread_min_words * best)


@dataclass(frozen=True, slots=True)
class Sessions:
    """The session of each row as a number; `none`: the number of those without one, -1 when all have one."""

    numbers: NDArray[np.int64]
    none: int

    @classmethod
    def of(cls, names: Sequence[str]) -> Sessions:
        known: dict[str, int] = {}
        numbers = np.fromiter([known.setdefault(name, len(known)) for name in names], np.int64, len(names))
        return cls(numbers, known.get("", -1))


def session_prior(sessions: Sessions, scores: Scores, *, best: int) -> Scores:
    """(n,) min-max of Σ of each session's `best` highest scores; 0 without a session, and where only one memory of it
    was found."""
    group = sessions.numbers
    if len(group) == 0:
        return np.zeros(0)
    order = np.lexsort((-scores, group))
    sizes = np.bincount(group)
    starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
    place = np.arange(len(group)) - np.repeat(starts, sizes)
    top = order[place < best]
    sums = np.bincount(group[top], weights=scores[top], minlength=len(sizes)).astype(np.float64)
    sums[sizes < 2] = 0.0
    if sessions.none >= 0:
        sums[sessions.none] = 0.0
    prior: Scores = min_max(sums)[group]
    return np.where(group == sessions.none, 0.0, prior)


def replies(sessions: Sessions, turns: NDArray[np.bool_], order: NDArray[np.int64], scores: Scores) -> Scores:
    """(n,) the score of the turn that follows in the same session, of those found; 0 where none does. A context looks
    back only: what is said in reply tells what a turn was about (LoCoMo R@10 +.006). `order`: see Candidates."""
    there = np.flatnonzero(turns & (sessions.numbers != sessions.none))
    placed = there[np.lexsort((order[there], sessions.numbers[there]))]
    follows = sessions.numbers[placed[1:]] == sessions.numbers[placed[:-1]]
    found = np.zeros(len(scores))
    found[placed[:-1][follows]] = scores[placed[1:][follows]]
    return found
