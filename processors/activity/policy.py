"""ActivityPolicy: how memories fade, as versioned data. Shipped: `activity.toml`; a policy file's `[activity]` table
overrides it key by key."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import get_args

from processors.toml_lines import line_of, read_toml
from schemas.errors import ConfigurationError
from schemas.memories import Kind, Memory, Resolution

SHIPPED = Path(__file__).with_name("activity.toml")
TABLE = "activity"
"""The table of a policy file that overrides the shipped values."""
_NEVER_FADES = 0.0
_BOUNDS: Mapping[str, tuple[float, float]] = {
    "decay_per_day": (0.01, 0.9999),
    "archived_below": (0.0, 1.0),
    "cold_days": (0.0, 1e6),
    "again": (0.0, 1.0),
    "again_max": (0, 10_000),
    "memories_max": (1, 10_000_000),
}


@dataclass(frozen=True, slots=True)
class ActivityPolicy:
    """The head of activity.toml explains each. `pace[kind, or episode or procedure]` multiplies days.
    `half_life_days[attribute]`: 0 = never fades, an attribute that is not in it goes by its kind."""

    version: str
    decay_per_day: float
    archived_below: float
    cold_days: float
    again: float
    again_max: int
    memories_max: int
    pace: Mapping[str, float]
    half_life_days: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))

    def pace_of(self, memory: Memory) -> float:
        """How many days a day counts for this memory; 0 = it never fades."""
        if memory.pinned or memory.scope == "core":
            return _NEVER_FADES
        half_life = self.half_life_days.get(memory.attribute)
        if half_life is not None:
            return self.base_half_life_days / half_life if half_life else _NEVER_FADES
        sort = memory.resolution if memory.resolution in ("episode", "procedure") else memory.kind
        return self.pace.get(sort or memory.resolution, 1.0)

    @property
    def base_half_life_days(self) -> float:
        """Days until activity halves at pace 1: 13.5 as shipped."""
        return math.log(0.5) / math.log(self.decay_per_day)

    def with_half_lives(self, half_life_days: Mapping[str, float]) -> ActivityPolicy:
        """The same with an attribute table's half-lives."""
        return replace(self, half_life_days=MappingProxyType(dict(half_life_days)))


@cache
def shipped_activity() -> ActivityPolicy:
    """The values that come with the program, read once; without the half-lives of attributes."""
    text = SHIPPED.read_text("utf-8")
    rows = read_toml(text, str(SHIPPED))
    return _policy(rows, text, str(SHIPPED), table="", before=None)


def read_activity(rows: Mapping[str, object], text: str, origin: str) -> ActivityPolicy:
    """The shipped policy with what the `[activity]` table of a policy file says. Raises ConfigurationError naming the
    origin, the line and the key."""
    table = rows.get(TABLE, {})
    if not isinstance(table, dict):
        raise _wrong(text, origin, "", TABLE, "must be a table, like [activity]")
    return _policy(table, text, origin, table=TABLE, before=shipped_activity())


def _policy(
    rows: Mapping[str, object], text: str, origin: str, *, table: str, before: ActivityPolicy | None
) -> ActivityPolicy:
    known = ("version", "pace", *_BOUNDS)
    for key in rows:
        if key not in known:
            raise _wrong(text, origin, table, str(key), f"unknown; known are {', '.join(known)}")
    values: dict[str, object] = {} if before is None else {f.name: getattr(before, f.name) for f in fields(before)}
    if before is not None and rows and "version" not in rows:
        raise _wrong(
            text, origin, table, "version", 'missing: a changed policy needs a version, like "activity/mine-1"'
        )
    for key, value in rows.items():
        values[key] = _pace(value, text, origin, table) if key == "pace" else _value(key, value, text, origin, table)
    return ActivityPolicy(**values)  # type: ignore[arg-type]  # every value was checked by its key


def _value(key: str, value: object, text: str, origin: str, table: str) -> str | float:
    if key == "version":
        if not isinstance(value, str) or not 0 < len(value) <= 64:
            raise _wrong(text, origin, table, key, "must be a text of 1 to 64 characters")
        return value
    low, high = _BOUNDS[key]
    whole = isinstance(low, int)
    fits = isinstance(value, int) if whole else isinstance(value, int | float)
    if isinstance(value, bool) or not fits or not low <= value <= high:  # type: ignore[operator]  # a number, see `fits`
        raise _wrong(text, origin, table, key, f"{value!r} is no {'whole ' * whole}number from {low} to {high}")
    return value  # type: ignore[return-value]  # a number, see `fits`


def _pace(value: object, text: str, origin: str, table: str) -> Mapping[str, float]:
    place = f"{table}.pace" if table else "pace"
    known = (*get_args(Kind), *get_args(Resolution))
    if not isinstance(value, dict):
        raise _wrong(text, origin, table, "pace", "must be a table of kinds, like preference = 0.25")
    for kind, pace in value.items():
        if kind not in known:
            raise _wrong(text, origin, place, kind, f"unknown; known are {', '.join(known)}")
        if isinstance(pace, bool) or not isinstance(pace, int | float) or not 0 <= pace <= 1_000:
            raise _wrong(text, origin, place, kind, f"{pace!r} is no number from 0 to 1000")
    return MappingProxyType({kind: float(pace) for kind, pace in value.items()})


def _wrong(text: str, origin: str, table: str, key: str, why: str) -> ConfigurationError:
    where = f"[{table}] {key}" if table else key
    return ConfigurationError(
        f"{origin}, line {line_of(text, table, key)}: {where}: {why}", hint="see processors/activity/activity.toml",
        field=key,
    )  # fmt: skip
