"""Postings: which rows hold a term and how often, for one field of one user, in memory."""

from __future__ import annotations

from array import array

import numpy as np
from numpy.typing import NDArray

Found = tuple[NDArray[np.int32], NDArray[np.uint16]]
"""(rows, counts) of one term, in no order; a row stands at most once."""
_Recent = tuple["array[int]", "array[int]"]
"""(rows, counts) of one term, growing."""
_NOTHING: Found = (np.empty(0, np.int32), np.empty(0, np.uint16))
RECENT_MIN = 20_000
"""Recent postings are merged into the sorted part when they are more than this and an eighth of it."""
_RECENT_BYTES = 6
_RECENT_TERM_BYTES = 300
"""Of a recent posting, and of the Python objects that hold those of one term, about."""


class Postings:
    """Sorted by term, with a part for recent rows that is merged in now and then: a merge costs some milliseconds."""

    def __init__(self) -> None:
        self._terms = np.empty(0, np.uint64)
        self._starts = np.zeros(1, np.int64)
        self._rows = np.empty(0, np.int32)
        self._counts = np.empty(0, np.uint16)
        self._recent: dict[int, _Recent] = {}
        self._recent_size = 0

    @property
    def nbytes(self) -> int:
        """Memory held, in bytes, about."""
        arrays = self._terms.nbytes + self._starts.nbytes + self._rows.nbytes + self._counts.nbytes
        return arrays + _RECENT_TERM_BYTES * len(self._recent) + _RECENT_BYTES * self._recent_size

    def add(self, terms: NDArray[np.void], rows: NDArray[np.int32]) -> None:
        """Add postings: `terms` of dtype TERM, `rows[i]` the row that holds `terms[i]`. The rows must be new."""
        if len(terms) > max(RECENT_MIN, len(self._rows) // 8):
            self._merge(terms["term"], rows, terms["count"])
            return
        for term, count, row in zip(terms["term"].tolist(), terms["count"].tolist(), rows.tolist(), strict=True):
            held = self._recent.get(term)
            if held is None:
                held = self._recent[term] = (array("i"), array("H"))
            held[0].append(row)
            held[1].append(count)
        self._recent_size += len(terms)
        if self._recent_size > max(RECENT_MIN, len(self._rows) // 8):
            self._merge(np.empty(0, np.uint64), np.empty(0, np.int32), np.empty(0, np.uint16))

    def find(self, term: int) -> Found:
        """The rows that hold a term; rows that are gone are included, the caller masks them."""
        key = np.uint64(term)
        place = int(np.searchsorted(self._terms, key))
        found = _NOTHING
        if place < len(self._terms) and self._terms[place] == key:
            span = slice(int(self._starts[place]), int(self._starts[place + 1]))
            found = self._rows[span], self._counts[span]
        recent = self._recent.get(term)
        if recent is None:
            return found
        return np.concatenate((found[0], recent[0])), np.concatenate((found[1], recent[1]))

    def _merge(self, terms: NDArray[np.uint64], rows: NDArray[np.int32], counts: NDArray[np.uint16]) -> None:
        sizes = [len(held[0]) for held in self._recent.values()]
        recent = np.repeat(np.fromiter(self._recent, np.uint64, len(sizes)), sizes)
        recent_rows = [held[0] for held in self._recent.values()]
        recent_counts = [held[1] for held in self._recent.values()]
        self._recent, self._recent_size = {}, 0
        all_terms = np.concatenate((np.repeat(self._terms, np.diff(self._starts)), recent, terms))
        order = np.argsort(all_terms)
        all_terms = all_terms[order]
        self._rows = np.concatenate((self._rows, *recent_rows, rows))[order]
        self._counts = np.concatenate((self._counts, *recent_counts, counts))[order]
        is_first = np.ones(len(all_terms), np.bool_)
        is_first[1:] = all_terms[1:] != all_terms[:-1]
        first = np.flatnonzero(is_first)
        self._terms = all_terms[first]
        self._starts = np.append(first, len(all_terms))
