"""Recurring: what the occasions of one term come to: an interest, or a routine with its schedule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from processors.abstraction.ledger import Key, Noted, Occasion
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
ROUTINE_OCCASIONS_MAX = 32
PER_OCCASION_MAX = 2
"""What is looked at for a routine: half a year of weeks."""
SHARE_OF_PERIODS = 0.5
"""It happens in at least this part of the periods between its first and its last time."""


_Frequency = Literal["daily", "weekly", "monthly"]


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
                inside[place] = occasions[place].first
    found = [inside[place] for place in sorted(inside)]
    return tuple(found if len(found) <= EVIDENCE_MAX else [found[0], *found[1 - EVIDENCE_MAX :]])


def routine_of(occasions: Sequence[Occasion]) -> Routine | None:
    """The routine that the most periods bear out; None when no time of day, week or month does in TIMES_MIN."""
    looked_at = occasions[-ROUTINE_OCCASIONS_MAX:]
    seen = [noted for occasion in looked_at for noted in occasion.noted[:PER_OCCASION_MAX]]
    best: Routine | None = None
    for frequency, slot_of, period_of in _FREQUENCIES:
        slots: dict[int, list[Noted]] = {}
        for noted in seen:
            slots.setdefault(slot_of(noted.day), []).append(noted)
        for slot in sorted(slots):
            if len({period_of(noted.day) for noted in slots[slot]}) < TIMES_MIN:
                continue
            hits = _alike_at_one_time(slots[slot], period_of)
            if len(hits) < TIMES_MIN or not _regular(hits, looked_at, period_of):
                continue
            if best is None or len(hits) > len(best.observations):
                best = Routine(tuple(hit.observation for hit in hits), _schedule(frequency, slot, hits))
    return best


def may_be_routine(new: Noted, occasions: Sequence[Occasion]) -> bool:
    """Whether something new can be part of a routine: the same was done on TIMES_MIN - 1 other days."""
    days = {n.day for occasion in occasions for n in occasion.noted if n.day != new.day and _alike(new, n)}
    return len(days) >= TIMES_MIN - 1


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


def _alike_at_one_time(seen: Iterable[Noted], period_of: Callable[[int], int]) -> list[Noted]:
    """The largest group that is alike and lies within SPREAD_MINUTES, one for each period, in order of time."""
    by_minute = sorted(seen, key=lambda n: (n.minute, n.observation.occurred_at, n.observation.offset))
    best: dict[int, Noted] = {}
    tried: set[tuple[int, frozenset[str]]] = set()
    for place, anchor in enumerate(by_minute):
        if (anchor.minute, anchor.terms) in tried:
            continue
        tried.add((anchor.minute, anchor.terms))
        by_period: dict[int, Noted] = {}
        for noted in by_minute[place:]:
            if noted.minute - anchor.minute > SPREAD_MINUTES:
                break
            if _alike(anchor, noted):
                by_period.setdefault(period_of(noted.day), noted)
        if len(by_period) > len(best):
            best = by_period
    return [best[period] for period in sorted(best)]


def _regular(hits: Sequence[Noted], occasions: Sequence[Occasion], period_of: Callable[[int], int]) -> bool:
    periods = [period_of(hit.day) for hit in hits]
    if len(hits) < SHARE_OF_PERIODS * (max(periods) - min(periods) + 1):
        return False
    days = {hit.day for hit in hits}
    between = [o for o in occasions if min(days) <= o.day <= max(days)]
    return sum(o.day in days for o in between) >= SHARE_AT_ITS_TIME * len(between)


def _alike(left: Noted, right: Noted) -> bool:
    if left.terms == right.terms:
        return left.observation.form == right.observation.form
    both = len(left.terms & right.terms)
    whole = len(left.terms) + len(right.terms) - both
    return both >= SHARE_ALIKE * whole and left.observation.form == right.observation.form


def _schedule(frequency: _Frequency, slot: int, hits: Sequence[Noted]) -> Schedule:
    minutes = sorted(hit.minute for hit in hits)
    middle = minutes[len(minutes) // 2]
    rounded = round(middle / ROUNDED_MINUTES) * ROUNDED_MINUTES % 1440
    return Schedule(
        frequency=frequency,
        weekday=slot if frequency == "weekly" else None,
        day=slot if frequency == "monthly" else None,
        minute_of_day=rounded,
    )


def _weekday(day: int) -> int:
    return (day - 1) % 7


def _week(day: int) -> int:
    return (day - 1) // 7


def _day_of_month(day: int) -> int:
    return date.fromordinal(day).day


def _month(day: int) -> int:
    written = date.fromordinal(day)
    return written.year * 12 + written.month


_FREQUENCIES: tuple[tuple[_Frequency, Callable[[int], int], Callable[[int], int]], ...] = (
    ("daily", lambda day: 0, lambda day: day),
    ("weekly", _weekday, _week),
    ("monthly", _day_of_month, _month),
)
"""How often, which days (as ordinals) belong together, and which period a day lies in."""
