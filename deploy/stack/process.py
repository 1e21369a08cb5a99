"""One detached server process: its folder, process id, log and signals."""

import os
import signal as signals
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from deploy.stack.errors import ServerFailed
from deploy.stack.signals import interrupts_held_back

# Both servers close within 2 s when idle and within 10 s under load; past this they are killed.
STOP_TIMEOUT_S = 25.0
_KILL_TIMEOUT_S = 10.0
_POLL_S = 0.05
_SPAWN_TIMEOUT_S = 5.0
_SPAWN_POLL_S = 0.001
_LOG_TAIL_LINES = 30
_LOG_TAIL_BYTES = 64_000


@dataclass(frozen=True, slots=True)
class ServerProcess:
    """The process of the server `name`, whose files are in `folder/name`."""

    stack: Path
    name: str

    @property
    def folder(self) -> Path:
        """Everything this server owns: data, configuration, log, process id."""
        return self.stack / self.name

    @property
    def log(self) -> Path:
        """What the server printed, over all its starts."""
        return self.folder / "server.log"

    @property
    def mark(self) -> str:
        """A JVM option without effect that tells this process from any other that got its id later."""
        return f"-Dmnemolog.server={self.folder}"

    def pid(self) -> int | None:
        """The id of the running process, or None; a stale file and a recycled id count as not running."""
        try:
            pid = int(self._pid_file.read_text(encoding="ascii"))
        except (FileNotFoundError, ValueError):
            return None
        return pid if self.mark in _command_line(pid) else None

    def spawn(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        """Starts `command` in a session of its own, where it outlives the caller; it prints to `log`."""
        self.folder.mkdir(parents=True, exist_ok=True)
        append = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        with interrupts_held_back():
            # posix_spawn and not Popen, whose object complains when it is collected while its process lives.
            pid = os.posix_spawn(
                command[0],
                list(command),
                dict(environment),
                file_actions=[
                    (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                    (os.POSIX_SPAWN_OPEN, 1, str(self.log), append, 0o644),
                    (os.POSIX_SPAWN_DUP2, 1, 2),
                ],
                setsid=True,
            )
            self._pid_file.write_text(str(pid), encoding="ascii")
        _wait_for_command_line(pid)

    def signal(self, number: int) -> None:
        """Sends a signal, and after SIGKILL waits until the process is gone.

        Raises `ServerFailed` if it is not running.
        """
        pid = self.pid()
        if pid is None:
            raise ServerFailed(f"{self.name} is not running, so it cannot get signal {number}")
        os.kill(pid, number)
        if number == signals.SIGKILL and not self._wait_gone(_KILL_TIMEOUT_S):
            raise ServerFailed(f"{self.name} (process {pid}) is still there after SIGKILL")

    def ask_to_stop(self) -> bool:
        """Asks the process to end by itself; False if it was not running."""
        pid = self.pid()
        if pid is None:
            return False
        # It may end by itself at any moment, which is what is wanted here.
        with suppress(ProcessLookupError):
            os.kill(pid, signals.SIGTERM)
            # A paused process only sees the signal once it goes on.
            os.kill(pid, signals.SIGCONT)
        return True

    def stop(self) -> bool:
        """Ends the process, gently first; False if it was not running."""
        running = self.ask_to_stop()
        if running and not self._wait_gone(STOP_TIMEOUT_S):
            self.signal(signals.SIGKILL)
        self._pid_file.unlink(missing_ok=True)
        return running

    def log_tail(self) -> str:
        """The last lines of the log."""
        try:
            with self.log.open("rb") as log:
                log.seek(max(0, self.log.stat().st_size - _LOG_TAIL_BYTES))
                lines = log.read().decode("utf-8", errors="replace").splitlines()
        except FileNotFoundError:
            return "(no log)"
        return "\n".join(lines[-_LOG_TAIL_LINES:])

    @property
    def _pid_file(self) -> Path:
        return self.folder / "server.pid"

    def _wait_gone(self, timeout_s: float) -> bool:
        deadline = time.monotonic() + timeout_s
        while self.pid() is not None:
            if time.monotonic() > deadline:
                return False
            time.sleep(_POLL_S)
        return True


def _wait_for_command_line(pid: int) -> None:
    """Returns once the process can be recognised: for a moment after its start the kernel shows no arguments."""
    deadline = time.monotonic() + _SPAWN_TIMEOUT_S
    while not _command_line(pid) and time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(_SPAWN_POLL_S)


def _command_line(pid: int) -> str:
    """The arguments of a process, empty for one that ended."""
    # Our own child stays a zombie until it is asked for; a child of another process is not ours to ask for.
    with suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        if Path("/proc/self").exists():
            return ""
    # No /proc on macOS.
    command = ["ps", "-ww", "-p", str(pid), "-o", "command="]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout
