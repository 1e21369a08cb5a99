"""Parse: what a query asks for (DESIGN §6.1). The words to match stay as written; the text to embed is rewritten."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from api.recall.rewrite import first_person, last_question, statement, without_interrogatives
from api.recall.sought import asks_only_for_a_time, bridges, facets_sought, gathers
from indexers.analysis import STOP_WORDS, ends, exact_terms, is_blank, query_terms
from indexers.facets import Facet
from processors.language import detect_language
from schemas.dimensions import Language, TimeInterval
from schemas.errors import InvalidInputError
from schemas.memories import Kind
from schemas.queries import QUERY_CHARACTERS_MAX, RecentTurn, SearchQuery

TimeReader = Callable[[str, datetime, str], TimeInterval | None]
"""(text, now, time zone) → the range of time that a question speaks of, or None."""

_VAGUE = re.compile(
    r"\b(?:it|that|this|those|these|them|one|ones|he|she|him|her|they|there|more|else)\b|^and\b|what about|how about"
    r"|[那这]个|[那这]些|它|他们?|她们?|那里|还有呢|然后呢",
    re.I,
)
_VAGUE_TERMS_MAX = 2
"""A question that points somewhere ("what about that one?") with at most two words of its own means the last turns."""
_RECENT_TURNS_READ = 2
_YEAR = re.compile(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)")
_RELATIVE = re.compile(
    r"\b(?:last|this|next|ago|past|yesterday|today|tomorrow|tonight|recent)|[昨今明前后上下本这]", re.I
)
_CAPITALISED = re.compile(r"(?<![\w'’])[A-Z]\w+(?:['’]s)?")
_SENTENCE_ENDS = '.?!…"“('
_KIND_CUES: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (
        "preference",
        re.compile(r"\b(?:like|likes|love|prefer|favou?rite|enjoy|hate|dislike)|喜欢|讨厌|偏好|爱吃|最爱", re.I),
    ),
    ("goal", re.compile(r"\b(?:goal|want to|hope|dream|aim)|目标|想要|希望|梦想", re.I)),
    ("commitment", re.compile(r"\b(?:promise|appointment|deadline|due|meeting)|答应|约好|约了|截止|预约", re.I)),
    ("decision", re.compile(r"\b(?:decid|decision|chose|choice)|决定|选了", re.I)),
    ("event", re.compile(r"\b(?:happen|when did|event|trip|party|visit)|发生|什么时候|活动|旅行", re.I)),
)


@dataclass(frozen=True, slots=True)
class Question:
    """A query as recall understands it.

    `meant`: the text, with the caller's last turns before it where it is vague. `terms`: analysed words to match.
    `exact`: those that identify something, like a code. `names`: those that are names. `embedded`: texts whose mean
    vector is searched; () = nothing to embed. `speaker`: the one participant named, '' if none or several. `time`:
    the range asked for; `every_year`: it names no year, so it may lie in any. `kind`: what kind of memory would
    answer; `sought`: what it would hold; `gathers`: several would together; `bridges`: it speaks of something by
    what is known of it; `only_time`: it asks for whatever lies in `time`.
    """

    text: str
    meant: str
    language: Language
    terms: tuple[str, ...]
    exact: tuple[str, ...]
    names: tuple[str, ...]
    embedded: tuple[str, ...]
    speaker: str
    time: TimeInterval | None
    every_year: bool
    kind: Kind | None
    sought: frozenset[Facet]
    gathers: bool
    bridges: bool
    truncated: bool
    only_time: bool = False


def understand(query: SearchQuery, speakers: Sequence[str], now: datetime, *, read_time: TimeReader) -> Question:
    """Read the query. `speakers`: the participants of the user's conversations. Raises InvalidInputError naming the
    field `query` when it holds nothing to look for; a query of None never comes here."""
    assert query.query is not None, "a query of None lists; it is not understood"
    if is_blank(query.query):
        raise InvalidInputError(
            "the query is empty: it holds no word, number or sign to look for",
            hint="leave `query` out to list the profile, recent and due memories",
            field="query",
        )
    text = query.query[:QUERY_CHARACTERS_MAX]
    language = detect_language(text)
    expanded = _expanded(text, query.recent_turns)
    # Where nobody has a name in the conversation, the user's id may be the name people ask with.
    own_name = "" if any(speakers) else the_one_named(text, (query.user,))
    speaker = own_name or the_one_named(text, speakers)
    time = read_time(asked, now, query.timezone) if (asked := last_question(text)) else None
    called = frozenset(query_terms(own_name))
    matched = _matched(text, expanded, language)
    terms = tuple(term for term in matched if term not in called) or matched
    return Question(
        text=text,
        meant=expanded,
        language=language,
        terms=terms,
        exact=exact_terms(query_terms(text)),
        names=tuple(term for term in proper_names(text) if term in terms and term not in called),
        embedded=_embedded(expanded, language, speaker),
        speaker=speaker,
        time=time,
        every_year=time is not None and not (_YEAR.search(time.text) or _RELATIVE.search(time.text)),
        kind=next((kind for kind, cue in _KIND_CUES if cue.search(text)), None),
        sought=facets_sought(text),
        gathers=gathers(text),
        bridges=bridges(text),
        only_time=asks_only_for_a_time(text, time),
        truncated=len(query.query) > QUERY_CHARACTERS_MAX,
    )


def time_reader() -> TimeReader:
    """The shipped reader of times, loaded at first use."""
    from processors.dimensions.times import query_time_range

    return query_time_range


def the_one_named(text: str, speakers: Sequence[str]) -> str:
    """The only participant whose name, or first name if no other has it, stands in the text; '' if none or several."""
    first_names = [speaker.split()[0] for speaker in speakers if speaker.strip()]
    named = {
        speaker
        for speaker in speakers
        if speaker.strip()
        and (_names(text, speaker) or (first_names.count(speaker.split()[0]) == 1 and _names(text, speaker.split()[0])))
    }
    return named.pop() if len(named) == 1 else ""


def proper_names(text: str) -> tuple[str, ...]:
    """The terms of words with a capital that does not come from a sentence's beginning. () where capitals say nothing:
    in headlines and shouting."""
    words = re.findall(r"[^\W\d_]+", text)
    if sum(word[0].isupper() for word in words) > len(words) / 2:
        return ()
    found = [
        query_terms(match.group())
        for match in _CAPITALISED.finditer(text)
        if (before := text[: match.start()].rstrip()) and before[-1] not in _SENTENCE_ENDS
    ]
    return tuple(dict.fromkeys(terms[0] for terms in found if terms))


def _names(text: str, name: str) -> bool:
    if name.isascii():
        return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.I) is not None
    return name in text


def _matched(text: str, expanded: str, language: Language) -> tuple[str, ...]:
    own = query_terms(_plain(text, language))
    if expanded == text:
        return own
    return ends(tuple(dict.fromkeys((*own, *query_terms(_plain(expanded, language))))))


def _plain(text: str, language: Language) -> str:
    """English question words are stop words already; Chinese ones would be matched as pairs of characters."""
    return without_interrogatives(text) if language in ("zh", "mixed") else text


def _expanded(text: str, recent: Sequence[RecentTurn]) -> str:
    """A vague query with the caller's last turns before it."""
    own = [term for term in query_terms(text) if term not in STOP_WORDS]
    if not recent or not (_VAGUE.search(text) or not own) or len(own) > _VAGUE_TERMS_MAX:
        return text
    return "\n".join([*(turn.content for turn in recent[-_RECENT_TURNS_READ:]), text])[-QUERY_CHARACTERS_MAX:]


def _embedded(text: str, language: Language, speaker: str) -> tuple[str, ...]:
    said = first_person(text, speaker) if speaker else text
    turned = without_interrogatives(said) if language in ("zh", "mixed") else statement(said)
    variants = (said, turned)
    return tuple(dict.fromkeys(variant for variant in variants if variant.strip()))
