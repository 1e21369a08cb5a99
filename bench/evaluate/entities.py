"""Entities: the named things found in a text against gold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bench.evaluate.items import EntityItem
from bench.evaluate.outcome import Outcome
from processors.ports import EntityFinder
from schemas.dimensions import Entity


def evaluate(items: Sequence[EntityItem], finder: EntityFinder) -> list[Outcome]:
    """Finds the entities of each item as the describe stage does."""
    found = finder.find([item.text for item in items])
    return [scored(item, entities) for item, entities in zip(items, found, strict=True)]


def scored(item: EntityItem, found: Sequence[Entity]) -> Outcome:
    """Exact text after case folding and trimming, and type; an entity that is named twice counts once."""
    gold = Counter({(one.text.strip().casefold(), one.type) for one in item.gold})
    named = Counter({(one.text.strip().casefold(), one.type) for one in found})
    hits = (gold & named).total()
    return Outcome(
        item.id,
        item.lang,
        item.tags,
        right=gold == named,
        said=item.text,
        gold=_shown((one.text, one.type) for one in item.gold),
        found=_shown((one.text, one.type) for one in found),
        hits=hits,
        wrong=named.total() - hits,
        missed=gold.total() - hits,
    )


def _shown(pairs: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{text} ({kind})" for text, kind in pairs)
