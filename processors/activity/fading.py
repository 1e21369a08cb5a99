"""Fading: how alive a memory is at a moment. Pure: the moment comes with the question, so a replay cannot differ."""

from __future__ import annotations

import math
from datetime import datetime, timedelta

from processors.activity.policy import ActivityPolicy
from schemas.memories import Memory

DAY_S = 86_400.0
DAYS_MAX = 1e6
"""Nothing is asked about a time further ahead; a calendar ends at some point."""
STRENGTH_MIN = 0.02
"""Nothing is so faint that it is archived the moment it becomes known: two months at pace 1 remain."""


def activity(memory: Memory, now: datetime, policy: ActivityPolicy) -> float:
    """In [0, 1]: strength × .95^(days at its pace since it was last said or used). A memory of the future has not
    faded."""
    return float(strength(memory, policy) * policy.decay_per_day ** paced_days(memory, now, policy))


def strength(memory: Memory, policy: ActivityPolicy) -> float:
    """In (0, 1]: importance × confidence, lifted by each time it was said again or helped, up to a bound."""
    again = min(policy.again_max, memory.reinforced + memory.used)
    said = min(1.0, max(STRENGTH_MIN, memory.importance * memory.confidence))
    return 1.0 - (1.0 - said) * (1.0 - policy.again) ** again


def order_of_fading(memory: Memory, now: datetime, policy: ActivityPolicy) -> float:
    """The logarithm of the activity: orders memories of centuries ago too, where the activity itself would be 0."""
    return math.log(strength(memory, policy)) + paced_days(memory, now, policy) * math.log(policy.decay_per_day)


def is_archived(memory: Memory, now: datetime, policy: ActivityPolicy) -> bool:
    """Faded below the policy's threshold, or for 90 days neither said nor used: found only when it is asked for. Never
    a turn: what was said stays findable by its words (DESIGN §5 speaks of what is derived)."""
    since = archived_from(memory, policy)
    return since is not None and now > since


def archived_from(memory: Memory, policy: ActivityPolicy) -> datetime | None:
    """From when on it is archived, unless it is said or used before; None = never."""
    pace = policy.pace_of(memory)
    if memory.resolution == "turn" or pace == 0.0:
        return None
    below = math.inf
    if policy.archived_below > 0.0:
        below = math.log(policy.archived_below / strength(memory, policy)) / math.log(policy.decay_per_day)
    days = max(0.0, min(policy.cold_days, below)) / pace
    return _touched(memory) + timedelta(days=min(days, DAYS_MAX))


def paced_days(memory: Memory, now: datetime, policy: ActivityPolicy) -> float:
    """Days since it was last said or used, as its kind counts them; 0 for the future and for what never fades."""
    return days_since(_touched(memory), now) * policy.pace_of(memory)


def _touched(memory: Memory) -> datetime:
    return memory.last_seen if memory.last_used is None else max(memory.last_seen, memory.last_used)


def days_since(moment: datetime, now: datetime) -> float:
    """Whole and broken days; 0 for the future."""
    return max(0.0, (now - moment).total_seconds() / DAY_S)
