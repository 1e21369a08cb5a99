"""PartitionPipeline: carries one partition of `turns` through the stages into commit log and index (DESIGN §2).

Three steps, each of which resumes from its own last position: `embedded` may be ahead of `memories`, `memories` of the
index. A fresh batch goes through all three in memory; after a crash each step reads what the one before recorded.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from indexers.index import MemoryIndex
from schemas.errors import KeyDestroyedError
from schemas.stages import EmbeddedEvent
from schemas.topics import TURNS, embedded, memories
from streams.commit_log import Chain, chain_after, position_of
from streams.consolidate_step import ConsolidateStep
from streams.embedded.index_step import IndexStep, first_at
from streams.embedded.parts import BATCH_EVENTS, Done, Parts, Step
from streams.log import LogRecord
from streams.stage_records import Staged, first_of_each, last_record, open_staged, read_turn, seal_staged
from streams.stage_run import run_stages
from streams.topology import StageName


class PartitionPipeline:
    """One partition of one generation. `resume` first, then `advance` for as long as there is something to do."""

    def __init__(self, partition: int, parts: Parts, index: MemoryIndex) -> None:
        self.partition = partition
        self.embedded = -1
        self.index_step = IndexStep(partition, parts, index)
        self._parts = parts
        self._consolidate_step = ConsolidateStep(partition, parts.consolidation(), parts.generation)
        self._step: Step | None = None

    @property
    def step(self) -> Step | None:
        """What is being done now."""
        return self._step

    @property
    def indexed(self) -> int:
        """The offset up to which the index is complete."""
        return self.index_step.indexed

    @property
    def consolidated(self) -> int:
        """The last complete position of the commit log."""
        return self._consolidate_step.chain.offset

    async def resume(self) -> None:
        """Find where each step stands. One process owns the files and appends are all or none, so the last record of a
        topic says it."""
        generation, number = self._parts.generation, self._parts.number
        last = await last_record(generation, embedded(number), self.partition)
        self.embedded = -1 if last is None else position_of(last)
        last = await last_record(generation, memories(number), self.partition)
        chain = Chain() if last is None else chain_after(last)
        await self.index_step.resume()
        await self._consolidate_step.begin(chain, await generation.end(memories(number), self.partition))

    async def advance(self) -> bool:
        """Do the next batch; False when there is none. Raises what holds the partition (HOLDING); nothing is lost then
        and the next call goes on from what is recorded."""
        if self.indexed < self.consolidated:
            await self._index(await self.index_step.recorded())
        elif self.consolidated < self.embedded:
            await self._index(await self._consolidate(await self._recorded_embedded()))
        elif staged := await self._stage():
            await self._index(await self._consolidate(staged))
        else:
            return False
        return True

    async def _stage(self) -> list[Staged[EmbeddedEvent]]:
        parts = self._parts
        records = await parts.turns.read(TURNS, self.partition, after=self.embedded, limit=BATCH_EVENTS)
        if parts.leader is not None:
            led_to = parts.leader(self.partition)
            records = [record for record in records if record.offset <= led_to]
        if not records:
            self._step = None
            return []
        self._begin("embed", records[0].offset)
        staged = await parts.run(partial(self._through_stages, records))
        by_offset = {record.offset: record for record in records}
        await parts.letters.park(
            [(by_offset[s.event.offset], s.event.trouble) for s in staged if s.event.trouble is not None], parts.now()
        )
        sealed = await parts.run(lambda: [seal_staged(s.event, key_id=s.key_id, keyring=parts.keyring) for s in staged])
        await parts.generation.append(embedded(parts.number), sealed)
        parts.crash.reach("after-embedded")
        self.embedded = staged[-1].event.offset
        return staged

    def _through_stages(self, records: Sequence[LogRecord]) -> list[Staged[EmbeddedEvent]]:
        read = [read_turn(record, self._parts.keyring) for record in records]
        events = run_stages(self._parts.stages, [keyed.event for keyed in read])
        return [Staged(event, keyed.key_id) for event, keyed in zip(events, read, strict=True)]

    async def _recorded_embedded(self) -> list[Staged[EmbeddedEvent]]:
        """The next batch of recorded outputs above the commit log."""
        parts = self._parts
        topic, above = embedded(parts.number), self.consolidated
        place = await first_at(parts.generation, topic, self.partition, above + 1)
        records = await parts.generation.read(topic, self.partition, after=place - 1, limit=BATCH_EVENTS)
        kept = first_of_each(records, above=above)
        return await parts.run(lambda: [open_staged(record, EmbeddedEvent, parts.keyring) for record in kept])

    async def _consolidate(self, staged: Sequence[Staged[EmbeddedEvent]]) -> list[Done]:
        self._begin("consolidate", staged[0].event.offset)
        try:
            written = await self._consolidate_step.take(staged)
        except KeyDestroyedError:
            # Forgotten or erased under our hands: what was recorded is read anew, now as erased.
            return await self._consolidate(await self._recorded_embedded())
        return [Done(d.record.offset, d.sealed.user_key, d.record, d.sealed.destroys) for d in written.decided]

    def _begin(self, stage: StageName, offset: int) -> None:
        self._step = Step(stage, offset, self._parts.now())

    async def _index(self, done: Sequence[Done]) -> None:
        self._begin("index", done[0].offset)
        await self.index_step.apply(done)
