"""BM25 alone: the same words, the user's own statistics, nothing else. It stands beside every figure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache

import numpy as np

from bench.sets.evalset import Question
from indexers.analysis import query_terms, spoken, tokens
from indexers.bm25 import idf, length_norms, saturation
from mnemolog.importers.found import ImportedTurn


class Bm25:
    """An index of one user's turns."""

    def __init__(self, turns: Iterable[ImportedTurn]) -> None:
        self._ids: list[str] = []
        self._postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
        lengths = []
        for row, entry in enumerate(turns):
            terms = _terms(spoken(entry.turn.speaker, entry.turn.content))
            self._ids.append(entry.turn.event_id)
            lengths.append(len(terms))
            for term, count in Counter(terms).items():
                self._postings[term].append((row, count))
        array = np.array(lengths, dtype=np.float64)
        self._norms = length_norms(array, float(array.mean()) if len(array) else 1.0)

    def rank(self, query: str, limit: int) -> list[str]:
        """Event ids of the turns that share a word with the query, best first; the earlier one of equals first."""
        scores = np.zeros(len(self._ids))
        for term, weight in Counter(query_terms(query)).items():
            postings = self._postings.get(term)
            if postings:
                rows, counts = (np.array(column) for column in zip(*postings, strict=True))
                rarity = idf(len(self._ids), len(postings))
                scores[rows] += weight * rarity * saturation(counts, self._norms[rows])
        order = np.argsort(-scores, kind="stable")[:limit]
        return [self._ids[row] for row in order if scores[row] > 0]


class Words:
    """BM25 alone for every question of a set: one index for each user, and one for what is told for a question."""

    def __init__(self, turns: Iterable[ImportedTurn]) -> None:
        self._owned: dict[str, list[ImportedTurn]] = defaultdict(list)
        for entry in turns:
            self._owned[entry.user].append(entry)
        self._indexes: dict[str, Bm25] = {}

    def rank(self, question: Question, limit: int) -> list[str]:
        """Event ids in the memory of its user; see Bm25.rank."""
        if question.told:
            return Bm25((*self._owned[question.user], *question.told)).rank(question.text, limit)
        if question.user not in self._indexes:
            self._indexes[question.user] = Bm25(self._owned[question.user])
        return self._indexes[question.user].rank(question.text, limit)


@cache
def _terms(text: str) -> tuple[str, ...]:
    """What stands in many memories is analysed once."""
    return tokens(text)
