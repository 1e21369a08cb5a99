"""Served: a client of the server that a run measures: one that the bench starts and throws away, or one that runs."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from mnemolog_client import Mnemolog

from mnemolog.local_servers import LocalServers
from mnemolog.serving import ServerProcess

SERVER_SETTINGS = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}
"""Two BLAS threads on two busy cores slow a server down."""


@contextmanager
def served(runtime: str, *, embedder: str, url: str = "", tell: Callable[[str], None]) -> Iterator[Mnemolog]:
    """`url`: a server that runs already; it must be empty, because what it holds would be found too. Raises
    UnavailableError and deploy.stack.StackError when nothing can be started."""
    if url:
        with Mnemolog(url, timeout_s=60.0) as client:
            yield client
        return
    with tempfile.TemporaryDirectory(prefix="mnemolog-bench-") as place:
        servers: ServerProcess | LocalServers
        if runtime == "distributed":
            servers = LocalServers(Path(place), embedder=embedder, settings=SERVER_SETTINGS, tell=tell)
        else:
            servers = ServerProcess(Path(place) / "data", embedder=embedder, settings=SERVER_SETTINGS)
        with servers, servers.client() as client:
            yield client
