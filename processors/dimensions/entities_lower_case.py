"""Capitals for names that were typed without them: every rule and the model go by them, and chat has none."""

from __future__ import annotations

import re
from functools import cache

from processors.dimensions.entities_cues import cued
from processors.dimensions.entities_known import ALSO_WORDS, COMMON_STARTS, IRREGULAR, KNOWN, NOT_NAMES
from processors.dimensions.names import is_kind, is_word, names_of, wordnet_names

WORDS_MAX = 4
"""Of one name."""
SURE = 5
"""Strength of the sentence from which a name that is also a word is taken for a name: "i live in bath"."""
CLEAR = 2
"""The same for a name of several words."""
_WORD = re.compile(r"[A-Za-z\u00c0-\u024f][\w'’&.+-]*")
_CAPITAL = re.compile(r"(?<![.!?\n] )(?<!^)\b(?!I\b)[A-Z\u00c0-\u00de]", re.M)
_ANY = re.compile(r"\b(?:the|an?|this|that|my|our|his|her|your|their|some) $", re.I)
"""After these a word is no name: "in the office"."""
_EVENT = re.compile(
    r"\b(?P<name>[A-Za-z][a-z]{2,15}) (?P<event>(?:half )?marathon|triathlon|derby|biennale|film festival|book fair"
    r"|jazz festival|olympics|grand prix|fringe|carnival|festival)\b"
)
"""What a town's name makes an event of: "berlin marathon"."""
_PLACE = re.compile(
    r"\b(?P<name>[a-z]{4,15}) (?i:centre|center|park|road|street|station|hospital|university|college|library|museum"
    r"|airport|bridge|square|avenue|beach|castle|cathedral|stadium)\b"
)
"""A word that is none before these is the name of one: "the trafford centre"."""
_CALLED_APPS = frozenset(("slack", "zoom", "teams", "discord", "signal", "threads", "medium"))
_ON = re.compile(r"\b(?:on|via|over|using|through|installed|downloaded) $")
"""Before a program that is also a word: "on slack", "via signal"."""
_STRONG = re.compile(
    r"\b(?:name is|name's|named|called|works? (?:for|at)|worked (?:for|at)|working (?:for|at)|lives? in|lived in"
    r"|living in|mov(?:ed|ing) to|hi|hey|dear|(?:my|our) (?:sister|brother|son|daughter|wife|husband|boyfriend"
    r"|girlfriend|friend|mate|cousin|boss|dog|cat|puppy|kitten|nephew|niece|uncle|aunt|partner|flatmate|roommate"
    r"|neighbour|coworker|manager)) (?P<name>[a-z]{4,20})\b(?! (?:of|by|to)\b)"
)
"""Where a word that is no word is a name."""


def with_capitals(text: str) -> str:
    """The text with the capitals of known names, and of unknown ones where only a name can stand, if it was typed
    without; every offset stays."""
    typed_lower = not _CAPITAL.search(text)
    words = [(match.start(), _bare_end(match)) for match in _WORD.finditer(text)]
    pieces, end = [], 0
    place = 0
    while place < len(words):
        start = words[place][0]
        step = 1
        if text[start].islower() and text[start : words[place][1]] in _beginnings():
            for count in range(min(WORDS_MAX, len(words) - place), 0, -1):
                stop = words[place + count - 1][1]
                name = _capitalised(text, start, stop, typed_lower=typed_lower)
                if name:
                    pieces += [text[end:start], name]
                    end, step = stop, count
                    break
        place += step
    text = "".join([*pieces, text[end:]])
    if not typed_lower:
        return text
    return _EVENT.sub(_as_event, _PLACE.sub(_as_place, _STRONG.sub(_with_capital, text)))


def _as_place(match: re.Match[str]) -> str:
    name = match["name"]
    common = is_word(name) or is_kind(name) or name in IRREGULAR or name in COMMON_STARTS or name in NOT_NAMES
    return match[0] if common else match[0].title()


def _as_event(match: re.Match[str]) -> str:
    name = _spelled().get(match["name"].lower(), "")
    place = "location" in (names_of("english").types.get(name), wordnet_names().get(name))
    return match[0].title() if place else match[0]


def _capitalised(text: str, start: int, end: int, *, typed_lower: bool) -> str | None:
    lower = text[start:end]
    name = _spelled().get(lower)
    if name is None or lower in COMMON_STARTS or lower in NOT_NAMES:
        return None
    if lower in KNOWN and text[:start].endswith("the "):
        return None
    if lower in _CALLED_APPS and _ON.search(text[max(0, start - 12) : start]):
        return name
    if lower in KNOWN and lower not in ALSO_WORDS and not is_word(lower):
        return name
    kind = names_of("english").types.get(name, wordnet_names().get(name))
    if is_kind(lower):
        return None
    anyone = " " not in lower and (kind == "location" or name in names_of("english").given)
    if not typed_lower or (anyone and _ANY.search(text[max(0, start - 8) : start])):
        return None
    if " " in lower and any(not (is_word(word) or word in COMMON_STARTS) for word in lower.split()):
        return name
    if not (
        " " in lower or is_word(lower) or lower in ALSO_WORDS or name in names_of("english").words or name.isupper()
    ):
        return name
    cue, strength = cued(text, start, end)
    return name if strength >= (SURE if " " not in lower else CLEAR) and cue == kind else None


def _with_capital(match: re.Match[str]) -> str:
    name = match["name"]
    if is_word(name) or is_kind(name) or name in IRREGULAR or name in NOT_NAMES or name in COMMON_STARTS:
        return match[0]
    return match[0][: -len(name)] + name.capitalize()


@cache
def _spelled() -> dict[str, str]:
    """Lower-case name → name, of those that keep their length; lists before WordNet."""
    english = names_of("english")
    names = [
        *(name for name, kind in wordnet_names().items() if kind == "location" and len(name) > 3),
        *english.given,
        *english.types,
    ]
    spelled = {name.lower(): name for name in sorted(names) if len(name.lower()) == len(name)}
    spelled |= {name.lower(): name for name in sorted(english.types)}
    return spelled | {name: name.capitalize() for name in KNOWN if name.isascii() and name not in spelled}


@cache
def _beginnings() -> frozenset[str]:
    """The first words of all names in lower case."""
    first = [match for name in _spelled() if (match := _WORD.match(name))]
    return frozenset(word for match in first for word in (match[0], match[0][: _bare_end(match)]))


def _bare_end(match: re.Match[str]) -> int:
    word = match[0].rstrip(".'’-&+")
    return match.start() + len(word) - (2 if word.endswith(("'s", "’s")) else 0)
