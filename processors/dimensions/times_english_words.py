"""English words of time: numbers, months, weekdays, units, and the tense of a clause."""

from __future__ import annotations

import re
from datetime import date

from processors.dimensions.number_words import TENS, UNITS
from processors.dimensions.times_atoms import Atom, Kind
from processors.dimensions.times_calendar import Span, Tense, day_span

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
_PAST = re.compile(
    r"(?i:\b(?:was|were|had|did|went|came|saw|(?<!'ve )(?<!have )(?<!has )got|took|made|bought|met|ate|left|ran|told"
    r"|said|gave|found|thought|felt|knew|lost|won|spent|sold|sent|paid|wrote|read|drove|flew|swam|began|broke|brought"
    r"|built|caught|chose|drank|fell|fought|grew|heard|held|kept|led|meant|rode|sang|slept|spoke|stood|taught|tore"
    r"|threw|woke|wore|used to|ago|been|cut|put|hit|set up|quit|hurt|became|forgot|understood|burnt|learnt|dreamt|lent"
    r"|bent|dug|hung|hid|sank|shook|stuck|stole|struck|swept|wept|spilt|spoilt|leapt|laid|lit|fed|fled|froze|dealt"
    r"|bled|blew|drew|shone|shrank|swore|spun|split|(?<!\bthe )(?<!\ba )(?<!\ban )(?<!\bmy )(?<!\bour )(?<!\bis"
    r" )(?<!\bare )(?<!'s )(?<!'re )(?<!\bbe )(?<!\bget )(?<!\bgets )(?<!\bgetting )[a-z]{2,}(?<!ne)(?<!f)ed)\b)"
)
_FUTURE = re.compile(
    r"(?i:\b(?:will|going to|gonna|plan|plans|planning|planned for|scheduled|about to|want to|hope to|need to|have to"
    r"|has to|must|should|shall|can|could you|please|remind|book|schedule|due|deadline|let's|looking forward|is on"
    r"|are on|coming|by|upcoming|starts|leaves|begins|opens|ends|expect|might|may|won't|see you|tomorrow|next|flying"
    r"|visiting|meeting me)\b|'ll\b|\b(?:i'm|i am|we're|we are|he's|she's|they're) \w+ing\b)"
)


_PROMISED = re.compile(
    r"(?i:\b(?:told|said|promised|swore|agreed|assured|reckoned|thought|hoped|knew)\b.*"
    r"(?:\b\w+'d|\bwould) (?!have\b|been\b)"
    r"|\b(?:promised|agreed|vowed|planned|arranged|due|supposed|meant|committed|word|promise)(?: \w+){0,3} to [a-z]+)"
)
"""What was said then about what was still to come."""
_ARRANGED = re.compile(
    r"(?i:\b(?:booked|reserved|scheduled|arranged|pencilled|signed up|registered|enrolled|invited|put \w+ down"
    r"|confirmed|lined up|got (?:a|an|us|me|our) \w+|bought|ordered)\b.*\b(?:for|from)\b(?! (?:\w+ ){0,5}(?:years?"
    r"|months?|weeks?)\b)|\b(?:tickets?|reservation|appointment|booking)s?\b|\b(?:moved|shifted|pushed|postponed"
    r"|rescheduled|brought forward|put back|put off|bumped|changed)\b.{0,40}"
    rf"\bto (?:the )?(?:\d|{MONTH}|{WEEKDAY}))"
)
"""What was arranged then lies ahead: "I booked a table for 8 May"."""
_HAPPENED = re.compile(r"(?i:\b(?:had|was|were|missed|went|used|ago|last)\b)")


def tense_of(words: str) -> Tense:
    """Whether the words around a date speak of what was or of what will be."""
    if _PROMISED.search(words) or (_ARRANGED.search(words) and not _HAPPENED.search(words)):
        return "future"
    future, past = _FUTURE.search(words), _PAST.search(words)
    if past and not (
        future and future.start() < past.start() and future[0].lower() not in ("may", "by", "next", "can")
    ):
        return "past"
    return "future" if future else "none"


def number_of(text: str) -> int:
    return int(text) if text.isdigit() else _NUMBERS[text.lower()]


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
