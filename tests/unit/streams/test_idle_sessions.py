"""Idle sessions: a timer that appends one event for each pause, the same one whoever looks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from schemas.errors import UnavailableError, UserErasedError
from schemas.events import AbstractionDue, Event, SessionForgotten, UserErased
from schemas.position import Position
from schemas.stages import EmbeddedEvent
from streams.idle_sessions import APPENDED_MAX, IDLE_AFTER, IdleSessions
from tests.unit.consolidation.staging import Driver, turn

START = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.now = START
        self.appended: list[AbstractionDue] = []
        self.erased = False
        self.away = False

    async def append(self, events: Sequence[Event]) -> list[Position]:
        if self.erased:
            raise UserErasedError("gone", field="user")
        if self.away:
            raise UnavailableError("the log is away")
        self.appended += [event for event in events if isinstance(event, AbstractionDue)]
        return [Position(1, 0, 0) for _ in events]

    def idle(self) -> IdleSessions:
        return IdleSessions(self.append, lambda: self.now)


def staged(offset: int, event: Event, user_key: str = "k") -> EmbeddedEvent:
    return EmbeddedEvent(partition=0, offset=offset, user_key=user_key, recorded_at=START, event=event)


def control(kind: type[SessionForgotten] | type[UserErased] | type[AbstractionDue], **fields: object) -> Event:
    common = {"event_id": "c", "tenant": "t", "user": "u", "occurred_at": START, "recorded_at": START}
    return kind.model_validate(common | fields)


async def test_a_session_is_due_after_a_pause_and_only_once() -> None:
    clock = Clock()
    idle = clock.idle()
    idle.note(staged(0, turn("a", "hello", START)))

    clock.now = START + IDLE_AFTER - timedelta(seconds=1)
    assert await idle.look() == 0
    clock.now = START + IDLE_AFTER
    assert await idle.look() == 1
    assert await idle.look() == 0

    [due] = clock.appended
    assert (due.tenant, due.user, due.session, due.occurred_at) == ("t", "u", "s", START)


async def test_a_further_turn_begins_the_pause_anew() -> None:
    clock = Clock()
    idle = clock.idle()
    idle.note(staged(0, turn("a", "hello", START)))
    idle.note(staged(1, turn("b", "again", START + timedelta(minutes=20))))

    clock.now = START + timedelta(minutes=40)

    assert await idle.look() == 0


async def test_two_that_look_append_the_same_event() -> None:
    clock = Clock()
    one, other = clock.idle(), clock.idle()
    for idle in (one, other):
        idle.note(staged(7, turn("a", "hello", START)))
    clock.now = START + timedelta(hours=1)

    await one.look()
    await other.look()

    first, second = clock.appended
    assert first == second


async def test_what_was_summed_up_forgotten_or_erased_is_not_due() -> None:
    clock = Clock()
    for ended in (control(AbstractionDue, session="s"), control(SessionForgotten, session="s"), control(UserErased)):
        idle = clock.idle()
        idle.note(staged(0, turn("a", "hello", START)))
        idle.note(staged(1, ended))
        clock.now = START + timedelta(hours=1)
        assert await idle.look() == 0


async def test_a_session_of_another_user_stays_due_when_one_is_erased() -> None:
    clock = Clock()
    idle = clock.idle()
    idle.note(staged(0, turn("a", "hello", START), "kept"))
    idle.note(staged(1, turn("b", "hello", START), "gone"))
    idle.note(staged(2, control(UserErased), "gone"))
    clock.now = START + timedelta(hours=1)

    assert await idle.look() == 1


async def test_a_user_erased_meanwhile_stops_nobody() -> None:
    clock = Clock()
    idle = clock.idle()
    idle.note(staged(0, turn("a", "hello", START)))
    clock.now, clock.erased = START + timedelta(hours=1), True

    await idle.look()

    assert not clock.appended
    assert await idle.look() == 0


async def test_while_the_log_is_away_nothing_is_given_up() -> None:
    clock = Clock()
    idle = clock.idle()
    idle.note(staged(0, turn("a", "hello", START, session="one")))
    idle.note(staged(1, turn("b", "hello", START, session="two")))
    clock.now, clock.away = START + timedelta(hours=1), True

    assert await idle.look() == 0
    clock.away = False

    assert await idle.look() == 2
    assert [due.session for due in clock.appended] == ["one", "two"]


async def test_after_a_start_only_what_was_not_summed_up_is_due() -> None:
    clock = Clock()
    driver = Driver()
    driver.give(turn("a", "hello there", START, session="open"))
    driver.give(turn("b", "hello there", START, session="done"))
    before = clock.idle()
    for offset, session in ((0, "open"), (1, "done")):
        before.note(staged(offset, turn(session, "hello there", START, session=session)))
    clock.now = START + timedelta(hours=1)
    await before.look()
    [summed_up] = [event for event in clock.appended if event.session == "done"]
    driver.give(summed_up)
    clock.appended.clear()

    after = clock.idle()
    after.note_again("k", driver.records)
    await after.look()

    assert [event.session for event in clock.appended] == ["open"]


async def test_the_end_of_a_large_import_is_spread_over_looks() -> None:
    clock = Clock()
    idle = clock.idle()
    for number in range(APPENDED_MAX + 5):
        idle.note(staged(number, turn(f"e{number}", "hello", START, session=f"s{number}")))
    clock.now = START + timedelta(hours=1)

    assert [await idle.look(), await idle.look(), await idle.look()] == [APPENDED_MAX, 5, 0]


async def test_a_partition_that_went_elsewhere_is_watched_there() -> None:
    clock = Clock()
    idle = clock.idle()
    idle.note(staged(0, turn("a", "hello", START)))

    idle.let_go(0)
    clock.now = START + timedelta(hours=1)

    assert await idle.look() == 0
