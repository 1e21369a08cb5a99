"""StateShelf: the states of users that leave memory, on disk until they speak again.

A state is read back in a twentieth of the time in which it is folded from the commit log (600 records: 3 ms and 57 ms;
2026-12-01). The file has no name, so it goes with the process however that ends; each state lies there under a key of
its own that is only in memory, so what was put down is gone the moment that it is dropped.
"""

from __future__ import annotations

import pickle
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

import structlog
from cryptography.exceptions import InvalidTag
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
    """`key`: empty where nothing lies there."""

    begin: int
    room: int
    length: int = 0
    key: bytes = b""


class StateShelf:
    """States by user key. Nothing that is on it is needed: whoever misses a state folds it. For one thread at a
    time."""

    def __init__(self, folder: Path, *, bytes_max: int = BYTES_MAX) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file = tempfile.TemporaryFile(dir=folder, buffering=0)  # noqa: SIM115 - it lives as long as the shelf
        self._places: dict[str, _Place] = {}
        self._end = 0
        self._bytes_max = bytes_max

    def put(self, user_key: str, state: UserState) -> None:
        """Lay a state down. Where there is no room for it, it is not kept."""
        self.drop(user_key)
        try:
            plain = pickle.dumps(state, pickle.HIGHEST_PROTOCOL)
        except RecursionError:
            # Folding it anew costs time; ending the worker would cost it again after each restart.
            log.warning("state_not_shelved", reason="it is too deep")
            return
        key = AESGCM.generate_key(KEY_BITS)
        sealed = AESGCM(key).encrypt(_NONCE, plain, user_key.encode())
        place = self._place(user_key, len(sealed))
        if place is None:
            log.warning("state_not_shelved", reason=f"it takes {len(sealed)} bytes")
            return
        try:
            self._file.seek(place.begin)
            written = self._file.write(sealed)
        except OSError as error:
            log.warning("state_not_shelved", reason=error.strerror)
            return
        if written == len(sealed):
            self._places[user_key] = replace(place, length=written, key=key)
        else:
            log.warning("state_not_shelved", reason="the disk is full")

    def take(self, user_key: str) -> UserState | None:
        """The state that was laid down; from now on its place is kept for it, empty."""
        place = self._places.get(user_key)
        if place is None or not place.key:
            return None
        self.drop(user_key)
        try:
            self._file.seek(place.begin)
            plain = AESGCM(place.key).decrypt(_NONCE, self._file.read(place.length), user_key.encode())
        except (OSError, InvalidTag) as error:
            log.warning("state_not_read", reason=type(error).__name__)
            return None
        # Sealed by this process, under a key that nobody else ever had.
        state: UserState = pickle.loads(plain)
        return state

    def drop(self, user_key: str) -> None:
        """Make a state unreadable."""
        if (place := self._places.get(user_key)) is not None:
            self._places[user_key] = _Place(place.begin, place.room)

    def close(self) -> None:
        """Give the disk back."""
        self._places.clear()
        self._file.close()

    def _place(self, user_key: str, length: int) -> _Place | None:
        """Where a state of so many bytes comes to lie: where it lay, or behind all others."""
        before = self._places.get(user_key)
        if before is not None and length <= before.room:
            return before
        room = int(ROOM * length)
        if room > self._bytes_max:
            return None
        if self._end + room > self._bytes_max:
            self._places.clear()
            self._file.truncate(0)
            self._end = 0
        place = self._places[user_key] = _Place(self._end, room)
        self._end += room
        return place
