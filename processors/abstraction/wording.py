"""Wording: how what was abstracted is said, in the language of what it rests on."""

from __future__ import annotations

import re

from processors.language import HAN
from schemas.memories import Schedule

QUOTED_CHARACTERS_MAX = 120
_HAN = re.compile(f"[{HAN}]")
_DAYS = ("Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays")
_DAYS_ZH = "一二三四五六日"


def interest(subject: str, value: str, content: str, *, asked: bool) -> str:
    """What somebody keeps coming back to. `content`: what they said first."""
    if _HAN.search(content):
        who = "" if subject == "user" else subject
        return f"{who}对{value}感兴趣，多次问到" if asked else f"{who}常提到{value}"
    who = "Interested" if subject == "user" else f"{subject} is interested"
    if asked:
        return f"{who} in {value}: keeps asking about it"
    return f"{'Keeps' if subject == 'user' else f'{subject} keeps'} coming back to {value}"


def routine(subject: str, schedule: Schedule, content: str, *, asked: bool) -> str:
    """What somebody does or asks for at its time, in the words of its first time."""
    chinese = bool(_HAN.search(content))
    who = "" if subject == "user" else subject
    if chinese:
        return f"{when(schedule, chinese=True)}{who}{'会问' if asked else '会说'}：{quoted(content)}"
    verb = "asks" if asked else "tells"
    return f"{when(schedule, chinese=False)} {who + ' ' if who else ''}{verb}: {quoted(content)}"


def steps(names: tuple[str, ...], content: str) -> str:
    """How something was done. `content`: what was asked."""
    numbered = " ".join(f"{number}. {name}" for number, name in enumerate(names, 1))
    return f"“{quoted(content)}”的做法：{numbered}" if _HAN.search(content) else f"To “{quoted(content)}”: {numbered}"


def when(schedule: Schedule, *, chinese: bool) -> str:
    """Mondays at 9:00, 每周一9:00."""
    clock = f"{schedule.minute_of_day // 60}:{schedule.minute_of_day % 60:02d}"
    match schedule.frequency:
        case "daily":
            return f"每天{clock}" if chinese else f"Every day at {clock}"
        case "weekly":
            assert schedule.weekday is not None, "a weekly schedule has its day"
            day = _DAYS_ZH[schedule.weekday] if chinese else _DAYS[schedule.weekday]
            return f"每周{day}{clock}" if chinese else f"{day} at {clock}"
        case "monthly":
            return f"每月{schedule.day}日{clock}" if chinese else f"On day {schedule.day} of the month at {clock}"


def quoted(content: str) -> str:
    """One line of what was said."""
    line = " ".join(content.split())
    return line if len(line) <= QUOTED_CHARACTERS_MAX else line[:QUOTED_CHARACTERS_MAX].rstrip() + "…"
