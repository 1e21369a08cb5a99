"""Terms: what a turn asks about or tells of, named so that it is known again in other words and in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from processors.abstraction.request_words import REQUEST_CHINESE, REQUEST_ENGLISH
from processors.claims.concepts import bag, concept, shipped_concepts
from processors.dimensions.stop_words import CHINESE, ENGLISH
from schemas.dimensions import Dimensions, EntityType

TERMS_MAX = 8
_NAMED: tuple[EntityType, ...] = ("product", "organisation", "location", "event", "object")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9.+#'-]*|[\u4e00-\u9fff]{2,}")
_WANTS_TO_KNOW = re.compile(
    r"(?i:\b(?:i(?:'m| am)? (?:want|wanna|would like|'d like|need|trying|hoping|curious|wondering|learning|studying"
    r"|looking|reading up)\b|tell me|show me|recommend|suggest))"
    r"|想(?:了解|知道|学|问|咨询|看看)|请教|咨询|在学|正在学"
    r"|推荐"
)
_ASKS = ("question", "request")
_SAYS_NOTHING = ("greet", "filler", "remember", "correct")


class Term(NamedTuple):
    """`key`: by which it is compared; `written`: as it stands in the text."""

    key: str
    written: str


def asks(content: str, dimensions: Dimensions) -> bool:
    """Whether the turn wants to know or to have something."""
    return dimensions.intent in _ASKS or (
        dimensions.intent not in _SAYS_NOTHING and bool(_WANTS_TO_KNOW.search(content))
    )


def terms_of(content: str, dimensions: Dimensions, *, asked: bool) -> tuple[Term, ...]:
    """At most TERMS_MAX terms in the order of the text: named things but people, and other words. Of what is told
    instead of asked only words that are known concepts: a story is full of words that it is not about.

    A company and a fruit of one name are two terms: a name that is an ordinary word too carries its type.
    """
    if dimensions.intent in _SAYS_NOTHING:
        return ()
    found: dict[str, Term] = {}
    for place, term in sorted((*_names(dimensions), *_words(content, dimensions, asked=asked))):
        del place
        found.setdefault(term.key, term)
    return tuple(found.values())[:TERMS_MAX]


def _names(dimensions: Dimensions) -> Iterator[tuple[int, Term]]:
    for entity in dimensions.entities:
        if entity.type not in _NAMED:
            continue
        plain = entity.text.casefold().removesuffix("'s").removesuffix("’s").strip()
        name = concept(plain)
        if len(name) < 2 or plain in ENGLISH or plain in CHINESE:
            continue
        ordinary = name in shipped_concepts().names or name in shipped_concepts().names.values()
        yield entity.start, Term(f"{name} ({entity.type})" if ordinary else name, entity.text)


def _words(content: str, dimensions: Dimensions, *, asked: bool) -> Iterator[tuple[int, Term]]:
    people = {e.text.casefold() for e in dimensions.entities}
    inside = {word.casefold() for text in people for word in _WORD.findall(text)} | people
    known = shipped_concepts().names
    for keyword in dimensions.keywords:
        start = max(0, content.find(keyword))
        for match in _WORD.finditer(keyword):
            word = match[0].casefold().removesuffix("'s")
            if word in inside or _says_little(word):
                continue
            [key] = bag(word) if len(bag(word)) == 1 else {concept(word)}
            if _says_little(key) or not (asked or word in known or key in known):
                continue
            yield start + match.start(), Term(key, match[0])


def _says_little(word: str) -> bool:
    if word.isascii():
        return len(word) < 3 or word in REQUEST_ENGLISH or word in ENGLISH
    return word in REQUEST_CHINESE or word in CHINESE
