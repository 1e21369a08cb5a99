"""Dimensions: the typed facets of one turn or memory (DESIGN §1)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from schemas.records import Record, UtcTime

Language = Literal["en", "zh", "mixed", "other"]
EntityType = Literal["person", "organisation", "location", "product", "object", "event"]
Granularity = Literal[
    "minute", "hour", "part_of_day", "day", "weekend", "week", "month", "season", "quarter", "year", "decade"
]
Intent = Literal[
    "inform",
    "question",
    "request",
    "remember",
    "correct",
    "prefer",
    "plan",
    "commit",
    "feel",
    "greet",
    "filler",
]
Topic = Literal[
    "work",
    "study",
    "health",
    "food",
    "travel",
    "family",
    "relationships",
    "leisure",
    "sport",
    "technology",
    "shopping",
    "finance",
    "home",
    "other",
]
Sentiment = Literal["positive", "neutral", "negative"]
Voice = Literal["own", "quoted", "fiction", "role_play"]
"""Whose words a turn says, or a part of it: the speaker's own, somebody else's text, those of an invented person, those
of a person whom the speaker plays."""


class Entity(Record):
    """A named thing as written in the text; `start` and `end` are character offsets into the content."""

    text: str
    type: EntityType
    start: int = Field(ge=0)
    end: int = Field(ge=0)


class TimeInterval(Record):
    """A half-open interval [start, end) that a text speaks of; `end` None = open. Bounds are UTC instants
    of the user's local calendar; `text` is the expression as written."""

    start: UtcTime
    end: UtcTime | None
    granularity: Granularity
    text: str = ""


class Span(Record):
    """Characters [start, end) of a content."""

    start: int = Field(ge=0)
    end: int = Field(ge=0)


DetailForm = Literal[
    "clock", "date", "number", "code", "colour", "place", "name", "word", "ever", "plan", "over",
]  # fmt: skip
"""What sort of value a detail gives. `ever`: whether somebody ever did or has something; `plan`: something that is to
come, without a value; `over`: it was called off, or is done."""


class Detail(Record):
    """Something open that a text states, beside the attributes of people: of `topic` (its telling words, sorted stems)
    the `value`, both as they are compared. [start, end) is what says it. `changes`: it says that something is
    otherwise now; `several`: there may be more of the kind, so that another value may be of another one. `since`,
    `until`: from and up to when it holds or held; a date is over with its day."""

    topic: str
    form: DetailForm
    value: str = ""
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    changes: bool = False
    several: bool = False
    since: UtcTime | None = None
    until: UtcTime | None = None


class Dimensions(Record):
    """All facets of one text. Labels are language-neutral codes; free text keeps the language of the turn. `voiced`:
    where the words in a `voice` other than one's own stand. `holds_until`: what it says is an exception that ends then.
    """

    language: Language = "other"
    entities: tuple[Entity, ...] = ()
    times: tuple[TimeInterval, ...] = ()
    intent: Intent = "inform"
    topic: Topic = "other"
    sentiment: Sentiment = "neutral"
    subjectivity: float = Field(default=0.0, ge=0.0, le=1.0)
    location: str = ""
    reason: str = ""
    purpose: str = ""
    keywords: tuple[str, ...] = ()
    voice: Voice = "own"
    voiced: tuple[Span, ...] = ()
    details: tuple[Detail, ...] = ()
    holds_until: UtcTime | None = None
