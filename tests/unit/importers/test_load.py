"""Sending: bad turns cost only themselves, and live turns never wait behind an import."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest
from mnemolog_client import Mnemolog, RetryPolicy, Turn
from mnemolog_client.results import PartitionLag

from mnemolog.importers.found import Found, ImportedTurn, Malformed, Skipped
from mnemolog.importers.load import AGE_MAX_S, BATCH, STALLED_S, UNINDEXED_MAX, Window, send
from schemas.errors import UnavailableError


class Server:
    """Stores turns by id in two partitions; its index moves `speed` events a partition each time it is asked how far
    it is. Remembers the most that ever waited."""

    def __init__(self, speed: int = 60) -> None:
        self.speed = speed
        self.stored: dict[str, str] = {}
        self.ends, self.indexed = [0, 0], [-1, -1]
        self.most_waiting = 0

    def __call__(self, request: httpx.Request) -> httpx.Response:
        if request.url.path == "/v1/lag":
            self.indexed = [min(end - 1, at + self.speed) for end, at in zip(self.ends, self.indexed, strict=True)]
            items = [
                {"partition": number, "end": end, "processed": at, "indexed": at, "oldest_age_s": 0.0}
                for number, (end, at) in enumerate(zip(self.ends, self.indexed, strict=True))
            ]
            return httpx.Response(200, json={"items": items, "next_cursor": ""})
        return self._turns(json.loads(request.content))

    def _turns(self, body: dict[str, list[dict[str, str]]]) -> httpx.Response:
        if any("bad" in turn["content"] for turn in body["turns"]):
            return httpx.Response(
                422, json={"type": "invalid-input", "detail": "bad word", "field": "turns[0].content"}
            )
        partition = len(body["user"]) % 2
        positions = []
        for turn in body["turns"]:
            if turn["event_id"] not in self.stored:
                self.stored[turn["event_id"]] = turn["content"]
                self.ends[partition] += 1
            positions.append(f"e1.p{partition}:{self.ends[partition] - 1}")
        self.most_waiting = max(
            self.most_waiting, *(end - 1 - at for end, at in zip(self.ends, self.indexed, strict=True))
        )
        return httpx.Response(202, json={"token": positions[-1], "positions": positions})


class TimedServer:
    """Indexes `rate` events a second in each of its partitions, and shows them a second later."""

    shows_after_s = 1.0

    def __init__(self, rate: float, partitions: int) -> None:
        self.now = 0.0
        self.oldest_s = 0.0
        self._rate = rate
        self._shown_at: list[list[float]] = [[] for _ in range(partitions)]
        self._stored_at: list[list[float]] = [[] for _ in range(partitions)]
        self.said: list[list[str]] = [[] for _ in range(partitions)]

    def pause(self, seconds: float) -> None:
        self.now += seconds

    @property
    def stored(self) -> int:
        return sum(map(len, self._stored_at))

    def __call__(self, request: httpx.Request) -> httpx.Response:
        if request.url.path == "/v1/lag":
            return httpx.Response(200, json={"items": list(map(self._lag, range(len(self._stored_at))))})
        body = json.loads(request.content)
        partition = int(body["user"])
        positions = []
        for turn in body["turns"]:
            self.said[partition].append(turn["content"])
            done = max([self.now, *(at - self.shows_after_s for at in self._shown_at[partition][-1:])]) + 1 / self._rate
            self._stored_at[partition].append(self.now)
            self._shown_at[partition].append(done + self.shows_after_s)
            positions.append(f"e1.p{partition}:{len(self._stored_at[partition]) - 1}")
        return httpx.Response(202, json={"token": positions[-1], "positions": positions})

    def _lag(self, partition: int) -> dict[str, float]:
        end = len(self._stored_at[partition])
        indexed = sum(at <= self.now for at in self._shown_at[partition]) - 1
        age_s = self.now - self._stored_at[partition][indexed + 1] if indexed + 1 < end else 0.0
        self.oldest_s = max(self.oldest_s, age_s)
        return {"partition": partition, "end": end, "processed": indexed, "indexed": indexed, "oldest_age_s": age_s}


@pytest.mark.parametrize(("rate", "partitions"), [(15.0, 4), (40.0, 4), (150.0, 1), (500.0, 2)])
def test_a_live_turn_never_waits_three_seconds_behind_an_import_that_still_uses_what_there_is(
    rate: float, partitions: int
) -> None:
    server = TimedServer(rate, partitions)
    found: list[Found] = [
        ImportedTurn(str(n // 20 % partitions), f"s{n // 40}", Turn("user", f"word {n}"), f"line {n}")
        for n in range(int(60 * rate * partitions))
    ]

    send(
        Mnemolog(transport=httpx.MockTransport(server), retry=RetryPolicy(attempts=1)),
        found,
        pause=server.pause,
        clock=lambda: server.now,
    )

    assert server.stored == len(found)
    assert server.oldest_s < 3.0
    assert server.now < 60 / 0.5


def test_a_file_that_goes_user_by_user_uses_every_partition_and_keeps_what_each_said_in_order() -> None:
    rate, partitions, count = 15.0, 4, 2_400
    server = TimedServer(rate, partitions)
    users = [n // 100 % partitions for n in range(count)]
    found: list[Found] = [
        ImportedTurn(str(user), f"s{n // 100}", Turn("user", f"word {n}"), f"line {n}") for n, user in enumerate(users)
    ]

    send(
        Mnemolog(transport=httpx.MockTransport(server), retry=RetryPolicy(attempts=1)),
        found,
        pause=server.pause,
        clock=lambda: server.now,
    )

    for partition in range(partitions):
        assert server.said[partition] == [f"word {n}" for n, user in enumerate(users) if user == partition]
    assert server.now < 0.6 * count / rate, "one partition after the other takes count / rate"
    assert server.oldest_s < 3.0


def test_a_machine_for_which_a_call_is_too_much_is_given_fewer_turns_at_once() -> None:
    window = Window()

    for indexed in range(100):
        window.see(PartitionLag(0, end=indexed + 2, processed=indexed, indexed=indexed, oldest_age_s=AGE_MAX_S + 0.1))

    assert window.size < BATCH
    assert window.see(PartitionLag(0, end=101, processed=100, indexed=100)) > 0


def test_nothing_is_added_to_what_has_grown_old_however_few_they_are() -> None:
    window = Window()
    young = PartitionLag(0, end=2, processed=1, indexed=0, oldest_age_s=0.5)
    assert window.see(young) > 0

    assert window.see(replace(young, oldest_age_s=AGE_MAX_S + 0.1)) == 0


def client(server: Server) -> Mnemolog:
    return Mnemolog(transport=httpx.MockTransport(server), retry=RetryPolicy(attempts=1))


def talk(count: int, users: int = 1) -> list[Found]:
    return [
        ImportedTurn(
            "u" * (1 + n % users), f"s{n // 40}", Turn("user", f"word {n}", event_id=f"id{n}"), f"line {n + 1}"
        )
        for n in range(count)
    ]


@pytest.mark.parametrize("users", [1, 2, 3])
def test_no_partition_ever_has_more_than_the_allowed_number_waiting(users: int) -> None:
    server = Server(speed=37)

    report = send(client(server), talk(3_000, users), pause=lambda seconds: None)

    assert report.recorded == len(server.stored) == 3_000
    assert server.most_waiting <= UNINDEXED_MAX


def test_a_refused_turn_costs_only_itself_and_is_reported_with_its_place() -> None:
    server = Server()
    found: list[Found] = [*talk(30), Malformed("line 99", "not JSON"), Skipped("line 100", "silence")]
    found[7] = ImportedTurn("u", "s0", Turn("user", "bad", event_id="x"), "line 8")

    report = send(client(server), found, pause=lambda seconds: None)

    assert (report.recorded, report.refused, report.malformed, report.skipped) == (29, 1, 1, 1)
    assert [place for place, _ in report.troubles] == ["line 8", "line 99"]
    assert not report.complete


def test_an_import_that_was_cut_and_is_run_again_stores_nothing_twice() -> None:
    server = Server()

    def cut(found: list[Found]) -> Iterator[Found]:
        yield from found[:130]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        send(client(server), cut(talk(300)), pause=lambda seconds: None)
    before = len(server.stored)
    report = send(client(server), talk(300), pause=lambda seconds: None)

    assert 0 < before < 300
    assert len(server.stored) == report.recorded == 300


def test_an_index_that_stands_still_ends_the_import_with_a_hint() -> None:
    now = 0.0

    def pause(seconds: float) -> None:
        nonlocal now
        now += 50

    with pytest.raises(UnavailableError, match=f"{STALLED_S:.0f} s") as caught:
        send(client(Server(speed=0)), talk(2_000), pause=pause, clock=lambda: now)

    assert "lag" in caught.value.hint
