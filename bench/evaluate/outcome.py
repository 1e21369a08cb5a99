"""Outcome: how one item was answered, and the figures of many."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

Metrics = dict[str, float]
Measure = Callable[[Sequence["Outcome"]], Metrics]
Z_95 = 1.96


@dataclass(frozen=True, slots=True)
class Outcome:
    """One item's answer. `hits`, `wrong`, `missed` count found things against gold; `exact`: right to the granularity.
    `said`, `gold`, `found` are for the list of failures."""

    id: str
    lang: str
    tags: tuple[str, ...]
    right: bool
    said: str
    gold: str
    found: str
    hits: int = 0
    wrong: int = 0
    missed: int = 0
    exact: bool = False


def accuracy(outcomes: Sequence[Outcome]) -> Metrics:
    """The share of right items, with its 95 % interval (Wilson)."""
    right = sum(one.right for one in outcomes)
    low, high = wilson(right, len(outcomes))
    return {"accuracy": _share(right, len(outcomes)), "low": low, "high": high}


def accuracy_exact(outcomes: Sequence[Outcome]) -> Metrics:
    """The same, and the share that is right to the granularity, not only to the day."""
    return {**accuracy(outcomes), "exact": _share(sum(one.exact for one in outcomes), len(outcomes))}


def micro(outcomes: Sequence[Outcome]) -> Metrics:
    """Micro precision, recall and F1. Without anything found or to be found they are 1."""
    hits = sum(one.hits for one in outcomes)
    found = hits + sum(one.wrong for one in outcomes)
    gold = hits + sum(one.missed for one in outcomes)
    return {
        "precision": _share(hits, found),
        "recall": _share(hits, gold),
        "f1": _share(2 * hits, found + gold),
    }


def micro_and_quiet(outcomes: Sequence[Outcome]) -> Metrics:
    """Micro figures, and `quiet`: the share of items with nothing to keep of which nothing was kept."""
    empty = [one for one in outcomes if not one.hits and not one.missed]
    return {**micro(outcomes), "quiet": _share(sum(not one.wrong for one in empty), len(empty))}


def grouped(outcomes: Sequence[Outcome], names: Callable[[Outcome], Iterable[str]]) -> dict[str, list[Outcome]]:
    """The outcomes under each of their names, names in order."""
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for one in outcomes:
        for name in names(one):
            groups[name].append(one)
    return dict(sorted(groups.items()))


def wilson(right: int, n: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson's score interval, 1927); (0, 1) of nothing."""
    if n == 0:
        return 0.0, 1.0
    share, spread = right / n, Z_95**2 / n
    middle = (share + spread / 2) / (1 + spread)
    half = Z_95 / (1 + spread) * math.sqrt(share * (1 - share) / n + spread / (4 * n))
    return round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4)


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 1.0
