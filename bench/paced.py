"""Paced: turns sent at a steady pace whatever the answers do, and how long their acknowledgement and outcome took."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from mnemolog_client import Mnemolog, Turn

CALLERS = 64
"""At 30 turns/s that are each waited for, and two seconds each."""
OUTCOME_S = 10.0


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds from sending a turn to its acknowledgement, and to its outcome when those were waited for."""

    acknowledged: list[float]
    searchable: list[float]


def paced(client: Mnemolog, turns: Sequence[tuple[str, Turn]], per_s: float, *, outcomes: bool) -> Times:
    """Sends (user, turn) one by one. Raises AssertionError when an outcome is not there after OUTCOME_S."""
    times = Times([], [])
    adding = threading.Lock()

    def one(user: str, turn: Turn) -> None:
        begun = time.perf_counter()
        client.add(user, "paced", [turn])
        durable_ms = (time.perf_counter() - begun) * 1000
        if outcomes:
            found = client.turn(turn.event_id, user=user, wait_ms=int(1000 * OUTCOME_S))
            assert found.outcome is not None, f"{turn.event_id} is not indexed after {OUTCOME_S:.0f} s"
        seen_ms = (time.perf_counter() - begun) * 1000
        with adding:
            times.acknowledged.append(durable_ms)
            if outcomes:
                times.searchable.append(seen_ms)

    with ThreadPoolExecutor(CALLERS) as pool:
        begun = time.monotonic()
        waiting = []
        for number, (user, turn) in enumerate(turns):
            time.sleep(max(0.0, begun + number / per_s - time.monotonic()))
            waiting.append(pool.submit(one, user, turn))
        for future in waiting:
            future.result()
    return times


def quantile(values: Sequence[float], share: float) -> float:
    """The value that `share` of the values do not exceed (nearest rank)."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]
