"""Turn: one utterance as it is sent."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field, replace
from datetime import datetime

from mnemolog_client.wire import Json


@dataclass(frozen=True, slots=True)
class Turn:
    """One utterance of a session. `occurred_at`: when it was said, aware (with a zone); the server's time where it is
    None. `event_id` makes sending it twice harmless; without one `numbered` gives it a new one. `recalled`: ids of the
    memories that were in the prompt."""

    role: str
    content: str
    occurred_at: datetime | None = None
    speaker: str = ""
    event_id: str = ""
    agent: str = ""
    task: str = ""
    turn_index: int | None = None
    timezone: str = ""
    language: str = ""
    source: str = ""
    trust: str = ""
    recalled: tuple[str, ...] = ()
    attachments: tuple[dict[str, str], ...] = ()
    tags: tuple[str, ...] = ()
    metadata: dict[str, Json] = field(default_factory=dict)

    def numbered(self) -> Turn:
        """The same turn with an event id: a call that is repeated sends the same one."""
        return self if self.event_id else replace(self, event_id=str(uuid.uuid4()))

    def as_json(self) -> dict[str, Json]:
        """What is sent; fields that were not given are left out. Raises ValueError for a time without a zone."""
        if self.occurred_at is not None and self.occurred_at.tzinfo is None:
            raise ValueError(f"occurred_at {self.occurred_at} has no zone; use datetime(…, tzinfo=…)")
        body: dict[str, Json] = {"role": self.role, "content": self.content}
        if self.occurred_at is not None:
            body["occurred_at"] = self.occurred_at.isoformat()
        if self.turn_index is not None:
            body["turn_index"] = self.turn_index
        for name in ("speaker", "event_id", "agent", "task", "timezone", "language", "source", "trust"):
            if value := getattr(self, name):
                body[name] = value
        for name in ("recalled", "tags", "attachments"):
            if values := getattr(self, name):
                body[name] = list(values)
        if self.metadata:
            body["metadata"] = self.metadata
        return body
