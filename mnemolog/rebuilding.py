"""Rebuilding: the index, or everything derived, is made again from the log of a folder that no server runs on."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from indexers.index import Digest
from indexers.sqlite import SqliteIndex
from mnemolog.models import Models, load_models
from mnemolog.settings import Settings
from mnemolog.wiring import embedded
from processors.consolidation import consolidate
from schemas.errors import ConfigurationError, UnavailableError
from streams.embedded.runtime import EmbeddedRuntime
from streams.folder import Folder
from streams.keyring import Keyring
from streams.rebuild import rebuild_generation, rebuild_index

Progress = Callable[[int, int], None]
"""(positions done, positions to do)."""
Source = Literal["turns", "memories"]
SETTLED_S = 3_600.0
"""A rebuild runs as long as it makes progress; beyond this for one wait something is stuck, and `lag` says where."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What a rebuild did. `before` and `after`: order-free digests over everything visible."""

    source: Source
    before: Digest
    after: Digest
    seconds: float

    @property
    def same(self) -> bool:
        """Whether the new index says exactly what the old one said."""
        return self.before == self.after


async def rebuild(settings: Settings, source: Source, tell: Progress) -> Rebuilt:
    """Make the index again from the commit log (`memories`), or the next generation from the events (`turns`), with the
    recorded vectors where model and text are the same. What is read now stays until the new one is complete; a rebuild
    that was cut goes on. Raises ConfigurationError when the folder is in use or holds nothing, UnavailableError when
    the stages get stuck.
    """
    _require(settings)
    begun = time.monotonic()
    models = await load_models(settings.embedder, device=settings.device)

    async def open_index(path: Path, keyring: Keyring, generation: int) -> SqliteIndex:
        dimension = models.embedder.profile.dimension
        return await SqliteIndex.open(path, keys=keyring, generation=generation, model=models.name, dimension=dimension)

    async with embedded(settings, models=models) as (_, runtime):
        await _settle(runtime)
        if source == "memories":
            done = await rebuild_index(runtime, open_index, progress=tell)
        else:
            done = await rebuild_generation(
                runtime,
                open_index,
                embedder=models.embedder,
                stages_with=lambda embedder: replace(models.stages, embedder=embedder),
                consolidate=lambda state, event: consolidate(state, event, models.policy),
                progress=tell,
            )
    return Rebuilt(source, done.before, done.after, time.monotonic() - begun)


async def replay(settings: Settings) -> Rebuilt:
    """Process the whole log again in a folder that is thrown away, and compare. The installation is not changed.

    Raises ConfigurationError when the folder is in use or holds nothing, UnavailableError when the stages get stuck.
    """
    _require(settings)
    begun = time.monotonic()
    models = await load_models(settings.embedder, device=settings.device)
    before = await _digest(settings, models)
    with tempfile.TemporaryDirectory(prefix="mnemolog-replay-") as place:
        copy = Path(place) / "data"
        _copy_truth(settings.folder, copy)
        after = await _digest(settings.model_copy(update={"folder": copy}), models)
    return Rebuilt("turns", before, after, time.monotonic() - begun)


def _require(settings: Settings) -> None:
    if settings.runtime != "embedded" or not (settings.folder / "log.db").exists():
        raise ConfigurationError(f"{settings.folder} holds no embedded installation", hint="name it with --folder")


def _copy_truth(path: Path, copy: Path) -> None:
    """Copies the log and its key, under the installation's lock."""
    folder = Folder.open(path)
    try:
        copy.mkdir(mode=0o700)
        for name in ("master.key", "log.db", "log.db-wal"):
            if (path / name).exists():
                shutil.copy2(path / name, copy / name)
    finally:
        folder.close()


async def _digest(settings: Settings, models: Models) -> Digest:
    """The digest once everything in the log is indexed."""
    async with embedded(settings, models=models) as (_, runtime):
        await _settle(runtime)
        return await runtime.index.digest()


async def _settle(runtime: EmbeddedRuntime) -> None:
    if not await runtime.settled(SETTLED_S):
        raise UnavailableError("the stages do not catch up", hint="see `mnemolog lag`")
