"""LoggedRecalls: recalls in the topic `mnemolog.recalls` (api.recalls.RecallArchive), written behind the answer."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import structlog
from pydantic import TypeAdapter

from schemas.codec import Header, decode, encode, keyed_hash
from schemas.errors import CodecError, MnemologError
from schemas.recalls import RecallRecord
from schemas.records import utc_text
from schemas.topics import RECALLS
from streams.keyring import Keyring
from streams.log import EventLog, LogRecord, NewRecord
from streams.partitioner import partition_of

HELD_MAX = 1_000
"""Recalls held in memory: those not written yet and the last written ones, about 5 MB."""
BATCH_MAX = 200
PAUSE_S = 0.25
"""How long recalls gather before they are written together: an audit need not cost each search an fsync."""
RECALL_RECORD: TypeAdapter[RecallRecord] = TypeAdapter(RecallRecord)
Read = Callable[[str, int, bytes], Awaitable[Sequence[LogRecord]]]

log = structlog.get_logger(__name__)


@dataclass(slots=True)
class _Held:
    user_key: str
    recall: RecallRecord
    written: bool = False


class LoggedRecalls:
    """`read(topic, partition, key)` finds the records of one key; without it, answers come from memory only."""

    def __init__(
        self, log: EventLog, keyring: Keyring, read: Read | None, *, dropped: Callable[[], None] = lambda: None
    ) -> None:
        self._log = log
        self._keyring = keyring
        self._read = read
        self._dropped = dropped
        self._held: OrderedDict[str, _Held] = OrderedDict()
        self._arrived = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._write_behind(), name="recalls")

    async def close(self) -> None:
        """Write what is held and stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            await self._write()

    def keep(self, user_key: str, recall: RecallRecord) -> None:
        """See RecallArchive."""
        self._held[recall.recall_id] = _Held(user_key, recall)
        while len(self._held) > HELD_MAX:
            _, oldest = self._held.popitem(last=False)
            if not oldest.written:
                self._dropped()
        self._arrived.set()

    async def find(self, tenant: str, recall_id: str) -> RecallRecord | None:
        """See RecallArchive."""
        held = self._held.get(recall_id)
        if held is not None:
            return held.recall if held.recall.tenant == tenant else None
        if self._read is None:
            return None
        key = self._key(tenant, recall_id)
        for record in await self._read(RECALLS, partition_of(key, self._log.partitions), key):
            try:
                return decode(record.value or b"", RECALL_RECORD, self._keyring)[1]
            except CodecError:
                continue
        return None

    def forget_user(self, user_key: str) -> None:
        """See RecallArchive."""
        for recall_id in [name for name, held in self._held.items() if held.user_key == user_key]:
            del self._held[recall_id]

    async def _write_behind(self) -> None:
        while True:
            await self._arrived.wait()
            await asyncio.sleep(PAUSE_S)
            self._arrived.clear()
            await self._write()

    async def _write(self) -> None:
        waiting = [held for held in self._held.values() if not held.written]
        for start in range(0, len(waiting), BATCH_MAX):
            batch = waiting[start : start + BATCH_MAX]
            try:
                records = [record for held in batch if (record := await self._record(held)) is not None]
                if records:
                    await self._log.append(RECALLS, records)
            except MnemologError as error:
                log.warning("recalls_not_kept", count=len(batch), reason=error.message)
                return
            for held in batch:
                held.written = True

    async def _record(self, held: _Held) -> NewRecord | None:
        recall = held.recall
        key = self._key(recall.tenant, recall.recall_id)
        try:
            key_id = await self._keyring.key_for(held.user_key, "")
            header = Header(
                type="RecallRecord", user_key=held.user_key, key_id=key_id, recorded_at=utc_text(recall.recorded_at)
            )
            value = encode(header, recall, self._keyring)
        except CodecError:
            # The user was erased meanwhile.
            return None
        return NewRecord(partition_of(key, self._log.partitions), key, value)

    def _key(self, tenant: str, recall_id: str) -> bytes:
        return keyed_hash(self._keyring.secret, "recall", tenant, recall_id).encode()
