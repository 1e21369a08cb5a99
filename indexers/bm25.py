"""BM25 over arrays, with statistics that the caller gives: always those of one user (DESIGN §6).

Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework", in Lucene's form: idf = ln(1 + (N − df + ½)/(df +
½)), never negative, and without the constant factor k1 + 1. Every adapter scores with these functions.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

K1 = 1.2
"""How fast repeats of a term stop counting. Lucene's default; measured on LoCoMo (facts of 2026)."""
B = 0.75
"""How much a long text is held against it. Lucene's default; measured on LoCoMo (facts of 2026)."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """Of the documents that have terms: how many, the sum of their lengths in terms, and per term how many hold it."""

    documents: int
    length: float
    frequencies: Mapping[str, int]

    @property
    def average(self) -> float:
        """Mean length; 1 when there is nothing, so that nobody divides by zero."""
        return self.length / self.documents if self.documents and self.length else 1.0


def idf(documents: int, frequency: int) -> float:
    """How telling a term is that `frequency` of `documents` hold."""
    return math.log1p((documents - frequency + 0.5) / (frequency + 0.5))


def length_norms(lengths: NDArray[np.generic], average: float) -> NDArray[np.float64]:
    """k1 · (1 − b + b · length / average) per document: what is added to the term frequency below the line."""
    return np.asarray(K1 * (1.0 - B) + (K1 * B / average) * lengths.astype(np.float64))


def saturation(counts: NDArray[np.generic], norms: NDArray[np.float64]) -> NDArray[np.float64]:
    """tf / (tf + norm), in [0, 1): what one term gives, before its idf."""
    frequencies = counts.astype(np.float64)
    return np.asarray(frequencies / (frequencies + norms))


def statistics_of(terms: Sequence[str], documents: Sequence[Sequence[str]]) -> Statistics:
    """Statistics of tokenised documents for the terms of a query. A document without terms does not count."""
    documents = [document for document in documents if document]
    wanted = set(terms)
    frequencies: Counter[str] = Counter()
    for document in documents:
        frequencies.update(wanted.intersection(document))
    return Statistics(
        len(documents), float(sum(map(len, documents))), {term: frequencies[term] for term in dict.fromkeys(terms)}
    )


def score_tokens(
    terms: Sequence[str], documents: Sequence[Sequence[str]], statistics: Statistics
) -> NDArray[np.float64]:
    """Scores (n,) of tokenised documents; 0 where no term occurs. A term that stands twice in `terms` counts twice."""
    counted = [Counter(document) for document in documents]
    counts = np.array([[document[term] for document in counted] for term in dict.fromkeys(terms)], np.intp)
    return score_counts(terms, counts, np.array([len(document) for document in documents], np.intp), statistics)


def score_counts(
    terms: Sequence[str], counts: NDArray[np.intp], lengths: NDArray[np.intp], statistics: Statistics
) -> NDArray[np.float64]:
    """Scores (n,) of documents of which `counts` (distinct terms in their order, n) and `lengths` (n,) are known."""
    norms = length_norms(lengths, statistics.average)
    scores = np.zeros(len(lengths))
    for (term, weight), held in zip(Counter(terms).items(), counts, strict=True):
        rarity = idf(statistics.documents, statistics.frequencies.get(term, 0))
        scores += weight * rarity * saturation(held, norms)
    return scores
