"""Events: immutable facts in the log, in the past tense (DESIGN §4).

Old versions are read for ever through `schemas.upcasters`; `schema_version` is the version of the type's shape.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, JsonValue, TypeAdapter

from schemas.records import Record, UtcTime

Role = Literal["user", "assistant", "system", "tool"]
Flag = Literal["wrong", "sensitive", "toxic", "pin", "confirm"]
Trust = Literal["trusted", "untrusted"]


class Attachment(Record):
    """Something shared with a turn; only its caption is remembered."""

    caption: str
    kind: str = ""
    url: str = ""


class EventFields(Record):
    """What every event carries. `occurred_at` is when it happened, never replaced by ingest time;
    `recorded_at` is when it was admitted."""

    event_id: str
    schema_version: int = 1
    tenant: str
    user: str
    occurred_at: UtcTime
    recorded_at: UtcTime


class TurnRecorded(EventFields):
    """One utterance of a session. `recalled` lists the memory ids that were put into the prompt before it:
    the feedback-loop guard and the access signal. `metadata` is opaque and never indexed.
    `time_source` says whether the caller gave `occurred_at` or the record's own time stands in for it."""

    type: Literal["TurnRecorded"] = "TurnRecorded"
    session: str
    role: Role
    content: str
    speaker: str = ""
    agent: str = ""
    task: str = ""
    turn_index: int | None = None
    timezone: str = "UTC"
    time_source: Literal["given", "record"] = "given"
    language: str = ""
    source: str = ""
    trust: Trust = "trusted"
    recalled: tuple[str, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    tags: tuple[str, ...] = ()
    metadata: dict[str, JsonValue] = Field(default_factory=dict)
    redacted: tuple[str, ...] = ()


class SessionClosed(EventFields):
    type: Literal["SessionClosed"] = "SessionClosed"
    session: str


class MemoryAsserted(EventFields):
    """A person or agent states a memory directly (`POST /memories`)."""

    type: Literal["MemoryAsserted"] = "MemoryAsserted"
    content: str
    kind: str = "fact"
    scope: str = "task"
    session: str = ""
    agent: str = ""
    task: str = ""
    subject: str = "user"
    attribute: str = ""
    value: str = ""
    polarity: Literal["positive", "negative"] = "positive"
    confidence: float = Field(default=1.0, ge=0.0, le=1.0)
    tags: tuple[str, ...] = ()
    valid_from: UtcTime | None = None
    valid_to: UtcTime | None = None
    timezone: str = "UTC"


class MemoryReference(Record):
    """Which memory is meant, in every generation: its id here, and the evidence, slot and value by which a
    rebuild under another spec finds what corresponds to it."""

    memory_id: str
    evidence: tuple[str, ...] = ()
    resolution: str = ""
    subject: str = ""
    attribute: str = ""
    value: str = ""


class MemoryEdited(EventFields):
    type: Literal["MemoryEdited"] = "MemoryEdited"
    memory: MemoryReference
    content: str | None = None
    value: str | None = None
    tags: tuple[str, ...] | None = None
    valid_to: UtcTime | None = None


class MemoryForgotten(EventFields):
    type: Literal["MemoryForgotten"] = "MemoryForgotten"
    memory: MemoryReference
    reason: str = ""


class MemoryFlagged(EventFields):
    type: Literal["MemoryFlagged"] = "MemoryFlagged"
    memory: MemoryReference
    flag: Flag
    note: str = ""


class RecallJudged(EventFields):
    """Feedback on one recall: which memories helped, which were wrong, what was missing."""

    type: Literal["RecallJudged"] = "RecallJudged"
    recall_id: str
    used: tuple[MemoryReference, ...] = ()
    wrong: tuple[MemoryReference, ...] = ()
    missing: str = ""


class SessionForgotten(EventFields):
    type: Literal["SessionForgotten"] = "SessionForgotten"
    session: str


class UserErased(EventFields):
    type: Literal["UserErased"] = "UserErased"


class TurnRedriven(EventFields):
    """A dead-lettered turn is tried again; it is processed at this position with its original time."""

    type: Literal["TurnRedriven"] = "TurnRedriven"
    turn: TurnRecorded


class AbstractionDue(EventFields):
    type: Literal["AbstractionDue"] = "AbstractionDue"
    session: str = ""


Event = Annotated[
    TurnRecorded | SessionClosed | MemoryAsserted | MemoryEdited | MemoryForgotten | MemoryFlagged | RecallJudged
    | SessionForgotten | UserErased | TurnRedriven | AbstractionDue,
    Field(discriminator="type"),
]  # fmt: skip

EVENT: TypeAdapter[Event] = TypeAdapter(Event)
"""Reads and writes any event."""

CONTROL_EVENTS = frozenset({"SessionClosed", "SessionForgotten", "UserErased", "AbstractionDue"})
"""Events that must stay readable after a session's or user's keys are destroyed: sealed with the installation's
control key, which is never destroyed (DECISIONS: control events are sealed too)."""
