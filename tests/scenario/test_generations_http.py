"""Generations through a real server: another embedder is built, promoted and rolled back while people ask and write."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from mnemolog_client import Conflict, Mnemolog, NotFound, Turn
from mnemolog_client.people import Job

from mnemolog.serving import ServerProcess
from tests.scenario.api.say import say, search
from tests.scenario.conftest import Published, checked_client
from tests.scenario.test_cli import Command

pytestmark = pytest.mark.scenario("embedded")

SAID = (
    "I moved to Lisbon last spring and live near the river.",
    "My phone number is 13900139000.",
    "I am allergic to peanuts.",
    "我换工作了，现在在一家医院上班。",
    "My sister Marta plays the cello in an orchestra.",
)
QUESTIONS = ("Where do I live?", "What is my phone number?", "Who plays the cello?", "我在哪里工作？")


@pytest.fixture
def own(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server whose generations nobody else changes."""
    with ServerProcess(tmp_path / "data") as running:
        yield running


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(capsys)


def done(client: Mnemolog, job: Job) -> Job:
    """The job once it ended: a job never runs for ever, and the client's own time-out bounds each look."""
    while job.state in ("queued", "running"):
        job = client.job(job.job_id)
    assert job.state == "done", job.detail
    return job


class Asker(threading.Thread):
    """Asks and writes without a pause until it is told to stop; keeps what failed and which generations answered."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.failed: list[str] = []
        self.generations: list[int] = []
        self.written = 0
        self._url = url
        self._ended = threading.Event()

    def run(self) -> None:
        with httpx.Client(base_url=self._url, timeout=60.0, trust_env=False) as http:
            for number in itertools.count():
                if self._ended.is_set():
                    return
                question = {"user": "eva", "query": QUESTIONS[number % len(QUESTIONS)]}
                answer = http.post("/v1/search", json=question)
                if answer.status_code != 200 or not answer.json()["items"]:
                    self.failed.append(answer.text)
                else:
                    self.generations.append(answer.json()["generation"])
                turn = {"role": "user", "content": f"Note {number}: the shelf {number} is painted."}
                sent = http.post("/v1/turns", json={"user": "eva", "session": "notes", "turns": [turn]})
                self.written += sent.status_code == 202

    def stop(self) -> None:
        self._ended.set()
        self.join()


def test_another_embedder_is_promoted_under_reads_and_writes_and_rolled_back(own: ServerProcess) -> None:
    published = Published(httpx.get(f"{own.url}/openapi.json", trust_env=False).json())
    with checked_client(own.url, published) as http, own.client() as client:
        say(http, "eva", *SAID)
        asker = Asker(own.url)
        asker.start()

        begun = http.post("/v1/generations", json={"embedder": "minilm", "source": "embedded"})
        assert begun.status_code == 202
        built = done(client, client.job(begun.json()["job_id"]))
        listed = http.get("/v1/generations").json()["items"]
        done(client, client.promote_generation(2))
        promoted = [found["memory"]["content"] for found in search(http, "eva", QUESTIONS[0])["items"]]
        done(client, client.rollback_generation())
        again = [found["memory"]["content"] for found in search(http, "eva", QUESTIONS[0])["items"]]
        asker.stop()

        assert built.detail == "generation 2"
        assert [one["role"] for one in listed] == ["live", "ready"]
        assert "MiniLM" in listed[1]["spec"]["model"]
        assert listed[1]["report"]["problems"] == []
        assert listed[1]["report"]["golden"]["asked"] > 0
        assert asker.failed == []
        assert {1, 2} == set(asker.generations)
        assert SAID[0] in promoted
        assert SAID[0] in again
        notes = list(client.turns("eva", "notes"))
        assert len(notes) == asker.written > 5
        client.search("eva", "shelf", options={"after": client.add("eva", "notes", [Turn("user", "done")]).token})
        by_role = {one.role: one for one in client.generations()}
        assert by_role["live"].number == 1
        assert by_role["standby"].held == ""


def test_what_cannot_be_done_is_refused_with_its_reason(own: ServerProcess) -> None:
    published = Published(httpx.get(f"{own.url}/openapi.json", trust_env=False).json())
    with checked_client(own.url, published) as http, own.client() as client:
        refused = http.delete("/v1/generations/1")
        rolled_back = http.post("/v1/generations/rollback")
        wrong = http.post("/v1/generations", json={"source": "dreams"})

        assert (refused.status_code, refused.json()["type"]) == (409, "urn:mnemolog:generation-conflict")
        assert "generation 1 is live" in refused.json()["detail"]
        assert rolled_back.status_code == 409
        assert wrong.status_code == 422
        assert http.get("/v1/generations/1").json()["role"] == "live"
        with pytest.raises(NotFound):
            client.generation(7)
        with pytest.raises(NotFound):
            client.promote_generation(7)
        with pytest.raises(Conflict):
            client.promote_generation(1)


def test_only_an_admin_key_sees_and_changes_generations(tmp_path: Path, command: Command) -> None:
    folder = tmp_path / "data"
    made = command.json("keys", "create", "--scope", "read", "--scope", "write", "--folder", str(folder))
    with ServerProcess(folder) as server:
        headers = {"Authorization": f"Bearer {made['secret']}"}
        with httpx.Client(base_url=server.url, headers=headers, trust_env=False, timeout=60.0) as http:
            answers = [
                http.get("/v1/generations"),
                http.get("/v1/generations/1"),
                http.post("/v1/generations", json={}),
                http.post("/v1/generations/1/promote"),
                http.post("/v1/generations/rollback"),
                http.delete("/v1/generations/1"),
            ]

    assert [answer.status_code for answer in answers] == [403] * 6


def test_the_command_line_builds_promotes_rolls_back_and_deletes_through_a_server(
    own: ServerProcess, command: Command, tmp_path: Path
) -> None:
    with httpx.Client(base_url=own.url, trust_env=False, timeout=60.0) as http:
        say(http, "eva", *SAID)
    golden = tmp_path / "golden.jsonl"
    golden.write_text('{"user": "eva", "query": "Where do I live?", "expected": ["Lisbon"]}\n', "utf-8")
    at = ("--url", own.url)

    built = command.json("rebuild", "--from", "turns", "--golden", str(golden), *at)
    assert built["same"] is True
    assert built["generation"]["report"]["golden"]["found_after"] == 1
    assert [one["role"] for one in command.json("generations", *at)["items"]] == ["live", "ready"]
    assert command.json("promote", "2", *at)["items"][1]["role"] == "live"
    assert command.json("rollback", *at)["items"][0]["role"] == "live"
    assert command("generations", "delete", "1", "--yes", *at) == 5
    assert [one["number"] for one in command.json("generations", "delete", "2", "--yes", *at)["items"]] == [1]
    assert command("generations", "show", "2", *at) == 4
    assert command("rebuild", "--from", "memories", *at) == 0


def test_the_command_line_does_the_same_on_a_folder_without_a_server(command: Command, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with ServerProcess(folder) as server, httpx.Client(base_url=server.url, trust_env=False, timeout=60.0) as http:
        say(http, "eva", *SAID)
    at = ("--folder", str(folder))

    built = command.json("rebuild", "--from", "embedded", *at)
    promoted = command.json("promote", "2", *at)
    rolled_back = command.json("rollback", *at)
    deleted = command.json("generations", "delete", "2", "--yes", *at)

    assert built["same"] is True
    assert built["generation"]["reused"] > 0
    assert [one["role"] for one in promoted["items"]] == ["standby", "live"]
    assert [one["role"] for one in rolled_back["items"]] == ["live", "standby"]
    assert [one["number"] for one in deleted["items"]] == [1]
