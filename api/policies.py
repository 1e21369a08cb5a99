"""Policies: what a change of how memories fade would mean for a user's own memories, before anything is rebuilt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from api.pending import pending
from api.services import Services
from indexers.index import Scope
from processors.activity import ActivityPolicy, is_archived, is_expired
from processors.policy import parse_policy
from schemas.memories import Memory


@dataclass(frozen=True, slots=True)
class Fading:
    """One policy on one user's memories: `awake` and `archived` of what is derived and current; `beyond_cap`: how many
    memories, turns included, are more than it lets into the index."""

    version: str
    awake: int
    archived: int
    beyond_cap: int


@dataclass(frozen=True, slots=True)
class PolicyComparison:
    """`asleep`: memories that only the second policy archives; `woken`: those that only the first one does."""

    at: datetime
    before: Fading
    after: Fading
    asleep: Sequence[Memory]
    woken: Sequence[Memory]


async def compare(
    services: Services, scope: Scope, *, policy: str, against: str | None, at: datetime | None
) -> PolicyComparison:
    """Compare a policy (TOML text) with `against`, None = the one that is read now, at a moment, None = now. Raises
    ConfigurationError naming the line."""
    second = parse_policy(policy, "policy").activity
    first = services.reading().activity if against is None else parse_policy(against, "against").activity
    moment = at or services.now()
    waiting = await pending(services, scope)
    memories = [memory async for memory in services.reading().index.scan(scope) if not waiting.hides(memory)]
    current = [
        memory
        for memory in memories
        if memory.resolution != "turn" and memory.status in ("active", "provisional") and not is_expired(memory, moment)
    ]
    return PolicyComparison(
        at=moment,
        before=_fading(first, current, len(memories), moment),
        after=_fading(second, current, len(memories), moment),
        asleep=_only(second, first, current, moment),
        woken=_only(first, second, current, moment),
    )


def _fading(policy: ActivityPolicy, current: Sequence[Memory], count: int, at: datetime) -> Fading:
    archived = sum(is_archived(memory, at, policy) for memory in current)
    return Fading(policy.version, len(current) - archived, archived, max(0, count - policy.memories_max))


def _only(archives: ActivityPolicy, keeps: ActivityPolicy, current: Sequence[Memory], at: datetime) -> list[Memory]:
    """What one policy archives and the other does not, the latest first."""
    differ = [memory for memory in current if is_archived(memory, at, archives) and not is_archived(memory, at, keeps)]
    return sorted(differ, key=lambda memory: (memory.last_seen, memory.memory_id), reverse=True)
