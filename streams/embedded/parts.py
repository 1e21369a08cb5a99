"""Parts: what the steps of one generation share in the embedded runtime, and the values that pass between them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from schemas.memories import MemoriesRecord
from schemas.topics import memories
from streams.consolidate_step import Consolidate, Consolidation
from streams.crashpoints import NO_CRASH, Crashpoints
from streams.deadletters import DeadLetters
from streams.idle_sessions import IdleSessions
from streams.keyring import Keyring
from streams.sqlite_log import SqliteLog
from streams.stage_run import StageFunctions
from streams.topology import StageName
from streams.user_states import UserStates

BATCH_EVENTS = 32
"""Events a step takes at once. A lone turn never waits for others; a full batch takes about half a second, which bounds
how long a turn of another partition waits behind an import."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Parts:
    """What all partitions of a generation share. `work` runs the stages: one thread, so that two cores stay two cores.
    `leader`: in a rebuild, the position of the live generation in a partition: a rebuild never passes it, and leaves it
    to the live one to destroy what must be destroyed, and to watch for `idle` sessions."""

    turns: SqliteLog
    generation: SqliteLog
    number: int
    keyring: Keyring
    stages: StageFunctions
    consolidate: Consolidate
    letters: DeadLetters
    work: Executor
    now: Callable[[], datetime]
    states: UserStates
    leader: Callable[[int], int] | None = None
    idle: IdleSessions | None = None
    crash: Crashpoints = NO_CRASH

    def consolidation(self) -> Consolidation:
        """What the consolidate steps of all partitions share."""
        return Consolidation(
            log=self.generation,
            topic=memories(self.number),
            keyring=self.keyring,
            letters=self.letters,
            consolidate=self.consolidate,
            work=self.work,
            now=self.now,
            states=self.states,
            destroys=self.leader is None,
            idle=self.idle if self.leader is None else None,
            crash=self.crash,
        )

    async def run(self, work: Callable[[], T]) -> T:
        """Compute off the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self.work, work)


@dataclass(frozen=True, slots=True)
class Done:
    """What consolidate did at one position; `record` is None when its key was destroyed since."""

    offset: int
    user_key: str
    record: MemoriesRecord | None
    destroys: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A stage at work: on which offset it began, and when."""

    stage: StageName
    offset: int
    since: datetime
