"""Conclusions: one abstracted memory takes its place in its slot, with what people said of it."""

from __future__ import annotations

from collections.abc import Sequence

from processors.consolidation.build import revised
from processors.consolidation.position import Position
from processors.consolidation.state import Slot
from schemas.memories import Judgement, Memory

PRODUCER = "abstract/1"


def conclude(position: Position, slot: Slot, memory: Memory | None) -> None:
    """Let the slot hold this memory and no other; what people said of it holds on."""
    for known in sorted(position.state.by_slot.get(slot, ())):
        if memory is None or known != memory.memory_id:
            position.drop(known, "abstraction")
    if memory is None:
        return
    old = position.state.memories.get(memory.memory_id)
    judged = _judged(memory, judged_at(position, slot))
    changed = revised(old, judged, "abstracted")
    if changed is not None:
        position.put(changed)


def judged_at(position: Position, slot: Slot) -> list[Judgement]:
    """What people have said of a slot, this position included."""
    return [*position.state.judgements.get(slot, ()), *(j for j in position.judgements if j.slot == slot)]


def _judged(memory: Memory, judgements: Sequence[Judgement]) -> Memory:
    """The memory with what people said of it, in order of position."""
    changes: dict[str, object] = {}
    used, flags, last_used = 0, list(memory.flags), memory.last_used
    for judgement in sorted(judgements, key=lambda j: j.offset):
        match judgement.verdict:
            case "wrong" | "sensitive" | "toxic":
                changes["status"] = "quarantined"
                flags.append(judgement.verdict)
            case "confirm":
                changes |= {"status": "active", "confidence": 1.0, "obtained": "user"}
            case "pin":
                changes |= {"pinned": True, "scope": "core"}
            case "replaced":
                changes["status"] = "superseded"
            case "used" | "recalled":
                used += judgement.verdict == "used"
                last_used = max(judgement.occurred_at, last_used or judgement.occurred_at)
            case "unhelpful":
                flags.append("unhelpful")
            case "forget":
                changes, used, flags, last_used = {}, 0, [], None
    return memory.model_copy(update={**changes, "used": used, "flags": tuple(flags), "last_used": last_used})
