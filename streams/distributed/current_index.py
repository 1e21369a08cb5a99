"""CurrentIndex: the index of one generation, followed while rebuilds exchange it (DESIGN §7)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from indexers.index import MemoryIndex
from indexers.opensearch import OpenSearchIndex, Server
from indexers.opensearch.admin import Identity, behind, generation_of
from schemas.errors import IndexMissingError
from schemas.generations import Spec
from streams.distributed.generation_book import GenerationBook
from streams.distributed.installation import Installation
from streams.partitioner import partition_of

LOOK_S = 0.2
"""How long a worker goes on with the index that it knows before it looks at the alias again. What it writes to the one
before in the meantime it writes again: it goes on where the new one stands."""
IdentityOf = Callable[[int, Spec], Identity]
"""What the index of a generation must be made for."""


class CurrentIndex:
    """Opens what the alias stands for while this generation is live, and otherwise what the book of generations names.
    An index that was opened is the same object until another one takes its place, also one of the same name: what was
    deleted and made again stands at nothing."""

    def __init__(self, server: Server, alias: str, identity: Identity, installation: Installation) -> None:
        self._server = server
        self._alias = alias
        self._identity = identity
        self._installation = installation
        self._book = GenerationBook(installation)
        self._opened: OpenSearchIndex | None = None
        self._uuid = ""
        self._looked_at = -LOOK_S

    async def lately(self) -> MemoryIndex:
        """Like `now`, as of at most LOOK_S ago: for those who ask before each batch."""
        if self._opened is not None and asyncio.get_running_loop().time() - self._looked_at < LOOK_S:
            return self._opened
        return await self.now()

    async def now(self) -> MemoryIndex:
        """The generation's index. Raises IndexMissingError, ConfigurationError, UnavailableError."""
        name, uuid = await self._held()
        if self._opened is None or self._uuid != uuid:
            self._opened, self._uuid = await self.open(name), uuid
        self._looked_at = asyncio.get_running_loop().time()
        return self._opened

    async def _held(self) -> tuple[str, str]:
        """Its name in OpenSearch, and its unique id."""
        name, uuid = await behind(self._server, self._alias)
        number = self._identity.generation
        if generation_of(name) == number:
            return name, uuid
        noted = self._book.read().find(number)
        if noted is None or not noted.index:
            raise IndexMissingError(f"generation {number} has no index", hint="rebuild it, or promote another one")
        return await behind(self._server, noted.index)

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
