"""What a time rule finds in a text, and how neighbours join: "tomorrow" + "at 5 pm", 明天 + 下午 + 三点, "A to B"."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Literal

from processors.dimensions.times_calendar import DAY, PARTS_OF_DAY, Span, Tense, at, clock_span, part_span

Kind = Literal["day", "part", "clock", "other"]


@dataclass(frozen=True, slots=True)
class Anchor:
    """The speaker's local now, and the tense of the words around the expression at hand."""

    now: datetime
    tense: Tense

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


MOVED_BEFORE = 40
"""Characters before the first of two times in which it may stand that something was moved from it."""
Rule = tuple[re.Pattern[str], Callable[[re.Match[str], Anchor], Atom | None]]


@dataclass(frozen=True, slots=True, eq=False)
class Grammar:
    """How one language speaks of times. `may_hold`: without a match no rule needs to run. `gap` may stand between
    parts of one time, `between` between the ends of a range (`opened` before it where the mark alone does not tell); of
    two times around `moved` only the second holds. `since` and `until` stand before a time and, with `behind`, also
    after it."""

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
        near = group and grammar.gap.fullmatch(text, group[-1].end, atom.start)
        if fits and near:
            group.append(atom)
        elif near and atom.kind == "day" and (one := _one_day(group[-1], atom)):
            group[-1] = one
        else:
            groups.append([atom])
    found = []
    for group in groups:
        whole = _whole(group, anchor_of(group[0]))
        if whole is not None:
            found.append(whole)
    return found


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


def ranged(text: str, atoms: list[Atom], grammar: Grammar) -> list[Atom]:
    """Two neighbours with "to" or a dash between them as one range that includes its last unit."""
    found: list[Atom] = []
    for atom in atoms:
        before = found[-1] if found else None
        mark = grammar.between.fullmatch(text, before.end, atom.start) if before else None
        if before and grammar.moved.fullmatch(text, max(0, before.start - MOVED_BEFORE), atom.start):
            found[-1] = atom
            continue
        if before and mark and (mark["sure"] or _is_opened(text, before, atom, grammar)):
            span = _range(_in_year_of(text, before, atom), atom.span, dated=before.dated or atom.dated)
            if span is not None:
                found[-1] = replace(before, end=atom.end, span=span, kind="other", ranged=True)
                continue
        found.append(atom)
    return found


_YEAR = re.compile(r"(?:1[89]|20)\d\d")


def _in_year_of(text: str, first: Atom, last: Atom) -> Span | None:
    """The first end of a range; "June through August 2024": it takes the year that only the last one names."""
    span, named = first.span, last.span
    if span is None or named is None or span.end is None or span.granularity not in ("day", "month"):
        return span
    if _YEAR.search(text, first.start, first.end) or not _YEAR.search(text, last.start, last.end):
        return span
    year = named.start.year - ((span.start.month, span.start.day) > (named.start.month, named.start.day))
    start = at(span.start.date().replace(year=year))
    return Span(start, at(span.end.date().replace(year=year + span.end.year - span.start.year)), span.granularity)


def _is_opened(text: str, first: Atom, last: Atom, grammar: Grammar) -> bool:
    """ "from May to June"; two weekdays need no opening: "Sunday to Wednesday"."""
    if grammar.opened.search(text, max(0, first.start - 12), first.start):
        return True
    weekdays = all(atom.kind == "day" and not atom.dated for atom in (first, last))
    return weekdays and text[first.end : last.start] == " to " and text[first.start : first.end].endswith("day")


def _range(first: Span | None, last: Span | None, *, dated: bool) -> Span | None:
    """Both as one; the last takes over from the first what it leaves out: the day, the half of the day, the week, the
    year. `dated`: a day is named by its number."""
    if first is None or last is None or last.end is None:
        return None
    length = last.end - last.start
    start = last.start
    if {first.granularity, last.granularity} <= {"hour", "minute"}:
        start = datetime.combine(first.start.date(), last.start.time())
        if start <= first.start:
            start += timedelta(hours=12)
    elif start < first.start and first.granularity == last.granularity == "day" and not dated:
        while start < first.start:
            start += timedelta(weeks=1)
    elif start < first.start and first.granularity == last.granularity in ("day", "month"):
        year = first.start.year + ((start.month, start.day) < (first.start.month, first.start.day))
        return Span(first.start, at(last.end.date().replace(year=year + last.end.year - start.year)), last.granularity)
    return Span(first.start, start + length, last.granularity) if start >= first.start else None


def bounded(text: str, atoms: list[Atom], grammar: Grammar, now: datetime) -> list[Atom]:
    """ "since X" is open at its end, "until X" runs from now to the end of X."""
    found = []
    for atom in atoms:
        span = atom.span
        assert span is not None
        if _begins(text, atom, grammar) or _marked(text, atom, grammar.since, behind=grammar.behind):
            span = Span(span.start, None, span.granularity)
        elif span.end and span.end > now and _marked(text, atom, grammar.until, behind=grammar.behind):
            span = Span(now, span.end, span.granularity)
        found.append(replace(atom, span=span))
    return found


_CLAUSE_BEGIN = re.compile(r"(?:^|[，。！？；,.!?;\s]|从|自)$")
_BEGUN_ZH = re.compile(r"开始(?=[，,]|.{0,8}[会就都要改一])|起(?=[，,我你他她它咱就都改])")
_FROM = re.compile(
    r"(?i:(?:^|[.!?;,]\s*|\b(?:and|but|so|that)\s+)(?:starting|beginning|effective|as of|as from|from)\s+"
    r"(?:(?:on|in|from)\s+)?(?:the\s+)?$|\b(?:starting|beginning|effective|as of|as from)\s+(?:(?:on|in|from)\s+)?$)"
)
_ONWARDS = re.compile(r"(?i:\s*(?:onwards?|forward|and after|on)(?![\w ]* (?:the|a|to|\d)))")


def _begins(text: str, atom: Atom, grammar: Grammar) -> bool:
    """Whether something begins at the time and goes on: "from next Monday I'm part-time", 六月开始早开门."""
    if grammar.behind:
        if text.startswith("开始", atom.end) and text[: atom.start].endswith(("从", "自")):
            return True
        begun = _BEGUN_ZH.match(text, atom.end)
        return bool(begun and _CLAUSE_BEGIN.search(text[max(0, atom.start - 2) : atom.start]))
    if atom.ranged:
        return False
    before = text[max(0, atom.start - 24) : atom.start]
    if _FROM.search(before):
        return True
    return bool(re.search(r"(?i:\bfrom\s+(?:the\s+)?$)", before) and _ONWARDS.match(text, atom.end))


def _marked(text: str, atom: Atom, mark: re.Pattern[str], *, behind: bool) -> bool:
    before = mark.search(text, max(0, atom.start - 14), atom.start)
    return bool(before or (behind and mark.match(text, atom.end, atom.end + 4)))
