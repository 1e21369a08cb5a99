"""Speed: how fast turns go in, become searchable and are found again, and what the server costs."""

from __future__ import annotations

import json as json_text
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from mnemolog_client import ContextOptions, Mnemolog, SearchOptions
from rich.console import Console
from rich.table import Table

from bench import sayings, strangers
from bench.paced import paced, quantile
from bench.quality import wait_indexed
from mnemolog.importers.found import ImportedTurn
from mnemolog.importers.load import send
from mnemolog.serving import ServerProcess

USER = "speedy"
OWN = 10_000
"""Memories of the user whose searches are timed."""
ALL = 300_000
ACKNOWLEDGED = 400
PACE_PER_S = 20
PACED_S = 15
SEARCHES = 300
BUDGET_TOKENS = 600
WARM_UP = 20


@dataclass(frozen=True, slots=True)
class Speeds:
    """Figures by name, each with its unit at the end of the name, and what a reader must know."""

    figures: dict[str, float]
    notes: tuple[str, ...]


def run_speed(*, embedder: str, settings: dict[str, str], json: Path | None, limit: int | None) -> int:
    """Measures, prints and writes; returns the exit code. `limit`: own memories, for a quick look."""
    own = limit or OWN
    everybody = own * (ALL // OWN)
    with Console(stderr=True).status("starting") as status:
        found = measure(embedder=embedder, settings=settings, own=own, everybody=everybody, tell=status.update)
    table = Table("what", "measured", box=None, pad_edge=False)
    for name, value in found.figures.items():
        table.add_row(name, f"{value:,.1f}")
    Console(highlight=False).print(table)
    for note in found.notes:
        Console(highlight=False).print(f"[dim]{note}[/dim]")
    if json is not None:
        report = {"set": "speed", "runtime": "embedded", "embedder": embedder, "metrics": found.figures}
        report |= {"notes": list(found.notes)}
        json.write_text(json_text.dumps(report, indent=2) + "\n", "utf-8")
    return 0


def measure(
    *, embedder: str, settings: dict[str, str], own: int, everybody: int, tell: Callable[[str], None]
) -> Speeds:
    """All figures, on a server of its own."""
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory(prefix="mnemolog-speed-") as place:
        folder = Path(place) / "data"
        server = ServerProcess(folder, embedder=embedder, settings=settings)
        figures["cold start, empty folder s"] = server.start()
        try:
            with server.client() as client:
                _while_small(client, figures, own, tell)
                figures["server memory MB"] = server.resident_mb()
        finally:
            server.stop()
        tell(f"writing {everybody - own} memories of others")
        strangers.load_folder(
            folder, everybody - own, embedder, lambda done: tell(f"memories of others: {done}/{everybody - own}")
        )
        figures["cold start, full folder s"] = server.start()
        try:
            with server.client() as client:
                tell("searching the full index")
                _searches(client, figures, f"{own} of {everybody} memories")
                figures["server memory, full index MB"] = server.resident_mb()
        finally:
            server.stop()
    return Speeds(
        figures,
        (
            f"{everybody - own} raw memories of {strangers.USERS} other users were written through the index port, "
            "with random vectors; everything else went through the HTTP API and all stages",
            f"searches (limit 10) and contexts ({BUDGET_TOKENS} tokens): one caller, one at a time, {SEARCHES} of each "
            f"after {WARM_UP} to warm up",
        ),
    )


def _while_small(client: Mnemolog, figures: dict[str, float], own: int, tell: Callable[[str], None]) -> None:
    tell(f"ingesting {own} turns")
    spoken = [
        ImportedTurn(USER, f"s{number // 40}", turn, f"turn {number}")
        for number, turn in enumerate(sayings.turns(own, seed=3))
    ]
    begun = time.monotonic()
    send(client, spoken)
    wait_indexed(client)
    figures["ingest, all stages turns/s"] = own / (time.monotonic() - begun)
    tell("timing acknowledgements")
    _quantiles(figures, "write acknowledged, one after the other", _acknowledgements(client))
    wait_indexed(client)
    tell(f"timing {PACE_PER_S} turns/s")
    turns = [("paced", turn) for turn in sayings.turns(PACE_PER_S * PACED_S, seed=6)]
    times = paced(client, turns, PACE_PER_S, outcomes=True)
    _quantiles(figures, f"write acknowledged at {PACE_PER_S} turns/s", times.acknowledged)
    _quantiles(figures, f"searchable at {PACE_PER_S} turns/s", times.searchable)
    wait_indexed(client)
    tell("searching")
    _searches(client, figures, f"{own} memories alone")


def _acknowledgements(client: Mnemolog) -> list[float]:
    """Milliseconds of single-turn writes, one after the other, while the stages are at work."""
    times = []
    for turn in sayings.turns(ACKNOWLEDGED, seed=5):
        begun = time.perf_counter()
        client.add("writer", "s", [turn])
        times.append((time.perf_counter() - begun) * 1000)
    return times


def _searches(client: Mnemolog, figures: dict[str, float], memories: str) -> None:
    def search(question: str) -> object:
        return client.search(USER, question, options=SearchOptions(limit=10))

    def context(question: str) -> object:
        return client.context(USER, question, options=ContextOptions(budget_tokens=BUDGET_TOKENS))

    for name, ask in (("search", search), ("context", context)):
        times = []
        for number, question in enumerate(sayings.questions(SEARCHES + WARM_UP, seed=9)):
            begun = time.perf_counter()
            ask(question)
            if number >= WARM_UP:
                times.append((time.perf_counter() - begun) * 1000)
        _quantiles(figures, f"{name}, {memories}", times)


def _quantiles(figures: dict[str, float], name: str, times: Sequence[float]) -> None:
    figures[f"{name} p50 ms"] = quantile(times, 0.5)
    figures[f"{name} p95 ms"] = quantile(times, 0.95)
