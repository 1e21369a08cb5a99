"""UserStates: the states of the users at work, each folded from its own records of the commit log.

What leaves memory lies on a shelf until its user speaks again, as long as nothing of it was destroyed; so a state is
folded once for each time that this process takes up its partition (at 95 µs a record; 2026-12-01).
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor

from processors.consolidation import UserState, fold
from schemas.errors import KeyDestroyedError
from schemas.memories import MemoriesRecord
from streams.commit_log import open_position, part_of
from streams.keyring import Keyring
from streams.log import LogRecord
from streams.partitioner import partition_of
from streams.sqlite_log import SqliteLog
from streams.stage_records import id_hash_of
from streams.state_shelf import StateShelf

MEMORIES_MAX = 8_000
"""Memories kept over all cached states, about 6.6 kB each. A larger user is kept alone."""
PAGE = 500


class UserStates:
    """A cache of UserState by user key, least recently used to the shelf first. Only the one that carries a user's
    partition uses that user's state. `work`: the one thread that decides; nothing else touches the shelf, so what is
    asked of it is done in the order in which it was asked, and no state is laid down while it changes."""

    def __init__(self, shelf: StateShelf, work: Executor, memories_max: int = MEMORIES_MAX) -> None:
        self._states: OrderedDict[str, UserState] = OrderedDict()
        self._shelf = shelf
        self._shelved: set[str] = set()
        self._work = work
        self._memories_max = memories_max

    @property
    def memories(self) -> int:
        """Memories in all cached states, without those that were taken."""
        return sum(len(kept.memories) for kept in self._states.values())

    async def take(self, user_key: str) -> UserState | None:
        """The cached state. It is the taker's until it is kept again."""
        state = self._states.pop(user_key, None)
        if state is None and user_key in self._shelved:
            self._shelved.remove(user_key)
            state = await asyncio.get_running_loop().run_in_executor(self._work, self._shelf.take, user_key)
        return state

    def keep(self, states: Mapping[str, UserState]) -> None:
        """Cache states; older ones leave when there is too much."""
        for user_key, state in states.items():
            self._states[user_key] = state
            self._states.move_to_end(user_key)
        held = self.memories
        while held > self._memories_max and len(self._states) > 1:
            user_key, state = self._states.popitem(last=False)
            self._shelved.add(user_key)
            self._work.submit(self._shelf.put, user_key, state)
            held -= len(state.memories)

    def evict(self, *user_keys: str) -> None:
        """Forget these states: each is folded anew when it is needed."""
        for user_key in user_keys:
            self._states.pop(user_key, None)
            if user_key in self._shelved:
                self._shelved.remove(user_key)
                self._work.submit(self._shelf.drop, user_key)

    def evict_partition(self, partition: int, partitions: int) -> None:
        """Forget the states of all users of a partition: somebody else may have carried it meanwhile."""
        known = {*self._states, *self._shelved}
        self.evict(*[user_key for user_key in known if partition_of(user_key.encode(), partitions) == partition])

    def close(self) -> None:
        """Forget all of them."""
        self._states.clear()
        self._shelved.clear()
        try:
            self._work.submit(self._shelf.close)
        except RuntimeError:
            # It was shut down, so nothing is asked of the shelf any more.
            self._shelf.close()


async def states_of(
    user_keys: Iterable[str],
    *,
    kept: UserStates,
    commit_log: SqliteLog,
    topic: str,
    partition: int,
    keyring: Keyring,
    work: Executor,
) -> dict[str, UserState]:
    """The states of these users, each once: the cached one, or the fold of their records."""
    states = {}
    for user_key in dict.fromkeys(user_keys):
        state = await kept.take(user_key)
        if state is None:
            records = await user_records(commit_log, topic, partition, user_key)
            state = await asyncio.get_running_loop().run_in_executor(work, folded, records, keyring)
        states[user_key] = state
    return states


async def user_records(commit_log: SqliteLog, topic: str, partition: int, user_key: str) -> list[list[LogRecord]]:
    """Every complete position of one user, as its parts, in order. What lies in a SqliteLog is whole and linked: it has
    one writer, whose appends are all or none."""
    positions: list[list[LogRecord]] = []
    after = -1
    while True:
        page = await commit_log.read_key(topic, partition, user_key.encode(), after=after, limit=PAGE)
        collect(positions, page)
        if len(page) < PAGE:
            return positions
        after = page[-1].offset


def collect(positions: list[list[LogRecord]], records: Iterable[LogRecord]) -> None:
    """Add records to the positions they belong to, in order."""
    for record in records:
        if part_of(record) > 1 and positions:
            positions[-1].append(record)
        else:
            positions.append([record])


def folded(positions: Sequence[Sequence[LogRecord]], keyring: Keyring) -> UserState:
    """The state that these positions make. What a forgotten session or an erased user left is not part of it."""
    state = UserState()
    for parts in positions:
        record = opened(parts, keyring)
        if record is not None:
            fold(state, record)
        elif id_hash := id_hash_of(parts[0].value):
            state.forgotten.add(id_hash)
    return state


def opened(parts: Sequence[LogRecord], keyring: Keyring) -> MemoriesRecord | None:
    """The record of a position; None when its key was destroyed."""
    try:
        return open_position(parts, keyring)
    except KeyDestroyedError:
        return None
