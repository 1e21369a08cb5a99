"""Plans over: which turns told of a plan that was called off or is done, by the words that name it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta

from processors.consolidation.detail_book import Told

SHARED_MIN = 2
"""English words that the end of a plan shares with it."""
SHARED_ZH_MIN = 3
"""Chinese characters, of which two stand beside each other."""
AGE_MAX = timedelta(days=183)
"""A plan that was told of longer ago is another one."""
_HAN = re.compile(r"[\u4e00-\u9fff]+")


def overtaken_plans(told: Sequence[Told]) -> dict[str, tuple[str, str]]:
    """Memory id of a plan → (memory id of its end, why). `told`: plans and ends in the order of what was said when."""
    found: dict[str, tuple[str, str]] = {}
    for place, end in enumerate(told):
        if end.detail.form != "over":
            continue
        open_plans = [
            plan
            for plan in told[:place]
            if plan.detail.form == "plan"
            and plan.whole
            and plan.memory_id not in found
            and plan.speaker == end.speaker
            and end.occurred_at - plan.occurred_at <= AGE_MAX
            and plan.memory_id != end.memory_id
        ]
        scored = [(_shared(end, plan), plan.occurred_at, plan.offset, plan.memory_id) for plan in open_plans]
        best = max(scored, default=(0, None, 0, ""))
        if best[0] > 0:
            found[best[3]] = (end.memory_id, end.detail.value)
    return found


def _shared(end: Told, plan: Told) -> int:
    """How many words of its end name a plan; 0 when they are too few to tell."""
    kind = (end.detail.value, plan.detail.value)
    ends, plans = end.detail.topic, plan.detail.topic
    words, known = _latin(ends), _latin(plans)
    shared = words & known
    if kind == ("done", "arranged"):
        return 0
    if kind[0].startswith("finished") or kind[1] not in ("owed", "arranged"):
        # "Finished it": the last that one was at, be it not named again.
        medium = kind[0].removeprefix("finished").strip()
        same = kind[1] == "at" or medium in ("", kind[1])
        alike = kind[1] not in ("owed", "arranged") and kind[0].startswith("finished") and same
        return 1 + len(shared) if alike else 0
    signs, signs_known = set("".join(_HAN.findall(ends))), set("".join(_HAN.findall(plans)))
    shared_zh = signs & signs_known
    named = bool(_pairs(ends) & _pairs(plans))
    if len(shared) >= SHARED_MIN or (len(shared_zh) >= SHARED_ZH_MIN and named):
        return len(shared) + len(shared_zh)
    only = kind[0] == "called off" and words | signs and words <= known and signs <= signs_known
    return 1 if only and (shared or named) else 0


def _latin(topic: str) -> set[str]:
    return {word for word in topic.split() if word.isascii()}


def _pairs(topic: str) -> set[str]:
    return {run[n : n + 2] for run in _HAN.findall(topic) for n in range(len(run) - 1)}
