"""Run: every part of the table, on servers of its own, or on those parts that were asked for."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, get_args

from rich.console import Console

from bench.distributed import figures
from bench.distributed.figures import Figure
from bench.distributed.ingest import burst_figures, sustained_figures
from bench.distributed.rebuilding import rebuild_figures
from bench.distributed.recalling import load_memories, recall_figures
from bench.distributed.workers import worker_figures
from bench.distributed.writing import fresh_figures, write_figures
from bench.served import SERVER_SETTINGS
from mnemolog.local_servers import LocalServers

Part = Literal["write", "fresh", "ingest", "rebuild", "workers", "recall"]
PARTS: tuple[Part, ...] = get_args(Part)
OWN, EVERYBODY = 10_000, 300_000
BURST = 4_000
Tell = Callable[[str], None]


def run_distributed(
    parts: Sequence[Part], *, embedder: str, minutes: float, limit: int | None, folder: Path | None, json: Path | None
) -> int:
    """Measures, prints and writes; returns the exit code. `minutes`: of the sustained ingest. `limit`: turns of the
    import, and memories of the user whose recalls are timed among thirty times as many, for a quick look. `folder`:
    keeps the servers of `recall` with what was loaded, which takes ten minutes and more."""
    own = limit or OWN
    found: list[Figure] = []
    with Console(stderr=True).status("starting") as status:
        pipeline = [part for part in parts if part not in ("recall", "workers")]
        if pipeline:
            with _servers(embedder, None, status.update) as servers:
                found += _pipeline(servers, pipeline, minutes, limit or BURST, status.update)
        if "workers" in parts:
            with _servers(embedder, None, status.update) as servers:
                found += worker_figures(servers, status.update)
        if "recall" in parts:
            with _servers(embedder, folder, status.update) as servers, servers.client() as client:
                everybody = own * (EVERYBODY // OWN)
                load_memories(servers.settings, client, own, everybody, status.update)
                found += recall_figures(servers.settings, client, own, everybody, status.update)
    notes = (
        "write, fresh, ingest and rebuild begin after the import: by then the servers' compilers have settled, which "
        "take a core for the first thousand turns.",
        "One Kafka broker, one OpenSearch node, one worker with all stages, one API and the bench itself share the "
        "machine. `ms` are wall time as a caller sees it.",
    )
    figures.show(found, notes)
    if json is not None:
        figures.write(json, found, notes, set="speed", runtime="distributed", embedder=embedder, parts=list(parts))
    return 0


def _pipeline(servers: LocalServers, parts: Sequence[Part], minutes: float, burst: int, tell: Tell) -> Iterator[Figure]:
    with servers.client() as client:
        imported = burst_figures(client, burst, tell)
        if "ingest" in parts:
            yield from imported
        else:
            list(imported)
        if "write" in parts:
            tell("writing")
            yield from write_figures(client)
        if "fresh" in parts:
            tell("reading what was just written")
            yield from fresh_figures(client)
        if "ingest" in parts:
            yield from sustained_figures(servers, client, minutes, tell)
        if "rebuild" in parts:
            yield from rebuild_figures(servers.settings, tell)


@contextmanager
def _servers(embedder: str, folder: Path | None, tell: Tell) -> Iterator[LocalServers]:
    with (
        tempfile.TemporaryDirectory(prefix="mnemolog-speed-") as place,
        LocalServers(folder or Path(place), embedder=embedder, settings=SERVER_SETTINGS, tell=tell) as servers,
    ):
        yield servers
