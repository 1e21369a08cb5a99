"""The topology: every stage as a value, so that it can be printed, tested and run by both runtimes (DESIGN §2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from schemas import topics

StageName = Literal["score", "describe", "embed", "consolidate", "index"]
Kind = Literal["map", "fold", "sink"]
"""map: one event in, one out, no state. fold: one in, one out, with a state per user that is the fold of its own
output. sink: applies what it reads to an index."""
INDEX = "index"


@dataclass(frozen=True, slots=True)
class Stage:
    """One step: it reads `source`, writes exactly one record per position to `sink`, same partition, in order."""

    name: StageName
    source: str
    sink: str
    kind: Kind


def topology(generation: int) -> tuple[Stage, ...]:
    """The stages of one generation in order."""
    scored, described = topics.scored(generation), topics.described(generation)
    embedded, memories = topics.embedded(generation), topics.memories(generation)
    return (
        Stage("score", topics.TURNS, scored, "map"),
        Stage("describe", scored, described, "map"),
        Stage("embed", described, embedded, "map"),
        Stage("consolidate", embedded, memories, "fold"),
        Stage("index", memories, INDEX, "sink"),
    )


def table(stages: Iterable[Stage]) -> str:
    """The topology as aligned text."""
    rows = [("stage", "kind", "reads", "writes"), *((s.name, s.kind, s.source, s.sink) for s in stages)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )
