"""How fast the embedded index is: `python -m bench.index_speed [--users 30] [--memories 10000] [--dimension 512]`.

Fills one file with random memories, then prints apply rate, cold build, search latency of one user in the large file
and in a file of that user alone, memory and file size. Set OPENBLAS_NUM_THREADS=1.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from numpy.typing import NDArray

from indexers.index import CandidateQuery, Document, IndexBatch, Scope, Visibility
from indexers.sqlite import SqliteIndex
from schemas.codec import user_key
from schemas.memories import Memory, Revision
from schemas.position import Position
from schemas.queries import Filters

BATCH = 64
QUERIES = 200
TOKENS, CONTEXT_TOKENS, QUERY_TERMS = 25, 75, 8
VOCABULARY = 20_000
START = datetime(2026, 1, 1, tzinfo=UTC)


class OneKey:
    """One AES-GCM key for everything, with the shape of the keyring."""

    secret = b"s" * 32

    def __init__(self) -> None:
        self._cipher = AESGCM(AESGCM.generate_key(256))

    async def key_for(self, user_key: str, session: str) -> str:
        return user_key

    def seal(self, key_id: str, plain: bytes, header: bytes) -> bytes:
        nonce = secrets.token_bytes(12)
        return nonce + self._cipher.encrypt(nonce, plain, header)

    def open_sealed(self, key_id: str, sealed: bytes, header: bytes) -> bytes:
        return self._cipher.decrypt(sealed[:12], sealed[12:], header)


class Source:
    """Random memories with words as frequent as in speech (Zipf)."""

    def __init__(self, dimension: int) -> None:
        self._random = np.random.default_rng(7)
        self._dimension = dimension

    def words(self, count: int) -> tuple[str, ...]:
        ranks = self._random.zipf(1.3, count) % VOCABULARY
        return tuple(f"word{rank}" for rank in ranks.tolist())

    def vector(self) -> NDArray[np.float32]:
        vector = self._random.normal(size=self._dimension)
        return (vector / np.linalg.norm(vector)).astype(np.float32)

    def document(self, scope: Scope, number: int, offset: int) -> Document:
        words = self.words(TOKENS)
        moment = START + timedelta(minutes=number)
        memory = Memory(
            memory_id=f"{number:08x}{scope.user_key[:24]}", tenant=scope.tenant, user=scope.user, resolution="turn",
            status="raw", content=" ".join(words), context=" ".join(words * 3), speaker=f"Speaker {number % 3}",
            session=f"session {number // 20}", occurred_at=moment, first_seen=moment, last_seen=moment,
            recorded_at=moment, updated_at=moment, known_from=offset, partition=0, offset=offset, importance=0.4,
            history=(Revision(offset=offset, status="raw", confidence=1.0),),
            vector=self.vector().astype("<f2").tobytes(), context_vector=self.vector().astype("<f2").tobytes(),
        )  # fmt: skip
        return Document(memory, scope.user_key, Position(1, 0, offset).version, words, self.words(CONTEXT_TOKENS))

    def query(self, scope: Scope, filters: Filters) -> CandidateQuery:
        return CandidateQuery(scope, Visibility(START), filters, self.words(QUERY_TERMS), self.vector())


def scope_of(user: int) -> Scope:
    name = f"user {user}"
    return Scope("bench", name, user_key(OneKey.secret, "bench", name))


async def opened(folder: Path, dimension: int) -> SqliteIndex:
    return await SqliteIndex.open(
        folder / "index-g1.db", keys=OneKey(), generation=1, model="bench", dimension=dimension
    )


async def filled(index: SqliteIndex, source: Source, users: int, memories: int) -> float:
    """Apply everything, users mixed within batches; returns documents per second of apply alone."""
    spent, total = 0.0, users * memories
    for start in range(0, total, BATCH):
        offsets = range(start, min(start + BATCH, total))
        batch = [source.document(scope_of(offset % users), offset // users, offset) for offset in offsets]
        begun = time.perf_counter()
        await index.apply(IndexBatch(1, 0, batch, offsets[-1]))
        spent += time.perf_counter() - begun
    return total / spent


async def latencies(index: SqliteIndex, make: Callable[[], CandidateQuery]) -> str:
    spent = []
    for _ in range(QUERIES):
        query = make()
        begun = time.perf_counter()
        await index.candidates(query)
        spent.append(1_000 * (time.perf_counter() - begun))
    return f"p50 {np.percentile(spent, 50):.1f} ms, p95 {np.percentile(spent, 95):.1f} ms"


async def measured(folder: Path, users: int, memories: int, dimension: int) -> None:
    source = Source(dimension)
    index = await opened(folder, dimension)
    rate = await filled(index, source, users, memories)
    scope = scope_of(0)
    print(f"{users * memories:,} memories of {users} users: apply {rate:,.0f} documents/s in batches of {BATCH}")
    size = (folder / "index-g1.db").stat().st_size
    print(f"  file {size / 1e6:,.0f} MB, {size / users / memories / 1e3:.1f} kB a memory")
    begun = time.perf_counter()
    await index.candidates(source.query(scope, Filters()))
    print(f"  first search of a user (cold build) {time.perf_counter() - begun:.2f} s")
    print(f"  cache of that user {index.cache_bytes / 1e6:.0f} MB")
    print(f"  search {await latencies(index, lambda: source.query(scope, Filters()))}")
    one = Filters(session=("session 3",))
    print(f"  search in one session {await latencies(index, lambda: source.query(scope, one))}")
    batch = [source.document(scope, memories + number, users * memories + number) for number in range(BATCH)]
    begun = time.perf_counter()
    await index.apply(IndexBatch(1, 0, batch, users * memories + BATCH))
    print(f"  apply of {BATCH} while the user is cached {1_000 * (time.perf_counter() - begun):.0f} ms")
    page = await index.list_memories(scope, Visibility(START), Filters(), order="newest", limit=50, cursor="")
    begun = time.perf_counter()
    await index.list_memories(scope, Visibility(START), Filters(), order="newest", limit=50, cursor=page.next_cursor)
    print(f"  a page of 50 {1_000 * (time.perf_counter() - begun):.1f} ms")
    begun = time.perf_counter()
    await index.digest()
    print(f"  digest {1_000 * (time.perf_counter() - begun):.0f} ms")
    await index.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--users", type=int, default=30)
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--dimension", type=int, default=512)
    options = parser.parse_args()
    for users in (1, options.users):
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(measured(Path(folder), users, options.memories, options.dimension))


if __name__ == "__main__":
    main()
