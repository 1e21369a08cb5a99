"""Times: the intervals found in a text against gold."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta, tzinfo

from bench.evaluate.items import GoldInterval, TimeItem
from bench.evaluate.outcome import Outcome
from processors.dimensions.times import find_times
from processors.zones import zone_of
from schemas.dimensions import TimeInterval

_TO_THE_MINUTE = ("minute", "hour", "part_of_day")
"""Granularities whose bounds the stricter figure `exact` compares to the minute."""


def evaluate(items: Sequence[TimeItem]) -> list[Outcome]:
    """Finds the times of each item as the describe stage does."""
    return [scored(item, find_times(item.text, item.occurred_at, item.timezone)) for item in items]


def scored(item: TimeItem, found: Sequence[TimeInterval]) -> Outcome:
    """Right when found and gold are the same set, each bound to the minute for minute and to the local day for the
    rest; `exact` also compares hours and parts of a day to the minute."""
    zone = zone_of(item.timezone)
    return Outcome(
        item.id,
        item.lang,
        item.tags,
        right=_same(item.gold, found, zone, ("minute",)),
        exact=_same(item.gold, found, zone, _TO_THE_MINUTE),
        said=f"{item.text} @{item.occurred_at:%a %Y-%m-%dT%H:%M}",
        gold=", ".join(_shown(one, zone) for one in item.gold),
        found=", ".join(_shown(one, zone) for one in found),
    )


def _same(
    gold: Sequence[GoldInterval], found: Sequence[TimeInterval], zone: tzinfo, to_the_minute: Sequence[str]
) -> bool:
    left = list({(one.start, one.end): one for one in found}.values())
    for one in {(one.start, one.end): one for one in gold}.values():
        match = next((other for other in left if _matches(one, other, zone, one.granularity in to_the_minute)), None)
        if match is None:
            return False
        left.remove(match)
    return not left


def _matches(gold: GoldInterval, found: TimeInterval, zone: tzinfo, by_minute: bool) -> bool:
    if (gold.end is None) != (found.end is None):
        return False
    ends = gold.end is None or found.end is None or _close(gold.end, found.end, zone, by_minute)
    return ends and _close(gold.start, found.start, zone, by_minute)


def _close(one: datetime, other: datetime, zone: tzinfo, by_minute: bool) -> bool:
    if by_minute:
        return abs(one - other) < timedelta(minutes=1)
    return one.astimezone(zone).date() == other.astimezone(zone).date()


def _shown(interval: GoldInterval | TimeInterval, zone: tzinfo) -> str:
    end = "…" if interval.end is None else f"{interval.end.astimezone(zone):%Y-%m-%dT%H:%M}"
    return f"{interval.start.astimezone(zone):%Y-%m-%dT%H:%M}/{end} {interval.granularity}"
