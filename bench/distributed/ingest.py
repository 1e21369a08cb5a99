"""Ingest: 40 turns/s through all stages for as long as asked, with lag and memory watched; then as fast as it goes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from mnemolog_client import Mnemolog, Turn

from bench import sayings
from bench.distributed.figures import Figure
from bench.quality import wait_indexed
from mnemolog.importers.found import ImportedTurn
from mnemolog.importers.load import send
from mnemolog.local_servers import LocalServers

SUSTAINED_PER_S = 40
BATCH = 4
LOOK_S = 1.0
USERS = 40
SETTLING = 0.2
"""Share of the time that is not looked at: caches fill (two of ten minutes)."""
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class _Look:
    waiting: int
    memory_mb: float


def sustained_figures(servers: LocalServers, client: Mnemolog, minutes: float, tell: Tell) -> Iterator[Figure]:
    """At a steady 40 turns/s."""
    seconds = 60.0 * minutes
    ended = threading.Event()
    looks: list[_Look] = []
    watching = threading.Thread(target=_watch, args=(servers, looks, ended))
    watching.start()
    try:
        begun = time.monotonic()
        count = int(seconds * SUSTAINED_PER_S)
        for number, batch in enumerate(_batches(count)):
            time.sleep(max(0.0, begun + number * BATCH / SUSTAINED_PER_S - time.monotonic()))
            client.add(f"steady-{number % USERS}", f"s{number // (10 * USERS)}", batch)
            tell(f"sustained ingest: {number * BATCH}/{count}")
        sent_s = time.monotonic() - begun
        wait_indexed(client)
        indexed_s = time.monotonic() - begun
    finally:
        ended.set()
        watching.join()
    settled = looks[int(SETTLING * len(looks)) :] or looks
    half = len(settled) // 2 or 1
    before, after = settled[:half], settled[half:] or settled
    name = f"ingest, all stages, {minutes:g} min"
    yield Figure(f"{name}: indexed", count / indexed_s, "turns/s", "at least", 0.97 * SUSTAINED_PER_S, count)
    yield Figure(f"{name}: behind at the end", indexed_s - sent_s, "s", "at most", 5.0)
    yield Figure(f"{name}: turns waiting, first half", _mean([look.waiting for look in before]), "turns", n=len(before))
    yield Figure(
        f"{name}: turns waiting, second half", _mean([look.waiting for look in after]), "turns", "at most",
        # Flat: what waits is what one refresh of the index takes, not what piles up.
        max(2.0 * SUSTAINED_PER_S, 1.25 * _mean([look.waiting for look in before])), len(after),
    )  # fmt: skip
    first, last = (_mean([look.memory_mb for look in part]) for part in (before, after))
    yield Figure(f"{name}: memory of API and worker, second half", last, "MB")
    yield Figure(f"{name}: its change from the first half", 100 * abs(last - first) / first, "%", "at most", 5.0)


def burst_figures(client: Mnemolog, count: int, tell: Tell) -> Iterator[Figure]:
    """An import, which never has more than 500 turns of a partition waiting."""
    found = [
        ImportedTurn(f"burst-{number // 100 % USERS}", f"s{number // 100}", turn, "")
        for number, turn in enumerate(sayings.turns(count, seed=31))
    ]
    begun = time.monotonic()
    send(client, found, progress=lambda report: tell(f"import: {report.recorded}/{count}"))
    wait_indexed(client)
    yield Figure("ingest, all stages, as fast as it goes", count / (time.monotonic() - begun), "turns/s", n=count)


def _batches(count: int) -> Iterator[list[Turn]]:
    batch: list[Turn] = []
    for turn in sayings.turns(count, seed=30):
        batch.append(turn)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _watch(servers: LocalServers, looks: list[_Look], ended: threading.Event) -> None:
    with servers.client() as client:
        while not ended.wait(LOOK_S):
            waiting = sum(lag.waiting for lag in client.lag())
            looks.append(_Look(waiting, sum(servers.resident_mb().values())))


def _mean(values: list[int] | list[float]) -> float:
    return sum(values) / max(1, len(values))
