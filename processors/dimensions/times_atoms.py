"""What a time rule finds in a text, and how neighbours join: "tomorrow" + "at 5 pm", 明天 + 下午 + 三点, "A to B"."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Literal

from processors.dimensions.times_calendar import DAY, PARTS_OF_DAY, Span, Tense, clock_span, part_span

Kind = Literal["day", "part", "clock", "other"]


@dataclass(frozen=True, slots=True)
class Anchor:
    """The speaker's local now, the tense of the words around the expression at hand, and the year named among them."""

    now: datetime
    direction: Tense
    year: int | None = None

    @property
    def tense(self) -> Tense:
        """Past, future or none: for what lies but days from now the lean is enough."""
        return {"near": "past", "nearest": "none"}.get(self.direction, self.direction)  # type: ignore[return-value]

    @property
    def today(self) -> date:
        return self.now.date()


@dataclass(frozen=True, slots=True)
class Atom:
    """One expression [start, end) of the text. `span` for day and other; `part` a part of day; `clock` an hour and
    minute, `sure` when am, pm or the 24-hour form tells which half of the day. `alone`: it means a time by itself.
    `until`: the last hour and minute of a range of clock times, like "3 to 5 pm". `dated`: a day with its number in the
    month. `ranged`: it has both ends. A part may have the `span` of its day, like "last night"."""

    start: int
    end: int
    kind: Kind
    span: Span | None = None
    part: str = ""
    clock: tuple[int, int | None] = (0, None)
    sure: bool = True
    alone: bool = True
    every: bool = False
    dated: bool = False
    ranged: bool = False
    until: tuple[int, int | None] | None = None


_EVENING = re.compile(
    r"(?i:\b(?:dinner|supper|drinks|pub|gig|concert|film|movie|cinema|theatre|theater|opera|party|date night"
    r"|curtain)\b)"
    r"|晚[饭餐宴会]|夜宵|宵夜|演唱会|音乐会|电影|酒吧"
)
"""What is done of an evening; from five to nine o'clock it is then."""
_EDGE = re.compile(r"[,;.!?，。；！？\n]")
_SETTING = 40
"""Characters before and behind a time in which its clause is looked through."""
Rule = tuple[re.Pattern[str], Callable[[re.Match[str], Anchor], Atom | None]]


@dataclass(frozen=True, slots=True, eq=False)
class Grammar:
    """How one language speaks of times. `may_hold`: without a match no rule needs to run. `gap` may stand between
    parts of one time, `between` between the ends of a range (`opened` before it where the mark alone does not tell); of
    two times around `moved` only the second holds. `since` and `until` stand before a time and, with `behind`, also
    after it. `year` is a word for one of `years`, counted from this; `yearly` stands in what comes every year."""

    may_hold: re.Pattern[str]
    rules: tuple[Rule, ...]
    tense_of: Callable[[str], Tense]
    gap: re.Pattern[str]
    between: re.Pattern[str]
    opened: re.Pattern[str]
    moved: re.Pattern[str]
    since: re.Pattern[str]
    until: re.Pattern[str]
    behind: bool
    year: re.Pattern[str]
    years: Mapping[str, int]
    yearly: re.Pattern[str]


def chosen(atoms: list[Atom]) -> list[Atom]:
    """Without overlaps: at each place the longest, in the order of the text."""
    kept: list[Atom] = []
    for atom in sorted(atoms, key=lambda a: (a.start, -a.end)):
        if not kept or atom.start >= kept[-1].end:
            kept.append(atom)
        elif atom.end - atom.start > kept[-1].end - kept[-1].start:
            kept[-1] = atom
    return kept


def joined(text: str, atoms: list[Atom], grammar: Grammar, anchor_of: Callable[[Atom], Anchor]) -> list[Atom]:
    """Neighbouring day, part and clock atoms as one atom with a span; parts and clocks that mean nothing alone drop."""
    groups: list[list[Atom]] = []
    for atom in atoms:
        group = groups[-1] if groups else []
        fits = group and atom.kind != "other" and all(a.kind not in (atom.kind, "other") for a in group)
        gap = grammar.gap.fullmatch(text, group[-1].end, atom.start) if group else None
        # "Thursday from 2 to 4" is one time; "on nights from Friday" is not.
        near = bool(gap) and (atom.kind == "clock" or "from" not in text[group[-1].end : atom.start])
        if fits and near:
            group.append(atom)
        elif near and atom.kind == "day" and (one := _one_day(group[-1], atom)):
            group[-1] = one
        else:
            groups.append([atom])
    found = []
    for group in groups:
        if any(atom.kind == "clock" for atom in group) and not any(atom.part for atom in group):
            group = _in_setting(text, group)
        whole = _whole(group, anchor_of(group[0]))
        if whole is not None:
            found.append(whole)
    return found


def _in_setting(text: str, group: list[Atom]) -> list[Atom]:
    """ "Dinner's at half seven": what is done then tells the half of the day."""
    before = _EDGE.split(text[max(0, group[0].start - _SETTING) : group[0].start])[-1]
    behind = _EDGE.split(text[group[-1].end : group[-1].end + _SETTING])[0]
    if not (_EVENING.search(before) or _EVENING.search(behind)):
        return group
    return [
        replace(atom, clock=(atom.clock[0] + 12, atom.clock[1]), sure=True)
        if atom.kind == "clock" and not atom.sure and not atom.until and 5 <= atom.clock[0] <= 9
        else atom
        for atom in group
    ]


def _one_day(first: Atom, second: Atom) -> Atom | None:
    """ "Sunday, 21 December" names one day twice; the date in it decides. None when they are two days."""
    if first.kind != "day" or first.span is None or second.span is None:
        return None
    dated = max(first, second, key=lambda atom: atom.dated)
    if first.span != second.span and first.dated == second.dated:
        return None
    other = first if dated is second else second
    assert dated.span is not None
    assert other.span is not None
    if dated.span.start.weekday() != other.span.start.weekday():
        return None
    return replace(dated, start=first.start, end=second.end)


def _whole(group: list[Atom], anchor: Anchor) -> Atom | None:
    start, end = group[0].start, group[-1].end
    if len(group) == 1 and group[0].kind in ("day", "other"):
        return group[0]
    if len(group) == 1 and not group[0].alone:
        return None
    by_kind = {atom.kind: atom for atom in group}
    dated = by_kind.get("day") or (by_kind["part"] if "part" in by_kind and by_kind["part"].span else None)
    day = dated.span.start.date() if dated and dated.span else anchor.today
    part = by_kind["part"].part if "part" in by_kind else ""
    clock = by_kind.get("clock")
    every = any(atom.every for atom in group)
    if clock is None:
        span = part_span(day, part)
        if dated is None and every and span.start <= anchor.now:
            span = part_span(day + DAY, part)
        return Atom(start, end, "other", span)
    hour, minute = clock.clock
    hour = _hour(hour, part, sure=clock.sure)
    span = clock_span(day, hour, minute)
    if dated is None and not part:
        if anchor.tense == "future" and span.start < anchor.now - timedelta(hours=1):
            span = clock_span(day + DAY, hour, minute)
        elif anchor.tense == "past" and span.start > anchor.now:
            span = clock_span(day - DAY, hour, minute)
    if every and dated is None and span.start <= anchor.now:
        span = clock_span(day + DAY, hour, minute)
    if clock.until:
        last = clock_span(span.start.date(), *clock.until)
        span = Span(span.start, last.end, last.granularity)
    return Atom(start, end, "other", span, ranged=clock.until is not None)


def _hour(hour: int, part: str, *, sure: bool) -> int:
    if sure or hour > 12:
        return hour
    if part:
        first, last = PARTS_OF_DAY[part]
        if part == "night":
            return hour + (12 if hour >= 6 else 24)
        if first >= 12 or (last > 12 and hour < 6):
            return hour + 12 if hour < 12 or part == "evening" else 12
        return hour
    # Nobody says whether 3 o'clock is in the night: until seven it is taken for the afternoon.
    return hour + 12 if 1 <= hour <= 6 else hour
