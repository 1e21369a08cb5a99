"""EmbeddedFollower: what the embedded runtime knows of the log and of the stages' progress (api.ports.Follower)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime

from schemas.codec import split
from schemas.errors import CodecError, InvalidInputError, KeyDestroyedError, UnavailableError
from schemas.located import Located, PartitionLag, UserTail
from schemas.memories import MemoriesRecord
from schemas.position import Position
from schemas.topics import TURNS, memories
from streams.commit_log import position_of
from streams.embedded.index_step import first_at
from streams.embedded.runtime import EmbeddedRuntime
from streams.log import LogRecord
from streams.partitioner import partition_of
from streams.stage_records import open_event, owner_of
from streams.user_states import collect, opened
from streams.writer import event_id_hash

DESTROY_TIMEOUT_S = 30.0
"""How long forgetting a session waits for consolidate; the runtime destroys the keys in any case once it has passed."""
SOON_S = 0.1
"""A turn is in the index 17 ms after its write, 45 ms at the 95th percentile (2 cores, 30 November 2026)."""
HISTORY_PAGE = 500
PARTS_MAX = 64
"""Parts of one position: 32 MB of JSON, beyond what one event can change."""


class EmbeddedFollower:
    """See api.ports.Follower."""

    def __init__(self, runtime: EmbeddedRuntime) -> None:
        self._runtime = runtime

    @property
    def soon_s(self) -> float:
        return SOON_S

    def user_key(self, tenant: str, user: str) -> str:
        return self._runtime.parts.keyring.user_key(tenant, user)

    def partition(self, user_key: str) -> int:
        return partition_of(user_key.encode(), self._runtime.parts.turns.partitions)

    async def wait_indexed(self, position: Position, timeout_s: float) -> bool:
        return await self._runtime.wait_indexed(position, timeout_s)

    async def tail(self, user_key: str, *, above: int, limit: int) -> UserTail:
        turns, partition = self._runtime.parts.turns, self.partition(user_key)
        end = await turns.end(TURNS, partition)
        found = await turns.read_key(TURNS, partition, user_key.encode(), after=above, limit=limit + 1)
        located = tuple(one for record in found[:limit] if (one := self._located(record)) is not None)
        return UserTail(located, len(found) <= limit, end - 1)

    async def history(self, user_key: str) -> AsyncIterator[Located]:
        turns, partition, above = self._runtime.parts.turns, self.partition(user_key), -1
        while found := await turns.read_key(TURNS, partition, user_key.encode(), after=above, limit=HISTORY_PAGE):
            for record in found:
                one = self._located(record)
                if one is not None:
                    yield one
            above = found[-1].offset

    async def event(self, user_key: str, event_id: str) -> Located | None:
        parts = self._runtime.parts
        id_hash = bytes.fromhex(event_id_hash(parts.keyring.secret, event_id))
        offset = await parts.turns.find_id(TURNS, user_key.encode(), id_hash)
        if offset is None:
            return None
        (record,) = await parts.turns.read(TURNS, self.partition(user_key), after=offset - 1, limit=1)
        return self._located(record)

    async def record(self, user_key: str, offset: int) -> MemoriesRecord | None:
        parts, partition = self._runtime.parts, self.partition(user_key)
        topic = memories(parts.number)
        place = await first_at(parts.generation, topic, partition, offset)
        found = await parts.generation.read(topic, partition, after=place - 1, limit=PARTS_MAX)
        positions: list[list[LogRecord]] = []
        collect(positions, (record for record in found if position_of(record) == offset))
        if not positions or owner_of(positions[0][0]) != user_key:
            return None
        return opened(positions[0], parts.keyring)

    async def offset_at(self, user_key: str, time_iso: str) -> int:
        moment = _moment(time_iso)
        turns, partition = self._runtime.parts.turns, self.partition(user_key)
        low, high = 0, await turns.end(TURNS, partition)
        # The partition is in order of arrival, so its times rise but for the jitter of concurrent callers.
        while low < high:
            middle = (low + high) // 2
            (record,) = await turns.read(TURNS, partition, after=middle - 1, limit=1)
            if _recorded_at(record) <= moment:
                low = middle + 1
            else:
                high = middle
        return low - 1

    async def lag(self) -> list[PartitionLag]:
        return await self._runtime.lag()

    async def destroy_user(self, tenant: str, user: str) -> None:
        owner = self.user_key(tenant, user)
        await self._runtime.parts.keyring.destroy_user(owner)
        for carried in (self._runtime.live, *self._runtime.beside):
            carried.parts.states.evict(owner)

    async def lift_user(self, tenant: str, user: str) -> None:
        parts, owner = self._runtime.parts, self.user_key(tenant, user)
        await parts.keyring.lift(owner, await parts.turns.end(TURNS, self.partition(owner)) - 1)

    async def destroy_session(self, tenant: str, user: str, session: str) -> None:
        """The keys were set aside when `SessionForgotten` was appended, and the pipeline destroys them once consolidate
        has passed that event: before, it needs them to know what to take back. This waits for it."""
        owner = self.user_key(tenant, user)
        partition = self.partition(owner)
        end = await self._runtime.parts.turns.end(TURNS, partition)
        if not await self._runtime.wait_consolidated(partition, end - 1, DESTROY_TIMEOUT_S):
            raise UnavailableError(
                f"session {session!r} is forgotten, but its keys wait for the stages to catch up",
                hint="they are destroyed as soon as consolidate has passed the event; see /lag",
            )

    def healthy(self) -> dict[str, str]:
        return self._runtime.healthy()

    def _located(self, record: LogRecord) -> Located | None:
        keyring = self._runtime.parts.keyring
        try:
            event = open_event(record, keyring)
        except KeyDestroyedError:
            return None
        except CodecError:
            # It has its dead letter; there is nothing to show.
            return None
        return Located(Position(self._runtime.parts.turns.epoch, record.partition, record.offset), event)


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise InvalidInputError(f"{text!r} is no ISO 8601 time", field="as_of") from error
    if moment.tzinfo is None:
        raise InvalidInputError(f"{text!r} has no zone; write it with an offset", field="as_of")
    return moment


def _recorded_at(record: LogRecord) -> datetime:
    try:
        return datetime.fromisoformat(split(record.value or b"")[0].recorded_at)
    except (CodecError, ValueError):
        return record.timestamp
