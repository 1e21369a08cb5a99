"""Chinese words of time: numbers, days, parts of day, units."""

from __future__ import annotations

import re
from datetime import date

from processors.dimensions.times_atoms import Anchor, Atom, Kind
from processors.dimensions.times_calendar import Span, day_span, third_of

DIGITS = {**{d: i for i, d in enumerate("零一二三四五六七八九")}, "〇": 0, "两": 2, "俩": 2, "日": 7, "天": 7}
N = r"(?:(?<!\d)\d{1,3}|[一二三四五六七八九十两廿卅]{1,3})"
YEAR4 = (
    r"(?P<year>(?:1[89]|20)\d\d|[一二][〇零九八一二三四五六七]{3}"
    r"|(?<![\d.第])(?:0\d(?!年级)|[5-9]\d(?=年(?:[出毕结入离搬认生的春夏秋冬]|\d{1,2}月))))年"
)
YEAR_WORD = r"(?P<yearword>大前年|大后年|前年|去年|今年|本年|明年|后年)"
WEEK = r"(?:个)?(?:周|星期|礼拜)"
NO_WEEKDAY = (
    r"(?!年|个|到晚|围|边|(?<=[上下这本]周一)起[吃去看玩打喝聚逛学做过聊爬骑]|岁|气|程|历|报|志|记"
    r"|(?<=一)(?:直|次(?!日)|[趟顿篇]|定(?!稿|时|点|位|下|期|了|案)|共(?!进)|切|般|律(?!师|所)|会儿|样|旦|些|片|大?堆|口气|整周|半(?!夜|天|场|价)"
    r"|家(?!长|访|里|门|具|电))"
    r"|(?<=[二三四五六])(?:[十百千万次篇顿趟]|场(?!地|馆|次)|节课|公里)|(?<=[三四五六])天(?!气|津|亮|黑|冷|热|不)|(?<=日)(?:均|常))"
)
"""What makes a word of its own of the digit behind 周: 上周一直, 本周三个会, 这周五天."""
SHIFT = r"(?P<shift>上上|下下|上|这|本|下)"
THIRD = r"(?P<third>初|中旬?|底|末|上旬|下旬)?"
HABIT = re.compile(r"每|喜欢|经常|一般|总是|通常|都会|平时|常常|习惯|爱")


def number_of(text: str) -> int:
    """12, 十二, 二十, 廿三, 两 as a number. Raises ValueError for anything else."""
    if text.isdigit():
        return int(text)
    text = text.replace("廿", "二十").replace("卅", "三十")
    tens, ten, ones = text.partition("十")
    if not text or (ten and max(len(tens), len(ones)) > 1) or not DIGITS.keys() >= {*tens, *ones}:
        raise ValueError(text)
    if not ten:
        return int("".join(str(DIGITS[digit]) for digit in text))
    return (DIGITS[tens] if tens else 1) * 10 + (DIGITS[ones] if ones else 0)


def atom_of(match: re.Match[str], span: Span, kind: Kind = "other") -> Atom:
    return Atom(match.start(), match.end(), kind, span)


def day_atom(match: re.Match[str], day: date, *, dated: bool = False) -> Atom:
    return Atom(match.start(), match.end(), "day", day_span(day), dated=dated)


YEAR_WORDS = {"大前年": -3, "前年": -2, "去年": -1, "今年": 0, "本年": 0, "明年": 1, "后年": 2, "大后年": 3}
SHIFTS = {"上上": -2, "上": -1, "这": 0, "本": 0, "下": 1, "下下": 2}
SEASONS = {"春": "spring", "夏": "summer", "秋": "autumn", "冬": "winter"}


def third_named(span: Span, word: str | None) -> Span:
    if not word:
        return span
    return third_of(span, 0 if word in ("初", "上旬") else 1 if word.startswith("中") else 2)


def year_of(match: re.Match[str], anchor: Anchor) -> int | None:
    """The year written in a match, else the one named beside it."""
    groups = match.groupdict()
    if groups.get("year"):
        year = groups["year"]
        if len(year) == 2:
            this = anchor.today.year
            return (full := this // 100 * 100 + int(year)) - (100 if full > this else 0)
        return int(year) if year.isdigit() else int("".join(str(DIGITS[digit]) for digit in year))
    return anchor.today.year + YEAR_WORDS[groups["yearword"]] if groups.get("yearword") else anchor.year


YEAR_PREFIX = rf"(?:(?:{YEAR4}|{YEAR_WORD})的?)?"
