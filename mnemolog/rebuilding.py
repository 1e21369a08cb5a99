"""Rebuilding: generations of a folder that no server runs on, and the whole log processed again beside it."""

from __future__ import annotations

import json
import shutil
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from api.services import Services
from indexers.index import Digest
from mnemolog.settings import Settings
from mnemolog.thinking import LoadedThinking
from mnemolog.wiring import embedded, now
from schemas.errors import ConfigurationError, InvalidInputError, UnavailableError
from schemas.generations import BuildRequest, Generation, GoldenQuery, Report
from streams.embedded.generations import EmbeddedGenerations, Tell
from streams.embedded.runtime import EmbeddedRuntime
from streams.folder import Folder

SETTLED_S = 3_600.0
"""A rebuild runs as long as it makes progress; beyond this for one wait something is stuck, and `lag` says where."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What a rebuild made, verified."""

    generation: Generation
    seconds: float

    @property
    def report(self) -> Report:
        """How what was made compares with what was read."""
        assert self.generation.report is not None, "a build ends with its report"
        return self.generation.report

    @property
    def same(self) -> bool:
        """Whether it says exactly what the one before said."""
        return self.report.equal


async def rebuild(settings: Settings, request: BuildRequest, tell: Tell) -> Rebuilt:
    """Build and verify the next generation, or make the live one's index anew (`memories`). What is read now stays; a
    rebuild that was cut goes on. Raises ConfigurationError when the folder is in use or holds nothing, GenerationError,
    UnavailableError when the stages get stuck."""
    begun = time.monotonic()
    async with opened(settings) as (services, _):
        assert isinstance(services.generations, EmbeddedGenerations)
        made = await services.generations.build(request, tell=tell)
    return Rebuilt(made, time.monotonic() - begun)


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[tuple[Services, EmbeddedRuntime]]:
    """The folder's services once everything in its log is indexed. Raises ConfigurationError when it is in use or holds
    nothing, UnavailableError when the stages get stuck."""
    _require(settings)
    async with embedded(settings) as (services, runtime):
        await _settle(runtime)
        yield services, runtime


async def replay(settings: Settings) -> tuple[Digest, Digest, float]:
    """Process the whole log again in a folder that is thrown away: the digests before and after, and the seconds. The
    installation is not changed. Raises like `opened`."""
    _require(settings)
    begun = time.monotonic()
    thinking = LoadedThinking(settings.device, now)
    before, embedder = await _digest(settings, thinking)
    with tempfile.TemporaryDirectory(prefix="mnemolog-replay-") as place:
        copy = Path(place) / "data"
        _copy_truth(settings.folder, copy)
        after, _ = await _digest(settings.model_copy(update={"folder": copy, "embedder": embedder}), thinking)
    return before, after, time.monotonic() - begun


def read_golden(path: Path) -> tuple[GoldenQuery, ...]:
    """Golden queries from a JSON Lines file: {"user", "query", "expected": [id or text, …], "tenant"?}. Raises
    InvalidInputError naming the line."""
    queries = []
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInputError(f"{path} cannot be read: {type(error).__name__}") from error
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            queries.append(TypeAdapter(GoldenQuery).validate_python(json.loads(line)))
        except (ValidationError, json.JSONDecodeError) as error:
            raise InvalidInputError(
                f"{path}, line {number} is no golden query",
                hint='like {"user": "ana", "query": "which tea", "expected": ["oolong"]}',
            ) from error
    return tuple(queries)


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


async def _digest(settings: Settings, thinking: LoadedThinking) -> tuple[Digest, str]:
    """The digest once everything in the log is indexed, and the embedder of what is read."""
    async with embedded(settings, thinking=thinking) as (services, runtime):
        await _settle(runtime)
        live = runtime.folder.read_book().find(services.reading().generation)
        return await runtime.index.digest(), settings.embedder if live is None else live.spec.embedder


async def _settle(runtime: EmbeddedRuntime) -> None:
    if not await runtime.settled(SETTLED_S):
        raise UnavailableError("the stages do not catch up", hint="see `mnemolog lag`")
