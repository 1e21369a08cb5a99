"""Which partition a user's events go to: Kafka's own default (murmur2 of the key), so that every client agrees."""

from __future__ import annotations


def murmur2(data: bytes) -> int:
    """Kafka's 32-bit murmur2 (seed 0x9747b28c), as in org.apache.kafka.common.utils.Utils.murmur2, unsigned."""
    length, m, mask = len(data), 0x5BD1E995, 0xFFFFFFFF
    h = (0x9747B28C ^ length) & mask
    for i in range(0, length - length % 4, 4):
        k = int.from_bytes(data[i : i + 4], "little") * m & mask
        k = (k ^ k >> 24) * m & mask
        h = (h * m & mask) ^ k
    tail = data[length - length % 4 :]
    if tail:
        h = (h ^ int.from_bytes(tail, "little")) * m & mask
    h = (h ^ h >> 13) * m & mask
    return h ^ h >> 15


def partition_of(key: bytes, partitions: int) -> int:
    """The partition of a key: toPositive(murmur2(key)) mod partitions."""
    return (murmur2(key) & 0x7FFFFFFF) % partitions
