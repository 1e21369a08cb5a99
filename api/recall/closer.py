"""Closer: the first rows are looked at once more, now that their text is read: whether words that stand together in the
question stand together there, and how well the best of their session fits. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from api.recall.fuse import Scores
from api.recall.learned import Multipliers
from api.recall.rerank import SCORE_PLACES, Ranking, ceiling, ordered
from api.recall.terms import Weighing
from indexers.analysis import tokens
from indexers.bm25 import idf
from schemas.memories import Memory

FIRST = 10
"""Rows that are looked at. Their order changes, and nothing enters or leaves: the same terms over all rows cost
questions that need several sessions 1 to 2 points of R@10 (LoCoMo)."""
ASKED_APART_MAX = 2
"""Words of the question as far apart make a pair."""
SAID_APART_MAX = 4
"""As far apart, in either order, the pair stands in a memory: 3 to 8 are as good (LoCoMo)."""
CHARACTERS_READ = 4_000
"""Of a memory in its context, from the end, where its own words are."""

Pairs = Mapping[tuple[str, str], float]
"""Two words that stand together in the question → how telling they are."""


def closer(
    ranking: Ranking,
    rows: Sequence[int],
    known: Mapping[str, Memory],
    *,
    weighing: Weighing,
    stale: Scores,
    multipliers: Multipliers,
) -> Ranking:
    """The ranking after a closer look at the first of `rows`, which may be shown. `known`: the memories that were read.
    What is overtaken gains nothing, so that it stays below what overtook it."""
    weights, candidates = weighing.weights, weighing.candidates
    looked_at = [row for row in rows[:FIRST] if stale[row] < 1.0]
    if not (weights.phrase or weights.session_top) or not looked_at:
        return ranking
    asked = pairs_asked(weighing)
    phrase, session_top = np.zeros(len(candidates.ids)), np.zeros(len(candidates.ids))
    session_top[looked_at] = weighing.fused.tops[looked_at]
    for row in looked_at:
        if memory := known.get(candidates.ids[row]):
            phrase[row] = standing(asked, tokens((memory.context or memory.content)[-CHARACTERS_READ:]))
    gained = {
        "phrase": multipliers.get("phrase", 1.0) * weights.phrase * phrase,
        "session_top": multipliers.get("session_top", 1.0) * weights.session_top * session_top,
    }
    more = (gained["phrase"] + gained["session_top"]) / ceiling(weights)
    score = np.asarray(np.round(np.clip(ranking.score + more, 0.0, 1.0), SCORE_PLACES), dtype=np.float64)
    return replace(ranking, order=ordered(score, candidates), score=score, factors={**ranking.factors, **gained})


def pairs_asked(weighing: Weighing) -> Pairs:
    """Words of the question that stand next to each other or have one between them; without the names of those who
    speak, which stand before everything that they say."""
    documents, _, frequencies = weighing.candidates.statistics.get("text", (0, 0.0, {}))
    names = {term for speaker in weighing.candidates.speakers for term in tokens(speaker)}
    words = [term for term in weighing.question.terms if term not in names]
    telling = {word: idf(documents, frequencies.get(word, 0)) for word in words}
    return {
        (word, other): telling[word] + telling[other]
        for place, word in enumerate(words)
        for other in words[place + 1 : place + 1 + ASKED_APART_MAX]
    }


def standing(asked: Pairs, said: Sequence[str]) -> float:
    """In [0, 1], the share of the pairs, weighed by how telling they are, of which both words stand near each other."""
    places: dict[str, set[int]] = {word: set() for pair in asked for word in pair}
    for place, term in enumerate(said):
        if term in places:
            places[term].add(place)
    found = sum(weight for (word, other), weight in asked.items() if _near(places[word], places[other]))
    whole = sum(asked.values())
    return found / whole if whole > 0.0 else 0.0


def _near(places: set[int], others: set[int]) -> bool:
    reach = range(-SAID_APART_MAX, SAID_APART_MAX + 1)
    return bool(others) and any(place + apart in others for place in places for apart in reach)
