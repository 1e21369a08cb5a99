"""Learned: how much more or less each term of the ranking counts here, fitted from what people said of recalls: for the
installation, for one user, and for one kind of request (a scene). Pure.

    score = Σ multiplier · term      fitted: min Σ log(1 + exp(−m·(term of a used memory − term of one that was not)))
                                             + PULL · |m − start|²,  m ≥ 0
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from schemas.records import Record, UtcTime

FIXED = frozenset(("stale",))
"""What is overtaken stays down, whoever used it."""
PULL = 1.0
"""How strongly few judgements are held to what was measured before: ten pairs move a term by about a third."""
STEPS = 500
SHARPNESS = 5.0
"""Terms are in [0, 1]: a lead of one fifth is a clear one."""
JUDGED_MIN = 5
"""Judged recalls of one user or scene from which on it gets multipliers of its own."""
MULTIPLIER_MAX = 3.0

Multipliers = Mapping[str, float]


class Learned(Record):
    """One fitted version. `users` (by user_key) and `scenes` (by trigger) come on top of `general`. `before`, `after`:
    mean reciprocal rank of the first used memory on the recalls that were held out."""

    version: int = Field(ge=1)
    made_at: UtcTime
    recipe: str
    recalls: int
    general: dict[str, float]
    users: dict[str, dict[str, float]] = Field(default_factory=dict)
    scenes: dict[str, dict[str, float]] = Field(default_factory=dict)
    before: float
    after: float

    @property
    def better(self) -> bool:
        """Whether it is worth using."""
        return self.after > self.before

    def multipliers(self, user_key: str, scenes: Iterable[str]) -> Multipliers:
        """What each term is multiplied with; a term that is missing stays as it is."""
        parts = [self.general, self.users.get(user_key, {}), *(self.scenes.get(scene, {}) for scene in scenes)]
        names = dict.fromkeys(name for part in parts for name in part)
        return {name: min(MULTIPLIER_MAX, math.prod(part.get(name, 1.0) for part in parts)) for name in names}


@dataclass(frozen=True, slots=True)
class Judged:
    """One judged recall. `terms[name]`: (n,) what each term gave to each memory that was shown; `used`: (n,) bool."""

    recall_id: str
    user_key: str
    scenes: tuple[str, ...]
    terms: Mapping[str, NDArray[np.float64]]
    used: NDArray[np.bool_]


def learn(judged: Sequence[Judged], *, version: int, made_at: UtcTime, recipe: str) -> Learned:
    """Fit everything. What is used is fitted on all recalls; the comparison, on every other one of them, which the
    order of their ids picks, so that the same judgements give the same numbers."""
    ordered = sorted(judged, key=lambda one: one.recall_id)
    half = multipliers_of(ordered[::2])
    general = multipliers_of(ordered)
    users = {
        key: of for key in dict.fromkeys(one.user_key for one in ordered) if (of := _own(ordered, general, user=key))
    }
    named = dict.fromkeys(scene for one in ordered for scene in one.scenes)
    return Learned(
        version=version,
        made_at=made_at,
        recipe=recipe,
        recalls=len(ordered),
        general=general,
        users=users,
        scenes={scene: of for scene in named if (of := _own(ordered, general, scene=scene))},
        before=reciprocal_rank(ordered[1::2], {}),
        after=reciprocal_rank(ordered[1::2], half),
    )


def multipliers_of(judged: Sequence[Judged], start: Multipliers | None = None) -> dict[str, float]:
    """The multipliers that put used memories first, held to `start` (1 each)."""
    names = sorted({name for one in judged for name in one.terms} - FIXED)
    pairs = [pair for one in judged for pair in _differences(one, names)]
    begin = np.array([(start or {}).get(name, 1.0) for name in names])
    if not pairs:
        return {}
    apart = SHARPNESS * np.array(pairs)
    found = begin.copy()
    # The step of a convex function whose curvature is at most this: it cannot overshoot.
    step = 1.0 / (0.25 * float(np.linalg.norm(apart, 2)) ** 2 + 2.0 * PULL)
    for _ in range(STEPS):
        missed = 1.0 / (1.0 + np.exp(np.clip(apart @ found, -30.0, 30.0)))
        found = np.clip(found + step * (missed @ apart - 2.0 * PULL * (found - begin)), 0.0, MULTIPLIER_MAX)
    return {name: round(float(value), 4) for name, value in zip(names, found, strict=True)}


def reciprocal_rank(judged: Sequence[Judged], multipliers: Multipliers) -> float:
    """The mean of 1 / place of the first used memory among those shown, to 4 places; 0 without recalls."""
    places = []
    for one in judged:
        score = sum(
            (multipliers.get(name, 1.0) * values for name, values in one.terms.items()), np.zeros(len(one.used))
        )
        order = np.argsort(-score, kind="stable")
        places.append(1.0 / (1 + int(np.argmax(one.used[order]))))
    return round(float(np.mean(places)), 4) if places else 0.0


def _own(judged: Sequence[Judged], general: Multipliers, *, user: str = "", scene: str = "") -> dict[str, float]:
    """What one user or scene has on top of the rest; {} while too little was judged."""
    own = [one for one in judged if one.user_key == user or scene in one.scenes]
    if len(own) < JUDGED_MIN:
        return {}
    fitted = multipliers_of(own, general)
    return {name: round(value / held, 4) for name, value in fitted.items() if (held := general.get(name, 1.0)) > 0.0}


def _differences(one: Judged, names: Sequence[str]) -> list[NDArray[np.float64]]:
    nothing = np.zeros(len(one.used))
    table = np.array([one.terms.get(name, nothing) for name in names]).T
    return [table[used] - table[other] for used in np.flatnonzero(one.used) for other in np.flatnonzero(~one.used)]
