"""Bounds: two times as one range, and times that are open at one end: "A to B", "since A", "from A on", 到A为止."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta

from processors.dimensions.times_atoms import Atom, Grammar
from processors.dimensions.times_calendar import Span, at

MOVED_BEFORE = 40
"""Characters before the first of two times in which it may stand that something was moved from it."""


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
            first, last = _in_year_of(text, before, atom), _in_year_of(text, atom, before)
            if named := _WEEK.search(text, atom.start, atom.end):
                first = _in_week_of(first, last, before, named)
            span = _range(first, last, dated=before.dated or atom.dated)
            if span is not None:
                found[-1] = replace(before, end=atom.end, span=span, kind="other", ranged=True)
                continue
        found.append(atom)
    return found


_YEAR = re.compile(r"(?:1[89]|20)\d\d|大?前年|去年|今年|明年|大?后年")
_WEEK = re.compile(r"(?i:\b(?:last|next) week\b)")


def _in_year_of(text: str, one: Atom, other: Atom) -> Span | None:
    """One end of a range; "June through August 2024": it takes the year that only the other one names."""
    span, named = one.span, other.span
    if span is None or named is None or span.end is None or span.granularity not in ("day", "month"):
        return span
    if _YEAR.search(text, one.start, one.end) or not _YEAR.search(text, other.start, other.end):
        return span
    place, fixed = (span.start.month, span.start.day), (named.start.month, named.start.day)
    year = named.start.year + ((place < fixed) if one.start > other.start else -(place > fixed))
    start = at(span.start.date().replace(year=year))
    return Span(start, at(span.end.date().replace(year=year + span.end.year - span.start.year)), span.granularity)


def _in_week_of(first: Span | None, last: Span | None, day: Atom, named: re.Match[str]) -> Span | None:
    """The first of "Monday to Wednesday last week" is of that week."""
    if first is None or last is None or first.end is None or day.kind != "day" or day.dated or named.start() < day.end:
        return first
    start = last.start - timedelta(days=(last.start - first.start).days % 7)
    return Span(start, start + timedelta(days=1), first.granularity)


def _is_opened(text: str, first: Atom, last: Atom, grammar: Grammar) -> bool:
    """ "from May to June"; two weekdays, two months and two dates need no opening: "Sunday to Wednesday"."""
    if grammar.opened.search(text, max(0, first.start - 12), first.start):
        return True
    months = not first.dated and all(atom.span and atom.span.granularity == "month" for atom in (first, last))
    if months or (first.dated and last.dated):
        return text[first.end : last.start] == " to "
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
        if (
            _begins(text, atom, grammar)
            or _goes_on(text, atom, grammar, now)
            or _marked(text, atom, grammar.since, behind=grammar.behind)
        ):
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
_WHOLE = ("day", "weekend", "week", "month", "season", "quarter", "year")
_RULE_ZH = re.compile(
    r"开始(?:(?:都|就|全面|统一)?(?:换(?!工作|房|车)|改|不|没|每|全|只|居家|远程|在家|轮)|.{0,4}?(?:限行|限号|实行|执行|收费|免费|涨价|降价"
    r"|停水|封路|禁烟|恢复))"
)
"""What holds from a day on, where 七月开始装修 is done one day."""
_GOES_ON = re.compile(
    r"(?i:(?:\b(?:am|are|is|be|goes?|starts?|opens?|closes?|apply|applies|works?|working|staying|living|valid|live|effective|available)\b"
    r"|['’](?:m|re|s)\b)[^.;!?]{1,40}\bfrom\s+(?:the\s+)?$)"
)
_SOURCE = re.compile(
    r"(?i:(?:\b(?:is|are|be|notes?|photos?|pictures?|pics?|minutes|e?mails?|messages?|letters?|invoices?|reports?"
    r"|leftovers|recovering|tired|exhausted|sore|hungover|bruise[sd]?|footage|recordings?|quotes?|ones?|data|results?"
    r"|feedback|days?|weeks?|months?|years?|far|stuff|things?|clothes|dishes|bread|food)|['’][ms]|['’]re)\s+from\s+"
    r"(?:the\s+)?$)"
)
"""What comes from a day does not begin with it."""
_ONWARDS = re.compile(r"(?i:\s*(?:onwards?|forward|and after|on)(?![\w ]* (?:the|a|to|\d)))")


def _goes_on(text: str, atom: Atom, grammar: Grammar, now: datetime) -> bool:
    """Whether what is said holds from the time on: "we're closed from 3 June", 下周一开始换班."""
    if atom.ranged or atom.span is None or atom.span.granularity not in _WHOLE:
        return False
    if grammar.behind:
        return bool(_RULE_ZH.match(text, atom.end))
    before = text[max(0, atom.start - 60) : atom.start]
    if atom.span.start <= now or not before.rstrip().lower().endswith(("from", "from the")):
        return False
    return bool(_GOES_ON.search(before)) and not _SOURCE.search(before)


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
