"""Dead letters: the original bytes of what a stage could not do, where it stood and why; sealed (DESIGN §2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pydantic import ConfigDict, Field, TypeAdapter

from schemas.codec import Header, decode, encode, split
from schemas.errors import KeyDestroyedError
from schemas.records import Record, UtcTime, utc_text
from schemas.stages import Trouble
from schemas.topics import DEADLETTERS, TURNS
from streams.crashpoints import NO_CRASH, Crashpoints
from streams.keyring import CONTROL_KEY, Keyring
from streams.log import EventLog, LogRecord, NewRecord
from streams.stage_records import key_id_of, owner_of

PAGE = 500


class DeadLetter(Record):
    """One event that a stage gave up on. The first letter of a position and stage counts; a crash may repeat it."""

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    topic: str
    partition: int
    offset: int
    key: bytes = b""
    headers: dict[str, bytes] = Field(default_factory=dict)
    timestamp: UtcTime
    value: bytes | None
    stage: str
    error: str
    attempts: int = 1
    code_version: str = ""
    parked_at: UtcTime


SETTLED = "DeadLetterSettled"
"""The type of a settlement in its header."""


class Settlement(Record):
    """What was done about a letter: it was `redriven` to a `position` of `turns`, or `dropped`. `letter`: its name."""

    letter: str
    state: Literal["redriven", "dropped"]
    position: str = ""
    note: str = ""
    settled_at: UtcTime | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Records of one partition with their offsets, and the last offset that was looked at."""

    records: list[tuple[int, DeadLetter | Settlement]]
    last: int


DEAD_LETTER: TypeAdapter[DeadLetter] = TypeAdapter(DeadLetter)
SETTLEMENT: TypeAdapter[Settlement] = TypeAdapter(Settlement)


class DeadLetters:
    """Writes and reads the topic of dead letters. `parked` is told the stage of each letter that was written."""

    def __init__(
        self,
        log: EventLog,
        keyring: Keyring,
        *,
        code_version: str = "",
        crash: Crashpoints = NO_CRASH,
        parked: Callable[[str], None] = lambda stage: None,
    ) -> None:
        self._log = log
        self._keyring = keyring
        self._code_version = code_version
        self._crash = crash
        self._parked = parked

    async def park(self, troubled: list[tuple[LogRecord, Trouble]], now: datetime) -> None:
        """Write one letter for each troubled record; durable when it returns. What was erased leaves no letter."""
        letters = [letter for record, trouble in troubled if (letter := self._sealed(record, trouble, now)) is not None]
        await self._write(letters, [trouble for _, trouble in troubled])

    async def park_positions(self, partition: int, troubles: Sequence[tuple[int, Trouble]], now: datetime) -> None:
        """Like `park`, for offsets of a partition of `turns`."""
        for offset, trouble in troubles:
            turns = await self._log.read(TURNS, partition, after=offset - 1, limit=1)
            await self.park([(turn, trouble) for turn in turns], now)

    async def park_inbox(self, tenant: str, troubled: Sequence[tuple[LogRecord, str, Trouble]], now: datetime) -> None:
        """Like `park`, for records of a tenant's inbox and the users whose words they are. They are sealed with a key
        of the user, so that erasing the user erases them too; where nobody can be named, with the installation's."""
        letters = []
        for record, user, trouble in troubled:
            owner = self._keyring.user_key(tenant, user) if user else ""
            try:
                key_id = await self._keyring.key_for(owner, "") if user else CONTROL_KEY
            except KeyDestroyedError:
                continue
            letter = self._seal(record, trouble, now, owner=owner, key_id=key_id)
            letters += [] if letter is None else [letter]
        await self._write(letters, [trouble for _, _, trouble in troubled])

    async def read(self, partition: int, *, after: int = -1, limit: int = PAGE) -> list[tuple[int, DeadLetter]]:
        """(offset in the topic, letter) in order; letters of erased users are left out."""
        page = await self.page(partition, after=after, limit=limit)
        return [(offset, record) for offset, record in page.records if isinstance(record, DeadLetter)] if page else []

    async def page(self, partition: int, *, after: int, limit: int = PAGE) -> Page | None:
        """Letters and settlements in order, without those of erased users; None at the end."""
        found = await self._log.read(DEADLETTERS, partition, after=after, limit=limit)
        if not found:
            return None
        page = Page([], found[-1].offset)
        for record in found:
            value = record.value or b""
            try:
                if split(value)[0].type == SETTLED:
                    page.records.append((record.offset, decode(value, SETTLEMENT, self._keyring)[1]))
                else:
                    page.records.append((record.offset, decode(value, DEAD_LETTER, self._keyring)[1]))
            except KeyDestroyedError:
                continue
        return page

    async def _write(self, letters: Sequence[NewRecord], troubles: Sequence[Trouble]) -> None:
        if not letters:
            return
        await self._log.append(DEADLETTERS, letters)
        self._crash.reach("letter-parked")
        for trouble in troubles:
            self._parked(trouble.stage)

    def _sealed(self, record: LogRecord, trouble: Trouble, now: datetime) -> NewRecord | None:
        key_id = key_id_of(record.value)
        # Bytes that no key of ours sealed are still somebody's words: they are kept under the installation's key.
        known = key_id if self._keyring.is_live(key_id) else CONTROL_KEY
        return self._seal(record, trouble, now, owner=owner_of(record), key_id=known)

    def _seal(self, record: LogRecord, trouble: Trouble, now: datetime, *, owner: str, key_id: str) -> NewRecord | None:
        letter = DeadLetter(
            topic=record.topic,
            partition=record.partition,
            offset=record.offset,
            key=record.key or b"",
            headers=dict(record.headers),
            timestamp=record.timestamp,
            value=record.value,
            stage=trouble.stage,
            error=trouble.error,
            attempts=trouble.attempts,
            code_version=self._code_version,
            parked_at=now,
        )
        header = Header(type="DeadLetter", user_key=owner, key_id=key_id, recorded_at=utc_text(now))
        try:
            value = encode(header, letter, self._keyring)
        except KeyDestroyedError:
            return None
        return NewRecord(record.partition, owner.encode(), value)


def record_of(letter: DeadLetter) -> LogRecord:
    """The record that was parked."""
    return LogRecord(
        letter.topic, letter.partition, letter.offset, letter.key, letter.value, letter.headers, letter.timestamp
    )
