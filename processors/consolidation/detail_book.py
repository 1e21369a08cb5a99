"""DetailBook: the details that the raw turns of one user state, by topic, and what they came to."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from processors.consolidation.slots import said_order
from schemas.dimensions import Detail
from schemas.memories import Link, Memory

Topic = tuple[str, str]
"""Details of one topic and sort of value speak of the same thing."""
PLANS: Topic = ("", "plan")
"""Where all plans and their ends are: they are told by their words, not by one topic."""
_SORTS = {"code": "number", "colour": "name", "place": "name", "word": "name", "over": "plan"}


@dataclass(frozen=True, slots=True)
class Told:
    """One detail of one turn, with what decides about it. `whole`: it is most of what the turn says."""

    memory_id: str
    event_id: str
    occurred_at: datetime
    offset: int
    session: str
    speaker: str
    detail: Detail
    whole: bool


@dataclass(slots=True)
class DetailBook:
    """Kept up with the memories: what is forgotten, hidden or edited states nothing. `links`: memory id → those that
    its details gave it."""

    by_topic: dict[Topic, list[Told]] = field(default_factory=dict)
    topics: dict[str, tuple[Topic, ...]] = field(default_factory=dict)
    links: dict[str, tuple[Link, ...]] = field(default_factory=dict)

    def put(self, memory: Memory) -> None:
        """A raw turn is now this."""
        if not memory.dimensions.details:
            return
        self.drop(memory.memory_id)
        if memory.links:
            self.links[memory.memory_id] = memory.links
        for topic, told in told_of(memory).items():
            held = self.by_topic.setdefault(topic, [])
            for one in told:
                insort(held, one, key=said_order)
            self.topics[memory.memory_id] = (*self.topics.get(memory.memory_id, ()), topic)

    def drop(self, memory_id: str) -> None:
        """A raw turn is gone."""
        self.links.pop(memory_id, None)
        for topic in self.topics.pop(memory_id, ()):
            left = [one for one in self.by_topic[topic] if one.memory_id != memory_id]
            if left:
                self.by_topic[topic] = left
            else:
                del self.by_topic[topic]

    def told(self, topic: Topic, here: Iterable[Memory], gone: Iterable[str], latest: int | None) -> list[Told]:
        """What is stated of a topic in the order of what was said when, with the turns as they are `here` and without
        those that are `gone`. `latest`: of what was there already only so much, the last; None = all."""
        changed = {memory.memory_id: told_of(memory).get(topic, ()) for memory in here}
        without = {*changed, *gone}
        held = self.by_topic.get(topic, [])
        kept = [one for one in held[-latest if latest else 0 :] if one.memory_id not in without]
        return sorted([*kept, *(one for told in changed.values() for one in told)], key=said_order)


def told_of(memory: Memory) -> dict[Topic, tuple[Told, ...]]:
    """What a raw turn states, by topic; nothing when it is hidden, edited by a person, or not one's own words."""
    edited = memory.status == "superseded" and not any(link.edge == "supersedes" for link in memory.links)
    if memory.status == "quarantined" or memory.dimensions.voice != "own" or (edited and memory.flags):
        return {}
    found: dict[Topic, tuple[Told, ...]] = {}
    evidence = memory.evidence[0]
    for detail in memory.dimensions.details:
        topic = topic_of(detail)
        told = Told(
            memory.memory_id,
            evidence.event_id,
            memory.occurred_at,
            evidence.offset,
            memory.session,
            memory.speaker,
            detail,
            (detail.end - detail.start) >= WHOLE_SHARE * len(memory.content),
        )
        found[topic] = (*found.get(topic, ()), told)
    return found


def topic_of(detail: Detail) -> Topic:
    """Under which topic and sort of value a detail is kept."""
    sort = _SORTS.get(detail.form, detail.form)
    return PLANS if sort == "plan" else (detail.topic, sort)


WHOLE_SHARE = 0.6
"""A detail that is at least so much of its turn takes the turn along when it is overtaken (see STALE_SHARE)."""
