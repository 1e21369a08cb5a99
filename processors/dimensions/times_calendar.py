"""Calendar spans: days, weeks, months and the rest as half-open local intervals, and which year or week is meant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

from schemas.dimensions import Granularity

Tense = Literal["past", "near", "nearest", "future", "none"]
"""near: the words lean to the past, but what they say may lie just ahead; nearest: they lean to neither side."""
_NEARER = {"near": 3, "nearest": 1}
"""So many times nearer than the day behind must the one ahead be to be meant."""

DAY = timedelta(days=1)
PARTS_OF_DAY: dict[str, tuple[int, int]] = {
    "morning": (6, 12),
    "noon": (11, 13),
    "afternoon": (12, 18),
    "evening": (18, 24),
    "night": (21, 29),
    "before_dawn": (0, 6),
}
"""Hours of the day, from and to; 29 = 5 o'clock of the next day."""
SEASONS: dict[str, int] = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
"""Season → its first month (meteorological, northern)."""


@dataclass(frozen=True, slots=True)
class Span:
    """Half-open [start, end) in the speaker's local calendar, naive; `end` None = open."""

    start: datetime
    end: datetime | None
    granularity: Granularity


def at(day: date, hour: int = 0, minute: int = 0) -> datetime:
    """Midnight of a day, moved on by hours (may pass 24) and minutes."""
    return datetime(day.year, day.month, day.day) + timedelta(hours=hour, minutes=minute)  # noqa: DTZ001 local, no zone yet


def day_span(day: date) -> Span:
    return Span(at(day), at(day + DAY), "day")


def days_span(first: date, last: date, granularity: Granularity = "day") -> Span:
    """From the first day to the end of the last."""
    return Span(at(first), at(last + DAY), granularity)


def part_span(day: date, part: str) -> Span:
    first, last = PARTS_OF_DAY[part]
    return Span(at(day, first), at(day, last), "part_of_day")


def clock_span(day: date, hour: int, minute: int | None) -> Span:
    """A whole hour is one hour long, a time with minutes one minute."""
    start = at(day, hour, minute or 0)
    if minute is None:
        return Span(start, start + timedelta(hours=1), "hour")
    return Span(start, start + timedelta(minutes=1), "minute")


def monday_of(day: date) -> date:
    return day - timedelta(days=day.weekday())


def week_span(day: date) -> Span:
    monday = monday_of(day)
    return Span(at(monday), at(monday + timedelta(days=7)), "week")


def weekend_span(day: date) -> Span:
    """Saturday and Sunday of the day's week."""
    monday = monday_of(day)
    return Span(at(monday + timedelta(days=5)), at(monday + timedelta(days=7)), "weekend")


def shift_month(year: int, month: int, months: int) -> tuple[int, int]:
    place = year * 12 + month - 1 + months
    return place // 12, place % 12 + 1


def months_span(year: int, month: int, count: int, granularity: Granularity) -> Span:
    """`count` months from the first of a month. Raises ValueError outside the years 1–9999."""
    return Span(at(date(year, month, 1)), at(date(*shift_month(year, month, count), 1)), granularity)


def month_span(year: int, month: int) -> Span:
    return months_span(year, month, 1, "month")


def year_span(year: int) -> Span:
    return months_span(year, 1, 12, "year")


def quarter_span(year: int, quarter: int) -> Span:
    return months_span(year, 3 * quarter - 2, 3, "quarter")


def season_span(year: int, season: str) -> Span:
    """The season that begins in the year: winter 2023 runs into 2024."""
    return months_span(year, SEASONS[season], 3, "season")


def decade_span(year: int) -> Span:
    return months_span(year // 10 * 10, 1, 120, "decade")


def third_of(span: Span, third: int) -> Span:
    """Early (0), middle (1) or late (2): weeks in three days each, months in parts of ten days, longer spans in equal
    parts of whole months."""
    first = span.start.date()
    assert span.end is not None
    if span.granularity == "weekend":
        return span
    if span.granularity == "week":
        begin = first + timedelta(days=2 * third)
        return days_span(begin, begin + timedelta(days=2))
    if span.granularity == "month":
        starts = [first, first.replace(day=11), first.replace(day=21), span.end.date()]
        return days_span(starts[third], starts[third + 1] - DAY)
    months = (span.end.year - first.year) * 12 + span.end.month - first.month
    part = max(1, months // 3)
    year, month = shift_month(first.year, first.month, third * part)
    return months_span(year, month, part, "month")


def halves_span(now: datetime, unit: str, halves: int) -> Span:
    """So many half hours, days, weeks, months, years or decades from now; below 0 ago. An hour and a half: 3."""
    today = now.date()
    match unit:
        case "hour" | "hr":
            start = (now + timedelta(minutes=30 * halves)).replace(second=0, microsecond=0)
            return Span(start, start + timedelta(minutes=1), "minute")
        case "week":
            return week_span(today + timedelta(days=int(3.5 * halves)))
        case "month":
            year, month = shift_month(now.year, now.month, int(halves / 2))
            rest = timedelta(days=15 if halves > 0 else -15)
            return week_span(date(year, month, min(now.day, 28)) + rest)
        case "year":
            return month_span(*shift_month(now.year, now.month, 6 * halves))
        case "decade":
            return year_span(now.year + 5 * halves)
        case _:
            moved = now + timedelta(hours=12 * halves)
            return clock_span(moved.date(), moved.hour, None)


def weekday_in_week(today: date, weekday: int, weeks: int) -> date:
    """The weekday (Monday = 0) of the week `weeks` after this one."""
    return monday_of(today) + timedelta(days=weekday + 7 * weeks)


def weekday_by_tense(today: date, weekday: int, tense: Tense) -> date:
    """The latest one before today in the past tense, else the next one after it."""
    ahead = (weekday - today.weekday()) % 7
    if tense in ("past", "near"):
        return today - timedelta(days=(today.weekday() - weekday) % 7 or 7)
    return today + timedelta(days=ahead or 7)


def year_by_tense(today: date, month: int, day: int | None, tense: Tense) -> int:
    """The year of a date without one: the latest not after today in the past tense, else the next not before it."""
    year = today.year
    if tense in _NEARER:
        back = (31 * (today.month - month) + today.day - (day or 1)) % 372
        tense = "future" if _NEARER[tense] * (372 - back) < back else "past"
    if tense == "past":
        later = (month, day or 1) > (today.month, today.day)
        return year - 1 if later else year
    earlier = month < today.month or (month == today.month and day is not None and day < today.day)
    return year + 1 if earlier else year


def date_by_tense(today: date, day: int, tense: Tense) -> date:
    """The day with that number in the latest month in the past tense, else in the next. Raises ValueError where that
    month has none."""
    if tense in _NEARER:
        back = (today.day - day) % 31
        tense = "future" if _NEARER[tense] * (31 - back) < back else "past"
    year, month = today.year, today.month
    if tense == "past" and day > today.day:
        year, month = shift_month(year, month, -1)
    elif tense != "past" and day < today.day:
        year, month = shift_month(year, month, 1)
    return date(year, month, day)


def day_by_tense(days: Sequence[date], today: date, tense: Tense) -> date | None:
    """Of the days of a feast in several years, in order, the latest in the past tense, else the next; None where there
    is no such day."""
    back = [day for day in days if day <= today]
    ahead = [day for day in days if day >= today]
    if tense in _NEARER and back and ahead:
        return ahead[0] if _NEARER[tense] * (ahead[0] - today) < today - back[-1] else back[-1]
    chosen = back[-1:] if tense in ("past", "near") else ahead[:1]
    return chosen[0] if chosen else None


def nth_weekday(year: int, month: int, weekday: int, n: int) -> date:
    """The n-th weekday of a month, n = -1 for the last."""
    if n > 0:
        first = date(year, month, 1)
        return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (n - 1))
    last = date(*shift_month(year, month, 1), 1) - DAY
    return last - timedelta(days=(last.weekday() - weekday) % 7)


def next_monthly(today: date, day: int) -> date:
    """The first such day of a month after today; months that are too short are left out. Raises ValueError outside
    1–31."""
    if not 1 <= day <= 31:
        raise ValueError(day)
    for ahead in range(4):
        year, month = shift_month(today.year, today.month, ahead)
        last = (date(*shift_month(year, month, 1), 1) - DAY).day
        if day <= last and date(year, month, day) > today:
            return date(year, month, day)
    raise ValueError(day)


def easter(year: int) -> date:
    """Easter Sunday, Gregorian (the anonymous algorithm, Nature 1876)."""
    a, b, c = year % 19, year // 100, year % 100
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    m = (32 + 2 * e + 2 * i - h - k) % 7
    n = (a + 11 * h + 22 * m) // 451
    month, day = divmod(h + m - 7 * n + 114, 31)
    return date(year, month, day + 1)
