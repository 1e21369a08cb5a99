"""The commit log: `memories` as a chain of records, so that a zombie's writes are void (DESIGN §5).

Each record carries the headers `previous` and `link` = HMAC(secret, previous ‖ place ‖ SHA-256 of the value). A reader
skips every record whose `previous` is not the last link it accepted, and every position not above its last complete
one. A position over 512 kB is split into parts; the last part completes it, and parts without an end are ignored.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pydantic import BaseModel, TypeAdapter

from schemas.codec import Header, decode, encode
from schemas.errors import CodecError
from schemas.memories import MemoriesRecord
from schemas.records import utc_text
from streams.keyring import Keyring
from streams.log import LogRecord, NewRecord

PART_BYTES_MAX = 512 * 1024
"""JSON bytes of one part: below Kafka's default 1 MB record even if sealing and base64 did not compress at all."""
LINK_BYTES = 16
GENESIS = bytes(LINK_BYTES)
"""The link before the first record."""
OFFSET, PART, PREVIOUS, LINK, DESTROYS = "offset", "part", "previous", "link", "destroys"
"""Record headers. `destroys`: the session key whose data keys go with this position, or "*" = all of the user's."""
MEMORIES_RECORD: TypeAdapter[MemoriesRecord] = TypeAdapter(MemoriesRecord)
_SPLIT_FIELDS = ("changes", "claims", "judgements", "observations", "held_back", "answers")


@dataclass(frozen=True, slots=True)
class Chain:
    """Where a reader or writer of one partition stands: the last link accepted, and the last complete position."""

    link: bytes = GENESIS
    offset: int = -1


@dataclass(frozen=True, slots=True)
class SealedPosition:
    """All parts of one position as sealed bytes, ready to be linked."""

    offset: int
    user_key: str
    parts: tuple[bytes, ...]
    destroys: str = ""


class CommitLogReader:
    """Follows one partition record by record."""

    def __init__(self, secret: bytes, chain: Chain | None = None) -> None:
        self._secret = secret
        self._parts: list[LogRecord] = []
        self.chain = chain or Chain()

    def accept(self, record: LogRecord) -> list[LogRecord] | None:
        """The parts of the position that this record completes; None when it completes none or is void."""
        place = _place(record)
        if place is None or record.headers.get(PREVIOUS) != self.chain.link:
            return None
        offset, part, parts = place
        destroys = record.headers.get(DESTROYS, b"").decode()
        if record.headers.get(LINK) != _link(self._secret, self.chain.link, place, destroys, record.value or b""):
            return None
        self.chain = replace(self.chain, link=record.headers[LINK])
        if offset <= self.chain.offset:
            self._parts = []
            return None
        if part == 1:
            # Parts before it belong to a position whose writer died; it is written anew from its first part.
            self._parts = []
        elif len(self._parts) != part - 1 or _place(self._parts[-1]) != (offset, part - 1, parts):
            self._parts = []
            return None
        self._parts.append(record)
        if part < parts:
            return None
        complete, self._parts = self._parts, []
        self.chain = replace(self.chain, offset=offset)
        return complete


def linked(
    secret: bytes, partition: int, chain: Chain, positions: Iterable[SealedPosition]
) -> tuple[list[NewRecord], Chain]:
    """The records that continue `chain`, and where it stands once all of them are in the log."""
    records: list[NewRecord] = []
    for position in positions:
        assert position.offset > chain.offset, f"position {position.offset} is not above {chain.offset}"
        for number, value in enumerate(position.parts, 1):
            place = (position.offset, number, len(position.parts))
            link = _link(secret, chain.link, place, position.destroys, value)
            headers = {
                OFFSET: str(position.offset).encode(),
                PART: f"{number}/{len(position.parts)}".encode(),
                PREVIOUS: chain.link,
                LINK: link,
            }
            if position.destroys:
                headers[DESTROYS] = position.destroys.encode()
            records.append(NewRecord(partition, position.user_key.encode(), value, headers))
            chain = replace(chain, link=link)
        chain = replace(chain, offset=position.offset)
    return records, chain


def seal_position(
    record: MemoriesRecord, *, user_key: str, key_id: str, keyring: Keyring, destroys: str = ""
) -> SealedPosition:
    """Split and seal what one position did. Raises KeyDestroyedError."""
    header = Header(
        type="MemoriesRecord",
        user_key=user_key,
        key_id=key_id,
        id_hash=record.id_hash,
        recorded_at=utc_text(record.recorded_at),
    )
    parts = tuple(encode(header, part, keyring) for part in split_record(record))
    return SealedPosition(record.offset, user_key, parts, destroys)


def open_position(parts: Sequence[LogRecord], keyring: Keyring) -> MemoriesRecord:
    """The record of a complete position. Raises KeyDestroyedError when its session was forgotten."""
    return join_parts([decode(part.value or b"", MEMORIES_RECORD, keyring)[1] for part in parts])


def position_of(record: LogRecord) -> int:
    """The position that a record of `memories` or of a stage's topic speaks of. Raises CodecError."""
    try:
        return int(record.headers[OFFSET])
    except (KeyError, ValueError) as error:
        raise CodecError(f"record {record.offset} of {record.topic} says no position") from error


def part_of(record: LogRecord) -> int:
    """Which part of its position a record is, from 1. Raises CodecError."""
    place = _place(record)
    if place is None:
        raise CodecError(f"record {record.offset} of {record.topic} says no part")
    return place[1]


def chain_after(record: LogRecord) -> Chain:
    """Where the chain stands after the last record of a position. Raises CodecError."""
    link = record.headers.get(LINK)
    if link is None:
        raise CodecError(f"record {record.offset} of {record.topic} says no link")
    return Chain(link, position_of(record))


def split_record(record: MemoriesRecord, *, bytes_max: int = PART_BYTES_MAX) -> list[MemoriesRecord]:
    """The record in parts of about `bytes_max` JSON bytes; a single change is never cut."""
    if len(record.model_dump_json()) <= bytes_max:
        return [record]
    chunks: list[dict[str, list[BaseModel]]] = [{}]
    filled = 0
    for name in _SPLIT_FIELDS:
        items: tuple[BaseModel, ...] = getattr(record, name)
        for item in items:
            size = len(item.model_dump_json())
            if filled and filled + size > bytes_max:
                chunks.append({})
                filled = 0
            chunks[-1].setdefault(name, []).append(item)
            filled += size
    return [
        record.model_copy(
            update={name: tuple(chunk.get(name, ())) for name in _SPLIT_FIELDS} | {"part": n, "parts": len(chunks)}
        )
        for n, chunk in enumerate(chunks, 1)
    ]


def join_parts(parts: Sequence[MemoriesRecord]) -> MemoriesRecord:
    """The whole record again. Raises CodecError when a part is missing."""
    if [(part.offset, part.part, part.parts) for part in parts] != [
        (parts[0].offset, number, len(parts)) for number in range(1, len(parts) + 1)
    ]:
        raise CodecError(f"position {parts[0].offset} has {len(parts)} of {parts[0].parts} parts")
    if len(parts) == 1:
        return parts[0]
    joined = {name: tuple(item for part in parts for item in getattr(part, name)) for name in _SPLIT_FIELDS}
    return parts[-1].model_copy(update=joined | {"part": 1, "parts": 1})


def _place(record: LogRecord) -> tuple[int, int, int] | None:
    try:
        part, _, parts = record.headers[PART].decode().partition("/")
        return int(record.headers[OFFSET]), int(part), int(parts)
    except (KeyError, ValueError):
        return None


def _link(secret: bytes, previous: bytes, place: tuple[int, int, int], destroys: str, value: bytes) -> bytes:
    told = f"{place[0]} {place[1]}/{place[2]} {destroys}".encode()
    return hmac.new(secret, previous + hashlib.sha256(value).digest() + told, hashlib.sha256).digest()[:LINK_BYTES]
