"""Values of details: of what form a short value is, and how it is compared."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Sequence
from dataclasses import dataclass
from datetime import datetime

from processors.dimensions.times_chinese_words import number_of
from processors.zones import zone_of
from schemas.dimensions import DetailForm, TimeInterval

COLOURS = (
    "red|blue|green|yellow|orange|purple|violet|pink|brown|black|white|grey|gray|beige|cream|ivory|navy|teal|turquoise"
    "|cyan|magenta|maroon|burgundy|crimson|scarlet|terracotta|ochre|olive|mint|sage|emerald|khaki|charcoal|silver|gold"
    "|golden|bronze|copper|lavender|lilac|mauve|coral|indigo|mustard|taupe"
)
_CLOCK = re.compile(
    r"(?i:(?:\d{1,2}[:.]\d\d(?: ?[ap]\.?m\.?)?|\d{1,2} ?[ap]\.?m\.?|(?:half|quarter) (?:past|to) \w+|noon|midnight"
    r"|\w+ o'clock))|(?:早上|上午|中午|下午|晚上|傍晚|凌晨)?(?:\d{1,2}|[一二三四五六七八九十两]{1,3})(?:[点时]"
    r"(?:半|一刻|三刻|(?:\d{1,2}|[一二三四五六七八九十]{1,3})分?)?|[:：]\d\d)"
)
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_CLOCK_ZH = re.compile(
    r"(?P<hour>\d{1,2}|[一二三四五六七八九十两]{1,3})[点时](?P<minute>半|一刻|三刻|[\d一二三四五六七八九十]{1,3}分?)?"
)
_WEEKDAY = re.compile(
    r"(?i:(?P<en>mon|tues|wednes|thurs|fri|satur|sun)days?\b)|(?:每)?(?:周|星期|礼拜)(?P<zh>[一二三四五六日天])"
)
_DAYS_TEXT = "mon tues wednes thurs fri satur sun"
_DAYS = dict(zip("一二三四五六日", _DAYS_TEXT.split(), strict=True))
_DAYS |= {"天": "sun"} | {en: en for en in _DAYS.values()}
_DATE = re.compile(
    rf"(?i:(?:the )?\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{_MONTH}\b\.?|{_MONTH}\.? \d{{1,2}}(?:st|nd|rd"
    rf"|th)?\b)(?:,? 20\d\d)?"
    r"|20\d\d-\d\d-\d\d|(?:\d{1,2}|[一二三四五六七八九十]{1,3})月(?:\d{1,2}|[一二三四五六七八九十廿]{1,3})[日号]?"
)
_NUMBER = re.compile(
    r"(?i:(?:[$€£¥￥]|usd |eur |rmb )?\d[\d,]*(?:\.\d+)?[kmw百千万]?(?: ?(?:元|块钱?|人|位|岁|公里|公斤|斤|分钟"
    r"|小时|天|度|平米?|个|euros?|dollars?|pounds?|quid|bucks|yuan|cents"
    r"|pence|km|kg|g|m|cm|miles|metres|meters|litres|liters|people|guests|minutes|mins|hours|days|percent|%)(?![a-z]))?)"
    r"|[一二三四五六七八九十百千万两]+(?:元|块钱?|人|位|岁|公里|公斤|斤|分钟|小时|天|度|个)"
)
_CODE = re.compile(
    r"(?=[\w@.+#-]*[\d@])(?=[\w@.+#-]*[A-Za-z@#-])[A-Za-z0-9@][\w@.+#-]{2,}|[\u4e00-\u9fff][A-Z][A-Z0-9]{5,6}"
    r"|\d{1,8}(?:-\d{1,8})+|(?<![\w])\d{4,}(?: \d{2,})*",
    re.ASCII,
)
_COLOUR = re.compile(
    rf"(?i:(?:[a-z]+(?<!ing) )?(?:{COLOURS})(?: (?:{COLOURS}))?)|[\u4e00-\u9fff]{{1,3}}色|(?:深"
    rf"|浅)?[红橙黄绿蓝紫黑白灰粉棕](?:的)?"
)
_PLACE = re.compile(
    r"(?:(?i:the )?(?i:room|hall|gate|platform|floor|table|building|hut|desk|lab|studio|seat|bay|dock|terminal|ward"
    r"|cabin|pitch|court|field|suite|office|stand|booth) [A-Z0-9][\w-]*|(?i:the )?[A-Z][\w'’&-]*(?: (?:of |the )?"
    r"[A-Z][\w'’&-]*){0,4})|(?=.{2})[\u4e00-\u9fffA-Za-z0-9]{0,9}(?:厅|室|楼|馆|店|座|号|层|酒店|餐厅"
    r"|公园|广场|校区|站|口|包间|包厢|会所|食堂|院|坊|桌|门|家)"
)
_FORMS: tuple[tuple[DetailForm, re.Pattern[str]], ...] = (
    ("clock", _CLOCK),
    ("date", _DATE),
    ("number", _NUMBER),
    ("code", _CODE),
    ("colour", _COLOUR),
    ("place", _PLACE),
)
_BEHIND = re.compile(
    r"(?i:\s*(?:$|[,.;!(–—]|- |(?:now|instead|sharp|again|this (?:year|time)|then|please|everyone|guys|on|at|in|from"
    r"|because|since|to|as|so|after|before|for|due|rather|not|each|per|with|by|up|a (?:month|week|day|year|head"
    r"|person|night|piece|term|hour)|an hour)\b))|[了吧啊哦呀哈啦的，。！~～]*$|[（(]"
)
"""What may stand behind a value that is one; anything else makes it a part of something longer."""

_COUNTS = re.compile(r"\d|[一二三四五六七八九十两@]|(?i:o'clock|past|quarter|noon|midnight)")
"""Without one of these a text holds no clock, date, number or code."""


@dataclass(frozen=True, slots=True)
class Value:
    """What a text begins with: its form, how it is compared, its length in characters and when it is over."""

    form: DetailForm
    plain: str
    length: int
    until: datetime | None = None


def value_of(text: str, times: Sequence[TimeInterval], timezone: str) -> Value | None:
    """The short, definite value that a text begins with; None when it is a part of something else."""
    weekday = _WEEKDAY.match(text)
    if weekday is not None and _BEHIND.match(text[weekday.end() :]):
        return Value("date", (weekday["en"] or weekday["zh"].replace("天", "日")).casefold(), weekday.end())
    for form, pattern in _FORMS:
        match = pattern.match(text)
        if match is None or not _BEHIND.match(text[match.end() :]):
            continue
        said = match[0].strip()
        time = next((t for t in times if t.text and (t.text in said or said in t.text)), None)
        if form == "clock" or form == "date":
            return _timed(form, said, len(match[0]), time, timezone)
        return Value(form, plain_value(said), len(match[0]))
    return None


def values_in(text: str, forms: Container[DetailForm]) -> dict[DetailForm, frozenset[str]]:
    """What of these forms stands anywhere in a text, as it is compared: clocks, dates (weekdays too), codes, numbers
    and colours."""
    found: dict[DetailForm, set[str]] = {}
    rest = text
    counts = _COUNTS.search(text) is not None
    for form, pattern in (("date", _WEEKDAY), *_FORMS):
        if form not in forms or form == "place" or not (counts or form == "colour" or pattern is _WEEKDAY):
            continue
        for match in pattern.finditer(rest):
            if pattern is _WEEKDAY:
                plain = _DAYS[(match["en"] or match["zh"]).casefold()]
            else:
                plain = _in_numbers(match[0]) if form == "clock" else plain_value(match[0])
            found.setdefault(form, set()).add(plain)
        rest = pattern.sub(lambda match: " " * len(match[0]), rest)
    return {form: frozenset(values) for form, values in found.items()}


def plain_value(said: str) -> str:
    """A value as it is compared: folded, without currency signs, articles and separators."""
    folded = unicodedata.normalize("NFKC", said).casefold().strip(" .")
    folded = re.sub(r"(?<=\d),(?=\d{3})|^the |[$€£¥]|[元块]钱?$|的$", "", folded)
    return " ".join(folded.split())


def _timed(form: DetailForm, said: str, length: int, time: TimeInterval | None, timezone: str) -> Value:
    """A time in numbers where the rules of times read it; of a clock without half of the day either half is meant."""
    if time is None or (form == "clock" and time.granularity not in ("minute", "hour")):
        return Value(form, _in_numbers(said), length)
    start = time.start.astimezone(zone_of(timezone))
    if form == "date":
        return Value(form, f"{start:%m-%d}", length, time.end)
    return Value(form, f"{start.hour % 12:02}:{start.minute:02}", length)


def _in_numbers(said: str) -> str:
    """七点半 as 07:30, where the rules of times did not take it for one; else as it is written."""
    match = _CLOCK_ZH.search(said)
    try:
        hour = number_of(match["hour"]) if match else -1
        minutes = (match["minute"] or "") if match else ""
        minute = {"": 0, "半": 30, "一刻": 15, "三刻": 45}.get(minutes)
        minute = number_of(minutes.rstrip("分")) if minute is None else minute
    except (KeyError, ValueError):
        return plain_value(said)
    return f"{hour % 12:02}:{minute:02}" if hour >= 0 else plain_value(said)
