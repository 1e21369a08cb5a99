"""KeptMemories: the memories of one user's state, raw turns packed.

A turn takes about 11 kB as an object and 3.5 kB packed (512-dimensional vectors, 2026-11-30). Deciding touches the last
turns of a session and those that a claim rests on, so the others are unpacked when they are asked for. A state that is
pickled is packed as a whole: most of it is not asked for before it is laid down again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, MutableMapping

from schemas.memories import Memory

WARM_TURNS = 32
"""Raw turns kept as objects: the windows of the sessions at work."""

_Packed = tuple[bytes, bytes, bytes]


class KeptMemories(MutableMapping[str, Memory]):
    """Memories by id, in the order in which they came. What goes in comes out equal."""

    def __init__(self) -> None:
        self._memories: dict[str, Memory | _Packed] = {}
        self._warm: OrderedDict[str, None] = OrderedDict()

    def __getstate__(self) -> dict[str, _Packed]:
        return {name: _packed(held) if isinstance(held, Memory) else held for name, held in self._memories.items()}

    def __setstate__(self, packed: dict[str, Memory | _Packed]) -> None:
        self._memories, self._warm = packed, OrderedDict()

    def __getitem__(self, memory_id: str) -> Memory:
        held = self._memories[memory_id]
        if isinstance(held, Memory):
            return held
        memory = _unpacked(held)
        if memory.resolution != "turn":
            # What turns come to is asked for again and again.
            self._memories[memory_id] = memory
        return memory

    def __setitem__(self, memory_id: str, memory: Memory) -> None:
        self._memories[memory_id] = memory
        self._warm.pop(memory_id, None)
        if memory.resolution != "turn":
            return
        self._warm[memory_id] = None
        if len(self._warm) > WARM_TURNS:
            cold, _ = self._warm.popitem(last=False)
            self._memories[cold] = _packed(self[cold])

    def __delitem__(self, memory_id: str) -> None:
        del self._memories[memory_id]
        self._warm.pop(memory_id, None)

    def __contains__(self, memory_id: object) -> bool:
        return memory_id in self._memories

    def __iter__(self) -> Iterator[str]:
        return iter(self._memories)

    def __len__(self) -> int:
        return len(self._memories)


def _packed(memory: Memory) -> _Packed:
    text = memory.model_dump_json(exclude_defaults=True, exclude={"vector", "context_vector"})
    return text.encode(), memory.vector, memory.context_vector


def _unpacked(packed: _Packed) -> Memory:
    text, vector, context_vector = packed
    return Memory.model_validate_json(text).model_copy(update={"vector": vector, "context_vector": context_vector})
