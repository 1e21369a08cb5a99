"""The cache of users' columns: built on first use, kept up to date, given up by bytes, least recently used first."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from indexers.sqlite.columns import UserColumns

BYTES_MAX = 192 * 1024 * 1024
"""Four users of 10,000 memories with 512 dimensions. The one in use is kept even if it is larger alone."""
ENTRIES_MAX = 10_000
"""Users without memories weigh nothing, so that their number has a limit of its own."""
_HOLES_MIN = 1_000
"""A user with more holes than this, and than live rows, is built anew."""


@dataclass(slots=True)
class _Entry:
    """Columns under a lock of their own: users do not wait for each other."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    columns: UserColumns | None = None
    size: int = 0


class ColumnsCache:
    """Safe for many threads.

    A build takes its snapshot of the store under the user's lock, and changes are applied after their commit under the
    same lock: so columns hold every change committed before `use` was called.
    """

    def __init__(self, bytes_max: int = BYTES_MAX) -> None:
        self._bytes_max = bytes_max
        self._entries: OrderedDict[str, _Entry] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def nbytes(self) -> int:
        """Memory held by all users, in bytes, about."""
        with self._lock:
            return sum(entry.size for entry in self._entries.values())

    @contextmanager
    def use(self, user_key: str, build: Callable[[], UserColumns]) -> Iterator[UserColumns]:
        """The user's columns, locked; built when they are not held."""
        with self._lock:
            entry = self._entries.setdefault(user_key, _Entry())
            self._entries.move_to_end(user_key)
        with entry.lock:
            if entry.columns is None:
                entry.columns = build()
                self._account(entry)
            yield entry.columns

    def update(self, user_key: str, change: Callable[[UserColumns], None]) -> None:
        """Apply a committed change, if the user's columns are held."""
        with self._lock:
            entry = self._entries.get(user_key)
        if entry is None:
            return
        with entry.lock:
            if entry.columns is None:
                return
            try:
                change(entry.columns)
            except BaseException:
                # Half a change must never be searched: the next use builds from the store.
                self.forget(user_key)
                raise
            if entry.columns.holes > max(_HOLES_MIN, entry.columns.size // 2):
                entry.columns = None
            self._account(entry)

    def forget(self, user_key: str) -> None:
        """Let go of the user's columns."""
        with self._lock:
            self._entries.pop(user_key, None)

    def clear(self) -> None:
        """Let go of everything."""
        with self._lock:
            self._entries.clear()

    def _account(self, entry: _Entry) -> None:
        entry.size = 0 if entry.columns is None else entry.columns.nbytes
        with self._lock:
            total = sum(held.size for held in self._entries.values())
            for user_key in list(self._entries):
                if total <= self._bytes_max and len(self._entries) <= ENTRIES_MAX:
                    return
                if self._entries[user_key] is not entry:
                    total -= self._entries.pop(user_key).size
