"""Overtaking: what is told beside a memory of a block that a later one of it may have made untrue.

Consolidation decides where a rule knows for sure, and hides what is superseded. What only seems so is shown, with the
day of the later statement: a reader can weigh both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from api.recall.clash import says_otherwise
from api.recall.statements import Statement, asked_of, statements
from processors.claims.overtaking import EARLIER_MAX, ENOUGH, Overtaken, overtakes
from processors.zones import zone_of
from schemas.memories import Memory

COMPARED_MAX = 40
"""Memories of a block that are compared, the best ones first: some 800 pairs at most."""
LIKELY = 3.0
"""Points from which on it is likely, not only possible."""
SHORT = 80
"""Characters of a turn that says one thing."""
_SAYS_NOTHING = ("question", "greet", "filler")


def remarks(memories: Iterable[Memory], question: str) -> dict[str, str]:
    """Memory id → what is told beside it. `memories`: those of a block, best first."""
    said = [memory for memory in memories if _states(memory)][:COMPARED_MAX]
    asked = asked_of(question)
    stated: dict[str, list[Statement]] = {}
    for one in statements(said):
        stated.setdefault(one.memory.memory_id, []).append(one)
    texts = list(dict.fromkeys(memory.content for memory in said if memory.resolution == "turn"))
    found: dict[str, str] = {}
    for earlier in said:
        best = max(
            (
                (points, later.occurred_at, later.known_from, what, later)
                for later in said
                if _follows(later, earlier)
                for points, what in (_overtakes(later, earlier, question, texts, stated, asked),)
                if what
            ),
            key=lambda one: one[:3],
            default=None,
        )
        if best is not None:
            day = best[4].occurred_at.astimezone(zone_of(best[4].timezone))
            found[earlier.memory_id] = f"{'likely' if best[0] >= LIKELY else 'perhaps'} {best[3]}, see {day:%Y-%m-%d}"
    return {**_inherited(said, found), **found}


def _overtakes(
    later: Memory,
    earlier: Memory,
    question: str,
    texts: Sequence[str],
    stated: Mapping[str, Sequence[Statement]],
    asked: frozenset[str],
) -> tuple[float, Overtaken]:
    points, what = overtakes(later.content, earlier.content, question, texts)
    if what or max(len(earlier.content), len(later.content)) > EARLIER_MAX:
        return points, what
    other = any(
        says_otherwise(left, right, asked)
        for left in stated.get(earlier.memory_id, ())
        for right in stated.get(later.memory_id, ())
    )
    return (ENOUGH, "superseded") if other else (0.0, "")


def _inherited(said: Sequence[Memory], found: Mapping[str, str]) -> dict[str, str]:
    """What is told beside the facts of short turns beside which something is told: a fact says less than its turn."""
    of_event = {
        event: found[memory.memory_id]
        for memory in said
        if memory.resolution == "turn" and memory.memory_id in found and len(memory.content) <= SHORT
        for event in _events(memory)
    }
    return {
        memory.memory_id: of_event[min(events)]
        for memory in said
        if memory.resolution == "fact" and (events := _events(memory)) and events <= of_event.keys()
    }


def _states(memory: Memory) -> bool:
    dimensions = memory.dimensions
    if memory.resolution == "turn":
        return memory.role == "user" and not memory.asks and dimensions.intent not in _SAYS_NOTHING
    return memory.resolution == "fact" and not memory.pinned


def _follows(later: Memory, earlier: Memory) -> bool:
    """Whether it was said afterwards by the same speaker, in another turn, and nothing says that both are disputed."""
    if later.speaker != earlier.speaker:
        return False
    if any(link.edge == "contradicts" and link.memory_id == later.memory_id for link in earlier.links):
        return False
    if not _events(later).isdisjoint(_events(earlier)):
        return False
    return (later.occurred_at, later.known_from) > (earlier.occurred_at, earlier.known_from)


def _events(memory: Memory) -> frozenset[str]:
    return frozenset(evidence.event_id for evidence in memory.evidence)
