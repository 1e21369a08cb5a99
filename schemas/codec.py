"""The codec: any record ⇄ bytes with a clear header and a sealed payload, the same on Kafka and SQLite (DESIGN §4).

    "MN1\\n" │ header length, 4 bytes big-endian │ header, JSON │ SHA-256 of the sealed payload │ sealed payload

The payload is JSON, compressed (zlib), then sealed by the keyring with the header as associated data, so that a header
cannot be moved to another payload. Nothing in the clear can confirm a guessed text, name or id.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
import zlib
from typing import Protocol, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from schemas.errors import CodecError, NewerSchemaError
from schemas.records import Record
from schemas.upcasters import upcast

MAGIC = b"MN1\n"
PAYLOAD_BYTES_MAX = 16 * 1024 * 1024
"""A payload that inflates beyond this is refused: no writer of ours makes one."""
CONTROL_SCOPE = ("", "")
"""The key scope of control events: the installation's own key, never destroyed."""

T = TypeVar("T")


class Header(Record):
    """What anyone may read. `id_hash` = HMAC(installation secret, event id): equal ids can be found, not guessed."""

    v: int = 1
    type: str
    schema_version: int = 1
    user_key: str = ""
    key_id: str
    id_hash: str = ""
    recorded_at: str = ""


class Sealer(Protocol):
    """Seals payloads with a data key. Offered by the keyring; `open_sealed` raises KeyDestroyedError for an erased key
    and CodecError when the bytes or header were changed."""

    def seal(self, key_id: str, plain: bytes, header: bytes) -> bytes: ...

    def open_sealed(self, key_id: str, sealed: bytes, header: bytes) -> bytes: ...


def keyed_hash(secret: bytes, *parts: str) -> str:
    """HMAC-SHA256 of the parts (length-prefixed, so that ("ab", "c") ≠ ("a", "bc")), as 32 hex digits."""
    message = b"".join(struct.pack(">I", len(raw)) + raw for raw in (part.encode("utf-8") for part in parts))
    return hmac.new(secret, message, hashlib.sha256).hexdigest()[:32]


def user_key(secret: bytes, tenant: str, user: str) -> str:
    """The Kafka key and partition key of a user: HMAC(installation secret, tenant ‖ user)."""
    return keyed_hash(secret, "user", tenant, user)


def encode(header: Header, record: BaseModel, sealer: Sealer) -> bytes:
    """The bytes of a record under a header."""
    header_bytes = header.model_dump_json().encode()
    payload = zlib.compress(record.model_dump_json().encode(), 1)
    sealed = sealer.seal(header.key_id, payload, header_bytes)
    return b"".join(
        (MAGIC, struct.pack(">I", len(header_bytes)), header_bytes, hashlib.sha256(sealed).digest(), sealed)
    )


def split(value: bytes) -> tuple[Header, bytes, bytes]:
    """(header, header bytes, sealed payload) without opening anything. Raises CodecError or NewerSchemaError."""
    if len(value) < len(MAGIC) + 36 or not value.startswith(MAGIC[:2]):
        raise CodecError(f"not a Mnemolog record: {len(value)} bytes starting with {value[:8]!r}")
    if not value.startswith(MAGIC):
        raise NewerSchemaError(f"frame {value[:4]!r} is newer than this program; upgrade the reader")
    start = len(MAGIC) + 4
    end = start + struct.unpack(">I", value[len(MAGIC) : start])[0]
    header_bytes, digest, sealed = value[start:end], value[end : end + 32], value[end + 32 :]
    if hashlib.sha256(sealed).digest() != digest:
        raise CodecError("the sealed payload does not match its hash: the bytes were changed or cut")
    try:
        header = Header.model_validate_json(header_bytes)
    except ValidationError as error:
        raise CodecError(f"unreadable header: {error.errors()[0]['msg']}") from error
    return header, header_bytes, sealed


def open_payload(value: bytes, sealer: Sealer) -> tuple[Header, bytes]:
    """(header, JSON payload). Raises CodecError and its kinds."""
    header, header_bytes, sealed = split(value)
    plain = sealer.open_sealed(header.key_id, sealed, header_bytes)
    inflater = zlib.decompressobj()
    try:
        payload = inflater.decompress(plain, PAYLOAD_BYTES_MAX)
    except zlib.error as error:
        raise CodecError(f"the payload cannot be decompressed: {error}") from error
    if not inflater.eof:
        raise CodecError(f"the payload inflates beyond {PAYLOAD_BYTES_MAX} bytes or is cut")
    return header, payload


def decode(value: bytes, adapter: TypeAdapter[T], sealer: Sealer) -> tuple[Header, T]:
    """Read a record written by `encode`, in whichever version. Raises NewerSchemaError for a newer one, and CodecError,
    naming the field, when the payload does not fit."""
    header, opened = open_payload(value, sealer)
    payload = upcast(header.type, header.schema_version, opened)
    try:
        return header, adapter.validate_json(payload)
    except ValidationError as error:
        first = error.errors()[0]
        raise CodecError(f"{header.type}: {'.'.join(str(p) for p in first['loc'])}: {first['msg']}") from error
