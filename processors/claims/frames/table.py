"""The frames of `frames_en.toml`, read once."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from processors.claims.frames.lexicon import word_classes
from schemas.claims import Polarity

_FILE = Path(__file__).with_name("frames_en.toml")


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame; the head of the file explains its fields."""

    attribute: str
    verbs: frozenset[str]
    slots: tuple[str, ...]
    filler: str
    complement: frozenset[str] = frozenset()
    object: frozenset[str] = frozenset()
    tenses: frozenset[str] = frozenset()
    polarity: Polarity = "positive"
    negated: str = ""
    only_negated: bool = False
    ends: bool = False
    kin: bool = False
    indefinite: bool = False
    bare: bool = False
    value: str = ""


_TENSES = {
    "": frozenset(("present", "progressive", "bare")),
    "perfect": frozenset(("present", "progressive", "perfect", "bare")),
    "any": frozenset(("present", "progressive", "perfect", "past", "bare")),
    "now": frozenset(("present", "bare")),
    "stayed": frozenset(("perfect",)),
    "event": frozenset(("perfect", "past", "bare")),
}


@cache
def frames() -> dict[str, tuple[Frame, ...]]:
    """Verb → the frames it stands in, in the order of the file."""
    by_verb: dict[str, list[Frame]] = {}
    for row in tomllib.loads(_FILE.read_text("utf-8"))["frame"]:
        frame = Frame(
            attribute=row["attribute"],
            verbs=_words(row["verbs"]),
            slots=tuple(row["slot"].split("|")),
            filler=row["filler"],
            complement=_class(row.get("complement", "")),
            object=_class(row.get("object", "")),
            tenses=_TENSES[row.get("tenses", "")],
            polarity=row.get("polarity", "positive"),
            negated=row.get("negated", ""),
            only_negated=row.get("only_negated", False),
            ends=row.get("ends", False),
            kin=row.get("kin", False),
            indefinite=row.get("indefinite", False),
            bare=row.get("bare", False),
            value=row.get("value", ""),
        )
        for verb in frame.verbs:
            by_verb.setdefault(verb, []).append(frame)
    return {verb: tuple(found) for verb, found in by_verb.items()}


def _words(text: str) -> frozenset[str]:
    return frozenset(part.strip() for part in text.split(",") if part.strip())


def _class(text: str) -> frozenset[str]:
    return word_classes().get(text) or _words(text)
