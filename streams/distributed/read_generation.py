"""ReadGeneration: what an API process reads: the live generation's index with the embedder that it was made with.

Every process looks at the alias; one that is about to be promoted is loaded before it is read, and said so, because a
promotion waits for that (streams.distributed.control).
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import structlog

from indexers.index import MemoryIndex
from indexers.opensearch import Server
from indexers.opensearch.admin import generation_of, read_by
from schemas.errors import ConfigurationError, MnemologError
from schemas.generations import Spec
from streams.brains import Brains, Thinking
from streams.distributed.control import BEAT_S, Control
from streams.distributed.current_index import CurrentIndex, IdentityOf
from streams.distributed.generation_book import GenerationBook, of_generation
from streams.distributed.installation import Installation
from streams.embedded.live_index import LiveIndex

LOOK_S = 1.0
log = structlog.get_logger(__name__)


@dataclass(slots=True)
class _Loaded:
    current: CurrentIndex
    index: MemoryIndex
    brains: Brains


class ReadGeneration:
    """`index` is always that of the live generation. Made by `open`; `follow` runs until it is cancelled."""

    def __init__(
        self,
        installation: Installation,
        server: Server,
        alias: str,
        thinking: Thinking,
        control: Control,
        identity_of: IdentityOf,
        *,
        name: str,
    ) -> None:
        self._installation = installation
        self._server = server
        self._alias = alias
        self._thinking = thinking
        self._control = control
        self._identity_of = identity_of
        self._name = name
        self._book = GenerationBook(installation)
        self._loaded: dict[int, _Loaded] = {}
        self._live = 0
        self._seen = 0
        self._first: Spec | None = None
        self.index: LiveIndex

    async def open(self, first: Spec) -> None:
        """Load the live generation; `first`: the spec of an installation that has written none down. Raises
        IndexMissingError, ConfigurationError, UnavailableError."""
        self._first = first
        number = generation_of(await read_by(self._server, self._alias))
        loaded = await self._load(number)
        self.index, self._live = LiveIndex(loaded.index), number

    def reading(self) -> tuple[MemoryIndex, Brains, int]:
        """The index that is read, what it was made with, and its generation. They change together; a question that
        began on an index ends on it."""
        loaded = self._loaded[self._live]
        return loaded.index, loaded.brains, self._live

    @property
    def generation(self) -> int:
        """The live one."""
        return self._live

    async def watermark(self, partition: int) -> int:
        """Up to where every generation shows the log that is read or about to be."""
        return min([await loaded.index.watermark(partition) for loaded in list(self._loaded.values())])

    async def follow(self) -> None:
        """Keep on what the alias stands for, and say which generations are loaded."""
        told_s = 0.0
        while True:
            try:
                await self._look()
                if told_s <= 0:
                    await self._control.tell(self._name, frozenset(self._loaded))
                    told_s = BEAT_S
            except ConfigurationError as error:
                log.error("index_not_read", reason=error.message)
            except MnemologError as error:
                log.warning("alias_not_read", reason=error.message)
            await asyncio.sleep(LOOK_S)
            told_s -= LOOK_S

    async def _look(self) -> None:
        number = generation_of(await read_by(self._server, self._alias))
        promoting = self._book.promoting
        if promoting and promoting not in self._loaded:
            await self._load(promoting)
            await self._control.tell(self._name, frozenset(self._loaded))
        loaded = self._loaded.get(number) or await self._load(number)
        index = await loaded.current.now()
        if self._book.live != number and self._seen == number:
            # A promotion was cut between the flip and its note; one that is just being made notes it itself.
            await self._book.lead(number)
        self._seen = number
        if index is not loaded.index or number != self._live:
            loaded.index = index
            self._live = number
            self.index.switch(index)
            log.info("generation_read", generation=number, index=getattr(index, "name", ""))
        if not promoting:
            for old in [one for one in self._loaded if one != number]:
                del self._loaded[old]

    async def _load(self, number: int) -> _Loaded:
        noted = self._book.read().find(number)
        spec = self._first if noted is None else noted.spec
        assert spec is not None, "it was opened"
        brains = await self._thinking.brains(spec)
        identity = self._identity_of(number, spec)
        current = CurrentIndex(self._server, self._alias, identity, of_generation(self._installation, number))
        loaded = _Loaded(current, await current.now(), brains)
        self._loaded[number] = loaded
        return loaded
