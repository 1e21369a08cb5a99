"""Rebuild of an index: filled anew from the commit log beside what is read, compared, and exchanged (DESIGN §7).

It goes on where a crash ended it, and reads go on meanwhile. streams.embedded.generations builds whole generations.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from indexers.index import Digest, MemoryIndex
from schemas.errors import ConfigurationError, FolderCorruptError, GenerationError
from streams.embedded.index_step import IndexStep
from streams.embedded.runtime import EmbeddedRuntime, OpenIndex

Tell = Callable[[int, int], None]
"""(positions done, positions to do), called after each batch."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What a rebuild made: `before` and `after` are the digests of what was and is read; equal = nothing changed."""

    generation: int
    positions: int
    before: Digest
    after: Digest


async def rebuild_index(
    runtime: EmbeddedRuntime, open_index: OpenIndex, *, tell: Tell = lambda done, total: None
) -> Rebuilt:
    """A new index of the live generation from its commit log; no model is called. The old one is removed once nobody
    reads it. Raises GenerationError while another rebuild runs."""
    if runtime.rebuilding.locked():
        raise GenerationError("a rebuild is running", hint="wait for it; two at once would only race")
    async with runtime.rebuilding:
        folder, parts = runtime.folder, runtime.parts
        old_path, path = folder.index, folder.fresh_index(parts.number)
        fresh = await _opened(runtime, open_index)
        exchanged = False
        try:
            steps = [IndexStep(pipeline.partition, parts, fresh) for pipeline in runtime.pipelines]
            for step in steps:
                await step.resume()
            await _fill(runtime, steps, tell)
            async with runtime.paused():
                await _fill(runtime, steps, tell)
                before, after = await runtime.index.digest(), await fresh.digest()
                await asyncio.to_thread(folder.point_to, parts.number, path)
                exchanged = True
                old = await runtime.live.exchange(fresh)
        except BaseException:
            if not exchanged:
                await fresh.close()
            raise
        await old.close()
        await asyncio.to_thread(folder.remove, old_path)
        return Rebuilt(parts.number, sum(step.indexed + 1 for step in steps), before, after)


async def _opened(runtime: EmbeddedRuntime, open_index: OpenIndex) -> MemoryIndex:
    """The new index; what a broken rebuild left there is gone on with, or thrown away when it does not fit."""
    folder, parts = runtime.folder, runtime.parts
    path = folder.fresh_index(parts.number)
    try:
        return await open_index(path, parts.keyring, parts.number)
    except (ConfigurationError, FolderCorruptError):
        await asyncio.to_thread(folder.remove, path)
    return await open_index(path, parts.keyring, parts.number)


async def _fill(runtime: EmbeddedRuntime, steps: Sequence[IndexStep], tell: Tell) -> None:
    for step, pipeline in zip(steps, runtime.pipelines, strict=True):
        while step.indexed < pipeline.consolidated:
            await runtime.let_live_go_first()
            done = await step.recorded()
            if not done:
                raise FolderCorruptError(
                    f"the commit log of partition {pipeline.partition} ends at {step.indexed}",
                    hint="rebuild from turns",
                )
            await step.apply(done)
            tell(sum(s.indexed + 1 for s in steps), sum(p.consolidated + 1 for p in runtime.pipelines))
