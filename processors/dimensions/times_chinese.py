"""Time expressions in Chinese, as atoms: rules of our own, against the speaker's local now."""

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
    month_span,
    months_span,
    nth_weekday,
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
from processors.dimensions.times_lunar import solar_date
from schemas.dimensions import Granularity

MAY_HOLD_TIME = re.compile(
    r"[天日号年月周点时早晚夜午晨秒]|星期|礼拜|小时|分钟|季|[春夏秋冬]|节|除夕|元旦|清明|端午|中秋|重阳|七夕|元宵"
    r"|国庆|五一|十一|六一|双十一|旬|\d[:：]\d"
)
"""Without any of these a text holds no Chinese time expression, and no rule needs to run."""

_DIGITS = {**{d: i for i, d in enumerate("零一二三四五六七八九")}, "〇": 0, "两": 2, "俩": 2, "日": 7, "天": 7}
_N = r"(?:(?<!\d)\d{1,3}|[一二三四五六七八九十两廿卅]{1,3})"
_YEAR4 = r"(?P<year>(?:1[89]|20)\d\d|[一二][〇零九八一二三四五六七]{3})年"
_YEAR_WORD = r"(?P<yearword>大前年|大后年|前年|去年|今年|本年|明年|后年)"
_WEEK = r"(?:个)?(?:周|星期|礼拜)"
_SHIFT = r"(?P<shift>上上|下下|上|这|本|下)"
_THIRD = r"(?P<third>初|中旬?|底|末|上旬|下旬)?"

GAP = re.compile(r"[\s，,]?的?[\s]?(?:T)?")
RANGE = re.compile(r"\s*(?P<sure>到|至|-|—|–|~|～|直到)\s*|\s*和\s*")
RANGE_OPENED = re.compile(r"(?:从|在)$")
SINCE = re.compile(r"(?:^|(?<=.))(?:自从|自)$|(?:以来|之后一直|起就?|开始就?|至今)")
UNTIL = re.compile(r"(?:直到|截[止至]到?)$|(?:为止)")

_PAST = re.compile(r"了|过(?![年节来去程于])|刚|已经|曾|当时|那时|之前|以前|昨|去年|前天|上[周个]")
_FUTURE = re.compile(
    r"打算|准备|计划|提醒|预约|将|会(?!议|员)|要(?!求)|想|得(?=[去交做开见])|截止|到期|出发|约|请|安排|明天|下[周个]"
    r"|快|见|开会"
)
_FUTURE_SURE = re.compile(r"打算|准备|计划|提醒我|将要|要(?!求|了)|会(?!议|员)|别忘|记得")
_HABIT = re.compile(r"每|喜欢|经常|一般|总是|通常|都会|平时|常常|习惯|爱")


def tense_of(words: str) -> Tense:
    """Whether the words around a date speak of what was or of what will be."""
    if _FUTURE_SURE.search(words):
        return "future"
    if _PAST.search(words):
        return "past"
    return "future" if _FUTURE.search(words) else "none"


def _number(text: str) -> int:
    """12, 十二, 二十, 廿三, 两 as a number. Raises ValueError for anything else."""
    if text.isdigit():
        return int(text)
    text = text.replace("廿", "二十").replace("卅", "三十")
    tens, ten, ones = text.partition("十")
    if not ten:
        if len(text) > 1:
            return int("".join(str(_DIGITS[digit]) for digit in text))
        return _DIGITS[text]
    if len(tens) > 1 or len(ones) > 1:
        raise ValueError(text)
    return (_DIGITS[tens] if tens else 1) * 10 + (_DIGITS[ones] if ones else 0)


def _atom(match: re.Match[str], span: Span, kind: Kind = "other") -> Atom:
    return Atom(match.start(), match.end(), kind, span)


def _day(match: re.Match[str], day: date) -> Atom:
    return _atom(match, day_span(day), "day")


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
_YEAR_WORDS = {"大前年": -3, "前年": -2, "去年": -1, "今年": 0, "本年": 0, "明年": 1, "后年": 2, "大后年": 3}
_SHIFTS = {"上上": -2, "上": -1, "这": 0, "本": 0, "下": 1, "下下": 2}
_SEASONS = {"春": "spring", "夏": "summer", "秋": "autumn", "冬": "winter"}


def _named_day(match: re.Match[str], anchor: Anchor) -> Atom:
    return _day(match, anchor.today + timedelta(days=_NAMED_DAYS[match["day"]]))


def _part(match: re.Match[str], anchor: Anchor) -> Atom:
    every = bool(match.groupdict().get("every"))
    return Atom(match.start(), match.end(), "part", part=_PARTS[match["part"]], alone=every, every=every)


def _clock(match: re.Match[str], anchor: Anchor) -> Atom | None:
    hour = _number(match["hour"])
    tail = match.groupdict().get("tail") or ""
    minute: int | None = None
    if match.groupdict().get("minute"):
        minute = _number(match["minute"])
    elif tail.startswith(("半", "一刻", "三刻")):
        minute = {"半": 30, "一": 15, "三": 45}[tail[0]]
    if hour > 24 or (minute or 0) > 59:
        return None
    alone = bool(tail or match.groupdict().get("minute")) or match["hour"].isdigit()
    sure = hour > 12 or (match["hour"][0] == "0" and len(match["hour"]) == 2)
    return Atom(match.start(), match.end(), "clock", clock=(hour, minute), sure=sure, alone=alone)


def _weekday(match: re.Match[str], anchor: Anchor) -> Atom:
    weekday = _DIGITS[match["weekday"]] - 1
    shift = match.groupdict().get("shift")
    if shift:
        return _day(match, weekday_in_week(anchor.today, weekday, _SHIFTS[shift]))
    return _day(match, weekday_by_tense(anchor.today, weekday, anchor.tense))


def _every_weekday(match: re.Match[str], anchor: Anchor) -> Atom:
    return _day(match, weekday_by_tense(anchor.today, _DIGITS[match["weekday"]] - 1, "future"))


def _week(match: re.Match[str], anchor: Anchor) -> Atom:
    return _atom(match, week_span(anchor.today + timedelta(weeks=_SHIFTS[match["shift"]])))


def _weekend(match: re.Match[str], anchor: Anchor) -> Atom | None:
    shift = match["shift"]
    if shift:
        return _atom(match, weekend_span(anchor.today + timedelta(weeks=_SHIFTS[shift])))
    if anchor.tense == "none" or _HABIT.search(match.string, max(0, match.start() - 8), match.end() + 8):
        return None
    weekend = weekend_span(anchor.today)
    past = anchor.tense == "past" and weekend.start > anchor.now
    return _atom(match, weekend_span(anchor.today - timedelta(weeks=1)) if past else weekend)


def _third(span: Span, word: str | None) -> Span:
    if not word:
        return span
    return third_of(span, 0 if word in ("初", "上旬") else 1 if word.startswith("中") else 2)


def _year_of(match: re.Match[str], anchor: Anchor) -> int | None:
    groups = match.groupdict()
    if groups.get("year"):
        year = groups["year"]
        return int(year) if year.isdigit() else int("".join(str(_DIGITS[digit]) for digit in year))
    return anchor.today.year + _YEAR_WORDS[groups["yearword"]] if groups.get("yearword") else None


def _year(match: re.Match[str], anchor: Anchor) -> Atom:
    year = _year_of(match, anchor)
    assert year is not None
    third = match["third"]
    if third in ("底", "末"):
        return _atom(match, month_span(year, 12))
    if third == "初":
        return _atom(match, month_span(year, 1))
    return _atom(match, year_span(year))


def _month(match: re.Match[str], anchor: Anchor) -> Atom:
    month = _number(match["month"])
    year = _year_of(match, anchor)
    if year is None:
        year = year_by_tense(anchor.today, month, None, anchor.tense)
    return _atom(match, _third(month_span(year, month), match["third"]))


def _month_day(match: re.Match[str], anchor: Anchor) -> Atom:
    month, day = _number(match["month"]), _number(match["date"])
    year = _year_of(match, anchor)
    if year is None:
        year = year_by_tense(anchor.today, month, day, anchor.tense)
    first = date(year, month, day)
    if match["last"]:
        return _atom(match, days_span(first, date(year, month, _number(match["last"]))))
    return _day(match, first)


def _bare_third(match: re.Match[str], anchor: Anchor) -> Atom:
    return _atom(match, _third(month_span(anchor.today.year, anchor.today.month), match["third"]))


def _bare_year_end(match: re.Match[str], anchor: Anchor) -> Atom:
    return _atom(match, month_span(anchor.today.year, 12))


def _day_of_month(match: re.Match[str], anchor: Anchor) -> Atom:
    day = _number(match["date"])
    year, month = anchor.today.year, anchor.today.month
    if anchor.tense == "past" and day > anchor.today.day:
        year, month = shift_month(year, month, -1)
    elif anchor.tense != "past" and day < anchor.today.day:
        year, month = shift_month(year, month, 1)
    return _day(match, date(year, month, day))


def _numeric_date(match: re.Match[str], anchor: Anchor) -> Atom:
    return _day(match, date(int(match["year"]), int(match["month"]), int(match["date"])))


def _quarter(match: re.Match[str], anchor: Anchor) -> Atom:
    year = _year_of(match, anchor)
    return _atom(match, quarter_span(anchor.today.year if year is None else year, _number(match["number"])))


def _relative_quarter(match: re.Match[str], anchor: Anchor) -> Atom:
    year, month = shift_month(anchor.today.year, anchor.today.month, 3 * _SHIFTS[match["shift"]])
    return _atom(match, quarter_span(year, (month + 2) // 3))


def _half_year(match: re.Match[str], anchor: Anchor) -> Atom:
    year = _year_of(match, anchor)
    span = months_span(anchor.today.year if year is None else year, 1 if match["half"] == "上" else 7, 6, "month")
    return _atom(match, span)


def _decade(match: re.Match[str], anchor: Anchor) -> Atom:
    digits = match["digits"]
    number = int(digits) if digits.isdigit() else _number(digits)
    century = {"上": 1900, "本": 2000, "20": 1900, "二十": 1900, "21": 2000, "二十一": 2000, "19": 1800}.get(
        match["century"] or ""
    )
    if number >= 100:
        return _atom(match, decade_span(number))
    base = century if century is not None else (1900 if number >= 30 else 2000)
    return _atom(match, decade_span(base + number))


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
_UNIT = r"(?:个)?(?P<unit>天|日|周|星期|礼拜|月|季度|年|小时|钟头|分钟)"
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
    unit, count = _UNITS[match["unit"]], match["count"]
    if count == "半":
        return {"year": ("month", 6), "month": ("day", 15), "hour": ("minute", 30), "day": ("hour", 12)}.get(
            unit, (unit, 0)
        )
    return unit, _number(count)


def _ago(match: re.Match[str], anchor: Anchor) -> Atom:
    unit, count = _counted(match, anchor)
    return _atom(match, _unit_span(unit, -count, anchor), "day" if unit == "day" else "other")


def _ahead(match: re.Match[str], anchor: Anchor) -> Atom | None:
    if anchor.tense == "past" and "过" not in match[0]:
        return None  # 三天后他回来了 counts from another day.
    unit, count = _counted(match, anchor)
    return _atom(match, _unit_span(unit, count, anchor), "day" if unit == "day" else "other")


def _stretch(match: re.Match[str], anchor: Anchor) -> Atom:
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
    return _atom(match, Span(min(now, moved), max(now, moved), _GRANULARITIES[unit]))


_LUNAR_DAYS = {
    "春节": (1, 1),
    "大年初一": (1, 1),
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
_HOLIDAY = "|".join(
    sorted(
        (*_LUNAR_DAYS, *_SOLAR_DAYS, "除夕", "大年三十", "清明节", "清明", "母亲节", "父亲节", "感恩节"),
        key=len,
        reverse=True,
    )
)


def _holiday_in(name: str, year: int) -> date | None:
    if name in _SOLAR_DAYS:
        return date(year, *_SOLAR_DAYS[name])
    if name in _LUNAR_DAYS:
        return solar_date(year, *_LUNAR_DAYS[name])
    match name:
        case "除夕" | "大年三十":
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


def _holiday(match: re.Match[str], anchor: Anchor) -> Atom | None:
    name, today = match["holiday"], anchor.today
    year = _year_of(match, anchor)
    if year is not None:
        day = _holiday_in(name, year)
        return _day(match, day) if day else None
    days = [day for shift in (-2, -1, 0, 1, 2) if (day := _holiday_in(name, today.year + shift))]
    if anchor.tense == "past":
        before = [day for day in days if day < today]
        return _day(match, before[-1]) if before else None
    after = [day for day in days if day >= today]
    return _day(match, after[0]) if after else None


def _lunar_date(match: re.Match[str], anchor: Anchor) -> Atom | None:
    month = {"正": 1, "冬": 11, "腊": 12}.get(match["month"]) or _number(match["month"])
    day = _number(match["date"])
    year = _year_of(match, anchor)
    leap = bool(match["leap"])
    if year is not None:
        found = solar_date(year, month, day, leap=leap)
        return _day(match, found) if found else None
    days = [found for shift in (-1, 0, 1) if (found := solar_date(anchor.today.year + shift, month, day, leap=leap))]
    if anchor.tense == "past":
        days = [found for found in reversed(days) if found <= anchor.today]
    else:
        days = [found for found in days if found >= anchor.today]
    return _day(match, days[0]) if days else None


Build = Callable[[re.Match[str], Anchor], Atom | None]
_YEAR_PREFIX = rf"(?:(?:{_YEAR4}|{_YEAR_WORD})的?)?"
RULES: tuple[Rule, ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (
            r"(?P<day>大前天|大后天|前天|昨天|昨日|今天|今日|今儿|明天|明日|明儿|后天)(?!性|努力|培养|因素|养成|形成"
            r"|会更好)",
            _named_day,
        ),
        (r"(?P<day>[今昨明前后])(?=[早晚夜](?!点|饭|餐|些|安|辈|年|期|来|到|了))", _named_day),
        (r"(?<=[今昨明前后])(?P<part>早上?|晚上?|夜里?)(?!点|饭|餐|些|安|辈|年|期|来|到|了)", _part),
        (
            r"(?P<every>每天的?|每个)?(?P<part>早上|早晨|清晨|大清早|一早|上午|中午|正午|下午|午后|傍晚|晚上|夜里"
            r"|夜晚|深夜|半夜|夜间|凌晨)(?!好)",
            _part,
        ),
        (
            r"(?<![\d有这那几第差])(?P<hour>\d{1,2}|[一二三四五六七八九十两]{1,3})(?<![早晚快慢多少好大]一)[点時时]"
            r"(?!都|也|儿|没|不|建议|意见|要求|一线|一滴|间|候|代|而|子|半年)(?P<tail>半|一刻|三刻|钟|整)?(?:"
            r"(?P<minute>\d{1,2}|[一二三四五]?十[一二三四五六七八九]?|[零〇]?[一二三四五六七八九])分?(?!之))?",
            _clock,
        ),
        (r"(?<![\d:/])(?P<hour>[01]?\d|2[0-3])[:：](?P<minute>[0-5]\d)(?![\d:])", _clock),
        (rf"{_SHIFT}?{_WEEK}(?P<weekday>[一二三四五六日天])(?!年|个|到晚|围|边|岁)", _weekday),
        (
            rf"每{_WEEK}(?P<weekday>[一二三四五六日天])|每逢{_WEEK}(?P<weekday2>[一二三四五六日天])",
            lambda m, a: _every_weekday(m, a) if m["weekday"] else None,
        ),
        (rf"{_SHIFT}{_WEEK}(?![一二三四五六日天末])", _week),
        (rf"(?:{_SHIFT}个?)?周末(?!愉快|快乐)", _weekend),
        (rf"{_YEAR4}(?P<third>初|底|末)?(?![\d]|(?:[一二三四五六七八九十\d]{{1,2}}月)|代)", _year),
        (
            rf"{_YEAR_WORD}(?P<third>初|底|末)?(?!(?:已经|快|刚满?)?[\d一二三四五六七八九十]{{1,3}}周?岁|多大"
            r"|几岁|贵庚)",
            _year,
        ),
        (
            rf"{_YEAR_PREFIX}(?<![\d第])(?P<month>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月份?{_THIRD}"
            rf"(?![\d一二三四五六七八九十]|亮|饼|光|经|薪|票|嫂|子)",
            _month,
        ),
        (
            rf"{_YEAR_PREFIX}(?<!\d)(?P<month>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月(?P<date>[12]\d"
            r"|3[01]|0?[1-9]|[一二三]?十[一二三四五六七八九]?|廿[一二三四五六七八九]?"
            rf"|[一二三四五六七八九])[日号]?(?:(?:到|至|-|—|~)(?P<last>\d{{1,2}}"
            r"|[一二三]?十[一二三四五六七八九]?)[日号])?",
            _month_day,
        ),
        (
            rf"(?P<shift>上上个|下下个|上个|这个|下个|上|本|下)月(?:份)?(?:(?P<date>[12]\d|3[01]|[1-9]"
            rf"|[一二三]?十[一二三四五六七八九]?|[一二三四五六七八九])[日号]|{_THIRD})",
            lambda m, a: _relative_month_of(m, a),
        ),
        (r"(?<![\d一二三四五六七八九十年个上下这本])月(?P<third>初|底|末)", _bare_third),
        (r"(?<![\d去今明前后一二三四五六七八九〇])年(?:底|末)", _bare_year_end),
        (
            r"(?<![\d月A-Za-z第.])(?P<date>[12]\d|3[01]|[1-9]|[一二三]?十[一二三四五六七八九]|[二三]十)号(?!线|楼|店"
            r"|院|机|码|房|桌|厅|门|选|车|球|病|仓|台|位|电|字|馆|柜|床|公|员|文|种|座|出)",
            _day_of_month,
        ),
        (r"(?<!\d)(?P<year>1[89]\d\d|20\d\d)[-/.](?P<month>\d{1,2})[-/.](?P<date>\d{1,2})(?!\d)", _numeric_date),
        (rf"{_YEAR_PREFIX}第?(?P<number>[一二三四1-4])季度", _quarter),
        (r"(?P<shift>上|这|本|下)个?季度", _relative_quarter),
        (rf"{_YEAR_PREFIX}(?P<half>上|下)半年", _half_year),
        (
            rf"(?:{_YEAR4}|{_YEAR_WORD})的?(?P<shift>)(?P<season>[春夏秋冬])[天季]?(?!节)|(?P<shift2>这|上|下"
            r"|今)个?(?P<season2>[春夏秋冬])[天季]?(?!节)",
            lambda m, a: _season_of(m, a),
        ),
        (
            r"(?:(?P<century>20|21|19|二十一?|上|本)个?世纪)?(?P<digits>(?:19|20)\d0|[1-9]0"
            r"|[一二三四五六七八九]十)年代",
            _decade,
        ),
        (rf"(?P<count>半|{_N}){_UNIT}(?:多)?(?:之前|以前|前)(?!后|台|面)", _ago),
        (
            rf"(?:再过|过)?(?P<count>半|{_N}){_UNIT}(?:之后|以后|后)(?!来|面)|再过(?P<count2>半"
            rf"|{_N}){_UNIT.replace('unit', 'unit2')}",
            lambda m, a: _ahead(m, a) if m["count"] else None,
        ),
        (
            rf"(?P<side>过去|最近|近|未来|接下来|今后|往后|这)的?(?P<count>半|{_N}){_UNIT}(?:里|内|以来)?(?!前"
            r"|后)",
            _stretch,
        ),
        (rf"{_YEAR_PREFIX}(?P<holiday>{_HOLIDAY})(?!快乐)", _holiday),
        (
            rf"{_YEAR_PREFIX}(?:农历|阴历|旧历)(?P<leap>闰)?(?P<month>正|冬|腊|十[一二]?|[一二三四五六七八九])月"
            r"(?:初)?(?P<date>[一二三]?十[一二三四五六七八九]?|廿[一二三四五六七八九]?|[一二三四五六七八九])(?:日"
            r"|号)?",
            _lunar_date,
        ),
    )
)


def _relative_month_of(match: re.Match[str], anchor: Anchor) -> Atom:
    shift = _SHIFTS[match["shift"].removesuffix("个")]
    year, month = shift_month(anchor.today.year, anchor.today.month, shift)
    if match["date"]:
        return _day(match, date(year, month, _number(match["date"])))
    return _atom(match, _third(month_span(year, month), match["third"]))


def _season_of(match: re.Match[str], anchor: Anchor) -> Atom:
    season = _SEASONS[match["season"] or match["season2"]]
    year = _year_of(match, anchor)
    if year is not None:
        return _atom(match, season_span(year, season))
    spans = [season_span(anchor.today.year + shift, season) for shift in (-2, -1, 0, 1)]
    if match["shift2"] == "上":
        return _atom(match, [span for span in spans if span.end is not None and span.end <= anchor.now][-1])
    if match["shift2"] == "下":
        return _atom(match, next(span for span in spans if span.start > anchor.now))
    running = [span for span in spans if span.end is not None and span.start <= anchor.now < span.end]
    return _atom(match, running[0] if running else season_span(anchor.today.year, season))
