"""Letters: dead letters as people see them: where an event stood, why it was given up, and what was done about it."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from schemas.events import Event

_REDRIVES = uuid.UUID("0f3be5c2-5d0e-5d6c-8f57-9c3d8a1f6b42")
LetterState = Literal["open", "redriven", "dropped"]


@dataclass(frozen=True, slots=True)
class Letter:
    """One dead letter, without what was said. `name`: its place in its topic, like `2:14`. `topic`, `partition`,
    `offset`: where the record stood; `size`: its bytes. `position`: where its redrive stands in `turns`."""

    name: str
    topic: str
    partition: int
    offset: int
    stage: str
    error: str
    attempts: int
    timestamp: datetime
    parked_at: datetime
    code_version: str
    size: int
    state: LetterState = "open"
    settled_at: datetime | None = None
    note: str = ""
    position: str = ""


@dataclass(frozen=True, slots=True)
class OpenedLetter:
    """A letter with the original record. `event`: what it says, None when it cannot be read."""

    letter: Letter
    key: bytes
    value: bytes | None
    headers: Mapping[str, bytes] = field(default_factory=dict)
    event: Event | None = None


def redrive_id(topic: str, partition: int, offset: int) -> str:
    """The event id of the redrive of what stood there: a second one is the same event."""
    return str(uuid.uuid5(_REDRIVES, f"{topic}/{partition}/{offset}"))
