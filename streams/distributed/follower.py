"""KafkaFollower: what an API process knows of the log and of the stages (api.ports.Follower)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime

from indexers.index import MemoryIndex, Scope
from schemas.codec import split
from schemas.errors import CodecError, InvalidInputError, KeyDestroyedError, MnemologError, UnavailableError
from schemas.located import Located, PartitionLag, UserTail
from schemas.memories import MemoriesRecord
from schemas.position import Position
from schemas.topics import TURNS, memories
from streams.commit_log import LINK, PART, PREVIOUS, open_position, position_of
from streams.distributed.installation import Installation
from streams.distributed.records import DecidedPositions
from streams.distributed.turns_tail import TurnsTail
from streams.distributed.vitals import Vitals
from streams.log import LogRecord
from streams.partitioner import partition_of
from streams.stage_records import key_id_of, open_event, owner_of

POLL_S = 0.1
"""OpenSearch tells nobody when something became visible; its refresh is every second. Looking twice as often costs a
fortieth of a core and shows a write 25 ms sooner."""
DESTROY_S = 30.0
PARTS_MAX = 64
HISTORY_PAGE = 500
LATER_MAX = 200
"""Records whose append came after a time although they were admitted before it; an append takes milliseconds."""


class KafkaFollower:
    """See api.ports.Follower. Whoever opens it starts and closes its `vitals`."""

    def __init__(
        self, installation: Installation, index: MemoryIndex, tail: TurnsTail, generation: Callable[[], int]
    ) -> None:
        self._installation = installation
        self._log = installation.log
        self._index = index
        self._tail = tail
        self._generation = generation
        self._decided = DecidedPositions(installation.log)
        self._index_reason = ""
        self.vitals = Vitals(installation, self.lag, generation)

    @property
    def soon_s(self) -> float:
        """0: OpenSearch shows a write about a second later, after its refresh."""
        return 0.0

    def user_key(self, tenant: str, user: str) -> str:
        return self._installation.keyring.user_key(tenant, user)

    def partition(self, user_key: str) -> int:
        return partition_of(user_key.encode(), self._log.partitions)

    async def wait_indexed(self, position: Position, timeout_s: float) -> bool:
        if position.epoch != self._log.epoch or position.partition >= self._log.partitions:
            raise InvalidInputError(f"{position.token} is no position of this installation", field="after")
        deadline = asyncio.get_running_loop().time() + timeout_s
        while True:
            try:
                indexed = await self._index.watermark(position.partition)
                self._index_reason = ""
            except UnavailableError as error:
                # It may be back before the time is out; the write that is waited for is durable.
                self._index_reason, indexed = error.message, -1
            except MnemologError as error:
                self._index_reason = error.message
                raise
            if indexed >= position.offset:
                return True
            left_s = deadline - asyncio.get_running_loop().time()
            if left_s <= 0:
                return False
            await asyncio.sleep(min(POLL_S, left_s))

    async def tail(self, user_key: str, *, above: int, limit: int) -> UserTail:
        held = await self._tail.of(self.partition(user_key), user_key, above=above)
        # While the log is away nobody can be asked about keys; what is known of them holds.
        located = [
            one
            for record in held.records[:limit]
            if (one := await self._located(record, ask=not held.away)) is not None
        ]
        complete = held.complete and len(held.records) <= limit
        return UserTail(tuple(located), complete, held.reached, held.away)

    async def history(self, user_key: str) -> AsyncIterator[Located]:
        partition, above = self.partition(user_key), -1
        while found := await self._log.read(TURNS, partition, after=above, limit=HISTORY_PAGE):
            for record in found:
                one = await self._located(record) if owner_of(record) == user_key else None
                if one is not None:
                    yield one
            above = found[-1].offset

    async def event(self, user_key: str, event_id: str) -> Located | None:
        partition = self.partition(user_key)
        outcomes = await self._index.outcomes(Scope("", "", user_key), event_id)
        if outcomes:
            found = await self._log.read(TURNS, partition, after=outcomes[0].offset - 1, limit=1)
            return await self._located(found[0]) if found else None
        for record in (await self._tail.of(partition, user_key, above=-1)).records:
            located = await self._located(record)
            if located is not None and located.event.event_id == event_id:
                return located
        return None

    async def record(self, user_key: str, offset: int) -> MemoriesRecord | None:
        partition = self.partition(user_key)
        place = await self._first_at(partition, offset)
        found = await self._log.read(memories(self._generation()), partition, after=place - 1, limit=PARTS_MAX)
        parts = _accepted(found, offset)
        if not parts or owner_of(parts[0]) != user_key:
            return None
        try:
            return open_position(parts, self._installation.keyring)
        except KeyDestroyedError:
            return None

    async def offset_at(self, user_key: str, time_iso: str) -> int:
        moment = _moment(time_iso)
        partition = self.partition(user_key)
        offset = await self._log.offset_at(TURNS, partition, moment)
        for record in await self._log.read(TURNS, partition, after=offset - 1, limit=LATER_MAX):
            if _recorded_at(record) > moment:
                break
            offset = record.offset + 1
        return offset - 1

    async def lag(self) -> list[PartitionLag]:
        partitions = range(self._log.partitions)
        ends = await self._log.ends(TURNS, partitions)
        now = datetime.now(UTC)

        async def of(partition: int) -> PartitionLag:
            indexed = await self._index.watermark(partition)
            if not ends[partition] or indexed >= ends[partition] - 1:
                return PartitionLag(partition, ends[partition], indexed, indexed, 0.0)
            waiting = await self._log.read(TURNS, partition, after=indexed, limit=1)
            processed = await self._decided.of(memories(self._generation()), partition)
            age_s = (now - waiting[0].timestamp).total_seconds() if waiting else 0.0
            return PartitionLag(partition, ends[partition], processed, indexed, max(age_s, 0.0))

        return list(await asyncio.gather(*(of(partition) for partition in partitions)))

    async def destroy_user(self, tenant: str, user: str) -> None:
        await self._installation.keyring.destroy_user(self.user_key(tenant, user))

    async def lift_user(self, tenant: str, user: str) -> None:
        owner = self.user_key(tenant, user)
        await self._installation.keyring.lift(owner, await self._log.end(TURNS, self.partition(owner)) - 1)

    async def destroy_session(self, tenant: str, user: str, session: str) -> None:
        """The keys were set aside when `SessionForgotten` was appended; consolidate destroys them once it has passed
        that event, because before it needs them to know what to take back. This waits for it."""
        partition = self.partition(self.user_key(tenant, user))
        end = await self._log.end(TURNS, partition)
        deadline = asyncio.get_running_loop().time() + DESTROY_S
        while await self._decided.of(memories(self._generation()), partition) < end - 1:
            if asyncio.get_running_loop().time() > deadline:
                raise UnavailableError(
                    f"session {session!r} is forgotten, but its keys wait for the stages to catch up",
                    hint="they are destroyed as soon as consolidate has passed the event; see /lag",
                )
            await asyncio.sleep(POLL_S)

    def healthy(self) -> dict[str, str]:
        found = self.vitals.now()
        for part, reason in (("log", self._tail.reason), ("index", self._index_reason)):
            found[part] = found[part] or reason
        return found

    async def _located(self, record: LogRecord, *, ask: bool = True) -> Located | None:
        keyring = self._installation.keyring
        if ask and not keyring.is_live(key_id_of(record.value)):
            await self._installation.keys.synced()
        try:
            event = open_event(record, keyring)
        except CodecError:
            # Erased, or it has its dead letter: there is nothing to show.
            return None
        return Located(Position(self._log.epoch, record.partition, record.offset), event)

    async def _first_at(self, partition: int, position: int) -> int:
        """The offset of the first record of the commit log whose position is at least this one. Every position has at
        least one record, so it never stands before its own number."""
        low, high = position, await self._log.end(memories(self._generation()), partition)
        while low < high:
            middle = (low + high) // 2 if low != position else low
            (record,) = await self._log.read(memories(self._generation()), partition, after=middle - 1, limit=1)
            if position_of(record) < position:
                low = middle + 1
            else:
                high = middle
        return low


def _accepted(records: Sequence[LogRecord], offset: int) -> list[LogRecord]:
    """The parts of the first attempt at a position that was written whole; a zombie's stand behind its owner's, or are
    the log's own."""
    parts: list[LogRecord] = []
    for record in records:
        if position_of(record) != offset:
            continue
        number, _, count = record.headers[PART].decode().partition("/")
        if number == "1":
            parts = [record]
        elif parts and record.headers[PREVIOUS] == parts[-1].headers[LINK]:
            parts.append(record)
        if parts and len(parts) == int(count):
            return parts
    return []


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
