"""Years: "We spent Christmas in Bath last year", 去年我们国庆去了敦煌: one day, in the year named beside it."""

from __future__ import annotations

import re

from processors.dimensions.times_atoms import Atom, Grammar

_EDGE = re.compile(
    r"[,;:.!?，。；：！？\n]|(?i:\b(?:and|but|so|then|when|while|because|before|after|than|to|until)\b)|[和比到]|然后|但"
)
"""What parts a year from a day that is not in it."""
_CLAUSE = 80
"""Characters from a day in which its year may stand."""


def year_beside(grammar: Grammar, text: str, start: int, end: int, this: int) -> int | None:
    """The year that a word names in the clause of [start, end): "last year" before or behind it."""
    before = _EDGE.split(text[max(0, start - _CLAUSE) : start])[-1]
    behind = _EDGE.split(text[end : end + _CLAUSE])[0]
    named = {match[0].lower() for words in (before, behind) for match in grammar.year.finditer(words)}
    return this + grammar.years[named.pop()] if len(named) == 1 else None


def without_years(text: str, atoms: list[Atom], grammar: Grammar) -> list[Atom]:
    """The times of a text without the years that only tell in which one another time lies."""
    years = [
        atom for atom in atoms if grammar.year.search(text, atom.start, atom.end) and not _yearly(text, atom, grammar)
    ]
    told = [
        year
        for year in years
        if any(_lies_in(other, year) and _beside(text, other, year) for other in atoms if _yearly(text, other, grammar))
    ]
    return [atom for atom in atoms if atom not in told] if told else atoms


def _yearly(text: str, atom: Atom, grammar: Grammar) -> bool:
    return bool(grammar.yearly.search(text, atom.start, atom.end))


def _lies_in(atom: Atom, year: Atom) -> bool:
    return bool(atom.span and year.span and atom.span.start.year == year.span.start.year)


def _beside(text: str, one: Atom, other: Atom) -> bool:
    first, last = (one, other) if one.start < other.start else (other, one)
    return last.start - first.end <= _CLAUSE and not _EDGE.search(text, first.end, last.start)
