"""Builders of English claims: how a rule's match becomes what is found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from processors.claims.english_values import NO_OBJECT, kept_items
from processors.claims.found import SURE, Found
from schemas.claims import ClaimAction, Polarity

Build = Callable[[re.Match[str]], Iterator[Found]]

JUST = (
    r"(?:(?:just|recently|finally|also|now|already|still|actually|currently|officially|happily|newly|really)\s+){0,2}"
)
HAVE = r"(?:have |'ve |has )?"

_SELF_CONTAINED = frozenset(("habit", "goal", "plan", "decision", "commitment"))
_POINTS = re.compile(
    r"(?i:\b(?:it|them|(?:this|that)(?! (?:year|month|week|summer|winter|spring|autumn|fall|season|weekend)\b)|these"
    r"|those|him|her(?! \w)|there|here|yesterday|one of my own)\b)"
)
"""What is meant stands elsewhere, so the words alone would say nothing later."""


def one(
    attribute: str, *, polarity: Polarity = "positive", action: ClaimAction = "assert", confidence: float = SURE
) -> Build:
    def build(match: re.Match[str]) -> Iterator[Found]:
        value = bare(match["value"])
        if attribute in _SELF_CONTAINED and _POINTS.search(value):
            return
        if attribute == "habit" and re.search(r"(?i:\b(?:what|what's|whatever|something)\b)", value):
            return
        if value and not NO_OBJECT.match(value) and "\x00" not in value and len(value.split()) <= 16:
            yield Found(attribute, value, polarity, action, confidence)

    return build


def each(attribute: str, polarity: Polarity = "positive") -> Build:
    def build(match: re.Match[str]) -> Iterator[Found]:
        for item in kept_items(bare(match["value"])):
            yield Found(attribute, item, polarity)

    return build


def bare(text: str) -> str:
    """Without articles before and asides behind."""
    text = re.split(r"\s[-–—]\s", text, maxsplit=1)[0]
    text = re.sub(r"(?i:,?\s+(?:even|and|but|or|so|because)$)", "", text.strip(" .,!:;\"'"))
    text = re.sub(r"(?i:\s+(?:too|as well|though|btw|by the way|please|thanks|haha|lol)$)", "", text.strip(" .,!:;\"'"))
    return re.sub(r"(?i:^(?:the|a|an|some|my|our) (?=\w))", "", text).strip(" .,!:;\"'")
