"""What every record of the vocabulary has in common: frozen, closed, times aware and in UTC."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, PlainSerializer


def to_utc(moment: datetime) -> datetime:
    """The same instant in UTC. Raises ValueError for a naive time, as its zone would be a guess, and for
    one that has no UTC date."""
    if moment.tzinfo is None:
        raise ValueError("the time has no zone; write it with an offset, like 2026-01-31T09:00:00+08:00 or …Z")
    try:
        return moment.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("the time is outside the calendar in UTC") from error


def utc_text(moment: datetime) -> str:
    """ISO 8601 in UTC with `Z`, microseconds only where there are any: the one spelling on every wire."""
    if moment.tzinfo is not UTC:
        moment = moment.astimezone(UTC)
    return moment.isoformat()[:-6] + "Z"


def _written_out(value: object) -> object:
    """Refuses a bare number, also as text: `20240101` is a day to its writer and 1970 to one who counts seconds."""
    if isinstance(value, int | float) or (isinstance(value, str) and "-" not in value[1:]):
        raise ValueError("a time is text like 2026-01-31T09:00:00+08:00, not a number")
    return value


UtcTime = Annotated[
    datetime, BeforeValidator(_written_out), AfterValidator(to_utc), PlainSerializer(utc_text, when_used="json")
]
"""An aware time, kept in UTC and written with `Z`. Numbers are refused: their unit would be a guess."""


def zone_of_time(given: object) -> object:
    """What a writer gave, with the offset of its `occurred_at` as its `timezone` where it names none: who writes
    09:00+08:00 means that day by "tomorrow". Anything else comes back as it is."""
    if not isinstance(given, dict) or given.get("timezone") or not isinstance(given.get("occurred_at"), str | datetime):
        return given
    moment = given["occurred_at"]
    try:
        offset = (moment if isinstance(moment, datetime) else datetime.fromisoformat(moment)).utcoffset()
    except ValueError:
        return given  # The field itself says what is wrong with it.
    minutes = round(offset.total_seconds() / 60) if offset else 0
    if not minutes:
        return given
    hours, rest = divmod(abs(minutes), 60)
    return {**given, "timezone": f"{'+' if minutes > 0 else '-'}{hours:02d}:{rest:02d}"}


Unit = Annotated[float, "a number in [0, 1]"]


class Record(BaseModel):
    """A frozen value. An unknown field is an error, except where a subclass reads older or newer writers."""

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_inf_nan="constants")
