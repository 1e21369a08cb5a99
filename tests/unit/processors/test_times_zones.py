"""Times are read in the speaker's zone, never in the server's, and questions name a range."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from processors.dimensions.times import find_times, query_time_range
from schemas.errors import InvalidInputError

NOW = datetime(2024, 5, 15, 10, 30, tzinfo=UTC)


def test_today_is_the_day_in_the_speakers_zone():
    said = datetime(2025, 7, 25, 2, tzinfo=UTC)

    [in_los_angeles] = find_times("Paid the rent today.", said, "America/Los_Angeles")
    [in_utc] = find_times("Paid the rent today.", said)

    assert in_los_angeles.start == datetime(2025, 7, 24, 7, tzinfo=UTC)
    assert in_utc.start == datetime(2025, 7, 25, tzinfo=UTC)


def test_a_day_of_a_clock_change_has_its_real_length():
    [day] = find_times("today", datetime(2024, 3, 31, 12, tzinfo=UTC), "Europe/Berlin")

    assert day.end is not None
    assert day.end - day.start == timedelta(hours=23)


def test_an_unknown_zone_is_refused():
    with pytest.raises(InvalidInputError):
        find_times("today", NOW, "Mars/Base")


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("what did I sign yesterday", "2024-05-14", "2024-05-15"),
        ("我昨天签了什么", "2024-05-14", "2024-05-15"),
        ("What happened last May?", "2023-05-01", "2023-06-01"),
        ("上周我去了哪里？", "2024-05-06", "2024-05-13"),
        ("where was I in August", "2023-08-01", "2023-09-01"),
        ("八月我在哪", "2023-08-01", "2023-09-01"),
        ("What will I do on Friday?", "2024-05-17", "2024-05-18"),
        ("What do I have on Friday?", "2024-05-17", "2024-05-18"),
        ("What have I got on the 20th?", "2024-05-20", "2024-05-21"),
        ("What did I do on Friday?", "2024-05-10", "2024-05-11"),
        ("where did I live before 2019", "1970-01-01", "2019-01-01"),
        ("2019年之前我住哪", "1970-01-01", "2019-01-01"),
    ],
)
def test_a_question_names_its_range(question, start, end):
    found = query_time_range(question, NOW)

    assert found is not None
    assert (found.start.strftime("%Y-%m-%d"), found.end and found.end.strftime("%Y-%m-%d")) == (start, end)


def test_after_and_since_are_open():
    after, since = query_time_range("what changed after 2019", NOW), query_time_range("since March 2023", NOW)

    assert after is not None
    assert since is not None
    assert (after.start, after.end) == (datetime(2020, 1, 1, tzinfo=UTC), None)
    assert (since.start, since.end) == (datetime(2023, 3, 1, tzinfo=UTC), None)


@pytest.mark.parametrize("question", ["what do I like", "我喜欢什么", "", "May I ask?", "who is April Jones"])
def test_a_question_without_a_time_names_none(question):
    assert query_time_range(question, NOW) is None


@given(st.text(max_size=300), st.integers(86_400, 7_258_118_400))
def test_any_text_at_any_time_is_read_without_failing(text, seconds):
    for interval in find_times(text, datetime.fromtimestamp(seconds, UTC), "Asia/Shanghai"):
        assert interval.end is None or interval.start < interval.end


_WORDS = st.sampled_from(
    [
        "last", "next", "Friday", "May", "5", "3:30", "pm", "tomorrow", "at", "from", "to", "in", "year", "ago",
        "9999", "0", "31", "February", "2019", "night", "the", "12", "am", "上", "周五", "点", "三", "月",
        "号", "半", "前",
        "后", "年", "农历", "晚上", "到", "至", "-", "初", "世纪", "90", "年代", "春节", "1000", "周末",
    ]
)  # fmt: skip


@given(st.lists(_WORDS, max_size=12).map(" ".join) | st.lists(_WORDS, max_size=12).map("".join))
def test_any_mix_of_time_words_is_read_in_order_and_the_same_again(text):
    found = find_times(text, NOW)

    assert all(interval.end is None or interval.start < interval.end for interval in found)
    assert all(interval.text in text for interval in found)
    assert find_times(text, NOW) == found
    assert query_time_range(text, NOW) == query_time_range(text, NOW)


@pytest.mark.parametrize(
    "unit",
    [
        "last ", "1 ", "三", "半年前", "March 3 ", "from 3 to ", "周", "年月", "in a ", "2024-", "3:30 ", "the ",
        "3 月 ", "a ", "for ", "moved to ",
    ],
)  # fmt: skip
@pytest.mark.parametrize("before", ["", "booked it for "])
def test_what_follows_hostile_repetition_is_not_read_and_what_precedes_it_is(unit, before):
    hostile = before + unit * (65_536 // len(unit))

    first = find_times(f"Paid the rent yesterday. {hostile}", NOW)[0]

    assert (first.text, first.start) == ("yesterday", datetime(2024, 5, 14, tzinfo=UTC))
    assert find_times(f"{hostile} Yesterday we paid the rent.", NOW) == find_times(hostile, NOW)
