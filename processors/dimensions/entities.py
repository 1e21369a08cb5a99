"""Entities of a text in English, Chinese or both: a tagger per language, rules over its answer, one result."""

from __future__ import annotations

import re
from collections.abc import Sequence

from processors.dimensions.dialect import standard
from processors.dimensions.entities_chinese import chinese_candidates
from processors.dimensions.entities_english import english_candidates
from processors.dimensions.entities_known import COMMON_STARTS
from processors.dimensions.entities_lower_case import with_capitals
from processors.dimensions.entities_shapes import Candidate
from processors.dimensions.names import names_of
from processors.dimensions.traditional import simplified
from processors.language import HAN, scripts
from processors.ports import EnglishTagger, Tagged, Tagger, Word
from schemas.dimensions import Entity

ENTITIES_MAX = 64
"""Of one text; a list of hundreds of names is a document, not a turn."""
CHARACTERS_MAX = 10_000
"""What is read of a text for names: a turn's names stand in its first pages, and the rest would hold up others."""
ENGLISH_WORDS_MIN = 3
"""In Chinese text, stretches of at least so many English words are read by the English tagger too."""

_HAN = re.compile(f"[{HAN}]")
_PRIVATE = re.compile(
    r"\bfor (?:Pete|Christ|Heaven|God)'s sake\b|\bTom, Dick and Harry\b|\bMurphy's law\b|\bBob's your uncle\b"
    r"|\bBloody Mary\b|\bMoscow Mules?\b|\bIrish [Cc]offee\b|\bTom Collins\b|\bBaked Alaska\b|\bPeking [Dd]uck\b"
    r"|\b[Tt]erms (?:and|&) [Cc]onditions\b|\bBest Man\b|\bMaid of Honou?r\b"
    r"|https?://\S+|www\.\S+|[\w.+-]+@[\w-]+\.[\w.]+|\+?\d[\d\s().-]{5,}\d",
    re.ASCII,
)
"""Addresses, numbers and sayings that a tagger takes for names."""
_SENTENCE = re.compile(
    r"[^.!?\n]+(?:(?:(?<=\bDr)|(?<=\bMr)|(?<=\bMs)|(?<=\bMrs)|(?<=\bProf)|(?<=\bSt))\.[^.!?\n]*|[.!?]+(?![\s])[^.!?\n]*)*"
    r"[.!?\n]*\s*|[.!?\n]+\s*"
)
"""A title's full stop ends no sentence."""
_ENGLISH_STRETCH = re.compile(r"[A-Za-z][A-Za-z0-9 ,.'’!?:;&%$()/\"“”-]*[A-Za-z0-9.!?]", re.ASCII)


class BilingualEntityFinder:
    """Finds entities with an English and a Chinese tagger. English sentences without any
    name-like word skip theirs: .9 instead of 3.7 ms a turn, 755 names instead of 752 (LoCoMo, 1,200 turns, 2026)."""

    def __init__(self, english: EnglishTagger, chinese: Tagger) -> None:
        self._english = english
        self._chinese = chinese

    def find(self, texts: Sequence[str]) -> list[tuple[Entity, ...]]:
        """Per text its entities in order of `start`, without overlaps."""
        readable = [_readable(text) for text in texts]
        candidates: list[list[Candidate]] = [[] for _ in texts]
        chinese = [number for number, text in enumerate(readable) if scripts(text).han]
        for number, words in zip(chinese, self._chinese_words([readable[n] for n in chinese]), strict=True):
            candidates[number].extend(chinese_candidates(simplified(readable[number]), words))
        stretches = [
            (number, start, stretch)
            for number, text in enumerate(readable)
            for start, stretch in _english_stretches(text)
        ]
        answers = self._english.tag([stretch for _, _, stretch in stretches])
        for (number, start, stretch), names in zip(stretches, answers, strict=True):
            candidates[number].extend(
                candidate._replace(start=start + candidate.start, end=start + candidate.end)
                for candidate in english_candidates(stretch, names)
            )
        return [_chosen(text, found) for text, found in zip(texts, candidates, strict=True)]

    def chinese_words(self, texts: Sequence[str]) -> list[tuple[Tagged, ...]]:
        """What the Chinese tagger says of each text; asked again for the same texts it costs nothing."""
        readable = [_readable(text) if _HAN.search(text) else "" for text in texts]
        chinese = [number for number, text in enumerate(readable) if scripts(text).han]
        tagged: list[tuple[Tagged, ...]] = [() for _ in texts]
        texts_read = [readable[number] for number in chinese]
        for number, words in zip(chinese, self._chinese_words(texts_read), strict=True):
            tagged[number] = tuple(_as_written(word, texts[number]) for word in words)
        return tagged

    def _chinese_words(self, texts: Sequence[str]) -> list[tuple[Tagged, ...]]:
        """In simplified characters and common words, which the tagger knows and the lists are in."""
        return self._chinese.tag([standard(text) for text in texts])

    def parse(self, texts: Sequence[str]) -> list[tuple[Word, ...]]:
        """How the words of each English text hang together, none for an empty one."""
        return self._english.parse(texts)


def may_hold_names(text: str) -> bool:
    """Whether an English text has a capital or digit other than those that start sentences with a common word, which
    may be a name behind others: "I paid Will"."""
    for match in re.finditer(r"\S*[A-Z0-9]\S*", text):
        word = re.sub(r"[^\w'’]+$|^[^\w]+", "", match[0]).replace("’", "'").lower()
        if word not in COMMON_STARTS or re.search(r"[A-Z]{3}", match[0]):
            return True
        if match.start() and text[match.start() - 1] == " " and word.capitalize() in names_of("english").given:
            return True
    return False


def _readable(text: str) -> str:
    """The text with addresses and long numbers blanked out and names in capitals; every offset stays."""
    return with_capitals(_PRIVATE.sub(lambda match: " " * len(match[0]), text[:CHARACTERS_MAX]))


def _as_written(word: Tagged, text: str) -> Tagged:
    written = text[word.start : word.end]
    return word if word.text == written else word._replace(text=written)


def _english_stretches(text: str) -> list[tuple[int, str]]:
    """(start, stretch): neighbouring English sentences that may hold names, as one stretch."""
    stretches: list[tuple[int, str]] = []
    for start, end in _english_runs(text):
        begun = -1
        for sentence in _SENTENCE.finditer(text, start, end):
            if may_hold_names(sentence[0]):
                begun = sentence.start() if begun < 0 else begun
            elif begun >= 0:
                stretches.append((begun, text[begun : sentence.start()]))
                begun = -1
        if begun >= 0:
            stretches.append((begun, text[begun:end]))
    return stretches


def _english_runs(text: str) -> list[tuple[int, int]]:
    if not _HAN.search(text):
        return [(0, len(text))] if scripts(text).latin else []
    runs = (match.span() for match in _ENGLISH_STRETCH.finditer(text))
    return [(start, end) for start, end in runs if len(text[start:end].split()) >= ENGLISH_WORDS_MIN]


def _chosen(text: str, candidates: list[Candidate]) -> tuple[Entity, ...]:
    """Candidates without overlaps: the heavier, then the longer, then the earlier; in order of start. What is named
    twice stands for one thing, the one that is surer."""
    kept: list[Candidate] = []
    for candidate in sorted(candidates, key=lambda c: (-c.weight, c.start - c.end, c.start, c.type)):
        if all(candidate.end <= other.start or candidate.start >= other.end for other in kept):
            kept.append(candidate)
    kept.sort()
    kinds = {text[c.start : c.end].casefold(): c.type for c in sorted(kept, key=lambda c: (c.weight, -c.start))}
    kept = [c._replace(type=kinds[text[c.start : c.end].casefold()]) for c in kept]
    return tuple(Entity(text=text[c.start : c.end], type=c.type, start=c.start, end=c.end) for c in kept[:ENTITIES_MAX])
