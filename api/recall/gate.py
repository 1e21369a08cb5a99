"""Gate: how relevant a candidate is in absolute terms, and what a reader must be told beside it (DESIGN §6.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

import numpy as np

from api.recall.fuse import Scores
from api.recall.parse import Question
from api.recall.recipes import Calibration
from indexers.bm25 import idf
from indexers.index import Candidates
from processors.activity import is_archived, is_expired
from schemas.memories import Memory
from schemas.queries import Contradiction


def relevance(candidates: Candidates, question: Question, calibration: Calibration) -> Scores:
    """(n,) in [0, 1], comparable between queries: the logistic of cosines and of how much of the question's words,
    weighed by how telling they are for this user, the memory holds. Min-max would turn the best bad one into 1."""
    if not candidates.ids:
        return np.zeros(0)
    cosine = np.nan_to_num(candidates.scores["vector"], nan=0.0)
    context = np.nan_to_num(candidates.scores["context_vector"], nan=0.0)
    own, known = _coverage(candidates, question.terms, "text")
    around, _ = _coverage(candidates, question.terms, "context")
    logit = (
        calibration.bias
        + calibration.cosine * cosine
        + calibration.context * context
        + calibration.coverage * own
        + calibration.context_coverage * around
        + calibration.known * known
    )
    return np.round(1.0 / (1.0 + np.exp(-logit)), 6)


def _coverage(candidates: Candidates, terms: Sequence[str], route: str) -> tuple[Scores, float]:
    """BM25 as a share of what a memory that holds every term again and again would get, in [0, 1); and the share of the
    terms, equally weighed, that this user's memories know at all."""
    documents, _, frequencies = candidates.statistics.get(route, (0, 0.0, {}))
    whole = sum(idf(documents, frequencies.get(term, 0)) for term in terms)
    if whole <= 0.0:
        return np.zeros(len(candidates.ids)), 0.0
    found = sum(idf(documents, frequencies[term]) for term in terms if frequencies.get(term, 0) > 0)
    scores = candidates.scores["text" if route == "text" else "context"]
    return np.nan_to_num(scores, nan=0.0) / whole, found / whole


def labels(memory: Memory, now: datetime, *, stale: float) -> tuple[str, ...]:
    """What a reader must know beside the text: `system inference`, `superseded`, `partly superseded`, `expired`,
    `archived`, `disputed`, `untrusted`."""
    found = []
    if memory.resolution != "turn" and (memory.status == "provisional" or memory.modality == "hypothetical"):
        found.append("system inference")
    if memory.status == "superseded" or stale >= 1.0:
        found.append("superseded")
    elif stale > 0.0:
        found.append("partly superseded")
    if is_expired(memory, now):
        found.append("expired")
    if is_archived(memory, now):
        found.append("archived")
    if any(link.edge == "contradicts" for link in memory.links):
        found.append("disputed")
    return tuple(found)


def contradicting_ids(memories: Sequence[Memory]) -> tuple[str, ...]:
    """Ids of memories that one of these contradicts and that are not among them."""
    own = {memory.memory_id for memory in memories}
    linked = (link.memory_id for memory in memories for link in memory.links if link.edge == "contradicts")
    return tuple(dict.fromkeys(memory_id for memory_id in linked if memory_id not in own))


def contradictions(memories: Sequence[Memory], others: Mapping[str, Memory]) -> tuple[Contradiction, ...]:
    """One packet per pair of memories that contradict each other, in the order of `memories`. `current` is the side
    that is active while the other is not; None when order could not settle it."""
    known = {**others, **{memory.memory_id: memory for memory in memories}}
    packets: dict[frozenset[str], Contradiction] = {}
    for memory in memories:
        for link in memory.links:
            other = known.get(link.memory_id)
            pair = frozenset((memory.memory_id, link.memory_id))
            if link.edge != "contradicts" or other is None or other.status == "retired" or pair in packets:
                continue
            active = [side.content for side in (memory, other) if side.status == "active"]
            packets[pair] = Contradiction(
                claim=memory.content,
                counter_claim=other.content,
                current=active[0] if len(active) == 1 else None,
                reason=link.reason,
            )
    return tuple(packets.values())
