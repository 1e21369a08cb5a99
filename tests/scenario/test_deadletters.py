"""Dead letters: looked at, redriven with the original time and id, dropped, and gone with their user."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest

from mnemolog.api_keys import ApiKeys
from mnemolog.cli import exits
from mnemolog.cli.app import run
from mnemolog.serving import ServerProcess
from schemas.errors import InvalidInputError, NotFoundError
from schemas.events import TurnRecorded
from schemas.letters import Letter
from schemas.position import parse_position
from schemas.stages import Trouble
from schemas.topics import DEADLETTERS, TURNS, inbox
from streams.deadletters import DeadLetters
from streams.embedded.runtime import EmbeddedRuntime
from streams.letterbox import Letterbox
from streams.log import LogRecord
from streams.stage_records import open_event
from tests.scenario.light import open_runtime, turn
from tests.scenario.real import open_real_runtime

pytestmark = pytest.mark.scenario("embedded")

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
SENT = datetime(2026, 4, 1, 9, tzinfo=UTC)
ESCAPE = "\x1b[31mred"


def box_of(runtime: EmbeddedRuntime) -> Letterbox:
    parts = runtime.parts
    return Letterbox(parts.turns, parts.keyring, runtime.writer.append, now=lambda: NOW)


def inbox_record(value: bytes | None, *, key: bytes = b"ann", offset: int = 7, tenant: str = "t") -> LogRecord:
    return LogRecord(inbox(tenant), 1, offset, key, value, {}, SENT)


async def park_inbox(runtime: EmbeddedRuntime, record: LogRecord, user: str, *, tenant: str = "t") -> None:
    letters = DeadLetters(runtime.parts.turns, runtime.parts.keyring, code_version="0.0.1")
    await letters.park_inbox(tenant, [(record, user, Trouble(stage="admit", error="not understood"))], NOW)


async def appended(runtime: EmbeddedRuntime, letter: Letter) -> TurnRecorded:
    position = parse_position(letter.position)
    (record,) = await runtime.parts.turns.read(TURNS, position.partition, after=position.offset - 1, limit=1)
    event = open_event(record, runtime.parts.keyring)
    assert isinstance(event, TurnRecorded)
    return event


async def test_a_record_that_a_newer_program_understands_is_admitted_as_it_was_sent(tmp_path: Path) -> None:
    runtime = await open_runtime(tmp_path)
    record = inbox_record(b'{"session": "s", "content": "I keep bees."}')
    await park_inbox(runtime, record, "ann")
    box = box_of(runtime)
    (letter,) = await box.letters("t")

    redriven = await box.redrive("t", letter.name)
    event = await appended(runtime, redriven)
    with pytest.raises(InvalidInputError, match="redriven already"):
        await box.redrive("t", letter.name)

    assert (letter.topic, letter.partition, letter.offset, letter.stage) == (record.topic, 1, 7, "admit")
    assert (letter.error, letter.code_version, letter.size) == ("not understood", "0.0.1", len(record.value or b""))
    assert (event.user, event.content, event.occurred_at, event.recorded_at) == ("ann", "I keep bees.", SENT, SENT)
    assert [one.state for one in await box.letters("t")] == ["redriven"]
    await runtime.close()


async def test_an_id_is_made_of_the_place_so_that_a_redrive_is_no_second_turn(tmp_path: Path) -> None:
    runtime = await open_runtime(tmp_path)
    await park_inbox(runtime, inbox_record(b'{"session": "s", "content": "x"}'), "ann")
    await park_inbox(runtime, inbox_record(b'{"session": "s", "content": "x"}', offset=8), "ann")
    box = box_of(runtime)
    first, second = [await appended(runtime, await box.redrive("t", one.name)) for one in await box.letters("t")]

    assert first.event_id != second.event_id
    await runtime.close()


async def test_what_is_still_refused_stays_open_with_the_reason(tmp_path: Path) -> None:
    runtime = await open_runtime(tmp_path)
    await park_inbox(runtime, inbox_record(b'{"session": "s", "colour": "red"}'), "ann")
    box = box_of(runtime)
    (letter,) = await box.letters("t")

    with pytest.raises(InvalidInputError, match="still refused: content"):
        await box.redrive("t", letter.name)

    assert [one.state for one in await box.letters("t")] == ["open"]
    await runtime.close()


async def test_a_letter_that_a_crash_wrote_twice_is_one(tmp_path: Path) -> None:
    runtime = await open_runtime(tmp_path)
    for _ in range(2):
        await park_inbox(runtime, inbox_record(b"{"), "ann")
    box = box_of(runtime)
    (letter,) = await box.letters("t")

    await box.drop("t", letter.name, "a typing error of the producer")

    (dropped,) = await box.letters("t")
    assert (dropped.state, dropped.note, dropped.settled_at) == ("dropped", "a typing error of the producer", NOW)
    await runtime.close()


async def test_a_tenant_sees_its_own_letters_only(tmp_path: Path) -> None:
    runtime = await open_runtime(tmp_path)
    await park_inbox(runtime, inbox_record(b"{", tenant="acme"), "ann", tenant="acme")
    box = box_of(runtime)
    ((name),) = [one.name for one in await box.letters("acme")]

    assert await box.letters("t") == []
    for attempt in (box.letter("t", name), box.redrive("t", name), box.drop("t", name, ""), box.letter("acme", "0:x")):
        with pytest.raises(NotFoundError):
            await attempt
    await runtime.close()


async def test_letters_of_an_erased_user_are_erased_and_hold_nothing_in_the_clear(tmp_path: Path) -> None:
    runtime = await open_runtime(tmp_path)
    parts = runtime.parts
    await park_inbox(runtime, inbox_record(b'{"content": "I keep bees."}'), "ann")
    await park_inbox(runtime, inbox_record(b'{"content": "I paint."}', key=b"bob", offset=8), "bob")
    stored = list(await parts.turns.read(DEADLETTERS, 1, after=-1, limit=9))
    box = box_of(runtime)
    before = len(await box.letters("t"))

    await parts.keyring.destroy_user(parts.keyring.user_key("t", "ann"))
    await park_inbox(runtime, inbox_record(b'{"content": "again"}', offset=9), "ann")

    assert before == 2
    assert [one.offset for one in await box.letters("t")] == [8]
    for record in stored:
        assert not any(word in (record.value or b"") + (record.key or b"") for word in (b"ann", b"bob", b"bees"))
    await runtime.close()


async def make_letters(folder: Path) -> list[str]:
    runtime = await open_real_runtime(folder)
    await park_inbox(runtime, inbox_record(b'{"session": "s", "content": "I keep bees."}', tenant="default"), "ann",
                     tenant="default")  # fmt: skip
    for offset, value in ((8, f'{{"content": "{ESCAPE}"}}'.encode()), (9, b"\xff\xfe\x00"), (10, None)):
        await park_inbox(runtime, inbox_record(value, offset=offset, tenant="default"), "ann", tenant="default")
    names = [one.name for one in await box_of(runtime).letters("default")]
    await runtime.close()
    return names


def test_the_command_line_lists_shows_redrives_and_drops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "data"
    names = asyncio.run(make_letters(folder))
    with ServerProcess(folder) as server:
        monkeypatch.setenv("MNEMOLOG_URL", server.url)

        def said(*arguments: str) -> str:
            capsys.readouterr()
            assert run(["deadletters", *arguments]) == exits.FAILED - 1
            return capsys.readouterr().out

        listed = said("list")
        shown = [said("show", name) for name in names]
        partly = run(["deadletters", "redrive", "all"])
        dropped = said("drop", names[1], "--note", "spam")
        after = {one["name"]: one["state"] for one in json.loads(said("list", "--state", "all", "--json"))}
        found = httpx.get(f"{server.url}/v1/turns", params={"user": "ann"}).json()["items"]

        _, secret = ApiKeys(folder).create(tenant="default", scopes=("read", "write"), name="", now=NOW)
        refused = httpx.get(f"{server.url}/v1/deadletters", headers={"Authorization": f"Bearer {secret}"})

    assert all(name in listed for name in names)
    assert "I keep bees." not in listed
    assert "I keep bees." in shown[0]
    assert "\\x1b[31mred" in shown[1]
    assert "\x1b" not in "".join(shown)
    assert "ff fe 00" in shown[2]
    assert "(no value)" in shown[3]
    assert partly == exits.IN_PART
    assert "dropped" in dropped
    assert after == {names[0]: "redriven", names[1]: "dropped", names[2]: "open", names[3]: "open"}
    assert [(entry["content"], entry["occurred_at"]) for entry in found] == [("I keep bees.", "2026-04-01T09:00:00Z")]
    assert refused.status_code == 403


async def test_a_turn_that_fails_again_has_a_new_letter_and_can_be_redriven_again(tmp_path: Path) -> None:
    runtime = await open_runtime(tmp_path)
    (position,) = await runtime.writer.append([turn(1)])
    box = box_of(runtime)
    letters = runtime.parts.letters
    trouble = Trouble(stage="embed", error="unusable")
    await letters.park_positions(position.partition, [(position.offset, trouble)], NOW)
    (first,) = await box.letters("t")
    again = parse_position((await box.redrive("t", first.name)).position)
    await letters.park_positions(again.partition, [(again.offset, trouble)], NOW + timedelta(minutes=1))

    (second,) = [one for one in await box.letters("t") if one.state == "open"]
    third = parse_position((await box.redrive("t", second.name)).position)

    assert (again.offset, third.offset) == (position.offset + 1, position.offset + 2)
    await runtime.close()
