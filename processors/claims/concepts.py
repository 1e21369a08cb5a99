"""Concepts: what values mean whatever the language, so that 花生 and peanuts are one thing. Data: `concepts.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import Stemmer

SHIPPED = Path(__file__).with_name("concepts.toml")
_HAN = re.compile(r"[\u4e00-\u9fff]+")
_LATIN = re.compile(r"[a-z0-9][a-z0-9'+.#-]*[a-z0-9+#]|[a-z0-9]")
_LITTLE = (
    "a an the my our your his her their its i we you he she they it this that these those to of in on at for with by"
    " from and or but then too also so as is are am be been do does did will would can could have has had get got go"
    " goes going take takes taking taken make let me us usual always every each whole all just really very please"
    " before after when first again there here some any one own into out up over about usually code"
)
_SAYS_LITTLE = frozenset(_LITTLE.split())
_SAYS_LITTLE_ZH = frozenset(
    "的了吗呢吧啊我你他她它们是在就都也还要会能给让把再先然后之前后时候一个下遍有去来和跟与及每很最不没"
)
_stemmer = Stemmer.Stemmer("english")


@dataclass(frozen=True, slots=True)
class Concepts:
    """`names`: word → concept. `kinds`: concept → the wider ones. `against`: concept → what it excludes. `longest`: the
    characters of the longest Chinese word."""

    names: Mapping[str, str]
    kinds: Mapping[str, frozenset[str]]
    against: Mapping[str, frozenset[str]]
    longest: int


@cache
def shipped_concepts() -> Concepts:
    """The list that comes with the program, read once."""
    rows = tomllib.loads(SHIPPED.read_text(encoding="utf-8"))
    names: dict[str, str] = {}
    for concept, words in rows["same"].items():
        for word in (concept, *words):
            for form in _forms(word):
                names.setdefault(form, concept)
    kinds: dict[str, set[str]] = {}
    for wide, narrow in rows["kinds"].items():
        for word in narrow:
            for form in _forms(word):
                names.setdefault(form, word)
            kinds.setdefault(names[word], set()).add(wide)
    against = {concept: frozenset(excluded) for concept, excluded in rows["against"].items()}
    longest = max(len(word) for word in names if _HAN.search(word))
    return Concepts(names, {name: frozenset(wide) for name, wide in kinds.items()}, against, longest)


def concept(value: str) -> str:
    """The one name of what a value means, or the value itself. `value` is plain: case folded, without punctuation."""
    return shipped_concepts().names.get(value, value)


@lru_cache(maxsize=8_192)
def bag(text: str) -> frozenset[str]:
    """What a text speaks of: concepts where they are known, else stems of its telling words and Chinese characters."""
    folded = text.casefold()
    found = set(_chinese(folded))
    words = [word for word in _LATIN.findall(_HAN.sub(" ", folded)) if word not in _SAYS_LITTLE]
    names = shipped_concepts().names
    index = 0
    while index < len(words):
        pair = " ".join(words[index : index + 2])
        if pair in names:
            found.add(names[pair])
            index += 2
            continue
        word = words[index]
        found.add(names.get(word) or names.get(_stemmer.stemWord(word)) or _stemmer.stemWord(word))
        index += 1
    return frozenset(found - _SAYS_LITTLE)


def wider(name: str) -> frozenset[str]:
    """The concepts that this one is a kind of."""
    return shipped_concepts().kinds.get(name, frozenset())


def excluded(name: str) -> frozenset[str]:
    """What somebody who wants this does not order."""
    return shipped_concepts().against.get(name, frozenset())


def _chinese(text: str) -> list[str]:
    known = shipped_concepts()
    found = []
    for run in _HAN.findall(text):
        index = 0
        while index < len(run):
            for length in range(min(known.longest, len(run) - index), 0, -1):
                word = run[index : index + length]
                if word in known.names:
                    found.append(known.names[word])
                    break
            else:
                length = 1
                if run[index] not in _SAYS_LITTLE_ZH:
                    found.append(run[index])
            index += length
    return found


def _forms(word: str) -> tuple[str, ...]:
    """The word as people write it: an English one in the plural too."""
    if _HAN.search(word) or not word.isascii():
        return (word,)
    plural = (
        word[:-1] + "ies"
        if re.search(r"[^aeiou]y$", word)
        else word + ("es" if re.search(r"(?:s|x|ch|sh|o)$", word) else "s")
    )
    plain = re.sub(r"[^\w]+", " ", word).strip()
    return tuple(dict.fromkeys((word, plain, plural)))
