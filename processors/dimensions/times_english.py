"""Time expressions in English, as atoms: rules of our own, against the speaker's local now."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta

from processors.dimensions.times_atoms import Anchor, Atom, Kind, Rule
from processors.dimensions.times_calendar import (
    DAY,
    Span,
    Tense,
    clock_span,
    day_span,
    days_span,
    decade_span,
    easter,
    month_span,
    nth_weekday,
    part_span,
    quarter_span,
    season_span,
    shift_month,
    third_of,
    week_span,
    weekday_by_tense,
    weekday_in_week,
    weekend_span,
    year_by_tense,
    year_span,
)
from schemas.dimensions import Granularity

MAY_HOLD_TIME = re.compile(
    r"(?i:\d|day\b|\b(?:tomorrow|tonight|noon|midnight|week|weekend|month|year|morning|afternoon|evening|night|ago"
    r"|past|last|next|this|mon|tues?|weds?|thur?s?|fri|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays"
    r"|sundays|jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|january|february|march|april|june|july|august"
    r"|september|october|november|december|christmas|easter|halloween|thanksgiving|new year|eve|spring|summer|autumn"
    r"|fall|winter|quarter|decade|hours?|minutes?|days|weeks|months|years|every|o'clock)\b)"
)
"""Without any of these a text holds no English time expression, and no rule needs to run."""

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_NUMBER_WORDS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
_NUMBERS = {word: number for number, word in enumerate(_NUMBER_WORDS.split())} | {
    "a": 1,
    "an": 1,
    "twenty": 20,
    "thirty": 30,
    "couple of": 2,
    "a couple": 2,
    "a couple of": 2,
}

_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|january|february|april"
    r"|june|july|september|october|november|december|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)\b\.?)"
)
_WEEKDAY = (
    r"(?:[Mm]onday|[Tt]uesday|[Ww]ednesday|[Tt]hursday|[Ff]riday|[Ss]aturday|[Ss]unday|(?:Mon|Tues|Tue|Wed|Thurs|Thur"
    r"|Thu|Fri)\b\.?)"
)
_COUNT = (
    r"(?P<count>\d{1,4}|a couple of|a couple|couple of|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven"
    r"|twelve|fifteen|twenty|thirty)"
)
_UNIT = r"(?P<unit>minute|min|hour|hr|day|night|week|weekend|fortnight|month|quarter|year|decade)s?"
_YEAR = r"(?P<year>1[89]\d\d|20\d\d)"
_SEASON = r"(?P<season>spring|summer|autumn|fall|winter|Spring|Summer|Autumn|Fall|Winter)"
_WHICH = r"(?P<which>last|next|this past|this coming|this|past|coming|upcoming|previous|following)"

GAP = re.compile(r"(?i:[\s,]*(?:(?:at|in the|on|in|around|about|of|by|early|late)\s+){0,2}(?:the\s+)?|t)")
RANGE = re.compile(r"\s*(?P<sure>-|–|—|through|thru|until|till)\s*|\s+(?:to|and)\s+(?:the\s+)?")
RANGE_OPENED = re.compile(r"(?i:\b(?:from|between)\s+(?:the\s+)?$)")
SINCE = re.compile(r"(?i:\b(?:since|ever since)\s+(?:about\s+|early\s+|late\s+)?$)")
UNTIL = re.compile(r"(?i:\b(?:until|till|til|up to)\s+(?:the end of\s+)?$)")

_PAST = re.compile(
    r"(?i:\b(?:was|were|had|did|went|came|saw|got|took|made|bought|met|ate|left|ran|told|said|gave|found|thought|felt"
    r"|knew|lost|won|spent|sold|sent|paid|wrote|read|drove|flew|swam|began|broke|brought|built|caught|chose|drank"
    r"|fell|fought|grew|heard|held|kept|led|meant|rode|sang|slept|spoke|stood|taught|tore|threw|woke|wore|used to|ago"
    r"|been|cut|put|hit|set up|quit|hurt|became|forgot|understood|[a-z]{2,}(?<!ne)(?<!f)ed)\b)"
)
_FUTURE = re.compile(
    r"(?i:\b(?:will|going to|gonna|plan|plans|planning|planned for|scheduled|about to|want to|hope to|need to|have to"
    r"|has to|must|should|shall|can|could you|please|remind|book|schedule|due|deadline|let's|looking forward|is on"
    r"|are on|coming|by|upcoming|starts|leaves|begins|opens|ends|expect|might|may|won't|see you|tomorrow|next|flying"
    r"|visiting|meeting me)\b|'ll\b|\b(?:i'm|i am|we're|we are|he's|she's|they're) \w+ing\b)"
)


def tense_of(words: str) -> Tense:
    """Whether the words around a date speak of what was or of what will be."""
    future, past = _FUTURE.search(words), _PAST.search(words)
    if past and not (
        future and future.start() < past.start() and future[0].lower() not in ("may", "by", "next", "can")
    ):
        return "past"
    return "future" if future else "none"


def _number(text: str) -> int:
    return int(text) if text.isdigit() else _NUMBERS[text.lower()]


def _month(text: str) -> int:
    return _MONTHS.index(text.lower()[:3]) + 1


def _weekday(text: str) -> int:
    return _WEEKDAYS.index(text.lower()[:3])


def _atom(match: re.Match[str], span: Span, kind: Kind = "other") -> Atom:
    return Atom(match.start(), match.end(), kind, span)


def _day(match: re.Match[str], day: date) -> Atom:
    return _atom(match, day_span(day), "day")


def _named_day(match: re.Match[str], anchor: Anchor) -> Atom:
    days = {"today": 0, "yesterday": -1, "tomorrow": 1, "tmrw": 1, "tomorow": 1}
    word = match[0].lower()
    return _day(match, anchor.today + timedelta(days=days.get(word, -2 if "before" in word else 2)))


def _night(match: re.Match[str], anchor: Anchor) -> Atom:
    day = anchor.today - DAY if match[0].lower().startswith("last") else anchor.today
    # "tonight at 8": the part joins a clock; alone it is the night itself.
    part = "evening" if match[0].lower().endswith("evening") else "night"
    if match[0].lower() == "tonight":
        return Atom(match.start(), match.end(), "part", part="night")
    return _atom(match, part_span(day, part))


def _this_part(match: re.Match[str], anchor: Anchor) -> Atom:
    return Atom(match.start(), match.end(), "part", part=match["part"].lower())


def _part(match: re.Match[str], anchor: Anchor) -> Atom:
    part = match["part"].lower()
    every = bool(match["every"])
    return Atom(match.start(), match.end(), "part", part=part, alone=every or part == "noon", every=every)


def _midnight(match: re.Match[str], anchor: Anchor) -> Atom:
    return Atom(match.start(), match.end(), "clock", clock=(24, None))


def _clock(match: re.Match[str], anchor: Anchor) -> Atom | None:
    hour = int(match["hour"]) if match["hour"].isdigit() else _number(match["hour"])
    minute = int(match["minute"]) if match["minute"] else None
    half = (match.groupdict().get("half") or "").lower().replace(".", "")
    if hour > 24 or (minute or 0) > 59 or (half and not 1 <= hour <= 12):
        return None
    if half:
        hour = hour % 12 + (12 if half.startswith("p") else 0)
    sure = bool(half) or hour > 12 or (len(match["hour"]) == 2 and match["hour"][0] == "0" and minute is not None)
    return Atom(match.start(), match.end(), "clock", clock=(hour, minute), sure=sure)


def _weekday_atom(match: re.Match[str], anchor: Anchor) -> Atom:
    weekday = _weekday(match["weekday"])
    which = (match.groupdict().get("which") or "").lower()
    today = anchor.today
    match which:
        case "last" | "previous":
            return _day(match, weekday_in_week(today, weekday, -1))
        case "next" | "following":
            return _day(match, weekday_in_week(today, weekday, 1))
        case "this":
            return _day(match, weekday_in_week(today, weekday, 0))
        case "this past" | "past":
            return _day(match, weekday_by_tense(today, weekday, "past"))
        case "this coming" | "coming" | "upcoming":
            return _day(match, weekday_by_tense(today, weekday, "future"))
        case _:
            return _day(match, weekday_by_tense(today, weekday, anchor.tense))


def _weekday_week(match: re.Match[str], anchor: Anchor) -> Atom:
    weeks = -1 if match["which"].lower() == "last" else 1
    return _day(match, weekday_in_week(anchor.today, _weekday(match["weekday"]), weeks))


def _date_of(match: re.Match[str], anchor: Anchor) -> Atom | None:
    month, day = _month(match["month"]), int(match["day"])
    year = int(match["year"]) if match["year"] else year_by_tense(anchor.today, month, day, anchor.tense)
    first = date(year, month, day)
    last = match.groupdict().get("last")
    if last:
        return _atom(match, days_span(first, date(year, month, int(last))))
    return _day(match, first)


def _numeric_date(match: re.Match[str], anchor: Anchor) -> Atom:
    return _day(match, date(int(match["year"]), int(match["month"]), int(match["day"])))


def _slashed_date(match: re.Match[str], anchor: Anchor) -> Atom:
    first, second, year = int(match["first"]), int(match["second"]), int(match["year"])
    month, day = (second, first) if first > 12 or match["mark"] == "." else (first, second)
    return _day(match, date(year, month, day))


def _day_of_month(match: re.Match[str], anchor: Anchor) -> Atom:
    day = int(match["day"])
    year, month = anchor.today.year, anchor.today.month
    if anchor.tense == "past" and day > anchor.today.day:
        year, month = shift_month(year, month, -1)
    elif anchor.tense != "past" and day < anchor.today.day:
        year, month = shift_month(year, month, 1)
    return _day(match, date(year, month, day))


def _month_atom(match: re.Match[str], anchor: Anchor) -> Atom:
    month = _month(match["month"])
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
        year = year_by_tense(today, month, None, anchor.tense)
    return _atom(match, _third(match, month_span(year, month)))


def _third(match: re.Match[str], span: Span) -> Span:
    word = (match.groupdict().get("third") or "").lower()
    if not word:
        return span
    return third_of(span, 0 if word.startswith(("early", "beginning", "start")) else 1 if word.startswith("mid") else 2)


def _year_atom(match: re.Match[str], anchor: Anchor) -> Atom:
    return _atom(match, _third(match, year_span(int(match["year"]))))


def _decade(match: re.Match[str], anchor: Anchor) -> Atom:
    digits = match["digits"]
    year = int(digits) if len(digits) == 4 else 1900 + int(digits) if int(digits) >= 30 else 2000 + int(digits)
    return _atom(match, _third(match, decade_span(year)))


def _quarter(match: re.Match[str], anchor: Anchor) -> Atom:
    number = match["number"].lower()
    quarter = int(number) if number.isdigit() else ("first", "second", "third", "fourth").index(number) + 1
    year = int(match["year"]) if match["year"] else anchor.today.year
    return _atom(match, quarter_span(year, quarter))


def _season_atom(match: re.Match[str], anchor: Anchor) -> Atom:
    season = match["season"].lower()
    groups = match.groupdict()
    which = (groups.get("which") or "").lower()
    today = anchor.today
    if groups.get("year"):
        return _atom(match, season_span(int(match["year"]), season))
    spans = [season_span(today.year + shift, season) for shift in (-2, -1, 0, 1)]
    over = [span for span in spans if span.end is not None and span.end <= anchor.now]
    ahead = [span for span in spans if span.start > anchor.now]
    running = [span for span in spans if span not in over and span not in ahead]
    if which in ("last", "past", "previous", "this past") or (not which and anchor.tense == "past" and not running):
        return _atom(match, over[-1])
    if which in ("next", "coming", "upcoming", "this coming"):
        return _atom(match, ahead[0])
    if which == "this":
        return _atom(match, running[0] if running else season_span(today.year, season))
    return _atom(match, (running or ahead)[0])


def _relative_unit(match: re.Match[str], anchor: Anchor) -> Atom | None:
    """ "last week", "this month", "next year": calendar units."""
    shift = {"last": -1, "previous": -1, "next": 1, "following": 1, "coming": 1, "upcoming": 1, "this coming": 1}
    steps = shift.get(match["which"].lower(), 0)
    return _atom(match, _third(match, _unit_span(match["unit"].lower(), steps, anchor)))


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


def _ago(match: re.Match[str], anchor: Anchor) -> Atom:
    kind: Kind = "day" if match["unit"].lower() == "day" else "other"
    return _atom(match, _unit_span(match["unit"].lower(), -_number(match["count"]), anchor), kind)


def _ahead(match: re.Match[str], anchor: Anchor) -> Atom | None:
    if anchor.tense == "past":
        return None  # "I read it in three days" is a duration.
    kind: Kind = "day" if match["unit"].lower() == "day" else "other"
    return _atom(match, _unit_span(match["unit"].lower(), _number(match["count"]), anchor), kind)


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


def _stretch(match: re.Match[str], anchor: Anchor) -> Atom:
    count = _number(match["count"]) if match["count"] else 1
    back = match["side"].lower() in ("past", "last", "previous")
    return _atom(match, _moved(anchor, match["unit"].lower(), -count if back else count))


def _week_from(match: re.Match[str], anchor: Anchor) -> Atom:
    weeks = _number(match["count"])
    base = anchor.today
    word = match["base"].lower()
    if word == "tomorrow":
        base += DAY
    elif word not in ("today", "now"):
        base = weekday_by_tense(base, _weekday(word), "future")
    unit = match["unit"].lower()
    return _day(match, base + timedelta(days=weeks * (7 if unit == "week" else 1)))


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
}
_HOLIDAY = "|".join(sorted((re.escape(name) for name in (*_FIXED_HOLIDAYS, *_MOVING_HOLIDAYS)), key=len, reverse=True))


def _holiday(match: re.Match[str], anchor: Anchor) -> Atom:
    name = match["holiday"].lower()

    def day_in(year: int) -> date:
        return date(year, *_FIXED_HOLIDAYS[name]) if name in _FIXED_HOLIDAYS else _MOVING_HOLIDAYS[name](year)

    today = anchor.today
    which = (match["which"] or "").lower()
    if match["year"]:
        return _day(match, day_in(int(match["year"])))
    before = max(
        day for day in (day_in(today.year - 1), day_in(today.year)) if day < today or day == day_in(today.year - 1)
    )
    after = min(day for day in (day_in(today.year), day_in(today.year + 1)) if day >= today)
    if which == "this":
        return _day(match, day_in(today.year))
    back = which in ("last", "past", "previous", "this past") or (not which and anchor.tense == "past")
    return _day(match, before if back else after)


_THIRD = (
    r"(?:(?P<third>early|mid-?|late|the beginning of|beginning of|the start of|start of|the middle of|middle of"
    r"|the end of|end of)[ -]?(?:in )?)"
)
_NOT_LEISURE = r"(?! (?:blues|best|school|roast|night football|Times|Post|Magazine|prayer|brunch club)\b|-)"
RULES: tuple[Rule, ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (
            r"(?i:\bthe day (?:before yesterday|after tomorrow)\b|\b(?:today|yesterday|tomorrow|tmrw|tomorow)\b"
            r"(?! show))",
            _named_day,
        ),
        (r"(?i:\btonight\b|\blast night\b|\blast evening\b)", _night),
        (r"(?i:\bthis (?P<part>morning|afternoon|evening)\b)", _this_part),
        (
            r"(?i:(?P<every>\bevery |\beach )?(?<!good )(?<!good)\b(?P<part>morning|afternoon|evening|night|noon)s?\b"
            r"(?! sky| club| shift| owl| stand))",
            _part,
        ),
        (r"(?i:\b(?:at )?midnight\b(?! in | sun| blue))", _midnight),
        (r"(?i:\b(?P<hour>\d{1,2})(?:[:.](?P<minute>\d\d))? ?(?P<half>[ap]\.?m\b\.?))", _clock),
        (
            r"(?i:\b(?P<hour>\d{1,2})(?::(?P<minute>\d\d))? ?(?P<half>[ap]m)? ?(?:to|until|till|-|–|and) ?"
            r"(?P<hour2>\d{1,2})(?::(?P<minute2>\d\d))? ?(?P<half2>[ap]m)\b)",
            lambda m, a: _clock_range(m, a),
        ),
        (
            r"(?i:(?<=at )(?P<hour>\d{1,2}):(?P<minute>\d\d)\b|(?<=by )(?P<hour2>\d{1,2}):(?P<minute2>\d\d)\b)",
            lambda m, a: _clock_alt(m, a),
        ),
        (r"(?<![\d:/])(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)(?![\d:])", _clock),
        (
            r"(?i:\b(?P<hour>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
            r"(?P<minute>) o'clock\b)",
            _clock,
        ),
        (
            r"(?i:(?<=\bat )(?P<hour>\d{1,2})(?P<minute>)(?= (?:tonight|tomorrow|today|on |in the |this |every )|$"
            r"|[,.!?;](?!\d)))",
            _clock,
        ),
        (
            r"(?i:(?P<which>last|next|this past|this coming|this|past|coming|upcoming|previous|following) )"
            rf"(?P<weekday>{_WEEKDAY}|(?i:sat|sun)\b)s?(?!s)",
            _weekday_atom,
        ),
        (
            r"(?<![Bb]lack )(?<![Gg]ood )(?<![Cc]yber )(?<![Cc]asual )(?<![Ss]uper )(?<![Rr]uby )(?<![Pp]alm )"
            rf"(?<!Ash )(?<!Fat )\b(?P<weekday>{_WEEKDAY})\b{_NOT_LEISURE}(?! (?:last|next) week)",
            _weekday_atom,
        ),
        (rf"\b(?P<weekday>{_WEEKDAY}) (?i:(?:of )?(?P<which>last|next) week)\b", _weekday_week),
        (
            rf"(?i:\b(?:every|each) (?:other |single )?)(?P<weekday>{_WEEKDAY})s?\b|\b(?:on )?(?P<weekday2>(?:Mon"
            rf"|Tues|Wednes|Thurs|Fri|Satur|Sun)day)s\b",
            lambda m, a: _every_alt(m, a),
        ),
        (
            rf"\b(?P<month>{_MONTH}|may|march|august) (?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: ?(?:-|–|to|through) ?"
            rf"(?P<last>\d{{1,2}})(?:st|nd|rd|th)?)?(?!\d|:)(?:,? {_YEAR}\b)?",
            _date_of,
        ),
        (
            rf"\b(?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<month>{_MONTH}|may|march|august)\b(?:,?"
            rf" {_YEAR}\b)?",
            _date_of,
        ),
        (rf"(?<!\d){_YEAR}[-/.](?P<month>\d{{1,2}})[-/.](?P<day>\d{{1,2}})(?!\d)", _numeric_date),
        (rf"(?<![\d/.])(?P<first>\d{{1,2}})(?P<mark>[-/.])(?P<second>\d{{1,2}})(?P=mark){_YEAR}(?!\d)", _slashed_date),
        (
            r"(?i:\bon the (?P<day>\d{1,2})(?:st|nd|rd|th)\b(?! (?:floor|street|avenue|day|time|century|page|try"
            r"|grade|birthday|of )))",
            _day_of_month,
        ),
        (rf"(?:{_THIRD})?\b(?P<month>{_MONTH}),? (?:of )?{_YEAR}\b", _month_atom),
        (rf"(?i:\b{_WHICH} )(?P<month>{_MONTH})\b(?! \d)", _month_atom),
        (r"(?i:\b(?P<which>last|next) (?P<month>may|march|august)\b)(?! \d)", _month_atom),
        (
            rf"(?i:\b(?:in|since|until|till|during|every|through) )(?P<body>(?i:{_THIRD})?(?P<month>{_MONTH}))(?! \d"
            rf"|[a-z])\b",
            lambda m, a: _inner(m, _month_atom(m, a)),
        ),
        (
            r"(?i:\b(?:by|from|to|before|after|around|of|for|between|and) )"
            rf"(?P<body>(?i:{_THIRD})?(?P<month>{_MONTH}))(?! \d|[a-z]| (?!I\b)[A-Z])\b",
            lambda m, a: _inner(m, _month_atom(m, a)),
        ),
        (rf"(?i:{_THIRD})(?P<month>{_MONTH})\b(?! \d)", _month_atom),
        (
            rf"(?i:\b(?:in|since|until|till|by|from|during|of|around|before|after|year|back in|to|between|and) )"
            rf"(?P<body>(?i:{_THIRD})?{_YEAR})\b(?![-/:.,]?\d| (?:people|dollars|euros|words|calories|steps"
            r"|meters|metres|miles|units|items|users|km|votes|tokens))",
            lambda m, a: _inner(m, _year_atom(m, a)),
        ),
        (rf"(?i:{_THIRD}){_YEAR}\b", _year_atom),
        (
            r"(?i:(?:\bthe )?(?:(?P<third>early|mid-?|late)[ -])?)(?:\bthe )?['’]?\b(?P<digits>1[89]\d0|20\d0"
            r"|[2-9]0)['’]?s\b",
            _decade,
        ),
        (rf"\b[Qq](?P<number>[1-4])(?:,? (?:of )?{_YEAR})?\b", _quarter),
        (rf"(?i:\bthe (?P<number>first|second|third|fourth) quarter(?: of {_YEAR})?\b)", _quarter),
        (rf"\b(?i:(?:the )?{_SEASON} (?:of )?{_YEAR})\b", _season_atom),
        (rf"(?i:\b{_WHICH} {_SEASON})\b", _season_atom),
        (
            rf"(?i:\b(?:in|over|during|since|until|for|every) (?P<body>(?:the )?{_SEASON}))\b(?! (?:break|onion"
            r"|roll|water|clean|semester|out|in |to ))",
            lambda m, a: _inner(m, _season_atom(m, a)),
        ),
        (
            r"(?i:(?:\b(?P<third>early|late|earlier|later|the beginning of|beginning of|the end of|end of"
            r"|the start of|the middle of|mid) )?\b(?P<which>last|this|next|previous|following|coming|upcoming|this"
            r" coming) (?P<unit>week|weekend|month|quarter|year|decade)\b)",
            _relative_unit,
        ),
        (
            r"(?i:\b(?:the )?(?P<unit>week|weekend|month|year) (?P<side>before last|after next)\b)",
            lambda m, a: _before_last_alt(m, a),
        ),
        (rf"(?i:\b(?:about |around |almost |nearly |roughly )?{_COUNT} {_UNIT} (?:ago|back)\b)", _ago),
        (rf"(?i:\bin (?:about |around |just )?{_COUNT} {_UNIT}(?:' time|'s time)?\b(?! (?:of|long|a row)))", _ahead),
        (rf"(?i:\b{_COUNT} {_UNIT} from now\b)", _ahead),
        (
            rf"(?i:\b(?:the |over |these )+(?P<side>past|last|next|coming|previous|following) (?:{_COUNT} )?"
            rf"(?P<unit>minute|hour|day|week|weekend|month|quarter|year|decade)s?\b)",
            _stretch,
        ),
        (
            rf"(?i:\b(?P<side>past|last|next) {_COUNT} (?P<unit>minute|hour|day|week|weekend|month|quarter|year)s?\b)",
            _stretch,
        ),
        (
            r"(?i:\b(?P<count>a|one|two|three|four|\d) (?P<unit>day|week)s? from (?P<base>today|tomorrow|monday"
            r"|tuesday|wednesday|thursday|friday|saturday|sunday)\b)",
            _week_from,
        ),
        (
            rf"(?i:(?:\b{_WHICH} )?\b(?P<holiday>{_HOLIDAY})(?!'s|\w)(?! (?:tree|card|present|gift|carol|egg|bunny"
            rf"|costume|party favou?rs?|resolution))(?:,? (?:of |in )?{_YEAR}\b)?)",
            _holiday,
        ),
    )
)


def _inner(match: re.Match[str], atom: Atom | None) -> Atom | None:
    """The atom without the preposition that only proved that a time is meant."""
    return Atom(match.start("body"), match.end("body"), atom.kind, atom.span) if atom else None


def _clock_range(match: re.Match[str], anchor: Anchor) -> Atom | None:
    first, last = int(match["hour"]), int(match["hour2"])
    if not (1 <= first <= 12 and 1 <= last <= 12):
        return None
    half = match["half2"].lower()
    ends = last % 12 + (12 if half == "pm" else 0)
    begins = first % 12 + (12 if (match["half"] or half).lower() == "pm" else 0)
    if begins > ends and not match["half"]:
        begins -= 12  # "11 to 1 pm" begins before noon.
    if not 0 <= begins < ends:
        return None
    minutes = [int(match[name]) if match[name] else None for name in ("minute", "minute2")]
    return Atom(match.start(), match.end(), "clock", clock=(begins, minutes[0]), until=(ends, minutes[1]))


def _clock_alt(match: re.Match[str], anchor: Anchor) -> Atom | None:
    hour, minute = match["hour"] or match["hour2"], match["minute"] or match["minute2"]
    if int(hour) > 23 or int(minute) > 59:
        return None
    return Atom(
        match.start(), match.end(), "clock", clock=(int(hour), int(minute)), sure=int(hour) > 12 or hour[0] == "0"
    )


def _every_alt(match: re.Match[str], anchor: Anchor) -> Atom:
    weekday = _weekday(match["weekday"] or match["weekday2"])
    return _day(match, weekday_by_tense(anchor.today, weekday, "future"))


def _before_last_alt(match: re.Match[str], anchor: Anchor) -> Atom:
    steps = -2 if "before" in match["side"].lower() else 2
    return _atom(match, _unit_span(match["unit"].lower(), steps, anchor))
