"""Activity: how alive a memory is at a moment, computed when it is asked for and never stored (DESIGN §5). Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType

from processors.dimensions.times import speaks_of_past
from schemas.dimensions import TimeInterval
from schemas.memories import Memory

DAY_S = 86_400.0
_SENTENCES = re.compile(r"[.!?。！？;；\n]\s*\S")
_PLANS = ("plan", "commit", "remember")
_AGAIN = re.compile(
    r"(?i:\b(?:every|each|always|birthday|anniversary|born)\b)|[每生诞](?:日|年|月|周|天|辰)|周年|纪念日|总是"
)
_RELATIVE = re.compile(
    r"(?i:\b(?:to(?:day|night|morrow)|this|next|coming|in|from now|\w*day|at|noon|[ap]m)\b)|[今明后]"
    r"|[上下这本]个?[周月礼星季]|周|星期|礼拜|[天时钟]后|[点时]"
)


@dataclass(frozen=True, slots=True)
class ActivityPolicy:
    """How memories fade. `decay_per_day` .95 is a half-life of 13.5 days (the article's figure); `pace` multiplies the
    days of a kind: preferences fade slower, states faster; core and pinned memories never fade."""

    version: str = "activity/1"
    decay_per_day: float = 0.95
    pace: Mapping[str, float] = field(
        default_factory=lambda: MappingProxyType({"preference": 0.25, "fact": 0.5, "state": 2.0})
    )
    reinforcement: float = 0.1
    archived_below: float = 0.01
    cold_days: float = 90.0


POLICY = ActivityPolicy()


def activity(memory: Memory, now: datetime, policy: ActivityPolicy = POLICY) -> float:
    """In [0, 1]: importance × confidence × .95^(paced days since it was last said), lifted by each time it was said or
    used again. A memory of the future has not faded."""
    strength = memory.importance * memory.confidence
    lifted = 1.0 - (1.0 - min(1.0, strength)) * (1.0 - policy.reinforcement) ** (memory.reinforced + memory.used)
    if memory.pinned or memory.scope == "core":
        return lifted
    pace = policy.pace.get(memory.kind, 1.0) if memory.kind is not None else 1.0
    return float(lifted * policy.decay_per_day ** (days_since(memory.last_seen, now) * pace))


def is_archived(memory: Memory, now: datetime, policy: ActivityPolicy = POLICY) -> bool:
    """Below the policy's threshold, or not said or used for 90 days: found only when it is asked for. Computed from the
    time of the question, so a replay cannot differ. Core and pinned memories never are."""
    if memory.pinned or memory.scope == "core":
        return False
    return activity(memory, now, policy) < policy.archived_below or days_since(memory.last_seen, now) > policy.cold_days


def is_expired(memory: Memory, now: datetime) -> bool:
    """Whether it has stopped being true: `valid_to` lies at or before now."""
    return memory.valid_to is not None and memory.valid_to <= now


def is_over(memory: Memory, now: datetime) -> bool:
    """Whether a turn of one sentence spoke only of what was under way or to come when it was said, and all of that has
    passed: "the meeting is tomorrow at 3" the day after. It stays findable: what was planned is often asked for."""
    times = memory.dimensions.times
    ends = [time.end for time in times if time.end is not None]
    if memory.resolution != "turn" or not ends or len(ends) < len(times) or max(ends) > now:
        return False
    if min(ends) <= memory.occurred_at or _SENTENCES.search(memory.content) or memory.dimensions.intent == "question":
        return False
    if memory.dimensions.intent not in _PLANS and not all(_passes(time, memory) for time in times):
        return False
    ahead = all(time.start > memory.occurred_at for time in times)
    # 我今天发烧了 tells of how one is; the 了 at its end is no past.
    unwell = memory.dimensions.intent == "feel" or memory.dimensions.topic == "health"
    said = re.sub(r"了[。！!.]?$", "", memory.content) if unwell else memory.content
    return ahead or memory.dimensions.intent == "feel" or not speaks_of_past(said)


def _passes(time: TimeInterval, memory: Memory) -> bool:
    """Whether a time passes once and for all: tomorrow, until Friday; a birthday and every Monday come again."""
    if _AGAIN.search(memory.content):
        return False
    return time.start == memory.occurred_at or bool(_RELATIVE.search(time.text))


def days_since(moment: datetime, now: datetime) -> float:
    """Whole and broken days; 0 for the future."""
    return max(0.0, (now - moment).total_seconds() / DAY_S)
