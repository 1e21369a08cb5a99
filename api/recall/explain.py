"""Explain: why an item stands where it stands, and what was left out (DESIGN §6.6)."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from api.recall.fuse import Fused
from api.recall.parse import Question
from api.recall.rerank import Ranking
from indexers.analysis import query_terms, spoken, tokens
from indexers.index import ROUTES, Candidates, Route
from schemas.memories import Memory
from schemas.queries import Explanation, RouteScore

_PLACES = 6


@dataclass(frozen=True, slots=True)
class Explainer:
    """Everything one answer was made from. `ranks[route]`: (n,) place in the route's list from 1, 0 = not in it."""

    candidates: Candidates
    question: Question
    fused: Fused
    ranking: Ranking
    ranks: dict[Route, NDArray[np.int64]]

    def explain(self, row: int, memory: Memory) -> Explanation:
        """Routes with rank and raw score, every term of the sum, and the words found."""
        return Explanation(
            routes={
                route: RouteScore(rank=int(self.ranks[route][row]), score=_rounded(self.candidates.scores[route][row]))
                for route in ROUTES
                if self.ranks[route][row]
            },
            factors={
                **{f"route.{route}": _rounded(part[row]) for route, part in self.fused.routes.items()},
                **{name: _rounded(values[row]) for name, values in self.ranking.factors.items()},
            },
            matched=matched_words(self.question.text, memory),
        )


def explainer(candidates: Candidates, question: Question, fused: Fused, ranking: Ranking) -> Explainer:
    """Rank every route once for all items."""
    return Explainer(
        candidates, question, fused, ranking, {route: _ranks(candidates.scores[route]) for route in ROUTES}
    )


def matched_words(query: str, memory: Memory) -> tuple[str, ...]:
    """The words of the query, as written, that stand in the memory in any form."""
    held = frozenset(tokens(spoken(memory.speaker, memory.content)))
    found = []
    for word in re.findall(r"\S+", query):
        terms = query_terms(word)
        if word.isascii():
            found += [word.strip(".,;:!?\"'()[]{}")] if held.intersection(terms) else []
        else:
            found += [term for term in terms if term in held]
    return tuple(dict.fromkeys(found))


def _ranks(scores: NDArray[np.float64]) -> NDArray[np.int64]:
    there = ~np.isnan(scores)
    order = np.lexsort((np.arange(len(scores)), -np.where(there, scores, -np.inf)))
    ranks = np.empty(len(scores), dtype=np.int64)
    ranks[order] = np.arange(1, len(scores) + 1)
    return np.where(there, ranks, 0)


def _rounded(value: float) -> float:
    return round(float(value), _PLACES)
