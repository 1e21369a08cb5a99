"""Chinese holidays, solar terms and lunar dates as atoms."""

from __future__ import annotations

import re
from datetime import date

from processors.dimensions.times_atoms import Anchor, Atom
from processors.dimensions.times_calendar import DAY, day_by_tense, nth_weekday, week_span
from processors.dimensions.times_chinese_words import atom_of, day_atom, number_of, year_of
from processors.dimensions.times_lunar import solar_date

_LUNAR_DAYS = {
    "春节": (1, 1),
    **{f"大年初{day}": (1, at) for at, day in enumerate("一二三四五六七八九十", 1)},
    "正月初一": (1, 1),
    "农历新年": (1, 1),
    "元宵节": (1, 15),
    "元宵": (1, 15),
    "端午节": (5, 5),
    "端午": (5, 5),
    "七夕节": (7, 7),
    "七夕": (7, 7),
    "中秋节": (8, 15),
    "中秋": (8, 15),
    "重阳节": (9, 9),
    "重阳": (9, 9),
    "小年": (12, 23),
    "腊八节": (12, 8),
    "腊八": (12, 8),
    "中元节": (7, 15),
}
_SOLAR_DAYS = {
    "元旦": (1, 1),
    "情人节": (2, 14),
    "妇女节": (3, 8),
    "三八节": (3, 8),
    "愚人节": (4, 1),
    "劳动节": (5, 1),
    "五一": (5, 1),
    "儿童节": (6, 1),
    "六一": (6, 1),
    "建党节": (7, 1),
    "建军节": (8, 1),
    "教师节": (9, 10),
    "国庆节": (10, 1),
    "国庆": (10, 1),
    "光棍节": (11, 11),
    "双十一": (11, 11),
    "双11": (11, 11),
    "平安夜": (12, 24),
    "圣诞节": (12, 25),
    "圣诞": (12, 25),
    "万圣节": (10, 31),
    "跨年夜": (12, 31),
}
_SOLAR_TERMS = {
    "立春": (2, 3.87),
    "惊蛰": (3, 5.63),
    "春分": (3, 20.646),
    "谷雨": (4, 20.1),
    "立夏": (5, 5.52),
    "芒种": (6, 5.678),
    "夏至": (6, 21.37),
    "立秋": (8, 7.5),
    "处暑": (8, 23.13),
    "秋分": (9, 23.042),
    "霜降": (10, 23.438),
    "立冬": (11, 7.438),
    "冬至": (12, 21.94),
}
"""Solar term → its month and the constant of the usual formula for 2000–2099."""
_WEATHER_TERMS = {
    "小寒": (1, 5.4055),
    "大寒": (1, 20.12),
    "雨水": (2, 18.73),
    "小满": (5, 21.04),
    "小暑": (7, 7.108),
    "大暑": (7, 22.83),
    "白露": (9, 7.646),
    "寒露": (10, 8.318),
    "小雪": (11, 22.36),
    "大雪": (12, 7.18),
}
"""As above; these are also weather, drinks and given names, so they count only as 大雪节气, 大雪那天, 节气小满."""
_TERMS = "|".join(_WEATHER_TERMS)
WEATHER_TERM = rf"(?:(?P<term>{_TERMS})(?=节气|那天|当天|前后|这天|到来)|(?<=节气)(?:是)?(?P<term2>{_TERMS}))"
HOLIDAY = "|".join(
    sorted(
        (
            *_LUNAR_DAYS,
            *_SOLAR_DAYS,
            *_SOLAR_TERMS,
            "除夕",
            "大年三十",
            "年三十",
            "清明节",
            "清明",
            "母亲节",
            "父亲节",
            "感恩节",
        ),
        key=len,
        reverse=True,
    )
)


def _holiday_in(name: str, year: int) -> date | None:
    if name in _SOLAR_DAYS:
        return date(year, *_SOLAR_DAYS[name])
    if name in _LUNAR_DAYS:
        return solar_date(year, *_LUNAR_DAYS[name])
    if name in _SOLAR_TERMS or name in _WEATHER_TERMS:
        month, constant = _SOLAR_TERMS.get(name) or _WEATHER_TERMS[name]
        short = year % 100
        return date(year, month, int(short * 0.2422 + constant) - (short - (month <= 2)) // 4)
    match name:
        case "除夕" | "大年三十" | "年三十":
            new_year = solar_date(year, 1, 1)
            return new_year - DAY if new_year else None
        case "母亲节":
            return nth_weekday(year, 5, 6, 2)
        case "父亲节":
            return nth_weekday(year, 6, 6, 3)
        case "感恩节":
            return nth_weekday(year, 11, 3, 4)
        case _:
            # 清明, the 15th solar term: the usual formula for 2000–2099, one day later for 1969–1999.
            short = year % 100
            return date(year, 4, int(short * 0.2422 + (4.81 if year >= 2000 else 5.59)) - short // 4)


def holiday_atom(match: re.Match[str], anchor: Anchor) -> Atom | None:
    groups = match.groupdict()
    name, today = groups.get("holiday") or groups.get("term") or groups["term2"], anchor.today
    year = year_of(match, anchor)
    if year is not None:
        day = _holiday_in(name, year)
        return _beside(match, day) if day else None
    days = [day for shift in (-2, -1, 0, 1, 2) if (day := _holiday_in(name, today.year + shift))]
    day = day_by_tense(days, today, anchor.direction)
    return _beside(match, day) if day else None


BESIDE = (
    r"(?:的?(?P<side>前|后)(?:的?第)?(?P<count>[一二两三四五六七八九十\d]{1,2})(?P<unit>天|日|周|个?星期)(?!内|里)"
    r"|的?(?P<next>第二天|次日))?"
)


def _beside(match: re.Match[str], day: date) -> Atom:
    """The holiday, or what stands beside it: 中秋节前一天, 春节后第三天, 国庆前一周."""
    groups = match.groupdict()
    if groups.get("next"):
        return day_atom(match, day + DAY)
    if not groups.get("side"):
        return day_atom(match, day)
    count = number_of(match["count"]) * (-1 if match["side"] == "前" else 1)
    if match["unit"] in ("天", "日"):
        return day_atom(match, day + count * DAY)
    return atom_of(match, week_span(day + 7 * count * DAY))


def lunar_date(match: re.Match[str], anchor: Anchor) -> Atom | None:
    named = match["month"] or match["month2"] or match["month3"]
    month = {"正": 1, "冬": 11, "腊": 12}.get(named) or number_of(named)
    day = number_of(match["date"])
    year = year_of(match, anchor)
    leap = bool(match["leap"])
    if year is not None:
        found = solar_date(year, month, day, leap=leap)
        return day_atom(match, found) if found else None
    years = (anchor.today.year + shift for shift in (-2, -1, 0, 1))
    days = [found for lunar in years if (found := solar_date(lunar, month, day, leap=leap))]
    found = day_by_tense(days, anchor.today, anchor.direction)
    return day_atom(match, found) if found else None
