"""Processes of this program, for the demo, the bench and the tests: any command, and a server that is waited for."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from mnemolog_client import Mnemolog, MnemologError, RetryPolicy

from deploy.stack.signals import interrupts_held_back
from schemas.errors import UnavailableError

START_S = 60.0
STOP_S = 15.0
POLL_S = 0.05
LOG_LINES = 20


class ProgramProcess:
    """`python -m MODULE ARGUMENTS` as a process of its own, which writes to the file `log`. Whoever starts it stops
    it."""

    def __init__(
        self, arguments: Sequence[str], *, log: Path, settings: Mapping[str, str], module: str = "mnemolog"
    ) -> None:
        self.log = log
        self._arguments = ("-m", module, *arguments)
        self._settings = dict(settings)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The id of the running process."""
        assert self._process is not None, "it was not started"
        return self._process.pid

    def start(self) -> None:
        """Start it, without waiting for anything."""
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as log, interrupts_held_back():
            self._process = subprocess.Popen(
                [sys.executable, *self._arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, **self._settings},
                # Its own group, so that a Ctrl-C meant for the caller leaves it to `stop`.
                start_new_session=True,
            )

    def require_running(self) -> None:
        """Raises UnavailableError with the tail of its log when it has ended."""
        assert self._process is not None, "it was not started"
        if self._process.poll() is not None:
            name = " ".join(self._arguments)
            raise UnavailableError(f"`{name}` ended with code {self._process.returncode}: {self.log_tail()}")

    def kill(self) -> None:
        """Ends it as a power cut would: SIGKILL, nothing is flushed."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ends it in order and returns its exit code, 0 when it closed everything; one that does not end is killed."""
        return self._end(signal.SIGTERM)

    def resident_mb(self) -> float:
        """Memory that the process holds (VmRSS), in MB."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        return 0.0

    def log_tail(self) -> str:
        """The last lines that it wrote."""
        lines = self.log.read_text("utf-8", "replace").splitlines()[-LOG_LINES:]
        return "\n".join(lines) or f"{self.log} is empty"

    def _end(self, number: signal.Signals) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        if process.poll() is None:
            process.send_signal(number)
        try:
            return process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()


class ServerProcess:
    """An API on a free port of the loopback address: `mnemolog up` on a folder, or `mnemolog api`, which needs workers.
    Use it in a `with`, or stop it."""

    def __init__(
        self,
        folder: Path,
        *,
        embedder: str = "use",
        settings: Mapping[str, str] | None = None,
        command: Literal["up", "api"] = "up",
    ) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder.with_name(folder.name + ".server.log")
        self._program = ProgramProcess(
            [command, "--folder", str(folder), "--port", str(self.port)],
            log=self.log,
            settings={"MNEMOLOG_EMBEDDER": embedder, **(settings or {})},
        )

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def pid(self) -> int:
        """The id of the running process."""
        return self._program.pid

    def start(self) -> float:
        """Starts it and returns once it is ready, with the seconds that took. Raises UnavailableError with the tail of
        its log when it ends or is not ready in time."""
        begun = time.monotonic()
        self._program.start()
        try:
            self._wait_ready(begun + START_S)
        except BaseException:
            self.kill()
            raise
        return time.monotonic() - begun

    def client(self, *, timeout_s: float = 60.0) -> Mnemolog:
        """A client of it."""
        return Mnemolog(self.url, timeout_s=timeout_s)

    def kill(self) -> None:
        """Ends it as a power cut would."""
        self._program.kill()

    def stop(self) -> int:
        """Ends it in order and returns its exit code (ProgramProcess.stop)."""
        return self._program.stop()

    def resident_mb(self) -> float:
        """Memory that the process holds (VmRSS), in MB."""
        return self._program.resident_mb()

    def _wait_ready(self, deadline: float) -> None:
        with Mnemolog(self.url, timeout_s=2.0, retry=RetryPolicy(attempts=1)) as client:
            while True:
                self._program.require_running()
                try:
                    client.ready()
                except MnemologError as error:
                    if time.monotonic() > deadline:
                        tail = self._program.log_tail()
                        raise UnavailableError(f"not ready in {START_S:.0f} s ({error}): {tail}") from error
                    time.sleep(POLL_S)
                else:
                    return


def free_port() -> int:
    """A port of the loopback address that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def ended_in_order() -> Iterator[None]:
    """Within it SIGTERM and SIGINT both raise KeyboardInterrupt, also where a shell has a job in the background ignore
    the latter: what was started is stopped."""
    before = {number: signal.signal(number, signal.default_int_handler) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
