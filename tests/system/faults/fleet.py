"""Workers and API servers as processes of their own, told apart from all others by a mark in their environment."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Mapping
from pathlib import Path

MARK = "MNEMOLOG_TEST_RUN"
STOP_S = 25.0
LOG_TAIL = 4_000


class Member:
    """One process."""

    def __init__(self, name: str, process: subprocess.Popen[bytes], log: Path) -> None:
        self.name = name
        self.log = log
        self._process = process

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    @property
    def exit_code(self) -> int | None:
        return self._process.poll()

    @property
    def standing(self) -> bool:
        """Whether it stands still after SIGSTOP."""
        try:
            return Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"
        except FileNotFoundError:
            return False

    def send(self, number: signal.Signals) -> None:
        """Send it a signal."""
        os.kill(self.pid, number)

    def end(self, number: signal.Signals = signal.SIGKILL) -> int:
        """Have it end, and wait; its exit code, negative for a signal."""
        if self.running:
            self._process.send_signal(number)
            self._process.send_signal(signal.SIGCONT)
        return self._process.wait(STOP_S)

    def told(self) -> str:
        """What it logged."""
        return self.log.read_text("utf-8", "replace")


class Fleet:
    """Starts processes of this installation and leaves none behind."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self._folder = folder
        self.mark = uuid.uuid4().hex
        self._environment = {**environment, MARK: self.mark}
        self.members: list[Member] = []
        self._started = 0

    def start(self, *arguments: str, module: str = "mnemolog", **settings: str) -> Member:
        """`python -m MODULE ARGUMENTS` with these settings on top."""
        # A log of its own: what an earlier one said must not be taken for this one's words.
        name = f"{self._started}-{arguments[0]}"
        self._started += 1
        log = self._folder / f"{name}.log"
        with log.open("ab") as out:
            process = subprocess.Popen(
                [sys.executable, "-m", module, *arguments],
                env={**os.environ, **self._environment, **settings},
                stdout=out,
                stderr=out,
                cwd=Path(__file__).parents[3],
            )
        member = Member(name, process, log)
        self.members.append(member)
        return member

    def run(self, *arguments: str, timeout_s: float = 120.0) -> subprocess.CompletedProcess[str]:
        """One command of the command line, to its end."""
        return subprocess.run(
            [sys.executable, "-m", "mnemolog", *arguments],
            env={**os.environ, **self._environment},
            capture_output=True,
            text=True,
            timeout=timeout_s,
            check=False,
            cwd=Path(__file__).parents[3],
        )

    def end_all(self) -> None:
        """Kill what still runs."""
        for member in self.members:
            member.end()
        self.members.clear()

    def leftovers(self) -> list[int]:
        """Processes that carry the mark of this fleet, whoever started them."""
        needle = f"{MARK}={self.mark}".encode()
        found = []
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                if needle in (entry / "environ").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                continue
        return found

    def tail(self) -> str:
        """The last lines of every process, for a message of failure."""
        return "\n".join(f"--- {member.name}\n{member.told()[-LOG_TAIL:]}" for member in self.members)


def moment() -> float:
    """The clock of deadlines."""
    return time.monotonic()
