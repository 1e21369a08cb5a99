"""English words of time: numbers, months, weekdays, units."""

from __future__ import annotations

import re
from datetime import date

from processors.dimensions.number_words import TENS, UNITS
from processors.dimensions.times_atoms import Anchor, Atom, Kind
from processors.dimensions.times_calendar import Span, day_span

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_NUMBERS = {**UNITS, **TENS, "a": 1, "an": 1, "couple of": 2, "a couple": 2, "a couple of": 2}
MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|january|february|april"
    r"|june|july|september|october|november|december|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)\b\.?)"
)
WEEKDAY = (
    r"(?:[Mm]onday|[Tt]uesday|[Ww]ednesday|[Tt]hursday|[Ff]riday|[Ss]aturday|[Ss]unday|(?:Mon|Tues|Tue|Wed|Thurs|Thur"
    r"|Thu|Fri)\b\.?)"
)
COUNT = (
    r"(?P<count>\d{1,4}|a couple of|a couple|couple of|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven"
    r"|twelve|fifteen|twenty|thirty)"
)
UNIT = r"(?P<unit>minute|min|hour|hr|day|night|week|weekend|fortnight|month|quarter|year|decade)s?"
_HALVED = r"hour|hr|day|week|month|year|decade"
HALVES = (
    rf"(?:(?:half an?|an? half) (?P<unit>{_HALVED})|{COUNT} and a half (?P<unit2>{_HALVED})s?"
    rf"|(?P<count2>an?|one) (?P<unit3>{_HALVED}) and a half)"
)
YEAR = r"(?P<year>1[89]\d\d|20\d\d)"
SEASON = r"(?P<season>spring|summer|autumn|fall|winter|Spring|Summer|Autumn|Fall|Winter)"
WHICH = r"(?P<which>last|next|this past|this coming|this|past|coming|upcoming|previous|following)"
_ORDINAL_WORDS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth"
    " sixteenth seventeenth eighteenth nineteenth twentieth"
)
_ORDINALS = _ORDINAL_WORDS.split()
ORDINAL = rf"(?:twenty[ -](?:{'|'.join(_ORDINALS[:9])})|thirty[ -]first|thirtieth|{'|'.join(_ORDINALS)})"
"""A day of the month in words."""


def number_of(text: str) -> int:
    return int(text) if text.isdigit() else _NUMBERS[text.lower()]


def year_of(match: re.Match[str], anchor: Anchor) -> int | None:
    """The year written in a match, else the one named beside it."""
    year = match.groupdict().get("year")
    return int(year) if year else anchor.year


def ordinal_number(text: str) -> int:
    """ "twenty-first" → 21. Raises ValueError for anything else."""
    tens, _, ones = text.lower().replace(" ", "-").rpartition("-")
    if ones == "thirtieth":
        return 30
    return {"": 0, "twenty": 20, "thirty": 30}[tens] + _ORDINALS.index(ones) + 1


def month_number(text: str) -> int:
    return _MONTHS.index(text.lower()[:3]) + 1


def weekday_number(text: str) -> int:
    return _WEEKDAYS.index(text.lower()[:3])


def atom_of(match: re.Match[str], span: Span, kind: Kind = "other") -> Atom:
    return Atom(match.start(), match.end(), kind, span)


def day_atom(match: re.Match[str], day: date, *, dated: bool = False) -> Atom:
    return Atom(match.start(), match.end(), "day", day_span(day), dated=dated)
