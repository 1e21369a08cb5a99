"""Models of a server, loaded as a server loads them."""

from __future__ import annotations

import subprocess
import sys

import pytest

LOAD = "import asyncio; from mnemolog.models import load_models; print(asyncio.run(load_models({name!r})).name)"


@pytest.mark.parametrize("name", ["minilm", "e5"])
def test_every_embedder_loads_beside_the_taggers_in_a_fresh_process(name: str) -> None:
    done = subprocess.run([sys.executable, "-c", LOAD.format(name=name)], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr[-500:]
    assert "@" in done.stdout
