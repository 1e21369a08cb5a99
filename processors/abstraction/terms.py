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
_DID = re.compile(
    r"(?i:\b(?:i|we)(?:'ve| have|'m| am| was|'re)?(?: just| also| finally| already| again)* (?:went|did|played|ran"
    r"|swam|hiked|cycled|practi[cs]ed|attended|finished|cooked|baked|painted|visited|trained|had|watched|read|been|back"
    r"|climbed|danced|got back|wrote)\b|\b(?:just |am |i'm )?back from\b"
    r"|^\W*(?:just )?(?:another|did|had|went|finished|played)\b"
    r"|\bmy (?:\w+ )?(?:run|class|practice|lesson|training|workout|session)\b)"
    r"|(?:^|我们?|咱们?|刚刚?|又|今[天早晚]|昨[天晚]|早上|晚上|中午|下班)(?:[^，。！？他她]{0,5})"
    r"(?:去|做|练|跑|打|上完?|参加|看|读|弹|画|游|爬|骑|吃|喝|买|学|下)(?:了|完|过|的)"
)
_OF_ANOTHER = re.compile(
    r"(?i:\b(?:my|our|his|her|their) (?:\w+ )?(?:boss|manager|colleague|coworker|co-worker|friend|neighbou?r|roommate"
    r"|classmate|teacher|wife|husband|partner|boyfriend|girlfriend|son|daughter|kids?|child(?:ren)?|mother|father|mom"
    r"|mum|dad|brother|sister|uncle|aunt|cousin|niece|nephew|grand\w+)\b)|[他她]们?"
    r"|我(?:的|家)?[^，。]{0,3}(?:[爸妈父母哥姐弟妹叔舅姨姑婶爷奶侄甥孙]|公公|婆婆|表亲|堂亲|上司|老板|领导|上级|同事"
    r"|下属|下级|朋友|同学|老师|邻居|室友|男友|女友|老公|老婆|丈夫|妻子|儿子|女儿|孩子)"
)
_ONLY_SOUNDS_LIKE_IT = re.compile(r"呢[。.！!~]*\s*$")
_ASKING = re.compile(r"[?？]|什么|怎么|怎样|如何|哪|谁|几|多少|为何|吗|能不能|可不可以|是不是|有没有|帮|请|推荐")
"""A Chinese statement may end with 呢 too: 我在上班呢."""
_ASKS = ("question", "request")
_SAYS_NOTHING = ("greet", "filler", "remember", "correct")


class Term(NamedTuple):
    """`key`: by which it is compared; `written`: as it stands in the text. The key of a word that is neither a name nor
    a known concept begins with PLAIN."""

    key: str
    written: str


def asks(content: str, dimensions: Dimensions) -> bool:
    """Whether the turn wants to know or to have something."""
    if _ONLY_SOUNDS_LIKE_IT.search(content) and not _ASKING.search(content):
        return False
    return dimensions.intent in _ASKS or (
        dimensions.intent not in _SAYS_NOTHING and bool(_WANTS_TO_KNOW.search(content))
    )


def terms_of(content: str, dimensions: Dimensions, *, asked: bool) -> tuple[Term, ...]:
    """At most TERMS_MAX terms in the order of the text: named things but people, and other words. Of what is told
    instead of asked only what the speaker did, by known concepts: a story is full of names that it is not about.

    A company and a fruit of one name are two terms: a name that is an ordinary word too carries its type.
    """
    if dimensions.intent in _SAYS_NOTHING or (not asked and not _tells_what_they_did(content)):
        return ()
    found: dict[str, Term] = {}
    names = _names(content, dimensions) if asked else ()
    for _, term in sorted((*names, *_words(content, dimensions, asked=asked))):
        found.setdefault(term.key, term)
    return tuple(found.values())[:TERMS_MAX]


def _tells_what_they_did(content: str) -> bool:
    return bool(_DID.search(content)) and not _OF_ANOTHER.search(content)


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
