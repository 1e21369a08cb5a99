"""What the demo is shown on: the embedded runtime in one folder, or the distributed one on real servers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import httpx
from mnemolog_client import Mnemolog

from mnemolog.local_servers import LocalServers
from mnemolog.rebuilding import Rebuilt, rebuild
from mnemolog.serving import ServerProcess
from mnemolog.settings import load_settings
from schemas.generations import BuildRequest
from streams.pace import Progress

REQUESTS = (BuildRequest(source="memories"), BuildRequest(source="turns"))
HEAP_MB = 512
"""OpenSearch boots with it in 400 MB, and the sample is small."""
Tell = Callable[[str], None]


class Subject(Protocol):
    """A runtime as the demo treats it: begun, crashed, gone on with, rebuilt, stopped. Whoever begins it stops it."""

    def begin(self) -> str:
        """Start everything; returns what there is now. Raises UnavailableError and deploy.stack.StackError."""
        ...

    def client(self) -> Mnemolog:
        """A client of its API."""
        ...

    def crash(self) -> str:
        """Kill our processes with SIGKILL; returns what was killed."""
        ...

    def go_on(self) -> float:
        """Start them again; returns the seconds until the API is ready."""
        ...

    def rebuilds(self) -> Iterator[tuple[str, bool]]:
        """Rebuild in every way that there is: (what was done, whether the same came out). The API answers after the
        last one."""
        ...

    def stop(self) -> None:
        """End everything."""
        ...


class EmbeddedSubject:
    """One process on one folder."""

    def __init__(self, folder: Path, tell: Tell) -> None:
        self._folder = folder
        self._server = ServerProcess(folder)
        self._tell = tell

    def begin(self) -> str:
        self._tell("starting a server")
        seconds = self._server.start()
        return f"A server on {self._server.url}, ready after {seconds:.1f} s; all it has is one folder."

    def client(self) -> Mnemolog:
        return self._server.client()

    def crash(self) -> str:
        self._server.kill()
        return "the server was"

    def go_on(self) -> float:
        self._tell("starting it again on the same folder")
        return self._server.start()

    def rebuilds(self) -> Iterator[tuple[str, bool]]:
        self._server.stop()
        settings = load_settings({"folder": self._folder})
        for request in REQUESTS:
            self._tell(f"rebuilding from {request.source}")
            rebuilt: Rebuilt = asyncio.run(rebuild(settings, request, _silent))
            what = "index" if request.source == "memories" else "index and every derived record"
            yield (
                f"the {what} made again from `{request.source}` in {rebuilt.seconds:.1f} s: "
                f"{rebuilt.report.count_after} memories, digest {rebuilt.report.digest_after[:12]}… is the same",
                rebuilt.same,
            )
        self.go_on()

    def stop(self) -> None:
        self._server.stop()


class DistributedSubject:
    """Kafka, OpenSearch, a worker and an API of this machine, on free ports."""

    def __init__(self, place: Path, tell: Tell) -> None:
        self._servers = LocalServers(place, opensearch_heap_mb=HEAP_MB, tell=tell)
        self._tell = tell

    def begin(self) -> str:
        seconds = self._servers.start()
        found = self._servers.servers
        return (
            f"Kafka on {found.bootstrap}, OpenSearch on {found.opensearch_url}, a worker with all stages and an API on "
            f"{self._servers.url}, ready after {seconds:.1f} s."
        )

    def client(self) -> Mnemolog:
        return self._servers.client()

    def crash(self) -> str:
        self._servers.crash()
        return "worker and API were"

    def go_on(self) -> float:
        return self._servers.go_on()

    def rebuilds(self) -> Iterator[tuple[str, bool]]:
        # Only here: the embedded demo needs no client of Kafka.
        from mnemolog.distributed import rebuild_distributed

        settings = self._servers.settings
        self._tell("rebuilding beside what is read")
        first = asyncio.run(rebuild_distributed(settings))
        yield (
            f"the index made again from `memories` beside the one that was read: {first.after.count} memories, digest "
            f"{first.after.value[:12]}… is the same",
            first.before == first.after,
        )
        self._delete_indexes()
        self._tell("rebuilding from nothing but the log")
        second = asyncio.run(rebuild_distributed(settings))
        yield (
            f"every index was deleted, and made again from the log: {second.after.count} memories, the same digest",
            second.before is None and second.after == first.after,
        )

    def stop(self) -> None:
        self._servers.stop()

    def _delete_indexes(self) -> None:
        with httpx.Client(base_url=self._servers.servers.opensearch_url, timeout=30) as opensearch:
            for name in opensearch.get("/_alias/mnemolog").raise_for_status().json():
                opensearch.delete(f"/{name}").raise_for_status()


def _silent(progress: Progress) -> None:
    """The demo says itself what is being done."""
