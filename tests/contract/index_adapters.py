"""The indexes that the contract suite runs against, and the memories that it fills them with.

Each factory is an async context manager that opens the index of one folder: opened twice, it is the same index.
"""

from __future__ import annotations

import secrets
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from indexers.index import Document, IndexBatch, MemoryIndex, Rejected, Scope
from indexers.opensearch import OpenSearchIndex, Server
from indexers.opensearch.admin import Identity, create, delete
from indexers.projection import document_of
from indexers.sqlite import SqliteIndex
from schemas.codec import user_key
from schemas.errors import CodecError, KeyDestroyedError
from schemas.memories import Memory, Revision
from schemas.position import Position
from tests.contract.servers import servers

DIMENSION = 16
SECRET = b"a secret of thirty-two bytes ..."
EPOCH, PARTITION = 1, 3
START = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(slots=True)
class AesKeys:
    """AES-256-GCM keys in memory; the same behaviour as streams.keyring.Keyring."""

    ciphers: dict[str, AESGCM | None]
    secret: bytes = SECRET

    async def key_for(self, user_key: str, session: str) -> str:
        key_id = f"{user_key}/{session}"
        if self.ciphers.setdefault(key_id, AESGCM(AESGCM.generate_key(256))) is None:
            raise KeyDestroyedError("erased")
        return key_id

    def seal(self, key_id: str, plain: bytes, header: bytes) -> bytes:
        nonce = secrets.token_bytes(12)
        return nonce + self._cipher(key_id).encrypt(nonce, plain, header)

    def open_sealed(self, key_id: str, sealed: bytes, header: bytes) -> bytes:
        try:
            return self._cipher(key_id).decrypt(sealed[:12], sealed[12:], header)
        except InvalidTag as error:
            raise CodecError("changed") from error

    def destroy(self, user_key: str) -> None:
        for key_id in self.ciphers:
            if key_id.startswith(f"{user_key}/"):
                self.ciphers[key_id] = None

    def _cipher(self, key_id: str) -> AESGCM:
        cipher = self.ciphers[key_id]
        if cipher is None:
            raise KeyDestroyedError("erased")
        return cipher


IndexFactory = Callable[[Path], AbstractAsyncContextManager[MemoryIndex]]
KEYS: dict[Path, AesKeys] = {}
"""Keys outlive an index that is closed and opened again."""


@asynccontextmanager
async def sqlite_index(folder: Path) -> AsyncIterator[MemoryIndex]:
    keys = KEYS.setdefault(folder, AesKeys({}))
    index = await SqliteIndex.open(folder / "index-g1.db", keys=keys, generation=1, model="test@1", dimension=DIMENSION)
    try:
        yield index
    finally:
        await index.close()


class RefreshedIndex(OpenSearchIndex):
    """What is applied is found at once, as the suite expects it."""

    async def apply(self, batch: IndexBatch) -> list[Rejected]:
        rejected = await super().apply(batch)
        await self.refresh()
        return rejected


OPENED: dict[Path, str] = {}
"""The index that stands for a folder."""


@asynccontextmanager
async def opensearch_index(folder: Path) -> AsyncIterator[MemoryIndex]:
    server = Server(servers().opensearch_url)
    identity = Identity(generation=1, model="test@1", dimension=DIMENSION)
    try:
        name = OPENED.get(folder)
        if name is None:
            # The one before is not opened again: a node takes a limited number of shards.
            for old in [held for held in OPENED if not held.is_relative_to(folder.parent)]:
                await delete(server, OPENED.pop(old))
            name = OPENED[folder] = f"contract-{uuid.uuid4().hex}"
            await create(server, name, identity)
        yield await RefreshedIndex.open(
            server, name, identity=identity, secret=SECRET, partition_of=lambda user_key: PARTITION
        )
    finally:
        await server.close()


INDEXES: dict[str, IndexFactory] = {"sqlite": sqlite_index, "opensearch": opensearch_index}
"""Adapters by name."""
NEED_SERVERS = frozenset({"opensearch"})


def scope_of(user: str, tenant: str = "acme") -> Scope:
    return Scope(tenant, user, user_key(SECRET, tenant, user))


def vector_of(seed: int) -> bytes:
    vector = np.random.default_rng(seed).normal(size=DIMENSION)
    return (vector / np.linalg.norm(vector)).astype("<f2").tobytes()


def memory_of(owner: Scope, memory_id: str, content: str = "tea", *, offset: int = 1, **fields: object) -> Memory:
    """A memory with everything that it needs; `fields` replace any of it."""
    moment = START + timedelta(minutes=offset)
    status = fields.get("status", "raw")
    given: dict[str, object] = {
        "memory_id": memory_id,
        "tenant": owner.tenant,
        "user": owner.user,
        "resolution": "turn",
        "status": status,
        "content": content,
        "context": content,
        "speaker": "Li Wei",
        "session": "s1",
        "occurred_at": moment,
        "first_seen": moment,
        "last_seen": moment,
        "recorded_at": moment,
        "updated_at": moment,
        "history": (Revision.model_validate({"offset": offset, "status": status, "confidence": 1.0}),),
        "vector": vector_of(offset),
        "context_vector": vector_of(offset + 1_000),
        "known_from": offset,
        "partition": PARTITION,
        "offset": offset,
    }
    return Memory.model_validate(given | fields)


def document(scope: Scope, memory: Memory) -> Document:
    """The memory as the projection indexes it, at the version of its position."""
    return document_of(memory, scope.user_key, Position(EPOCH, memory.partition, memory.offset).version)
