"""When a procedure comes again, on the calendar of its time zone. Pure: nothing is stored, the moment comes in."""

from __future__ import annotations

import calendar
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from processors.zones import zone_of
from schemas.memories import Memory, Schedule
from schemas.records import to_utc

DUE_BEFORE = timedelta(hours=1)
DUE_AFTER = timedelta(hours=3)
"""A procedure is due from an hour before its time, to be offered in good time, until three hours after it."""
_DAYS_AHEAD = 62
"""A monthly one comes again within two months."""


def next_due(memory: Memory, now: datetime) -> datetime | None:
    """The next time from `now` on at which the memory's procedure comes, in UTC; None when it has no schedule."""
    return next((at for at in _times(memory, now) if at >= now), None)


def is_due(memory: Memory, now: datetime) -> bool:
    """Whether the memory's procedure comes now: from DUE_BEFORE its time to DUE_AFTER it."""
    near = next((at for at in _times(memory, now - DUE_AFTER) if at >= now - DUE_AFTER), None)
    return near is not None and near - DUE_BEFORE <= now


def _times(memory: Memory, since: datetime) -> Iterator[datetime]:
    """The times of the schedule in order, beginning with those of the local day of `since`."""
    if memory.schedule is None:
        return
    zone = zone_of(memory.timezone)
    first = since.astimezone(zone).date()
    at = time(memory.schedule.minute_of_day // 60, memory.schedule.minute_of_day % 60)
    for number in range(_DAYS_AHEAD):
        day = first + timedelta(days=number)
        if _falls_on(memory.schedule, day):
            yield to_utc(datetime.combine(day, at, tzinfo=zone))


def _falls_on(schedule: Schedule, day: date) -> bool:
    match schedule.frequency:
        case "daily":
            return True
        case "weekly":
            return day.weekday() == schedule.weekday
        case "monthly":
            last = calendar.monthrange(day.year, day.month)[1]
            return day.day == min(schedule.day or 1, last)
