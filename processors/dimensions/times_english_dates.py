"""English dates: weekdays, days, months, years, seasons and holidays as atoms."""

from __future__ import annotations

import re
from datetime import date, timedelta

from processors.dimensions.times_atoms import Anchor, Atom
from processors.dimensions.times_calendar import (
    DAY,
    Span,
    date_by_tense,
    days_span,
    decade_span,
    month_span,
    next_monthly,
    nth_weekday,
    quarter_span,
    season_span,
    shift_month,
    third_of,
    weekday_by_tense,
    weekday_in_week,
    year_by_tense,
    year_span,
)
from processors.dimensions.times_english_words import (
    atom_of,
    day_atom,
    month_number,
    number_of,
    ordinal_number,
    weekday_number,
    year_of,
)


def weekday_atom(match: re.Match[str], anchor: Anchor) -> Atom:
    weekday = weekday_number(match["weekday"])
    which = (match.groupdict().get("which") or "").lower()
    today = anchor.today
    match which:
        case "last" | "previous":
            return day_atom(match, weekday_in_week(today, weekday, -1))
        case "next" | "following":
            return day_atom(match, weekday_in_week(today, weekday, 1))
        case "this":
            return day_atom(match, weekday_in_week(today, weekday, 0))
        case "this past" | "past":
            return day_atom(match, weekday_by_tense(today, weekday, "past"))
        case "this coming" | "coming" | "upcoming":
            return day_atom(match, weekday_by_tense(today, weekday, "future"))
        case _:
            return day_atom(match, weekday_by_tense(today, weekday, anchor.tense))


def weekday_ago(match: re.Match[str], anchor: Anchor) -> Atom:
    """ "two weeks ago on Friday"."""
    day = weekday_in_week(anchor.today, weekday_number(match["weekday"]), -number_of(match["count"]))
    return day_atom(match, day)


def weekdays_ago(match: re.Match[str], anchor: Anchor) -> Atom:
    """ "two Fridays ago"."""
    latest = weekday_by_tense(anchor.today, weekday_number(match["weekday"]), "past")
    return day_atom(match, latest - timedelta(weeks=number_of(match["count"]) - 1))


def weeks_ago_today(match: re.Match[str], anchor: Anchor) -> Atom:
    """ "a week ago today"."""
    return day_atom(match, anchor.today - timedelta(weeks=number_of(match["count"])))


def weekday_of_week(match: re.Match[str], anchor: Anchor) -> Atom:
    weeks = -1 if match["which"].lower() == "last" else 1
    return day_atom(match, weekday_in_week(anchor.today, weekday_number(match["weekday"]), weeks))


def weekday_after(match: re.Match[str], anchor: Anchor) -> Atom:
    """ "the Thursday after this one", "the Friday after next": a week after that one."""
    weekday = weekday_number(match["weekday"])
    if match["base"].lower() == "next":
        return day_atom(match, weekday_in_week(anchor.today, weekday, 2))
    return day_atom(match, weekday_by_tense(anchor.today, weekday, "future") + timedelta(weeks=1))


def weekday_and_day(match: re.Match[str], anchor: Anchor) -> Atom | None:
    """ "Thu 12th", "Friday the 13th": the nearest such day, ahead unless the words are of the past; None when there is
    none within half a year."""
    weekday, day, today = weekday_number(match["weekday"]), int(match["day"]), anchor.today
    past = anchor.tense == "past"
    for ahead in range(0, -7, -1) if past else range(7):
        year, month = shift_month(today.year, today.month, ahead)
        try:
            found = date(year, month, day)
        except ValueError:
            continue  # 31 April is no day.
        if found.weekday() == weekday and (found < today) == past:
            return day_atom(match, found, dated=True)
    return None


def date_atom(match: re.Match[str], anchor: Anchor) -> Atom | None:
    month, day = month_number(match["month"]), int(match["day"])
    year = year_of(match, anchor) or year_by_tense(anchor.today, month, day, anchor.direction)
    first = date(year, month, day)
    last = match.groupdict().get("last")
    if last:
        return atom_of(match, days_span(first, date(year, month, int(last))))
    return day_atom(match, first, dated=True)


def day_range(match: re.Match[str], anchor: Anchor) -> Atom | None:
    """ "12–16 August", "the 3rd to the 6th of next month"."""
    first, last, today = int(match["day"]), int(match["last"]), anchor.today
    if match["month"]:
        month = month_number(match["month"])
        year = year_of(match, anchor) or year_by_tense(today, month, last, anchor.direction)
    else:
        year, month = shift_month(today.year, today.month, {"last": -1, "next": 1}.get(match["which"].lower(), 0))
    return atom_of(match, days_span(date(year, month, first), date(year, month, last))) if first < last else None


def date_in_words(match: re.Match[str], anchor: Anchor) -> Atom:
    """ "the first of April", "March the twenty-second"."""
    month, day = month_number(match["month"] or match["month2"]), ordinal_number(match["day"] or match["day2"])
    year = year_of(match, anchor) or year_by_tense(anchor.today, month, day, anchor.direction)
    return day_atom(match, date(year, month, day), dated=True)


def numeric_date(match: re.Match[str], anchor: Anchor) -> Atom:
    return day_atom(match, date(int(match["year"]), int(match["month"]), int(match["day"])), dated=True)


def slashed_date(match: re.Match[str], anchor: Anchor) -> Atom:
    first, second, year = int(match["first"]), int(match["second"]), int(match["year"])
    month, day = (second, first) if first > 12 or match["mark"] == "." else (first, second)
    return day_atom(match, date(year, month, day), dated=True)


def day_of_month(match: re.Match[str], anchor: Anchor) -> Atom:
    return day_atom(match, date_by_tense(anchor.today, int(match["day"]), anchor.direction), dated=True)


def monthly_day(match: re.Match[str], anchor: Anchor) -> Atom:
    """ "the 25th of every month": the first one after today."""
    return day_atom(match, next_monthly(anchor.today, int(match["day"] or match["day2"])))


_ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": -1}


def weekday_of_month(match: re.Match[str], anchor: Anchor) -> Atom:
    """ "the first Monday of May", "of next month", "of every month" (the first one after today)."""
    number, weekday = _ORDINALS[match["nth"].lower()], weekday_number(match["weekday"])
    today = anchor.today
    if match["month"]:
        month = month_number(match["month"])
        year = year_of(match, anchor) or year_by_tense(today, month, None, anchor.direction)
        return day_atom(match, nth_weekday(year, month, weekday, number), dated=True)
    which = match["which"].lower()
    if which in ("every", "each"):
        days = (nth_weekday(*shift_month(today.year, today.month, ahead), weekday, number) for ahead in (0, 1))
        return day_atom(match, next(day for day in days if day > today))
    shift = {"last": -1, "next": 1}.get(which, 0)
    return day_atom(match, nth_weekday(*shift_month(today.year, today.month, shift), weekday, number))


def day_of_named_month(match: re.Match[str], anchor: Anchor) -> Atom:
    """ "the last day of August", "the first day of next month"."""
    today = anchor.today
    if match["month"]:
        month = month_number(match["month"])
        year = year_of(match, anchor) or year_by_tense(today, month, None, anchor.direction)
    else:
        which = match["which"].lower()
        shift = {"last": -1, "next": 1}.get(which, 1 if which in ("every", "each") and match["nth"] == "first" else 0)
        year, month = shift_month(today.year, today.month, shift)
    first = date(year, month, 1)
    return day_atom(match, first if match["nth"].lower() == "first" else date(*shift_month(year, month, 1), 1) - DAY)


def month_atom(match: re.Match[str], anchor: Anchor) -> Atom:
    month = month_number(match["month"])
    groups = match.groupdict()
    which = (groups.get("which") or "").lower()
    today = anchor.today
    if groups.get("year"):
        year = int(match["year"])
    elif which in ("last", "past", "previous", "this past"):
        year = today.year if month < today.month else today.year - 1
    elif which in ("next", "coming", "upcoming", "this coming"):
        year = today.year if month > today.month else today.year + 1
    elif which == "this":
        year = today.year
    else:
        year = anchor.year or year_by_tense(today, month, None, anchor.direction)
    return atom_of(match, third_named(match, month_span(year, month)))


def third_named(match: re.Match[str], span: Span) -> Span:
    word = (match.groupdict().get("third") or "").lower().removeprefix("the ")
    if not word:
        return span
    return third_of(span, 0 if word.startswith(("earl", "beginning", "start")) else 1 if word.startswith("mid") else 2)


def year_atom(match: re.Match[str], anchor: Anchor) -> Atom:
    return atom_of(match, third_named(match, year_span(int(match["year"]))))


def short_year(match: re.Match[str], anchor: Anchor) -> Atom:
    """ "back in '09", "the summer of '69": the latest such year that is not ahead."""
    year = anchor.today.year // 100 * 100 + int(match["digits"])
    year -= 100 if year > anchor.today.year else 0
    return Atom(match.start("body"), match.end("body"), "other", year_span(year))


def decade_atom(match: re.Match[str], anchor: Anchor) -> Atom:
    digits = match["digits"]
    year = int(digits) if len(digits) == 4 else 1900 + int(digits) if int(digits) >= 30 else 2000 + int(digits)
    return atom_of(match, third_named(match, decade_span(year)))


_DECADES = ("twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties")


def decade_in_words(match: re.Match[str], anchor: Anchor) -> Atom:
    return atom_of(match, third_named(match, decade_span(1920 + 10 * _DECADES.index(match["digits"].lower()))))


def quarter_atom(match: re.Match[str], anchor: Anchor) -> Atom:
    number = match["number"].lower()
    quarter = int(number) if number.isdigit() else ("first", "second", "third", "fourth").index(number) + 1
    year = year_of(match, anchor) or anchor.today.year
    return atom_of(match, quarter_span(year, quarter))


def season_atom(match: re.Match[str], anchor: Anchor) -> Atom:
    season = match["season"].lower()
    groups = match.groupdict()
    which = (groups.get("which") or "").lower()
    today = anchor.today
    if not which and (year := year_of(match, anchor)):
        return atom_of(match, season_span(year, season))
    spans = [season_span(today.year + shift, season) for shift in (-2, -1, 0, 1)]
    over = [span for span in spans if span.end is not None and span.end <= anchor.now]
    ahead = [span for span in spans if span.start > anchor.now]
    running = [span for span in spans if span not in over and span not in ahead]
    if which in ("last", "past", "previous", "this past") or (not which and anchor.tense == "past" and not running):
        return atom_of(match, over[-1])
    if which in ("next", "coming", "upcoming", "this coming"):
        return atom_of(match, ahead[0])
    if which == "this":
        return atom_of(match, running[0] if running else season_span(today.year, season))
    return atom_of(match, (running or ahead)[0])


def every_weekday(match: re.Match[str], anchor: Anchor) -> Atom:
    weekday = weekday_number(match["weekday"] or match["weekday2"])
    return day_atom(match, weekday_by_tense(anchor.today, weekday, "future"))
