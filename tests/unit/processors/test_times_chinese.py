"""Chinese times: each expression becomes the interval that a reader of the turn, at its time, would mean."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from processors.dimensions.times import find_times
from processors.dimensions.times_lunar import solar_date

NOW = datetime(2024, 5, 15, 10, 30, tzinfo=UTC)
"""A Wednesday."""


def _read(text: str) -> list[tuple[str, str | None, str]]:
    return [
        (i.start.strftime("%Y-%m-%d %H:%M"), i.end.strftime("%Y-%m-%d %H:%M") if i.end else None, i.granularity)
        for i in find_times(text, NOW)
    ]


@pytest.mark.parametrize(
    ("text", "first", "after", "granularity"),
    [
        ("昨天我去了医院", "2024-05-14", "2024-05-15", "day"),
        ("大后天出发", "2024-05-18", "2024-05-19", "day"),
        ("抢到了球票，6月20日，西看台", "2024-06-20", "2024-06-21", "day"),
        ("货要 6 月 12 号送来", "2024-06-12", "2024-06-13", "day"),
        ("谈完了，说两周后再谈", "2024-05-27", "2024-06-03", "week"),
        ("换了张卡，六月底之前能用", "2024-06-21", "2024-07-01", "day"),
        ("上周五我们见面了", "2024-05-10", "2024-05-11", "day"),
        ("周五要交报告", "2024-05-17", "2024-05-18", "day"),
        ("周一去了医院", "2024-05-13", "2024-05-14", "day"),
        ("上周天气怎么样", "2024-05-06", "2024-05-13", "week"),
        ("下周日程安排", "2024-05-20", "2024-05-27", "week"),
        ("上周日去了公园", "2024-05-12", "2024-05-13", "day"),
        ("上上周去了上海", "2024-04-29", "2024-05-06", "week"),
        ("下个星期我出差", "2024-05-20", "2024-05-27", "week"),
        ("周末去爬山了", "2024-05-11", "2024-05-13", "weekend"),
        ("三天前", "2024-05-12", "2024-05-13", "day"),
        ("两周后我要去北京", "2024-05-27", "2024-06-03", "week"),
        ("三个月前", "2024-02-01", "2024-03-01", "month"),
        ("前年我搬家了", "2022-01-01", "2023-01-01", "year"),
        ("去年5月", "2023-05-01", "2023-06-01", "month"),
        ("去年夏天", "2023-06-01", "2023-09-01", "season"),
        ("2023年3月5日", "2023-03-05", "2023-03-06", "day"),
        ("二〇二三年", "2023-01-01", "2024-01-01", "year"),
        ("3月5号我要考试", "2025-03-05", "2025-03-06", "day"),
        ("3月5日去了医院", "2024-03-05", "2024-03-06", "day"),
        ("5号交房租", "2024-06-05", "2024-06-06", "day"),
        ("上个月5号", "2024-04-05", "2024-04-06", "day"),
        ("下个月初", "2024-06-01", "2024-06-11", "day"),
        ("第三季度", "2024-07-01", "2024-10-01", "quarter"),
        ("90年代的歌", "1990-01-01", "2000-01-01", "decade"),
        ("国庆节我要回家", "2024-10-01", "2024-10-02", "day"),
        ("春节去了三亚", "2024-02-10", "2024-02-11", "day"),
        ("今年中秋", "2024-09-17", "2024-09-18", "day"),
        ("农历八月十五", "2024-09-17", "2024-09-18", "day"),
        ("去年清明", "2023-04-05", "2023-04-06", "day"),
        ("周一到周三出差", "2024-05-20", "2024-05-23", "day"),
        ("一个半月前", "2024-03-25", "2024-04-01", "week"),
        ("一年半前", "2022-11-01", "2022-12-01", "month"),
        ("明年年底", "2025-12-01", "2026-01-01", "month"),
        ("中秋节前一天", "2024-09-16", "2024-09-17", "day"),
        ("春节后第三天去了三亚", "2024-02-13", "2024-02-14", "day"),
        ("去年的今天", "2023-05-15", "2023-05-16", "day"),
        ("六月第一个周一开学", "2024-06-03", "2024-06-04", "day"),
        ("下个月第二个星期五", "2024-06-14", "2024-06-15", "day"),
    ],
)
def test_days_and_longer_spans(text, first, after, granularity):
    assert _read(text) == [(f"{first} 00:00", f"{after} 00:00", granularity)]


@pytest.mark.parametrize(
    ("text", "start", "end", "granularity"),
    [
        ("明天下午三点开会", "2024-05-16 15:00", "2024-05-16 16:00", "hour"),
        ("下周三下午3点半", "2024-05-22 15:30", "2024-05-22 15:31", "minute"),
        ("明晚7点吃饭", "2024-05-16 19:00", "2024-05-16 20:00", "hour"),
        ("昨晚没睡好", "2024-05-14 18:00", "2024-05-15 00:00", "part_of_day"),
        ("今早跑步了", "2024-05-15 06:00", "2024-05-15 12:00", "part_of_day"),
        ("每天早上喝茶", "2024-05-16 06:00", "2024-05-16 12:00", "part_of_day"),
        ("明天下午3点到5点开会", "2024-05-16 15:00", "2024-05-16 18:00", "hour"),
        ("一个半小时后叫我", "2024-05-15 12:00", "2024-05-15 12:01", "minute"),
        ("国庆前一天晚上八点", "2024-09-30 20:00", "2024-09-30 21:00", "hour"),
        ("十分钟后叫我", "2024-05-15 10:40", "2024-05-15 10:41", "minute"),
        ("过去三天", "2024-05-12 10:30", "2024-05-15 10:30", "day"),
        ("接下来两周", "2024-05-15 10:30", "2024-05-29 10:30", "week"),
        ("直到周五", "2024-05-15 10:30", "2024-05-18 00:00", "day"),
    ],
)
def test_clock_times_and_stretches(text, start, end, granularity):
    assert _read(text) == [(start, end, granularity)]


@pytest.mark.parametrize(
    "text",
    [
        "他三天两头生病",
        "早上好！",
        "我今年35岁",
        "我在2号线上车",
        "在 8 号桌吃饭",
        "有三点建议",
        "周末我喜欢钓鱼",
        "把阳台的灯换成了暖光的。",
        "等了三个小时",
        "设备编号是K7",
        "年轻真好",
        "2月31号",
    ],
)
def test_what_is_no_time_stays_unread(text):
    assert _read(text) == []


def test_a_mixed_sentence_is_read_in_both_languages():
    assert [i.text for i in find_times("明天开会, next Friday we ship", NOW)] == ["明天", "next Friday"]


def test_lunar_dates_have_their_leap_months_and_their_limits():
    assert solar_date(2023, 2, 1, leap=True) == date(2023, 3, 22)
    assert solar_date(2024, 1, 1) == date(2024, 2, 10)
    assert solar_date(2024, 2, 1, leap=True) is None
    assert solar_date(2024, 1, 30) is None
    assert solar_date(1900, 1, 1) is None


@pytest.mark.parametrize(
    ("text", "first", "after", "granularity"),
    [
        ("每天八点一刻遛狗", "2024-05-16 08:15", "2024-05-16 08:16", "minute"),
        ("每月15号交房租", "2024-06-15 00:00", "2024-06-16 00:00", "day"),
        ("每个月31日对账", "2024-05-31 00:00", "2024-06-01 00:00", "day"),
        ("婚礼在周六，6月8日", "2024-06-08 00:00", "2024-06-09 00:00", "day"),
        ("正月十二出发", "2025-02-09 00:00", "2025-02-10 00:00", "day"),
        ("七月初三是外婆的生日", "2024-08-06 00:00", "2024-08-07 00:00", "day"),
        ("周五之前回复我", "2024-05-17 00:00", "2024-05-18 00:00", "day"),
        ("今年大寒那天我在哈尔滨", "2024-01-20 00:00", "2024-01-21 00:00", "day"),
    ],
)
def test_a_rhythm_a_lunar_day_and_a_deadline(text: str, first: str, after: str, granularity: str) -> None:
    assert _read(text) == [(first, after, granularity)]


@pytest.mark.parametrize("text", ["请假到下周四", "合同签到下周四", "店里装修到下周四"])
def test_what_lasts_until_a_day_runs_from_now(text: str) -> None:
    assert _read(text) == [("2024-05-15 10:30", "2024-05-24 00:00", "day")]


@pytest.mark.parametrize("text", ["会议推迟到下周四", "时间改到下周四", "婚礼约到下周四"])
def test_what_is_moved_to_a_day_is_on_that_day(text: str) -> None:
    assert _read(text) == [("2024-05-23 00:00", "2024-05-24 00:00", "day")]


def test_what_begins_is_open() -> None:
    assert _read("七月开始我就上早班") == [("2024-07-01 00:00", None, "month")]
    assert _read("从周一开始我就没胃口") == [("2024-05-13 00:00", None, "day")]
    assert _read("七月开始装修") == [("2024-07-01 00:00", "2024-08-01 00:00", "month")]


def test_a_while_is_no_clock() -> None:
    assert _read("一时半会儿说不清") == []
    assert _read("大雪封山了") == []


@pytest.mark.parametrize("text", ["票是8月9号订到的。", "我八月九号搬来的。", "手机是8月9日在深圳买的。"])
def test_what_is_said_with_de_is_over(text: str) -> None:
    assert _read(text) == [("2023-08-09 00:00", "2023-08-10 00:00", "day")]


def test_a_birthday_that_is_kept_is_not_over() -> None:
    assert _read("弟弟8月9号过生日。") == [("2024-08-09 00:00", "2024-08-10 00:00", "day")]


@pytest.mark.parametrize(
    ("text", "first", "after", "granularity"),
    [
        ("周五五点半关门", "2024-05-17 17:30", "2024-05-17 17:31", "minute"),
        ("周一早上七点零五分那趟地铁挤掉了我一只鞋", "2024-05-13 07:05", "2024-05-13 07:06", "minute"),
        ("明早差一刻八点上班", "2024-05-16 07:45", "2024-05-16 07:46", "minute"),
        ("过二十分钟打给你", "2024-05-15 10:50", "2024-05-15 10:51", "minute"),
        ("今天一大早就宣布了", "2024-05-15 06:00", "2024-05-15 12:00", "part_of_day"),
        ("昨儿一整天都躺着", "2024-05-14 00:00", "2024-05-15 00:00", "day"),
        ("3月2号晚上签的字", "2024-03-02 18:00", "2024-03-03 00:00", "part_of_day"),
        ("下个月3号到6号店里休息", "2024-06-03 00:00", "2024-06-07 00:00", "day"),
        ("会议从周二改到周四了", "2024-05-16 00:00", "2024-05-17 00:00", "day"),
        ("截止日期推到6月5号了", "2024-06-05 00:00", "2024-06-06 00:00", "day"),
        ("六月的最后一个周五聚餐", "2024-06-28 00:00", "2024-06-29 00:00", "day"),
        ("下下周一起吃个饭吧", "2024-05-27 00:00", "2024-06-03 00:00", "week"),
        ("上上個月才剛換過輪胎", "2024-03-01 00:00", "2024-04-01 00:00", "month"),
        ("他09年就退休了", "2009-01-01 00:00", "2010-01-01 00:00", "year"),
        ("06年夏天我上初中", "2006-06-01 00:00", "2006-09-01 00:00", "season"),
    ],
)
def test_more_ways_to_say_when(text: str, first: str, after: str, granularity: str) -> None:
    assert _read(text) == [(first, after, granularity)]
