"""Facets: what kinds of things a memory holds, in one byte, so that a question can prefer what could answer it: a time
for "when", a place for "where", a number for "how many"; and whether it tells of a low mood, or of one that lifted."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from schemas.memories import Memory

Facet = Literal["time", "place", "person", "number", "low", "lifted"]
FACETS: tuple[Facet, ...] = get_args(Facet)
_BIT = {facet: 1 << place for place, facet in enumerate(FACETS)}
_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|few|couple|several|twice|once|dozen)\b"
    r"|[一二两三四五六七八九十百千万][个位次岁点号人天年月周块元件条只本台]",
    re.I,
)

LOW = re.compile(
    r"\b(?:i|we)(?:'m| am| feel| felt|'ve been| was|'m feeling)(?: \w+){0,3} (?:sad|down|low|upset|awful|terrible"
    r"|depressed|lonely|anxious|stressed|overwhelmed|miserable|hopeless|frustrated|heartbroken|exhausted|blue|devastated)\b"
    r"|\b(?:terrible|awful|rotten) (?:mood|day)\b"
    r"|难过|伤心|沮丧|郁闷|低落|崩溃|焦虑|压力(?:很|好|太)?大|想哭|委屈|绝望"
    r"|(?:心情|情绪)(?:很|好|太|特别|真|有点)?(?:糟|差|不好|烦)",
    re.I,
)
"""A low mood, said in the first person."""
LIFTED = re.compile(
    r"\b(?:cheered me up|(?:feel|felt|feeling|i'm|am) (?:so |much |a lot |really )?(?:better|great|calmer|relieved)"
    r"|calmed me down|lifted my (?:mood|spirits)|mood (?:is|got) (?:much )?better|helped me (?:relax|calm down))\b"
    r"|好多了|好些了|(?:心情|情绪|感觉).{0,6}(?:变好|好转|好了|平静|放松)|缓过来|开心起来|轻松多了|没那么(?:难过|焦虑|烦)",
    re.I,
)
"""A mood that got better."""


def facets_of(memory: Memory) -> int:
    """The facets of a memory as bits, in the order of FACETS."""
    dimensions = memory.dimensions
    types = {entity.type for entity in dimensions.entities}
    held: dict[Facet, bool] = {
        "time": bool(dimensions.times),
        "place": "location" in types or bool(dimensions.location),
        "person": "person" in types,
        "number": _NUMBER.search(memory.content) is not None,
        "low": LOW.search(memory.content) is not None,
        "lifted": LIFTED.search(memory.content) is not None,
    }
    return bits(facet for facet, there in held.items() if there)


def bits(facets: Iterable[Facet]) -> int:
    """Several facets as one byte."""
    return sum(_BIT[facet] for facet in set(facets))


def holding(held: NDArray[np.uint8], facet: Facet) -> NDArray[np.bool_]:
    """(n,) which of the rows hold a facet."""
    return (held & _BIT[facet]) > 0
