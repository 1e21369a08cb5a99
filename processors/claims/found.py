"""What a rule finds in a clause, before it becomes a claim."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from schemas.claims import ClaimAction, Polarity

SURE = 0.9
LIKELY = 0.8
UNSURE = 0.7


@dataclass(frozen=True, slots=True)
class Found:
    """A statement of one clause. `subject` "" = whoever the clause speaks of (the speaker, unless it names another)."""

    attribute: str
    value: str
    polarity: Polarity = "positive"
    action: ClaimAction = "assert"
    confidence: float = SURE
    subject: str = ""


def said_of(subjects: Sequence[str], found: Iterable[Found]) -> Iterator[Found]:
    """What is said of several at once, of each of them."""
    for item in found:
        yield from (replace(item, subject=one) for one in subjects)


_BETWEEN_ITEMS = re.compile(r"\s*(?:,\s*(?:and|or)\s+|,|;|\s&\s|\s+and\s+|\s+or\s+|\s+as well as\s+)\s*", re.IGNORECASE)
_BETWEEN_ITEMS_ZH = re.compile(r"、|以及|还有|和|跟|与|或者?|(?<=[\u4e00-\u9fff])及")
_PAIRS = re.compile(
    r"(?i:\b(?:fish and chips|mac(?:aroni)? and cheese|rock and roll|salt and pepper|arts and crafts|drum and bass"
    r"|black and white|bed and breakfast|peanut butter and jelly|r and b|gin and tonic|ham and cheese|dungeons and"
    r" dragons|bread and butter|cookies and cream|rhythm and blues|biscuits and gravy)\b)"
)
_OF = re.compile(r"(?i:\w (?:about|of|with|for|on|between|from|by) \w)")
_GERUND = re.compile(
    r"(?i:(?!(?:king|ring|spring|string|wing|morning|evening|pudding|wedding|ceiling|clothing)\b)\w+ing \w)"
)
_SHARED_HEAD = re.compile(
    r"(?i:\w (music|movies|films|food|cuisine|books|novels|games|songs|art|dishes|flavou?rs|literature|poetry)$)"
)
"""Plain words that several adjectives share: "electronic and rock music"."""
ITEM_WORDS_MAX = 5


def items(text: str) -> list[str]:
    """The members of an enumeration ("jazz, blues and soul"), or the text itself when it is none."""
    if _PAIRS.search(text):
        return [text]
    parts = [part.strip() for part in _BETWEEN_ITEMS.split(text)]
    if len(parts) > 1 and _shares_what_follows(parts):
        return [text]
    shared = _SHARED_HEAD.search(parts[-1])
    if len(parts) > 1 and shared and not _GERUND.match(parts[-1]):
        parts = [part if " " in part or part.endswith("s") else f"{part} {shared[1]}" for part in parts[:-1]] + parts[
            -1:
        ]
    if all(part and len(part.split()) <= ITEM_WORDS_MAX for part in parts):
        return parts
    return [text]


def _shares_what_follows(parts: list[str]) -> bool:
    """Whether an "and" stands inside of one thing: "books about growth and mindset", "improving roads and schools"."""
    inside = _OF.search(parts[0]) or _GERUND.match(parts[0])
    return bool(inside) and not any(_OF.search(part) or _GERUND.match(part) for part in parts[1:])


def items_zh(text: str) -> list[str]:
    """The members of a Chinese enumeration (爵士、蓝调和民谣, 葱姜蒜), or the text itself when it is none."""
    if re.fullmatch(r"[葱姜蒜辣醋]{2,}", text):
        return list(text)
    parts = [part.strip() for part in _BETWEEN_ITEMS_ZH.split(text)]
    return parts if len(parts) > 1 and all(1 <= len(part) <= 8 for part in parts) else [text]
