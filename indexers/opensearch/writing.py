"""Writer: brings changes into one index; what it refuses, what it halts at, and what it never brings back."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from indexers.index import Document, IndexBatch, Rejected, Tombstone
from indexers.opensearch import documents as held
from indexers.opensearch.bulk import Write, write_all
from indexers.opensearch.server import Json, Server, error_of
from schemas.errors import ConfigurationError
from schemas.position import Position

DISAGREEMENT = 10
"""So many memories refused in a row, with none taken between them, are no bad memories: program and index, or program
and embedder, do not fit together. Nothing is given up from then on; the stage halts."""
UNERASED_S = 2.0
"""How long a user who was not erased is taken for one who still is not, without asking. Another process can erase what
this one indexes only once Kafka has missed this one for ten seconds; one that stood still asks again."""


class Writer:
    """Writes to one concrete index. `dimension`: of its vectors. `secret`: of the digests."""

    def __init__(self, server: Server, name: str, dimension: int, secret: bytes) -> None:
        self._server = server
        self._name = name
        self._dimension = dimension
        self._secret = secret
        self._refused_in_a_row = 0
        self._unerased: dict[str, float] = {}

    async def apply(self, batch: IndexBatch) -> list[Rejected]:
        """See MemoryIndex.apply. Raises ConfigurationError at the DISAGREEMENTth refusal in a row."""
        erased = await self._erased_lately({one.user_key for one in (*batch.changes, *batch.outcomes)})
        wanted = [change for change in batch.changes if change.version > erased.get(change.user_key, -1)]
        refused = {id(change): reason for change in wanted if (reason := held.refusal(change, self._dimension))}
        writes: dict[str, Write] = {}
        for change in wanted:
            if id(change) in refused:
                continue
            write = self._write(change)
            # Only the last change of a memory is sent: a retried item must not come after its successor.
            before = writes.get(write.doc_id)
            if before is None or before.version <= write.version:
                writes[write.doc_id] = write
        poison = {bad.write.doc_id: bad.reason for bad in await write_all(self._server, self._name, [*writes.values()])}
        rejected = []
        for change in wanted:
            name = held.change_id(change)
            reason = refused.get(id(change)) or poison.pop(name, "")
            if reason:
                rejected.append(Rejected(held.memory_of(change), reason))
            if isinstance(change, Document):
                self._count(reason)
        self._all_ours(poison)
        # The mark comes last of all: one shard takes what it is sent in order, or is too busy for all of it.
        await self.write_own([*_outcomes(batch, erased), *_mark(batch)])
        return rejected

    async def write_own(self, writes: Sequence[Write]) -> None:
        """Write what has no words of users. Raises ConfigurationError when it is refused: that is no bad record."""
        if not writes:
            return
        poison = await write_all(self._server, self._name, writes)
        self._all_ours({bad.write.doc_id: bad.reason for bad in poison})

    async def erased(self, user_keys: set[str]) -> dict[str, int]:
        """Up to which version each of these users was erased, those who were."""
        if not user_keys:
            return {}
        docs = [{"_id": held.erased_id(user_key), "routing": user_key} for user_key in sorted(user_keys)]
        answer = await self._server.ask("POST", f"/{self._name}/_mget", {"docs": docs})
        for doc in answer["docs"]:
            raise_error(doc, self._name)
        return {doc["_source"]["user_key"]: doc["_source"]["version"] for doc in answer["docs"] if doc.get("found")}

    def forget(self, user_key: str) -> None:
        """This user was just erased."""
        self._unerased.pop(user_key, None)

    async def _erased_lately(self, user_keys: set[str]) -> dict[str, int]:
        """See `erased`; what was looked up less than UNERASED_S ago is not looked up again."""
        now = asyncio.get_running_loop().time()
        self._unerased = {known: at for known, at in self._unerased.items() if now - at < UNERASED_S}
        erased = await self.erased(user_keys - self._unerased.keys())
        self._unerased |= dict.fromkeys(user_keys - self._unerased.keys() - erased.keys(), now)
        return erased

    def _write(self, change: Document | Tombstone) -> Write:
        match change:
            case Document():
                source = held.memory_source(change, self._secret)
            case Tombstone():
                source = held.tombstone_source(change)
        return Write(held.change_id(change), change.user_key, change.version, source)

    def _count(self, reason: str) -> None:
        self._refused_in_a_row = self._refused_in_a_row + 1 if reason else 0
        if self._refused_in_a_row >= DISAGREEMENT:
            raise ConfigurationError(
                f"{self._name} refused {self._refused_in_a_row} memories in a row, the last one because: {reason}",
                hint="index, embedder and program do not fit together; rebuild the index or put the program right",
            )

    def _all_ours(self, poison: Mapping[str, str]) -> None:
        for name, reason in poison.items():
            raise ConfigurationError(
                f"{self._name} refuses {name}: {reason}",
                hint="its mapping does not fit this program; rebuild the index",
            )


def _outcomes(batch: IndexBatch, erased: Mapping[str, int]) -> list[Write]:
    writes = []
    for outcome in batch.outcomes:
        version = Position(batch.epoch, batch.partition, outcome.offset).version
        if version > erased.get(outcome.user_key, -1):
            name = f"o:{outcome.user_key}:{outcome.offset}"
            writes.append(Write(name, outcome.user_key, version, held.outcome_source(outcome, version)))
    return writes


def _mark(batch: IndexBatch) -> list[Write]:
    """Up to where the partition is complete."""
    if batch.watermark < 0:
        return []
    position, name = Position(batch.epoch, batch.partition, batch.watermark), f"w:{batch.partition}"
    return [Write(name, name, position.version, held.mark_source(position))]


def raise_error(answer: Mapping[str, Json], name: str) -> None:
    """One part of an answer of several may have failed."""
    error = answer.get("error")
    if error:
        raise error_of(answer.get("status", 404), error, name)
