"""Views: memories and what hangs on them as they are answered, every field described."""

from __future__ import annotations

import base64
from typing import Generic, Self, TypeVar

from pydantic import ConfigDict, Field

from schemas.claims import Modality, Polarity
from schemas.dimensions import EntityType, Granularity, Intent, Language, Sentiment, Topic, Voice
from schemas.events import Role
from schemas.memories import Edge, Kind, Memory, MemoryScope, OutcomeState, Resolution, Status
from schemas.position import Position
from schemas.records import Record, UtcTime

T = TypeVar("T")


class View(Record):
    """A record of an answer, readable from the record that it shows."""

    model_config = ConfigDict(frozen=True, extra="ignore", from_attributes=True)


class Page(View, Generic[T]):
    """One page of a listing."""

    items: tuple[T, ...] = Field(description="The entries, in a stable order.")
    next_cursor: str = Field(default="", description="Give it as `cursor` for the next page; empty = the end.")


class EntityView(View):
    """A named thing in a text."""

    text: str = Field(description="As written.")
    type: EntityType = Field(description="What it is.")
    start: int = Field(description="First character in the content.")
    end: int = Field(description="One past the last character.")


class TimeView(View):
    """A time that a text speaks of."""

    start: UtcTime = Field(description="From this instant on.")
    end: UtcTime | None = Field(description="Before this instant; null = open.")
    granularity: Granularity = Field(description="How exactly it was said.")
    text: str = Field(description="The words that say it.")


class SpanView(View):
    """Part of a text."""

    start: int = Field(description="First character.")
    end: int = Field(description="One past the last.")


class DimensionsView(View):
    """The facets of a text."""

    language: Language = Field(description="Language of the text.")
    entities: tuple[EntityView, ...] = Field(description="Named things.")
    times: tuple[TimeView, ...] = Field(description="Times that it speaks of.")
    intent: Intent = Field(description="What the speaker does with it.")
    topic: Topic = Field(description="What it is about.")
    sentiment: Sentiment = Field(description="How it sounds.")
    subjectivity: float = Field(description="0 = a plain fact, 1 = a feeling or opinion.")
    location: str = Field(description="Where.")
    reason: str = Field(description="Why.")
    purpose: str = Field(description="What for.")
    keywords: tuple[str, ...] = Field(description="Its weightiest words.")
    voice: Voice = Field(
        description="Whose words a turn says: own, quoted (somebody else's text), fiction, or role_play, which lasts "
        "until somebody leaves the scene. A question about the user is answered from one's own words only."
    )
    voiced: tuple[SpanView, ...] = Field(description="Where the words in another voice stand.")


class EvidenceView(View):
    """An event that a memory rests on."""

    event_id: str = Field(description="The event: `GET /v1/turns/{event_id}` shows a turn.")
    session: str = Field(description="Its session.")
    occurred_at: UtcTime = Field(description="When it was said.")
    start: int = Field(description="First character of the span that the memory rests on.")
    end: int = Field(description="One past the last; 0 = the whole text.")


class LinkView(View):
    """An edge to another memory of the same user."""

    edge: Edge = Field(description="What this memory is to the other one.")
    memory_id: str = Field(description="The other memory.")
    reason: str = Field(description="Why, in words.")


class ScheduleView(View):
    """When a procedure comes again, on the calendar of its memory's `timezone`."""

    frequency: str = Field(description="daily, weekly or monthly.")
    weekday: int | None = Field(description="Of a weekly one: 0 is Monday.")
    day: int | None = Field(description="Of a monthly one: the day of the month.")
    minute_of_day: int = Field(description="540 is 9:00.")


class MemoryView(View):
    """One memory."""

    memory_id: str = Field(description="Its id, the same after every replay.")
    position: str = Field(description="Position of its last change; send it as If-Match to edit it.")
    user: str = Field(description="Whose it is.")
    resolution: Resolution = Field(description="turn: as said; fact: a claim; episode and procedure: abstracted.")
    kind: Kind | None = Field(description="What sort of thing is known; null for a turn.")
    scope: MemoryScope = Field(description="core: in every context; task or session: where it fits.")
    status: Status = Field(description="raw, provisional, active, superseded or quarantined.")
    content: str = Field(description="The memory in words.")
    context: str = Field(description="For a turn: it and the two turns before it.")
    role: Role = Field(description="Who spoke.")
    speaker: str = Field(description="The speaker's name, as recorded.")
    agent: str = Field(description="Which agent recorded it.")
    session: str = Field(description="In which conversation.")
    task: str = Field(description="In which task.")
    turn_index: int | None = Field(description="The caller's own number of the turn.")
    subject: str = Field(description="Of whom a claim speaks: `user`, a name or a kin role.")
    attribute: str = Field(description="Of which property, like `phone`.")
    value: str = Field(description="Which value.")
    polarity: Polarity = Field(description="negative = it is denied or disliked.")
    modality: Modality = Field(description="Whether it is stated, planned, past or hypothetical.")
    confidence: float = Field(description="In [0, 1].")
    obtained: str = Field(description="How: said, rules, local, llm, or user (stated directly).")
    importance: float = Field(description="In [0, 1].")
    importance_reasons: tuple[str, ...] = Field(description="Why it is that important.")
    dimensions: DimensionsView = Field(description="Its facets.")
    tags: tuple[str, ...] = Field(description="The caller's tags.")
    redacted: tuple[str, ...] = Field(description="Kinds of secrets that were masked in the text.")
    recalled: tuple[str, ...] = Field(description="Memories that were in the prompt when it was said.")
    source: str = Field(description="Where it came from, as the caller named it.")
    occurred_at: UtcTime = Field(description="When it was said.")
    timezone: str = Field(description="The user's zone then.")
    time_source: str = Field(description="given, or record: the caller gave no time, so the record's stands in.")
    first_seen: UtcTime = Field(description="When it was first said.")
    last_seen: UtcTime = Field(description="When it was last said.")
    recorded_at: UtcTime = Field(description="When it was admitted.")
    updated_at: UtcTime = Field(description="When it last changed.")
    valid_from: UtcTime | None = Field(description="True from this time on.")
    valid_to: UtcTime | None = Field(description="No longer true from this time on.")
    schedule: ScheduleView | None = Field(description="When a procedure comes again; null where it comes at no time.")
    reinforced: int = Field(description="How often it was said again.")
    used: int = Field(description="How often feedback said that it helped.")
    last_used: UtcTime | None = Field(description="When it last helped or stood in a prompt; null = never.")
    pinned: bool = Field(description="A person pinned it.")
    flags: tuple[str, ...] = Field(description="What people flagged it as.")
    evidence: tuple[EvidenceView, ...] = Field(description="What it rests on.")
    links: tuple[LinkView, ...] = Field(description="What it is to other memories.")
    producer: str = Field(description="The program part that made it.")
    model: str = Field(description="The model of its vector.")
    partition: int = Field(description="Partition of its position.")
    offset: int = Field(description="Offset of its position.")
    vector: str | None = Field(default=None, description="Only with include=vectors: base64 of little-endian float16.")

    @classmethod
    def of(cls, memory: Memory, epoch: int, *, vector: bool = False) -> Self:
        """The view of a memory; its vector only on request."""
        shown = {name: getattr(memory, name) for name in cls.model_fields if hasattr(memory, name)}
        shown["position"] = position_of(memory, epoch)
        shown["vector"] = base64.b64encode(memory.vector).decode() if vector else None
        return cls.model_validate(shown)


class RevisionView(View):
    """One step in a memory's life."""

    position: str = Field(description="From this position on.")
    status: Status = Field(description="It had this status.")
    confidence: float = Field(description="And this confidence.")
    reason: str = Field(description="Why.")
    links: tuple[LinkView, ...] = Field(description="Its edges then.")


class OutcomeView(View):
    """What became of one event."""

    state: OutcomeState = Field(description="indexed, skipped, applied, duplicate, conflict, dead-lettered or erased.")
    reason: str = Field(description="Why, where it is not plain.")
    memories: int = Field(description="How many memories it changed.")
    position: str = Field(description="The position that this outcome is of.")


def position_of(memory: Memory, epoch: int) -> str:
    """The token of a memory's last change: its version and ETag."""
    return Position(epoch, memory.partition, memory.offset).token
