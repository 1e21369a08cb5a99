"""The inbox: turns as anyone may produce them to Kafka, plain JSON, one turn a record (DESIGN §2, §4)."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict, Field, JsonValue, TypeAdapter, model_validator

from schemas.events import Attachment, Role, Trust
from schemas.records import Record, UtcTime, zone_of_time


class InboxTurn(Record):
    """One turn. Keyed by user: turns of one user keep their order only in one partition. An unknown field is refused,
    so that a typing error is seen."""

    model_config = ConfigDict(title="A turn for mnemolog.inbox")

    schema_version: Literal[1] = Field(default=1, description="The version of this shape; a newer one is refused.")
    user: str = Field(default="", description="Whose memory it is; left out, the record's key.")
    session: str = Field(description="The conversation it belongs to.")
    role: Role = Field(default="user", description="Who spoke: user, assistant, system or tool.")
    content: str = Field(description="What was said, at most 64 kB of UTF-8.")
    event_id: str = Field(default="", description="The turn's own id: sent twice it is remembered once; else made.")
    occurred_at: UtcTime | None = Field(default=None, description="When it was said, with an offset; else its arrival.")
    speaker: str = Field(default="", description="The speaker's name, in a conversation of several.")
    agent: str = Field(default="", description="The agent that took part.")
    task: str = Field(default="", description="The task at hand.")
    turn_index: int | None = Field(default=None, ge=0, description="Its place in the conversation.")
    timezone: str = Field(default="UTC", description="The zone of words like 'tomorrow'; else occurred_at's.")
    language: str = Field(default="", description="Its language, if known.")
    source: str = Field(default="", description="Where it comes from.")
    trust: Trust = Field(default="trusted", description="Whether its source is trusted.")
    recalled: tuple[str, ...] = Field(default=(), description="Memory ids that were put into the prompt before it.")
    attachments: tuple[Attachment, ...] = Field(
        default=(), description="What was shared; only captions are remembered."
    )
    tags: tuple[str, ...] = Field(default=(), description="Up to 32 tags.")
    metadata: dict[str, JsonValue] = Field(default_factory=dict, description="Kept, never indexed.")

    @model_validator(mode="before")
    @classmethod
    def _its_own_zone(cls, given: object) -> object:
        return zone_of_time(given)


INBOX_TURN: TypeAdapter[InboxTurn] = TypeAdapter(InboxTurn)
"""Reads one record's value."""
