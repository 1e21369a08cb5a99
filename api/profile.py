"""The profile: what is known about a user now, and what comes again when.

Made of the active memories whenever it is asked for: nothing is stored that forgetting would have to find.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from api.pending import Pending, pending
from api.services import Services
from indexers.index import MemoryIndex, Scope, Visibility
from processors.abstraction.schedule import is_due, next_due
from schemas.memories import Memory, Resolution
from schemas.queries import Filters

PROFILE_MAX = 500
"""Facts, and procedures, that a profile is made of."""
PREFERENCE_KINDS = ("preference", "goal")
_GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("identity", ("name", "nickname", "age", "birthday", "nationality", "hometown", "language", "relationship_status")),
    (
        "contact",
        ("phone", "work_phone", "home_phone", "extension", "email", "work_email", "address", "work_address"),
    ),
    ("home", ("home_city", "owns")),
    ("people", ("spouse", "child", "parent", "sibling", "friend", "pet")),
    ("work", ("occupation", "employer", "side_job", "education", "skill", "founded", "member_of", "uses", "runs_on")),
    ("health", ("allergy", "diet", "health", "medication")),
    ("likes", ("likes", "hobby")),
    ("dislikes", ("dislikes",)),
    ("interests", ("interest",)),
    ("ahead", ("goal", "plan", "commitment", "decision")),
    ("habits", ("habit", "behaviour")),
    ("now", ("state",)),
    ("instructions", ("instruction",)),
)
OTHERS, REST = "others", "other"
"""What is known of other people than the user, and what no group names."""
_GROUP_OF = {attribute: name for name, attributes in _GROUPS for attribute in attributes}
_ORDER = (*(name for name, _ in _GROUPS), REST, OTHERS)


@dataclass(frozen=True, slots=True)
class Group:
    """Facts of one sort, the most important first."""

    name: str
    memories: list[Memory]


@dataclass(frozen=True, slots=True)
class Procedure:
    """What is done how, or again and again. `next_at`: None where it comes at no time; `due`: it comes about now."""

    memory: Memory
    next_at: datetime | None
    due: bool


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known about a user now: `core` always matters, `preferences` colour answers, `facts` are the rest; the
    same in `groups` by what they are about. `unsettled`: how many memories wait for review."""

    core: list[Memory]
    preferences: list[Memory]
    facts: list[Memory]
    groups: list[Group]
    procedures: list[Procedure]
    unsettled: int


async def profile(services: Services, scope: Scope) -> Profile:
    """The caller has made sure that the user is known."""
    index, now = services.reading().index, services.now()
    waiting = await pending(services, scope)
    facts = await _known(index, scope, waiting, now, "fact")
    procedures = await _known(index, scope, waiting, now, "procedure")
    counts = await index.count(scope)
    core = [memory for memory in facts if memory.scope == "core" or memory.pinned]
    rest = [memory for memory in facts if memory not in core]
    return Profile(
        core=core,
        preferences=[memory for memory in rest if memory.kind in PREFERENCE_KINDS],
        facts=[memory for memory in rest if memory.kind not in PREFERENCE_KINDS],
        groups=grouped(facts),
        procedures=[Procedure(memory, next_due(memory, now), is_due(memory, now)) for memory in procedures],
        unsettled=counts.get("provisional", 0) + counts.get("quarantined", 0),
    )


def grouped(facts: list[Memory]) -> list[Group]:
    """Facts by what they are about, in the order of the table; groups without any are left out."""
    found: dict[str, list[Memory]] = {}
    for memory in facts:
        own = memory.subject in ("user", "") or memory.subject == memory.user
        found.setdefault(_GROUP_OF.get(memory.attribute, REST) if own else OTHERS, []).append(memory)
    return [Group(name, found[name]) for name in _ORDER if name in found]


async def _known(
    index: MemoryIndex, scope: Scope, waiting: Pending, now: datetime, resolution: Resolution
) -> list[Memory]:
    page = await index.list_memories(
        scope,
        Visibility(now=now),
        Filters(resolution=(resolution,), status=("active",)),
        order="importance",
        limit=PROFILE_MAX,
        cursor="",
    )
    return [memory for memory in page.memories if not waiting.hides(memory)]
