"""What the API needs from the runtime that carries it; `mnemolog.wiring` ties these to embedded or distributed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Literal, Protocol

from schemas.events import Event
from schemas.generations import BuildRequest, Generation, GenerationStatus
from schemas.letters import Letter, OpenedLetter
from schemas.located import Located, PartitionLag, UserTail
from schemas.memories import MemoriesRecord
from schemas.position import Position


class EventSink(Protocol):
    """The way into the log."""

    async def append(self, events: Sequence[Event]) -> list[Position]:
        """Seal and append events of ONE user in order, all or none; durable when it returns. Raises UserErasedError,
        EventConflictError (embedded: the id is known with other content; a known id with the same content returns
        its old position), UnavailableError, StorageFullError."""
        ...


class Follower(Protocol):
    """What the runtime knows of the log and of the stages' progress."""

    @property
    def soon_s(self) -> float:
        """How long the index of this runtime usually takes to show a write, where that is worth waiting for: it knows
        more of a turn than the log does. 0 = it takes longer than a reader should wait."""
        ...

    def user_key(self, tenant: str, user: str) -> str: ...

    def partition(self, user_key: str) -> int: ...

    async def wait_indexed(self, position: Position, timeout_s: float) -> bool:
        """True when the index holds everything up to `position` in its partition; False when the time ran out, also
        because the index is away: the write is durable all the same."""
        ...

    async def tail(self, user_key: str, *, above: int, limit: int) -> UserTail:
        """The user's events above offset `above` (the index watermark), at most `limit`. Answers within a second, also
        while the log is away."""
        ...

    def history(self, user_key: str) -> AsyncIterator[Located]:
        """Every event of the user that can still be read, from the log, oldest first."""
        ...

    async def event(self, user_key: str, event_id: str) -> Located | None:
        """The first event with this id, from the log."""
        ...

    async def record(self, user_key: str, offset: int) -> MemoriesRecord | None:
        """What consolidate did at this offset of the user's partition (why-chains)."""
        ...

    async def offset_at(self, user_key: str, time_iso: str) -> int:
        """The last offset of the user's partition recorded at or before an ISO time; -1 = none."""
        ...

    async def lag(self) -> list[PartitionLag]: ...

    async def destroy_user(self, tenant: str, user: str) -> None:
        """Mark the user erased and destroy the data keys, after `UserErased` was appended."""
        ...

    async def lift_user(self, tenant: str, user: str) -> None:
        """Admit an erased user again; what was erased stays gone. Raises NotFoundError for one who is not erased."""
        ...

    async def destroy_session(self, tenant: str, user: str, session: str) -> None: ...

    def healthy(self) -> dict[str, str]:
        """Part → '' when well, else what is wrong, naming the stuck stage, its position and age."""
        ...


GenerationChange = Literal["build", "promote", "rollback", "delete"]


class Generations(Protocol):
    """Everything derived, built anew beside what is read, and exchanged. Raises NotFoundError for an unknown number,
    GenerationError when it cannot be done as things are, saying why."""

    async def all(self) -> list[GenerationStatus]:
        """Every generation, in order."""
        ...

    async def check(self, change: GenerationChange, number: int = 0, *, force: bool = False) -> None:
        """Raises what that change would be refused with right now."""
        ...

    async def build(self, request: BuildRequest) -> Generation:
        """Build the next generation and verify it; it goes on where a broken build of the same spec ended."""
        ...

    async def promote(self, number: int, *, force: bool = False) -> None:
        """Read that generation from now on; the one before is carried on. `force` passes over its verification."""
        ...

    async def rollback(self) -> int:
        """Read the generation before again; returns its number."""
        ...

    async def delete(self, number: int) -> None:
        """Remove a generation that is not live."""
        ...


class DeadLetterBox(Protocol):
    """What the stages gave up on, of one tenant. Raises NotFoundError for a letter that is another tenant's or gone."""

    async def letters(self, tenant: str) -> list[Letter]:
        """All of them, oldest first, whatever was done about them."""
        ...

    async def letter(self, tenant: str, name: str) -> OpenedLetter:
        """One with the original record."""
        ...

    async def redrive(self, tenant: str, name: str) -> Letter:
        """Append its turn to the log again, with its original time. Raises InvalidInputError when that is not open any
        more, holds no turn, or is still refused."""
        ...

    async def drop(self, tenant: str, name: str, note: str) -> Letter:
        """Note that it is given up. Raises InvalidInputError when it is not open any more."""
        ...
