"""A parsed English text: words with their heads, and the phrases that hang on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from processors.claims.frames.lexicon import among
from processors.ports import Word

_ASIDE = frozenset(
    ("punct", "relcl", "advcl", "cc", "conj", "appos", "parataxis", "intj", "dep", "preconj", "mark", "acl")
)


class Tree:
    """The words of one text with what hangs on each. Indices are places in `words`."""

    def __init__(self, words: Sequence[Word]) -> None:
        # What hung on a line break has itself as head: it begins a sentence of its own.
        self.words = [
            word._replace(relation="ROOT") if word.head == place else word for place, word in enumerate(words)
        ]
        self._children: list[list[int]] = [[] for _ in words]
        for place, word in enumerate(self.words):
            if word.head != place:
                self._children[word.head].append(place)

    def children(self, place: int, *relations: str) -> list[int]:
        """What hangs on a word, by these relations or by any."""
        found = self._children[place]
        return [child for child in found if self.words[child].relation in relations] if relations else list(found)

    def child(self, place: int, *relations: str) -> int | None:
        """The first of them."""
        return next(iter(self.children(place, *relations)), None)

    def lower(self, place: int) -> str:
        return self.words[place].text.lower()

    def lemma(self, place: int) -> str:
        return self.words[place].lemma.lower()

    def joined(self, place: int) -> list[int]:
        """A word and what is joined to it by "and", "or", commas."""
        found = [place]
        for child in self.children(place, "conj"):
            found.extend(self.joined(child))
        return found

    def is_time(self, place: int) -> bool:
        """Whether a noun says when: "Friday", "two weeks", "the summer", a year."""
        word = self.words[place]
        if among(self.lemma(place), "times") or among(self.lower(place), "times"):
            return True
        return word.tag == "CD" and word.text.isdigit() and len(word.text) == 4 and word.relation == "pobj"

    def says_when(self, place: int) -> bool:
        """Whether a phrase only says when: "on Friday", "two years ago", "last week"."""
        word = self.words[place]
        if word.relation in ("npadvmod", "dobj", "advmod", "obl") and word.relation != "dobj":
            return self.is_time(place) or self.lower(place) in ("ago", "now", "recently", "lately")
        if word.relation == "prep" and among(self.lower(place), "time_prepositions"):
            inside = self.child(place, "pobj", "pcomp")
            return inside is not None and (self.is_time(inside) or self.lower(inside) == "ago")
        return False

    def phrase(self, head: int, *, without: Callable[[int], bool] | None = None) -> tuple[int, int]:
        """The words [first, last] of the phrase around a word, without asides, joined members and times."""
        kept = set(self._kept(head, without))
        first = last = head
        while first - 1 in kept:
            first -= 1
        while last + 1 in kept:
            last += 1
        return first, last

    def _kept(self, head: int, without: Callable[[int], bool] | None) -> Iterator[int]:
        yield head
        for child in self._children[head]:
            word = self.words[child]
            inner_hyphen = word.relation == "punct" and word.text in ("-", "/", "'", "’")
            if (word.relation in _ASIDE and not inner_hyphen) or self.says_when(child):
                continue
            if without is not None and without(child):
                continue
            yield from self._kept(child, without)

    def subtree(self, head: int) -> Iterator[int]:
        """A word and all that hangs on it."""
        yield head
        for child in self._children[head]:
            yield from self.subtree(child)

    def text(self, source: str, first: int, last: int) -> str:
        """What stands from one word to another."""
        return source[self.words[first].start : self.words[last].end]
