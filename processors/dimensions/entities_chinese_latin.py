"""Foreign names and brands in Latin letters among Chinese words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from processors.dimensions.entities_chinese_cues import TO_JOB, USING, WORD_TYPES, cued_chinese, works_there
from processors.dimensions.entities_known import DEVICES, KNOWN, NOT_NAMES, TITLES
from processors.dimensions.entities_shapes import Candidate
from processors.dimensions.names import names_of
from processors.ports import Tagged
from schemas.dimensions import EntityType

_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9&.'’-]*(?: [A-Z][A-Za-z0-9&.'’-]*){0,4}", re.ASCII)
_LOWER = re.compile(r"^(?:[a-z]+ )+(?=[A-Z])")
_SENTENCE_IN_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9'’-]*(?:,? [A-Za-z0-9'’-]+){3,}", re.ASCII)
"""English words enough for a sentence, which the English rules read."""
BRAND_CHARACTERS_MAX = 4
LATIN_NAME_MIN = 4
_AT_END = re.compile(r"(?:在|去了|进了|入职)$")
_CLAUSE_END = re.compile(r"\s?(?:[，。！？；,.!?]|$)")
_LIVING = re.compile(r"(?:住在|搬到|搬去|飞|飞往|去|到|来自|定居)\s?$")


def names_in_latin(text: str, words: Sequence[Tagged]) -> Iterator[Candidate]:
    """A foreign name in a Chinese sentence: LAC's tag for its first word, unless the sentence says more."""
    tags = {word.start: word.tag for word in words}
    sentences = [match.span() for match in _SENTENCE_IN_LATIN.finditer(text)]
    for match in _LATIN.finditer(text):
        if any(start <= match.start() < end for start, end in sentences):
            continue
        lower = _LOWER.match(match[0])
        start = match.start() + (lower.end() if lower else 0)
        name = text[start : match.end()].rstrip(".'’-")
        end = start + len(name)
        before, after = text[:start], text[end:]
        if before.rstrip().endswith(("我的", "他的", "她的")) and name in DEVICES:
            yield Candidate(start, end, "object", 5)
        if name.islower() and KNOWN.get(name) == "organisation" and _AT_END.search(before) and _CLAUSE_END.match(after):
            yield Candidate(start, end, "organisation", 5)
        if name.islower() and KNOWN.get(name) == "product" and len(name) >= LATIN_NAME_MIN:
            yield Candidate(start, end, "product", 4)
        if not any(char.isupper() for char in name) or name.lower() in NOT_NAMES:
            continue
        if name.split()[0] in TITLES and " " in name:
            yield Candidate(start, end, "person", 8)
        device: EntityType | None = "product" if name.split()[0] in DEVICES else None
        listed = names_of("english")
        known: EntityType | None = KNOWN.get(name.lower()) or listed.types.get(name)
        if known is None and name.split()[0] in listed.given:
            known = "person"
        kind: EntityType | None = device or known or WORD_TYPES.get(tags.get(start, ""))
        if works_there(text, start, end) or TO_JOB.search(before):
            kind = "organisation"
        elif _LIVING.search(before) and kind != "product" and known != "organisation" and not after.startswith("里"):
            kind = "location"
        elif USING.search(before) or (kind == "organisation" and cued_chinese(text, start, end)[0] == "product"):
            kind = "product"
        brand = next((word for word in words if word.end == start and word.tag in ("nz", "ORG", "PER", "n")), None)
        if brand and len(brand.text) <= BRAND_CHARACTERS_MAX and re.fullmatch(r"[A-Z]{1,3}-?\d{2,5}\w?", name):
            yield Candidate(brand.start, end, "product", 7)
        elif kind:
            yield Candidate(start, end, kind, 4)
        elif len(name) >= LATIN_NAME_MIN:
            # What else stands in Latin letters among Chinese words is mostly a brand or a program.
            yield Candidate(start, end, "product", 1)
