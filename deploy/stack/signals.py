"""Signals: an interrupt that waits until what was just started is noted down, so that whoever stops it can find it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_INTERRUPTS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Within it SIGINT and SIGTERM wait; they arrive at its end. Between the start of a process and the note of its id
    an interrupt would leave it to nobody. Handlers are of the main thread, so elsewhere there is nothing to hold."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    arrived: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        arrived.append(number)

    # Ignored ones stay ignored: a child takes that over.
    before = {number: held for number in _INTERRUPTS if (held := signal.getsignal(number)) is not signal.SIG_IGN}
    for number in before:
        signal.signal(number, note)
    try:
        yield
    finally:
        for number, held in before.items():
            # None: it was set outside of Python, where nobody here can set it again.
            signal.signal(number, signal.SIG_DFL if held is None else held)
        for late in dict.fromkeys(arrived):
            signal.raise_signal(late)
