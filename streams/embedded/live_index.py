"""LiveIndex: the index that is read now, exchangeable under its readers when a rebuild is promoted."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence

from indexers.index import (
    CandidateQuery,
    Candidates,
    Digest,
    EventOutcome,
    IndexBatch,
    MemoryIndex,
    Order,
    Page,
    Rejected,
    Scope,
    SessionSummary,
    Visibility,
)
from schemas.memories import Memory
from schemas.queries import Filters


class LiveIndex:
    """A MemoryIndex that passes every call on to the current one. A call that began on the old index ends on it."""

    def __init__(self, current: MemoryIndex) -> None:
        self._current = current

    @property
    def current(self) -> MemoryIndex:
        """The index behind it."""
        return self._current

    def switch(self, following: MemoryIndex) -> MemoryIndex:
        """Read `following` from now on; returns the one before, which the caller closes once its calls have ended."""
        before, self._current = self._current, following
        return before

    async def apply(self, batch: IndexBatch) -> list[Rejected]:
        return await self._current.apply(batch)

    async def candidates(self, query: CandidateQuery) -> Candidates:
        return await self._current.candidates(query)

    async def get(self, scope: Scope, ids: Sequence[str]) -> dict[str, Memory]:
        return await self._current.get(scope, ids)

    async def list_memories(
        self, scope: Scope, visibility: Visibility, filters: Filters, *, order: Order, limit: int, cursor: str
    ) -> Page:
        return await self._current.list_memories(scope, visibility, filters, order=order, limit=limit, cursor=cursor)

    async def count(self, scope: Scope) -> Mapping[str, int]:
        return await self._current.count(scope)

    async def erase(self, scope: Scope, *, upto_version: int) -> int:
        return await self._current.erase(scope, upto_version=upto_version)

    async def outcomes(self, scope: Scope, event_id: str) -> list[EventOutcome]:
        return await self._current.outcomes(scope, event_id)

    async def users(self, tenant: str, *, limit: int, cursor: str) -> tuple[list[tuple[str, int]], str]:
        return await self._current.users(tenant, limit=limit, cursor=cursor)

    async def sessions(self, scope: Scope) -> list[SessionSummary]:
        return await self._current.sessions(scope)

    async def watermark(self, partition: int) -> int:
        return await self._current.watermark(partition)

    async def digest(self) -> Digest:
        return await self._current.digest()

    def scan(self, scope: Scope) -> AsyncIterator[Memory]:
        return self._current.scan(scope)

    async def close(self) -> None:
        await self._current.close()
