"""Waiting for what processes of their own will do, with a deadline."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

DEADLINE_S = 90.0
POLL_S = 0.2
T = TypeVar("T")


def until(what: str, look: Callable[[], T]) -> T:
    """What `look` finds, asked until there is something."""
    deadline, pause = time.monotonic() + DEADLINE_S, threading.Event()
    while time.monotonic() < deadline:
        found = look()
        if found:
            return found
        pause.wait(POLL_S)
    raise AssertionError(f"not in {DEADLINE_S:.0f} s: {what}")
