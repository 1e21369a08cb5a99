"""Policies: what decides, and how memories fade, as one versioned TOML file.

version = "mine/1"          # optional for the attribute table alone
[activity]                  # overrides processors/activity/activity.toml key by key
version = "activity/mine-1"
[home_city]                 # an attribute's row replaces the shipped one of that name, or is one more
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from processors.activity.policy import TABLE, ActivityPolicy, read_activity, shipped_activity
from processors.claims.table import AttributeTable, shipped_table
from processors.toml_lines import read_toml


@dataclass(frozen=True, slots=True)
class WholePolicy:
    """Both parts. `activity` knows the half-lives of the table's attributes."""

    table: AttributeTable
    activity: ActivityPolicy


@cache
def shipped_policy() -> WholePolicy:
    """The policy that comes with the program, read once."""
    return WholePolicy(shipped_table(), shipped_activity().with_half_lives(shipped_table().half_lives()))


@lru_cache(maxsize=8)
def parse_policy(text: str, origin: str = "the policy") -> WholePolicy:
    """Read a policy; "" = the shipped one. A part that the text does not name is the shipped one. Raises
    ConfigurationError naming the origin, the line and the key."""
    if not text:
        return shipped_policy()
    rows = read_toml(text, origin)
    named = {name: row for name, row in rows.items() if name not in (TABLE, "version")}
    table = shipped_table().extended(AttributeTable.of(named, text, origin)) if named else shipped_table()
    activity = read_activity(rows, text, origin) if TABLE in rows else shipped_activity()
    return WholePolicy(table, activity.with_half_lives(table.half_lives()))
