"""Union: what several questions to one index found, as one. Pure.

BM25 counts over everything of the user whatever the filters are, so the scores of a narrower question are those that
the wider one would have given."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import numpy as np

from indexers.index import ROUTES, Candidates

_PER_ROW = ("ids", "sessions", "speaker", "resolution", "kind", "status")
_ARRAYS = (
    "occurred_at", "importance", "confidence", "reinforced", "asks", "answers", "order", "facets", "length",
)  # fmt: skip


def united(first: Candidates, *others: Candidates) -> Candidates:
    """The rows of all, each once, as the first has them or else the next, ordered by memory id; everything else as the
    first has it."""
    assert {*_PER_ROW, *_ARRAYS} <= {field.name for field in fields(Candidates)}, "the columns of Candidates are known"
    known = set(first.ids)
    parts = [(first, list(range(len(first.ids))))]
    for other in others:
        rows = [row for row, row_id in enumerate(other.ids) if row_id not in known]
        known.update(other.ids)
        if rows:
            parts.append((other, rows))
    if len(parts) == 1:
        return first
    ids = [part.ids[row] for part, rows in parts for row in rows]
    order = sorted(range(len(ids)), key=ids.__getitem__)
    columns: dict[str, Any] = {}
    for name in _PER_ROW:
        values = [getattr(part, name)[row] for part, rows in parts for row in rows]
        columns[name] = list(map(values.__getitem__, order))
    for name in _ARRAYS:
        held = [getattr(part, name) for part, _ in parts]
        if all(array is not None for array in held):
            joined = np.concatenate([array[rows] for array, (_, rows) in zip(held, parts, strict=True)])
            columns[name] = joined[order]
    columns["scores"] = {
        route: np.concatenate([part.scores[route][rows] for part, rows in parts])[order] for route in ROUTES
    }
    return replace(first, **columns)
