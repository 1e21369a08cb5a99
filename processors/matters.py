"""Matters: which memories are about somebody, something or a topic that a person wants gone. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from processors.claims.people import RELATIONS
from processors.language import HAN
from schemas.dimensions import Topic
from schemas.memories import Memory

_HAN = re.compile(f"[{HAN}]")
_ROLES = frozenset(("spouse", "child"))
"""Relations whose unnamed bearer is the subject of claims under the relation's own name."""


@dataclass(frozen=True, slots=True)
class Matter:
    """`named`: an entity or subject in words, "" = none; `topic`: a topic label."""

    named: str = ""
    topic: Topic | None = None


@dataclass(frozen=True, slots=True)
class Going:
    """What goes when a matter is forgotten. `named`: the memories that are about it; `with_them`: turns that those rest
    on, and what rests on nothing but turns that go."""

    named: Sequence[Memory]
    with_them: Sequence[Memory]


def going(matter: Matter, memories: Sequence[Memory]) -> Going:
    """From all memories of a user, in their order."""
    roles = _roles(matter.named, memories)
    said = re.compile(_pattern(matter.named)) if matter.named else None
    return going_along([memory for memory in memories if _is_about(memory, matter, said, roles)], memories)


def going_along(named: Sequence[Memory], memories: Sequence[Memory]) -> Going:
    """What goes with these, from all memories of a user."""
    ids = {memory.memory_id for memory in named}
    events = {evidence.event_id for memory in named if not is_concluded(memory) for evidence in memory.evidence}
    with_them = [
        memory for memory in memories if memory.memory_id not in ids and memory.evidence and _rests_on(memory, events)
    ]
    return Going(named, with_them)


def mentions(matter: Matter, text: str) -> bool:
    """Whether a text has the matter's words."""
    return bool(matter.named) and re.search(_pattern(matter.named), folded(text)) is not None


def _is_about(memory: Memory, matter: Matter, said: re.Pattern[str] | None, roles: frozenset[str]) -> bool:
    if matter.topic is not None and memory.dimensions.topic == matter.topic:
        return True
    if said is None:
        return False
    held = (memory.content, memory.value, memory.subject, *(entity.text for entity in memory.dimensions.entities))
    return memory.subject in roles or any(said.search(folded(text)) for text in held)


def _pattern(named: str) -> str:
    """The words as they are, and in scripts with spaces not inside another word: Ann is not Anna, her "Ann's" is."""
    words = re.escape(folded(named).strip())
    return words if _HAN.search(named) else rf"(?<!\w){words}(?!\w)"


def folded(text: str) -> str:
    """A text as names are compared: NFKC, case folded."""
    return unicodedata.normalize("NFKC", text).casefold()


def _roles(named: str, memories: Iterable[Memory]) -> frozenset[str]:
    """Under which relations the user's claims about this person stand without the name: my child, when there is one."""
    if not named:
        return frozenset()
    bearers: dict[str, set[str]] = {}
    for memory in memories:
        if memory.subject == "user" and memory.attribute in RELATIONS and memory.status in ("active", "provisional"):
            bearers.setdefault(memory.attribute, set()).add(folded(memory.value))
    return frozenset(role for role in _ROLES if bearers.get(role) == {folded(named).strip()})


def _rests_on(memory: Memory, events: set[str]) -> bool:
    """A turn goes with what rests on it; a fact when nothing else supports it."""
    own = {evidence.event_id for evidence in memory.evidence}
    return not own.isdisjoint(events) if memory.resolution == "turn" else own <= events


def is_concluded(memory: Memory) -> bool:
    """Whether a memory was made of others (summaries, habits): it is made anew without what goes, and takes nothing
    along that it only repeats."""
    return memory.resolution in ("episode", "procedure") or memory.producer.startswith("abstract/")
