"""Reason and purpose: why something is so and what it is for, as the text itself says it."""

from __future__ import annotations

import re
from typing import NamedTuple

CLAUSE_CHARACTERS_MAX = 160
"""What a reason or a purpose is cut at."""
READ_CHARACTERS_MAX = 4_000

_STOP = r"(?=[.;!?\n]|,? (?:so|but|and (?:so|then|that's why))\b|$)"
_COMMA = r"(?=[,.;!?\n]|$)"
_REASON = re.compile(
    rf"(?i:(?:^|[.!?]\s+)(?:because|since|as)\s+(?P<first>(?:i|we|he|she|they|it|you|the|my|our|his|her|their|there)\b[^,.;!?\n]{{3,}}),\s*\w"
    rf"|\b(?:because|'cause|cuz)\s+(?!of\b)(?P<clause>[^.;!?\n]{{3,}}?){_STOP}"
    rf"|\b(?:because of|due to|owing to|thanks to|on account of)\s+(?P<thing>[^,.;!?\n]{{2,}}?){_COMMA}"
    rf"|\bthe reason (?:is|was|being)(?: that)?\s+(?P<told>[^.;!?\n]{{3,}}?){_STOP})"
)
_PURPOSE = re.compile(
    rf"(?i:\b(?:in order to|so as to)\s+(?P<verb>[^,.;!?\n]{{2,}}?){_COMMA}"
    rf"|\bso (?:that )?(?P<clause>(?:i|we|he|she|they|it|you|my \w+|our \w+) "
    rf"(?:can|could|don't|won't|will|would|may|might)\b[^,.;!?\n]{{2,}}?){_COMMA}"
    rf"|\bfor the (?:sake|purpose) of\s+(?P<sake>[^,.;!?\n]{{2,}}?){_COMMA})"
)
_REASON_ZH = re.compile(
    r"(?:因为|由于|是因为|主要是|原因是|都怪|多亏)(?!什么|啥)(?P<clause>[^，。；！？\n,;!?]{2,}?)"
    r"(?=(?:[，,]\s*)?(?:所以|因此|就|才|只好|于是|而)|[，。；！？\n,;!?]|$)"
)
_PURPOSE_ZH = re.compile(
    r"(?:为了|以便|好让|用来|目的是|免得|省得)(?!什么|啥)(?P<clause>[^，。；！？\n,;!?]{2,}?)(?=[，。；！？\n,;!?]|$)"
)


class Why(NamedTuple):
    """A clause as written and its place in the text; empty when nothing is said."""

    text: str
    start: int
    end: int


NOT_SAID = Why("", 0, 0)


def find_reason(text: str) -> Why:
    """Why: the clause after "because", 因为, "due to"; "since" and "as" only before the main clause."""
    return _first(text, _REASON, _REASON_ZH)


def find_purpose(text: str) -> Why:
    """What for: the clause after "in order to", "so that I can", 为了, 以便."""
    return _first(text, _PURPOSE, _PURPOSE_ZH)


def _first(text: str, *patterns: re.Pattern[str]) -> Why:
    read = text[:READ_CHARACTERS_MAX]
    matches = [match for pattern in patterns if (match := pattern.search(read))]
    if not matches:
        return NOT_SAID
    match = min(matches, key=lambda one: one.start())
    start, end = next(match.span(name) for name, value in match.groupdict().items() if value)
    end = min(end, start + CLAUSE_CHARACTERS_MAX)
    clause = read[start:end].strip(" ,，\"'”“")
    start = read.index(clause, start) if clause else start
    return Why(clause, start, start + len(clause)) if clause else NOT_SAID
