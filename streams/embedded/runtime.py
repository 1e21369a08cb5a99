"""EmbeddedRuntime: the whole of Mnemolog in one process and one folder (DESIGN §2)."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path

import structlog

from indexers.index import MemoryIndex
from schemas.errors import FolderCorruptError, InvalidInputError, MnemologError
from schemas.located import PartitionLag
from schemas.position import Position
from schemas.topics import FOR_EVER, TURNS, manifest
from streams.consolidate_step import Consolidate
from streams.crashpoints import NO_CRASH, Crashpoints
from streams.deadletters import DeadLetters
from streams.embedded.beside import Beside
from streams.embedded.carried import CarriedGeneration
from streams.embedded.live_index import LiveIndex
from streams.embedded.partitions import PartitionsCarried
from streams.embedded.parts import Parts
from streams.embedded.pipeline import PartitionPipeline
from streams.folder import Folder
from streams.idle_sessions import IdleSessions
from streams.keyring import Keyring
from streams.sqlite_file import remedy
from streams.sqlite_keys import SqliteKeys
from streams.sqlite_log import PARTITIONS, SqliteLog
from streams.stage_run import StageFunctions
from streams.state_shelf import StateShelf
from streams.user_states import UserStates
from streams.writer import EventWriter

UNINDEXED_MAX = 500
"""Importers hold back while a partition has this many unindexed events, so that live turns are never starved."""

CLOSE_S = 10.0
"""How long closing waits for the step at work; a step that is cut is simply done again at the next start."""

LIVE_LAG_MAX = 32
"""While live events of a partition wait in this number, what is done beside them lets them go first."""
YIELD_S = 1.0
"""How long it waits before each batch at most: where live events are always behind, a rebuild may be the remedy."""

TRIM_EVERY_S = 3_600.0
"""Topics that are not kept for ever lose what is too old this often; the retention itself is days."""

OpenIndex = Callable[[Path, Keyring, int], Awaitable[MemoryIndex]]
"""Opens the index file of a generation."""
log = structlog.get_logger(__name__)


class EmbeddedRuntime:
    """Made by `open`; `start` sets the stages going; whoever opens it closes it. `writer` is the way in (EventSink),
    `index` what is read; streams.embedded.follower knows the rest."""

    def __init__(self, folder: Folder, parts: Parts, index: LiveIndex, writer: EventWriter, idle: IdleSessions) -> None:
        self.folder = folder
        self.live = CarriedGeneration(parts, index)
        self.beside = Beside(self.let_live_go_first)
        self.writer = writer
        self.rebuilding = asyncio.Lock()
        self._idle = idle
        self._timers: list[asyncio.Task[None]] = []
        self._partitions = PartitionsCarried(lambda: self.live, self.beside.stir)

    @classmethod
    async def open(
        cls,
        path: Path,
        *,
        stages: StageFunctions,
        consolidate: Consolidate,
        open_index: OpenIndex,
        now: Callable[[], datetime],
        partitions: int = PARTITIONS,
        code_version: str = "",
        crash: Crashpoints = NO_CRASH,
    ) -> EmbeddedRuntime:
        """Open or create the folder with everything in it. Raises FolderLockedError, FolderCorruptError,
        WrongSecretError, ConfigurationError; then nothing stays open."""
        async with contextlib.AsyncExitStack() as stack:
            folder = await asyncio.to_thread(Folder.open, path)
            stack.callback(folder.close)
            turns = await SqliteLog.open(folder.log, partitions=partitions)
            stack.push_async_callback(turns.close)
            keyring = await Keyring.open(
                await SqliteKeys.open(turns.file), folder.master, origin=str(folder.master_key), crash=crash
            )
            number = folder.current.generation
            generation = await _generation_log(folder, partitions)
            stack.push_async_callback(generation.close)
            if not await asyncio.to_thread((folder.path / "current").exists):
                await asyncio.to_thread(folder.point_to, number, folder.index)
            index = LiveIndex(await open_index(folder.index, keyring, number))
            stack.push_async_callback(index.close)
            work = ThreadPoolExecutor(1, thread_name_prefix="stages")
            stack.callback(work.shutdown, wait=False)
            letters = DeadLetters(turns, keyring, code_version=code_version)
            writer = EventWriter(
                turns.append_unique, keyring, epoch=turns.epoch, partitions=turns.partitions, crash=crash
            )
            idle = IdleSessions(writer.append, now)
            states = UserStates(StateShelf(folder.path), work)
            stack.callback(states.close)
            parts = Parts(
                turns=turns,
                generation=generation,
                number=number,
                keyring=keyring,
                stages=stages,
                consolidate=consolidate,
                letters=letters,
                work=work,
                now=now,
                states=states,
                idle=idle,
                crash=crash,
            )
            runtime = cls(folder, parts, index, writer, idle)
            for pipeline in runtime.pipelines:
                await pipeline.resume()
                await _require_fitting(pipeline, turns, folder)
            stack.pop_all()
            return runtime

    @property
    def parts(self) -> Parts:
        """What the live generation is made of."""
        return self.live.parts

    @property
    def index(self) -> LiveIndex:
        """What is read of the live generation."""
        return self.live.index

    @property
    def pipelines(self) -> list[PartitionPipeline]:
        """The partitions of the live generation."""
        return self.live.pipelines

    @property
    def running(self) -> bool:
        """Whether the partitions are carried on right now."""
        return self._partitions.running

    def start(self) -> None:
        """Set every partition going, and what is carried beside."""
        self._partitions.start()
        self.beside.start()
        self._timers = [
            asyncio.create_task(self._trim(), name="trim"),
            asyncio.create_task(self._idle.run(), name="idle-sessions"),
        ]

    def paused(self) -> contextlib.AbstractAsyncContextManager[None]:
        """Every partition stands between two steps inside this context; reads and writes to the log go on."""
        return self._partitions.paused()

    def leader(self, partition: int) -> int:
        """How far a generation beside the live one may go in a partition."""
        return self.pipelines[partition].consolidated

    async def let_live_go_first(self) -> None:
        """Wait a while when live events do: what is done beside them has less hurry, but is done too."""
        behind = [p.partition for p in self.pipelines if self.unindexed(p.partition) > LIVE_LAG_MAX]
        if self.running and behind:
            await self.wait_room(behind[0], YIELD_S, below=LIVE_LAG_MAX)

    async def close(self) -> None:
        """Stop after the current step and close everything. What is not done yet is done at the next start."""
        for timer in self._timers:
            timer.cancel()
        await asyncio.gather(*self._timers, return_exceptions=True)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_S):
                await self.beside.stop()
                async with self.paused():
                    await self._partitions.cancel()
        await self._partitions.cancel()
        await asyncio.to_thread(self.parts.work.shutdown, wait=True)
        await self.beside.close()
        await self.live.close()
        await self.parts.turns.close()
        self.folder.close()

    def unindexed(self, partition: int) -> int:
        """Events of the partition that the index does not hold yet; importers hold back at UNINDEXED_MAX."""
        return self.parts.turns.known_end(TURNS, partition) - 1 - self.pipelines[partition].indexed

    async def wait_room(self, partition: int, timeout_s: float, *, below: int = UNINDEXED_MAX) -> bool:
        """True once fewer than `below` events of the partition wait for the index. Importers ask before they send."""
        return await self._partitions.until(partition, lambda: self.unindexed(partition) < below, timeout_s)

    async def wait_indexed(self, position: Position, timeout_s: float) -> bool:
        """See api.ports.Follower."""
        if position.epoch != self.parts.turns.epoch or position.partition >= len(self.pipelines):
            raise InvalidInputError(f"{position.token} is no position of this installation", field="after")
        partition = position.partition
        return await self._partitions.until(
            partition, lambda: self.pipelines[partition].indexed >= position.offset, timeout_s
        )

    async def wait_consolidated(self, partition: int, offset: int, timeout_s: float) -> bool:
        """True when consolidate has passed this offset."""
        return await self._partitions.until(
            partition, lambda: self.pipelines[partition].consolidated >= offset, timeout_s
        )

    async def settled(self, timeout_s: float) -> bool:
        """Until everything that is in the log now is indexed."""
        for pipeline in self.pipelines:
            end = await self.parts.turns.end(TURNS, pipeline.partition)
            position = Position(self.parts.turns.epoch, pipeline.partition, end - 1)
            if end and not await self.wait_indexed(position, timeout_s):
                return False
        return True

    async def lag(self) -> list[PartitionLag]:
        """See api.ports.Follower."""
        lags = []
        for pipeline in self.pipelines:
            partition = pipeline.partition
            waiting = await self.parts.turns.read(TURNS, partition, after=pipeline.indexed, limit=1)
            age = (self.parts.now() - waiting[0].timestamp).total_seconds() if waiting else 0.0
            end = await self.parts.turns.end(TURNS, partition)
            lags.append(PartitionLag(partition, end, pipeline.consolidated, pipeline.indexed, max(age, 0.0)))
        return lags

    def healthy(self) -> dict[str, str]:
        """See api.ports.Follower."""
        return self._partitions.healthy()

    async def _trim(self) -> None:
        turns = self.parts.turns
        while True:
            for spec in manifest(turns.partitions, self.parts.number):
                if spec.retention_ms != FOR_EVER:
                    before = self.parts.now() - timedelta(milliseconds=spec.retention_ms)
                    try:
                        await turns.trim(spec.name, before)
                    except MnemologError as error:
                        log.warning("topic_not_trimmed", topic=spec.name, reason=error.message)
            await asyncio.sleep(TRIM_EVERY_S)


async def _generation_log(folder: Folder, partitions: int) -> SqliteLog:
    """What the live generation derived."""
    path = folder.generation(folder.current.generation)
    if not await asyncio.to_thread(path.exists):
        # It is gone, so the index that was derived from it must be made anew too.
        await asyncio.to_thread(folder.remove, folder.index)
    return await SqliteLog.open(path, partitions=partitions)


async def _require_fitting(pipeline: PartitionPipeline, turns: SqliteLog, folder: Folder) -> None:
    """Raises FolderCorruptError when a partition's files do not belong together."""
    generation_path = folder.generation(folder.current.generation)
    if pipeline.embedded >= await turns.end(TURNS, pipeline.partition):
        # New events would stand at positions that count as processed, and never be remembered.
        raise FolderCorruptError(
            f"{generation_path} is ahead of {folder.log}: an older log was put back", hint=remedy(generation_path)
        )
    if pipeline.indexed > pipeline.consolidated:
        raise FolderCorruptError(
            f"{folder.index} is ahead of {generation_path}: they do not belong together", hint=remedy(folder.index)
        )
