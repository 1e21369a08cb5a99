"""Contexts of turns whose neighbours were forgotten or hidden: what must not be shown must not stand beside what is."""

from __future__ import annotations

from processors.consolidation.build import context_vector, line
from processors.consolidation.position import Position, moved
from processors.consolidation.state import WINDOW_TURNS
from schemas.memories import Memory, MemoryPut


def mend_contexts(position: Position) -> None:
    """Rewrite the context of every turn that stood within two turns after one that is dropped, hidden, or shown again,
    from the turns that are shown."""
    state = position.state
    changed = {
        memory_id
        for memory_id, change in position.changes.items()
        if (memory := state.memories.get(memory_id)) is not None
        and memory.resolution == "turn"
        and _shown(memory) != (isinstance(change, MemoryPut) and _shown(change.memory))
    }
    for session in sorted({state.memories[memory_id].session for memory_id in changed}):
        turns = sorted(state.turn_memories(session), key=lambda memory: memory.known_from)
        # A turn that is shown again stands, for the turns behind it, where it stood when it was hidden.
        standing = [memory for memory in turns if _shown(memory) or memory.memory_id in changed]
        shown = [memory for memory in turns if _shown(memory) != (memory.memory_id in changed)]
        before = {memory.memory_id: standing[max(0, n - WINDOW_TURNS) : n] for n, memory in enumerate(standing)}
        for number, memory in enumerate(shown):
            if any(neighbour.memory_id in changed for neighbour in before[memory.memory_id]):
                position.put(_mended(position, memory, shown[max(0, number - WINDOW_TURNS) : number]))


def _shown(memory: Memory) -> bool:
    return memory.status != "quarantined"


def _mended(position: Position, memory: Memory, window: list[Memory]) -> Memory:
    change = position.changes.get(memory.memory_id)
    latest = change.memory if isinstance(change, MemoryPut) else memory
    return moved(
        latest,
        position.staged,
        context="\n".join(line(m.speaker, m.content) for m in (*window, latest)),
        context_vector=context_vector([latest.vector, *(m.vector for m in reversed(window))]),
        answers=bool(window) and window[-1].asks,
    )
