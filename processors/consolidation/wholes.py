"""Wholes: which facts a turn says are part of which, "booking the van is part of moving house", 属于…的一部分."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from processors.claims.concepts import bag
from processors.consolidation.position import Position
from processors.consolidation.slots import plain
from processors.dimensions.parts import Part, find_parts
from processors.dimensions.reasons import Why
from schemas.memories import Link, Memory

PARTED = frozenset(("goal", "plan", "decision", "commitment", "habit", "state", "note", "hobby", "founded"))
"""Attributes of what has parts or is one: undertakings, not people or places."""
CHARACTERS_MIN = 2
_ANY = bag("project plan task job work goal thing bit step part stage whole big new 项目 计划 任务 工作 目标 事情 事")
"""Words that name no undertaking by themselves."""


def parts_of_wholes(position: Position, here: list[Memory], content: str) -> Iterator[tuple[Memory, Link]]:
    """Each fact with its edge to the one that it is part of. `here`: facts that the turn speaks of."""
    for said in find_parts(content):
        wholes = [memory for memory in _known(position, here) if _names(memory, said.whole)]
        parts = _parts(position, here, said)
        for part in parts:
            for whole in wholes:
                if whole.memory_id != part.memory_id and part not in wholes:
                    yield part, Link(edge="part_of", memory_id=whole.memory_id, reason="said to be part of it")


def _parts(position: Position, here: list[Memory], said: Part) -> list[Memory]:
    """Facts that the turn states in the part's words, else known ones that are named by it."""
    if not said.part.text:
        before = [memory for memory in here if memory.evidence[-1].end <= said.whole.start]
        return before[-1:]
    stated = [
        memory
        for memory in here
        if said.part.start <= memory.evidence[-1].start and memory.evidence[-1].end <= said.part.end
    ]
    return stated or [memory for memory in _known(position, here) if _names(memory, said.part)]


def _known(position: Position, here: Iterable[Memory]) -> list[Memory]:
    """The undertakings that hold now, by id."""
    found = {memory.memory_id: memory for memory in here}
    for slot, ids in position.state.by_slot.items():
        if slot[1].partition(":")[0] in PARTED:
            found |= {i: memory for i in ids if i not in found and (memory := position.now(i)) is not None}
    current = (memory for _, memory in sorted(found.items()))
    return [m for m in current if m.attribute in PARTED and m.status in ("active", "provisional")]


def _names(memory: Memory, said: Why) -> bool:
    """Whether what is said names this fact: all it speaks of is in the fact's value, and is more than "the plan"."""
    words = bag(said.text) - _ANY
    known = bag(memory.value)
    if any(word > "\u4e00" for word in words):
        told = plain(said.text)
        return plain(memory.value) in told or _core(told) in plain(memory.value) or words <= known
    return bool(words) and words <= known


def _core(text: str) -> str:
    for ending in ("这个项目", "项目", "计划", "这件事", "的事", "工程"):
        text = text.removesuffix(ending)
    return text if len(text) >= CHARACTERS_MIN else "\0"
