"""Rebuild: everything derived is made anew from the log beside what is read, compared, and exchanged (DESIGN §7).

`rebuild_index` fills a new index from the commit log. `rebuild_generation` runs the stages again over `turns` into the
next generation and reuses the recorded model outputs whose model and input are unchanged. Both go on where a crash
ended them, and reads go on meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from indexers.index import Digest, MemoryIndex
from processors.consolidation.build import spoken_text
from processors.ports import Embedder, EmbedderProfile
from processors.stages import ReadEvent, turn_of
from schemas.errors import CodecError, ConfigurationError, FolderCorruptError, PreconditionError
from schemas.stages import DescribedEvent, EmbeddedEvent, ScoredEvent
from schemas.topics import embedded
from streams.consolidate_step import Consolidate
from streams.embedded.index_step import IndexStep
from streams.embedded.parts import Parts
from streams.embedded.pipeline import PartitionPipeline
from streams.embedded.runtime import EmbeddedRuntime, OpenIndex
from streams.embedded.states import UserStates
from streams.sqlite_log import SqliteLog
from streams.stage_records import open_staged
from streams.stage_run import StageFunctions

LIVE_LAG_MAX = 32
"""While live turns wait in this number, a rebuild lets them go first."""
YIELD_S = 0.05
Progress = Callable[[int, int], None]
"""(positions done, positions to do), called after each batch."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What a rebuild made: `before` and `after` are the digests of what was and is read; equal = nothing changed.
    `reused`: vectors taken from the generation before instead of computed."""

    generation: int
    positions: int
    before: Digest
    after: Digest
    reused: int = 0


async def rebuild_index(
    runtime: EmbeddedRuntime, open_index: OpenIndex, *, progress: Progress = lambda done, total: None
) -> Rebuilt:
    """A new index of the current generation from its commit log. The old one is removed once nobody reads it. Raises
    PreconditionError while another rebuild runs."""
    async with _alone(runtime):
        folder, parts = runtime.folder, runtime.parts
        old_path, path = folder.index, folder.fresh_index(parts.number)
        fresh = await _opened(runtime, open_index, parts.number)
        try:
            steps = [IndexStep(pipeline.partition, parts, fresh) for pipeline in runtime.pipelines]
            for step in steps:
                await step.resume()
            await _fill(runtime, steps, progress)
            async with runtime.paused():
                await _fill(runtime, steps, progress)
                before, after = await runtime.index.digest(), await fresh.digest()
                await asyncio.to_thread(folder.point_to, parts.number, path)
                old = runtime.adopt(parts, fresh)
                for pipeline in runtime.pipelines:
                    await pipeline.resume()
        except BaseException:
            if runtime.index.current is not fresh:
                await fresh.close()
            raise
        await old.close()
        await asyncio.to_thread(folder.remove, old_path)
        return Rebuilt(parts.number, sum(step.indexed + 1 for step in steps), before, after)


async def rebuild_generation(
    runtime: EmbeddedRuntime,
    open_index: OpenIndex,
    *,
    embedder: Embedder,
    stages_with: Callable[[Embedder], StageFunctions],
    consolidate: Consolidate,
    progress: Progress = lambda done, total: None,
) -> Rebuilt:
    """The next generation from `turns`, made current at the end. `stages_with` builds the stages around an embedder, so
    that recorded vectors can stand in for it. The files of the generation before are kept for a rollback."""
    async with _alone(runtime):
        folder, old_parts = runtime.folder, runtime.parts
        number = old_parts.number + 1
        path = folder.fresh_index(number)
        fresh = await _opened(runtime, open_index, number)
        generation = await SqliteLog.open(folder.generation(number), partitions=old_parts.turns.partitions)
        recorded = RecordedOutputs(old_parts, embedder, stages_with)
        live = {pipeline.partition: pipeline for pipeline in runtime.pipelines}
        parts = replace(
            old_parts,
            generation=generation,
            number=number,
            stages=recorded,
            consolidate=consolidate,
            states=UserStates(),
            leader=lambda partition: live[partition].consolidated,
        )
        try:
            pipelines = [PartitionPipeline(partition, parts, fresh) for partition in sorted(live)]
            for pipeline in pipelines:
                await pipeline.resume()
            await _run(runtime, pipelines, progress)
            async with runtime.paused():
                await _run(runtime, pipelines, progress)
                before, after = await runtime.index.digest(), await fresh.digest()
                await asyncio.to_thread(folder.point_to, number, path)
                old = runtime.adopt(replace(parts, stages=stages_with(embedder), leader=None), fresh)
                for pipeline in runtime.pipelines:
                    await pipeline.resume()
        except BaseException:
            if runtime.index.current is not fresh:
                await fresh.close()
                await generation.close()
            raise
        await old.close()
        await old_parts.generation.close()
        return Rebuilt(number, sum(p.indexed + 1 for p in runtime.pipelines), before, after, recorded.reused)


class RecordedOutputs:
    """The stages with what an earlier generation recorded: a text whose vector stands in that generation's output of
    the same position, made by the same model, is not embedded again (StageFunctions)."""

    def __init__(self, old: Parts, embedder: Embedder, stages_with: Callable[[Embedder], StageFunctions]) -> None:
        self._old = old
        self._model = f"{embedder.profile.name}@{embedder.profile.revision}"
        self._vectors = RecordedVectors(embedder)
        self._stages = stages_with(self._vectors)

    @property
    def reused(self) -> int:
        """Vectors that were not computed."""
        return self._vectors.reused

    def score(self, events: Sequence[ReadEvent]) -> list[ScoredEvent]:
        return self._stages.score(events)

    def describe(self, events: Sequence[ScoredEvent]) -> list[DescribedEvent]:
        return self._stages.describe(events)

    def embed(self, events: Sequence[DescribedEvent]) -> list[EmbeddedEvent]:
        self._vectors.known = {
            text_hash(text): vector
            for event in events
            if (before := self._recorded(event.partition, event.offset)) is not None
            for text, vector in texts_of(before)
        }
        return self._stages.embed(events)

    def _recorded(self, partition: int, offset: int) -> EmbeddedEvent | None:
        record = self._old.generation.read_position_now(embedded(self._old.number), partition, offset)
        if record is None:
            return None
        try:
            event = open_staged(record, EmbeddedEvent, self._old.keyring).event
        except CodecError:
            return None
        return event if event.offset == offset and event.model == self._model else None


class RecordedVectors:
    """An Embedder that looks a text up before it computes."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.known: dict[bytes, bytes] = {}
        self.reused = 0

    @property
    def profile(self) -> EmbedderProfile:
        return self._embedder.profile

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        found = [self.known.get(text_hash(text), b"") for text in texts]
        missing = [text for text, vector in zip(texts, found, strict=True) if not vector]
        computed = iter(self._embedder.embed(missing) if missing else ())
        self.reused += len(texts) - len(missing)
        rows = [np.frombuffer(vector, "<f2").astype(np.float32) if vector else next(computed) for vector in found]
        return np.stack(rows) if rows else np.zeros((0, self.profile.dimension), np.float32)

    def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self._embedder.embed_queries(texts)


def text_hash(text: str) -> bytes:
    """The input of an embedding, as it is compared."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def texts_of(event: EmbeddedEvent) -> list[tuple[str, bytes]]:
    """The texts that were embedded for a recorded output, with their vectors."""
    turn = turn_of(event.event)
    own = [(spoken_text(turn), event.vector)] if turn is not None and event.vector else []
    return [*own, *zip(event.claim_texts, event.claim_vectors, strict=False)]


@contextlib.asynccontextmanager
async def _alone(runtime: EmbeddedRuntime) -> AsyncIterator[None]:
    if runtime.rebuilding.locked():
        raise PreconditionError("a rebuild is running", hint="wait for it; two at once would only race")
    async with runtime.rebuilding:
        yield


async def _opened(runtime: EmbeddedRuntime, open_index: OpenIndex, number: int) -> MemoryIndex:
    """The new index; what a broken rebuild left there is gone on with, or thrown away when it does not fit, with the
    topics of a generation that is not current."""
    folder, keyring = runtime.folder, runtime.parts.keyring
    path = folder.fresh_index(number)
    leftovers = await asyncio.to_thread(path.exists)
    try:
        if leftovers or number == runtime.parts.number:
            return await open_index(path, keyring, number)
    except (ConfigurationError, FolderCorruptError):
        await asyncio.to_thread(folder.remove, path)
    if number != runtime.parts.number:
        await asyncio.to_thread(folder.remove, folder.generation(number))
    return await open_index(path, keyring, number)


async def _fill(runtime: EmbeddedRuntime, steps: Sequence[IndexStep], progress: Progress) -> None:
    for step, pipeline in zip(steps, runtime.pipelines, strict=True):
        while step.indexed < pipeline.consolidated:
            await _let_live_turns_go_first(runtime)
            done = await step.recorded()
            if not done:
                raise FolderCorruptError(
                    f"the commit log of partition {pipeline.partition} ends at {step.indexed}",
                    hint="rebuild from turns",
                )
            await step.apply(done)
            progress(sum(s.indexed + 1 for s in steps), sum(p.consolidated + 1 for p in runtime.pipelines))


async def _run(runtime: EmbeddedRuntime, pipelines: Sequence[PartitionPipeline], progress: Progress) -> None:
    for pipeline, live in zip(pipelines, runtime.pipelines, strict=True):
        while pipeline.indexed < live.consolidated:
            await _let_live_turns_go_first(runtime)
            await pipeline.advance()
            progress(sum(p.indexed + 1 for p in pipelines), sum(p.consolidated + 1 for p in runtime.pipelines))


async def _let_live_turns_go_first(runtime: EmbeddedRuntime) -> None:
    if runtime.running and any(runtime.unindexed(p.partition) > LIVE_LAG_MAX for p in runtime.pipelines):
        await asyncio.sleep(YIELD_S)
