"""English times relative to now: parts of day, clock times, ago, in, last, next."""

from __future__ import annotations

import re
from datetime import date, timedelta

from processors.dimensions.times_atoms import Anchor, Atom, Kind
from processors.dimensions.times_calendar import (
    DAY,
    Span,
    clock_span,
    day_span,
    decade_span,
    halves_span,
    month_span,
    part_span,
    quarter_span,
    shift_month,
    week_span,
    weekday_by_tense,
    weekend_span,
    year_span,
)
from processors.dimensions.times_english_dates import third_named
from processors.dimensions.times_english_words import atom_of, day_atom, number_of, weekday_number
from schemas.dimensions import Granularity


def named_day(match: re.Match[str], anchor: Anchor) -> Atom:
    days = {"today": 0, "yesterday": -1, "tomorrow": 1, "tmrw": 1, "tomorow": 1}
    word = match[0].lower()
    return day_atom(match, anchor.today + timedelta(days=days.get(word, -2 if "before" in word else 2)))


def night_atom(match: re.Match[str], anchor: Anchor) -> Atom:
    """Alone the night itself; with a clock, like "half past eight last night", a time in it."""
    word = match[0].lower()
    day = day_span(anchor.today - DAY) if word.startswith("last") else None
    return Atom(match.start(), match.end(), "part", day, part="evening" if word.endswith("evening") else "night")


def every_day(match: re.Match[str], anchor: Anchor) -> Atom:
    """Means a time only together with a clock or a part of the day."""
    return Atom(match.start(), match.end(), "part", alone=False, every=True)


def this_part(match: re.Match[str], anchor: Anchor) -> Atom:
    return Atom(match.start(), match.end(), "part", part=match["part"].lower())


def part_atom(match: re.Match[str], anchor: Anchor) -> Atom:
    part = match["part"].lower()
    every = bool(match["every"])
    return Atom(match.start(), match.end(), "part", part=part, alone=every or part == "noon", every=every)


def the_weekend(match: re.Match[str], anchor: Anchor) -> Atom:
    """ "at the weekend": the last one in the past tense, else the one that comes."""
    weekend = weekend_span(anchor.today)
    over = anchor.tense == "past" and weekend.start > anchor.now
    return atom_of(match, weekend_span(anchor.today - timedelta(weeks=1)) if over else weekend)


def every_weekend(match: re.Match[str], anchor: Anchor) -> Atom:
    """ "at weekends": the first one that begins after now."""
    weekend = weekend_span(anchor.today)
    return atom_of(match, weekend if weekend.start > anchor.now else weekend_span(anchor.today + timedelta(weeks=1)))


def relative_unit(match: re.Match[str], anchor: Anchor) -> Atom | None:
    """ "last week", "this month", "next year": calendar units."""
    shift = {"last": -1, "previous": -1, "next": 1, "following": 1, "coming": 1, "upcoming": 1, "this coming": 1}
    which = match["which"].lower()
    steps = shift.get(which, 0)
    if match["unit"].lower() == "weekend" and which.endswith("coming"):
        steps = int(weekend_span(anchor.today).start <= anchor.now)
    return atom_of(match, third_named(match, _unit_span(match["unit"].lower(), steps, anchor)))


def _unit_span(unit: str, steps: int, anchor: Anchor) -> Span:
    today = anchor.today
    match unit:
        case "week" | "fortnight":
            return week_span(today + timedelta(weeks=steps * (2 if unit == "fortnight" else 1)))
        case "weekend":
            return weekend_span(today + timedelta(weeks=steps))
        case "month":
            return month_span(*shift_month(today.year, today.month, steps))
        case "quarter":
            year, month = shift_month(today.year, today.month, 3 * steps)
            return quarter_span(year, (month + 2) // 3)
        case "year":
            return year_span(today.year + steps)
        case "decade":
            return decade_span(today.year + 10 * steps)
        case "minute" | "min":
            start = (anchor.now + timedelta(minutes=steps)).replace(second=0, microsecond=0)
            return Span(start, start + timedelta(minutes=1), "minute")
        case "hour" | "hr":
            moved = anchor.now + timedelta(hours=steps)
            return clock_span(moved.date(), moved.hour, None)
        case "night":
            return part_span(today + timedelta(days=steps), "night")
        case _:
            return day_span(today + timedelta(days=steps))


def ago_atom(match: re.Match[str], anchor: Anchor) -> Atom:
    kind: Kind = "day" if match["unit"].lower() == "day" else "other"
    return atom_of(match, _unit_span(match["unit"].lower(), -number_of(match["count"]), anchor), kind)


def _halves(match: re.Match[str]) -> tuple[str, int]:
    count = match["count"] or match["count2"]
    return (match["unit"] or match["unit2"] or match["unit3"]).lower(), 2 * number_of(count) + 1 if count else 1


def halves_ago(match: re.Match[str], anchor: Anchor) -> Atom:
    """ "half an hour ago", "a year and a half ago"."""
    unit, halves = _halves(match)
    return atom_of(match, halves_span(anchor.now, unit, -halves))


def halves_ahead(match: re.Match[str], anchor: Anchor) -> Atom | None:
    if anchor.tense == "past":
        return None  # "I read it in two and a half hours" is a duration.
    unit, halves = _halves(match)
    return atom_of(match, halves_span(anchor.now, unit, halves))


def third_of_this(match: re.Match[str], anchor: Anchor) -> Atom:
    """ "the end of the month"."""
    return atom_of(match, third_named(match, _unit_span(match["unit"].lower(), 0, anchor)))


def ahead_atom(match: re.Match[str], anchor: Anchor) -> Atom | None:
    if anchor.tense == "past":
        return None  # "I read it in three days" is a duration.
    kind: Kind = "day" if match["unit"].lower() == "day" else "other"
    return atom_of(match, _unit_span(match["unit"].lower(), number_of(match["count"]), anchor), kind)


_GRANULARITIES: dict[str, Granularity] = {
    "minute": "minute",
    "min": "minute",
    "hour": "hour",
    "hr": "hour",
    "day": "day",
    "night": "day",
    "week": "week",
    "weekend": "week",
    "fortnight": "week",
    "month": "month",
    "quarter": "quarter",
    "year": "year",
    "decade": "decade",
}


def _moved(anchor: Anchor, unit: str, count: int) -> Span:
    """[now - n units, now) for a negative count, [now, now + n units) for a positive one."""
    now = anchor.now
    months = {"month": 1, "quarter": 3, "year": 12, "decade": 120}.get(unit)
    if months:
        year, month = shift_month(now.year, now.month, months * count)
        last = (date(*shift_month(year, month, 1), 1) - DAY).day
        moved = now.replace(year=year, month=month, day=min(now.day, last))
    else:
        step = {"minute": 1, "min": 1, "hour": 60, "hr": 60, "week": 10_080, "weekend": 10_080, "fortnight": 20_160}
        moved = now + timedelta(minutes=count * step.get(unit, 1_440))
    return Span(min(now, moved), max(now, moved), _GRANULARITIES[unit])


def stretch_atom(match: re.Match[str], anchor: Anchor) -> Atom:
    count = number_of(match["count"]) if match["count"] else 1
    back = match["side"].lower() in ("past", "last", "previous")
    return atom_of(match, _moved(anchor, match["unit"].lower(), -count if back else count))


def week_from(match: re.Match[str], anchor: Anchor) -> Atom:
    """ "a week from Friday", "two weeks on Friday", "Friday fortnight", "a week tomorrow"."""
    count = match.groupdict().get("count")
    base = anchor.today
    word = match["base"].lower()
    if word == "tomorrow":
        base += DAY
    elif word not in ("today", "now"):
        base = weekday_by_tense(base, weekday_number(word), "future")
    days = {"week": 7, "fortnight": 14}.get(match["unit"].lower(), 1)
    return day_atom(match, base + timedelta(days=days * (number_of(count) if count else 1)))


def before_last(match: re.Match[str], anchor: Anchor) -> Atom:
    steps = -2 if "before" in match["side"].lower() else 2
    return atom_of(match, _unit_span(match["unit"].lower(), steps, anchor))
