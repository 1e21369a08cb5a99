"""Recalling: one user's 10,000 memories among 300,000, through the API and as the bare `_msearch`, in turns."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import AsyncIterator, Callable, Iterator

import numpy as np
from mnemolog_client import Mnemolog, SearchOptions
from numpy.typing import NDArray

from bench import sayings, strangers
from bench.distributed import bare
from bench.distributed.figures import Figure
from bench.distributed.opened import Below, below
from bench.paced import quantile
from bench.quality import wait_indexed
from indexers.index import Scope
from indexers.opensearch.server import compact
from mnemolog.importers.found import ImportedTurn
from mnemolog.importers.load import send
from mnemolog.settings import Settings

USER = "speedy"
ASKED, WARM_UP = 200, 100
Tell = Callable[[str], None]


def load_memories(settings: Settings, client: Mnemolog, own: int, everybody: int, tell: Tell) -> None:
    """Bring in what is missing: the user's own turns through all stages, everybody else's past the log."""
    spoken = [
        ImportedTurn(USER, f"s{number // 40}", turn, f"turn {number}")
        for number, turn in enumerate(sayings.turns(own, seed=3))
    ]
    known = {memory.evidence[0].event_id for memory in client.memories(USER, {"resolution": ["turn"]})}
    missing = [one for one in spoken if one.turn.event_id not in known]
    send(client, missing, progress=lambda report: tell(f"own turns: {report.recorded}/{len(missing)}"))
    wait_indexed(client)
    asyncio.run(_load_others(settings, everybody - own, tell))


def recall_figures(settings: Settings, client: Mnemolog, own: int, everybody: int, tell: Tell) -> Iterator[Figure]:
    """The two in turns, so that both see the same machine, each as often first as second."""
    bare_ms, recall_ms = asyncio.run(_asked(settings, client, tell))
    name = f"recall, {own:,} memories of one user in {everybody:,}"
    bare_95, recall_95 = quantile(bare_ms, 0.95), quantile(recall_ms, 0.95)
    yield Figure(f"{name}, p50", quantile(recall_ms, 0.5), "ms", n=len(recall_ms))
    yield Figure(f"{name}, p95", recall_95, "ms", "at most", 120, len(recall_ms))
    yield Figure("its bare `_msearch`, p50", quantile(bare_ms, 0.5), "ms", n=len(bare_ms))
    yield Figure("its bare `_msearch`, p95", bare_95, "ms", n=len(bare_ms))
    yield Figure("recall against the bare `_msearch`, p50", quantile(recall_ms, 0.5) / quantile(bare_ms, 0.5), "×")
    yield Figure("recall against the bare `_msearch`, p95", recall_95 / bare_95, "×", "at most", 1.6)


async def _load_others(settings: Settings, wanted: int, tell: Tell) -> None:
    async with below(settings) as opened:
        there = sum([count async for user, count in _users(opened) if user != USER])
        if there >= wanted:
            return
        path = f"/{opened.index.name}/_settings"
        await opened.server.ask("PUT", path, {"index": {"refresh_interval": "30s"}})
        try:
            await strangers.load(
                opened.index,
                strangers.memories(wanted, opened.identity.dimension, begin=there),
                epoch=opened.installation.log.epoch,
                user_key=opened.user_key,
                progress=lambda done: tell(f"memories of others: {there + done}/{wanted}"),
            )
        finally:
            await opened.server.ask("PUT", path, {"index": {"refresh_interval": "1s"}})
            await opened.index.refresh()


async def _users(opened: Below) -> AsyncIterator[tuple[str, int]]:
    cursor = ""
    while True:
        page, cursor = await opened.index.users("default", limit=500, cursor=cursor)
        for found in page:
            yield found
        if not cursor:
            return


async def _asked(settings: Settings, client: Mnemolog, tell: Tell) -> tuple[list[float], list[float]]:
    bare_ms: list[float] = []
    recall_ms: list[float] = []
    async with below(settings) as opened:
        scope = _scope(opened, USER)
        prepared = []
        for entry in bare.kept():
            (vector,) = opened.models.embedder.embed_queries([entry["question"]])
            prepared.append((str(entry["question"]), _lines(opened.index.name, scope, entry["searches"], vector)))

        async def ask_bare(lines: list[bytes]) -> float:
            begun = time.perf_counter()
            answer = await opened.server.lines("/_msearch", lines)
            took_ms = (time.perf_counter() - begun) * 1000
            assert all("hits" in one for one in answer["responses"]), answer
            return took_ms

        async def ask(question: str) -> float:
            begun = time.perf_counter()
            await asyncio.to_thread(client.search, USER, question, options=SearchOptions(limit=10))
            return (time.perf_counter() - begun) * 1000

        for number, (question, lines) in enumerate(itertools.islice(itertools.cycle(prepared), ASKED + WARM_UP)):
            # Who asks second finds the question in the server's caches, so they take turns at it.
            bare_first = number // len(prepared) % 2
            took = [await ask_bare(lines)] if bare_first else []
            recalled = await ask(question)
            took = took or [await ask_bare(lines)]
            if number >= WARM_UP:
                bare_ms += took
                recall_ms.append(recalled)
            tell(f"asking: {number}/{ASKED + WARM_UP}")
    return bare_ms, recall_ms


def _scope(opened: Below, user: str) -> Scope:
    return Scope("default", user, opened.user_key(user))


def _lines(index: str, scope: Scope, searches: list[bare.Json], vector: NDArray[np.float32]) -> list[bytes]:
    header = compact({"index": index, "routing": scope.user_key})
    return [line for search in bare.filled(searches, scope, vector) for line in (header, compact(search))]
