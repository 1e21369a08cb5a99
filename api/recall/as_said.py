"""As said: what was current by the conversation's clock, in whatever order it was recorded (DESIGN §6, as-of).

A position knows what the log had superseded by then. An import need not be in order: where the later statement was
recorded first, the earlier one was superseded from its first moment, though it held for months.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from api.recall.fresh import Moment
from indexers.index import Candidates, MemoryIndex, Scope
from processors.consolidation.build import memory_id
from schemas.memories import Memory, Revision, Status


async def as_said(candidates: Candidates, moment: Moment, index: MemoryIndex, scope: Scope) -> Candidates:
    """The candidates with facts, the turns that said them, and turns that others overtook, current again where all that
    superseded them was said later than the time asked for. Costs nothing unless a conversation's own clock is asked by.
    """
    if moment.said_by is None or "superseded" not in candidates.status:
        return candidates
    superseded = [i for i, status in zip(candidates.ids, candidates.status, strict=True) if status == "superseded"]
    facts = {
        name: memory
        for name, memory in (await index.get(scope, superseded)).items()
        if (memory.resolution == "fact" or _successors(memory)) and moment.hears(memory)
    }
    successors = await index.get(scope, list({later for fact in facts.values() for later in _successors(fact)}))
    current = {name: fact for name, fact in facts.items() if _held(fact, successors, moment)}
    turns = {memory_id(scope.user_key, e.event_id, "turn") for fact in current.values() for e in fact.evidence}
    status = [
        ("raw" if name in turns else "active" if name in current else held) if held == "superseded" else held
        for name, held in zip(candidates.ids, candidates.status, strict=True)
    ]
    return replace(candidates, status=status)


def current_again(memory: Memory) -> Memory:
    """A superseded memory as it stood while it was current, without what superseded it; another one as it is."""
    if memory.status != "superseded":
        return memory
    status: Status = "raw" if memory.resolution == "turn" else "active"
    links = tuple(link for link in memory.links if link.edge != "supersedes")
    revision = Revision(offset=memory.known_from, status=status, confidence=memory.confidence, links=links)
    return memory.model_copy(update={"status": status, "links": links, "history": (revision,)})


def _successors(fact: Memory) -> list[str]:
    return [link.memory_id for link in fact.links if link.edge == "supersedes"]


def _held(fact: Memory, successors: Mapping[str, Memory], moment: Moment) -> bool:
    """Whether the fact was current: something superseded it, and none of that had been said. What ended without a
    successor ("no longer") stays ended."""
    later = _successors(fact)
    return bool(later) and all(name in successors and not moment.hears(successors[name]) for name in later)
