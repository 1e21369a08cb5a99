"""Masks: indexers.filters over columns instead of memories. The contract suite holds the two equal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from indexers.filters import is_empty, sees_episodes, statuses_seen
from indexers.index import Visibility
from indexers.sqlite.columns import Step, UserColumns
from indexers.sqlite.layout import (
    INTENTS,
    KINDS,
    OPEN_END_US,
    OPEN_START_US,
    RESOLUTIONS,
    ROLES,
    SCOPES,
    STATUS_CODES,
    TOPICS,
    microseconds,
)
from schemas.queries import Filters, TimeRange

Mask = NDArray[np.bool_]
_EPISODE = RESOLUTIONS.index("episode")


@dataclass(slots=True)
class Seen:
    """Which rows of `columns` may be seen (`visible`: they make up the statistics), which of them meet every filter
    (`matching`), and status code and confidence per row as they were at the position asked for. All of length size."""

    columns: UserColumns
    visible: Mask
    matching: Mask
    status: NDArray[np.uint8]
    confidence: NDArray[np.float64]


def see(columns: UserColumns, visibility: Visibility, filters: Filters, removed: Sequence[int] = ()) -> Seen:
    """Evaluate visibility and filters; `removed` rows are treated as if they were not there."""
    size = columns.size
    header = columns.header[:size]
    status = header["status"]
    confidence = header["confidence"]
    visible = columns.alive[:size].copy()
    visible[list(removed)] = False
    visible &= status != STATUS_CODES["retired"]
    if not sees_episodes(filters):
        visible &= header["resolution"] != _EPISODE
    if visibility.as_of is not None:
        visible &= header["known_from"] <= visibility.as_of
        status, confidence = _as_known(columns, visibility.as_of)
    passing = [STATUS_CODES[name] for name in statuses_seen(visibility, filters)]
    visible &= np.isin(status, passing)
    if not visibility.expired and filters.valid_at is None:
        superseded = header["status"] == STATUS_CODES["superseded"]
        visible &= superseded | (header["valid_to_us"] > microseconds(visibility.now))
    matching = _narrowed(columns, visible, filters, confidence)
    return Seen(columns, visible, matching, status, confidence)


def _as_known(columns: UserColumns, as_of: int) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    status = columns.header["status"][: columns.size].copy()
    confidence = columns.header["confidence"][: columns.size].copy()
    for row, steps in columns.history.items():
        if steps[-1][0] > as_of:
            _, status[row], confidence[row] = _step_at(steps, as_of)
    return status, confidence


def _step_at(steps: tuple[Step, ...], as_of: int) -> Step:
    held = [step for step in steps if step[0] <= as_of]
    return held[-1] if held else steps[0]


def _narrowed(columns: UserColumns, visible: Mask, filters: Filters, confidence: NDArray[np.float64]) -> Mask:
    header = columns.header[: columns.size]
    mask = visible.copy()
    coded: tuple[tuple[str, Sequence[str], tuple[str, ...]], ...] = (
        ("kind", filters.kind, KINDS),
        ("resolution", filters.resolution, RESOLUTIONS),
        ("scope", filters.scope, SCOPES),
        ("role", filters.role, ROLES),
        ("intent", filters.intent, INTENTS),
        ("topic", filters.topics, TOPICS),
    )
    for column, wanted, names in coded:
        if wanted:
            mask &= np.isin(header[column], [names.index(name) for name in wanted])
    for name, category in columns.categories.items():
        values: tuple[str, ...] = getattr(filters, name)
        if values:
            mask &= np.isin(category.codes[: columns.size], category.codes_of(values))
    if filters.min_confidence is not None:
        mask &= confidence >= filters.min_confidence
    if filters.occurred_at is not None and filters.occurred_at.gte is not None:
        mask &= header["occurred_us"] >= microseconds(filters.occurred_at.gte)
    if filters.occurred_at is not None and filters.occurred_at.lt is not None:
        mask &= header["occurred_us"] < microseconds(filters.occurred_at.lt)
    if filters.speaks_of is not None:
        mask &= _speaking_of(columns, filters.speaks_of)
    if filters.valid_at is not None:
        moment = microseconds(filters.valid_at)
        mask &= (header["valid_from_us"] <= moment) & (moment < header["valid_to_us"])
        mask &= (header["status"] != STATUS_CODES["superseded"]) | (header["valid_to_us"] < OPEN_END_US)
    if filters.entities:
        _keep_any(mask, columns.entities, {text.casefold() for text in filters.entities})
    if filters.tags:
        _keep_any(mask, columns.tags, set(filters.tags))
    return mask


def _speaking_of(columns: UserColumns, asked: TimeRange) -> Mask:
    earliest = OPEN_START_US if asked.gte is None else microseconds(asked.gte)
    latest = OPEN_END_US if asked.lt is None else microseconds(asked.lt)
    mask = np.zeros(columns.size, np.bool_)
    if is_empty(asked):
        return mask
    rows, times = columns.spoken_times()
    mask[rows[(times["start_us"] < latest) & (times["end_us"] > earliest)]] = True
    return mask


def _keep_any(mask: Mask, lists: Sequence[tuple[str, ...]], wanted: set[str]) -> None:
    for row in np.flatnonzero(mask).tolist():
        if wanted.isdisjoint(lists[row]):
            mask[row] = False
