"""Expiry: what has stopped being true at a moment. Pure."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from processors.dimensions.times import speaks_of_past
from schemas.dimensions import TimeInterval
from schemas.memories import Memory

_SENTENCES = re.compile(r"[.!?。！？;；\n]\s*\S")
FEW_DAYS_GONE = timedelta(days=21)
SHORT = 80
"""Characters of a turn that says one thing."""
_FEW_DAYS = re.compile(
    r"(?i:\b(?:for (?:a few|the next few|a couple of|two|three|four|\d) days|these (?:few|two|three) days"
    r"|this week(?:end)?|for the week(?:end)?|the next (?:few|two|three) days)\b)"
    r"|[一两二三四\d](?:天|个?(?:周|星期|礼拜))内|这[几两二三四五\d]天|接下来[几两三]天|这个?(?:周末|礼拜|星期)|这周"
)
_TOLD = re.compile(r"(?i:\b(?:was|were|did|went|had|saw|\w+ed)\b)|昨|上[周个]|过了|[看吃去玩]了")
_PLANS = ("plan", "commit", "remember")
_AGAIN = re.compile(
    r"(?i:\b(?:every|each|always|(?:usual|normal|typical|general|regular)ly|as a rule|by default|annual\w*|yearly"
    r"|birthday|anniversary|born|name day|national day"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b)"
    r"|[每生诞](?:日|年|月|周|天|辰)|周年|纪念日|忌日|总是|都是|节日|国庆|平时|平常|通常|一般|正常|照常|默认"
)
_TIMETABLE = re.compile(
    r"(?i:\b(?:now|opens?|closes?|leaves?|departs?|starts?|begins?|runs?|hours?|rings?|wakes?|gets? up|from now on)\b)"
    r"|改|换|现在|以后|营业|开门|关门|发车?|[上下]班|[上下放]课|放学|开始|起床|闹钟"
)
_WEEKDAY_ALONE = re.compile(
    r"(?i:(?:on |at )?(?:mon|tues|wednes|thurs|fri|satur|sun)day(?: (?:night|evening|morning|afternoon|noon))?)"
    r"|(?:周|星期|礼拜)[一二三四五六日天](?:早上|上午|中午|下午|晚上)?"
)
_WEEKLY = re.compile(
    r"(?i:\b(?:go(?:es)? out|bins? out|meets?|moves?|takes? place|happens?|collect(?:ion|ed)|rehearsals?|practice"
    r"|club|class|stand-?up|market|delivery)\b)|挪|改|例会|[上下]课|收垃圾|下午茶|读书会|排练"
)
_DAY = re.compile(
    r"(?i:\d{4}|\b(?:to(?:day|night|morrow)|this|next|coming|\w*day|jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)"
    r"|\d(?:st|nd|rd|th)\b|/)|[今明后]|[上下这本]个?[周月礼星季]|周|星期|礼拜|月|[号日]"
)
_DATED = ("minute", "hour", "part_of_day", "day", "weekend", "week")
"""What lay ahead and is no longer than a week is a date in a diary: it comes once."""
_RELATIVE = re.compile(
    r"(?i:\b(?:to(?:day|night|morrow)|this|next|coming|in|from now|\w*day|at|noon|[ap]m)\b)|[今明后]"
    r"|[上下这本]个?[周月礼星季]|周|星期|礼拜|[天时钟]后|[点时]"
)


def is_expired(memory: Memory, now: datetime) -> bool:
    """Whether it has stopped being true: `valid_to` lies at or before now. What was superseded is that, not expired."""
    return memory.status != "superseded" and memory.valid_to is not None and memory.valid_to <= now


def is_over(memory: Memory, now: datetime) -> bool:
    """Whether a turn of one sentence spoke only of what was under way or to come when it was said, and all of that has
    passed: "the meeting is tomorrow at 3" the day after. It stays findable: what was planned is often asked for."""
    if _lapsed(memory, now):
        return True
    times = memory.dimensions.times
    ends = [time.end for time in times if time.end is not None]
    if memory.resolution != "turn" or not ends or len(ends) < len(times) or max(ends) > now:
        return False
    if min(ends) <= memory.occurred_at or _SENTENCES.search(memory.content) or memory.dimensions.intent == "question":
        return False
    if memory.dimensions.intent not in _PLANS and not all(_passes(time, memory) for time in times):
        return False
    ahead = all(time.start > memory.occurred_at for time in times)
    # 我今天发烧了 tells of how one is; the 了 at its end is no past.
    unwell = memory.dimensions.intent == "feel" or memory.dimensions.topic == "health"
    said = re.sub(r"了[。！!.]?$", "", memory.content) if unwell else memory.content
    return ahead or memory.dimensions.intent == "feel" or not speaks_of_past(said)


def _lapsed(memory: Memory, now: datetime) -> bool:
    """Whether a turn says how things are for a few days, and weeks have gone: 这几天快递放门卫那里."""
    if memory.resolution != "turn" or now - memory.occurred_at < FEW_DAYS_GONE or len(memory.content) > SHORT:
        return False
    told = memory.dimensions.intent in ("question", "greet", "filler") or _AGAIN.search(memory.content)
    return bool(_FEW_DAYS.search(memory.content)) and not told and not _TOLD.search(memory.content)


def _passes(time: TimeInterval, memory: Memory) -> bool:
    """Whether a time passes once and for all: tomorrow, until Friday; a birthday and every Monday come again."""
    if _AGAIN.search(memory.content):
        return False
    if time.granularity in ("minute", "hour") and not _DAY.search(time.text) and _TIMETABLE.search(memory.content):
        return False  # The bus leaves at ten to seven: on every day.
    if _WEEKDAY_ALONE.fullmatch(time.text.strip(" .")) and _WEEKLY.search(memory.content):
        return False  # The bins go out on Tuesday night: every week, as far as one can tell.
    dated = time.start > memory.occurred_at and time.granularity in _DATED
    return dated or time.start == memory.occurred_at or bool(_RELATIVE.search(time.text))
