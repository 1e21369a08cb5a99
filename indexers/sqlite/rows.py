"""What ties sealed bytes to their place, and the keyed hashes that stand in the clear beside them."""

from __future__ import annotations

import hashlib
import hmac
import json
import struct

from schemas.codec import keyed_hash

INDEX_SCOPE = "\0index"
"""The key scope of a user's index rows. No session has this name: NUL is not admitted. So forgetting a session leaves
the index readable, and erasing the user does not."""


def associated(user_key: str, row: int) -> bytes:
    """Associated data of a sealed row: it cannot be moved to another row or user."""
    return b"row\0" + struct.pack("<q", row) + user_key.encode()


def name_header(user_key: str) -> bytes:
    """Associated data of a user's name."""
    return b"name\0" + user_key.encode()


def outcome_header(user_key: str, version: int) -> bytes:
    """Associated data of an outcome."""
    return b"outcome\0" + struct.pack("<q", version) + user_key.encode()


def event_hash(secret: bytes, user_key: str, event_id: str) -> bytes:
    """The key under which an event's outcomes are found: 16 bytes that confirm no guessed id."""
    message = b"event\0" + user_key.encode() + b"\0" + event_id.encode("utf-8", "surrogatepass")
    return hmac.new(secret, message, hashlib.sha256).digest()[:16]


def tenant_hash(secret: bytes, tenant: str) -> str:
    """What stands for the tenant in the clear."""
    return keyed_hash(secret, "index tenant", tenant)


def pack_name(tenant: str, user: str) -> bytes:
    """A user's name, to be sealed."""
    return json.dumps([tenant, user]).encode()


def unpack_name(plain: bytes) -> tuple[str, str]:
    """(tenant, user)."""
    tenant, user = json.loads(plain)
    return tenant, user
