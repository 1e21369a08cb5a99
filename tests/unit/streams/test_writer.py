"""The way into the log: sealed, in order, each id once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from schemas.codec import decode, split
from schemas.errors import EventConflictError, InvalidInputError, UserErasedError
from schemas.events import EVENT, SessionForgotten, TurnRecorded, UserErased
from schemas.topics import TURNS
from streams.keyring import Keyring
from streams.sqlite_keys import SqliteKeys
from streams.sqlite_log import SqliteLog
from streams.writer import EventWriter

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@dataclass
class Installation:
    log: SqliteLog
    keyring: Keyring
    writer: EventWriter


@pytest.fixture
async def made(tmp_path: Path) -> AsyncIterator[Installation]:
    log = await SqliteLog.open(tmp_path / "log.db")
    keyring = await Keyring.open(await SqliteKeys.open(log.file), bytes(32))
    yield Installation(log, keyring, EventWriter(log.append_unique, keyring, epoch=log.epoch, partitions=4))
    await log.close()


def turn(event_id: str, content: str, *, user: str = "ann", session: str = "s1", **more: object) -> TurnRecorded:
    fields = {"occurred_at": NOON, "recorded_at": NOON, "tenant": "t", "role": "user"} | more
    return TurnRecorded.model_validate(
        {"event_id": event_id, "content": content, "user": user, "session": session} | fields
    )


def everything_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir())


async def test_events_are_read_back_as_written_and_nothing_of_them_is_in_the_clear(
    made: Installation, tmp_path: Path
) -> None:
    # Names so long that no sealed bytes hold one by chance.
    whose = {"user": "annabella", "session": "breakfast"}
    events = [turn(f"the-id-{n}", f"我的电话是 13800138000, number {n}", **whose) for n in range(8)]

    positions = await made.writer.append(events)

    key = made.keyring.user_key("t", "annabella")
    records = await made.log.read(TURNS, positions[0].partition, after=-1, limit=99)
    assert [p.offset for p in positions] == list(range(8))
    assert [decode(r.value or b"", EVENT, made.keyring)[1] for r in records] == events
    assert {r.key for r in records} == {key.encode()}
    on_disk = everything_in(tmp_path)
    for word in ("annabella", "the-id-3", "13800138000", "breakfast"):
        assert word.encode() not in b"".join(r.value or b"" for r in records)
    assert b"13800138000" not in on_disk
    assert b"the-id-3" not in on_disk


async def test_a_repeated_event_answers_its_old_position(made: Installation) -> None:
    (first,) = await made.writer.append([turn("a", "hello")])

    again = await made.writer.append([turn("a", "hello", recorded_at=NOON + timedelta(hours=1)), turn("b", "more")])

    assert again[0] == first
    assert again[1].offset == first.offset + 1


async def test_a_retry_whose_time_was_only_filled_in_is_still_the_same_event(made: Installation) -> None:
    late = NOON + timedelta(seconds=3)
    first = await made.writer.append([turn("a", "hello", time_source="record")])

    again = await made.writer.append([turn("a", "hello", time_source="record", occurred_at=late, recorded_at=late)])

    assert again == first
    with pytest.raises(EventConflictError):
        await made.writer.append([turn("a", "hello", occurred_at=late)])


async def test_the_same_id_with_other_content_is_a_conflict_and_nothing_of_the_call_is_kept(made: Installation) -> None:
    (first,) = await made.writer.append([turn("a", "hello")])

    with pytest.raises(EventConflictError):
        await made.writer.append([turn("new", "x"), turn("a", "goodbye")])

    assert await made.log.end(TURNS, first.partition) == 1


async def test_concurrent_writers_of_one_id_leave_one_event(made: Installation) -> None:
    answers = await asyncio.gather(
        *(made.writer.append([turn("a", "red" if n % 2 else "blue")]) for n in range(40)), return_exceptions=True
    )

    positions = {tuple(a) for a in answers if isinstance(a, list)}
    assert len(positions) == 1
    assert sum(isinstance(a, EventConflictError) for a in answers) == 20


async def test_two_users_may_use_the_same_id(made: Installation) -> None:
    await made.writer.append([turn("a", "hello")])

    (position,) = await made.writer.append([turn("a", "other", user="bob")])

    assert position.offset >= 0


async def test_an_erased_user_is_refused_until_lifted(made: Installation) -> None:
    await made.writer.append([turn("a", "hello")])
    erased = UserErased(event_id="e", tenant="t", user="ann", occurred_at=NOON, recorded_at=NOON)
    await made.writer.append([erased])
    key = made.keyring.user_key("t", "ann")
    await made.keyring.destroy_user(key)

    with pytest.raises(UserErasedError, match="ann"):
        await made.writer.append([turn("b", "again")])
    await made.writer.append([erased])
    await made.keyring.lift(key, through=0)

    (position,) = await made.writer.append([turn("b", "again")])
    assert position.offset == 2


async def test_control_events_are_sealed_with_the_installations_key(made: Installation) -> None:
    forgotten = SessionForgotten(event_id="f", tenant="t", user="ann", occurred_at=NOON, recorded_at=NOON, session="s1")

    (position,) = await made.writer.append([forgotten])

    (record,) = await made.log.read(TURNS, position.partition, after=-1, limit=9)
    assert split(record.value or b"")[0].key_id == "control"


async def test_events_of_two_users_in_one_call_are_refused(made: Installation) -> None:
    with pytest.raises(InvalidInputError, match="one user"):
        await made.writer.append([turn("a", "x"), turn("b", "y", user="bob")])
