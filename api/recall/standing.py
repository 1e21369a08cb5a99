"""Standing: what belongs into a block whatever was asked: the core, what is due, the profile (DESIGN §6.7)."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from api.recall.archive import is_asleep
from api.recall.fresh import Moment
from api.recall.pack import VITAL
from api.recall.sources import Sources
from api.recall.tail import Tail
from indexers.index import Order, Visibility
from processors.abstraction.schedule import is_due
from schemas.memories import Memory
from schemas.queries import ContextQuery, Filters

CORE_MAX = 50
ROUTINES_MAX = 100
PROFILE_MAX = 20
"""Facts beyond the core that the first turns of a session may be given."""
OWN_TURNS = 20
"""Turns of the running session that the caller still has (its working memory); a block does not repeat them."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Of one user at one moment. What sleeps is left out, and what the log's tail takes away."""

    query: ContextQuery
    sources: Sources
    moment: Moment
    tail: Tail

    async def core(self) -> list[Memory]:
        """The vital ones, however many there are of others, and the weightiest."""
        vital, core = await asyncio.gather(
            self._listed(Filters(scope=("core",), attribute=VITAL), CORE_MAX),
            self._listed(Filters(scope=("core",)), CORE_MAX),
        )
        return list({memory.memory_id: memory for memory in (*vital, *core)}.values())

    async def due(self) -> list[Memory]:
        """What somebody does at this time of the week or day. A listing has it already."""
        if self.query.query is None:
            return []
        routines = await self._listed(Filters(resolution=("procedure",)), ROUTINES_MAX)
        return [memory for memory in routines if is_due(memory, self.moment.now)]

    async def profile(self) -> list[Memory]:
        """The weightiest of what else is known of the user: for the first turns of a session."""
        return await self._listed(Filters(resolution=("fact",), subject=("user",)), PROFILE_MAX)

    async def own_turns(self) -> frozenset[str]:
        """Ids of the last turns of the running session."""
        if not self.query.session:
            return frozenset()
        turns = Filters(session=(self.query.session,), resolution=("turn",))
        return frozenset(m.memory_id for m in await self._listed(turns, OWN_TURNS, order="newest", expired=True))

    async def _listed(
        self, filters: Filters, limit: int, *, order: Order = "importance", expired: bool = False
    ) -> list[Memory]:
        seen = Visibility(now=self.moment.now, as_of=self.moment.as_of, expired=expired)
        page = await self.sources.index.list_memories(
            self.sources.scope, seen, filters, order=order, limit=limit, cursor=""
        )
        return [
            memory
            for memory in page.memories
            if not self.tail.hides(memory) and not is_asleep(memory, self.query, self.moment, self.sources.policy)
        ]
