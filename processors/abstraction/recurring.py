"""Recurring: what the occasions of one term come to: an interest, or a routine with its schedule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from processors.abstraction.ledger import Key, Occasion, all_observations, local_day, local_minute
from processors.abstraction.terms import is_subject
from schemas.memories import Observation, Schedule

TIMES_MIN = 3
"""So many occasions, or periods, make a pattern (DESIGN §5)."""
WITHIN_DAYS = 7
EVIDENCE_MAX = 16
SPREAD_MINUTES = 90
"""What is done at one time of day lies within this."""
ROUNDED_MINUTES = 15
SHARE_ALIKE = 0.5
"""Two turns are the same behaviour when this share of the terms of both is common to them."""
SHARE_AT_ITS_TIME = 0.6
"""At least this part of the occasions of a behaviour falls on its time; else the time says nothing."""
SHARE_OF_PERIODS = 0.5
"""It happens in at least this part of the periods between its first and its last time."""


@dataclass(frozen=True, slots=True)
class Routine:
    """A behaviour that comes at a time: one observation for each period, in order, and when it comes."""

    observations: tuple[Observation, ...]
    schedule: Schedule


def interest_of(occasions: Sequence[Occasion]) -> tuple[Observation, ...]:
    """One observation for each occasion that lies within WITHIN_DAYS of TIMES_MIN - 1 others, in order of time; empty
    when there are not so many. At most EVIDENCE_MAX: the first, and the latest."""
    inside: dict[int, Observation] = {}
    for start in range(len(occasions)):
        end = start
        while end < len(occasions) and occasions[end].day - occasions[start].day < WITHIN_DAYS:
            end += 1
        if end - start >= TIMES_MIN:
            for place in range(start, end):
                inside[place] = occasions[place].observations[0]
    found = [inside[place] for place in sorted(inside)]
    return tuple(found if len(found) <= EVIDENCE_MAX else [found[0], *found[1 - EVIDENCE_MAX :]])


def routine_of(occasions: Sequence[Occasion]) -> Routine | None:
    """The routine that the most periods bear out; None when no time of day, week or month does in TIMES_MIN."""
    seen = list(all_observations(occasions))
    best: Routine | None = None
    for frequency, slot_of, period_of in _FREQUENCIES:
        slots: dict[int, list[Observation]] = {}
        for observation in seen:
            slots.setdefault(slot_of(_date(observation)), []).append(observation)
        for slot in sorted(slots):
            hits = _alike_at_one_time(slots[slot], period_of)
            if len(hits) < TIMES_MIN or not _regular(hits, occasions, period_of):
                continue
            if best is None or len(hits) > len(best.observations):
                best = Routine(tuple(hits), _schedule(frequency, slot, hits))
    return best


def is_what_it_is_about(
    term: str, evidence: Sequence[Observation], weight: Callable[[Key], int], *, subjects: bool
) -> bool:
    """Whether the evidence is about this term: of those that are in all of it, the one that is met most often, and of
    equals the first by name. "Python" explains five questions; "pandas", which stood in three of them, does not.
    `subjects`: only terms that can be one are looked at."""
    subject = evidence[0].subject
    together = (t for t in shared(evidence) if not subjects or is_subject(t))
    return term == min(together, key=lambda t: (-weight((subject, t)), t))


def shared(evidence: Sequence[Observation]) -> frozenset[str]:
    """The terms that are in all of the evidence."""
    return frozenset.intersection(*(frozenset(observation.terms) for observation in evidence))


def _alike_at_one_time(seen: Iterable[Observation], period_of: Callable[[date], int]) -> list[Observation]:
    """The largest group of observations that are alike and lie within SPREAD_MINUTES, one for each period."""
    by_minute = sorted(seen, key=lambda o: (local_minute(o), o.occurred_at, o.offset))
    best: list[Observation] = []
    for place, anchor in enumerate(by_minute):
        within = [o for o in by_minute[place:] if local_minute(o) - local_minute(anchor) <= SPREAD_MINUTES]
        alike = [o for o in within if _alike(anchor, o)]
        by_period: dict[int, Observation] = {}
        for observation in sorted(alike, key=lambda o: (o.occurred_at, o.offset)):
            by_period.setdefault(period_of(_date(observation)), observation)
        if len(by_period) > len(best):
            best = list(by_period.values())
    return best


def _regular(hits: Sequence[Observation], occasions: Sequence[Occasion], period_of: Callable[[date], int]) -> bool:
    periods = [period_of(_date(hit)) for hit in hits]
    if len(hits) < SHARE_OF_PERIODS * (max(periods) - min(periods) + 1):
        return False
    days = {local_day(hit) for hit in hits}
    between = [o for o in occasions if min(days) <= o.day <= max(days)]
    return sum(o.day in days for o in between) >= SHARE_AT_ITS_TIME * len(between)


def _alike(left: Observation, right: Observation) -> bool:
    a, b = frozenset(left.terms), frozenset(right.terms)
    return left.form == right.form and len(a & b) >= SHARE_ALIKE * len(a | b)


def _schedule(frequency: Literal["daily", "weekly", "monthly"], slot: int, hits: Sequence[Observation]) -> Schedule:
    minutes = sorted(local_minute(hit) for hit in hits)
    middle = minutes[len(minutes) // 2]
    rounded = round(middle / ROUNDED_MINUTES) * ROUNDED_MINUTES % 1440
    return Schedule(
        frequency=frequency,
        weekday=slot if frequency == "weekly" else None,
        day=slot if frequency == "monthly" else None,
        minute_of_day=rounded,
    )


def _date(observation: Observation) -> date:
    return date.fromordinal(local_day(observation))


def _week(day: date) -> int:
    return (day.toordinal() - 1) // 7


def _month(day: date) -> int:
    return day.year * 12 + day.month


_FREQUENCIES: tuple[tuple[Literal["daily", "weekly", "monthly"], Callable[[date], int], Callable[[date], int]], ...] = (
    ("daily", lambda day: 0, date.toordinal),
    ("weekly", date.weekday, _week),
    ("monthly", lambda day: day.day, _month),
)
"""How often, which days belong together, and which period a day lies in."""
