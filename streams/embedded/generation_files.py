"""Opens, for the embedded runtime, the files of a generation that is carried beside the live one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

from indexers.index import MemoryIndex
from schemas.errors import CodecError, ConfigurationError, FolderCorruptError
from schemas.generations import Generation, Spec
from schemas.stages import EmbeddedEvent
from schemas.topics import embedded
from streams.brains import Brains
from streams.embedded.carried import CarriedGeneration
from streams.embedded.live_index import LiveIndex
from streams.embedded.runtime import EmbeddedRuntime
from streams.keyring import Keyring
from streams.recorded_outputs import RecordedOutputs
from streams.sqlite_log import SqliteLog
from streams.stage_records import open_staged
from streams.state_shelf import StateShelf
from streams.user_states import UserStates

OpenIndexOf = Callable[[Spec, Path, Keyring, int], Awaitable[MemoryIndex]]
"""Opens the index file of a generation for the model of a spec."""


def index_path(runtime: EmbeddedRuntime, generation: Generation) -> Path:
    """Where the index of a generation that is not live stands."""
    folder = runtime.folder
    return folder.path / generation.index if generation.index else folder.fresh_index(generation.number)


async def remove(runtime: EmbeddedRuntime, generation: Generation) -> None:
    """Delete what a generation left; nobody has it open."""
    for path in (index_path(runtime, generation), runtime.folder.generation(generation.number)):
        await asyncio.to_thread(runtime.folder.remove, path)


async def open_beside(
    runtime: EmbeddedRuntime, generation: Generation, brains: Brains, open_index: OpenIndexOf
) -> CarriedGeneration:
    """The generation, where it stands. An index that does not fit is thrown away and filled anew from its commit log.
    Raises ConfigurationError and its kinds; then nothing stays open."""
    parts, number = runtime.parts, generation.number
    path = index_path(runtime, generation)
    log = await SqliteLog.open(runtime.folder.generation(number), partitions=parts.turns.partitions)
    try:
        try:
            index = await open_index(generation.spec, path, parts.keyring, number)
        except (ConfigurationError, FolderCorruptError):
            await asyncio.to_thread(runtime.folder.remove, path)
            index = await open_index(generation.spec, path, parts.keyring, number)
    except BaseException:
        await log.close()
        raise
    beside = replace(
        parts,
        generation=log,
        number=number,
        stages=following_stages(runtime, brains, generation),
        consolidate=brains.consolidate,
        states=UserStates(StateShelf(runtime.folder.path), parts.work),
        leader=runtime.leader,
    )
    carried = CarriedGeneration(beside, LiveIndex(index))
    try:
        await carried.resume()
    except BaseException:
        await carried.close()
        raise
    return carried


def following_stages(runtime: EmbeddedRuntime, brains: Brains, generation: Generation) -> RecordedOutputs:
    """The stages of one that follows: what the live one recorded under the same model is not computed again."""

    def recorded(partition: int, offset: int) -> EmbeddedEvent | None:
        live = runtime.parts
        record = live.generation.read_position_now(embedded(live.number), partition, offset)
        if record is None:
            return None
        try:
            event = open_staged(record, EmbeddedEvent, live.keyring).event
        except CodecError:
            return None
        return event if event.offset == offset else None

    return RecordedOutputs(recorded, brains.embedder, brains.stages_with, source=generation.source)
