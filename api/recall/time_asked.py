"""TimeAsked: how near a memory lies to the range of time that a question asks for. Pure and vectorised."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from api.recall.fuse import Scores
from api.recall.parse import Question
from api.recall.recipes import Recipe
from indexers.index import Candidates
from processors.activity import DAY_S


def in_time(candidates: Candidates, question: Question) -> NDArray[np.bool_]:
    """(n,) whether what was said lies in the range of time that is all that the question asks for."""
    inside = np.zeros(len(candidates.ids), dtype=np.bool_)
    if question.only_time and len(inside):
        for start, end in _ranges(question, candidates.occurred_at):
            inside |= (start <= candidates.occurred_at) & (candidates.occurred_at < end)
    return inside


def time_match(occurred_at: Scores, question: Question, recipe: Recipe) -> Scores:
    """(n,) e^(−gap/τ): gap = days between the memory and the range asked for, 0 inside; τ by the range's granularity.
    A range that names no year counts in every year that the memories reach."""
    assert question.time is not None, "the caller asks only when there is a range"
    tau = recipe.scales.time_days.get(question.time.granularity)
    if tau is None or len(occurred_at) == 0:
        return np.zeros(len(occurred_at))
    gaps = np.full(len(occurred_at), np.inf)
    for start, end in _ranges(question, occurred_at):
        gaps = np.minimum(gaps, np.maximum(0.0, np.maximum(start - occurred_at, occurred_at - end)))
    return np.exp(-gaps / DAY_S / tau)


def _ranges(question: Question, occurred_at: Scores) -> list[tuple[float, float]]:
    time = question.time
    assert time is not None, "see time_match"
    end = time.end.timestamp() if time.end is not None else np.inf
    if not question.every_year or time.end is None:
        return [(time.start.timestamp(), end)]
    years = range(_year(float(occurred_at.min())), _year(float(occurred_at.max())) + 1)
    return [
        (_in_year(time.start, year).timestamp(), _in_year(time.end, year + time.end.year - time.start.year).timestamp())
        for year in years
    ]


def _year(posix_s: float) -> int:
    return datetime.fromtimestamp(posix_s, UTC).year


def _in_year(moment: datetime, year: int) -> datetime:
    year = min(max(year, 1), 9_999)
    try:
        return moment.replace(year=year)
    except ValueError:  # 29 February
        return moment.replace(year=year, day=28)
