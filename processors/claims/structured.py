"""What an English turn says by its structure: which of its words are parsed, and what the frames read there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from processors.claims.clauses import HIDDEN, Clause
from processors.claims.found import Found
from processors.claims.frames.contacts import contacts
from processors.claims.frames.english import find_framed
from processors.claims.frames.opinion import viewed
from processors.claims.understood import Understood, appended
from processors.ports import Word
from schemas.dimensions import Entity

Parse = Callable[[Sequence[str]], Sequence[Sequence[Word]]]
"""How the words of each text hang together."""
_FIRST_PERSON = re.compile(
    r"(?i:\b(?:i|im|ive|i'm|i've|my|me|we|our|mine)\b|^\W*(?:\w+\W+){0,2}?(?:been|got|had|have|haven't|never"
    r"|just|used|love|hate|\w+ed|moved|sold|left|quit|turned)\b)"
)
"""Without such a word nothing in an English turn is said of its speaker."""
_WHATEVER = re.compile(r"(?i:\W*(?:and |so |but )?(?:if|when|whenever|in case|should)\b)")


def read_structure(
    own: str,
    parts: Sequence[Clause],
    meant: Sequence[Clause],
    implied: Sequence[Understood],
    entities: Sequence[Entity],
    english: str,
    parsed: Sequence[Word],
) -> Iterator[tuple[Clause, Found]]:
    """What is found, each with the clause that it rests on. `parsed`: how the words of `english`, which is what is
    `readable`, hang together."""
    yield from _views(own, parts, meant)
    before = ""
    for number in dict.fromkeys(clause.sentence for clause in parts if not clause.is_chinese):
        # "If the quote changes, ring me on …": a number holds whatever comes up.
        first = next(clause for clause in parts if clause.sentence == number)
        said_in = parts if _WHATEVER.match(first.text) and not first.asks else meant
        inside = [clause for clause in said_in if clause.sentence == number]
        if not inside:
            continue
        said = own[inside[0].start : inside[-1].end].replace(HIDDEN, " ")
        yield from ((Clause(said, inside[0].start, number, False, True), item) for item in contacts(said, before))
        before = said
    if not parsed:
        return
    _, places = appended(own, implied)

    def is_meant(offset: int) -> bool:
        return offset >= len(own) or any(clause.start <= offset < clause.end for clause in meant)

    for item, start, end in find_framed(english, parsed, [*entities, *_moved(entities, places)], is_meant):
        span = (start, end)
        if start >= len(own):
            one = next(one for begun, one in reversed(places) if begun <= start)
            span = (one.start, one.end)
        yield Clause(own[slice(*span)], span[0], 0, False, True), item


def _views(own: str, parts: Sequence[Clause], meant: Sequence[Clause]) -> Iterator[tuple[Clause, Found]]:
    """What clauses, or whole sentences that ask nothing, say that their speaker thinks."""
    seen = set()
    for clause in meant:
        if not clause.is_chinese:
            rest = [part for part in parts if part.sentence == clause.sentence and part.start >= clause.start]
            for said in (clause.text, own[clause.start : rest[-1].end]):
                for item in viewed(said):
                    if item.value not in seen and HIDDEN not in item.value:
                        seen.add(item.value)
                        yield clause, item


def readable(own: str, parts: Sequence[Clause], meant: Sequence[Clause], implied: Sequence[Understood]) -> str:
    """What the parser reads, in one pass: the sentences that may say something of their speaker at their places, and
    `implied` after them; empty where there are none."""
    text, _ = appended(_blanked(own, parts, meant, implied), implied)
    return text if text.strip() else ""


def _blanked(own: str, parts: Sequence[Clause], meant: Sequence[Clause], implied: Sequence[Understood]) -> str:
    """The English sentences that may say something of their speaker, the rest blank: parsing costs by the word.
    What is read as a full statement is not read again."""
    text = list(" " * len(own))
    stated = {clause.start for clause in meant}
    for number in dict.fromkeys(part.sentence for part in parts):
        inside = [part for part in parts if part.sentence == number]
        if inside[0].asks:
            inside = [part for part in inside if part.start in stated]
        if not inside or inside[0].is_chinese:
            continue
        start, end = inside[0].start, inside[-1].end
        if _FIRST_PERSON.search(own[start:end]):
            text[start : end + 1] = own[start : end + 1]
    for one in implied:
        if one.whole:
            text[one.start : one.end] = " " * (one.end - one.start)
    return "".join(text).replace(HIDDEN, " ")


def _moved(entities: Sequence[Entity], places: Sequence[tuple[int, Understood]]) -> Iterator[Entity]:
    """The named things of the words that a statement rests on, where they stand in the statement."""
    for begun, one in places:
        for entity in entities:
            at = one.text.find(entity.text) if one.start <= entity.start < one.end else -1
            if at >= 0:
                yield entity.model_copy(update={"start": begun + at, "end": begun + at + len(entity.text)})
