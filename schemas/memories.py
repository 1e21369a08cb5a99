"""Memories: the unit of recall, their changes, and the outcome of every event (DESIGN §1, §5)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from schemas.claims import Claim, Modality, Polarity
from schemas.dimensions import Dimensions
from schemas.events import Role
from schemas.records import Record, UtcTime

Resolution = Literal["turn", "episode", "fact", "procedure"]
Kind = Literal["fact", "preference", "goal", "commitment", "decision", "event", "task", "state"]
MemoryScope = Literal["core", "task", "session"]
Status = Literal["raw", "provisional", "active", "superseded", "retired", "quarantined"]
Edge = Literal[
    "causes", "part_of", "similar_to", "supports", "contradicts", "supersedes", "derived_from",
]  # fmt: skip
HISTORY_MAX = 32
"""Revisions kept on a memory; older ones are found in the commit log."""


class Evidence(Record):
    """An event that a memory rests on: its id, offset in `turns`, when it was said, and the character span."""

    event_id: str
    offset: int
    session: str = ""
    occurred_at: UtcTime
    start: int = 0
    end: int = 0


class Link(Record):
    """A typed edge to another memory of the same user, with the reason in words."""

    edge: Edge
    memory_id: str
    reason: str = ""


class Revision(Record):
    """One step in a memory's life: from `offset` on (same partition) it had this status and confidence."""

    offset: int
    status: Status
    confidence: float
    reason: str = ""
    links: tuple[Link, ...] = ()


class Schedule(Record):
    """When a procedure comes again, on the calendar of its `timezone`. `weekday`: of a weekly one, 0 is Monday;
    `day`: of the month, of a monthly one, in shorter months their last; `minute_of_day`: 540 is 9:00."""

    frequency: Literal["daily", "weekly", "monthly"]
    weekday: int | None = Field(default=None, ge=0, le=6)
    day: int | None = Field(default=None, ge=1, le=31)
    minute_of_day: int = Field(ge=0, lt=1440)


class Memory(Record):
    """The complete after-image of one memory. Content never changes in place; status, confidence, evidence, links do.

    `vector` and `context_vector` are little-endian float16 bytes of length 2·dim, unit length; empty = none.
    `asks` / `answers`: the turn ends with a question mark / the turn before it in its session does.
    `used`: how often it helped; `last_used`: when it last helped or stood in a prompt (to the day).
    `partition`, `offset`: the position of the last change. `known_from`: the offset at which it was first known.
    """

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    memory_id: str
    tenant: str
    user: str
    resolution: Resolution
    kind: Kind | None = None
    scope: MemoryScope = "task"
    status: Status
    content: str
    context: str = ""
    role: Role = "user"
    speaker: str = ""
    agent: str = ""
    session: str = ""
    task: str = ""
    turn_index: int | None = None
    slot: tuple[str, str] = ("", "")
    subject: str = ""
    attribute: str = ""
    value: str = ""
    polarity: Polarity = "positive"
    modality: Modality = "stated"
    confidence: float = 1.0
    obtained: Literal["said", "rules", "local", "llm", "user"] = "said"
    importance: float = 0.0
    importance_reasons: tuple[str, ...] = ()
    dimensions: Dimensions = Dimensions()
    tags: tuple[str, ...] = ()
    redacted: tuple[str, ...] = ()
    recalled: tuple[str, ...] = ()
    source: str = ""
    asks: bool = False
    answers: bool = False
    occurred_at: UtcTime
    timezone: str = "UTC"
    time_source: Literal["given", "record"] = "given"
    first_seen: UtcTime
    last_seen: UtcTime
    recorded_at: UtcTime
    updated_at: UtcTime
    valid_from: UtcTime | None = None
    valid_to: UtcTime | None = None
    schedule: Schedule | None = None
    reinforced: int = 0
    used: int = 0
    last_used: UtcTime | None = None
    pinned: bool = False
    flags: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    links: tuple[Link, ...] = ()
    history: tuple[Revision, ...] = ()
    producer: str = ""
    model: str = ""
    vector: bytes = b""
    context_vector: bytes = b""
    known_from: int
    partition: int
    offset: int


class MemoryPut(Record):
    """The memory is now exactly this."""

    op: Literal["put"] = "put"
    memory: Memory


class MemoryDropped(Record):
    """The memory is gone: text and vectors must leave every index and cache; a tombstone stays."""

    op: Literal["drop"] = "drop"
    memory_id: str
    reason: Literal["forgotten", "session_forgotten", "erased", "rebuilt", "faded"]


MemoryChange = Annotated[MemoryPut | MemoryDropped, Field(discriminator="op")]

OutcomeState = Literal["indexed", "skipped", "applied", "duplicate", "conflict", "dead-lettered", "erased"]


class Outcome(Record):
    """What became of one event: exactly one per admitted event, visible to the caller."""

    event_id: str
    state: OutcomeState
    reason: str = ""
    memories: int = 0


class Answer(Record):
    """A recorded model output: replay uses it and never asks twice for the same input."""

    model: str
    input_hash: str
    output: str
    tokens: int = 0
    ms: int = 0


class SlotClaim(Record):
    """A claim that consolidate accepted into a slot, with all that the slot rule needs of its turn.

    `occurred_at` orders the slot; `said_at`, for an edit, is the time of what was edited and is what people see."""

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    slot: tuple[str, str]
    claim: Claim
    text: str
    event_id: str
    offset: int
    session: str = ""
    agent: str = ""
    speaker: str = ""
    timezone: str = "UTC"
    tags: tuple[str, ...] = ()
    kind: Kind = "fact"
    scope: MemoryScope = "task"
    occurred_at: UtcTime
    said_at: UtcTime | None = None
    importance: float = 0.0
    vector: bytes = b""


class Judgement(Record):
    """What a person said of a memory: it applies to every claim of `slot` with this value that stands before `offset`.
    An empty value means every value of the slot. `replaced`: edited into another value; `used`: it helped; `recalled`:
    it stood in a prompt."""

    slot: tuple[str, str]
    value: str
    verdict: Literal[
        "forget", "wrong", "sensitive", "toxic", "confirm", "pin", "replaced", "used", "recalled", "unhelpful",
    ]  # fmt: skip
    event_id: str
    offset: int
    occurred_at: UtcTime


class Observation(Record):
    """What a turn counts for when memories are abstracted: that `subject` asked about or told of `terms`, or that tools
    `ran` in this order for what was asked. `events`: the turns it rests on, that of the words first."""

    form: Literal["asked", "told", "ran"]
    subject: str
    terms: tuple[str, ...]
    events: tuple[str, ...]
    offset: int
    session: str
    occurred_at: UtcTime
    timezone: str = "UTC"


class MemoriesRecord(Record):
    """All that one position of `turns` did to its user's memories, with the outcome: the commit log's unit.
    `id_hash`: of the event, as in its header: it tells the event when its words can no longer be read.
    `held_back`: claims that wait for the end of their session.
    A large one is split into `parts`; the last completes the position."""

    partition: int
    offset: int
    recorded_at: UtcTime
    id_hash: str = ""
    outcome: Outcome
    changes: tuple[MemoryChange, ...] = ()
    content_hash: str = ""
    claims: tuple[SlotClaim, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    observations: tuple[Observation, ...] = ()
    held_back: tuple[SlotClaim, ...] = ()
    answers: tuple[Answer, ...] = ()
    part: int = 1
    parts: int = 1
