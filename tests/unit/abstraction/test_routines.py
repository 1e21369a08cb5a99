"""Routines: what comes again at its time, and ways that worked."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from processors.abstraction.schedule import is_due, next_due
from schemas.memories import Memory
from tests.unit.abstraction.conversation import Conversation, day

REPORT = (
    "Can you give me the weekly report template?",
    "I need the report template again.",
    "Report template, please!",
)
REPORT_ZH = ("周报模板再给我一份", "请把周报模板发我", "帮我找一下周报模板")
MONDAYS = (0, 7, 14)


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


@pytest.mark.parametrize(
    ("requests", "when"), [(REPORT, "Mondays at 9:00"), (REPORT_ZH, "每周一9:00"), (REPORT[::-1], "Mondays at 9:00")]
)
def test_three_mondays_are_a_routine_with_its_schedule(requests: tuple[str, ...], when: str) -> None:
    talk = Conversation()

    asked = talk.ask_all(requests, days=MONDAYS)

    [routine] = talk.abstracted("routine")
    assert (routine.resolution, routine.kind, routine.content.startswith(when)) == ("procedure", "task", True)
    assert routine.schedule is not None
    assert (routine.schedule.frequency, routine.schedule.weekday, routine.schedule.minute_of_day) == ("weekly", 0, 540)
    assert [e.event_id for e in routine.evidence] == asked


def test_two_mondays_are_none() -> None:
    talk = Conversation()

    talk.ask_all(REPORT[:2], days=MONDAYS[:2])

    assert not talk.abstracted("routine")


def test_the_time_is_that_of_the_speakers_clock() -> None:
    talk = Conversation()

    talk.ask_all(REPORT, days=MONDAYS, timezone="Asia/Shanghai")

    [routine] = talk.abstracted("routine")
    assert routine.content.startswith("Mondays at 17:00")
    assert next_due(routine, day(15)) == day(21)


def test_some_minutes_more_or_less_are_one_time() -> None:
    talk = Conversation()

    talk.ask_all(REPORT, days=(0 + 3 / 1440, 7 - 4 / 1440, 14 + 6 / 1440))

    assert talk.abstracted("routine")[0].content.startswith("Mondays at 9:00")


@pytest.mark.parametrize("days", [(0, 8, 16), (0, 7.3, 14.6), (0, 35, 70)])
def test_what_comes_at_no_time_is_no_routine(days: tuple[float, ...]) -> None:
    talk = Conversation()

    talk.ask_all(REPORT, days=days)

    assert not talk.abstracted("routine")


def test_what_is_done_every_day_is_not_a_monday_routine() -> None:
    talk = Conversation()

    talk.ask_all([REPORT[0]] * 15, days=range(15))

    [routine] = talk.abstracted("routine")
    assert routine.content.startswith("Every day at 9:00")


def test_different_questions_about_one_thing_are_no_routine() -> None:
    talk = Conversation()

    talk.ask_all(
        ("What is a Python decorator?", "How do I merge dataframes in Python?", "Are Python wheels zip archives?"),
        days=MONDAYS,
    )

    assert not talk.abstracted("routine")


def test_what_is_told_at_its_time_is_a_routine_too() -> None:
    talk = Conversation()

    talk.ask_all(("Just back from yoga.", "We had yoga tonight.", "Did my yoga."), days=MONDAYS)

    [routine] = talk.abstracted("routine")
    assert routine.value == "yoga"


def test_a_monthly_routine_comes_on_its_day() -> None:
    talk = Conversation()

    talk.ask_all(("Please pay the rent.", "Pay the rent please.", "Rent again, please pay."), days=(0, 31, 59))

    [routine] = talk.abstracted("routine")
    assert routine.schedule is not None
    assert (routine.schedule.frequency, routine.schedule.day) == ("monthly", 5)


def test_forgetting_one_monday_undoes_the_routine() -> None:
    talk = Conversation()
    asked = talk.ask_all(REPORT, days=MONDAYS)

    talk.forget_turn(asked[0])

    assert not talk.abstracted("routine")


def _weekly(timezone: str = "UTC") -> Memory:
    talk = Conversation()
    talk.ask_all(REPORT, days=MONDAYS, timezone=timezone)
    return talk.abstracted("routine")[0]


@pytest.mark.parametrize(
    ("now", "due"),
    [
        ("2026-03-02T08:00:00+00:00", True), ("2026-03-02T09:00:00+00:00", True), ("2026-03-02T12:00:00+00:00", True),
        ("2026-03-02T07:59:00+00:00", False), ("2026-03-02T12:01:00+00:00", False),
        ("2026-03-03T09:00:00+00:00", False), ("2026-03-01T09:00:00+00:00", False),
    ],
)  # fmt: skip
def test_a_routine_is_due_around_its_time(now: str, due: bool) -> None:
    assert is_due(_weekly(), moment(now)) is due


def test_a_clock_change_moves_nothing() -> None:
    memory = _weekly().model_copy(update={"timezone": "Europe/Berlin"})

    # Clocks go forward on 29 March 2026.
    assert next_due(memory, moment("2026-03-24T00:00:00+00:00")) == moment("2026-03-30T07:00:00+00:00")
    assert next_due(memory, moment("2026-03-10T00:00:00+00:00")) == moment("2026-03-16T08:00:00+00:00")


def test_a_day_that_a_month_lacks_is_its_last() -> None:
    memory = _weekly()
    assert memory.schedule is not None
    monthly = memory.schedule.model_copy(update={"frequency": "monthly", "weekday": None, "day": 31})

    last = next_due(memory.model_copy(update={"schedule": monthly}), moment("2026-02-10T00:00:00+00:00"))

    assert last == datetime(2026, 2, 28, 9, tzinfo=UTC)


def test_what_has_no_schedule_is_never_due() -> None:
    memory = _weekly().model_copy(update={"schedule": None})

    assert not is_due(memory, day(21))
    assert next_due(memory, day(21)) is None


def _booked(talk: Conversation, number: int, *, last: str = "ok: paid", thanks: str = "Great, thanks!") -> str:
    at, session = day(number), f"trip{number}"
    asked = talk.say("Please book a flight to Lisbon.", at, session=session)
    for minute, (tool, answer) in enumerate(
        (("search_flights", "3 found"), ("hold_seat", "error: timeout"), ("hold_seat", "12A held"), ("pay", last)), 1
    ):
        talk.say(answer, at + timedelta(minutes=minute), session=session, role="tool", speaker=tool)
    talk.say("Your flight is booked.", at + timedelta(minutes=6), session=session, role="assistant")
    if thanks:
        talk.say(thanks, at + timedelta(minutes=7), session=session)
    return asked


def test_a_sequence_that_worked_once_is_a_guess_and_twice_is_known() -> None:
    talk = Conversation()

    _booked(talk, 0)
    [guess] = talk.abstracted("steps", "provisional", "active")
    _booked(talk, 1)

    [known] = talk.abstracted("steps", "provisional", "active")
    assert guess.status == "provisional"
    assert known.status == "active"
    assert known.value == "search_flights → hold_seat → pay"
    assert known.content == "To “Please book a flight to Lisbon.”: 1. search_flights 2. hold_seat 3. pay"
    assert known.resolution == "procedure"


def test_the_end_of_a_session_ends_its_last_sequence_once() -> None:
    talk = Conversation()

    _booked(talk, 0, thanks="")
    talk.close("trip0")
    talk.close("trip0")

    [guess] = talk.abstracted("steps", "provisional", "active")
    assert guess.status == "provisional"


@pytest.mark.parametrize(
    ("last", "thanks"),
    [("error: card denied", "Great"), ("支付失败", "好的"), ("ok", "That didn't work."), ("ok", "不对，没成功")],
)
def test_a_sequence_that_failed_is_not_learnt(last: str, thanks: str) -> None:
    talk = Conversation()

    _booked(talk, 0, last=last, thanks=thanks)

    assert not talk.abstracted("steps", "provisional", "active")


@pytest.mark.parametrize("what", ["request", "tool", "session"])
def test_forgetting_any_of_it_undoes_the_procedure(what: str) -> None:
    talk = Conversation()
    asked = _booked(talk, 0)

    match what:
        case "request":
            talk.forget_turn(asked)
        case "tool":
            talk.forget_turn("e4")
        case _:
            talk.forget_session("trip0")

    assert not talk.abstracted("steps", "provisional", "active")
