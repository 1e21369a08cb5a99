"""Crashpoints: named places at which a process can be made to die or to stand still, so that a crash and a zombie are
test inputs (STYLE 26)."""

from __future__ import annotations

import os
import signal

from schemas.errors import ConfigurationError

EMBEDDED_POINTS = (
    "after-append", "after-embedded", "after-memories", "mid-index", "after-index", "key-created", "during-erase",
)  # fmt: skip
DISTRIBUTED_POINTS = (
    "admit-written", "score-written", "describe-written", "embed-written", "consolidate-decided", "consolidate-written",
    "mid-index", "index-written", "letter-parked",
)  # fmt: skip
"""`<stage>-written`: its output is durable and its input is not committed; `mid-index`: half of a batch is written;
`consolidate-decided`: the commit log is about to be written."""
GENERATION_POINTS = (
    "rebuild-step", "rebuild-built", "rebuild-verified", "promote-before-flip", "promote-after-flip",
)  # fmt: skip
"""Of a rebuild and a promotion, in both runtimes: a batch is done; all are; both were compared; the flip."""
POINTS = tuple(dict.fromkeys(EMBEDDED_POINTS + DISTRIBUTED_POINTS + GENERATION_POINTS))
STOP = "stop"


class Crashpoints:
    """Dies by SIGKILL, or stands still by SIGSTOP, the nth time that a point is reached; without one, does nothing."""

    def __init__(self, point: str | None = None, times: int = 1, number: signal.Signals = signal.SIGKILL) -> None:
        self._point = point
        self._left = times
        self._number = number

    @classmethod
    def parse(cls, text: str) -> Crashpoints:
        """From `<point>[:n[:stop]]`, the value of MNEMOLOG_CRASH_AT; '' = never. Raises ConfigurationError."""
        point, _, rest = text.partition(":")
        times, _, how = rest.partition(":")
        if not point:
            return cls()
        if point not in POINTS or not (times or "1").isdigit() or how not in ("", STOP):
            raise ConfigurationError(
                f"{text!r} is no crash point", hint=f"one of {', '.join(POINTS)}, with :n or :n:stop"
            )
        return cls(point, int(times or 1), signal.SIGSTOP if how == STOP else signal.SIGKILL)

    def armed(self, point: str) -> bool:
        """Whether this very point is the one to die at, the next time."""
        return point == self._point and self._left == 1

    def reach(self, point: str) -> None:
        """Called where the process may die."""
        assert point in POINTS, point
        if point != self._point:
            return
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), self._number)


NO_CRASH = Crashpoints()
"""Never dies."""
