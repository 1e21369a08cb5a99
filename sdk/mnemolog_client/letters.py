"""Dead letters: records that a stage could not process, why, and what was done about them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from mnemolog_client.wire import Json


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """One dead letter. `name`: what the other calls take; `state`: open, redriven or dropped; `position`: where its
    redrive stands in the log."""

    name: str
    state: str
    stage: str
    error: str
    topic: str
    partition: int
    offset: int
    timestamp: datetime
    parked_at: datetime
    attempts: int = 1
    size: int = 0
    code_version: str = ""
    settled_at: datetime | None = None
    position: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class OpenedDeadLetter(DeadLetter):
    """A dead letter with the original record. `text`: its bytes where they are UTF-8; `event`: what it says, where it
    can be read."""

    key: str = ""
    value_base64: str | None = None
    text: str | None = None
    event: Json = None
