"""Dead letters: the original bytes of what a stage could not do, where it stood and why; sealed (DESIGN §2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from pydantic import ConfigDict, Field, TypeAdapter

from schemas.codec import Header, decode, encode
from schemas.errors import CodecError, KeyDestroyedError, NotFoundError
from schemas.events import TurnRecorded, TurnRedriven
from schemas.records import Record, UtcTime, utc_text
from schemas.stages import Trouble
from schemas.topics import DEADLETTERS, TURNS
from streams.crashpoints import NO_CRASH, Crashpoints
from streams.keyring import CONTROL_KEY, Keyring
from streams.log import EventLog, LogRecord, NewRecord
from streams.stage_records import key_id_of, open_event, owner_of

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


DEAD_LETTER: TypeAdapter[DeadLetter] = TypeAdapter(DeadLetter)


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
        letters = [letter for record, trouble in troubled if (letter := self._seal(record, trouble, now)) is not None]
        if letters:
            await self._log.append(DEADLETTERS, letters)
            self._crash.reach("letter-parked")
            for _, trouble in troubled:
                self._parked(trouble.stage)

    async def park_positions(self, partition: int, troubles: Sequence[tuple[int, Trouble]], now: datetime) -> None:
        """Like `park`, for offsets of a partition of `turns`."""
        for offset, trouble in troubles:
            turns = await self._log.read(TURNS, partition, after=offset - 1, limit=1)
            await self.park([(turn, trouble) for turn in turns], now)

    async def read(self, partition: int, *, after: int = -1, limit: int = PAGE) -> list[tuple[int, DeadLetter]]:
        """(offset in the topic, letter) in order; letters of erased users are left out."""
        letters = []
        for record in await self._log.read(DEADLETTERS, partition, after=after, limit=limit):
            try:
                letters.append((record.offset, decode(record.value or b"", DEAD_LETTER, self._keyring)[1]))
            except KeyDestroyedError:
                continue
        return letters

    def redriven(self, letter: DeadLetter, *, event_id: str, now: datetime) -> TurnRedriven:
        """The event that has the letter's turn processed again, with its original time. Raises NotFoundError when the
        letter holds no readable turn."""
        record = LogRecord(
            letter.topic, letter.partition, letter.offset, letter.key, letter.value, letter.headers, letter.timestamp
        )
        try:
            event = open_event(record, self._keyring)
        except CodecError as error:
            raise NotFoundError(f"the letter at offset {letter.offset} cannot be read: {error.message}") from error
        if isinstance(event, TurnRedriven):
            event = event.turn
        if not isinstance(event, TurnRecorded):
            raise NotFoundError(f"the letter at offset {letter.offset} holds no turn but a {event.type}")
        return TurnRedriven(
            event_id=event_id,
            tenant=event.tenant,
            user=event.user,
            occurred_at=event.occurred_at,
            recorded_at=now,
            turn=event,
        )

    def _seal(self, record: LogRecord, trouble: Trouble, now: datetime) -> NewRecord | None:
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
        key_id = key_id_of(record.value)
        # Bytes that no key of ours sealed are still somebody's words: they are kept under the installation's key.
        known = key_id if self._keyring.is_live(key_id) else CONTROL_KEY
        header = Header(type="DeadLetter", user_key=owner_of(record), key_id=known, recorded_at=utc_text(now))
        try:
            value = encode(header, letter, self._keyring)
        except KeyDestroyedError:
            return None
        return NewRecord(record.partition, record.key or b"", value)
