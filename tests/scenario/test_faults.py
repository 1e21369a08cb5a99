"""Faults while the stages run: a bad turn stands alone, a fault of the surroundings holds and loses nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest

from api.turns import last_try_first
from indexers.index import Scope
from processors.stages import ReadEvent
from schemas.codec import Header, encode
from schemas.errors import FolderCorruptError, FolderLockedError, ModelError, UnavailableError, WrongSecretError
from schemas.events import TurnRecorded, TurnRedriven
from schemas.memories import Memory
from schemas.position import Position
from schemas.stages import DescribedEvent, EmbeddedEvent, ScoredEvent
from schemas.topics import TURNS
from streams.embedded.follower import EmbeddedFollower
from streams.embedded.runtime import EmbeddedRuntime
from streams.keyring import CONTROL_KEY
from streams.letterbox import Letterbox
from streams.log import NewRecord
from tests.scenario.light import light_stages, open_runtime, turn

pytestmark = pytest.mark.scenario("embedded")

WAIT_S = 30.0
NOW = datetime(2026, 4, 1, tzinfo=UTC)


@dataclass
class Failing:
    """Stages that fail where they are told to."""

    poison: dict[str, str] = field(default_factory=dict)
    away: int = 0
    calls: int = 0

    def __post_init__(self) -> None:
        self._stages = light_stages()

    def score(self, events: Sequence[ReadEvent]) -> list[ScoredEvent]:
        self._fail("score", events)
        return self._stages.score(events)

    def describe(self, events: Sequence[ScoredEvent]) -> list[DescribedEvent]:
        self._fail("describe", events)
        return self._stages.describe(events)

    def embed(self, events: Sequence[DescribedEvent]) -> list[EmbeddedEvent]:
        self.calls += 1
        if self.calls <= self.away:
            raise UnavailableError("the model server is away")
        self._fail("embed", events)
        return self._stages.embed(events)

    def _fail(self, stage: str, events: Sequence[ReadEvent] | Sequence[ScoredEvent]) -> None:
        for event in events:
            said = event.event.turn if isinstance(event.event, TurnRedriven) else event.event
            if isinstance(said, TurnRecorded) and self.poison.get(said.event_id) == stage:
                raise ModelError("unusable") if stage == "embed" else KeyError("private words")


async def turns_of(runtime: EmbeddedRuntime, user: str = "ann") -> dict[str, Memory]:
    scope = Scope("t", user, runtime.parts.keyring.user_key("t", user))
    found = [memory async for memory in runtime.index.scan(scope)]
    return {m.evidence[0].event_id: m for m in found if m.resolution == "turn"}


@pytest.mark.parametrize("stage", ["score", "describe", "embed"])
async def test_a_turn_that_a_stage_cannot_do_keeps_its_raw_memory_and_stops_nobody(tmp_path: Path, stage: str) -> None:
    runtime = await open_runtime(tmp_path, stages=Failing(poison={"ann-4": stage}))
    follower = EmbeddedFollower(runtime)
    positions = await runtime.writer.append([turn(n) for n in range(9)])

    runtime.start()
    assert await runtime.settled(WAIT_S)

    kept = await turns_of(runtime)
    assert sorted(kept) == sorted(f"ann-{n}" for n in range(9))
    assert kept["ann-4"].content == turn(4).content
    record = await follower.record(follower.user_key("t", "ann"), 4)
    assert record is not None
    assert record.outcome.state == "dead-lettered"
    assert record.outcome.reason.startswith(f"{stage}: ")
    assert "private" not in record.outcome.reason
    letters = await runtime.parts.letters.read(positions[0].partition)
    assert [(letter.offset, letter.stage) for _, letter in letters] == [(4, stage)]
    assert set(follower.healthy().values()) == {""}
    await runtime.close()


async def test_a_redriven_turn_is_processed_with_its_original_time(tmp_path: Path) -> None:
    failing = Failing(poison={"ann-1": "embed"})
    runtime = await open_runtime(tmp_path, stages=failing)
    runtime.start()
    (position,) = await runtime.writer.append([turn(1, "my phone is 123")])
    assert await runtime.settled(WAIT_S)
    box = Letterbox(runtime.parts.turns, runtime.parts.keyring, runtime.writer.append, now=lambda: NOW)
    ((name, failed),) = [(letter.name, letter) for letter in await box.letters("t")]
    scope = Scope("t", "ann", runtime.parts.keyring.user_key("t", "ann"))

    async def became() -> list[str]:
        found = await last_try_first(runtime.index, scope, position.partition, "ann-1")
        return [one.outcome.state for one in found]

    first = await became()
    await box.redrive("t", name)
    assert await runtime.settled(WAIT_S)
    second = await became()
    failing.poison.clear()
    ((name, _),) = [(letter.name, letter) for letter in await box.letters("t") if letter.state == "open"]

    again = await box.redrive("t", name)
    assert await runtime.settled(WAIT_S)

    assert first == ["dead-lettered"]
    assert second == ["dead-lettered", "dead-lettered"], "tried again, and given up again"
    assert await became() == ["indexed", "dead-lettered", "dead-lettered"]
    (memory,) = (await turns_of(runtime)).values()
    assert (failed.state, again.state) == ("open", "redriven")
    assert again.position == Position(1, position.partition, position.offset + 2).token
    assert memory.occurred_at == turn(1).occurred_at
    assert memory.vector
    await runtime.close()


async def test_bytes_that_are_no_event_are_parked_and_their_neighbours_are_indexed(tmp_path: Path) -> None:
    runtime = await open_runtime(tmp_path)
    keyring = runtime.parts.keyring
    (position,) = await runtime.writer.append([turn(1)])
    owner = keyring.user_key("t", "ann").encode()
    header = Header(type="TurnRecorded", user_key=owner.decode(), key_id=CONTROL_KEY)
    foreign = encode(header, turn(3, user="bob"), keyring)
    for value in (b"garbage", b"MN1\n" + b"\x00" * 50, foreign):
        await runtime.parts.turns.append(TURNS, [NewRecord(position.partition, owner, value)])
    await runtime.writer.append([turn(2)])

    runtime.start()
    assert await runtime.settled(WAIT_S)

    assert sorted(await turns_of(runtime)) == ["ann-1", "ann-2"]
    letters = await runtime.parts.letters.read(position.partition)
    assert [(letter.offset, letter.value, letter.stage) for _, letter in letters] == [
        (1, b"garbage", "read"),
        (2, b"MN1\n" + b"\x00" * 50, "read"),
        (3, foreign, "read"),
    ]
    await runtime.close()


async def test_a_record_of_a_newer_version_stops_its_partition_and_says_so(tmp_path: Path) -> None:
    runtime = await open_runtime(tmp_path)
    (position,) = await runtime.writer.append([turn(1)])
    owner = runtime.parts.keyring.user_key("t", "ann").encode()
    await runtime.parts.turns.append(TURNS, [NewRecord(position.partition, owner, b"MN9\n" + b"\x00" * 50)])

    runtime.start()
    assert not await runtime.wait_indexed(Position(1, position.partition, 1), 0.2)

    (text,) = [text for text in runtime.healthy().values() if text]
    assert "upgrade" in text
    assert f"e1.p{position.partition}:" in text
    assert not await runtime.parts.letters.read(position.partition)
    await runtime.close()


async def test_a_server_that_is_away_holds_the_partition_and_loses_nothing(tmp_path: Path) -> None:
    failing = Failing(away=2)
    runtime = await open_runtime(tmp_path, stages=failing)
    follower = EmbeddedFollower(runtime)
    positions = await runtime.writer.append([turn(n) for n in range(5)])
    runtime.start()

    assert not await runtime.wait_indexed(positions[-1], 0.05)
    held = follower.healthy()
    assert await runtime.settled(WAIT_S)

    assert "the model server is away" in held["embed"]
    assert f"e1.p{positions[0].partition}:0" in held["embed"]
    assert set(follower.healthy().values()) == {""}
    assert len(await turns_of(runtime)) == 5
    assert not await runtime.parts.letters.read(positions[0].partition)
    await runtime.close()


async def test_a_second_server_on_the_folder_is_refused(tmp_path: Path) -> None:
    runtime = await open_runtime(tmp_path)

    with pytest.raises(FolderLockedError):
        await open_runtime(tmp_path)

    await runtime.close()
    await (await open_runtime(tmp_path)).close()


@pytest.mark.parametrize("name", ["log.db", "g1.db", "index-g1.db"])
async def test_a_damaged_file_is_refused_and_named_and_the_folder_is_left_as_it_was(tmp_path: Path, name: str) -> None:
    runtime = await open_runtime(tmp_path)
    await runtime.writer.append([turn(1)])
    runtime.start()
    assert await runtime.settled(WAIT_S)
    await runtime.close()
    whole = (tmp_path / name).read_bytes()
    (tmp_path / name).write_bytes(b"garbage " * 2_000)

    with pytest.raises(FolderCorruptError, match=name):
        await open_runtime(tmp_path)

    (tmp_path / name).write_bytes(whole)
    runtime = await open_runtime(tmp_path)
    assert sorted(await turns_of(runtime)) == ["ann-1"]
    await runtime.close()


async def test_another_installations_master_key_is_refused_and_named(tmp_path: Path) -> None:
    for name in ("mine", "other"):
        await (await open_runtime(tmp_path / name)).close()
    (tmp_path / "other" / "master.key").rename(tmp_path / "mine" / "master.key")

    with pytest.raises(WrongSecretError, match=r"mine/master\.key"):
        await open_runtime(tmp_path / "mine")


async def test_what_is_derived_comes_back_by_itself_when_its_files_are_moved_away(tmp_path: Path) -> None:
    runtime = await open_runtime(tmp_path)
    await runtime.writer.append([turn(n, "my phone is 123" if n == 2 else "") for n in range(6)])
    runtime.start()
    assert await runtime.settled(WAIT_S)
    before = await runtime.index.digest()
    await runtime.close()

    for lost in ("index-g1.db", "g1.db"):
        (tmp_path / lost).unlink()
        runtime = await open_runtime(tmp_path)
        runtime.start()
        assert await runtime.settled(WAIT_S)
        assert await runtime.index.digest() == before
        await runtime.close()
