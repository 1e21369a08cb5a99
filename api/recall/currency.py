"""Currency: which candidates something newer has overtaken. A superseded fact never stands above the current one, and
the turn that said only the superseded thing does not come back through its words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from api.recall.fuse import Scores, equal
from indexers.index import Candidates
from processors.consolidation.build import memory_id
from processors.consolidation.state import is_abstracted
from schemas.memories import HISTORY_MAX, Memory

FACTS_READ_MAX = 200
"""Facts that are read to know what is overtaken; the best fused ones first."""
WHOLLY_STALE_SHARE = 0.5
"""A turn of which overtaken spans make up at least this share says nothing else worth showing."""
PARTLY_STALE = 0.1
"""What a turn loses in rank (scores are in [0, 1] before) when only a smaller part of it is overtaken."""


@dataclass(frozen=True, slots=True)
class Overtaken:
    """`spans[turn's memory id]`: characters [start, end) of the turn that a superseded fact rests on, for turns that
    no current fact rests on. `successors[fact id]`: ids of what superseded it."""

    spans: Mapping[str, tuple[tuple[int, int], ...]]
    successors: Mapping[str, tuple[str, ...]]


def facts_to_read(candidates: Candidates, fused: Scores) -> tuple[str, ...]:
    """Ids of the facts to read, best first; () when none is superseded, which is the usual case and costs nothing."""
    if "superseded" not in candidates.status:
        return ()
    facts = [row for row, resolution in enumerate(candidates.resolution) if resolution != "turn"]
    facts.sort(key=lambda row: (candidates.status[row] != "superseded", -fused[row], row))
    return tuple(candidates.ids[row] for row in facts[:FACTS_READ_MAX])


def overtaken(facts: Iterable[Memory], status: Mapping[str, str], user_key: str) -> Overtaken:
    """From the facts read. `status`: as the candidates have it, which is as of the position asked for."""
    spans: dict[str, list[tuple[int, int]]] = {}
    current: set[str] = set()
    successors: dict[str, tuple[str, ...]] = {}
    for fact in facts:
        turns = [(memory_id(user_key, e.event_id, "turn"), (e.start, e.end)) for e in fact.evidence]
        if status.get(fact.memory_id) == "superseded":
            successors[fact.memory_id] = tuple(link.memory_id for link in fact.links if link.edge == "supersedes")
            for turn, span in turns:
                spans.setdefault(turn, []).append(span)
        elif status.get(fact.memory_id) == "active" and not is_abstracted(fact):
            current.update(turn for turn, _ in turns)
    return Overtaken(
        spans={turn: tuple(sorted(found)) for turn, found in spans.items() if turn not in current},
        successors=successors,
    )


def staleness(candidates: Candidates, found: Overtaken, turns: Mapping[str, Memory]) -> Scores:
    """(n,) 1 where a row is superseded, wholly or as a turn; PARTLY_STALE where a part of a turn is; else 0."""
    stale = equal(candidates.status, "superseded").astype(np.float64)
    if not turns:
        return stale
    for row, row_id in enumerate(candidates.ids):
        turn = turns.get(row_id)
        if turn is not None and row_id in found.spans:
            share = covered(found.spans[row_id]) / max(1, len(turn.content))
            stale[row] = 1.0 if share >= WHOLLY_STALE_SHARE else PARTLY_STALE
    return stale


def covered(spans: Iterable[tuple[int, int]]) -> int:
    """Characters that the spans cover together, overlaps counted once."""
    total, reached = 0, 0
    for start, end in sorted(spans):
        total += max(0, end - max(start, reached))
        reached = max(reached, end)
    return total


def below_successors(scores: Scores, ids: list[str], found: Overtaken) -> Scores:
    """The scores with every superseded fact capped at the lowest of its successors among the candidates; the order
    then breaks the tie in favour of what is not superseded. Chains settle in as many rounds as they are long."""
    rows = {fact: row for row, fact in enumerate(ids)}
    pairs = [
        (rows[old], rows[new])
        for old, successors in sorted(found.successors.items())
        for new in successors
        if old in rows and new in rows
    ]
    capped = scores.copy()
    for _ in range(HISTORY_MAX):
        before = capped.copy()
        for old, new in pairs:
            capped[old] = min(capped[old], capped[new])
        if np.array_equal(before, capped):
            break
    return capped
