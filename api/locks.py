"""Locks: one at a time per name, for check-then-write on one memory or user within this process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager


class Locks:
    """Locks that exist only while somebody holds or waits for them."""

    def __init__(self) -> None:
        self._held: dict[Hashable, tuple[asyncio.Lock, int]] = {}

    @asynccontextmanager
    async def one_at_a_time(self, name: Hashable) -> AsyncIterator[None]:
        """Waits until nobody else is inside with this name."""
        lock, users = self._held.get(name, (asyncio.Lock(), 0))
        self._held[name] = (lock, users + 1)
        try:
            async with lock:
                yield
        finally:
            lock, users = self._held.pop(name)
            if users > 1:
                self._held[name] = (lock, users - 1)
