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
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _written_out(value: object) -> object:
    """Refuses a bare number, also as text: `20240101` is a day to its writer and 1970 to one who counts seconds."""
    if isinstance(value, int | float) or (isinstance(value, str) and "-" not in value[1:]):
        raise ValueError("a time is text like 2026-01-31T09:00:00+08:00, not a number")
    return value


UtcTime = Annotated[
    datetime, BeforeValidator(_written_out), AfterValidator(to_utc), PlainSerializer(utc_text, when_used="json")
]
"""An aware time, kept in UTC and written with `Z`. Numbers are refused: their unit would be a guess."""

Unit = Annotated[float, "a number in [0, 1]"]


class Record(BaseModel):
    """A frozen value. An unknown field is an error, except where a subclass reads older or newer writers."""

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_inf_nan="constants")
