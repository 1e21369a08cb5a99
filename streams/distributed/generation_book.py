"""GenerationBook: the generations of a distributed installation, in the topic of keys that every process follows."""

from __future__ import annotations

from dataclasses import replace

from pydantic import ValidationError

from schemas.errors import ConfigurationError
from schemas.generations import Book
from streams.distributed.installation import LIVE_NAME, Installation, live_generation

BOOK = "generations/book"
PROMOTING = "generations/promoting"


class GenerationBook:
    """Written only under streams.distributed.control's lock; read by everybody, from memory."""

    def __init__(self, installation: Installation) -> None:
        self._keys = installation.keys

    def read(self) -> Book:
        """All of them; empty before the first rebuild. Raises ConfigurationError when it cannot be read."""
        held = self._keys.get(BOOK)
        try:
            return Book() if held is None else Book.model_validate_json(held)
        except ValidationError as error:
            raise ConfigurationError("the list of generations cannot be read", hint="upgrade the program") from error

    @property
    def live(self) -> int:
        """The one that is read, as workers know it: a moment after the alias moved."""
        return live_generation(self._keys)

    @property
    def promoting(self) -> int:
        """The one that is about to be read: API processes load it; 0 = none."""
        return int(self._keys.get(PROMOTING) or 0)

    async def write(self, book: Book) -> None:
        """Durable, and seen by this process, when it returns."""
        await self._keys.put({BOOK: book.model_dump_json().encode()})

    async def lead(self, number: int) -> None:
        """Say which one is read now."""
        await self._keys.put({LIVE_NAME: str(number).encode()})

    async def announce(self, number: int) -> None:
        """Say which one is about to be read."""
        await self._keys.put({PROMOTING: str(number).encode()})


def of_generation(installation: Installation, number: int) -> Installation:
    """The same installation as one of its generations sees it: its topics and groups."""
    return replace(installation, place=replace(installation.place, generation=number))
