"""Changes: what an edit, a statement or a flag did to a memory, and why a memory is what it is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from mnemolog_client.results import Link, Memory, Outcome


@dataclass(frozen=True, slots=True)
class Change:
    """A durable change. `applied` False: not carried out within the wait; `memory` None: gone, or not applied yet."""

    event_id: str
    token: str
    applied: bool = False
    memory: Memory | None = None
    supersedes: tuple[str, ...] = ()
    forgotten: int = 0


@dataclass(frozen=True, slots=True)
class Revision:
    """One step in a memory's life."""

    position: str
    status: str
    confidence: float = 1.0
    reason: str = ""
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class History:
    """Revisions, oldest first, and all memories of the same subject and attribute."""

    memory_id: str
    items: tuple[Revision, ...] = ()
    chain: tuple[Memory, ...] = ()


@dataclass(frozen=True, slots=True)
class Ground:
    """A piece of evidence: the words that a memory rests on."""

    event_id: str
    quote: str = ""
    position: str = ""
    session: str = ""
    occurred_at: datetime | None = None
    role: str = ""
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided at one position, by which rule, from which claims."""

    position: str
    status: str
    event_id: str = ""
    recorded_at: datetime | None = None
    confidence: float = 1.0
    reason: str = ""
    rule: str = ""
    claims: tuple[str, ...] = ()
    outcome: Outcome | None = None
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class Why:
    """What was said, every decision about the memory since, how alive it is now and when it falls asleep (None =
    never), by which `policy`."""

    memory: Memory
    importance_reasons: tuple[str, ...] = ()
    evidence: tuple[Ground, ...] = ()
    decisions: tuple[Decision, ...] = ()
    activity: float = 0.0
    archived_from: datetime | None = None
    policy: str = ""


@dataclass(frozen=True, slots=True)
class FeedbackTaken:
    """`gone`: memories that no longer exist, so nothing was noted of them."""

    event_id: str
    token: str
    gone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fading:
    """One policy on a user's memories: derived ones that are found, those that are archived, and how many more there
    are than it lets into the index."""

    version: str = ""
    awake: int = 0
    archived: int = 0
    beyond_cap: int = 0


@dataclass(frozen=True, slots=True)
class PolicyComparison:
    """`asleep`: archived only `after`; `woken`: archived only `before`; at most 100 of each, the counts name all."""

    before: Fading
    after: Fading
    at: datetime | None = None
    asleep: tuple[Memory, ...] = ()
    asleep_count: int = 0
    woken: tuple[Memory, ...] = ()
    woken_count: int = 0


@dataclass(frozen=True, slots=True)
class MatterForgotten:
    """What went with a matter, turns included; with `dry_run` what would go. `items`: at most 500 of `forgotten`."""

    items: tuple[Memory, ...] = ()
    forgotten: int = 0
    dry_run: bool = False
    applied: bool = False
    token: str = ""


@dataclass(frozen=True, slots=True)
class SessionForgotten:
    """`applied` False: durable, and not carried out within the wait."""

    event_id: str
    token: str
    applied: bool = False
    forgotten: int = 0
