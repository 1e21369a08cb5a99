"""Facets: what kinds of things a memory holds, in one byte, so that a question can prefer what could answer it: a time
for "when", a place for "where", a number for "how many"; and how its speaker felt."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from schemas.memories import Memory

Facet = Literal["time", "place", "person", "number", "positive", "negative"]
FACETS: tuple[Facet, ...] = get_args(Facet)
_BIT = {facet: 1 << place for place, facet in enumerate(FACETS)}
_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|few|couple|several|twice|once|dozen)\b"
    r"|[一二两三四五六七八九十百千万][个位次岁点号人天年月周块元件条只本台]",
    re.I,
)


def facets_of(memory: Memory) -> int:
    """The facets of a memory as bits, in the order of FACETS."""
    dimensions = memory.dimensions
    types = {entity.type for entity in dimensions.entities}
    held: dict[Facet, bool] = {
        "time": bool(dimensions.times),
        "place": "location" in types or bool(dimensions.location),
        "person": "person" in types,
        "number": _NUMBER.search(memory.content) is not None,
        "positive": dimensions.sentiment == "positive",
        "negative": dimensions.sentiment == "negative",
    }
    return bits(facet for facet, there in held.items() if there)


def bits(facets: Iterable[Facet]) -> int:
    """Several facets as one byte."""
    return sum(_BIT[facet] for facet in set(facets))


def holding(held: NDArray[np.uint8], facet: Facet) -> NDArray[np.bool_]:
    """(n,) which of the rows hold a facet."""
    return (held & _BIT[facet]) > 0
