"""English holidays as atoms."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta

from processors.dimensions.times_atoms import Anchor, Atom
from processors.dimensions.times_calendar import DAY, day_by_tense, easter, nth_weekday, week_span
from processors.dimensions.times_english_words import atom_of, day_atom, number_of, year_of

_FIXED_HOLIDAYS = {
    "christmas eve": (12, 24),
    "christmas day": (12, 25),
    "christmas": (12, 25),
    "xmas": (12, 25),
    "boxing day": (12, 26),
    "new year's eve": (12, 31),
    "new years eve": (12, 31),
    "new year's day": (1, 1),
    "new year's": (1, 1),
    "new year": (1, 1),
    "halloween": (10, 31),
    "valentine's day": (2, 14),
    "valentines day": (2, 14),
    "valentine's": (2, 14),
    "st. patrick's day": (3, 17),
    "st patrick's day": (3, 17),
    "independence day": (7, 4),
    "fourth of july": (7, 4),
    "4th of july": (7, 4),
    "april fools' day": (4, 1),
    "april fool's day": (4, 1),
    "veterans day": (11, 11),
    "juneteenth": (6, 19),
    "bonfire night": (11, 5),
    "guy fawkes night": (11, 5),
    "burns night": (1, 25),
    "hogmanay": (12, 31),
    "st david's day": (3, 1),
    "st george's day": (4, 23),
    "st andrew's day": (11, 30),
    "st stephen's day": (12, 26),
    "remembrance day": (11, 11),
    "canada day": (7, 1),
    "bastille day": (7, 14),
    "may day": (5, 1),
    "cinco de mayo": (5, 5),
    "earth day": (4, 22),
}
_MOVING_HOLIDAYS: dict[str, Callable[[int], date]] = {
    "thanksgiving": lambda year: nth_weekday(year, 11, 3, 4),
    "thanksgiving day": lambda year: nth_weekday(year, 11, 3, 4),
    "black friday": lambda year: nth_weekday(year, 11, 3, 4) + DAY,
    "cyber monday": lambda year: nth_weekday(year, 11, 3, 4) + timedelta(days=4),
    "labor day": lambda year: nth_weekday(year, 9, 0, 1),
    "memorial day": lambda year: nth_weekday(year, 5, 0, -1),
    "mother's day": lambda year: nth_weekday(year, 5, 6, 2),
    "mothers day": lambda year: nth_weekday(year, 5, 6, 2),
    "father's day": lambda year: nth_weekday(year, 6, 6, 3),
    "fathers day": lambda year: nth_weekday(year, 6, 6, 3),
    "easter": easter,
    "easter sunday": easter,
    "easter monday": lambda year: easter(year) + DAY,
    "good friday": lambda year: easter(year) - timedelta(days=2),
    "palm sunday": lambda year: easter(year) - timedelta(days=7),
    "ash wednesday": lambda year: easter(year) - timedelta(days=46),
    "shrove tuesday": lambda year: easter(year) - timedelta(days=47),
    "pancake day": lambda year: easter(year) - timedelta(days=47),
    "mothering sunday": lambda year: easter(year) - timedelta(days=21),
    "mlk day": lambda year: nth_weekday(year, 1, 0, 3),
    "martin luther king day": lambda year: nth_weekday(year, 1, 0, 3),
    "presidents' day": lambda year: nth_weekday(year, 2, 0, 3),
    "presidents day": lambda year: nth_weekday(year, 2, 0, 3),
    "columbus day": lambda year: nth_weekday(year, 10, 0, 2),
}
HOLIDAY = "|".join(sorted((re.escape(name) for name in (*_FIXED_HOLIDAYS, *_MOVING_HOLIDAYS)), key=len, reverse=True))


def holiday_atom(match: re.Match[str], anchor: Anchor) -> Atom | None:
    name = match["holiday"].lower()

    def day_in(year: int) -> date:
        return date(year, *_FIXED_HOLIDAYS[name]) if name in _FIXED_HOLIDAYS else _MOVING_HOLIDAYS[name](year)

    today = anchor.today
    which = (match["which"] or "").lower()
    if not which and (year := year_of(match, anchor)):
        return _beside(match, day_in(year))
    if which == "this":
        return _beside(match, day_in(today.year))
    days = [day_in(today.year + shift) for shift in (-1, 0, 1)]
    if which in ("last", "past", "previous", "this past"):
        return _beside(match, max(day for day in days if day < today))
    day = day_by_tense(days, today, "future" if which else anchor.direction)
    return _beside(match, day) if day else None


def _beside(match: re.Match[str], day: date) -> Atom:
    """The holiday, or what stands beside it: "two days before Christmas", "the week after Easter"."""
    if not match["side"]:
        return day_atom(match, day)
    count = number_of(match["count"]) if match["count"] else 1
    steps = -count if match["side"].lower() == "before" else count
    if match["unit"].lower() == "week":
        return atom_of(match, week_span(day + timedelta(weeks=steps)))
    return day_atom(match, day + timedelta(days=steps))
