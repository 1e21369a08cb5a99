"""Rebuilding: the index, or everything derived, is made again from the log of a folder that no server runs on."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from indexers.index import Digest
from mnemolog.settings import Settings
from mnemolog.wiring import embedded
from schemas.errors import ConfigurationError, UnavailableError
from streams.folder import Folder

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


async def rebuild(settings: Settings, source: Source, tell: Callable[[str], None]) -> Rebuilt:
    """Make the index again from the commit log (`memories`), or the commit log too from the events (`turns`).

    What is replaced is moved aside first and comes back when the rebuild fails. Raises ConfigurationError when the
    folder is in use or holds nothing, UnavailableError when the stages get stuck.
    """
    if settings.runtime != "embedded" or not (settings.folder / "log.db").exists():
        raise ConfigurationError(f"{settings.folder} holds no embedded installation", hint="name it with --folder")
    begun = time.monotonic()
    tell("reading what is there")
    before = await _digest(settings)
    aside = _move_aside(settings.folder, source)
    tell(f"rebuilding from {source}")
    try:
        after = await _digest(settings)
    except BaseException:
        _bring_back(settings.folder, aside)
        raise
    shutil.rmtree(aside)
    return Rebuilt(source, before, after, time.monotonic() - begun)


async def _digest(settings: Settings) -> Digest:
    """The digest once everything in the log is indexed."""
    async with embedded(settings) as (_, runtime):
        if not await runtime.settled(SETTLED_S):
            raise UnavailableError("the stages do not catch up", hint="see `mnemolog lag`")
        return await runtime.index.digest()


def _move_aside(path: Path, source: Source) -> Path:
    """Moves what is derived into a folder of its own, under the installation's lock."""
    folder = Folder.open(path)
    try:
        aside = path / "replaced"
        if aside.exists():
            # A rebuild that was cut off: what it had moved aside is the complete one.
            _bring_back(path, aside)
        aside.mkdir()
        names = [folder.index.name, *([folder.generation(folder.current.generation).name] if source == "turns" else [])]
        for name in names:
            for suffix in ("", "-wal", "-shm"):
                if (path / (name + suffix)).exists():
                    (path / (name + suffix)).rename(aside / (name + suffix))
        return aside
    finally:
        folder.close()


def _bring_back(path: Path, aside: Path) -> None:
    for kept in aside.iterdir():
        for suffix in ("", "-wal", "-shm"):
            (path / (kept.name.removesuffix("-wal").removesuffix("-shm") + suffix)).unlink(missing_ok=True)
    for kept in aside.iterdir():
        kept.rename(path / kept.name)
    aside.rmdir()
