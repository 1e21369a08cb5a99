"""Fuse: the routes' scores as one (DESIGN §6.3). Pure and vectorised: 2,000 candidates in under a millisecond.

Min-max over each route's own list, weighted and added: on LoCoMo this beats reciprocal ranks by 11 points of recall
(.673 against .564 with the same two routes, facts of 2026). Whatever lies outside a route's list counts 0 there.
"""

from __future__ import annotations

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
    how well the memory's session fits as a whole."""

    total: Scores
    routes: dict[Route, Scores]
    sessions: Scores


def fuse(candidates: Candidates, recipe: Recipe, weights: Weights, calibration: Calibration) -> Fused:
    """Recipe G's h and its session prior: Σ of the session's best context matches, min-max over sessions."""
    spread = {route: route_spread(route, candidates.scores[route], recipe.scales, calibration) for route in ROUTES}
    turns = np.array([resolution == "turn" for resolution in candidates.resolution], dtype=np.bool_)
    own = weights.text + weights.vector
    whole = sum(weights.of_route(route) for route in ROUTES)
    share = np.where(turns | (own <= 0.0), 1.0, whole / own if own > 0.0 else 1.0)
    parts = {route: weights.of_route(route) * spread[route] * share for route in ROUTES}
    return Fused(
        total=min_max(np.sum(list(parts.values()), axis=0), spread_min=recipe.scales.spread_min_fused),
        routes=parts,
        sessions=session_prior(candidates.sessions, spread["context"], best=recipe.scales.session_best),
    )


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


def session_prior(sessions: list[str], scores: Scores, *, best: int) -> Scores:
    """(n,) min-max of Σ of each session's `best` highest scores; 0 without a session and
    where only one memory of it was found."""
    numbers: dict[str, int] = {}
    group = np.fromiter((numbers.setdefault(name, len(numbers)) for name in sessions), np.int64, len(sessions))
    if not numbers:
        return np.zeros(0)
    order = np.lexsort((-scores, group))
    sizes = np.bincount(group, minlength=len(numbers))
    starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
    place = np.arange(len(sessions)) - np.repeat(starts, sizes)
    top = order[place < best]
    sums = np.bincount(group[top], weights=scores[top], minlength=len(numbers)).astype(np.float64)
    sums[sizes < 2] = 0.0
    if "" in numbers:
        sums[numbers[""]] = 0.0
    prior: Scores = min_max(sums)[group]
    if "" in numbers:
        prior = np.where(group == numbers[""], 0.0, prior)
    return prior
