"""Days as people say them, and every spelling of the day that is meant."""

from __future__ import annotations

import random
from datetime import date, timedelta

from bench.families.story import BEGIN

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    "January February March April May June July August September October November December".split()  # noqa: SIM905
)
_NUMBERS = {"en": ("", "one", "two", "three", "four", "five", "six"), "zh": ("", "一", "两", "三", "四", "五", "六")}


def said_when(chance: random.Random, lang: str, day: int) -> tuple[str, date]:
    """A phrase for a day after BEGIN + `day`, and the day: tomorrow, in four days, next Tuesday, on 3 March."""
    today = BEGIN + timedelta(days=day)
    monday = today - timedelta(days=today.weekday())
    way = chance.choice(("tomorrow", "after", "in days", "next week", "date"))
    weekday, days, ahead = chance.randrange(7), chance.randint(3, 6), chance.randint(10, 40)
    english = lang == "en"
    match way:
        case "tomorrow":
            return ("tomorrow" if english else "明天"), today + timedelta(days=1)
        case "after":
            return ("the day after tomorrow" if english else "后天"), today + timedelta(days=2)
        case "in days":
            number = _NUMBERS[lang][days]
            return (f"in {number} days" if english else f"{number}天后"), today + timedelta(days=days)
        case "next week":
            meant = monday + timedelta(days=7 + weekday)
            return (f"next {_DAYS[weekday]}" if english else f"下周{'一二三四五六日'[weekday]}"), meant
        case _:
            meant = today + timedelta(days=ahead)
            month = _MONTHS[meant.month - 1]
            return (f"on {meant.day} {month}" if english else f"{meant.month}月{meant.day}号"), meant


def spellings(day: date) -> tuple[str, ...]:
    """How a context may write the day."""
    month = _MONTHS[day.month - 1]
    return (
        day.isoformat(),
        f"{day.day} {month}",
        f"{month} {day.day}",
        f"{day.day} {month[:3]}",
        f"{day.month}月{day.day}日",
        f"{day.month}月{day.day}号",
    )
