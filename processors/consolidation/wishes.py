"""Wishes to forget what was said in so many words: "forget that I have a dog" and the turn "I have a dog"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.clauses import clauses, own_words
from processors.claims.concepts import bag
from processors.consolidation.position import Position
from schemas.claims import Claim
from schemas.memories import SlotClaim

SHARE_SAME = 0.6
"""A clause makes the statement when all that the statement speaks of is in it, and is at least this much of it
(pairs of our own, 30 November 2026)."""
_SAY_LITTLE = frozenset(("have", "own", "keep", "ever", "two", "three", "four", *"养只条头匹两三四吃"))
_SPEAKER = re.compile(r"(?i:\b(?:i|i'm|i've|we|we've|my|our)\b)|[我俺咱]")


def meant(position: Position, wish: Claim) -> Iterator[Claim]:
    """The retractions that a wish comes to: itself, and of a kind of pet ("a dog") each that was said to be one."""
    yield wish
    if wish.attribute != "pet" or not wish.value:
        return
    kind = _telling(wish.value)
    for slot in sorted(position.state.families.get((wish.subject, "pet"), ())):
        for held in position.state.claims.get(slot, ()):
            if kind and kind <= bag(held.text) and held.claim.value != wish.value:
                yield wish.model_copy(update={"value": held.claim.value})
                break


def said_in_words(position: Position, wish: SlotClaim) -> list[tuple[str, int, int]]:
    """(event id, start, end) of the speaker's earlier clauses that make the statement, whether or not a claim was read
    in them."""
    wanted = _telling(wish.claim.value)
    if not wanted or wish.claim.attribute not in ("pet", "note"):
        return []
    found: list[tuple[str, int, int]] = []
    for memory_id in position.state.memories:
        memory = position.state.memories[memory_id]
        own = memory.resolution == "turn" and memory.role == "user" and memory.speaker == wish.speaker
        if own and memory.occurred_at <= wish.occurred_at:
            found += ((e.event_id, *span) for e in memory.evidence for span in _making(memory.content, wanted))
    return found


def _making(content: str, wanted: frozenset[str]) -> Iterator[tuple[int, int]]:
    for clause in clauses(own_words(content)):
        said = _telling(clause.text)
        if (
            _SPEAKER.search(clause.text)
            and not clause.asks
            and wanted <= said
            and len(wanted) >= SHARE_SAME * len(said)
        ):
            yield clause.start, clause.end


def _telling(text: str) -> frozenset[str]:
    return bag(text) - _SAY_LITTLE
