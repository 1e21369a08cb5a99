"""The embedded runtime with the models that people run, in a process of its own.

`python -m tests.scenario.real '<plan as JSON>'` is one life of it.
"""

from __future__ import annotations

import asyncio
import json
import sys
from datetime import UTC, datetime
from pathlib import Path

from indexers.sqlite import SqliteIndex
from mnemolog.models import load_models
from processors.abstraction.born import embedded
from processors.consolidation import consolidate
from streams.crashpoints import NO_CRASH, Crashpoints
from streams.embedded.runtime import EmbeddedRuntime
from streams.keyring import Keyring
from tests.scenario.producer import Plan, live

EMBEDDER = "use"


async def open_real_runtime(path: Path, *, crash: Crashpoints = NO_CRASH, partitions: int = 4) -> EmbeddedRuntime:
    """The runtime over the default embedder and the rules."""
    models = await load_models(EMBEDDER)

    async def open_index(file: Path, keyring: Keyring, generation: int) -> SqliteIndex:
        return await SqliteIndex.open(
            file,
            keys=keyring,
            generation=generation,
            model=models.name,
            dimension=models.embedder.profile.dimension,
        )

    return await EmbeddedRuntime.open(
        path,
        stages=models.stages,
        consolidate=lambda state, event: embedded(consolidate(state, event, models.policy), models.embedder),
        open_index=open_index,
        now=lambda: datetime.now(UTC),
        partitions=partitions,
        crash=crash,
    )


if __name__ == "__main__":
    asyncio.run(live(Plan(**json.loads(sys.argv[1])), open_real_runtime))
