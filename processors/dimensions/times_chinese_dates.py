"""Chinese dates: days, months, years, seasons and decades as atoms."""

from __future__ import annotations

import re
from datetime import date

from processors.dimensions.times_atoms import Anchor, Atom
from processors.dimensions.times_calendar import (
    date_by_tense,
    days_span,
    decade_span,
    month_span,
    months_span,
    next_monthly,
    nth_weekday,
    quarter_span,
    season_span,
    shift_month,
    year_by_tense,
    year_span,
)
from processors.dimensions.times_chinese_words import (
    DIGITS,
    HABIT,
    SEASONS,
    SHIFTS,
    atom_of,
    day_atom,
    number_of,
    third_named,
    year_of,
)


def year_atom(match: re.Match[str], anchor: Anchor) -> Atom:
    year = year_of(match, anchor)
    assert year is not None
    third = match["third"]
    if third in ("底", "末"):
        return atom_of(match, month_span(year, 12))
    if third == "初":
        return atom_of(match, month_span(year, 1))
    return atom_of(match, year_span(year))


def month_atom(match: re.Match[str], anchor: Anchor) -> Atom:
    month = number_of(match["month"])
    year = year_of(match, anchor)
    if year is None:
        year = year_by_tense(anchor.today, month, None, anchor.direction)
    return atom_of(match, third_named(month_span(year, month), match["third"]))


def month_day(match: re.Match[str], anchor: Anchor) -> Atom:
    month, day = number_of(match["month"]), number_of(match["date"])
    year = year_of(match, anchor)
    if year is None:
        year = year_by_tense(anchor.today, month, day, anchor.direction)
    first = date(year, month, day)
    if match["last"]:
        return atom_of(match, days_span(first, date(year, month, number_of(match["last"]))))
    return day_atom(match, first, dated=True)


def bare_third(match: re.Match[str], anchor: Anchor) -> Atom:
    return atom_of(match, third_named(month_span(anchor.today.year, anchor.today.month), match["third"]))


def bare_year_part(match: re.Match[str], anchor: Anchor) -> Atom:
    return atom_of(match, month_span(anchor.today.year, 1 if match[0].endswith("初") else 12))


def day_of_month(match: re.Match[str], anchor: Anchor) -> Atom:
    return day_atom(match, date_by_tense(anchor.today, number_of(match["date"]), anchor.direction), dated=True)


def monthly_day(match: re.Match[str], anchor: Anchor) -> Atom:
    """每月25号: the first one after today."""
    return day_atom(match, next_monthly(anchor.today, number_of(match["date"])))


def numeric_date(match: re.Match[str], anchor: Anchor) -> Atom:
    return day_atom(match, date(int(match["year"]), int(match["month"]), int(match["date"])), dated=True)


def quarter_atom(match: re.Match[str], anchor: Anchor) -> Atom:
    year = year_of(match, anchor)
    return atom_of(match, quarter_span(anchor.today.year if year is None else year, number_of(match["number"])))


def relative_quarter(match: re.Match[str], anchor: Anchor) -> Atom:
    year, month = shift_month(anchor.today.year, anchor.today.month, 3 * SHIFTS[match["shift"]])
    return atom_of(match, quarter_span(year, (month + 2) // 3))


def half_year(match: re.Match[str], anchor: Anchor) -> Atom:
    year = year_of(match, anchor)
    span = months_span(anchor.today.year if year is None else year, 1 if match["half"] == "上" else 7, 6, "month")
    return atom_of(match, span)


def decade_atom(match: re.Match[str], anchor: Anchor) -> Atom:
    digits = match["digits"]
    number = int(digits) if digits.isdigit() else number_of(digits)
    century = {"上": 1900, "本": 2000, "20": 1900, "二十": 1900, "21": 2000, "二十一": 2000, "19": 1800}.get(
        match["century"] or ""
    )
    if number >= 100:
        return atom_of(match, third_named(decade_span(number), match["third"]))
    base = century if century is not None else (1900 if number >= 30 else 2000)
    return atom_of(match, third_named(decade_span(base + number), match["third"]))


def weekday_of_month(match: re.Match[str], anchor: Anchor) -> Atom:
    """五月第一个周一，下个月第二个星期五."""
    if match["month"]:
        month = number_of(match["month"])
        year = year_of(match, anchor) or year_by_tense(anchor.today, month, None, anchor.direction)
    else:
        shift = SHIFTS[match["shift"].removesuffix("个")]
        year, month = shift_month(anchor.today.year, anchor.today.month, shift)
    return day_atom(
        match, nth_weekday(year, month, DIGITS[match["weekday"]] - 1, number_of(match["nth"]) if match["nth"] else -1)
    )


_ONCE = re.compile(
    r"想[去学考换搬办买结开到]|打算|准备|计划|预备|要[去结搬换办开考生毕]|[去学搬考办摔病住到买换结生回][了过][趟一两几个次场\d]|那会儿|来着|结的婚"
)
"""What is done once: a season beside it is that of one year."""
_CLAUSE = 24
"""Characters behind a season in which its clause is looked through."""


def bare_season(match: re.Match[str], anchor: Anchor) -> Atom | None:
    """冬天我们想去哈尔滨: one season; 冬天太冷 is any."""
    clause = re.split("[，。！？,!?]", match.string[match.end() : match.end() + _CLAUSE])[0]
    if not _ONCE.search(clause) or HABIT.search(clause) or anchor.tense == "none":
        return None
    spans = [season_span(anchor.today.year + shift, SEASONS[match["season"]]) for shift in (-2, -1, 0, 1)]
    if anchor.tense == "past":
        return atom_of(match, [span for span in spans if span.start <= anchor.now][-1])
    return atom_of(match, next(span for span in spans if span.end is not None and span.end > anchor.now))


def relative_month(match: re.Match[str], anchor: Anchor) -> Atom:
    shift = SHIFTS[match["shift"].removesuffix("个")]
    year, month = shift_month(anchor.today.year, anchor.today.month, shift)
    if not match["date"]:
        return atom_of(match, third_named(month_span(year, month), match["third"]))
    first = date(year, month, number_of(match["date"]))
    if match["last"]:
        return atom_of(match, days_span(first, date(year, month, number_of(match["last"]))))
    return day_atom(match, first)


def season_atom(match: re.Match[str], anchor: Anchor) -> Atom:
    season = SEASONS[match["season"] or match["season2"]]
    year = year_of(match, anchor)
    if year is not None:
        return atom_of(match, season_span(year, season))
    spans = [season_span(anchor.today.year + shift, season) for shift in (-2, -1, 0, 1)]
    if match["shift2"] == "上":
        return atom_of(match, [span for span in spans if span.end is not None and span.end <= anchor.now][-1])
    if match["shift2"] == "下":
        return atom_of(match, next(span for span in spans if span.start > anchor.now))
    running = [span for span in spans if span.end is not None and span.start <= anchor.now < span.end]
    return atom_of(match, running[0] if running else season_span(anchor.today.year, season))
