"""What a ranking is worth, against what should have been found. Every function looks at one question."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence

Ranking = Sequence[str]
"""Ids, best first, each once."""


def recall(ranking: Ranking, gold: Collection[str], k: int) -> float:
    """R@k = |gold ∩ first k| / |gold|."""
    return len(set(ranking[:k]) & set(gold)) / len(set(gold))


def hit(ranking: Ranking, gold: Collection[str], k: int) -> float:
    """hit@k: 1 when any gold is among the first k."""
    return float(bool(set(ranking[:k]) & set(gold)))


def every(ranking: Ranking, gold: Collection[str], k: int) -> float:
    """all@k: 1 when every gold is among the first k."""
    return float(set(gold) <= set(ranking[:k]))


def ndcg(ranking: Ranking, gold: Collection[str], k: int) -> float:
    """nDCG@k with gains of 0 and 1 (Järvelin and Kekäläinen 2002): Σ 1/log2(rank + 1), divided by the best possible."""
    wanted = set(gold)
    gained = sum(1 / math.log2(rank + 1) for rank, found in enumerate(ranking[:k], start=1) if found in wanted)
    return gained / sum(1 / math.log2(rank + 1) for rank in range(1, min(len(wanted), k) + 1))


def precision_at_1(ranking: Ranking, gold: Collection[str]) -> float:
    """P@1: 1 when the first is gold."""
    return hit(ranking, gold, 1)


def reciprocal_rank(ranking: Ranking, gold: Collection[str]) -> float:
    """1 / rank of the first gold, 0 when none was returned. Its mean is MRR."""
    return next((1 / rank for rank, found in enumerate(ranking, start=1) if found in set(gold)), 0.0)


def measures() -> Mapping[str, Callable[[Ranking, Collection[str]], float]]:
    """Name → function, all that a report holds."""
    at_k = {"R": recall, "nDCG": ndcg, "hit": hit, "all": every}
    named: dict[str, Callable[[Ranking, Collection[str]], float]] = {}
    for name, function in at_k.items():
        for k in (5, 10):
            named[f"{name}@{k}"] = lambda ranking, gold, function=function, k=k: function(ranking, gold, k)  # type: ignore[misc]
    return {**named, "P@1": precision_at_1, "MRR": reciprocal_rank}


def means(pairs: Sequence[tuple[Ranking, Collection[str]]]) -> dict[str, float]:
    """The mean of every measure over (ranking, gold) pairs with gold, to 4 places; {} without any."""
    pairs = [(ranking, gold) for ranking, gold in pairs if gold]
    if not pairs:
        return {}
    return {
        name: round(sum(function(ranking, gold) for ranking, gold in pairs) / len(pairs), 4)
        for name, function in measures().items()
    }


def grouped(ranking: Ranking, group_of: Mapping[str, str]) -> list[str]:
    """The ranking of groups (sessions) when each stands where its best member does."""
    return list(dict.fromkeys(group_of[entry] for entry in ranking if entry in group_of))
