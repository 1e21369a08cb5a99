"""Where fitted rankings are kept: every version a file of its own in `rerank/` of the installation's folder, and a note
of the one that is used. A server reads the note when it starts."""

from __future__ import annotations

import os
from pathlib import Path

from pydantic import ValidationError

from api.recall.learned import Learned
from schemas.errors import ConfigurationError

PLACE = "rerank"
USED = "used"


def load_used(folder: Path) -> Learned | None:
    """The version in use, None when the shipped ranking is. Raises ConfigurationError for one that cannot be read."""
    note = folder / PLACE / USED
    if not note.exists():
        return None
    named = note.read_text("utf-8", "replace").strip()
    if not named.isdecimal():
        raise ConfigurationError(
            f"{note} names no version: {named[:20]!r}", hint="`mnemolog models use-rerank VERSION`"
        )
    return load(folder, int(named))


def load(folder: Path, version: int) -> Learned:
    """Raises ConfigurationError when there is none or it cannot be read."""
    path = _file(folder, version)
    try:
        return Learned.model_validate_json(path.read_bytes())
    except FileNotFoundError as error:
        known = ", ".join(map(str, versions(folder))) or "none"
        raise ConfigurationError(f"there is no fitted version {version}", hint=f"there are: {known}") from error
    except ValidationError as error:
        raise ConfigurationError(f"{path} is no fitted ranking", hint="fit again with another version") from error


def versions(folder: Path) -> list[int]:
    """The versions that were fitted, oldest first."""
    return sorted(int(path.stem) for path in (folder / PLACE).glob("*.json") if path.stem.isdigit())


def keep(folder: Path, learned: Learned) -> Path:
    """Write a version down; it is not in use by that."""
    path = _file(folder, learned.version)
    path.parent.mkdir(mode=0o700, exist_ok=True)
    path.write_text(learned.model_dump_json(indent=2), "utf-8")
    return path


def use(folder: Path, version: int) -> None:
    """Take a version into use, 0 = the shipped ranking. Raises ConfigurationError when there is no such version."""
    note = folder / PLACE / USED
    if version == 0:
        note.unlink(missing_ok=True)
        return
    load(folder, version)
    beside = note.with_suffix(".new")
    beside.write_text(str(version), "utf-8")
    os.replace(beside, note)


def _file(folder: Path, version: int) -> Path:
    return folder / PLACE / f"{version}.json"
