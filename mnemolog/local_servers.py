"""LocalServers: the distributed runtime on one machine: Kafka and OpenSearch, one worker with all stages, one API."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from os import environ
from pathlib import Path
from types import TracebackType
from typing import Self

from mnemolog_client import Mnemolog

from deploy import stack
from mnemolog.serving import ProgramProcess, ServerProcess
from mnemolog.settings import Settings, load_settings
from schemas.errors import UnavailableError

PARTITIONS = 4
"""Of a local installation (DESIGN §2)."""
SETUP_S = 90.0


def _silent(what: str) -> None:
    """Tells nobody."""


class LocalServers:
    """Everything lies in one folder; ports are free ones. Use it in a `with`, or stop it: nothing of it stays running.

    Raises deploy.stack.StackError when the servers cannot be started, naming a JDK or Maven that is missing.
    """

    def __init__(
        self,
        place: Path,
        *,
        embedder: str = "use",
        settings: Mapping[str, str] | None = None,
        opensearch_heap_mb: int = stack.OPENSEARCH_HEAP_MB,
        tell: Callable[[str], None] = _silent,
    ) -> None:
        self.folder = place / "data"
        self._place = place
        self._embedder = embedder
        self._given = dict(settings or {})
        self._heap_mb = opensearch_heap_mb
        self._tell = tell
        self._opened = ExitStack()
        self.servers: stack.StackStatus
        self.environment: dict[str, str] = {}
        self.worker: ProgramProcess
        self._api: ServerProcess

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def url(self) -> str:
        """Where the API is."""
        return self._api.url

    @property
    def settings(self) -> Settings:
        """The settings under which other programs reach the same installation."""
        return load_settings(environment=self.environment)

    def start(self) -> float:
        """Start and set up everything; returns the seconds it took once the API is ready."""
        begun = time.monotonic()
        with ExitStack() as opened:
            opened.callback(stack.down, self._place / "stack")
            self.servers = stack.up(
                self._place / "stack",
                kafka_port=0,
                controller_port=0,
                opensearch_port=0,
                transport_port=0,
                opensearch_heap_mb=self._heap_mb,
                runtime="local",
                progress=self._tell,
            )
            self.environment = {
                "MNEMOLOG_RUNTIME": "distributed",
                "MNEMOLOG_FOLDER": str(self.folder),
                "MNEMOLOG_EMBEDDER": self._embedder,
                "MNEMOLOG_PARTITIONS": str(PARTITIONS),
                "MNEMOLOG_KAFKA_BOOTSTRAP": self.servers.bootstrap,
                "MNEMOLOG_OPENSEARCH_URL": self.servers.opensearch_url,
                "MNEMOLOG_WORKER_PORT": "0",
                **self._given,
            }
            self._tell("making topics and index")
            self._set_up()
            self.worker = self.new_worker("worker")
            self._api = ServerProcess(self.folder, embedder=self._embedder, settings=self.environment, command="api")
            opened.callback(self._api.stop)
            opened.callback(self.worker.stop)
            self.go_on()
            self._opened = opened.pop_all()
        return time.monotonic() - begun

    def new_worker(self, name: str, *arguments: str, module: str = "") -> ProgramProcess:
        """A worker that is not started; whoever starts it stops it. Its log is `<name>.log`. `module`: a program of the
        caller's in place of `mnemolog worker`."""
        return ProgramProcess(
            arguments if module else ["worker", *arguments],
            log=self._place / f"{name}.log",
            settings=self.environment,
            module=module or "mnemolog",
        )

    def go_on(self) -> float:
        """Start worker and API, which do not run; returns the seconds until the API is ready."""
        self._tell("starting a worker and the API")
        begun = time.monotonic()
        self.worker.start()
        self._api.start()
        self.worker.require_running()
        return time.monotonic() - begun

    def crash(self) -> None:
        """Worker and API end with SIGKILL; the servers go on."""
        self.worker.kill()
        self._api.kill()

    def client(self, *, timeout_s: float = 60.0) -> Mnemolog:
        """A client of the API."""
        return self._api.client(timeout_s=timeout_s)

    def resident_mb(self) -> dict[str, float]:
        """Memory of our own processes, in MB."""
        return {"API": self._api.resident_mb(), "worker": self.worker.resident_mb()}

    def stop(self) -> None:
        """End everything, in order where it runs; data stays in the folder."""
        self._opened.close()

    def _set_up(self) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "mnemolog", "setup"],
            env={**environ, **self.environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=SETUP_S,
            check=False,
        )
        if done.returncode:
            raise UnavailableError(f"`mnemolog setup` ended with code {done.returncode}: {done.stderr[-2_000:]}")
