"""English clock times: numbers, words, ranges of hours."""

from __future__ import annotations

import re
from dataclasses import replace

from processors.dimensions.times_atoms import Anchor, Atom, Rule
from processors.dimensions.times_english_words import WEEKDAY, number_of


def midnight_atom(match: re.Match[str], anchor: Anchor) -> Atom:
    return Atom(match.start(), match.end(), "clock", clock=(24, None))


def clock_atom(match: re.Match[str], anchor: Anchor) -> Atom | None:
    hour = int(match["hour"]) if match["hour"].isdigit() else number_of(match["hour"])
    minute = int(match["minute"]) if match["minute"] else None
    half = (match.groupdict().get("half") or "").lower().replace(".", "")
    if hour > 24 or (minute or 0) > 59 or (half and not 1 <= hour <= 12):
        return None
    if half:
        hour = hour % 12 + (12 if half.startswith("p") else 0)
    sure = bool(half) or hour > 12 or (len(match["hour"]) == 2 and match["hour"][0] == "0" and minute is not None)
    return Atom(match.start(), match.end(), "clock", clock=(hour, minute), sure=sure)


def clock_range(match: re.Match[str], anchor: Anchor) -> Atom | None:
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


def bare_clock_range(match: re.Match[str], anchor: Anchor) -> Atom | None:
    """ "from 9 to 11 tomorrow": hours of the day, the afternoon's where they would be in the night."""
    first, last = int(match["hour"]), int(match["hour2"])
    if not (1 <= first <= 23 and 1 <= last <= 24):
        return None
    begins = first + 12 if first <= 6 else first
    ends = last + 12 if last <= begins and last <= 12 else last
    if not begins < ends <= 24:
        return None
    minutes = [int(match[name]) if match[name] else None for name in ("minute", "minute2")]
    return Atom(match.start(), match.end(), "clock", clock=(begins, minutes[0]), until=(ends, minutes[1]))


def clock_after(match: re.Match[str], anchor: Anchor) -> Atom | None:
    hour, minute = match["hour"] or match["hour2"], match["minute"] or match["minute2"]
    if int(hour) > 23 or int(minute) > 59:
        return None
    return Atom(
        match.start(), match.end(), "clock", clock=(int(hour), int(minute)), sure=int(hour) > 12 or hour[0] == "0"
    )


def clock_in_words(match: re.Match[str], anchor: Anchor) -> Atom | None:
    """ "half past six", "quarter to nine"."""
    hour = number_of(match["hour"])
    if not 1 <= hour <= 12:
        return None
    minute = 30 if match["part"].lower() == "half" else 15
    if match["side"].lower() == "to":
        hour, minute = (hour - 1) or 12, 60 - minute
    half = (match["half"] or "").lower()
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    return Atom(match.start(), match.end(), "clock", clock=(hour, minute), sure=bool(half))


def half_hour(match: re.Match[str], anchor: Anchor) -> Atom:
    """ "half seven": as the British say it, half past seven."""
    group = "body" if match["body"] else 0
    half = (match["half"] or "").lower()
    hour = number_of(match["hour"] or match["hour2"])
    hour = hour % 12 + (12 if half == "pm" else 0) if half else hour
    return Atom(match.start(group), match.end(group), "clock", clock=(hour, 30), sure=bool(half))


_MINUTES = {"five": 5, "ten": 10, "twenty": 20, "twenty-five": 25}


def minutes_in_words(match: re.Match[str], anchor: Anchor) -> Atom:
    """ "ten past six", "at twenty to nine"."""
    minute = _MINUTES[(match["minutes"] or match["minutes2"]).lower().replace(" ", "-")]
    hour, half = number_of(match["hour"] or match["hour2"]), (match["half"] or match["half2"] or "").lower()
    if match["side2"]:
        hour, minute = (hour - 1) or 12, 60 - minute
    hour = hour % 12 + (12 if half == "pm" else 0) if half else hour
    return Atom(match.start(), match.end(), "clock", clock=(hour, minute), sure=bool(half))


def _clock_behind(match: re.Match[str], anchor: Anchor) -> Atom | None:
    """ "yesterday evening around nine": the part of the day before it is an atom of its own."""
    atom = clock_atom(match, anchor)
    return replace(atom, start=match.start("body")) if atom else None


_HOUR = r"(?:1[0-2]|[1-9]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
CLOCKS: tuple[Rule, ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (r"(?i:\b(?:at )?midnight\b(?! in | sun| blue))", midnight_atom),
        (r"(?i:\b(?P<hour>\d{1,2})(?:[:.](?P<minute>\d\d))? ?(?P<half>[ap]\.?m\b\.?))", clock_atom),
        (
            r"(?i:\b(?P<hour>\d{1,2})(?::(?P<minute>\d\d))? ?(?P<half>[ap]m)? ?(?:to|until|till|-|–|and) ?"
            r"(?P<hour2>\d{1,2})(?::(?P<minute2>\d\d))? ?(?P<half2>[ap]m)\b)",
            lambda m, a: clock_range(m, a),
        ),
        (
            r"(?i:(?<=at )(?P<hour>\d{1,2})(?::|\.(?=[0-5]\d (?:tomorrow|today|tonight|on |this |sharp|in the )))"
            r"(?P<minute>\d\d)\b|(?<=by )(?P<hour2>\d{1,2}):(?P<minute2>\d\d)\b)",
            lambda m, a: clock_after(m, a),
        ),
        (
            r"(?<![\d:/])(?!(?<=\b[Tt]he )\d{1,2}:\d\d (?:was|is|train|bus|ferry|flight|from|to|left|got)\b)"
            r"(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)(?![\d:])",
            clock_atom,
        ),
        (
            r"(?i:\b(?P<part>half|(?:a )?quarter) (?P<side>past|after|to) (?P<hour>\d{1,2}|one|two|three|four|five|six"
            r"|seven|eight|nine|ten|eleven|twelve)(?: ?(?P<half>[ap]m))?\b)",
            clock_in_words,
        ),
        (
            rf"(?i:\b(?:at|by|about|around|from|till|until) (?P<body>half (?P<hour>{_HOUR})(?: ?(?P<half>[ap]m))?)\b"
            rf"|\bhalf (?P<hour2>{_HOUR})(?= (?:tonight|tomorrow|this |in the |on |every |sharp)|ish\b))",
            half_hour,
        ),
        (
            rf"(?i:\b(?P<minutes>five|ten|twenty|twenty[ -]five)(?: minutes)? (?P<side>past) (?P<hour>{_HOUR})"
            r"(?: ?(?P<half>[ap]m))?\b|(?<=\bat )(?P<minutes2>five|ten|twenty|twenty[ -]five) (?P<side2>to)"
            rf" (?P<hour2>{_HOUR})(?: ?(?P<half2>[ap]m))?\b)",
            minutes_in_words,
        ),
        (
            r"(?i:\b(?:from|between) (?P<hour>\d{1,2})(?::(?P<minute>\d\d))? ?(?:to|until|till|-|–|and) ?"
            r"(?P<hour2>\d{1,2})(?::(?P<minute2>\d\d))?(?= (?:tomorrow|today|tonight|yesterday|this |every "
            rf"|on {WEEKDAY}|{WEEKDAY})))",
            bare_clock_range,
        ),
        (
            r"(?i:\b(?P<hour>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
            r"(?P<minute>) o'clock\b)",
            clock_atom,
        ),
        (
            r"(?i:(?<=\bat )(?P<hour>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?P<minute>)"
            r"(?= (?:tonight|last night|yesterday|tomorrow|today|on |in the |this |every |sharp)|$|[,.!?;]))",
            clock_atom,
        ),
        (
            r"(?i:(?<=\bafter )(?P<hour>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?P<minute>)"
            rf"(?= (?:on {WEEKDAY}|tomorrow|tonight|today)))",
            clock_atom,
        ),
        (
            r"(?i:\b(?:morning|afternoon|evening|tonight|last night) (?:at|around|about) "
            r"(?P<body>(?P<hour>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve))(?P<minute>)"
            r"(?!\w| (?:of|people|or|and)\b))",
            lambda m, a: _clock_behind(m, a),
        ),
        (
            r"(?i:\b(?:around|about) (?P<body>(?P<hour>\d{1,2}|five|six|seven|eight|nine|ten)(?P<minute>))"
            r"(?= (?:tonight|tomorrow|yesterday|last night)\b))",
            lambda m, a: _clock_behind(m, a),
        ),
        (
            r"(?i:(?<=\bat )(?P<hour>\d{1,2})(?P<minute>)(?= (?:tonight|last night|yesterday|tomorrow|today|on |in the "
            r"|this |every )|$|[,.!?;](?!\d)))",
            clock_atom,
        ),
    )
)
"""The rules for them."""
