"""Member: the static name under which Kafka's groups know a worker, so that a restart is no rebalance.

Two processes under one name would put each other out of the group for ever: a name made here is held by a lock.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

WORKERS_MAX = 256
"""Workers of one host and folder."""


@dataclass(frozen=True, slots=True)
class Member:
    """`stays`: after an end in order its groups wait for it, because somebody gave it a name to come back under; others
    tell them that they leave."""

    name: str = ""
    stays: bool = False


@contextlib.contextmanager
def member_name(folder: Path, given: str = "") -> Iterator[Member]:
    """`given`, or the host's name with the lowest number that no process of this host holds; a process that is killed
    lets go of it. "" when there is none: then the group waits for a session time-out after each end."""
    if given:
        yield Member(given, stays=True)
        return
    host = re.sub(r"[^A-Za-z0-9._-]", "-", socket.gethostname()) or "host"
    held, name = None, ""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(WORKERS_MAX):
            held = _locked(folder / f"{host}-{number}.lock")
            if held is not None:
                name = f"{host}-{number}"
                break
    except OSError:
        # A folder that is read-only, or a file system without locks: a name of its own is not worth failing for.
        name = ""
    try:
        yield Member(name)
    finally:
        if held is not None:
            os.close(held)


def _locked(path: Path) -> int | None:
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(file)
        return None
    except OSError:
        os.close(file)
        raise
    return file
