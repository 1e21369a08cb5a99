"""Well-known names of both languages and what they stand for, read from `names.toml` when they are first needed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import cast

from processors.dimensions.entities_known import ENDINGS, NOT_NAMES
from schemas.dimensions import EntityType

FILE = Path(__file__).with_name("names.toml")
WORDNET = Path(__file__).with_name("wordnet.txt")
WORDS_MAX = 5
"""Of one name, "London School of Economics" has four."""
CHARACTERS_MAX = 9
"""Of one Chinese name."""
READ_BEFORE = 40
"""Characters of the sentence that are read before a name."""
SURE_CHARACTERS = 3
"""A Chinese name of two characters also stands across words: 一战 in 统一战线."""
_KINDS: dict[str, EntityType] = {
    "places": "location", "organisations": "organisation", "events": "event", "products": "product",
    "objects": "object", "persons": "person",
}  # fmt: skip
_UPPER = "A-Z\u00c0-\u00d6\u00d8-\u00de"
_SURNAME = re.compile(
    rf"(?: (?:van|von|de|da|di|del|della|der|den|al|bin|ibn|la|le)){{0,2}}(?: [{_UPPER}][\w’'-]{{1,30}}){{1,2}}(?!\w)"
)
_VERSION = re.compile(r"(?: (?:Pro|Max|Plus|Ultra|Mini|Air|SE|XL|Lite|\d{1,2}(?:\.\d+)?)){1,3}(?![\w:])")
_CAPITAL_AFTER = re.compile(rf" (?:of |& )?[{_UPPER}]")
_CAPITAL_BEFORE = re.compile(
    r"\b(?!(?:I|The|In|At|From|To|And|But|My|Our|Is|Was|Does|Do|Did|Can|Will|So|If|When|We)\b)"
    rf"[{_UPPER}][\w’']* $"
)
_BEGIN = re.compile(r"(?:^|[.!?\n,-])[\s\"'“‘(*]*$")
_WORD = re.compile(r"[^\W_][\w'’&.+-]*")


@dataclass(frozen=True, slots=True)
class Names:
    """`types`: a name that stands for one thing. `given`: people's first names. `words`: those that are also words."""

    types: dict[str, EntityType]
    given: frozenset[str]
    words: frozenset[str]


@cache
def names_of(language: str) -> Names:
    """The names of a language, "english" or "chinese"."""
    lists = tomllib.loads(FILE.read_text("utf-8"))[language]
    listed = {kind: [name for name in re.split(r"\s*,\s*", text.strip()) if name] for kind, text in lists.items()}
    types: dict[str, EntityType] = {}
    for kind, entity_type in _KINDS.items():
        for name in listed.get(kind, ()):
            types.setdefault(name, entity_type)
    return Names(types, frozenset(listed.get("given", ())), frozenset(listed.get("words", ())))


@cache
def wordnet_names() -> dict[str, EntityType]:
    """English names that WordNet knows, in their spelling."""
    return {
        name: cast("EntityType", kind)
        for kind, names in _wordnet().items()
        if kind not in ("words", "kinds")
        for name in names
    }


def is_word(lower: str) -> bool:
    """Whether a lower-case text is a common English word, or a form of one."""
    words = _english_words()
    if lower in words:
        return True
    endings = ("s", "es", "ed", "d", "ing", "er", "ly")
    stems = [lower.removesuffix(ending) for ending in endings if lower.endswith(ending)]
    return any(
        stem in words or f"{stem}e" in words or (stem[-2:-1] == stem[-1:] and stem[:-1] in words)
        for stem in stems
        if len(stem) > 1
    )


def is_kind(lower: str) -> bool:
    """Whether a lower-case text is a rarer word for a kind of person, animal, food or drink: postman, poodles."""
    kinds = _english_kinds()
    return (lower in kinds or lower.removesuffix("s") in kinds) and lower.capitalize() not in names_of("english").given


@cache
def _english_kinds() -> frozenset[str]:
    return frozenset(_wordnet()["kinds"])


@cache
def _english_words() -> frozenset[str]:
    return frozenset(_wordnet()["words"])


@cache
def _wordnet() -> dict[str, list[str]]:
    lines = (line for line in WORDNET.read_text("utf-8").splitlines() if not line.startswith("#"))
    return {kind: names.split(",") for kind, _, names in (line.partition("\t") for line in lines)}


def english_matches(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, name) of every listed name or first name, the longest at each place, with its capitals."""
    names = names_of("english")
    words = [_bare(match) for match in _WORD.finditer(text)]
    place = 0
    while place < len(words):
        start, _ = words[place]
        step = 1
        if text[start].isupper():
            for count in range(min(WORDS_MAX, len(words) - place), 0, -1):
                end = words[place + count - 1][1]
                if text[start:end] in names.types or (count == 1 and text[start:end] in names.given):
                    yield start, end, text[start:end]
                    step = count
                    break
        place += step


def chinese_matches(text: str, edges: frozenset[int]) -> Iterator[tuple[int, int, EntityType]]:
    """(start, end, type) of every listed name that begins and ends where words do, or is long enough to be sure."""
    types = names_of("chinese").types
    heads = _heads()
    start = 0
    while start < len(text):
        step = 1
        if text[start : start + 2] in heads:
            for end in range(min(len(text), start + CHARACTERS_MAX), start + 1, -1):
                sure = end - start >= SURE_CHARACTERS or (start in edges and end in edges)
                if sure and text[start:end] in types:
                    yield start, end, types[text[start:end]]
                    step = end - start
                    break
        start += step


def english_names(text: str) -> Iterator[tuple[int, int, EntityType, int]]:
    """(start, end, type, weight): listed names with what belongs to them; a first name takes the surname behind it."""
    names = names_of("english")
    for start, end, name in english_matches(text):
        kind, before = names.types.get(name), text[max(0, start - READ_BEFORE) : start]
        if (name in names.words and _BEGIN.search(before)) or (kind and name in names.given):
            continue  # "Will you …", and Florence, who is a city too: the model and the sentence know better.
        if kind:
            alone = " " in name or not (_CAPITAL_AFTER.match(text, end) or _CAPITAL_BEFORE.search(before))
            version = _VERSION.match(text, end) if kind == "product" else None
            yield (
                start,
                version.end() if version else end,
                kind,
                6 if " " in name and kind != "location" else 4 if version or " " in name else 3 if alone else 2,
            )
        else:
            surname = _SURNAME.match(text, end)
            # In "Li Wei" the model knows where the name begins.
            weight = 2 if _CAPITAL_BEFORE.search(before) else 3
            yield start, surname.end() if surname and _is_surname(surname[0]) else end, "person", weight


def _is_surname(text: str) -> bool:
    """Whether what follows a first name belongs to it, and is not the next thing of the sentence."""
    word = text.split()[-1]
    return word.lower() not in NOT_NAMES and word not in ENDINGS and not word.endswith(("'s", "’s"))


@cache
def _heads() -> frozenset[str]:
    return frozenset(name[:2] for name in names_of("chinese").types)


def _bare(match: re.Match[str]) -> tuple[int, int]:
    """A word without its possessive and its full stop."""
    word = match[0].rstrip(".'’-&+")
    if word.endswith(("'s", "’s")) and word not in names_of("english").types:
        word = word[:-2]
    return match.start(), match.start() + len(word)
