"""Claims: atomic statements found in a turn, each with the span that it rests on (DESIGN §1, §5)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from schemas.records import Record, UtcTime

Polarity = Literal["positive", "negative"]
Modality = Literal["stated", "hypothetical", "planned", "past", "asked"]
ClaimAction = Literal["assert", "retract", "unset"]
"""`assert` says the value; `retract` says that it must be forgotten ("forget my address"); `unset` says that
it changed or ended without a new value ("I got a new number", "I no longer hate oysters")."""


class Claim(Record):
    """(subject, attribute) names a slot of the user; `value` is what is said of it.

    `subject` is "user", a speaker's or third person's name as written, or a kin role ("child", "spouse").
    `evidence` is the character span [start, end) of the turn's content. `valid_to` is the time from which
    it no longer holds (a state, "until Friday"). An aversion is `dislikes` with polarity negative.
    """

    subject: str = "user"
    attribute: str
    value: str
    polarity: Polarity = "positive"
    modality: Modality = "stated"
    action: ClaimAction = "assert"
    confidence: float = Field(ge=0.0, le=1.0)
    obtained: Literal["rules", "local", "llm", "user"] = "rules"
    correction: bool = False
    start: int = Field(default=0, ge=0)
    end: int = Field(default=0, ge=0)
    valid_from: UtcTime | None = None
    valid_to: UtcTime | None = None
