"""Contexts of turns whose neighbours were forgotten: what is forgotten must not live on beside what stays."""

from __future__ import annotations

from processors.consolidation.build import context_vector, line
from processors.consolidation.position import Position, moved
from processors.consolidation.state import WINDOW_TURNS
from schemas.memories import Memory, MemoryDropped, MemoryPut


def mend_contexts(position: Position) -> None:
    """Rewrite the context of every turn that stood within two turns after a dropped one, from the turns that stay."""
    state = position.state
    dropped = {change.memory_id for change in position.changes.values() if isinstance(change, MemoryDropped)}
    sessions = {
        memory.session
        for memory_id in dropped
        if (memory := state.memories.get(memory_id)) is not None and memory.resolution == "turn"
    }
    for session in sorted(sessions):
        turns = sorted(state.turn_memories(session), key=lambda memory: memory.known_from)
        staying = [memory for memory in turns if memory.memory_id not in dropped]
        before = {memory.memory_id: turns[max(0, n - WINDOW_TURNS) : n] for n, memory in enumerate(turns)}
        for number, memory in enumerate(staying):
            if any(neighbour.memory_id in dropped for neighbour in before[memory.memory_id]):
                position.put(_mended(position, memory, staying[max(0, number - WINDOW_TURNS) : number]))


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
