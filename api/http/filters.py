"""The filter grammar as query parameters: the same keys as in a search, lists written with commas."""

from __future__ import annotations

import csv

from pydantic import ConfigDict, Field, ValidationError

from api.http.errors import field_path
from schemas.errors import InvalidInputError
from schemas.queries import Filters
from schemas.records import Record

_LISTS = (
    "kind", "resolution", "scope", "status", "session", "task", "agent", "role", "speaker", "entities", "intent",
    "topics", "tags", "subject", "attribute",
)  # fmt: skip


class FilterParameters(Record):
    """All given conditions must hold; within a list, any. A value that holds a comma stands in double quotes."""

    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True)

    kind: str = Field(default="", description="Kinds of memory, like fact,preference.")
    resolution: str = Field(
        default="",
        description="turn, episode, fact or procedure. Episodes sum up turns and are only found when named here.",
    )
    scope: str = Field(default="", description="core, task or session.")
    status: str = Field(default="", description="Statuses; left out: raw, provisional and active.")
    session: str = Field(default="", description="Sessions; one that holds a comma in double quotes, as in CSV.")
    task: str = Field(default="", description="Tasks.")
    agent: str = Field(default="", description="Agents that recorded the turn.")
    role: str = Field(default="", description="Who spoke: user, assistant, system, tool.")
    speaker: str = Field(default="", description="Speakers, as recorded.")
    entities: str = Field(default="", description="Entity texts, case-insensitive.")
    intent: str = Field(default="", description="Intent labels.")
    topics: str = Field(default="", description="Topic labels.")
    tags: str = Field(default="", description="Tags.")
    subject: str = Field(default="", description="Subjects of claims, like user or a name.")
    attribute: str = Field(default="", description="Attributes of claims, like phone.")
    occurred_from: str = Field(
        default="", alias="occurred_at.gte", description="Said at or after this time, with a zone."
    )
    occurred_before: str = Field(default="", alias="occurred_at.lt", description="Said before this time, with a zone.")
    speaks_of_from: str = Field(
        default="", alias="speaks_of.gte", description="Speaks of a time that ends after this one, with a zone."
    )
    speaks_of_before: str = Field(
        default="", alias="speaks_of.lt", description="Speaks of a time that begins before this one, with a zone."
    )
    valid_at: str = Field(default="", description="Only what was true at this time.")
    min_confidence: str = Field(default="", description="Lowest confidence, in [0, 1].")

    def filters(self) -> Filters:
        """The same as the index takes it. Raises InvalidInputError naming the parameter."""
        given: dict[str, object] = {}
        for name in _LISTS:
            if values := _values(getattr(self, name), name):
                given[name] = values
        ranges = {
            "occurred_at": {"gte": self.occurred_from, "lt": self.occurred_before},
            "speaks_of": {"gte": self.speaks_of_from, "lt": self.speaks_of_before},
        }
        for name, bounds in ranges.items():
            if any(bounds.values()):
                given[name] = {bound: value for bound, value in bounds.items() if value}
        for name in ("valid_at", "min_confidence"):
            if value := getattr(self, name):
                given[name] = value
        try:
            return Filters.model_validate(given)
        except ValidationError as error:
            first = error.errors()[0]
            where = field_path([part for part in first["loc"] if isinstance(part, str)])
            raise InvalidInputError(f"{where}: {first['msg']}", field=where) from error


def _values(listed: str, field: str) -> tuple[str, ...]:
    try:
        parts = next(csv.reader([listed], skipinitialspace=True, strict=True), [])
    except csv.Error as error:
        raise InvalidInputError(
            f"{field}: {listed[:100]!r} is no list: {error}", hint='write "a, b",c for two values', field=field
        ) from error
    return tuple(part.strip() for part in parts if part.strip())
