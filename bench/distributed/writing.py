"""Writing: acknowledged at 50 turns/s, searchable at 30, and read-your-writes right after each write."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from mnemolog_client import Mnemolog, SearchOptions, Turn

from bench import sayings
from bench.distributed.figures import Figure
from bench.paced import paced, quantile
from bench.quality import wait_indexed

USERS = 50
ACKNOWLEDGED_PER_S, SEARCHABLE_PER_S = 50, 30
PACED_S = 20
KNOWN, WRITES = 20, 10
"""Of each user: turns that are there before, and turns that are written and asked for at once."""
TOP = 10
ASKED_AT = datetime(2025, 6, 1, tzinfo=UTC)
"""The same in both questions about a turn, so that nothing but the index differs."""


def write_figures(client: Mnemolog) -> Iterator[Figure]:
    """Milliseconds until a write is durable, and until its outcome can be seen."""
    list(
        _sent(client, _dealt(ACKNOWLEDGED_PER_S * 2, seed=20), ACKNOWLEDGED_PER_S, outcomes=False, name="", targets=())
    )
    yield from _sent(
        client,
        _dealt(ACKNOWLEDGED_PER_S * PACED_S, seed=21),
        ACKNOWLEDGED_PER_S,
        outcomes=False,
        name=f"write acknowledged at {ACKNOWLEDGED_PER_S} turns/s",
        targets=(4, 20),
    )
    wait_indexed(client)
    yield from _sent(
        client,
        _dealt(SEARCHABLE_PER_S * PACED_S, seed=22),
        SEARCHABLE_PER_S,
        outcomes=True,
        name=f"turn to searchable at {SEARCHABLE_PER_S} turns/s",
        targets=(1_000, 1_800),
    )
    wait_indexed(client)


def fresh_figures(client: Mnemolog) -> Iterator[Figure]:
    """Every user in turn writes one turn and asks for it with its token; once all are indexed, each asks again."""
    for user in range(USERS):
        known = [turn for _, turn in _of(f"fresh-{user}", KNOWN, seed=1_000 + user)]
        client.add(f"fresh-{user}", "before", known)
    wait_indexed(client)
    times: list[float] = []
    there = equal = 0
    for round_ in range(WRITES):
        first: dict[str, tuple[Turn, list[str]]] = {}
        for user in range(USERS):
            name = f"fresh-{user}"
            (turn,) = sayings.turns(1, seed=5_000 + round_ * USERS + user)
            accepted = client.add(name, f"round-{round_}", [turn])
            begun = time.perf_counter()
            ids, events = _found(client, name, turn, accepted.token)
            times.append((time.perf_counter() - begun) * 1000)
            there += turn.event_id in events
            first[name] = turn, ids
        wait_indexed(client)
        for name, (turn, ids) in first.items():
            equal += _found(client, name, turn, "")[0] == ids
    n = USERS * WRITES
    yield Figure("read your write, with its token, p50", quantile(times, 0.5), "ms", n=n)
    yield Figure("read your write, with its token, p95", quantile(times, 0.95), "ms", "at most", 120, n)
    yield Figure("… the written turn is there", there / n, "of all", "at least", 1.0, n)
    yield Figure("… the same first ten ids once indexed", equal / n, "of all", "at least", 0.95, n)


def _sent(
    client: Mnemolog,
    turns: Sequence[tuple[str, Turn]],
    per_s: int,
    *,
    outcomes: bool,
    name: str,
    targets: Sequence[float],
) -> Iterator[Figure]:
    times = paced(client, turns, per_s, outcomes=outcomes)
    found = times.searchable if outcomes else times.acknowledged
    for share, target in zip((0.5, 0.95), targets, strict=False):
        yield Figure(f"{name}, p{share * 100:.0f}", quantile(found, share), "ms", "at most", target, len(found))


def _found(client: Mnemolog, user: str, turn: Turn, token: str) -> tuple[list[str], set[str]]:
    options = SearchOptions(limit=TOP, reference_time=ASKED_AT)
    if token:
        options["after"] = token
    found = client.search(user, _question(turn), options=options)
    ids = [item.memory.memory_id for item in found.items]
    return ids, {evidence.event_id for item in found.items for evidence in item.memory.evidence}


def _question(turn: Turn) -> str:
    """Words of the turn itself."""
    return turn.content[: len(turn.content) // 2]


def _dealt(count: int, *, seed: int) -> list[tuple[str, Turn]]:
    return [(f"paced-{number % USERS}", turn) for number, turn in enumerate(sayings.turns(count, seed=seed))]


def _of(user: str, count: int, *, seed: int) -> list[tuple[str, Turn]]:
    return [(user, turn) for turn in sayings.turns(count, seed=seed)]
