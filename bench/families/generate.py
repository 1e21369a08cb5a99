"""Made-up tasks of eight families, the same for the same seed, half of them Chinese."""

from __future__ import annotations

import random
from collections.abc import Callable

from bench.evaluate.items import FamilyItem
from bench.families import change, later, source
from bench.families.grammar import LANGUAGES, words_of
from bench.families.story import Story

_TOLD: dict[str, Callable[[Story], FamilyItem]] = {
    "delayed_recall": later.delayed_recall,
    "boundary_control": source.boundary_control,
    "source_separation": source.source_separation,
    "revision": change.revision,
    "stale_suppression": change.stale_suppression,
    "evidence_attribution": source.evidence_attribution,
    "contradiction_handling": change.contradiction_handling,
    "temporal_commitment": later.temporal_commitment,
}
FAMILIES = tuple(_TOLD)


def generate(*, seed: int, count: int) -> list[FamilyItem]:
    """`count` tasks of every family."""
    items = []
    for family, told in _TOLD.items():
        for number in range(count):
            lang = LANGUAGES[number % len(LANGUAGES)]
            chance = random.Random(f"{seed}/{family}/{number}")
            items.append(told(Story(f"{family}-{seed}-{number}", lang, chance, words_of(lang))))
    return items
