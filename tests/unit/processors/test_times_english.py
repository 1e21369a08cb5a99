"""English times: each expression becomes the interval that a reader of the turn, at its time, would mean."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from processors.dimensions.times import find_times

NOW = datetime(2024, 5, 15, 10, 30, tzinfo=UTC)
"""A Wednesday."""


def _read(text: str) -> list[tuple[str, str | None, str]]:
    return [
        (i.start.strftime("%Y-%m-%d %H:%M"), i.end.strftime("%Y-%m-%d %H:%M") if i.end else None, i.granularity)
        for i in find_times(text, NOW)
    ]


def _day(first: str, after: str, granularity: str = "day") -> list[tuple[str, str, str]]:
    return [(f"{first} 00:00", f"{after} 00:00", granularity)]


@pytest.mark.parametrize(
    ("text", "first", "after", "granularity"),
    [
        ("Yesterday the boiler failed.", "2024-05-14", "2024-05-15", "day"),
        ("Paid the rent today.", "2024-05-15", "2024-05-16", "day"),
        ("We leave the day after tomorrow", "2024-05-17", "2024-05-18", "day"),
        ("I flew to Oslo last week.", "2024-05-06", "2024-05-13", "week"),
        ("It happened the week before last", "2024-04-29", "2024-05-06", "week"),
        ("We met last Friday.", "2024-05-10", "2024-05-11", "day"),
        ("This past Monday we ate out", "2024-05-13", "2024-05-14", "day"),
        ("See you on Friday", "2024-05-17", "2024-05-18", "day"),
        ("I saw her on Friday", "2024-05-10", "2024-05-11", "day"),
        ("I saw her on Monday", "2024-05-13", "2024-05-14", "day"),
        ("We meet next Friday", "2024-05-24", "2024-05-25", "day"),
        ("every Monday I swim", "2024-05-20", "2024-05-21", "day"),
        ("I'm back a week on Friday", "2024-05-24", "2024-05-25", "day"),
        ("I booked a table for 18 May", "2024-05-18", "2024-05-19", "day"),
        ("They moved the exam to 19 May", "2024-05-19", "2024-05-20", "day"),
        ("Got two tickets for the match on 22 May", "2024-05-22", "2024-05-23", "day"),
        ("We met on Friday and talked for hours", "2024-05-10", "2024-05-11", "day"),
        ("The kids made lanterns on Monday for the hall", "2024-05-13", "2024-05-14", "day"),
        ("I had an appointment on Monday", "2024-05-13", "2024-05-14", "day"),
        ("It is due Thu 16th", "2024-05-16", "2024-05-17", "day"),
        ("Training is the Thursday after this one", "2024-05-23", "2024-05-24", "day"),
        ("We meet Friday fortnight", "2024-05-31", "2024-06-01", "day"),
        ("It ends a week tomorrow", "2024-05-23", "2024-05-24", "day"),
        ("due on the last day of August", "2024-08-31", "2024-09-01", "day"),
        ("first Monday in June", "2024-06-03", "2024-06-04", "day"),
        ("in three days we leave", "2024-05-18", "2024-05-19", "day"),
        ("three days ago I left", "2024-05-12", "2024-05-13", "day"),
        ("5 months ago we moved", "2023-12-01", "2024-01-01", "month"),
        ("ten years ago", "2014-01-01", "2015-01-01", "year"),
        ("last weekend was fun", "2024-05-11", "2024-05-13", "weekend"),
        ("on March 5 we married", "2024-03-05", "2024-03-06", "day"),
        ("my exam is on March 5", "2025-03-05", "2025-03-06", "day"),
        ("on 5 March 2023", "2023-03-05", "2023-03-06", "day"),
        ("2023-03-05", "2023-03-05", "2023-03-06", "day"),
        ("3/25/2023", "2023-03-25", "2023-03-26", "day"),
        ("March 3-5, 2023", "2023-03-03", "2023-03-06", "day"),
        ("last May I travelled", "2023-05-01", "2023-06-01", "month"),
        ("In May I will travel", "2024-05-01", "2024-06-01", "month"),
        ("early March 2023", "2023-03-01", "2023-03-11", "day"),
        ("at the beginning of June we leave", "2024-06-01", "2024-06-11", "day"),
        ("in the middle of March 2023", "2023-03-11", "2023-03-21", "day"),
        ("early next week we leave", "2024-05-20", "2024-05-23", "day"),
        ("rent is due at the end of the month", "2024-05-21", "2024-06-01", "day"),
        ("half a year ago we moved", "2023-11-01", "2023-12-01", "month"),
        ("one and a half years ago", "2022-11-01", "2022-12-01", "month"),
        ("in two and a half weeks we leave", "2024-05-27", "2024-06-03", "week"),
        ("the day before Christmas we leave", "2024-12-24", "2024-12-25", "day"),
        ("the week after Easter 2023", "2023-04-10", "2023-04-17", "week"),
        ("I fell two weeks ago on Friday", "2024-05-03", "2024-05-04", "day"),
        ("last summer we hiked", "2023-06-01", "2023-09-01", "season"),
        ("the winter of 2022", "2022-12-01", "2023-03-01", "season"),
        ("Q3 2024", "2024-07-01", "2024-10-01", "quarter"),
        ("in 2019 I moved", "2019-01-01", "2020-01-01", "year"),
        ("music of the 90s", "1990-01-01", "2000-01-01", "decade"),
        ("from Monday to Wednesday I am in Rome", "2024-05-20", "2024-05-23", "day"),
        ("between 2019 and 2021 I lived in Rome", "2019-01-01", "2022-01-01", "year"),
        ("Thanksgiving 2023", "2023-11-23", "2023-11-24", "day"),
        ("Christmas was nice", "2023-12-25", "2023-12-26", "day"),
        ("We meet at Christmas", "2024-12-25", "2024-12-26", "day"),
        ("Easter 2025", "2025-04-20", "2025-04-21", "day"),
    ],
)
def test_days_and_longer_spans(text, first, after, granularity):
    assert _read(text) == _day(first, after, granularity)


@pytest.mark.parametrize(
    ("text", "start", "end", "granularity"),
    [
        ("the meeting is tomorrow at 5 pm", "2024-05-16 17:00", "2024-05-16 18:00", "hour"),
        ("Friday at 3:15pm works", "2024-05-17 15:15", "2024-05-17 15:16", "minute"),
        ("Call me tomorrow morning at 9", "2024-05-16 09:00", "2024-05-16 10:00", "hour"),
        ("dinner tonight at 8", "2024-05-15 20:00", "2024-05-15 21:00", "hour"),
        ("last night I slept badly", "2024-05-14 21:00", "2024-05-15 05:00", "part_of_day"),
        ("this afternoon", "2024-05-15 12:00", "2024-05-15 18:00", "part_of_day"),
        ("half an hour ago", "2024-05-15 10:00", "2024-05-15 10:01", "minute"),
        ("an hour and a half ago", "2024-05-15 09:00", "2024-05-15 09:01", "minute"),
        ("30 minutes ago", "2024-05-15 10:00", "2024-05-15 10:01", "minute"),
        ("from 3 to 5 pm tomorrow", "2024-05-16 15:00", "2024-05-16 18:00", "hour"),
        ("the past week was hard", "2024-05-08 10:30", "2024-05-15 10:30", "week"),
        ("for the past three years", "2021-05-15 10:30", "2024-05-15 10:30", "year"),
        ("the next 10 days", "2024-05-15 10:30", "2024-05-25 10:30", "day"),
        ("I am away until Friday", "2024-05-15 10:30", "2024-05-18 00:00", "day"),
    ],
)
def test_clock_times_and_stretches(text, start, end, granularity):
    assert _read(text) == [(start, end, granularity)]


def test_since_is_open_at_its_end():
    assert _read("I live here since 2019") == [("2019-01-01 00:00", None, "year")]


@pytest.mark.parametrize(
    "text",
    [
        "May I help you? This may work.",
        "April Jones wrote to me",
        "a second opinion",
        "march forward",
        "I'm 35 years old",
        "I ran for 3 hours",
        "I read the book in three days",
        "three times a week, 24/7",
        "Good morning! Good night!",
        "on the 5th floor",
        "31 February 2023",
        "the Sunday Times",
        "my Sunday best",
        "He will fall over",
        "version 2.0.1 of 3/4 cups",
        "I moved the router to the hallway.",
        "call 415-555-0100",
    ],
)
def test_what_is_no_time_stays_unread(text):
    assert _read(text) == []


def test_several_times_come_in_the_order_of_the_text():
    found = find_times("Yesterday we packed, tomorrow we fly, and in June we return.", NOW)

    assert [i.text for i in found] == ["Yesterday", "tomorrow", "June"]


@pytest.mark.parametrize(
    ("text", "first", "after", "granularity"),
    [
        ("The siren woke us at 2 last night", "2024-05-15 02:00", "2024-05-15 03:00", "hour"),
        ("We ate at quarter past nine last night", "2024-05-14 21:15", "2024-05-14 21:16", "minute"),
        ("I walk the dog every day at 8:15", "2024-05-16 08:15", "2024-05-16 08:16", "minute"),
        ("Rent is due on the 15th of every month", "2024-06-15 00:00", "2024-06-16 00:00", "day"),
        ("We pay monthly on the 31st", "2024-05-31 00:00", "2024-06-01 00:00", "day"),
        ("The club meets on the first Tuesday of every month", "2024-06-04 00:00", "2024-06-05 00:00", "day"),
        ("The fair is on the last Sunday of August", "2024-08-25 00:00", "2024-08-26 00:00", "day"),
        ("The wedding is on Saturday, 8 June", "2024-06-08 00:00", "2024-06-09 00:00", "day"),
    ],
)
def test_a_clock_a_day_and_a_rhythm_are_one_time(text: str, first: str, after: str, granularity: str) -> None:
    assert _read(text) == [(first, after, granularity)]


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("From next Thursday I work from home", "2024-05-23"),
        ("Starting in July the pool is free", "2024-07-01"),
        ("As of next year fares go up", "2025-01-01"),
        ("I'm away from next Friday onwards", "2024-05-24"),
    ],
)
def test_what_begins_is_open(text: str, start: str) -> None:
    assert [(first, after) for first, after, _ in _read(text)] == [(f"{start} 00:00", None)]


def test_a_range_that_begins_with_from_has_both_ends() -> None:
    assert _read("From 2001 to 2003 she taught") == [("2001-01-01 00:00", "2004-01-01 00:00", "year")]


def test_where_something_comes_from_is_no_beginning() -> None:
    assert _read("The photos from last week are lovely") == _day("2024-05-06", "2024-05-13", "week")


@pytest.mark.parametrize(
    "text",
    [
        "The stained shirt must be back on Friday",
        "I promised Ivo I'd call on Friday",
        "She said she would pay on Friday",
        "We agreed to meet the bank on Friday",
    ],
)
def test_what_was_promised_is_still_to_come(text: str) -> None:
    assert _read(text) == _day("2024-05-17", "2024-05-18")


@pytest.mark.parametrize(
    ("text", "first", "after", "granularity"),
    [
        ("Rehearsal is at half seven tonight", "2024-05-15 19:30", "2024-05-15 19:31", "minute"),
        ("Meet me at twenty past one on Sunday", "2024-05-19 13:20", "2024-05-19 13:21", "minute"),
        ("From 9 to 11 tomorrow I'm in a workshop", "2024-05-16 09:00", "2024-05-16 12:00", "hour"),
        ("Yesterday evening around nine the lights went out", "2024-05-14 21:00", "2024-05-14 22:00", "hour"),
        ("I'm in Ghent from the 19th to the 22nd", "2024-05-19 00:00", "2024-05-23 00:00", "day"),
        ("We're shut between the 3rd and the 6th of next month", "2024-06-03 00:00", "2024-06-07 00:00", "day"),
        ("I'll be away 12–16 August", "2024-08-12 00:00", "2024-08-17 00:00", "day"),
        ("The strike lasts from 27 to 29 October", "2024-10-27 00:00", "2024-10-30 00:00", "day"),
        ("Sunday to Wednesday we are in Cork", "2024-05-19 00:00", "2024-05-23 00:00", "day"),
        ("On the first of April the prices go up", "2025-04-01 00:00", "2025-04-02 00:00", "day"),
        ("Two Fridays ago we went bowling", "2024-05-03 00:00", "2024-05-04 00:00", "day"),
        ("The meeting moved from Tuesday to Thursday", "2024-05-16 00:00", "2024-05-17 00:00", "day"),
        ("I've got the vet on Thursday", "2024-05-16 00:00", "2024-05-17 00:00", "day"),
        ("Did you see it the night before last?", "2024-05-13 21:00", "2024-05-14 05:00", "part_of_day"),
        ("My mum visits at weekends", "2024-05-18 00:00", "2024-05-20 00:00", "weekend"),
        ("We painted the shed at the weekend", "2024-05-11 00:00", "2024-05-13 00:00", "weekend"),
        ("I'm free this coming weekend", "2024-05-18 00:00", "2024-05-20 00:00", "weekend"),
        ("A week ago today we met", "2024-05-08 00:00", "2024-05-09 00:00", "day"),
        ("I broke it earlier this year", "2024-01-01 00:00", "2024-05-01 00:00", "month"),
        ("Sat morning we swim", "2024-05-18 06:00", "2024-05-18 12:00", "part_of_day"),
        ("He retired back in '09", "2009-01-01 00:00", "2010-01-01 00:00", "year"),
        ("On Pancake Day we burnt the pan", "2024-02-13 00:00", "2024-02-14 00:00", "day"),
        ("Bonfire Night was a washout", "2023-11-05 00:00", "2023-11-06 00:00", "day"),
    ],
)
def test_more_ways_to_say_when(text: str, first: str, after: str, granularity: str) -> None:
    assert _read(text) == [(first, after, granularity)]


@pytest.mark.parametrize("text", ["We married on a Tuesday", "The 7:15 train is full", "half ten of them left"])
def test_a_weekday_of_any_week_and_a_train_by_its_hour_are_no_times(text: str) -> None:
    assert _read(text) == []
