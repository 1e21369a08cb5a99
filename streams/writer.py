"""EventWriter: the way into the log; seals events and appends them to `turns` (api.ports.EventSink)."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import Awaitable, Callable, Sequence
from weakref import WeakValueDictionary

from schemas.codec import Header, encode, keyed_hash
from schemas.errors import InvalidInputError, KeyDestroyedError, UserErasedError
from schemas.events import CONTROL_EVENTS, Event, MemoryAsserted, SessionForgotten, TurnRecorded, TurnRedriven
from schemas.position import Position
from schemas.records import utc_text
from schemas.topics import TURNS
from streams.crashpoints import NO_CRASH, Crashpoints
from streams.keyring import CONTROL_KEY, Keyring, is_alone
from streams.log import HEADER_CONTENT, HEADER_ID, NewRecord
from streams.partitioner import partition_of

INLINE_MAX = 4
"""Events sealed on the event loop (about 0.1 ms each); more go to a thread."""

Append = Callable[[str, Sequence[NewRecord]], Awaitable[list[int]]]


class EventWriter:
    """Appends events of one user at a time. `append` is SqliteLog.append_unique, which answers a known id with its old
    position or EventConflictError, or the plain append of a log where consolidate alone decides about ids."""

    def __init__(
        self, append: Append, keyring: Keyring, *, epoch: int, partitions: int, crash: Crashpoints = NO_CRASH
    ) -> None:
        self._append = append
        self._keyring = keyring
        self._epoch = epoch
        self._partitions = partitions
        self._crash = crash
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def append(self, events: Sequence[Event]) -> list[Position]:
        """See api.ports.EventSink."""
        if not events:
            return []
        tenant, user = events[0].tenant, events[0].user
        if any((event.tenant, event.user) != (tenant, user) for event in events):
            raise InvalidInputError("the events of one call must be of one user", field="user")
        owner = self._keyring.user_key(tenant, user)
        # One call of a user at a time: a key that is retired by one call is then never used by another.
        lock = self._locks.setdefault(owner, asyncio.Lock())
        async with lock:
            return await self._append_for(owner, events)

    async def _append_for(self, owner: str, events: Sequence[Event]) -> list[Position]:
        key_ids = await self._key_ids(owner, events)
        partition = partition_of(owner.encode(), self._partitions)
        try:
            if len(events) <= INLINE_MAX:
                records = self._seal(owner, partition, events, key_ids)
            else:
                records = await asyncio.to_thread(self._seal, owner, partition, events, key_ids)
        except KeyDestroyedError as error:
            # Erased or forgotten between the look-up and the seal; nothing was written.
            raise UserErasedError("the user or session was erased while this was written", field="user") from error
        offsets = await self._append(TURNS, records)
        self._crash.reach("after-append")
        return [Position(self._epoch, partition, offset) for offset in offsets]

    async def _key_ids(self, owner: str, events: Sequence[Event]) -> list[str]:
        by_session: dict[str, str] = {}
        key_ids = []
        for event in events:
            if isinstance(event, SessionForgotten):
                await self._keyring.retire_session(owner, self._keyring.session_key(owner, event.session))
                by_session.pop(event.session, None)
            if event.type in CONTROL_EVENTS:
                if event.type != "UserErased" and self._keyring.is_erased(owner):
                    raise _erased(event)
                key_ids.append(CONTROL_KEY)
                continue
            session = session_of(event)
            if session not in by_session:
                try:
                    key_id = await self._keyring.key_for_event(owner, session)
                except KeyDestroyedError as error:
                    raise _erased(event) from error
                if is_alone(key_id):
                    key_ids.append(key_id)
                    continue
                by_session[session] = key_id
            key_ids.append(by_session[session])
        return key_ids

    def _seal(self, owner: str, partition: int, events: Sequence[Event], key_ids: Sequence[str]) -> list[NewRecord]:
        secret = self._keyring.secret
        records = []
        for event, key_id in zip(events, key_ids, strict=True):
            id_hash = event_id_hash(secret, event.event_id)
            header = Header(
                type=event.type,
                schema_version=event.schema_version,
                user_key=owner,
                key_id=key_id,
                id_hash=id_hash,
                recorded_at=utc_text(event.recorded_at),
            )
            headers = {HEADER_ID: bytes.fromhex(id_hash), HEADER_CONTENT: content_identity(secret, event)}
            records.append(NewRecord(partition, owner.encode(), encode(header, event, self._keyring), headers))
        return records


def session_of(event: Event) -> str:
    """The session whose key seals the event; "" = it belongs to the user as a whole."""
    match event:
        case TurnRedriven():
            return event.turn.session
        case TurnRecorded() | MemoryAsserted():
            return event.session
        case _:
            return ""


def event_id_hash(secret: bytes, event_id: str) -> str:
    """The header's `id_hash`: equal ids can be found, not guessed."""
    return keyed_hash(secret, "event", event_id)


def content_identity(secret: bytes, event: Event) -> bytes:
    """16 bytes that are equal when two events say the same: a keyed hash of everything but when it was recorded. A time
    that only stands in for a missing one is left out too, because a retry is given a new one."""
    stands_in = isinstance(event, TurnRecorded) and event.time_source == "record"
    told = event.model_dump_json(exclude={"recorded_at", "occurred_at"} if stands_in else {"recorded_at"})
    return hmac.new(secret, b"content" + told.encode(), hashlib.sha256).digest()[:16]


def _erased(event: Event) -> UserErasedError:
    return UserErasedError(
        f"user {event.user!r} was erased and is not admitted",
        hint="an admin can lift the erasure; what was erased stays gone",
        field="user",
    )
