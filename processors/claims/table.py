"""The attribute table: which slot a claim belongs to, and what kind of memory it becomes. Data: `attributes.toml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, get_args

from processors.claims.concepts import concept
from processors.dimensions.traditional import simplified
from processors.toml_lines import line_of, read_toml
from schemas.claims import Claim
from schemas.errors import ConfigurationError
from schemas.memories import Kind, MemoryScope

Cardinality = Literal["single", "multi"]
SEVERAL = frozenset(("child", "sibling", "friend"))
"""Subjects who may be several people: what is said of one brother replaces nothing that was said of the other."""
SHIPPED = Path(__file__).with_name("attributes.toml")

_REQUIRED = ("cardinality", "kind", "scope")
_LISTS = ("words_en", "words_zh", "patterns_en", "patterns_zh")
_KNOWN = (*_REQUIRED, "half_life_days", "family", "expires_days", "settled", "free", *_LISTS)
_NAME = re.compile(r"[a-z][a-z_]{0,39}")
_ARTICLE = re.compile(r"^(?:the|a|an|my|some|to|eating|drinking|listening to|watching|playing) (?=\S)")
_LIGHT_VERB_ZH = re.compile(r"^[吃喝听看](?=\S)")
_NO_LETTERS = re.compile(r"[^\w]+")


@dataclass(frozen=True, slots=True)
class Attribute:
    """One row. `settled`: it does not change by itself, so two values contradict each other. `free`: its values are
    phrases, compared by what they say. `family` is the name under which it shares slots; `half_life_days` 0 = never
    fades, None = as its kind does; `expires_days` None = no end unless the speaker gave one. `patterns`: what
    says it in so many words, each with a group `value`."""

    name: str
    cardinality: Cardinality
    kind: Kind
    scope: MemoryScope
    family: str
    half_life_days: float | None
    expires_days: float | None
    words_en: tuple[str, ...] = ()
    words_zh: tuple[str, ...] = ()
    settled: bool = False
    free: bool = False
    patterns: tuple[re.Pattern[str], ...] = ()


class AttributeTable:
    """All attributes by name. One that is not in it is a multi-valued fact: nothing of it supersedes anything."""

    def __init__(self, attributes: Mapping[str, Attribute]) -> None:
        self._attributes = dict(attributes)
        self._patterned = tuple(row for row in self._attributes.values() if row.patterns)

    @classmethod
    def load(cls, path: Path = SHIPPED) -> AttributeTable:
        """Read a TOML file. Raises ConfigurationError naming the file, and the line or the attribute and key."""
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise ConfigurationError(f"{path} cannot be read: {error.strerror}", field=str(path)) from error
        except UnicodeDecodeError as error:
            raise ConfigurationError(f"{path}: {error}", hint="mend that line", field=str(path)) from error
        return cls.parse(text, str(path))

    @classmethod
    def parse(cls, text: str, origin: str) -> AttributeTable:
        """Read TOML. Raises ConfigurationError naming the origin, and the line or the attribute and key."""
        return cls.of(read_toml(text, origin), text, origin)

    @classmethod
    def of(cls, rows: Mapping[str, object], text: str, origin: str) -> AttributeTable:
        """The same from the tables of a TOML text that was read already."""
        return cls({name: _attribute(text, origin, name, row) for name, row in rows.items()})

    def extended(self, more: AttributeTable) -> AttributeTable:
        """This table with the rows of another, which go before its own."""
        return AttributeTable({**self._attributes, **more._attributes})

    def patterned(self) -> tuple[Attribute, ...]:
        """The attributes that have patterns of their own."""
        return self._patterned

    def attribute(self, name: str) -> Attribute:
        """The row, or the one of an unknown attribute."""
        return self._attributes.get(name) or Attribute(name, "multi", "fact", "task", name, None, None)

    def __contains__(self, name: str) -> bool:
        return name in self._attributes

    def cardinality(self, attribute: str) -> Cardinality:
        return self.attribute(attribute).cardinality

    def kind(self, attribute: str) -> Kind:
        return self.attribute(attribute).kind

    def scope(self, attribute: str) -> MemoryScope:
        return self.attribute(attribute).scope

    def half_lives(self) -> Mapping[str, float]:
        """Days until activity halves, of the attributes that say it; 0 = never."""
        rows = self._attributes.values()
        return {row.name: row.half_life_days for row in rows if row.half_life_days is not None}

    def slot_of(self, claim: Claim) -> tuple[str, str]:
        """(subject, slot attribute). Every slot holds one value at a time: a single-valued attribute is one slot;
        each value of a multi-valued one is a slot of its own, `friend:ana`; likes and dislikes of a value share
        `preference:京剧`, so that a flip supersedes. Without a value ("forget my likes") it is the bare family,
        `preference`, which stands for all of them: see `covers`."""
        row = self.attribute(claim.attribute)
        single = row.cardinality == "single" and claim.subject not in SEVERAL
        key = "" if single else normal_value(claim.value)
        return claim.subject, f"{row.family}:{key}" if key else row.family

    def covers(self, slot: tuple[str, str], other: tuple[str, str]) -> bool:
        """Whether what is said of `slot` is said of `other` too: equal, or `slot` is the bare family of `other`."""
        return slot == other or (slot[0] == other[0] and ":" not in slot[1] and other[1].startswith(slot[1] + ":"))

    def named(self, words: str, *, chinese: bool) -> tuple[str, ...]:
        """The attributes that people mean by these words ("phone number", 住址), in the order of the table."""
        plain = words.strip().casefold()
        return tuple(
            row.name for row in self._attributes.values() if plain in (row.words_zh if chinese else row.words_en)
        )


@cache
def shipped_table() -> AttributeTable:
    """The table that comes with the program, read once."""
    return AttributeTable.load(SHIPPED)


def normal_value(value: str) -> str:
    """A value as slots compare it: case, articles, light verbs (to, eating, 吃, 听) and punctuation do not count, nor
    does the language of a word that is known in both."""
    plain = _NO_LETTERS.sub(" ", simplified(value.casefold())).strip()
    for _ in range(3):
        plain = _ARTICLE.sub("", plain)
    return concept(plain) if plain != concept(plain) else concept(_LIGHT_VERB_ZH.sub("", plain) or plain)


def _attribute(text: str, origin: str, name: str, row: object) -> Attribute:
    def wrong(key: str, why: str) -> ConfigurationError:
        place = f"{origin}, line {line_of(text, name, key)}"
        return ConfigurationError(
            f"{place}: [{name}] {key}: {why}", hint="see the head of the shipped file", field=name
        )

    if not _NAME.fullmatch(name) or not isinstance(row, dict):
        raise wrong("name", "an attribute is a table with a lower-case name, like [home_city]")
    for key in row:
        if key not in _KNOWN:
            raise wrong(str(key), f"unknown; known are {', '.join(_KNOWN)}")
    for key in _REQUIRED:
        if key not in row:
            raise wrong(key, "missing")
    for key, choices in (("cardinality", Cardinality), ("kind", Kind), ("scope", MemoryScope)):
        if row[key] not in get_args(choices):
            raise wrong(key, f"{row[key]!r} is none of {', '.join(get_args(choices))}")
    family = row.get("family", name)
    if not isinstance(family, str) or not _NAME.fullmatch(family):
        raise wrong("family", f"{family!r} is no lower-case name")
    days = {}
    for key in ("half_life_days", "expires_days"):
        value = row.get(key, 0)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e6:
            raise wrong(key, f"{value!r} is no number of days")
        days[key] = float(value)
    for key in ("settled", "free"):
        if not isinstance(row.get(key, False), bool):
            raise wrong(key, f"{row[key]!r} is neither true nor false")
    words = {}
    for key in _LISTS:
        value = row.get(key, [])
        if not isinstance(value, list) or not all(isinstance(word, str) and word for word in value):
            raise wrong(key, "must be a list of words")
        words[key] = tuple(value)
    patterns = []
    for key in ("patterns_en", "patterns_zh"):
        for pattern in words[key]:
            try:
                compiled = re.compile(pattern, re.IGNORECASE)
            except re.error as error:
                raise wrong(key, f"{pattern!r} is no regular expression: {error}") from error
            if "value" not in compiled.groupindex:
                raise wrong(key, f"{pattern!r} has no group (?P<value>…)")
            patterns.append(compiled)
    return Attribute(
        name=name,
        cardinality=row["cardinality"],
        kind=row["kind"],
        scope=row["scope"],
        family=family,
        half_life_days=days["half_life_days"] if "half_life_days" in row else None,
        expires_days=days["expires_days"] or None,
        words_en=words["words_en"],
        words_zh=words["words_zh"],
        settled=row.get("settled", False),
        free=row.get("free", False),
        patterns=tuple(patterns),
    )
