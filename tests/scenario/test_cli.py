"""The command line against a real server process: what it does, what it says, and how it ends."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from mnemolog_client import Mnemolog, MnemologError, Turn

from mnemolog.cli import exits
from mnemolog.cli.app import run
from mnemolog.importers.found import Found
from mnemolog.importers.load import send
from mnemolog.sample import CONVERSATION, sample_turns
from mnemolog.serving import ServerProcess, free_port


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("cli") / "data") as started:
        yield started


@pytest.fixture
def command(server: ServerProcess, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    monkeypatch.setenv("MNEMOLOG_URL", server.url)
    return Command(capsys)


class Command:
    """Runs `mnemolog`; `out` and `err` are what the last one said."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys
        self.out = self.err = ""

    def __call__(self, *arguments: str) -> int:
        self._capsys.readouterr()
        code = run(arguments)
        self.out, self.err = self._capsys.readouterr()
        return code

    def json(self, *arguments: str) -> dict[str, object]:
        assert self(*arguments, "--json") == 0, self.err
        found = json.loads(self.out)
        return found if isinstance(found, dict) else {"items": found}


def settle(client: Mnemolog) -> None:
    finished = threading.Event()
    while any(lag.waiting for lag in client.lag()):
        assert not finished.wait(0.05)


def test_what_was_added_is_found_explained_and_traced(command: Command) -> None:
    spoken = ("add", "I moved to Porto and I love custard tarts.", "-u", "eva", "--at", "2026-01-05T10:00Z")
    added = command.json(*spoken, "--wait-ms", "30000")  # the first turn waits for the models
    assert added["outcome"]["state"] == "indexed"  # type: ignore[index]

    found = command.json(
        "search", "What does Eva love to eat?", "-u", "eva", "--explain", "--after", str(added["token"])
    )
    item = found["items"][0]  # type: ignore[index]
    assert "custard" in item["memory"]["content"]
    assert item["memory"]["occurred_at"].startswith("2026-01-05T10:00")
    assert item["explanation"]["routes"]

    assert command("why", item["memory"]["memory_id"], "-u", "eva") == 0
    assert "custard tarts" in command.out
    assert command("context", "What does Eva love?", "-u", "eva") == 0
    assert "custard" in command.out
    assert command("memories", "-u", "eva", "--resolution", "turn") == 0
    assert "Porto" in command.out
    assert command("profile", "-u", "eva") == 0


def test_a_file_is_imported_once_however_often_and_however_it_was_cut(server: ServerProcess, command: Command) -> None:
    turns = sample_turns()

    def cut() -> Iterator[Found]:
        yield from turns[:70]
        raise KeyboardInterrupt

    with server.client() as client, pytest.raises(KeyboardInterrupt):
        send(client, cut())
    report = command.json("import", "jsonl", str(CONVERSATION))
    assert (report["recorded"], report["malformed"], report["refused"]) == (161, 0, 0)
    again = command.json("import", "jsonl", str(CONVERSATION))
    assert again["recorded"] == 161

    with server.client() as client:
        settle(client)
        recorded = [turn.event_id for user in ("mei", "daniel") for turn in client.turns(user)]
        first = next(iter(client.turns("mei")))
    assert len(recorded) == len(set(recorded)) == len(turns)
    assert {entry.turn.event_id for entry in turns} == set(recorded)
    assert first.occurred_at.isoformat() == "2025-09-06T12:14:00+00:00"


def test_an_import_that_was_killed_half_way_and_run_again_leaves_no_duplicate(
    server: ServerProcess, command: Command, tmp_path: Path
) -> None:
    lines = [
        json.dumps(
            {"user": "killed", "session": f"s{n // 5}", "role": "user", "content": f"Ticket {n} is about trains."}
        )
        for n in range(400)
    ]
    (tmp_path / "turns.jsonl").write_text("\n".join(lines))
    arguments = ["import", "jsonl", str(tmp_path / "turns.jsonl"), "--url", server.url]
    running = subprocess.Popen([sys.executable, "-m", "mnemolog", *arguments], stdout=subprocess.DEVNULL)

    with server.client() as client:
        waiting, before = threading.Event(), sum(lag.end for lag in client.lag())
        while (arrived := sum(lag.end for lag in client.lag()) - before) < 50:
            assert running.poll() is None, "the import ended before it could be killed"
            waiting.wait(0.005)
        running.kill()
        running.wait()
        assert arrived < len(lines)
        assert command(*arguments) == 0
        settle(client)
        recorded = list(client.turns("killed"))

    assert len(recorded) == len({turn.content for turn in recorded}) == len(lines)
    assert all(turn.outcome is not None and turn.outcome.state == "indexed" for turn in recorded)
    assert not any(turn.repeats for turn in recorded)


def test_bad_lines_are_reported_and_the_rest_is_imported(command: Command, tmp_path: Path) -> None:
    good = {"user": "bad-lines", "session": "s", "role": "user", "content": "A fine line."}
    lines = [
        json.dumps(good),
        "{",
        json.dumps(good | {"content": "x" * 70_000}),
        json.dumps(good | {"tags": ["a"] * 40}),
    ]
    (tmp_path / "turns.jsonl").write_text("\n".join(lines))

    code = command("import", "jsonl", str(tmp_path / "turns.jsonl"))

    assert code == exits.IN_PART
    assert "1 turns recorded, 1 malformed, 2 refused" in command.out
    assert "line 2: not JSON" in command.err
    assert "line 3: " in command.err


def test_a_turn_without_a_date_can_be_imported_twice(command: Command, tmp_path: Path) -> None:
    (tmp_path / "chat.json").write_text(json.dumps([{"role": "user", "content": "My canary is called Pip."}]))

    for _ in range(2):
        report = command.json("import", "openai", str(tmp_path / "chat.json"), "--user", "undated")
        assert (report["recorded"], report["refused"]) == (1, 0)


def test_all_of_a_user_is_exported_and_then_erased(command: Command, tmp_path: Path) -> None:
    assert command("add", "My locker number is 4711.", "-u", "leaving") == 0
    assert command("export", "leaving", "--to", str(tmp_path / "all.jsonl")) == 0
    lines = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text("utf-8").splitlines()]
    assert any("4711" in json.dumps(line) for line in lines)

    assert command("erase", "leaving", "--yes") == 0
    assert command("search", "locker number", "-u", "leaving", "--json") in (0, exits.REFUSED, exits.NOT_FOUND)
    assert "4711" not in command.out
    assert command("add", "I am back.", "-u", "leaving") == exits.REFUSED


def test_lag_and_doctor_say_how_it_is(server: ServerProcess, command: Command) -> None:
    assert command("lag") == 0
    assert "wait for the index" in command.out
    report = command.json("doctor", "--folder", str(server.folder))
    by_part = {check["part"]: check["well"] for check in report["checks"]}  # type: ignore[attr-defined]
    assert by_part["server"] is True
    assert by_part["master key"] is True
    assert "embedder" in report["settings"]  # type: ignore[operator]


def test_an_export_is_imported_again_with_the_same_ids_and_times(
    server: ServerProcess, command: Command, tmp_path: Path
) -> None:
    for number in range(3):
        assert command("add", f"Entry {number} of the log.", "-u", "ines", "--at", f"2026-01-0{number + 1}T10:00Z") == 0
    with server.client() as client:
        client.assert_memory("ines", "Likes custard tarts.")
        settle(client)
    assert command("export", "ines", "--to", str(tmp_path / "ines.jsonl")) == 0

    again = command.json("import", "jsonl", str(tmp_path / "ines.jsonl"))
    with ServerProcess(tmp_path / "other") as other, other.client() as elsewhere, server.client() as here:
        found = command.json("import", "jsonl", str(tmp_path / "ines.jsonl"), "--url", other.url)
        settle(elsewhere)
        turns = [[(t.event_id, t.content, t.occurred_at) for t in c.turns("ines", "cli")] for c in (here, elsewhere)]

    assert (again["recorded"], again["refused"], again["malformed"]) == (3, 0, 0)
    assert (found["recorded"], found["refused"], found["malformed"]) == (3, 0, 0)
    assert len(turns[0]) == 3
    assert turns[1] == turns[0]


def test_a_user_that_is_unknown_is_said_so(command: Command) -> None:
    for arguments in (("search", "tea"), ("context", "tea"), ("memories",), ("profile",)):
        assert command(*arguments, "-u", "nobody-ever") == exits.NOT_FOUND, arguments
        assert "nothing is known of user 'nobody-ever'" in command.err
    assert command("export", "nobody-ever") == exits.NOT_FOUND


def test_json_lists_every_memory_and_a_table_says_that_there_are_more(server: ServerProcess, command: Command) -> None:
    with server.client() as client:
        client.add("lists", "s", [Turn("user", f"Entry number {number} of the diary.") for number in range(60)])
        settle(client)

    listed = command.json("memories", "-u", "lists")
    assert command("memories", "-u", "lists") == 0

    assert len(listed["items"]) == 60  # type: ignore[arg-type]
    assert "more than 50" in command.err
    assert len(command.json("memories", "-u", "lists", "-n", "7")["items"]) == 7  # type: ignore[arg-type]


def test_a_recipe_that_there_is_not_is_wrong_usage(command: Command) -> None:
    assert command("search", "tea", "-u", "eva", "--recipe", "z") == exits.USAGE


def test_keys_of_a_folder_without_an_installation_are_not_listed_as_none(command: Command, tmp_path: Path) -> None:
    assert command("keys", "list", "--folder", str(tmp_path / "mistyped")) == exits.CONFIGURATION
    assert "name its folder with --folder" in command.err
    assert command("keys", "revoke", "x", "--folder", str(tmp_path / "mistyped")) == exits.CONFIGURATION
    assert not (tmp_path / "mistyped").exists()


def test_keys_are_made_shown_once_and_revoked(command: Command, tmp_path: Path) -> None:
    made = command.json("keys", "create", "--folder", str(tmp_path), "--name", "ci", "--scope", "read")
    assert str(made["secret"]).startswith("mnk_")

    assert command("keys", "list", "--folder", str(tmp_path)) == 0
    assert str(made["key_id"]) in command.out
    assert str(made["secret"]) not in command.out
    assert command("keys", "revoke", str(made["key_id"]), "--folder", str(tmp_path)) == 0
    assert command("keys", "revoke", "nobody", "--folder", str(tmp_path)) == exits.NOT_FOUND
    assert command("keys", "create", "--folder", str(tmp_path), "--scope", "root") == exits.REFUSED


def test_every_failure_has_its_exit_code_and_says_what_to_do(command: Command, tmp_path: Path) -> None:
    nobody = f"http://127.0.0.1:{free_port()}"
    assert command("search", "x", "-u", "eva", "--url", nobody) == exits.UNREACHABLE
    assert "mnemolog up" in command.err
    assert command("lag", "--url", nobody, "--json") == exits.UNREACHABLE
    assert json.loads(command.out)["error"]["exit_code"] == exits.UNREACHABLE
    assert command("why", "m_" + "0" * 32, "-u", "eva") == exits.NOT_FOUND
    assert command("add", " ", "-u", "eva") == exits.REFUSED
    assert command("add", "x", "-u", "eva", "--at", "yesterday") == exits.USAGE
    assert command("import", "jsonl", str(tmp_path / "none")) == exits.REFUSED
    assert command("import", "papyrus", str(tmp_path / "none")) == exits.USAGE
    assert command("search") == exits.USAGE
    assert command("rebuild", "--folder", str(tmp_path)) == exits.CONFIGURATION


def test_a_folder_in_use_is_not_rebuilt_and_not_served_twice(server: ServerProcess, command: Command) -> None:
    assert command("rebuild", "--folder", str(server.folder)) == exits.CONFIGURATION
    assert str(server.pid) in command.err
    assert command("up", "--folder", str(server.folder), "--port", "0") == exits.CONFIGURATION


def test_dead_letters_of_a_healthy_installation_are_none(server: ServerProcess, command: Command) -> None:
    assert command.json("deadletters", "list") == {"items": []}
    assert command("deadletters", "list", "--state", "sometimes") == exits.REFUSED
    for what in ("show", "redrive", "drop"):
        assert command("deadletters", what, "0:7") == exits.NOT_FOUND
    assert command.json("deadletters", "redrive", "all") == {"redriven": [], "refused": []}


def test_setup_makes_the_key_before_the_first_start(command: Command, tmp_path: Path) -> None:
    assert command("setup", "--folder", str(tmp_path / "new")) == 0
    assert (tmp_path / "new" / "master.key").stat().st_mode & 0o777 == 0o600


def test_a_replay_of_the_log_says_the_same_and_so_does_a_rebuild(command: Command, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with ServerProcess(folder) as server, server.client() as client:
        send(client, sample_turns()[:40])
        settle(client)

    replayed = command.json("replay", "--folder", str(folder))
    rebuilt = command.json("rebuild", "--from", "turns", "--folder", str(folder))

    assert replayed["same"] is rebuilt["same"] is True
    report = rebuilt["generation"]["report"]
    assert replayed["after"] == {"count": report["count_after"], "value": report["digest_after"]}


def test_the_clients_readme_says_what_is_so(server: ServerProcess, capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(__file__).parents[2] / "sdk" / "README.md").read_text("utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)

    exec(compile(example.replace("http://127.0.0.1:8077", server.url), "README.md", "exec"), {})  # noqa: S102

    said = capsys.readouterr().out
    assert "I moved to Lisbon last week" in said
    assert "Nothing is known" not in said


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file, no folder")
    broken = ServerProcess(tmp_path / "data")

    with pytest.raises((MnemologError, Exception), match="ended with code"):
        broken.start()


def test_a_person_edits_flags_and_settles_memories(command: Command) -> None:
    command.json("add", "My phone number is 13800138000.", "-u", "zoe", "--wait-ms", "30000")
    (phone,) = command.json("memories", "-u", "zoe", "--resolution", "fact")["items"]  # type: ignore[misc]
    edited = command.json(
        "edit",
        phone["memory_id"],
        "-u",
        "zoe",
        "--content",
        "My phone number is 13900139000.",
        "--value",
        "13900139000",
    )
    assert phone["memory_id"] in edited["supersedes"]  # type: ignore[operator]
    assert command("edit", phone["memory_id"], "-u", "zoe") == exits.USAGE

    new = edited["memory"]["memory_id"]  # type: ignore[index]
    assert command("flag", new, "wrong", "-u", "zoe", "--note", "a typo") == 0
    assert command("flag", new, "splendid", "-u", "zoe") == exits.USAGE
    waiting = command.json("review", "-u", "zoe")["items"]
    assert [memory["memory_id"] for memory in waiting] == [new]  # type: ignore[union-attr]
    assert command("review", new, "-u", "zoe") == exits.USAGE
    assert command("review", new, "accept", "-u", "zoe") == 0
    assert "13900139000" in command.out
    assert command("review", "-u", "zoe") == 0
    assert "nothing waits" in command.out
    assert command("review", new, "accept", "-u", "zoe") == exits.NOT_FOUND
