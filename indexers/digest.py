"""The digest of a generation: order-free, so that an index and its rebuild compare equal (DESIGN §7)."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable

from indexers.index import Digest
from schemas.memories import Memory

CONTRIBUTION_BYTES = 16


def contribution(memory: Memory, secret: bytes) -> bytes:
    """H(id, status, content, position of the last change) of one memory, 16 bytes. Keyed by the installation's secret,
    so that it may stand in the clear and still confirms no guessed text."""
    fields = (
        memory.memory_id.encode(),
        memory.status.encode(),
        memory.content.encode(),
        struct.pack("<iq", memory.partition, memory.offset),
    )
    key = hashlib.sha256(b"digest" + secret).digest()
    hasher = hashlib.blake2b(digest_size=CONTRIBUTION_BYTES, key=key)
    for value in fields:
        hasher.update(struct.pack("<I", len(value)))
        hasher.update(value)
    return hasher.digest()


def combine(contributions: Iterable[bytes]) -> Digest:
    """Their sum mod 2^128 and how many there were."""
    count = total = 0
    for value in contributions:
        count += 1
        total += int.from_bytes(value, "little")
    return Digest(count, f"{total & ((1 << 8 * CONTRIBUTION_BYTES) - 1):032x}")


def add(parts: Iterable[Digest]) -> Digest:
    """The digest of everything that these are digests of."""
    count = total = 0
    for part in parts:
        count += part.count
        total += int(part.value, 16)
    return Digest(count, f"{total & ((1 << 8 * CONTRIBUTION_BYTES) - 1):032x}")
