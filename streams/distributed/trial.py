"""Trial: events that took the process of a stage along, found by what it was at when it died.

An event that crashes or hangs a model does so again after each restart, and holds its partition for ever. A batch at
which a process died is done again one by one; an event at which it died DEATHS_MAX times alone is given up.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from pydantic import Field, ValidationError

from schemas.records import Record

DEATHS_MAX = 2
"""Alone, after its batch; a worker that is killed for other reasons is rarely killed at one event twice in a row."""


class _Kept(Record):
    at: tuple[int, int] | None = None
    careful_to: int = -1
    deaths: dict[int, int] = Field(default_factory=dict)


class Trial:
    """Of one stage and partition, in a file of the installation's folder; losing it costs further deaths only."""

    def __init__(self, folder: Path, stage: str, partition: int) -> None:
        self._path = folder / f"{stage}-{partition}.trial"
        self._bytes = 0
        kept = self._read()
        if kept.at is not None:
            first, last = kept.at
            deaths = dict(kept.deaths)
            if first == last:
                deaths[first] = deaths.get(first, 0) + 1
            kept = _Kept(careful_to=max(kept.careful_to, last), deaths=deaths)
            self._write(kept)
        self._kept = kept

    def careful(self, first: int) -> bool:
        """Whether a batch that begins at this position is to be done one by one."""
        return first <= self._kept.careful_to

    def given_up(self, position: int) -> bool:
        """Whether the process died at this event too often."""
        return self._kept.deaths.get(position, 0) >= DEATHS_MAX

    @contextlib.contextmanager
    def at(self, first: int, last: int) -> Iterator[None]:
        """Whatever ends the process inside will be known to have happened at these positions."""
        self._write(self._kept.model_copy(update={"at": (first, last)}))
        try:
            yield
        finally:
            self._write(self._kept)

    def passed(self, position: int) -> None:
        """Everything up to here is durable: what was suspected there is history."""
        if self._kept != _Kept() and position >= self._kept.careful_to:
            self._kept = _Kept()
            self._write(self._kept)

    def _read(self) -> _Kept:
        try:
            found = self._path.read_bytes()
            self._bytes = len(found)
            return _Kept.model_validate_json(found)
        except (OSError, ValidationError):
            # None yet, nothing suspected, or cut by the death that it should tell of.
            return _Kept()

    def _write(self, kept: _Kept) -> None:
        """Blank = nothing is suspected. Twice for each batch, so in place: making and removing a file took 0.3 ms."""
        text = b"" if kept == _Kept() else kept.model_dump_json().encode()
        text = text.ljust(self._bytes)
        self._bytes = len(text)
        # Not fsynced: the death of a process does not lose what it wrote, and that of a machine tells nothing.
        with contextlib.suppress(OSError):
            file = os.open(self._path, os.O_WRONLY | os.O_CREAT, 0o600)
            try:
                os.pwrite(file, text, 0)
            finally:
                os.close(file)
