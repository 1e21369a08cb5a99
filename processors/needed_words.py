"""Words without which a pattern cannot match: looking for them first costs less than trying the pattern."""

from __future__ import annotations

import re
from collections.abc import Sequence

_LETTERS_MIN = 3
"""Fewer letters stand in nearly every sentence; a Chinese character tells as much by itself."""
_HAN = re.compile(r"[\u4e00-\u9fff]")
_OPTIONAL = re.compile(r"\?|\*|\{0")
_QUANTIFIER = re.compile(r"(?:\?|\*|\+|\{\d*,?\d*\})\??")
_OPENS = re.compile(r"\((?:\?(?:P<\w+>|:|i:|-i:|=|<=)|(?!\?))")
"""A group whose words stand in whatever matches; not what must not stand there, nor what stands there again."""


class Needs:
    """Which of several patterns may match a text, told by the words that each needs (empty: it may always)."""

    def __init__(self, needs: Sequence[frozenset[str]]) -> None:
        self._always = [number for number, words in enumerate(needs) if not words]
        self._numbers: dict[str, list[int]] = {}
        for number, words in enumerate(needs):
            for word in words:
                self._numbers.setdefault(word, []).append(number)
        self._words: dict[str, list[str]] = {}
        for word in self._numbers:
            self._words.setdefault(word[:_LETTERS_MIN], []).append(word)
        self._lengths = sorted({len(letters) for letters in self._words})

    def met(self, lower: str) -> list[int]:
        """The numbers of the patterns that may match a text, which comes in lower case; in order."""
        places = range(len(lower))
        begun = self._words.keys() & {lower[at : at + length] for length in self._lengths for at in places}
        held = (word for letters in begun for word in self._words[letters] if word in lower)
        return sorted({*self._always, *(number for word in held for number in self._numbers[word])})


def needed(pattern: str) -> frozenset[str]:
    """Alternatives in lower case, one of which stands in any text that a pattern (written for IGNORECASE) matches;
    empty where none are known."""
    branches = [_best(branch) for branch in _split(pattern)]
    return frozenset().union(*branches) if all(branches) else frozenset()


def _split(pattern: str) -> list[str]:
    """The alternatives of a pattern at its top level."""
    parts, depth, start, place = [], 0, 0, 0
    while place < len(pattern):
        sign = pattern[place]
        if sign == "\\":
            place += 1
        elif sign == "[":
            place = _class_end(pattern, place) - 1
        elif sign in "()":
            depth += 1 if sign == "(" else -1
        elif sign == "|" and not depth:
            parts.append(pattern[start:place])
            start = place + 1
        place += 1
    return [*parts, pattern[start:]]


def _best(branch: str) -> frozenset[str]:
    """The most telling of what one alternative must hold: the longest run of letters, or a group's own."""
    found: list[frozenset[str]] = []
    run, place = "", 0

    def close() -> None:
        if len(run.strip()) >= _LETTERS_MIN or _HAN.search(run):
            found.append(frozenset((run.lower(),)))

    while place < len(branch):
        sign = branch[place]
        end = item_end(branch, place)
        quantifier = _QUANTIFIER.match(branch, end)
        after = quantifier.end() if quantifier else end
        if sign not in "\\[(.^$" and quantifier is None:
            run += sign
        else:
            close()
            run = ""
            opens = _OPENS.match(branch, place) if sign == "(" else None
            if opens and not (quantifier and _OPTIONAL.match(quantifier[0])):
                found.append(needed(branch[opens.end() : end - 1]))
        place = after
    close()
    told = [words for words in found if words]
    return max(told, key=lambda words: (min(map(len, words)), -len(words)), default=frozenset())


def item_end(branch: str, place: int) -> int:
    """Where the sign, class or group ends that begins at a place of a pattern."""
    sign = branch[place]
    if sign == "\\":
        return place + 2
    if sign == "[":
        return _class_end(branch, place)
    if sign != "(":
        return place + 1
    depth = 0
    while True:
        if branch[place] == "\\":
            place += 1
        elif branch[place] == "[":
            place = _class_end(branch, place) - 1
        elif branch[place] in "()":
            depth += 1 if branch[place] == "(" else -1
            if not depth:
                return place + 1
        place += 1


def _class_end(pattern: str, place: int) -> int:
    place += 2 if pattern[place + 1] in "]^" else 1
    while pattern[place] != "]":
        place += 2 if pattern[place] == "\\" else 1
    return place + 1
