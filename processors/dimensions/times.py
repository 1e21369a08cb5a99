"""Times: the intervals that a text speaks of, against the time and zone in which it was said."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from functools import cache

from processors.dimensions.times_atoms import Anchor, Atom, Grammar, chosen, joined
from processors.dimensions.times_bounds import bounded, ranged
from processors.dimensions.times_calendar import Tense
from processors.dimensions.times_chinese import CHINESE
from processors.dimensions.times_english import ENGLISH
from processors.dimensions.times_tense import tells_of_past, tenses
from processors.dimensions.times_years import without_years, year_beside
from processors.dimensions.traditional import simplified
from processors.needed_words import Needs, needed
from processors.zones import zone_of
from schemas.dimensions import Language, TimeInterval

CHARACTERS_READ = 8_000
"""What is read of a long text; rules cost by length."""
INTERVALS_MAX = 50
"""More than any turn speaks of; a table of dates is cut here."""

_BEFORE = re.compile(r"(?i:\b(?:before|prior to|earlier than)\s+(?:the\s+)?$)")
_AFTER = re.compile(r"(?i:\b(?:after|later than)\s+(?:the\s+)?$)")
_BEFORE_ZH = re.compile(r"(?:之前|以前|前)")
_AFTER_ZH = re.compile(r"(?:之后|以后|后)")
_AHEAD = re.compile(
    r"(?i:\b(?:what(?:'s| is) (?:on|due|up|planned|next|happening)\b|(?:what|where|when|who) (?:do|am|should|must) i\b"
    r"|do i have|am i\b|have i got\b|anything (?:on|planned|due)?|something on\b|is there\b|are there\b))"
)
"""A question in the present about a bare day asks for the next one: "what do I have on Tuesday?"."""
_HAVE_GOT = re.compile(r"(?i:\bhave i got\b)")
"""A present without a verb of the present; what takes its place has as many characters."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_GAPS_ZH = re.compile(r"(?<=[\d一-龥]) +(?=\d+ *[年月日号点时分周天个])|(?<=\d) +(?=[年月日号点时分周天个])")
_TITLE = re.compile(r"《[^《》]{1,40}》")
"""What a work is called is no time: 《七月与安生》."""
_HAN = re.compile(r"[\u4e00-\u9fff]")


def find_times(
    text: str, occurred_at: datetime, timezone: str = "UTC", language: Language = "other"
) -> tuple[TimeInterval, ...]:
    """The times of a turn in the order of the text, resolved against `occurred_at` in `timezone`. Ages, durations
    without an anchor, rates and greetings are no times."""
    zone = zone_of(timezone)
    found = _found(text[:CHARACTERS_READ], occurred_at.astimezone(zone).replace(tzinfo=None), default="none")
    intervals = [_interval(text, atom, zone) for atom in found[:INTERVALS_MAX]]
    return tuple(interval for interval in intervals if interval is not None)


def speaks_of_past(text: str) -> bool:
    """Whether a text tells of what was: "we met today", 今天去了医院; not "I am tired today", 我今天好累."""
    return tells_of_past(text[:CHARACTERS_READ])


def query_time_range(text: str, now: datetime, timezone: str = "UTC") -> TimeInterval | None:
    """The time that a question asks about ("last May", 上周), None when it names none. A date without a year is the
    latest one, unless the question speaks of the future; "before X" reaches back to 1970, "after X" is open."""
    zone = zone_of(timezone)
    read = _HAVE_GOT.sub("do i have ", text[:CHARACTERS_READ])
    default: Tense = "future" if _AHEAD.search(read) else "past"
    for atom in _found(read, now.astimezone(zone).replace(tzinfo=None), default=default):
        interval = _interval(read, atom, zone)
        if interval is not None:
            return _side(read, atom, interval)
    return None


def _side(text: str, atom: Atom, interval: TimeInterval) -> TimeInterval:
    before, behind = text[max(0, atom.start - 14) : atom.start], text[atom.end : atom.end + 2]
    if _BEFORE.search(before) or _BEFORE_ZH.match(behind):
        return interval.model_copy(update={"start": min(_EPOCH, interval.start), "end": interval.start})
    if (_AFTER.search(before) or _AFTER_ZH.match(behind)) and interval.end is not None:
        return interval.model_copy(update={"start": interval.end, "end": None})
    return interval


def _found(text: str, now: datetime, *, default: Tense) -> list[Atom]:
    found: list[Atom] = []
    if ENGLISH.may_hold.search(text):
        found += _by(ENGLISH, text, now, default)
    if _HAN.search(text):
        simple = _TITLE.sub(lambda title: "□" * len(title[0]), simplified(text))
        if CHINESE.may_hold.search(simple):
            found += _spaced(simple, now, default)
    return chosen(found)


def _spaced(text: str, now: datetime, default: Tense) -> list[Atom]:
    """The Chinese times of a text in which numbers may stand apart: 3 月 12 号."""
    gaps = {at for match in _GAPS_ZH.finditer(text) for at in range(*match.span())}
    if not gaps:
        return _by(CHINESE, text, now, default)
    places = [at for at in range(len(text)) if at not in gaps]
    close = "".join(text[at] for at in places)
    atoms = _by(CHINESE, close, now, default)
    return [replace(atom, start=places[atom.start], end=places[atom.end - 1] + 1) for atom in atoms]


def _by(grammar: Grammar, text: str, now: datetime, default: Tense) -> list[Atom]:
    yeared = grammar.year.search(text)
    tense_at = tenses(grammar.tense_of, text)

    def anchor_at(start: int, end: int) -> Anchor:
        tense = tense_at(start, end)
        year = year_beside(grammar, text, start, end, now.year) if yeared else None
        return Anchor(now, default if tense == "none" else tense, year)

    atoms: list[Atom] = []
    impossible: list[tuple[int, int]] = []
    for number in _needs(grammar).met(text.lower()):
        pattern, build = grammar.rules[number]
        for match in pattern.finditer(text):
            try:
                atom = build(match, anchor_at(*match.span()))
            except (ValueError, OverflowError, KeyError, IndexError, StopIteration):
                # 31 February and the year 0 are written, but no times; nor is the "February" inside.
                impossible.append(match.span())
                continue
            if atom is not None:
                atoms.append(atom)
    if impossible:
        atoms = [a for a in atoms if not any(start <= a.start and a.end <= end for start, end in impossible)]
    try:
        whole = joined(text, chosen(atoms), grammar, lambda atom: anchor_at(atom.start, atom.end))
        whole = ranged(text, whole, grammar)
        return bounded(text, without_years(text, whole, grammar) if yeared else whole, grammar, now)
    except (ValueError, OverflowError):
        return []  # At the edge of the calendar, year 1 or 9999, neighbours have no day to join on.


@cache
def _needs(grammar: Grammar) -> Needs:
    return Needs([needed(pattern.pattern) for pattern, _ in grammar.rules])


def _interval(text: str, atom: Atom, zone: tzinfo) -> TimeInterval | None:
    assert atom.span is not None
    try:
        return TimeInterval(
            start=_instant(atom.span.start, zone),
            end=None if atom.span.end is None else _instant(atom.span.end, zone),
            granularity=atom.span.granularity,
            text=text[atom.start : atom.end].strip(),
        )
    except (OverflowError, ValueError):
        return None  # Outside the calendar that every store can keep.


def _instant(local: datetime, zone: tzinfo) -> datetime:
    return local.replace(tzinfo=zone).astimezone(UTC)
