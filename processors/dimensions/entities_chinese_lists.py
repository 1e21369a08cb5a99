"""Chinese lists of names: A、B和C are of one type, so what is known of two of them holds for the third."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from processors.dimensions.entities_known import CHINESE_NOT_NAMES
from processors.dimensions.entities_shapes import Candidate
from processors.language import HAN
from processors.ports import Tagged
from schemas.dimensions import EntityType

_LIST = re.compile(
    rf"(?P<first>[{HAN}A-Za-z0-9]{{2,12}}?)(?P<more>(?:、[{HAN}A-Za-z0-9]{{2,9}}){{1,7}}?)(?:和|与|跟|以及|还有|、)"
    rf"(?P<last>[{HAN}A-Za-z0-9]{{2,8}}?)(?=[，。！？；,.!?\s]|都|哪|的|这|里|做|$)"
)
_NAMING = ("nz", "nw", "ORG", "PER", "LOC", "n", "vn", "v", "an", "a")
"""Tags of words that may be names beside names; the tagger takes rare names for anything."""
KNOWN_MIN = 2
"""Names of a list that must be known to be of one type."""


def names_in_lists(text: str, words: Sequence[Tagged], found: Sequence[Candidate]) -> Iterator[Candidate]:
    """Candidates for the members of a list that nothing else knows: 石墨、腾讯文档和飞书."""
    for match in _LIST.finditer(text):
        members = [*_members(match, words)]
        types = [_type_at(found, start, end) for start, end in members]
        known = [one for one in types if one]
        unknown = [place for place, one in zip(members, types, strict=True) if one is None]
        if len(known) < KNOWN_MIN or len(set(known)) > 1:
            continue
        for start, end in unknown:
            named = text[start:end] not in CHINESE_NOT_NAMES and _is_one_word(words, start, end)
            if named and not any(one.start < end and start < one.end for one in found):
                yield Candidate(start, end, known[0], 4)


def _members(match: re.Match[str], words: Sequence[Tagged]) -> Iterator[tuple[int, int]]:
    """The places of the members; of what stands before the first comma the last word."""
    end = match.end("first")
    yield next((word.start for word in words if word.end == end), match.start("first")), end
    start = match.start("more")
    for part in match["more"].split("、"):
        if part:
            yield start, start + len(part)
        start += len(part) + 1
    yield match.span("last")


def _type_at(found: Sequence[Candidate], start: int, end: int) -> EntityType | None:
    """The surest type of what ends or begins where a member does."""
    here = [one for one in found if (one.end == end and one.start >= start) or (one.start == start and one.end <= end)]
    return max(here, key=lambda one: (one.weight, one.end - one.start)).type if here else None


def _is_one_word(words: Sequence[Tagged], start: int, end: int) -> bool:
    inside = [word for word in words if start <= word.start and word.end <= end]
    whole = inside and inside[0].start == start and inside[-1].end == end
    return bool(whole) and len(inside) <= 2 and all(word.tag in _NAMING for word in inside)
