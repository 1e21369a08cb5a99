"""IndexWork: brings the commit log into an index; the index's own watermark says how far it is (DESIGN §2, §6)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from indexers.index import Document, EventOutcome, IndexBatch, MemoryIndex, Scope, Tombstone
from indexers.projection import outcome_of, project
from schemas.errors import CodecError, ConfigurationError, KeyDestroyedError
from schemas.memories import MemoriesRecord
from schemas.position import Position
from schemas.stages import Trouble
from schemas.topics import TURNS
from streams.commit_log import DESTROYS, Chain, CommitLogReader, open_position, position_of
from streams.consolidate_step import EVERYTHING
from streams.deadletters import DeadLetters
from streams.distributed.installation import Installation
from streams.distributed.work import Committed, ResumeError
from streams.log import LogRecord
from streams.stage_records import open_event, owner_of
from streams.stage_run import reason_of

OpenIndex = Callable[[], Awaitable[MemoryIndex]]
"""The index that is read now: another one after a promotion or a rebuild."""


NOT_YET = -1
"""The watermark of changes that are not complete yet: the index leaves the one that it has."""


@dataclass(slots=True)
class _Batch:
    """Positions up to `last`, after the user of `erases` is erased up to its position."""

    erases: LogRecord | None = None
    last: int = -1
    changes: list[Document | Tombstone] = field(default_factory=list)
    outcomes: list[EventOutcome] = field(default_factory=list)
    admitted: list[datetime] = field(default_factory=list)
    troubles: list[tuple[int, Trouble]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Prepared:
    """What records make of an index, read and projected, and the place in the log after them."""

    batches: Sequence[_Batch]
    place: Committed


class IndexWork:
    """See streams.distributed.work.Work. `indexed` is told the state of each event that was written, and the seconds
    since its admission."""

    def __init__(
        self,
        installation: Installation,
        letters: DeadLetters,
        open_index: OpenIndex,
        now: Callable[[], datetime],
        indexed: Callable[[str, float], None] = lambda state, seconds: None,
    ) -> None:
        self._installation = installation
        self._letters = letters
        self._open_index = open_index
        self._now = now
        self._told = indexed
        self._readers: dict[int, CommitLogReader] = {}
        self._indexed: dict[int, int] = {}
        self._indexes: dict[int, MemoryIndex] = {}
        self._places: dict[int, Committed] = {}

    async def resume(self, partition: int, committed: Committed | None) -> int | None:
        """Begin where the index stands: at the group's place when the index holds everything before it, else at the
        beginning, skipping what the index holds."""
        index = await self._open_index()
        indexed = await index.watermark(partition)
        end = await self._installation.log.end(TURNS, partition)
        if indexed >= end:
            raise ConfigurationError(
                f"the index holds position {indexed} of partition {partition}, and {TURNS} ends before {end}: it was "
                "made from another log",
                hint="rebuild the index",
            )
        self._indexes[partition], self._indexed[partition] = index, indexed
        chain = _read_chain(committed.note) if committed is not None else None
        if committed is not None and chain is not None and chain.offset <= indexed:
            self._readers[partition] = CommitLogReader(self._installation.keyring.secret, chain)
            self._places[partition] = committed
            return committed.offset
        self.begin(partition, indexed)
        return 0

    async def process(self, partition: int, records: Sequence[LogRecord]) -> Committed | None:
        index = await self._open_index()
        if index is not self._indexes[partition]:
            # The one that is read now stands elsewhere in the log than the one before.
            raise ResumeError(f"partition {partition} goes on with another index")
        await self._installation.keys_read(records)
        await self.apply(index, partition, records)
        return self._places[partition]

    async def release(self, partition: int) -> None:
        """See Work."""
        for kept in (self._readers, self._indexed, self._indexes, self._places):
            kept.pop(partition, None)

    async def apply(self, index: MemoryIndex, partition: int, records: Sequence[LogRecord]) -> None:
        """Bring what these records complete into an index. After an error the partition must be resumed."""
        await self.write(index, partition, self.prepare(partition, records))

    def prepare(self, partition: int, records: Sequence[LogRecord]) -> Prepared:
        """What these records make of an index. They follow those that were prepared last."""
        reader = self._readers[partition]
        batches = [_Batch()]
        place = self._places[partition]
        for record in records:
            parts = reader.accept(record)
            if parts is None:
                continue
            place = Committed(record.offset + 1, _chain_note(reader.chain))
            if position_of(record) <= self._indexed[partition]:
                continue
            if record.headers.get(DESTROYS, b"").decode() == EVERYTHING:
                batches.append(_Batch(erases=record))
            batches[-1].last = position_of(record)
            self._project(batches[-1], parts)
        return Prepared(batches, place)

    async def write(
        self, index: MemoryIndex, partition: int, prepared: Prepared, after: asyncio.Task[None] | None = None
    ) -> None:
        """Bring in what was prepared. `after`: the write of what was prepared before it, which may still go on: what
        carries versions needs no order, and everything else waits for it."""
        for batch in prepared.batches:
            if batch.erases is not None:
                if after is not None:
                    await after
                await self._erase(index, partition, batch.erases)
            await self._flush(index, partition, batch, after)
        if after is not None:
            await after
        self._places[partition] = prepared.place

    def begin(self, partition: int, indexed: int) -> None:
        """Read the commit log from its first record; positions up to `indexed` are in the index."""
        self._readers[partition] = CommitLogReader(self._installation.keyring.secret)
        self._indexed[partition] = indexed
        self._places[partition] = Committed(0)

    def indexed(self, partition: int) -> int:
        """The last position that was brought into the index."""
        return self._indexed[partition]

    def _project(self, batch: _Batch, parts: Sequence[LogRecord]) -> None:
        offset, owner = position_of(parts[0]), owner_of(parts[0])
        record = self._opened(parts)
        if record is None:
            return
        try:
            batch.changes.extend(project(record, owner, self._installation.log.epoch))
        except Exception as error:  # noqa: BLE001 - a memory that cannot be projected must not stop its neighbours
            batch.troubles.append((offset, Trouble(stage="index", error=reason_of(error))))
        outcome = outcome_of(record, owner)
        if outcome is not None:
            batch.outcomes.append(outcome)
            batch.admitted.append(record.recorded_at)

    def _opened(self, parts: Sequence[LogRecord]) -> MemoriesRecord | None:
        try:
            return open_position(parts, self._installation.keyring)
        except KeyDestroyedError:
            return None

    async def _flush(
        self, index: MemoryIndex, partition: int, batch: _Batch, after: asyncio.Task[None] | None = None
    ) -> None:
        last = batch.last
        if last <= self._indexed[partition]:
            return
        epoch = self._installation.log.epoch
        if self._installation.crash.armed("mid-index"):
            half = batch.changes[: len(batch.changes) // 2]
            await index.apply(IndexBatch(epoch, partition, half, self._indexed[partition], []))
        self._installation.crash.reach("mid-index")
        rejected = await index.apply(IndexBatch(epoch, partition, batch.changes, NOT_YET))
        if after is not None:
            await after
        by_memory = {
            change.memory.memory_id: change.memory.offset for change in batch.changes if isinstance(change, Document)
        }
        for refused in rejected:
            offset = by_memory.get(refused.memory_id, last)
            batch.troubles.append((offset, Trouble(stage="index", error=f"{refused.memory_id}: {refused.reason}")))
        await self._letters.park_positions(partition, batch.troubles, self._now())
        # Only now: a crash before must not leave a letter unwritten, nor tell of memories that are not there.
        outcomes = [_true(outcome, batch.troubles) for outcome in batch.outcomes]
        await index.apply(IndexBatch(epoch, partition, [], last, outcomes))
        self._indexed[partition] = last
        for outcome, admitted in zip(outcomes, batch.admitted, strict=True):
            self._told(outcome.outcome.state, (self._now() - admitted).total_seconds())

    async def _erase(self, index: MemoryIndex, partition: int, record: LogRecord) -> None:
        """Remove all that the index holds of the user up to this position. `UserErased` stands under the installation's
        key, so it can be read in every replay."""
        offset = position_of(record)
        (turn,) = await self._installation.log.read(TURNS, partition, after=offset - 1, limit=1)
        try:
            event = open_event(turn, self._installation.keyring)
        except CodecError:
            return
        version = Position(self._installation.log.epoch, partition, offset).version
        await index.erase(Scope(event.tenant, event.user, owner_of(record)), upto_version=version)


def _true(outcome: EventOutcome, troubles: Sequence[tuple[int, Trouble]]) -> EventOutcome:
    """What became of an event, without the memories that the index refused."""
    refused = [trouble for offset, trouble in troubles if offset == outcome.offset]
    if not refused:
        return outcome
    told = outcome.outcome
    kept = max(0, told.memories - len(refused))
    reason = f"index: {len(refused)} of {told.memories} memories refused: {refused[0].error}"
    changed = told.model_copy(update={"state": "dead-lettered", "memories": kept, "reason": reason})
    return replace(outcome, outcome=changed)


def _chain_note(chain: Chain) -> str:
    return f"{chain.link.hex()} {chain.offset}"


def _read_chain(note: str) -> Chain | None:
    link, _, offset = note.partition(" ")
    try:
        return Chain(bytes.fromhex(link), int(offset))
    except ValueError:
        return None
