"""Crashpoints: named places at which a process can be made to die, so that a crash is a test input (STYLE 26)."""

from __future__ import annotations

import os
import signal
from typing import Literal

from schemas.errors import ConfigurationError

Point = Literal[
    "after-append", "after-embedded", "after-memories", "mid-index", "after-index", "key-created", "during-erase"
]  # fmt: skip
POINTS: tuple[Point, ...] = (
    "after-append", "after-embedded", "after-memories", "mid-index", "after-index", "key-created", "during-erase",
)  # fmt: skip


class Crashpoints:
    """Dies by SIGKILL the nth time that a point is reached; without a point it does nothing."""

    def __init__(self, point: Point | None = None, times: int = 1) -> None:
        self._point = point
        self._left = times

    @classmethod
    def parse(cls, text: str) -> Crashpoints:
        """From `<point>[:n]`, the value of MNEMOLOG_CRASH_AT; '' = never. Raises ConfigurationError."""
        name, _, times = text.partition(":")
        if not name:
            return cls()
        point = next((known for known in POINTS if known == name), None)
        if point is None or not (times or "1").isdigit():
            raise ConfigurationError(f"{text!r} is no crash point", hint=f"one of {', '.join(POINTS)}, with :n")
        return cls(point, int(times or 1))

    def armed(self, point: Point) -> bool:
        """Whether this very point is the one to die at, the next time."""
        return point == self._point and self._left == 1

    def reach(self, point: Point) -> None:
        """Called where the process may die."""
        if point != self._point:
            return
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


NO_CRASH = Crashpoints()
"""Never dies."""
