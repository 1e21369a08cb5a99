"""Gate: how relevant a candidate is in absolute terms, and what a reader must be told beside it (DESIGN §6.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal

import numpy as np

from api.recall.fuse import Scores
from api.recall.parse import Question
from api.recall.recipes import Calibration
from indexers.bm25 import idf
from indexers.index import Candidates
from processors.activity import ActivityPolicy, is_archived, is_expired, is_over
from processors.claims.behaviours import BEHAVIOUR
from processors.claims.gate import CONFIDENCE_ACTIVE
from processors.consolidation.slots import ENDED_UNSAID
from schemas.memories import Memory
from schemas.queries import Contradiction

CONCLUDES = "abstract/"
"""Producers of what nobody said in so many words: conclusions from what was said again and again."""


def relevance(candidates: Candidates, question: Question, calibration: Calibration) -> Scores:
    """(n,) in [0, 1], comparable between queries: the logistic of the cosine and of how much of the question's words,
    weighed by how telling they are for this user, the memory or its context holds. Min-max would make the best bad
    candidate a 1. Names that this user's memories have never heard make everything irrelevant."""
    if not candidates.ids:
        return np.zeros(0)
    cosine = np.nan_to_num(candidates.scores["vector"], nan=0.0)
    covered = np.maximum(coverage(candidates, question, "text"), coverage(candidates, question, "context"))
    logit = calibration.bias + calibration.cosine * cosine + calibration.coverage * covered
    if only_unknown_names(candidates, question):
        logit -= calibration.unknown_names
    return np.round(1.0 / (1.0 + np.exp(-logit)), 6)


def coverage(candidates: Candidates, question: Question, route: Literal["text", "context"]) -> Scores:
    """(n,) BM25 as a share of what a memory would get that holds every term of the question again and again."""
    documents, _, frequencies = candidates.statistics.get(route, (0, 0.0, {}))
    whole = sum(idf(documents, frequencies.get(term, 0)) for term in question.terms)
    if whole <= 0.0:
        return np.zeros(len(candidates.ids))
    return np.nan_to_num(candidates.scores[route], nan=0.0) / whole


def only_unknown_names(candidates: Candidates, question: Question) -> bool:
    """Whether the question names something and no memory of this user, whatever the filters, has one of the names."""
    _, _, frequencies = candidates.statistics.get("text", (0, 0.0, {}))
    return bool(question.names) and not any(frequencies.get(name, 0) for name in question.names)


def labels(
    memory: Memory, now: datetime, policy: ActivityPolicy, *, stale: float, over: bool = False
) -> tuple[str, ...]:
    """What a reader must know beside the text: whose voice it is unless the speaker's own (`quoted`, `fiction`, `role
    play`), `may have changed`, `system inference`, `superseded`, `partly superseded`, `expired`,
    `disputed`, and of what is derived `archived`. `over`: what the turn said has expired since."""
    found = [] if memory.dimensions.voice == "own" else [memory.dimensions.voice.replace("_", " ")]
    concluded = memory.producer.startswith(CONCLUDES) and memory.resolution in ("fact", "procedure")
    disputed = any(link.edge == "contradicts" for link in memory.links)
    provisional = memory.status == "provisional"
    unsure = memory.resolution != "turn" and (provisional or memory.modality == "hypothetical")
    if unsure and memory.history and memory.history[-1].reason == ENDED_UNSAID:
        found.append("may have changed")
    elif concluded or (unsure and not (provisional and disputed and memory.confidence >= CONFIDENCE_ACTIVE)):
        found.append("system inference")
    if memory.status == "superseded" or stale >= 1.0:
        found.append("superseded")
    elif stale > 0.0:
        found.append("partly superseded")
    if over or is_expired(memory, now) or is_over(memory, now):
        found.append("expired")
    if is_archived(memory, now, policy):
        found.append("archived")
    if disputed:
        found.append("disputed")
    return tuple(found)


def contradicting_ids(memories: Sequence[Memory]) -> tuple[str, ...]:
    """Ids of memories that one of these contradicts and that are not among them."""
    own = {memory.memory_id for memory in memories}
    linked = (link.memory_id for memory in memories for link in memory.links if link.edge == "contradicts")
    return tuple(dict.fromkeys(memory_id for memory_id in linked if memory_id not in own))


def contradictions(memories: Sequence[Memory], others: Mapping[str, Memory]) -> tuple[Contradiction, ...]:
    """One packet per pair of memories that contradict each other, in the order of `memories`; of what is said and what
    is done, the saying is the claim. `current` is the side that is active while the other is not; None when order could
    not settle it."""
    known = {**others, **{memory.memory_id: memory for memory in memories}}
    packets: dict[frozenset[str], Contradiction] = {}
    for memory in memories:
        for link in memory.links:
            other = known.get(link.memory_id)
            pair = frozenset((memory.memory_id, link.memory_id))
            if link.edge != "contradicts" or other is None or other.status == "retired" or pair in packets:
                continue
            claim, counter = (other, memory) if memory.attribute == BEHAVIOUR else (memory, other)
            active = [side.content for side in (memory, other) if side.status == "active"]
            packets[pair] = Contradiction(
                claim=claim.content,
                counter_claim=counter.content,
                claim_id=claim.memory_id,
                counter_claim_id=counter.memory_id,
                current=active[0] if len(active) == 1 else None,
                reason=link.reason,
            )
    return tuple(packets.values())
