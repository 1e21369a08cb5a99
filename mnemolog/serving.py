"""ServerProcess: a real server of its own process, for the demo, the bench and the tests."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from mnemolog_client import Mnemolog, MnemologError, RetryPolicy

from schemas.errors import UnavailableError

START_S = 60.0
STOP_S = 15.0
POLL_S = 0.05
LOG_LINES = 20


class ServerProcess:
    """`mnemolog up` on a folder and a free port of the loopback address. Use it in a `with`, or stop it."""

    def __init__(self, folder: Path, *, embedder: str = "use", settings: Mapping[str, str] | None = None) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder.with_name(folder.name + ".server.log")
        self._embedder = embedder
        self._settings = dict(settings or {})
        self._process: subprocess.Popen[bytes] | None = None

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
        assert self._process is not None, "the server was not started"
        return self._process.pid

    def start(self) -> float:
        """Starts it and returns once it is ready, with the seconds that took. Raises UnavailableError with the tail of
        its log when it ends or is not ready in time."""
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        begun = time.monotonic()
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "mnemolog", "up", "--folder", str(self.folder), "--port", str(self.port)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, "MNEMOLOG_EMBEDDER": self._embedder, **self._settings},
                # Its own group, so that a Ctrl-C meant for the caller leaves it to `stop`.
                start_new_session=True,
            )
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
        """Ends it as a power cut would: SIGKILL, nothing is flushed."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ends it in order and returns its exit code, 0 when it closed everything; a server that does not end is
        killed."""
        return self._end(signal.SIGTERM)

    def resident_mb(self) -> float:
        """Memory that the process holds (VmRSS), in MB."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        return 0.0

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

    def _wait_ready(self, deadline: float) -> None:
        assert self._process is not None
        with Mnemolog(self.url, timeout_s=2.0, retry=RetryPolicy(attempts=1)) as client:
            while True:
                if self._process.poll() is not None:
                    raise UnavailableError(f"the server ended with code {self._process.returncode}: {self._tail()}")
                try:
                    client.ready()
                except MnemologError as error:
                    if time.monotonic() > deadline:
                        raise UnavailableError(f"not ready in {START_S:.0f} s ({error}): {self._tail()}") from error
                    time.sleep(POLL_S)
                else:
                    return

    def _tail(self) -> str:
        lines = self.log.read_text("utf-8", "replace").splitlines()[-LOG_LINES:]
        return "\n".join(lines) or f"{self.log} is empty"


def free_port() -> int:
    """A port of the loopback address that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
