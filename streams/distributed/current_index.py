"""CurrentIndex: the index behind the alias, followed while promotions and rebuilds exchange it (DESIGN §7)."""

from __future__ import annotations

import asyncio

import structlog

from indexers.index import MemoryIndex
from indexers.opensearch import OpenSearchIndex, Server
from indexers.opensearch.admin import Identity, read_by
from schemas.errors import ConfigurationError, MnemologError
from streams.distributed.installation import Installation
from streams.embedded.live_index import LiveIndex
from streams.partitioner import partition_of

LOOK_S = 1.0
log = structlog.get_logger(__name__)


class CurrentIndex:
    """Opens what the alias stands for. An index that was opened is the same object until the alias moves."""

    def __init__(self, server: Server, alias: str, identity: Identity, installation: Installation) -> None:
        self._server = server
        self._alias = alias
        self._identity = identity
        self._installation = installation
        self._opened: OpenSearchIndex | None = None

    async def now(self) -> MemoryIndex:
        """The index that is read now. Raises IndexMissingError, ConfigurationError, UnavailableError."""
        name = await read_by(self._server, self._alias)
        if self._opened is None or self._opened.name != name:
            self._opened = await self.open(name)
        return self._opened

    async def open(self, name: str) -> OpenSearchIndex:
        """An index by its own name."""
        partitions = self._installation.partitions
        return await OpenSearchIndex.open(
            self._server,
            name,
            identity=self._identity,
            secret=self._installation.keyring.secret,
            partition_of=lambda user_key: partition_of(user_key.encode(), partitions),
        )

    async def follow(self, live: LiveIndex) -> None:
        """Keep `live` on what the alias stands for, until cancelled. Reads of the index before end on it."""
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                index = await self.now()
            except ConfigurationError as error:
                log.error("index_not_read", reason=error.message)
                continue
            except MnemologError as error:
                log.warning("alias_not_read", reason=error.message)
                continue
            if index is not live.current:
                live.switch(index)
                log.info("index_exchanged", index=getattr(index, "name", ""))
