"""Why: the chain of reasons behind a memory: what was said, which rule took it, what replaced it."""

from __future__ import annotations

from dataclasses import dataclass

from api.services import Services
from indexers.index import Scope
from schemas.events import MemoryAsserted, TurnRecorded, TurnRedriven
from schemas.located import Located
from schemas.memories import Evidence, MemoriesRecord, Memory, Revision, SlotClaim

DECISIONS_MAX = 32
"""As many as a memory keeps revisions."""


@dataclass(frozen=True, slots=True)
class Ground:
    """One piece of evidence with the words that it points at. `located` None = the event cannot be read any more."""

    evidence: Evidence
    located: Located | None
    quote: str
    role: str
    speaker: str


@dataclass(frozen=True, slots=True)
class DecisionMade:
    """One revision, and what consolidate did at its position. `claims`: the accepted claims of the memory's slot."""

    revision: Revision
    record: MemoriesRecord | None
    claims: tuple[SlotClaim, ...]


@dataclass(frozen=True, slots=True)
class Reasons:
    """Everything that made a memory what it is."""

    memory: Memory
    grounds: list[Ground]
    decisions: list[DecisionMade]


async def reasons(services: Services, scope: Scope, memory: Memory) -> Reasons:
    """Read from the log and the commit log, so that it is what happened, not a guess."""
    grounds = []
    for evidence in memory.evidence:
        located = await services.follower.event(scope.user_key, evidence.event_id)
        grounds.append(_ground(evidence, located))
    decisions = []
    for revision in memory.history[-DECISIONS_MAX:]:
        record = await services.follower.record(scope.user_key, revision.offset)
        claims = tuple(claim for claim in record.claims if claim.slot == memory.slot) if record is not None else ()
        decisions.append(DecisionMade(revision, record, claims))
    return Reasons(memory, grounds, decisions)


def _ground(evidence: Evidence, located: Located | None) -> Ground:
    match located.event if located is not None else None:
        case TurnRecorded(content=text, role=role, speaker=speaker):
            pass
        case TurnRedriven(turn=TurnRecorded(content=text, role=role, speaker=speaker)):
            pass
        case MemoryAsserted(content=content):
            return Ground(evidence, located, content, "", "")
        case _:
            return Ground(evidence, None, "", "", "")
    quote = text[evidence.start : evidence.end] if evidence.end else text
    return Ground(evidence, located, quote, role, speaker)
