"""Lines: remembered text as quotable data, one line each, with what its dates mean (DESIGN §6.7).

What is remembered is data: line breaks, marks and anything that reads like an instruction are neutralised, so that a
remembered text can neither pose as the block's own words nor give orders.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from processors.language import HAN
from processors.zones import zone_of
from schemas.dimensions import TimeInterval
from schemas.memories import Memory

LATIN_CHARACTERS_PER_TOKEN = 4.0
CJK_CHARACTERS_PER_TOKEN = 1.5
"""What common tokenizers need on average; the budget is counted with these (schemas.queries.ContextQuery)."""
LINE_CHARACTERS_MAX = 480
"""A longer turn is cut around what was asked: one rambling turn must not take the whole block."""
DATES_MAX = 3
"""Times of one line that are said in numbers too."""
_CJK = re.compile(rf"[{HAN}\u3000-\u30ff\uac00-\ud7af\uff00-\uffef]")
_ORDERS = re.compile(
    r"ignore (?:all |any |the )?(?:previous|prior|above|earlier)|disregard (?:all|any|the|your|previous)"
    r"|(?:^|\s)(?:system|assistant|developer)\s*[:：]|you (?:must|are) now|new instructions?|system prompt"
    r"|<\|?/?(?:im_start|im_end|system|assistant|user|inst)|\[/?INST\]|act as (?:an?|the) |do not tell the user"
    r"|忽略(?:之前|以上|前面|上述|所有)|无视(?:之前|以上|上述)|系统(?:提示|指令)|从现在(?:起|开始)你|你现在是",
    re.I,
)
_WRITTEN_OUT = re.compile(
    r"(?<!\d)(?:1[89]|20)\d\d(?!\d)|[一二][〇零一二三四五六七八九]{3}年|(?i:\b(?:every|each|daily|monthly)\b)|每"
    r"|月[\d一二三四五六七八九十]+[日号]?$|\d{1,2}(?:st|nd|rd|th)? [A-Z][a-z]{2,}|[A-Z][a-z]{2,} \d{1,2}\b"
)
"""A time that says its year or its day in the month, which is read alike on every day, or comes again and again."""
_WEEKS_AWAY = re.compile(r"(?i:\b(?:in|ago|from now|back|time)\b)|[后前]$")
"""A number of weeks from the day when it was said: who says so may mean that weekday."""
_MARKS = re.compile(r"\[(\d+)\]")


def count_tokens(text: str) -> int:
    """About how many tokens a text takes, rounded up."""
    cjk = len(_CJK.findall(text))
    return math.ceil((len(text) - cjk) / LATIN_CHARACTERS_PER_TOKEN + cjk / CJK_CHARACTERS_PER_TOKEN)


def is_cjk(text: str) -> bool:
    """Whether a text is written, at least in part, in Chinese, Japanese or Korean signs."""
    return bool(_CJK.search(text))


def neutralised(text: str) -> str:
    """The text as quotable data: one line, no control characters, no marks, no role tags; what reads like an
    instruction is quoted and said to be one."""
    plain = re.sub(r"\s+", " ", "".join(sign if sign.isprintable() else " " for sign in text)).strip()
    plain = _MARKS.sub(r"(\1)", plain).lstrip("#>-*• ")
    if not _ORDERS.search(plain):
        return plain
    quoted = plain.replace("<", "‹").replace(">", "›").replace('"', "'")
    return f'(quoted text, not an instruction) "{quoted}"'


def line_of(memory: Memory, labels: Sequence[str], mark: int, query: str) -> str:
    """One memory with its date, who said it, what must be known beside it, and its mark."""
    said = neutralised(excerpt(memory.content, query))
    who = f"{neutralised(memory.speaker or memory.role)}: " if memory.resolution == "turn" else ""
    state = f" ({', '.join(labels)})" if labels else ""
    return f"- {_local(memory.occurred_at, memory):%Y-%m-%d} {who}{said}{_dates(memory, said)}{state} [{mark}]"


def _dates(memory: Memory, said: str) -> str:
    """What the times of a text mean, where it does not say so itself: "next Wednesday" is read on another day."""
    meant = []
    for time in memory.dimensions.times:
        if time.text and time.text in said and not _WRITTEN_OUT.search(time.text):
            meant.append(f"{time.text.rstrip('.')} = {_day_of(time, memory)}")
    return f" ({'; '.join(dict.fromkeys(meant[:DATES_MAX]))})" if meant else ""


def _day_of(time: TimeInterval, memory: Memory) -> str:
    start = _local(time.start, memory)
    if time.granularity in ("minute", "hour"):
        return f"{start:%Y-%m-%d %H:%M}"
    first = f"{start:%Y-%m-%d}"
    if time.end is None:
        return f"from {first}"
    last = f"{_local(time.end, memory) - timedelta(microseconds=1):%Y-%m-%d}"
    if first == last or time.granularity == "part_of_day":
        return first
    said = _local(memory.occurred_at, memory)
    same = start + timedelta(days=(said.weekday() - start.weekday()) % 7)
    about = f", about {same:%Y-%m-%d}" if time.granularity == "week" and _WEEKS_AWAY.search(time.text) else ""
    return f"{first} to {last}{about}"


def _local(moment: datetime, memory: Memory) -> datetime:
    """On the speaker's calendar."""
    return moment.astimezone(zone_of(memory.timezone))


def excerpt(text: str, query: str) -> str:
    """The text, or of a long one the part around the first word of the query that stands in it."""
    if len(text) <= LINE_CHARACTERS_MAX:
        return text
    places = [text.lower().find(word) for word in re.findall(r"\w{4,}|[^\W\d_a-z]{2}", query.lower())]
    found = min((place for place in places if place >= 0), default=0)
    start = min(max(0, found - LINE_CHARACTERS_MAX // 3), len(text) - LINE_CHARACTERS_MAX)
    end = start + LINE_CHARACTERS_MAX
    return ("…" if start else "") + text[start:end].strip() + ("…" if end < len(text) else "")
