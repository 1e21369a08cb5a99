"""Faults of the folder and the disk: each start has one clear answer, and nothing acknowledged is lost."""

from __future__ import annotations

import errno
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from indexers.index import Scope
from mnemolog.cli.exits import CONFIGURATION
from mnemolog.serving import ServerProcess
from processors.stages import ReadEvent
from schemas.errors import ConfigurationError, FolderCorruptError, WrongSecretError
from schemas.stages import DescribedEvent, EmbeddedEvent, ScoredEvent
from streams.stage_run import StageFunctions
from tests.scenario.light import light_stages, open_runtime, turn

pytestmark = pytest.mark.scenario("embedded")

TURNS = 12
WAIT_S = 60.0


def write(url: str, *numbers: int) -> list[httpx.Response]:
    return [
        httpx.post(
            f"{url}/v1/turns",
            json={
                "user": f"user-{number % 3}",
                "session": "s1",
                "turns": [{"role": "user", "content": f"The note number {number}.", "event_id": f"e{number}"}],
            },
            timeout=30.0,
            trust_env=False,
        )
        for number in numbers
    ]


def outcome(url: str, number: int) -> str:
    params = {"user": f"user-{number % 3}", "wait_ms": "20000"}
    found = httpx.get(f"{url}/v1/turns/e{number}", params=params, timeout=30.0, trust_env=False)
    return str((found.json().get("outcome") or {}).get("state", found.status_code))


@dataclass(frozen=True, slots=True)
class Start:
    """How a start that had to fail ended."""

    code: int
    said: str


def refused_start(folder: Path) -> Start:
    ran = subprocess.run(
        [sys.executable, "-m", "mnemolog", "up", "--folder", str(folder), "--port", "0"],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "400"},
    )
    return Start(ran.returncode, ran.stdout + ran.stderr)


async def remembered(folder: Path, *numbers: int, stages: StageFunctions | None = None) -> dict[str, str]:
    """Opens the folder, records the numbered turns, and closes it; the state of every turn of its users by id."""
    runtime = await open_runtime(folder, stages=stages)
    try:
        for number in numbers:
            await runtime.writer.append([turn(number, user=f"user-{number % 3}")])
        runtime.start()
        assert await runtime.settled(WAIT_S)
        states: dict[str, str] = {}
        for user in ("user-0", "user-1", "user-2"):
            scope = Scope("t", user, runtime.parts.keyring.user_key("t", user))
            async for memory in runtime.index.scan(scope):
                event_id = memory.evidence[0].event_id
                (entry,) = await runtime.index.outcomes(scope, event_id)
                states[event_id] = entry.outcome.state
        return states
    finally:
        await runtime.close()


@pytest.fixture
async def folder(tmp_path: Path) -> Path:
    """A closed folder with TURNS turns in it."""
    path = tmp_path / "data"
    assert set((await remembered(path, *range(TURNS))).values()) == {"indexed"}
    return path


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-4_096])


def every_other_page(path: Path) -> None:
    raw = bytearray(path.read_bytes())
    for start in range(8_192, len(raw), 8_192):
        raw[start : start + 4_096] = b"\xa5" * 4_096
    path.write_bytes(raw)


def garbage(path: Path) -> None:
    path.write_bytes(b"\xa5" * 20_000)
    path.chmod(0o600)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        *((name, damage) for name in ("log.db", "g1.db", "index-g1.db") for damage in (cut, every_other_page, garbage)),
        ("log.db", empty),
        ("log.db", Path.unlink),
        ("g1.db", empty),
        ("master.key", empty),
        ("master.key", garbage),
        ("master.key", Path.unlink),
        ("current", empty),
        ("current", garbage),
        ("lock", a_folder),
    ],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
async def test_a_damaged_file_is_refused_and_named_with_what_to_do(
    folder: Path, name: str, damage: Callable[[Path], None]
) -> None:
    damage(folder / name)

    with pytest.raises((ConfigurationError, WrongSecretError)) as refusal:
        await open_runtime(folder)

    assert str(folder) in refusal.value.message
    assert refusal.value.hint


@pytest.mark.parametrize("pointer", ["../../x.db", "index-g1.db/../x.db", "log.db"])
async def test_a_pointer_out_of_the_folder_or_to_another_file_is_refused(folder: Path, pointer: str) -> None:
    (folder / "current").write_text(f'{{"layout":1,"generation":1,"index":"{pointer}"}}')

    with pytest.raises(FolderCorruptError, match="current is damaged"):
        await open_runtime(folder)


@pytest.mark.parametrize("name", ["master.key", "log.db"])
def test_a_start_that_is_refused_ends_with_the_code_of_configuration_and_no_trace(folder: Path, name: str) -> None:
    garbage(folder / name)

    start = refused_start(folder)

    assert start.code == CONFIGURATION, start.said
    assert f"{folder / name}" in start.said
    assert "→" in start.said
    assert "Traceback" not in start.said


async def test_an_older_log_under_newer_files_is_refused_because_new_turns_would_count_as_done(
    folder: Path, tmp_path: Path
) -> None:
    older = tmp_path / "older.db"
    shutil.copy(folder / "log.db", older)
    await remembered(folder, *range(TURNS, 2 * TURNS))
    shutil.copy(older, folder / "log.db")

    with pytest.raises(FolderCorruptError, match="an older log was put back"):
        await open_runtime(folder)
    for name in ("g1.db", "index-g1.db"):
        (folder / name).unlink()
    states = await remembered(folder, 99)

    assert states == {f"user-{n % 3}-{n}": "indexed" for n in (*range(TURNS), 99)}


async def test_an_older_index_is_brought_up_to_the_log(folder: Path, tmp_path: Path) -> None:
    older = tmp_path / "older.db"
    shutil.copy(folder / "index-g1.db", older)
    await remembered(folder, *range(TURNS, 2 * TURNS))
    shutil.copy(older, folder / "index-g1.db")

    states = await remembered(folder)

    assert states == {f"user-{n % 3}-{n}": "indexed" for n in range(2 * TURNS)}


def test_an_index_that_an_earlier_program_wrote_is_made_anew_at_the_start(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data")
    server.start()
    write(server.url, 1, 2)
    assert outcome(server.url, 2) == "indexed"
    server.stop()
    with sqlite3.connect(tmp_path / "data" / "index-g1.db") as connection:
        connection.execute("PRAGMA user_version = 2")
    connection.close()

    server.start()
    try:
        assert [outcome(server.url, number) for number in (1, 2)] == ["indexed", "indexed"]
        listed = httpx.get(f"{server.url}/v1/memories", params={"user": "user-2"}, timeout=30.0, trust_env=False)
        assert [memory["content"] for memory in listed.json()["items"]] == ["The note number 2."]
    finally:
        server.stop()


class FullTemporaryFolder:
    """Stages whose model cannot be unpacked at first."""

    def __init__(self) -> None:
        self.stages = light_stages()
        self.full = True

    def score(self, events: Sequence[ReadEvent]) -> list[ScoredEvent]:
        if self.full:
            self.full = False
            raise OSError(errno.ENOSPC, "No space left on device")
        return self.stages.score(events)

    def describe(self, events: Sequence[ScoredEvent]) -> list[DescribedEvent]:
        return self.stages.describe(events)

    def embed(self, events: Sequence[DescribedEvent]) -> list[EmbeddedEvent]:
        return self.stages.embed(events)


async def test_a_fault_of_the_operating_system_holds_the_turn_and_does_not_give_it_up(tmp_path: Path) -> None:
    states = await remembered(tmp_path / "data", 1, stages=FullTemporaryFolder())

    assert states == {"user-1-1": "indexed"}


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")

    start = refused_start(blocked / "data")

    assert (start.code, str(blocked) in start.said) == (CONFIGURATION, True), start.said


class SmallDisk(ServerProcess):
    """A server whose files may grow to `bytes_max`, as on a disk that is nearly full."""

    bytes_max = 1_000_000

    def start(self) -> float:
        seconds = super().start()
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (self.bytes_max, resource.RLIM_INFINITY))
        return seconds

    def make_room(self) -> None:
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def test_on_a_full_disk_writes_are_refused_reads_go_on_and_with_room_everything_goes_on(tmp_path: Path) -> None:
    with SmallDisk(tmp_path / "data") as server:
        accepted = []
        for number in range(400):
            (written,) = write(server.url, number)
            if written.status_code != 202:
                break
            accepted.append(number)
        searched = httpx.post(
            f"{server.url}/v1/search", json={"user": "user-0", "query": "note number 0"}, timeout=30.0, trust_env=False
        )
        server.make_room()
        (again,) = write(server.url, number)

        assert written.status_code in (503, 507), written.text
        assert written.json()["hint"]
        assert accepted
        assert searched.status_code == 200
        assert again.status_code == 202
        assert {outcome(server.url, entry) for entry in (*accepted, number)} == {"indexed"}
