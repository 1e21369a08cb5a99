"""DistributedGenerations: builds and exchanges what OpenSearch shows of Kafka's log (DESIGN §7)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Literal

from indexers.opensearch import Server
from indexers.opensearch.admin import Identity, read_by
from schemas.errors import GenerationError, IndexMissingError
from schemas.generations import BuildRequest, Generation, GenerationStatus, Spec
from streams.distributed.installation import Installation
from streams.distributed.rebuild import rebuild_index


class DistributedGenerations:
    """See api.generations.Generations: one generation, whose index is made anew from the commit log."""

    def __init__(
        self,
        installation: Installation,
        server: Server,
        alias: str,
        identity: Identity,
        spec: Spec,
        now: Callable[[], datetime],
    ) -> None:
        self._installation = installation
        self._server = server
        self._alias = alias
        self._identity = identity
        self._spec = spec
        self._now = now

    async def all(self) -> list[GenerationStatus]:
        """The live one."""
        try:
            name = await read_by(self._server, self._alias)
        except IndexMissingError:
            name = ""
        live = Generation(
            number=self._installation.generation, spec=self._spec, state="ready", index=name, created_at=self._now()
        )
        return [GenerationStatus(generation=live, role="live")]

    async def check(
        self, change: Literal["build", "promote", "rollback", "delete"], number: int = 0, *, force: bool = False
    ) -> None:
        """Raises what that change would be refused with right now."""
        if change != "build":
            raise GenerationError("there is one generation only")

    async def build(self, request: BuildRequest) -> Generation:
        """A new index of the live generation."""
        if request.source != "memories":
            raise GenerationError("this runtime makes the index anew, from memories")
        done = await rebuild_index(self._installation, self._server, self._alias, self._identity, now=self._now)
        (live,) = await self.all()
        return live.generation.model_copy(update={"positions": done.records})

    async def promote(self, number: int, *, force: bool = False) -> None:
        await self.check("promote", number, force=force)

    async def rollback(self) -> int:
        await self.check("rollback")
        return 0

    async def delete(self, number: int) -> None:
        await self.check("delete", number)
