from __future__ import annotations

from bench.evaluate.items import FamilyItem


def generate(*, seed: int, count: int) -> list[FamilyItem]:
    return []
