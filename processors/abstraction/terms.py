"""Terms: what a turn asks about or tells of, named so that it is known again in other words and in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from processors.abstraction.request_words import REQUEST_CHINESE, REQUEST_ENGLISH
from processors.claims.concepts import bag, concept, shipped_concepts
from processors.dimensions.entities_known import ALSO_WORDS, KNOWN
from processors.dimensions.stop_words import CHINESE, ENGLISH
from schemas.dimensions import Dimensions, Entity, EntityType

TERMS_MAX = 8
PLAIN = "~"
"""Marks the key of a plain word. It helps to tell that the same was asked for at the same time, but is no subject by
itself: of 153 words that came back within a week in twelve users' chats of LongMemEval nearly all were like "specific"
(30 November 2026)."""
_SENTENCE_ENDS = '.!?。！？:：\n"“'
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
    """`key`: by which it is compared; `written`: as it stands in the text. The key of a word that is neither a name nor
    a known concept begins with PLAIN."""

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
    for place, term in sorted((*_names(content, dimensions), *_words(content, dimensions, asked=asked))):
        del place
        found.setdefault(term.key, term)
    return tuple(found.values())[:TERMS_MAX]


def is_subject(key: str) -> bool:
    """Whether a term can be an interest: a name, or a known concept."""
    return not key.startswith(PLAIN)


def _names(content: str, dimensions: Dimensions) -> Iterator[tuple[int, Term]]:
    for entity in dimensions.entities:
        plain = entity.text.casefold().removesuffix("'s").removesuffix("’s").strip()
        name = concept(plain)
        if entity.type not in _NAMED or len(name) < 2 or _says_little(plain) or _is_first_word(entity, content):
            continue
        yield entity.start, Term(f"{name} ({entity.type})" if _is_ordinary(name) else name, entity.text)


def _words(content: str, dimensions: Dimensions, *, asked: bool) -> Iterator[tuple[int, Term]]:
    names = {e.text.casefold() for e in dimensions.entities}
    inside = {word.casefold() for text in names for word in _WORD.findall(text)} | names
    for keyword in dimensions.keywords:
        start = max(0, content.find(keyword))
        for match in _WORD.finditer(keyword):
            word = match[0].casefold().removesuffix("'s")
            if word in inside or _says_little(word):
                continue
            [key] = bag(word) if len(bag(word)) == 1 else {concept(word)}
            listed = word in KNOWN and word not in ALSO_WORDS
            if not _says_little(key) and (asked or listed or _is_ordinary(key)):
                plain = "" if listed or _is_ordinary(key) else PLAIN
                yield start + match.start(), Term(plain + (word if listed else key), match[0])


def _is_first_word(entity: Entity, content: str) -> bool:
    """Whether it may only look like a name because a sentence begins with it: "Speaking of which, …"."""
    before = content[: entity.start].rstrip(" \t")
    first = not before or before[-1] in _SENTENCE_ENDS
    return first and entity.text.isascii() and entity.text.isalpha() and entity.text.casefold() not in KNOWN


def _is_ordinary(name: str) -> bool:
    """Whether it is a known concept, named by a word of the language."""
    known = shipped_concepts().names
    return name in known or name in known.values()


def _says_little(word: str) -> bool:
    if word.isascii():
        return len(word) < 3 or word in REQUEST_ENGLISH or word in ENGLISH
    return word in REQUEST_CHINESE or word in CHINESE
