"""Edges between facts: what causes, serves, is part of or resembles what, by the words of one turn or by the vectors.

"I gave up coffee because I have gastritis", 因为…所以: the fact in the reason causes the other. "I run in order to
lose weight", 为了…: what is done supports the purpose. What is said to be part of something (`wholes.py`) points to it.
Two current facts of one kind with near vectors are similar.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise

from processors.consolidation.build import spoken_text
from processors.consolidation.position import Position, moved
from processors.consolidation.slots import cosine, plain
from processors.consolidation.wholes import parts_of_wholes
from processors.dimensions.reasons import Why, find_purpose, find_reason
from schemas.events import TurnRecorded
from schemas.memories import HISTORY_MAX, Edge, Evidence, Link, Memory, MemoryDropped, MemoryPut, Revision

TOLD: frozenset[Edge] = frozenset(("causes", "part_of", "similar_to", "supports"))
"""Edges that are found once, where they are said, and stay while both ends do."""
SIBLINGS_MAX = 64
"""Facts of the same kind that a new one is compared with; more would cost with every turn."""
_SERVED = frozenset(("goal", "plan", "decision", "commitment"))
"""What is served: a purpose is one of these, or says one."""


def link_edges(position: Position) -> None:
    """Put the edges that this position's turn gives on the facts it made or changed, and take away those to what it
    dropped."""
    event = position.staged.event
    content = spoken_text(event) if isinstance(event, TurnRecorded) else ""
    here = _facts_here(position) if content else []
    found: dict[str, tuple[Memory, list[Link]]] = {}
    told = (_causes(here, content), _serves(position, here, content), parts_of_wholes(position, here, content))
    for source, link in (*chain.from_iterable(told), *_alike(position, here)):
        found.setdefault(source.memory_id, (source, []))[1].append(link)
    for source, links in found.values():
        _put_links(position, source, links)
    _unlink_dropped(position)


def kept_links(position: Position, old: Memory | None, new: Memory) -> Memory:
    """`new` with the told edges of `old` whose other ends are still there."""
    if old is None:
        return new
    kept = [link for link in old.links if link.edge in TOLD and _is_there(position, link.memory_id)]
    return new.model_copy(update={"links": (*new.links, *kept)}) if kept else new


def _facts_here(position: Position) -> list[Memory]:
    """The facts that this position's turn speaks of, in the order of their words."""
    event = position.staged.event
    assert event is not None, "its text was read"
    puts = (change.memory for change in position.changes.values() if isinstance(change, MemoryPut))
    facts = (memory for memory in puts if memory.resolution == "fact" and _span(memory, event.event_id) is not None)
    return sorted(facts, key=lambda memory: (_span(memory, event.event_id) or (0, 0), memory.memory_id))


def _span(memory: Memory, event_id: str) -> tuple[int, int] | None:
    return next(((e.start, e.end) for e in memory.evidence if e.event_id == event_id), None)


def _causes(here: list[Memory], content: str) -> Iterator[tuple[Memory, Link]]:
    reason = find_reason(content)
    for cause in _inside(here, reason):
        for effect in here:
            if effect not in _inside(here, reason) and _one_sentence(content, cause, effect):
                yield cause, Link(edge="causes", memory_id=effect.memory_id, reason="said as its reason")


def _serves(position: Position, here: list[Memory], content: str) -> Iterator[tuple[Memory, Link]]:
    purpose = find_purpose(content)
    if not purpose.text:
        return
    said = set(plain(purpose.text).split())
    aims = [memory for memory in here if memory.attribute in _SERVED and memory in _inside(here, purpose)]
    for slot, ids in position.state.by_slot.items():
        if slot[1].partition(":")[0] in _SERVED:
            known = (position.state.memories[memory_id] for memory_id in sorted(ids) if _is_there(position, memory_id))
            aims += [aim for aim in known if aim.status == "active" and _says(aim.value, said)]
    for memory in here:
        if memory in _inside(here, purpose):
            continue
        for aim in aims:
            if aim.memory_id != memory.memory_id:
                yield memory, Link(edge="supports", memory_id=aim.memory_id, reason="said to be for it")


def _says(value: str, said: set[str]) -> bool:
    words = set(plain(value).split())
    return bool(words) and words <= said


def _alike(position: Position, here: list[Memory]) -> Iterator[tuple[Memory, Link]]:
    for memory in here:
        family = (memory.slot[0], memory.slot[1].partition(":")[0])
        if family == memory.slot or memory.status != "active":
            continue
        for slot in list(position.state.families.get(family, ()))[-SIBLINGS_MAX:]:
            for other_id in sorted(position.state.by_slot.get(slot, ())):
                other = position.state.memories[other_id]
                current = slot != memory.slot and other.status == "active" and _is_there(position, other_id)
                if (
                    current
                    and _share_a_word(memory.value, other.value)
                    and cosine(memory.vector, other.vector) >= position.policy.merge_threshold
                ):
                    yield memory, Link(edge="similar_to", memory_id=other_id, reason="says nearly the same")


def _share_a_word(one: str, other: str) -> bool:
    """Vectors of short sentences are near by their pattern alone, so a word, or two characters, must be the same."""
    first, second = plain(one), plain(other)
    if set(first.split()) & set(second.split()):
        return True
    return any(a > "\u4e00" and a + b in second for a, b in pairwise(first))


def _inside(here: list[Memory], why: Why) -> list[Memory]:
    """The facts whose words stand, for the most part, within a reason or purpose."""
    return [memory for memory in here if why.text and _mostly_in(memory.evidence[-1], why)]


def _mostly_in(said: Evidence, why: Why) -> bool:
    shared = min(said.end, why.end) - max(said.start, why.start)
    return shared > 0 and 2 * shared >= said.end - said.start


def _one_sentence(content: str, one: Memory, other: Memory) -> bool:
    first, last = sorted((one.evidence[-1].start, other.evidence[-1].start))
    return not any(sign in content[first:last] for sign in ".!?。！？\n")


def _put_links(position: Position, memory: Memory, links: list[Link]) -> None:
    have = {(link.edge, link.memory_id) for link in memory.links}
    fresh = {(link.edge, link.memory_id): link for link in links if (link.edge, link.memory_id) not in have}
    if not fresh:
        return
    history = memory.history
    all_links = (*memory.links, *fresh.values())
    if history and history[-1].offset == position.staged.offset:
        history = (*history[:-1], history[-1].model_copy(update={"links": all_links}))
    elif memory.memory_id not in position.changes:
        step = Revision(
            offset=position.staged.offset,
            status=memory.status,
            confidence=memory.confidence,
            reason=next(iter(fresh.values())).reason,
            links=all_links,
        )
        history = (*history, step)[-HISTORY_MAX:]
    position.put(moved(memory, position.staged, links=all_links, history=history))


def _is_there(position: Position, memory_id: str) -> bool:
    change = position.changes.get(memory_id)
    return memory_id in position.state.memories and not isinstance(change, MemoryDropped)


def _unlink_dropped(position: Position) -> None:
    """What was told to go with a fact that is dropped says so no more."""
    dropped = {i for i, change in position.changes.items() if isinstance(change, MemoryDropped)}
    pointing = {i for memory_id in dropped for i in position.state.pointing.get(memory_id, ())}
    for memory_id in sorted(pointing):
        other = position.now(memory_id)
        if other is None:
            continue
        left = tuple(link for link in other.links if link.memory_id not in dropped or link.edge not in TOLD)
        if left != other.links:
            position.put(other.model_copy(update={"links": left, "offset": position.staged.offset}))
