"""Cap: beyond the policy's number of memories of one user, the least active ones leave the index, never the log."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from processors.activity import order_of_fading
from processors.consolidation.position import Position
from schemas.memories import Memory, MemoryDropped

ROOM_SHARE = 0.01
"""Part of the number that is made room for at once, because looking for the least active ones looks at all."""


def keep_within_cap(position: Position) -> None:
    """Drop the least active memories when this position made one too many. Core and pinned ones stay, and what this
    position itself brought or changed. The time that counts is the event's record, so a replay drops the same ones;
    under a higher cap a rebuild brings them back."""
    event, policy = position.staged.event, position.policy.activity
    assert event is not None, "only an event that could be read makes memories"
    memories, changes = position.state.memories, position.changes
    gone = sum(isinstance(change, MemoryDropped) and name in memories for name, change in changes.items())
    new = sum(not isinstance(change, MemoryDropped) and name not in memories for name, change in changes.items())
    over = len(memories) - gone + new - policy.memories_max
    if over <= 0:
        return
    room = over + int(policy.memories_max * ROOM_SHARE)
    ordered = ((order_of_fading(m, event.recorded_at, policy), m.known_from, m.memory_id) for m in _leaving(position))
    for _, _, memory_id in heapq.nsmallest(room, ordered):
        position.drop(memory_id, "cap")


def _leaving(position: Position) -> Iterator[Memory]:
    for memory_id in position.state.memories:
        memory = position.state.memories[memory_id]
        if memory_id not in position.changes and memory.scope != "core" and not memory.pinned:
            yield memory
