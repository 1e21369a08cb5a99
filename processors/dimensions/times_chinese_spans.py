"""Chinese times relative to now: named days, clock times, weekdays, ago, ahead, stretches."""

from __future__ import annotations

import re
from datetime import date, timedelta

from processors.dimensions.times_atoms import Anchor, Atom
from processors.dimensions.times_calendar import (
    DAY,
    Span,
    clock_span,
    day_span,
    halves_span,
    month_span,
    quarter_span,
    shift_month,
    week_span,
    weekday_by_tense,
    weekday_in_week,
    weekend_span,
    year_span,
)
from processors.dimensions.times_chinese_words import DIGITS, HABIT, SHIFTS, N, atom_of, day_atom, number_of
from schemas.dimensions import Granularity

_NAMED_DAYS = {
    "大前天": -3,
    "前天": -2,
    "昨天": -1,
    "昨日": -1,
    "今天": 0,
    "今日": 0,
    "今儿": 0,
    "明天": 1,
    "明日": 1,
    "明儿": 1,
    "后天": 2,
    "前儿": -2,
    "昨儿": -1,
    "后儿": 2,
    "大后天": 3,
    "前": -2,
    "昨": -1,
    "今": 0,
    "明": 1,
    "后": 2,
}
_PARTS = {
    "早": "morning",
    "早上": "morning",
    "早晨": "morning",
    "清晨": "morning",
    "上午": "morning",
    "一早": "morning",
    "一大早": "morning",
    "大清早": "morning",
    "中午": "noon",
    "正午": "noon",
    "下午": "afternoon",
    "午后": "afternoon",
    "傍晚": "evening",
    "晚": "evening",
    "晚上": "evening",
    "夜": "night",
    "夜里": "night",
    "夜晚": "night",
    "深夜": "night",
    "半夜": "night",
    "夜间": "night",
    "凌晨": "before_dawn",
}


def named_day(match: re.Match[str], anchor: Anchor) -> Atom:
    return day_atom(match, anchor.today + timedelta(days=_NAMED_DAYS[match["day"].removesuffix("个")]))


def part_atom(match: re.Match[str], anchor: Anchor) -> Atom:
    every = bool(match.groupdict().get("every"))
    return Atom(match.start(), match.end(), "part", part=_PARTS[match["part"]], alone=every, every=every)


def every_day(match: re.Match[str], anchor: Anchor) -> Atom:
    """Means a time only together with a clock."""
    return Atom(match.start(), match.end(), "part", alone=False, every=True)


def clock_atom(match: re.Match[str], anchor: Anchor) -> Atom | None:
    hour = number_of(match["hour"])
    tail = match.groupdict().get("tail") or ""
    minute: int | None = None
    if match.groupdict().get("minute"):
        minute = number_of(match["minute"])
    elif tail.startswith(("半", "一刻", "三刻")):
        minute = {"半": 30, "一": 15, "三": 45}[tail[0]]
    if hour > 24 or (minute or 0) > 59:
        return None
    alone = bool(tail or match.groupdict().get("minute")) or match["hour"].isdigit() or _in_range(match)
    sure = hour > 12 or (match["hour"][0] == "0" and len(match["hour"]) == 2)
    return Atom(match.start(), match.end(), "clock", clock=(hour, minute), sure=sure, alone=alone)


_TO_CLOCK = re.compile(r"[到至][\d一二三四五六七八九十两]{1,3}点")
_FROM_CLOCK = re.compile(r"[一二三四五六七八九十两\d]点(?:半|整|钟|一刻|三刻)?[到至]$")


def _in_range(match: re.Match[str]) -> bool:
    """九点到十一点: two hours, neither of which means a time by itself."""
    text = match.string
    return bool(
        _TO_CLOCK.match(text, match.end()) or _FROM_CLOCK.search(text, max(0, match.start() - 8), match.start())
    )


def clock_short_of(match: re.Match[str], anchor: Anchor) -> Atom | None:
    """差一刻六点, 差五分九点."""
    minutes = number_of(match["minutes"]) if match["minutes"] else 15
    hour = number_of(match["hour"])
    if not (0 < minutes < 60 and 1 <= hour <= 12):
        return None
    return Atom(match.start(), match.end(), "clock", clock=((hour - 1) or 12, 60 - minutes), sure=False)


def weekday_atom(match: re.Match[str], anchor: Anchor) -> Atom:
    weekday = DIGITS[match["weekday"]] - 1
    shift = match.groupdict().get("shift")
    if shift:
        return day_atom(match, weekday_in_week(anchor.today, weekday, SHIFTS[shift]))
    return day_atom(match, weekday_by_tense(anchor.today, weekday, anchor.tense))


def every_weekday(match: re.Match[str], anchor: Anchor) -> Atom:
    return day_atom(match, weekday_by_tense(anchor.today, DIGITS[match["weekday"]] - 1, "future"))


def week_atom(match: re.Match[str], anchor: Anchor) -> Atom:
    return atom_of(match, week_span(anchor.today + timedelta(weeks=SHIFTS[match["shift"]])))


def weekend_atom(match: re.Match[str], anchor: Anchor) -> Atom | None:
    shift = match["shift"]
    if shift:
        return atom_of(match, weekend_span(anchor.today + timedelta(weeks=SHIFTS[shift])))
    if anchor.tense == "none" or HABIT.search(match.string, max(0, match.start() - 8), match.end() + 8):
        return None
    weekend = weekend_span(anchor.today)
    past = anchor.tense == "past" and weekend.start > anchor.now
    return atom_of(match, weekend_span(anchor.today - timedelta(weeks=1)) if past else weekend)


_UNITS = {
    "天": "day",
    "日": "day",
    "周": "week",
    "星期": "week",
    "礼拜": "week",
    "月": "month",
    "季度": "quarter",
    "年": "year",
    "小时": "hour",
    "钟头": "hour",
    "分钟": "minute",
}
UNIT = r"(?:个)?(?P<unit>天|日|周|星期|礼拜|月|季度|年|小时|钟头|分钟)"
_GRANULARITIES: dict[str, Granularity] = {
    "day": "day",
    "week": "week",
    "month": "month",
    "quarter": "quarter",
    "year": "year",
    "hour": "hour",
    "minute": "minute",
}


def _unit_span(unit: str, steps: int, anchor: Anchor) -> Span:
    today = anchor.today
    match unit:
        case "week":
            return week_span(today + timedelta(weeks=steps))
        case "month":
            return month_span(*shift_month(today.year, today.month, steps))
        case "quarter":
            year, month = shift_month(today.year, today.month, 3 * steps)
            return quarter_span(year, (month + 2) // 3)
        case "year":
            return year_span(today.year + steps)
        case "hour":
            moved = anchor.now + timedelta(hours=steps)
            return clock_span(moved.date(), moved.hour, None)
        case "minute":
            start = (anchor.now + timedelta(minutes=steps)).replace(second=0, microsecond=0)
            return Span(start, start + timedelta(minutes=1), "minute")
        case _:
            return day_span(today + timedelta(days=steps))


def _counted(match: re.Match[str], anchor: Anchor) -> tuple[str, int]:
    groups = match.groupdict()
    unit = _UNITS[match["unit"] or groups.get("unit2") or ""]
    count = match["count"] or groups.get("count2") or ""
    if count == "半":
        return {"year": ("month", 6), "month": ("day", 15), "hour": ("minute", 30), "day": ("hour", 12)}.get(
            unit, (unit, 0)
        )
    return unit, number_of(count)


def ago_atom(match: re.Match[str], anchor: Anchor) -> Atom:
    unit, count = _counted(match, anchor)
    return atom_of(match, _unit_span(unit, -count, anchor), "day" if unit == "day" else "other")


HALVES = rf"(?P<count>{N})(?:个半(?P<unit>小时|钟头|月|星期|礼拜)|(?P<unit2>年|天|周)半)"


def _halves(match: re.Match[str]) -> tuple[str, int]:
    return _UNITS[match["unit"] or match["unit2"]], 2 * number_of(match["count"]) + 1


def halves_ago(match: re.Match[str], anchor: Anchor) -> Atom:
    """一个半小时前，两年半前."""
    unit, halves = _halves(match)
    return atom_of(match, halves_span(anchor.now, unit, -halves))


def halves_ahead(match: re.Match[str], anchor: Anchor) -> Atom | None:
    if _counts_from_then(match, anchor):
        return None
    unit, halves = _halves(match)
    return atom_of(match, halves_span(anchor.now, unit, halves))


def a_year_ago(match: re.Match[str], anchor: Anchor) -> Atom:
    """去年的今天: the same day a year before; 29 February has none."""
    return day_atom(match, anchor.today.replace(year=anchor.today.year - 1))


_SOON = re.compile(r"就|快要?|要(?!求)|将|会(?!议|员)|再(?!次|也)|得(?=[去来交还])")


def _counts_from_then(match: re.Match[str], anchor: Anchor) -> bool:
    """三天后他回来了 counts from another day, 三天后就回来了 from now."""
    soon = "过" in match[0] or _SOON.search(match.string, match.end(), match.end() + 12)
    return anchor.tense == "past" and not soon


def ahead_atom(match: re.Match[str], anchor: Anchor) -> Atom | None:
    if _counts_from_then(match, anchor):
        return None
    unit, count = _counted(match, anchor)
    return atom_of(match, _unit_span(unit, count, anchor), "day" if unit == "day" else "other")


def years_away(match: re.Match[str], anchor: Anchor) -> Atom:
    """三年前的今天."""
    years = number_of(match["count"]) * (-1 if match["side"] == "前" else 1)
    return day_atom(match, anchor.today.replace(year=anchor.today.year + years))


def quarters_away(match: re.Match[str], anchor: Anchor) -> Atom:
    """一刻钟后."""
    minutes = 15 * number_of(match["count"]) * (-1 if match["side"] == "前" else 1)
    return atom_of(match, _unit_span("minute", minutes, anchor))


def stretch_atom(match: re.Match[str], anchor: Anchor) -> Atom:
    unit, count = _counted(match, anchor)
    back = match["side"] in ("过去", "最近", "近", "这", "之前", "前")
    now = anchor.now
    months = {"month": 1, "quarter": 3, "year": 12}.get(unit)
    if months:
        year, month = shift_month(now.year, now.month, -months * count if back else months * count)
        last = (date(*shift_month(year, month, 1), 1) - DAY).day
        moved = now.replace(year=year, month=month, day=min(now.day, last))
    else:
        minutes = {"week": 10_080, "hour": 60, "minute": 1}.get(unit, 1_440) * count
        moved = now + timedelta(minutes=-minutes if back else minutes)
    return atom_of(match, Span(min(now, moved), max(now, moved), _GRANULARITIES[unit]))
