"""Keywords: the few words of a text that say what it is about, in English and Chinese."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from processors.dimensions.stop_words import CHINESE, ENGLISH
from processors.language import HAN
from processors.ports import Tagged

KEYWORDS_MAX = 8
PHRASE_WORDS_MAX = 3
CHARACTERS_OF_A_WORD_MAX = 40
CHARACTERS_MAX = 8_000
"""What is read of a long text."""

_ENGLISH = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[.'’&+-][A-Za-z0-9]+)*[+#]*|[^\sA-Za-z]", re.ASCII)
_NOUN_TAGS = frozenset(("n", "nz", "nw", "nr", "ns", "nt", "PER", "LOC", "ORG", "vn", "an", "s"))
_VERB_TAGS = frozenset(("v", "a"))
_ALL_HAN = re.compile(f"[{HAN}]+")
_CHINESE_BREAK = re.compile(
    rf"[^{HAN}]+|(?:因为|所以|但是|如果|虽然|而且|或者|然后|觉得|喜欢|可以|已经|没有|什么|怎么|自己|一个)"
    r"|[的了是我你他她它们在和与跟就都也很太最更又还把被给让对从到向往去来着过吗呢吧啊呀哦嗯这那有不没要会能想说看个]|$"
)


class _Candidate(NamedTuple):
    text: str
    start: int
    weight: float


def keywords(text: str, words: Sequence[Tagged] = ()) -> tuple[str, ...]:
    """At most 8 keywords in the order of the text, as written, without repeats.

    `words` is the Chinese tagger's answer for this text, where there is one: with it Chinese keywords are words,
    without they are stretches between function words. English ones are phrases of at most three words.
    """
    readable = text[:CHARACTERS_MAX]
    chinese = _tagged(words) if words else _stretches(readable)
    candidates = [*_phrases(readable), *chinese]
    counts = Counter(candidate.text.casefold() for candidate in candidates)
    best: dict[str, _Candidate] = {}
    for candidate in sorted(candidates, key=lambda c: (-c.weight * (1 + counts[c.text.casefold()]), c.start, c.text)):
        best.setdefault(candidate.text.casefold(), candidate)
        if len(best) == KEYWORDS_MAX:
            break
    return tuple(candidate.text for candidate in sorted(best.values(), key=lambda c: c.start))


def _phrases(text: str) -> Iterator[_Candidate]:
    """Runs of English words that are no stop words. Names and longer phrases weigh more, adverbs less."""
    run: list[re.Match[str]] = []
    for match in _ENGLISH.finditer(text):
        word = match[0].replace("’", "'").lower().removesuffix("'s")
        if (
            not word[0].isalpha()
            or not word[0].isascii()
            or word in ENGLISH
            or not 2 <= len(word) <= CHARACTERS_OF_A_WORD_MAX
        ):
            yield from _phrase(run)
            run = []
            continue
        if len(run) == PHRASE_WORDS_MAX:
            yield from _phrase(run)
            run = []
        run.append(match)
    yield from _phrase(run)


def _phrase(run: list[re.Match[str]]) -> Iterator[_Candidate]:
    words = [match[0].removesuffix("'s").removesuffix("’s") for match in run]
    while words and words[0].lower().endswith("ly") and len(words[0]) > 5:
        words, run = words[1:], run[1:]
    if not words:
        return
    named = any(word[0].isupper() or any(char.isdigit() for char in word) for word in words)
    weight = 1.0 + 0.4 * (len(words) - 1) + 0.5 * named + 0.02 * min(10, max(map(len, words)))
    yield _Candidate(" ".join(words), run[0].start(), weight)


def _tagged(words: Sequence[Tagged]) -> Iterator[_Candidate]:
    for word in words:
        if len(word.text) < 2 or word.text in CHINESE or not _ALL_HAN.fullmatch(word.text):
            continue
        if word.tag in _NOUN_TAGS:
            yield _Candidate(word.text, word.start, 1.5 if word.tag in ("PER", "LOC", "ORG", "nz", "nw") else 1.2)
        elif word.tag in _VERB_TAGS:
            yield _Candidate(word.text, word.start, 0.8)


def _stretches(text: str) -> Iterator[_Candidate]:
    start = 0
    for match in _CHINESE_BREAK.finditer(text):
        stretch = text[start : match.start()]
        if 2 <= len(stretch) <= 6 and stretch not in CHINESE:
            yield _Candidate(stretch, start, 1.0)
        start = match.end()
