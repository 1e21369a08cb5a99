"""The interpreter and the allocator of a process that runs for long: a server or a worker."""

from __future__ import annotations

import ctypes
import gc
import os
import sys

SWITCH_S = 0.0005
"""How long a computing thread keeps the interpreter while the event loop waits for it. With Python's 5 ms, a write that
passes between three threads waited 10 ms behind the stages (our measurement, 2026)."""
ARENAS = 2
"""glibc gives every thread an arena of its own and hands none back: with two, a server that took 3,000 turns and their
searches holds 539 MB in place of 596 (our measurement, 2026-11-30)."""
ROUND_OBJECTS = 10_000
"""New containers before the garbage collector looks for cycles among them, which takes it .13 ms (2026-12-01); those of
records and documents come by the thousand and hold none, and Python's 700 have a round made for every few."""
MMAP_BYTES = 128 * 1024
"""From this size on, memory goes back to the system when it is freed. Named, so that glibc does not raise it."""
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8


def prepare_for_long_runs() -> None:
    """Call before threads start. Where the C library is not glibc, the allocator stays as it is."""
    sys.setswitchinterval(SWITCH_S)
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt is not None:
        mallopt(_M_ARENA_MAX, ARENAS)
        mallopt(_M_TRIM_THRESHOLD, MMAP_BYTES)
        mallopt(_M_MMAP_THRESHOLD, MMAP_BYTES)


def start_anew() -> None:
    """Run this program again in its own place, with what it was called with; call once everything is closed."""
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def spare_what_is_loaded() -> None:
    """Take models and modules out of the garbage collector's rounds: they stay, and looking through them stops writes,
    and takes an eighth of a rebuild's time. Call once everything is loaded."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(ROUND_OBJECTS, *gc.get_threshold()[1:])
