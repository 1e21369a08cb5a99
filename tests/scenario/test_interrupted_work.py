"""Work that is cut short on a real server with the real models: nothing acknowledged is lost, nothing stands twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from mnemolog.serving import ServerProcess

pytestmark = pytest.mark.scenario("embedded")

TURNS = 600
WRITERS = 64


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that the test may end."""
    with ServerProcess(tmp_path / "data") as running:
        yield running


def caller(server: ServerProcess) -> httpx.Client:
    limits = httpx.Limits(max_connections=WRITERS)
    return httpx.Client(base_url=server.url, timeout=60.0, trust_env=False, limits=limits)


def write(http: httpx.Client, user: str, session: str, *ids: str) -> httpx.Response:
    turns = [
        {"role": "user", "content": f"Note {identity} is about zanzibar.", "event_id": identity} for identity in ids
    ]
    return http.post("/v1/turns", json={"user": user, "session": session, "turns": turns})


def everything(http: httpx.Client, user: str) -> dict[str, str]:
    """Id and content of every turn of a user, once all is indexed: a listing shows at most 200 that are not. Fails when
    an id stands twice."""
    deadline = time.monotonic() + 120.0
    while any(lag["indexed"] < lag["end"] - 1 for lag in http.get("/v1/lag").json()["items"]):
        assert time.monotonic() < deadline
    found: list[tuple[str, str]] = []
    cursor = ""
    while True:
        page = http.get("/v1/turns", params={"user": user, "limit": 100, "cursor": cursor}).json()
        found += [(turn["event_id"], turn["content"]) for turn in page["items"]]
        cursor = page["next_cursor"]
        if not cursor:
            break
    assert len(found) == len(dict(found))
    return dict(found)


def listed(http: httpx.Client, user: str) -> list[str]:
    """The event ids of a user, once all is indexed."""
    return list(everything(http, user))


def states(http: httpx.Client, user: str, ids: list[str]) -> Counter[str]:
    outcomes = (http.get(f"/v1/turns/{i}", params={"user": user, "wait_ms": 20_000}).json()["outcome"] for i in ids)
    return Counter(outcome["state"] for outcome in outcomes)


def importing(server: ServerProcess, file: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "mnemolog", "import", "jsonl", str(file), "--url", server.url],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def test_an_import_whose_client_and_server_are_killed_is_run_again_and_stores_each_turn_once(
    own_server: ServerProcess, tmp_path: Path
) -> None:
    file = tmp_path / "turns.jsonl"
    lines = [
        {"user": "ann", "session": f"s{n // 50}", "role": "user", "content": f"On day {n} I saw bird number {n}."}
        for n in range(TURNS)
    ]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")

    with caller(own_server) as http:
        cut = importing(own_server, file)
        while not http.get("/v1/turns", params={"user": "ann", "limit": 1}).json()["items"]:
            assert cut.poll() is None
        own_server.kill()
        cut.kill()
        cut.wait()
        own_server.start()
        before = everything(http, "ann")
        again = importing(own_server, file)
        code = again.wait(120)
        after = everything(http, "ann")

    assert 0 < len(before) <= TURNS
    assert code == 0
    assert set(before) <= set(after)
    assert Counter(after.values()) == Counter(str(line["content"]) for line in lines)


def test_a_server_that_is_asked_to_end_during_work_ends_with_0_and_keeps_what_it_acknowledged(
    own_server: ServerProcess,
) -> None:
    acknowledged: list[str] = []
    begun = threading.Event()

    def work() -> None:
        with caller(own_server) as http:
            for batch in range(10_000):
                ids = [f"e{batch}-{number}" for number in range(10)]
                try:
                    answer = write(http, "ann", f"s{batch % 3}", *ids)
                except httpx.HTTPError:
                    return
                if answer.status_code == 202:
                    acknowledged.extend(ids)
                if len(acknowledged) >= 100:
                    begun.set()

    worker = threading.Thread(target=work)
    worker.start()
    assert begun.wait(30)

    code = own_server.stop()
    worker.join(30)
    own_server.start()

    assert code == 0
    with caller(own_server) as http:
        assert set(acknowledged) <= set(listed(http, "ann"))
        assert states(http, "ann", acknowledged[-3:]) == {"indexed": 3}


@pytest.mark.parametrize("users", [1, WRITERS])
def test_parallel_writes_are_all_kept_once_each_at_its_own_position(
    server: ServerProcess, user: str, users: int
) -> None:
    with caller(server) as http, ThreadPoolExecutor(WRITERS) as threads:
        answers = list(threads.map(lambda n: write(http, f"{user}-{n % users}", "s1", f"e{n}"), range(2 * WRITERS)))

        assert {answer.status_code for answer in answers} == {202}
        assert len({answer.json()["token"] for answer in answers}) == 2 * WRITERS
        assert sorted(event_id for number in range(users) for event_id in listed(http, f"{user}-{number}")) == sorted(
            f"e{n}" for n in range(2 * WRITERS)
        )


def test_of_parallel_writes_of_one_id_one_content_wins_and_the_others_are_told(
    server: ServerProcess, user: str
) -> None:
    def one(number: int) -> httpx.Response:
        turn = {"role": "user", "content": f"version {number % 2}", "event_id": "same"}
        return http.post("/v1/turns", json={"user": user, "session": "s1", "turns": [turn]})

    with caller(server) as http, ThreadPoolExecutor(WRITERS) as threads:
        answers = list(threads.map(one, range(WRITERS)))

        assert Counter(answer.status_code for answer in answers) == {202: WRITERS // 2, 409: WRITERS // 2}
        assert listed(http, user) == ["same"]


def test_what_is_erased_while_it_is_written_is_gone_and_in_no_file(own_server: ServerProcess) -> None:
    stop = threading.Event()
    codes: Counter[int] = Counter()

    def work(writer: int) -> None:
        with caller(own_server) as http:
            number = 0
            while not stop.is_set():
                number += 1
                codes[write(http, "victim", f"s{writer}", f"v{writer}-{number}").status_code] += 1

    workers = [threading.Thread(target=work, args=(writer,)) for writer in range(4)]
    for worker in workers:
        worker.start()
    with caller(own_server) as http:
        while not codes[202] > 40:
            http.get("/healthz")
        erased = http.delete("/v1/users/victim", params={"wait_ms": 20_000})
        while not codes[410]:
            http.get("/healthz")
        stop.set()
        for worker in workers:
            worker.join()

        assert erased.status_code == 200, erased.text
        assert set(codes) <= {202, 410}
        assert http.get("/v1/turns", params={"user": "victim"}).json()["items"] == []
        assert http.post("/v1/search", json={"user": "victim", "query": "zanzibar"}).json()["items"] == []
        assert http.get("/v1/users/victim").status_code == 404
    assert own_server.stop() == 0
    for file in own_server.folder.iterdir():
        raw = file.read_bytes()
        assert b"zanzibar" not in raw, file
        assert b"victim" not in raw, file
    assert "zanzibar" not in own_server.log.read_text("utf-8")


def test_a_forgotten_session_does_not_come_back_when_it_is_imported_again(server: ServerProcess, user: str) -> None:
    with caller(server) as http:
        write(http, user, "s1", "a", "b")
        write(http, user, "s2", "c")
        assert states(http, user, ["a", "b", "c"]) == {"indexed": 3}
        assert http.delete(f"/v1/users/{user}/sessions/s1", params={"wait_ms": 20_000}).status_code == 200

        again = write(http, user, "s1", "a", "b")

        assert again.status_code == 202
        assert listed(http, user) == ["c"]
        found = http.post("/v1/search", json={"user": user, "query": "zanzibar", "after": again.json()["token"]}).json()
        assert [item["memory"]["content"] for item in found["items"]] == ["Note c is about zanzibar."]


def test_an_interrupt_from_the_keyboard_ends_the_server_in_order(own_server: ServerProcess) -> None:
    os.kill(own_server.pid, signal.SIGINT)

    assert own_server.stop() == 0
