"""People: users, their sessions, what is known of them, and the long work that is done for them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from mnemolog_client.results import Memory, RecordedTurn


@dataclass(frozen=True, slots=True)
class User:
    """A user and how many memories are kept."""

    user: str
    memories: int = 0


@dataclass(frozen=True, slots=True)
class Admitted:
    """An erased user who may be remembered anew."""

    user: str


@dataclass(frozen=True, slots=True)
class UserSummary:
    """What is kept of one user. `memories`: by status; `pending`: durable and not indexed yet."""

    user: str
    memories: dict[str, int] = field(default_factory=dict)
    sessions: int = 0
    first_at: datetime | None = None
    last_at: datetime | None = None
    pending: int = 0


@dataclass(frozen=True, slots=True)
class ProfileGroup:
    """What is known of one sort (identity, work, health, likes, …): ids of memories, and the same in words."""

    name: str
    memories: tuple[str, ...] = ()
    contents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Procedure:
    """What comes again at `next_at`, or how something is done; `due`: it comes about now."""

    memory: Memory
    next_at: datetime | None = None
    due: bool = False


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known about a user now; `groups` are the same by what they are about. `unsettled`: memories that wait for
    review."""

    user: str
    core: tuple[Memory, ...] = ()
    preferences: tuple[Memory, ...] = ()
    facts: tuple[Memory, ...] = ()
    groups: tuple[ProfileGroup, ...] = ()
    procedures: tuple[Procedure, ...] = ()
    unsettled: int = 0


@dataclass(frozen=True, slots=True)
class Session:
    """One conversation of a user."""

    session: str
    turns: int = 0
    first_at: datetime | None = None
    last_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class SessionClosed:
    """`applied` False: durable, and not summed up within the wait."""

    event_id: str
    token: str
    applied: bool = False


@dataclass(frozen=True, slots=True)
class WorkingMemory:
    """The last turns of a session that fit, and a summary of the `earlier` ones before them in the speakers' words."""

    session: str
    summary: tuple[str, ...] = ()
    earlier: int = 0
    turns: tuple[RecordedTurn, ...] = ()
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class JobResult:
    """What a job left behind: how many things it dealt with, and where the file of an export is."""

    count: int = 0
    file: str = ""


@dataclass(frozen=True, slots=True)
class Job:
    """Long work. `state`: queued, running, done or failed; `result` None until it is done."""

    job_id: str
    state: str
    kind: str = ""
    user: str = ""
    detail: str = ""
    result: JobResult | None = None
