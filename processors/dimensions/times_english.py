"""Time expressions in English, as atoms: rules of our own, against the speaker's local now."""

from __future__ import annotations

import re

from processors.dimensions.times_atoms import Atom, Grammar, Rule
from processors.dimensions.times_english_clocks import CLOCKS
from processors.dimensions.times_english_dates import (
    date_atom,
    date_in_words,
    day_of_month,
    day_of_named_month,
    day_range,
    decade_atom,
    decade_in_words,
    every_weekday,
    month_atom,
    monthly_day,
    numeric_date,
    quarter_atom,
    season_atom,
    short_year,
    slashed_date,
    weekday_after,
    weekday_ago,
    weekday_and_day,
    weekday_atom,
    weekday_of_month,
    weekday_of_week,
    weekdays_ago,
    weeks_ago_today,
    year_atom,
)
from processors.dimensions.times_english_holidays import HOLIDAY, holiday_atom
from processors.dimensions.times_english_relative import RELATIVE
from processors.dimensions.times_english_spans import (
    every_day,
    named_day,
    night_atom,
    part_atom,
    this_part,
)
from processors.dimensions.times_english_words import (
    COUNT,
    MONTH,
    ORDINAL,
    SEASON,
    WEEKDAY,
    WHICH,
    YEAR,
)
from processors.dimensions.times_tense import english_tense

_MAY_HOLD_TIME = re.compile(
    r"(?i:\d|day\b|\b(?:tomorrow|tonight|noon|midnight|week|weekends?|fortnight|month|year|morning|afternoon|evening|night|ago"
    r"|past|last|next|this|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties|mon|tues?|weds?"
    r"|thur?s?|fri|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays"
    r"|sundays|jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|january|february|march|april|june|july|august"
    r"|september|october|november|december|christmas|easter|halloween|thanksgiving|new year|eve|spring|summer|autumn"
    r"|fall|winter|quarter|decade|half|hogmanay|['’]\d\d|hours?|minutes?|days|weeks|months|years|every|daily|monthly|o'clock)\b)"
)
"""Without any of these a text holds no English time expression, and no rule needs to run."""
_GAP = re.compile(r"(?i:[\s,]*(?:(?:at|in the|on|in|around|about|of|by|early|late|from|between)\s+){0,2}(?:the\s+)?|t)")
_BETWEEN = re.compile(r"\s*(?P<sure>-|–|—|(?:through|thru|until|till)(?:\s+the\b)?)\s*|\s+(?:to|and)\s+(?:the\s+)?")
_OPENED = re.compile(r"(?i:\b(?:from|between)\s+(?:the\s+)?$)")
_MOVED = re.compile(
    r"(?is:.*\b(?:(?:mov|chang|shift|switch|reschedul|postpon|push)(?:ed|ing)|brought|put)\b"
    r"(?: (?:it|back|forward|forwards|off|up|ours|the \w+)){0,2} from\s+(?:the )?.{1,24} to\s+(?:the )?)"
)
_SINCE = re.compile(r"(?i:\b(?:since|ever since)\s+(?:about\s+|early\s+|late\s+)?$)")
_UNTIL = re.compile(r"(?i:\b(?:until|till|til|up to|through|thru)\s+(?:the end of\s+)?$)")
_THIRD = (
    r"(?:(?P<third>early|mid-?|late|the beginning of|beginning of|the start of|start of|the middle of|middle of"
    r"|the end of|end of)[ -]?(?:in )?)"
)
_TWO_NAMES = re.compile(r"(?:^|[.!?]\s)(?:April|May|June|August) and $")
"""At the beginning of a sentence, without a preposition: "June and August are my sisters"."""
_NOT_LEISURE = r"(?! (?:blues|best|school|roast|night football|Times|Post|Magazine|prayer|brunch club)\b|-)"
_DATES: tuple[Rule, ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (
            r"(?i:\bthe day (?:before yesterday|after tomorrow)\b|\b(?:today|yesterday|tomorrow|tmrw|tomorow)\b"
            r"(?! show))",
            named_day,
        ),
        (r"(?i:\btonight\b|\blast night\b|\blast evening\b)", night_atom),
        (r"(?i:\b(?:every|each) (?:single )?day\b|\bdaily\b)", every_day),
        (r"(?i:\bthis (?P<part>morning|afternoon|evening)\b)", this_part),
        (
            r"(?i:(?P<every>\bevery |\beach )?(?<!good )(?<!good)\b(?P<part>morning|afternoon|evening|night|noon)s?\b"
            r"(?! sky| club| shift| owl| stand))",
            part_atom,
        ),
        (
            r"(?i:(?P<which>last|next|this past|this coming|this|past|coming|upcoming|previous|following) )"
            rf"(?P<weekday>{WEEKDAY}|(?i:sat|sun)\b)s?(?!s)",
            weekday_atom,
        ),
        (
            r"(?<![Bb]lack )(?<![Gg]ood )(?<![Cc]yber )(?<![Cc]asual )(?<![Ss]uper )(?<![Rr]uby )(?<![Pp]alm )"
            rf"(?<!Ash )(?<!Fat )(?<!\b[Aa] )\b(?P<weekday>{WEEKDAY}"
            r"|(?:Sat|Sun)(?= (?:morning|afternoon|evening|night)\b))\b"
            rf"{_NOT_LEISURE}(?! (?:last|next) week)",
            weekday_atom,
        ),
        (rf"\b(?P<weekday>{WEEKDAY}) (?i:(?:of )?(?P<which>last|next) week)\b", weekday_of_week),
        (rf"\b(?P<weekday>{WEEKDAY}),? (?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)\b", weekday_and_day),
        (rf"(?i:\b{COUNT} weeks? ago,? (?:on )?)(?P<weekday>{WEEKDAY})\b", weekday_ago),
        (rf"(?i:\b{COUNT} weeks? ago today\b)", weeks_ago_today),
        (rf"(?i:\b{COUNT} (?P<weekday>{WEEKDAY})s ago\b)", weekdays_ago),
        (
            rf"(?i:\b(?:every|each) (?:other |single )?)(?P<weekday>{WEEKDAY})s?\b|\b(?:on )?(?P<weekday2>(?:Mon"
            rf"|Tues|Wednes|Thurs|Fri|Satur|Sun)day)s\b",
            lambda m, a: every_weekday(m, a),
        ),
        (
            rf"\b(?P<month>{MONTH}|may|march|august) (?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: ?(?:-|–|to|through) ?"
            rf"(?P<last>\d{{1,2}})(?:st|nd|rd|th)?)?(?!\d|:)(?:,? {YEAR}\b)?",
            date_atom,
        ),
        (
            rf"(?i:\b(?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: ?[-–—] ?| (?:to|until|till|through|and) )(?:the )?"
            rf"(?P<last>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?:(?P<month>{MONTH})\b(?:,? {YEAR}\b)?"
            r"|(?P<which>this|next|last) month\b))",
            day_range,
        ),
        (
            rf"\b(?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<month>{MONTH}|may|march|august)\b(?:,?"
            rf" {YEAR}\b)?",
            date_atom,
        ),
        (
            rf"(?i:\b(?:on )?(?:the )?(?P<day>{ORDINAL}) of (?P<month>{MONTH})\b(?:,? {YEAR}\b)?"
            rf"|\b(?P<month2>{MONTH}) the (?P<day2>{ORDINAL})\b(?! (?:{WEEKDAY}|week|day|time)))",
            date_in_words,
        ),
        (rf"(?<!\d){YEAR}[-/.](?P<month>\d{{1,2}})[-/.](?P<day>\d{{1,2}})(?!\d)", numeric_date),
        (
            rf"(?<![\d/.])(?P<first>\d{{1,2}})(?P<mark>[-/.])(?P<second>\d{{1,2}})(?P=mark){YEAR}(?!\d)",
            slashed_date,
        ),
        (
            r"(?i:\bon the (?P<day>\d{1,2})(?:st|nd|rd|th)\b(?! (?:floor|street|avenue|day|time|century|page|try"
            r"|grade|birthday|of )))",
            day_of_month,
        ),
        (
            r"(?i:\b(?:from|between|until|till|by|since|before|after|to|and|through) the "
            r"(?P<body>(?P<day>\d{1,2})(?:st|nd|rd|th))\b(?! (?:floor|street|avenue|day|time|century|page|try|grade"
            r"|birthday|of|hole|minute|row|chapter|place|round|edition|anniversary)\b))",
            lambda m, a: _inner(m, day_of_month(m, a)),
        ),
        (
            r"(?i:\b(?:on )?the (?P<day>\d{1,2})(?:st|nd|rd|th) (?:day )?of (?:every|each|the) month\b"
            r"|\b(?:every month|each month|monthly) on the (?P<day2>\d{1,2})(?:st|nd|rd|th)\b)",
            monthly_day,
        ),
        (
            rf"(?i:\b(?:the )?(?P<nth>first|second|third|fourth|last|1st|2nd|3rd|4th) (?P<weekday>{WEEKDAY}) (?:of|in) "
            rf"(?:(?P<which>every|each|next|last|this|the) month\b|(?P<month>{MONTH})(?:,? {YEAR}\b)?))",
            weekday_of_month,
        ),
        (rf"(?:{_THIRD})?\b(?P<month>{MONTH}),? (?:of )?{YEAR}\b", month_atom),
        (rf"(?i:\b{WHICH} )(?P<month>{MONTH})\b(?! \d)", month_atom),
        (r"(?i:\b(?P<which>last|next) (?P<month>may|march|august)\b)(?! \d)", month_atom),
        (
            rf"(?i:\b(?:in|since|until|till|during|every|through) )(?P<body>(?i:{_THIRD})?(?P<month>{MONTH}))(?! \d"
            rf"|[a-z])\b",
            lambda m, a: _inner(m, month_atom(m, a)),
        ),
        (
            r"(?i:\b(?:by|from|to|before|after|around|of|for|between|and) )"
            rf"(?P<body>(?i:{_THIRD})?(?P<month>{MONTH}))(?! \d|[a-z]| (?!I\b)[A-Z])\b",
            lambda m, a: None if _TWO_NAMES.search(m.string, 0, m.start("month")) else _inner(m, month_atom(m, a)),
        ),
        (
            rf"\b(?P<month>{MONTH})(?= ?(?:-|–|—|through|thru|to|till|until) ?{MONTH}\b)(?! to be\b)",
            month_atom,
        ),
        (rf"(?i:{_THIRD})(?P<month>{MONTH})\b(?! \d)", month_atom),
        (
            rf"(?i:\b(?:in|since|until|till|by|from|during|of|around|before|after|year|back in|to|between|and) )"
            rf"(?P<body>(?i:{_THIRD})?{YEAR})\b(?![-/:.,]?\d| (?:people|dollars|euros|words|calories|steps"
            r"|meters|metres|miles|units|items|users|km|votes|tokens))",
            lambda m, a: _inner(m, year_atom(m, a)),
        ),
        (rf"(?i:{_THIRD}){YEAR}\b", year_atom),
        (
            r"(?i:\b(?:in|since|of|from|until|summer|spring|winter|autumn) (?P<body>['’](?P<digits>\d\d)))\b(?!s)",
            short_year,
        ),
        (
            r"(?i:(?:\bthe )?(?:(?P<third>early|mid-?|late)[ -])?)(?:\bthe )?['’]?\b(?P<digits>1[89]\d0|20\d0"
            r"|[2-9]0)['’]?s\b",
            decade_atom,
        ),
        (
            r"(?i:\b(?:in |during |since |of )?the (?:(?P<third>early|mid-?|late)[ -])?(?P<digits>twenties|thirties"
            r"|forties|fifties|sixties|seventies|eighties|nineties)\b)",
            decade_in_words,
        ),
        (rf"\b[Qq](?P<number>[1-4])(?:,? (?:of )?{YEAR})?\b", quarter_atom),
        (rf"(?i:\bthe (?P<number>first|second|third|fourth) quarter(?: of {YEAR})?\b)", quarter_atom),
        (rf"\b(?i:(?:the )?{SEASON} (?:of )?{YEAR})\b", season_atom),
        (rf"(?i:\b{WHICH} {SEASON})\b", season_atom),
        (
            rf"(?i:\b(?:in|over|during|since|until|for|every) (?P<body>(?:the )?{SEASON}))\b(?! (?:break|onion"
            r"|roll|water|clean|semester|out|in |to ))",
            lambda m, a: _inner(m, season_atom(m, a)),
        ),
        (
            rf"(?i:\bthe )(?P<weekday>{WEEKDAY}) "
            r"(?i:after (?P<base>this one|this|next|that)(?! \w*(?:day|week|month)))\b",
            weekday_after,
        ),
        (
            rf"(?i:\b(?:the )?(?P<nth>first|last) day of (?:(?P<which>this|next|the|last|every|each) month\b"
            rf"|(?P<month>{MONTH}|may|march)(?:,? {YEAR}\b)?))",
            day_of_named_month,
        ),
        (
            rf"(?i:(?:\b(?:the|{COUNT}) (?P<unit>day|week)s? (?P<side>before|after) )?(?:\b{WHICH} )?(?<!happy"
            rf" )(?<!merry )(?<!blessed )\b(?P<holiday>{HOLIDAY})(?!'s|\w)(?! (?:tree|card|present|gift|carol|egg"
            rf"|bunny|costume|party favou?rs?|resolution))(?:,? (?:of |in )?{YEAR}\b)?)",
            holiday_atom,
        ),
    )
)


def _inner(match: re.Match[str], atom: Atom | None) -> Atom | None:
    """The atom without the preposition that only proved that a time is meant."""
    return Atom(match.start("body"), match.end("body"), atom.kind, atom.span) if atom else None


ENGLISH = Grammar(
    may_hold=_MAY_HOLD_TIME,
    rules=(*CLOCKS, *_DATES, *RELATIVE),
    tense_of=english_tense,
    gap=_GAP,
    between=_BETWEEN,
    opened=_OPENED,
    moved=_MOVED,
    since=_SINCE,
    until=_UNTIL,
    behind=False,
    year=re.compile(r"(?i:\b(?:last|this|next) year\b(?!['’]))"),
    years={"last year": -1, "this year": 0, "next year": 1},
    yearly=re.compile(rf"{MONTH}|(?i:{HOLIDAY})"),
)
"""The rules of this language."""
