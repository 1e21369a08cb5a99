"""Which of two days is meant: what the words around a time say of past and future decides, alike in both languages."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from processors.dimensions.times import find_times

NOW = datetime(2024, 5, 15, 10, 30, tzinfo=UTC)
"""A Wednesday."""


def _starts(text: str) -> list[str]:
    return [time.start.strftime("%Y-%m-%d") for time in find_times(text, NOW)]


def _read(text: str) -> list[tuple[str, str | None]]:
    return [
        (time.start.strftime("%Y-%m-%d %H:%M"), time.end.strftime("%Y-%m-%d %H:%M") if time.end else None)
        for time in find_times(text, NOW)
    ]


def _whole(first: str, after: str) -> list[tuple[str, str | None]]:
    return [(f"{first} 00:00", f"{after} 00:00")]


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("3号交的定金", "2024-05-03"),
        ("20号交的定金", "2024-04-20"),
        ("22号面的试，在等消息", "2024-04-22"),
        ("六月二号提的离职", "2023-06-02"),
        ("周五拔的牙，还肿着", "2024-05-10"),
        ("十二月八号领的证", "2023-12-08"),
        ("25号出的院", "2024-04-25"),
        ("28号发的货，还没到", "2024-04-28"),
        ("七月生的老二", "2023-07-01"),
        ("30号我跟她去办的手续", "2024-04-30"),
        ("周四到的货", "2024-05-09"),
        ("国庆搬的家", "2023-10-01"),
        ("六月八号我在老家过来着", "2023-06-08"),
        ("清明回老家扫的墓", "2024-04-04"),
        ("四月那会儿我在封闭培训", "2024-04-01"),
        ("7月3日终于拿到驾照了", "2023-07-03"),
        ("The library book was due on the 20th", "2024-04-20"),
        ("The plan was approved on the 20th", "2024-04-20"),
        ("My schedule changed on the 20th", "2024-04-20"),
        ("The rent was due on the 1st", "2024-05-01"),
        ("By March I'd given up", "2024-03-01"),
        ("Our deadline slipped on the 30th", "2024-04-30"),
    ],
)
def test_what_is_told_as_done_lies_behind(text: str, start: str) -> None:
    assert _starts(text) == [start]


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("20号的会在三楼", "2024-05-20"),
        ("20号要交的稿子还没动", "2024-05-20"),
        ("25号到期的合同", "2024-05-25"),
        ("20号出发的航班", "2024-05-20"),
        ("外公农历七月初七过寿", "2024-08-10"),
        ("外公6月8号过寿", "2024-06-08"),
        ("周五只能改线上了", "2024-05-17"),
        ("周五就放假了", "2024-05-17"),
        ("六月底就毕业了", "2024-06-21"),
        ("端午就回不去了", "2024-06-10"),
        ("等25号发了工资，我请客", "2024-05-25"),
        ("Book the table for 20 May", "2024-05-20"),
        ("The essay is due on the 20th", "2024-05-20"),
        ("I must finish what I started by the 20th", "2024-05-20"),
        ("She won't be here on Friday", "2024-05-17"),
        ("Power cut on 20 May, says the notice", "2024-05-20"),
    ],
)
def test_what_is_due_or_has_come_to_be_so_lies_ahead(text: str, start: str) -> None:
    assert _starts(text) == [start]


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("端午我值班，粽子只能网上买了", "2024-06-10"),
        ("6月3日13:07的动车，没座了买的站票", "2024-06-03"),
        ("6月1号我加班，陪不了孩子，他都哭了", "2024-06-01"),
        ("4月20号我就入职了", "2024-04-20"),
        ("5月20号我就正式退休了", "2024-05-20"),
        ("从六月开始我就居家办公", "2024-06-01"),
        ("从三月开始我就失眠", "2024-03-01"),
        ("清明那天我们一家都在", "2024-04-04"),
        ("三月我一直在出差", "2024-03-01"),
        ("元宵那天灯会人山人海", "2024-02-24"),
        ("夏至那天去爬山", "2024-06-21"),
        ("三月三号那天下大雪，我没去", "2024-03-03"),
        ("The 18 May ferry is full, so we took the train", "2024-05-18"),
    ],
)
def test_words_that_only_lean_to_the_past_mean_the_nearer_day(text: str, start: str) -> None:
    assert _starts(text) == [start]


@pytest.mark.parametrize(
    ("text", "first", "after"),
    [
        ("从二月到四月我一直在减脂", "2024-02-01", "2024-05-01"),
        ("二月到四月那会儿我天天熬夜", "2024-02-01", "2024-05-01"),
        ("3月5日到3月9日我在医院陪护来着", "2024-03-05", "2024-03-10"),
        ("七月到九月我们要搬家", "2024-07-01", "2024-10-01"),
        ("去年三月到五月封路", "2023-03-01", "2023-06-01"),
        ("2018到2020年在成都读研", "2018-01-01", "2021-01-01"),
        ("三号到八号我休年假", "2024-06-03", "2024-06-09"),
        ("六月到八月休渔", "2024-06-01", "2024-09-01"),
        ("2022年6月到8月我们住在罗马", "2022-06-01", "2022-09-01"),
        ("From February to April I was on crutches", "2024-02-01", "2024-05-01"),
        ("The intake is June through August", "2024-06-01", "2024-09-01"),
        ("We were closed from June 2022 to August", "2022-06-01", "2022-09-01"),
        ("June to August was a blur", "2023-06-01", "2023-09-01"),
        ("The road is shut 24 May to 2 June", "2024-05-24", "2024-06-03"),
        ("We're in Spain from the 3rd until the 10th", "2024-06-03", "2024-06-11"),
        ("From 2 June to 4 June the water is off", "2024-06-02", "2024-06-05"),
        ("I was ill from Monday to Wednesday last week", "2024-05-06", "2024-05-09"),
        ("I'm on leave from Tuesday to Friday next week", "2024-05-21", "2024-05-25"),
    ],
)
def test_both_ends_of_a_range_lie_on_one_side(text: str, first: str, after: str) -> None:
    assert _read(text) == _whole(first, after)


@pytest.mark.parametrize(
    ("text", "first", "after"),
    [
        ("冬天我们想去哈尔滨", "2024-12-01", "2025-03-01"),
        ("夏天打算学冲浪", "2024-06-01", "2024-09-01"),
        ("秋天准备考研", "2024-09-01", "2024-12-01"),
        ("我们秋天要结婚", "2024-09-01", "2024-12-01"),
        ("冬天我去了趟三亚", "2023-12-01", "2024-03-01"),
        ("夏天那会儿我在重庆实习", "2023-06-01", "2023-09-01"),
        ("In the winter we want to go skiing", "2024-12-01", "2025-03-01"),
    ],
)
def test_a_season_with_a_plan_or_a_deed_is_one_season(text: str, first: str, after: str) -> None:
    assert _read(text) == _whole(first, after)


@pytest.mark.parametrize(
    "text",
    [
        "我喜欢夏天",
        "冬天太冷了",
        "秋天来了",
        "夏天容易中暑",
        "冬天的衣服想洗一洗",
        "北方的冬天要供暖",
        "她像春天一样",
        "夏天要多喝水",
        "一到冬天我就想吃火锅",
        "我跟老周一起吃的饭",
        "小周一会儿来",
        "阿周三个孩子",
        "《十二月的奇迹》单曲循环",
        "我在看《七月与安生》",
        "五月天的票太难抢",
        "我在五一广场上班",
        "国庆路堵死了",
        "每两周一次例会",
        "三号选手没来",
        "June and August are my sisters.",
        "April and June share an office",
    ],
)
def test_a_season_in_general_a_surname_a_title_and_a_street_are_no_times(text: str) -> None:
    assert _read(text) == []


@pytest.mark.parametrize(
    ("text", "first", "after"),
    [
        ("上周一直下雨", "2024-05-06", "2024-05-13"),
        ("下周一定去看你", "2024-05-20", "2024-05-27"),
        ("这周一共跑了三次", "2024-05-13", "2024-05-20"),
        ("本周三个会", "2024-05-13", "2024-05-20"),
        ("上周五天都在加班", "2024-05-06", "2024-05-13"),
        ("这周二十个客户", "2024-05-13", "2024-05-20"),
        ("上周日均一万步", "2024-05-06", "2024-05-13"),
        ("下周一切照旧", "2024-05-20", "2024-05-27"),
        ("下周一一早走", "2024-05-20", "2024-05-20"),
        ("下周三下午开会", "2024-05-22", "2024-05-22"),
        ("周一下班去", "2024-05-20", "2024-05-21"),
        ("周五天气怎么样", "2024-05-17", "2024-05-18"),
        ("周日本来想去爬山", "2024-05-19", "2024-05-20"),
    ],
)
def test_a_number_or_an_adverb_behind_a_week_is_no_weekday(text: str, first: str, after: str) -> None:
    [(start, end)] = _read(text)

    assert (start[:10], end and end[:10]) == (first, after)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("下周一开始换夏令作息", "2024-05-20"),
        ("公司七月开始改上早班", "2024-07-01"),
        ("6月1号开始小区限行", "2024-06-01"),
        ("七月开始不收现金", "2024-07-01"),
        ("六月三号开始我就正式远程办公了", "2024-06-03"),
        ("下个月起涨房租", "2024-06-01"),
        ("I'm back in the office from Monday", "2024-05-20"),
        ("I'm back in the office from Monday, 20 May.", "2024-05-20"),
        ("The pool is closed from 3 June", "2024-06-03"),
        ("Rent goes up from July", "2024-07-01"),
        ("I'll be in Leeds from next Tuesday", "2024-05-21"),
        ("I'm on nights from Friday", "2024-05-17"),
        ("She's on leave from the 20th", "2024-05-20"),
    ],
)
def test_what_goes_on_from_a_day_is_open(text: str, start: str) -> None:
    assert _read(text) == [(f"{start} 00:00", None)]


@pytest.mark.parametrize(
    ("text", "first", "after"),
    [
        ("七月开始装修", "2024-07-01", "2024-08-01"),
        ("下个月开始学车", "2024-06-01", "2024-07-01"),
        ("The photos from Monday are lovely", "2024-05-20", "2024-05-21"),
        ("I'll send you the notes from last week", "2024-05-06", "2024-05-13"),
        ("We're moving the call from Tuesday to Friday", "2024-05-17", "2024-05-18"),
    ],
)
def test_what_begins_and_is_done_is_not_open(text: str, first: str, after: str) -> None:
    assert _read(text) == _whole(first, after)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Dinner's at half seven tomorrow", "2024-05-16 19:30"),
        ("Supper is at 8 tomorrow", "2024-05-16 20:00"),
        ("Drinks at 9 on Friday", "2024-05-17 21:00"),
        ("The film is at 8:15 tomorrow", "2024-05-16 20:15"),
        ("Breakfast is at 8 tomorrow", "2024-05-16 08:00"),
        ("Dinner with Ana is at 7.30 tomorrow", "2024-05-16 19:30"),
        ("Date night is Friday at 7", "2024-05-17 19:00"),
        ("Around 6 tonight it will rain", "2024-05-15 18:00"),
        ("The train is at 8:15 tomorrow", "2024-05-16 08:15"),
        ("After dinner with Jo we sleep; the train is at 8:15 tomorrow", "2024-05-16 08:15"),
        ("明天七点吃晚饭", "2024-05-16 19:00"),
        ("周六八点的演唱会", "2024-05-18 20:00"),
        ("明天七点吃早饭", "2024-05-16 07:00"),
        ("明天七点的火车", "2024-05-16 07:00"),
        ("The workshop is on Thursday from 2 to 4 pm", "2024-05-16 14:00"),
    ],
)
def test_what_is_done_of_an_evening_tells_the_half_of_the_day(text: str, first: str) -> None:
    assert [start for start, _ in _read(text)] == [first]


@pytest.mark.parametrize(
    ("text", "first", "after"),
    [
        ("We spent Christmas in Bath last year", "2023-12-25", "2023-12-26"),
        ("Last year we had Christmas at home", "2023-12-25", "2023-12-26"),
        ("We're flying out for Easter next year", "2025-04-20", "2025-04-21"),
        ("Easter was early this year so we froze", "2024-03-31", "2024-04-01"),
        ("We got married on 5 June last year", "2023-06-05", "2023-06-06"),
        ("Next year my exam is on 3 March", "2025-03-03", "2025-03-04"),
        ("It opened in June last year", "2023-06-01", "2023-07-01"),
        ("去年我们国庆去了敦煌", "2023-10-01", "2023-10-02"),
        ("明年打算五月二号办婚礼", "2025-05-02", "2025-05-03"),
        ("今年她生日是八月三号", "2024-08-03", "2024-08-04"),
        ("前年我是六月毕业的", "2022-06-01", "2022-07-01"),
    ],
)
def test_a_day_and_its_year_in_one_clause_are_one_time(text: str, first: str, after: str) -> None:
    assert _read(text) == _whole(first, after)


@pytest.mark.parametrize("text", ["I moved last year and at Christmas I'll rest", "去年搬了家，六月要装修"])
def test_a_day_of_another_clause_keeps_its_own_year(text: str) -> None:
    assert len(_read(text)) == 2
