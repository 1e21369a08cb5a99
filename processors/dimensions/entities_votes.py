"""Votes on what a name stands for: patterns of what stands before or behind it, each for a type with a strength."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from schemas.dimensions import EntityType

Rows = tuple[tuple[str, EntityType, int], ...]
"""(pattern, type, strength) each."""


class Cue(NamedTuple):
    pattern: re.Pattern[str]
    type: EntityType
    strength: int


def cues(rows: Rows, shape: str = "{}", flags: re.RegexFlag = re.NOFLAG) -> tuple[Cue, ...]:
    """`shape` says where `{}`, the pattern of a row, stands."""
    return tuple(
        Cue(re.compile(shape.replace("{}", pattern), flags), kind, strength) for pattern, kind, strength in rows
    )


def decided(before: str, after: str, left: Iterable[Cue], right: Iterable[Cue]) -> tuple[EntityType | None, int]:
    """(type, strength) of what speaks most for one type, less half of what speaks for another; (None, 0) of silence.
    What stands before a name has one governor; what follows may say several things."""
    votes: dict[EntityType, int] = {}
    for pattern, kind, strength in left:
        if strength > votes.get(kind, 0) and pattern.search(before):
            votes[kind] = strength
    for pattern, kind, strength in right:
        if pattern.match(after):
            votes[kind] = votes.get(kind, 0) + strength
    if not votes:
        return None, 0
    best, strength = max(votes.items(), key=lambda vote: vote[1])
    others = max((vote for kind, vote in votes.items() if kind != best), default=0)
    return best, strength - others // 2
