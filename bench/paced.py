"""Paced: turns sent at a steady pace whatever the answers do, and how long their acknowledgement and outcome took."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from mnemolog_client import Mnemolog, Turn

CALLERS = 200
"""At 30 turns/s that are each waited for: as many as are under way when the outcome takes six seconds."""
WAIT_MS = 10_000
OUTCOME_S = 120.0


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds from the time when a turn was due to its acknowledgement, and to its outcome if that was waited
    for: a client that is late counts too."""

    acknowledged: list[float]
    searchable: list[float]


def paced(client: Mnemolog, turns: Sequence[tuple[str, Turn]], per_s: float, *, outcomes: bool) -> Times:
    """Sends (user, turn) one by one. Raises AssertionError when an outcome is not there after OUTCOME_S."""
    times = Times([], [])
    adding = threading.Lock()

    def one(user: str, turn: Turn, due: float) -> None:
        client.add(user, "paced", [turn])
        durable_ms = (time.monotonic() - due) * 1000
        while outcomes and client.turn(turn.event_id, user=user, wait_ms=WAIT_MS).outcome is None:
            assert time.monotonic() - due < OUTCOME_S, f"{turn.event_id} is not indexed after {OUTCOME_S:.0f} s"
        seen_ms = (time.monotonic() - due) * 1000
        with adding:
            times.acknowledged.append(durable_ms)
            if outcomes:
                times.searchable.append(seen_ms)

    with ThreadPoolExecutor(CALLERS) as pool:
        begun = time.monotonic()
        waiting = []
        for number, (user, turn) in enumerate(turns):
            due = begun + number / per_s
            time.sleep(max(0.0, due - time.monotonic()))
            waiting.append(pool.submit(one, user, turn, due))
        for future in waiting:
            future.result()
    return times


def quantile(values: Sequence[float], share: float) -> float:
    """The value that `share` of the values do not exceed (nearest rank)."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]
