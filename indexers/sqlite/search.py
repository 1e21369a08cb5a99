"""Search: all routes over one user's columns and the unindexed tail, filtered inside (DESIGN §6). Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from indexers import bm25
from indexers.bm25 import Statistics
from indexers.index import ROUTES, CandidateQuery, Candidates, Document, Route
from indexers.sqlite.columns import Category, UserColumns
from indexers.sqlite.layout import KINDS, RESOLUTIONS, STATUSES, TermHasher, pack
from indexers.sqlite.masks import Seen, see

T = TypeVar("T", bound=np.generic)
SPEAKERS_MAX = 50
COSINE_PLACES = 6
"""Cosines are rounded here: below it a BLAS answers differently for the same vectors in another order."""
_GATHER_BELOW = 0.1
"""Share of rows that match, below which their vectors are copied out instead of multiplying all of them."""


def search(columns: UserColumns, query: CandidateQuery, hasher: TermHasher, watermark: int) -> Candidates:
    """The union of the best `depth` of each route, over the columns with the overlay laid on top."""
    parts = _parts(columns, query, hasher)
    # A copy of all ids is only made where the tail holds something.
    ids = parts[0].columns.ids if len(parts) == 1 else list(chain.from_iterable(part.columns.ids for part in parts))
    scores: dict[Route, NDArray[np.float64]] = {}
    statistics: dict[str, tuple[int, float, dict[str, int]]] = {}
    for route, field in (("text", "text"), ("context", "context")):
        scores[route], counted = _bm25(parts, field, query.terms, hasher)  # type: ignore[index]
        statistics[field] = (counted.documents, counted.length, dict(counted.frequencies))
    scores["vector"] = _cosine(parts, "vectors", "vector_bytes", query.vector)
    scores["context_vector"] = _cosine(parts, "context_vectors", "context_vector_bytes", query.vector)
    found = {route: _best(scores[route], query.depth, ids) for route in ROUTES}
    union = np.unique(np.concatenate(list(found.values()))).tolist()
    rows = np.array(sorted(union, key=ids.__getitem__), np.int64)
    kept = {route: _only(scores[route], found[route], rows) for route in ROUTES}
    return _gathered(parts, rows, kept, statistics, watermark, ids)


def _parts(columns: UserColumns, query: CandidateQuery, hasher: TermHasher) -> list[Seen]:
    """The index without what the tail hides or replaces, then the tail. Documents of other users are not looked at."""
    removed = {columns.row_of[memory_id] for memory_id in query.hidden if memory_id in columns.row_of}
    latest: dict[str, Document] = {}
    for document in query.overlay:
        row = columns.row_of.get(document.memory.memory_id)
        if document.user_key != query.scope.user_key or document.memory.memory_id in query.hidden:
            continue
        if row is not None and columns.header["version"][row] > document.version:
            continue
        if row is not None:
            removed.add(row)
        held = latest.get(document.memory.memory_id)
        if held is None or held.version <= document.version:
            latest[document.memory.memory_id] = document
    parts = [see(columns, query.visibility, query.filters, sorted(removed))]
    if latest:
        tail = UserColumns(columns.dimension)
        tail.put([(-1, pack(document, hasher)) for document in latest.values()])
        parts.append(see(tail, query.visibility, query.filters))
    return parts


def _bm25(
    parts: Sequence[Seen], field: str, terms: tuple[str, ...], hasher: TermHasher
) -> tuple[NDArray[np.float64], Statistics]:
    lengths = [part.columns.header[f"{field}_length"][: part.columns.size] for part in parts]
    counted = [part.visible & (length > 0) for part, length in zip(parts, lengths, strict=True)]
    weights = Counter(terms)
    found = {term: [_held(part, field, hasher.id_of(term)) for part in parts] for term in weights}
    statistics = Statistics(
        documents=sum(int(np.count_nonzero(mask)) for mask in counted),
        length=float(sum(int(length[mask].sum()) for length, mask in zip(lengths, counted, strict=True))),
        frequencies={term: sum(held for held, _, _ in postings) for term, postings in found.items()},
    )
    scores = []
    for place, part in enumerate(parts):
        norms = bm25.length_norms(lengths[place], statistics.average)
        score = np.zeros(part.columns.size)
        for term, weight in weights.items():
            _, rows, counts = found[term][place]
            rarity = bm25.idf(statistics.documents, statistics.frequencies[term])
            score[rows] += weight * rarity * bm25.saturation(counts, norms[rows])
        score[~part.matching | (score <= 0.0)] = np.nan
        scores.append(score)
    return np.concatenate(scores), statistics


def _held(part: Seen, field: str, term: int) -> tuple[int, NDArray[np.int32], NDArray[np.uint16]]:
    """How many visible rows hold a term, and which of those that are looked for, how often."""
    postings = part.columns.text if field == "text" else part.columns.context
    rows, counts = postings.find(term)
    keep = part.matching[rows]
    return int(np.count_nonzero(part.visible[rows])), rows[keep], counts[keep]


def _cosine(parts: Sequence[Seen], matrix: str, held: str, vector: NDArray[np.float32] | None) -> NDArray[np.float64]:
    scores = [np.full(part.columns.size, np.nan) for part in parts]
    if vector is None:
        return np.concatenate(scores)
    for part, score in zip(parts, scores, strict=True):
        size = part.columns.size
        rows = np.flatnonzero(part.matching & (part.columns.header[held][:size] > 0))
        vectors: NDArray[np.float32] = getattr(part.columns, matrix)[:size]
        dots = vectors[rows] @ vector if len(rows) < _GATHER_BELOW * size else (vectors @ vector)[rows]
        score[rows] = np.round(dots.astype(np.float64), COSINE_PLACES)
    return np.concatenate(scores)


def _best(scores: NDArray[np.float64], depth: int, ids: Sequence[str]) -> NDArray[np.int64]:
    """The rows of the `depth` highest scores; among equals at the edge the lower ids, so that where a row lies never
    decides."""
    rows = np.flatnonzero(~np.isnan(scores))
    if len(rows) <= depth:
        return rows
    values = scores[rows]
    edge = np.partition(values, len(rows) - depth)[len(rows) - depth]
    above = rows[values > edge]
    equal = sorted(rows[values == edge].tolist(), key=ids.__getitem__)
    return np.concatenate((above, np.array(equal[: depth - len(above)], np.int64)))


def _only(scores: NDArray[np.float64], found: NDArray[np.int64], rows: NDArray[np.int64]) -> NDArray[np.float64]:
    """Scores of `rows`, NaN for those that the route did not return."""
    kept = np.full(len(scores), np.nan)
    kept[found] = scores[found]
    return np.asarray(kept[rows])


def _gathered(
    parts: Sequence[Seen],
    rows: NDArray[np.int64],
    scores: dict[Route, NDArray[np.float64]],
    statistics: dict[str, tuple[int, float, dict[str, int]]],
    watermark: int,
    ids: Sequence[str],
) -> Candidates:
    header = _taken([part.columns.header[: part.columns.size] for part in parts], rows)
    status = _taken([part.status for part in parts], rows).tolist()
    return Candidates(
        ids=list(map(ids.__getitem__, rows.tolist())),
        sessions=_strings(parts, "session", rows),
        speaker=_strings(parts, "speaker", rows),
        resolution=list(map(RESOLUTIONS.__getitem__, header["resolution"].tolist())),
        kind=[KINDS[code] if code < len(KINDS) else "" for code in header["kind"].tolist()],
        status=list(map(STATUSES.__getitem__, status)),
        occurred_at=header["occurred_us"] / 1e6,
        importance=header["importance"],
        confidence=_taken([part.confidence for part in parts], rows),
        reinforced=header["reinforced"].astype(np.float64),
        asks=header["asks"],
        answers=header["answers"],
        order=header["known_from"],
        facets=header["facets"],
        scores=scores,
        speakers=_speakers(parts),
        watermark=watermark,
        statistics=statistics,
        length=header["text_length"].astype(np.float64),
    )


def _strings(parts: Sequence[Seen], name: str, rows: NDArray[np.int64]) -> list[str]:
    names: list[str] = []
    codes = []
    for part in parts:
        category: Category = part.columns.categories[name]
        codes.append(category.codes[: part.columns.size].astype(np.int64) + len(names))
        names.extend(category.values)
    return list(map(names.__getitem__, _taken(codes, rows).tolist()))


def _taken(columns: Sequence[NDArray[T]], rows: NDArray[np.int64]) -> NDArray[T]:
    """The rows of columns that stand one after the other; there is one, unless the tail holds something, and a copy of
    a whole column costs more than all else here."""
    return columns[0][rows] if len(columns) == 1 else np.concatenate(columns)[rows]


def _speakers(parts: Sequence[Seen]) -> tuple[str, ...]:
    counts: Counter[str] = Counter()
    for part in parts:
        category = part.columns.categories["speaker"]
        codes = category.codes[: part.columns.size][part.visible]
        held = np.bincount(codes, minlength=len(category.values)).tolist()
        counts.update({name: count for name, count in zip(category.values, held, strict=True) if name and count})
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(name for name, _ in ranked[:SPEAKERS_MAX])
