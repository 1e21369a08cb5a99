"""StateShelf: the states of users that leave memory, on disk until they speak again.

A state is read back in a twentieth of the time in which it is folded from the commit log (600 records: 3 ms and 57 ms;
2026-12-01). The file has no name, so it goes with the process however that ends; each state lies there under a key of
its own that is only in memory, so what was put down is gone the moment that it is dropped.
"""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import structlog
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from processors.consolidation import UserState

BYTES_MAX = 2 * 1024**3
"""Of the file; then it is emptied, and what lay there is folded anew."""
ROOM = 1.5
"""Of what a state takes, so that it can come back to its place although it has grown."""
KEY_BITS = 256
_NONCE = bytes(12)
"""Each key seals once."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _Place:
    begin: int
    room: int
    length: int
    key: bytes


class StateShelf:
    """States by user key. Nothing that is on it is needed: whoever misses a state folds it."""

    def __init__(self, folder: Path, *, bytes_max: int = BYTES_MAX) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file = tempfile.TemporaryFile(dir=folder, buffering=0)  # noqa: SIM115 - it lives as long as the shelf
        self._places: dict[str, _Place] = {}
        self._end = 0
        self._bytes_max = bytes_max

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._places))

    def put(self, user_key: str, state: UserState) -> None:
        """Lay a state down. Where there is no room for it, it is not kept."""
        before = self._places.pop(user_key, None)
        try:
            plain = pickle.dumps(state, pickle.HIGHEST_PROTOCOL)
        except RecursionError:
            # Folding it anew costs time; ending the worker would cost it again after each restart.
            log.warning("state_not_shelved", reason="it is too deep")
            return
        key = AESGCM.generate_key(KEY_BITS)
        sealed = AESGCM(key).encrypt(_NONCE, plain, user_key.encode())
        begin, room = (before.begin, before.room) if before else (self._end, 0)
        if len(sealed) > room:
            begin, room = self._end, int(ROOM * len(sealed))
            if begin + room > self._bytes_max:
                self._empty()
                begin = 0
        try:
            self._file.seek(begin)
            self._file.write(sealed)
        except OSError as error:
            log.warning("state_not_shelved", reason=error.strerror)
            return
        self._end = max(self._end, begin + room)
        self._places[user_key] = _Place(begin, room, len(sealed), key)

    def take(self, user_key: str) -> UserState | None:
        """The state that was laid down; from now on its place is kept for it, empty."""
        place = self._places.get(user_key)
        if place is None or not place.key:
            return None
        self.drop(user_key)
        self._file.seek(place.begin)
        sealed = self._file.read(place.length)
        # Sealed by this process, under a key that nobody else ever had.
        state: UserState = pickle.loads(AESGCM(place.key).decrypt(_NONCE, sealed, user_key.encode()))
        return state

    def drop(self, user_key: str) -> None:
        """Make a state unreadable."""
        if (place := self._places.get(user_key)) is not None:
            self._places[user_key] = _Place(place.begin, place.room, 0, b"")

    def close(self) -> None:
        """Give the disk back."""
        self._places.clear()
        self._file.close()

    def _empty(self) -> None:
        self._places.clear()
        self._file.truncate(0)
        self._end = 0
