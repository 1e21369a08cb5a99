"""UserStates: the states of the users at work, each folded from its own records of the commit log when it is needed."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence

from processors.consolidation import UserState, fold
from schemas.errors import KeyDestroyedError
from schemas.memories import MemoriesRecord
from schemas.topics import memories
from streams.commit_log import LINK, PART, Chain, CommitLogReader, open_position, position_of
from streams.keyring import Keyring
from streams.log import LogRecord
from streams.sqlite_log import SqliteLog

MEMORIES_MAX = 5_000
"""Memories kept over all cached states, about 10 kB each as Python objects. A larger user is kept alone."""
PAGE = 500
TAIL_RECORDS = 200
"""More than any batch writes at once."""


class UserStates:
    """A cache of UserState by user key, least recently used out first. Only the pipeline of a user's partition uses
    that user's state."""

    def __init__(self, memories_max: int = MEMORIES_MAX) -> None:
        self._states: OrderedDict[str, UserState] = OrderedDict()
        self._memories_max = memories_max

    def get(self, user_key: str) -> UserState | None:
        """The cached state."""
        state = self._states.get(user_key)
        if state is not None:
            self._states.move_to_end(user_key)
        return state

    def keep(self, user_key: str, state: UserState) -> None:
        """Cache a state; older ones leave when there is too much."""
        self._states[user_key] = state
        self._states.move_to_end(user_key)
        held = sum(len(kept.memories) for kept in self._states.values())
        while held > self._memories_max and len(self._states) > 1:
            _, dropped = self._states.popitem(last=False)
            held -= len(dropped.memories)

    def evict(self, user_key: str) -> None:
        """Forget the state: it is folded anew when it is needed."""
        self._states.pop(user_key, None)


async def user_records(
    generation: SqliteLog, number: int, partition: int, user_key: str, *, after: int = -1
) -> list[list[LogRecord]]:
    """Every complete position of one user in the commit log, as its parts, in order.

    The folder has one writer and appends are all or none, so here a position's parts are always whole and linked;
    the chain is checked when the partition is opened, over all users.
    """
    positions: list[list[LogRecord]] = []
    while True:
        page = await generation.read_key(memories(number), partition, user_key.encode(), after=after, limit=PAGE)
        collect(positions, page)
        if len(page) < PAGE:
            return positions
        after = page[-1].offset


def collect(positions: list[list[LogRecord]], records: Iterable[LogRecord]) -> None:
    """Add records to the positions they belong to, in order."""
    for record in records:
        if not record.headers[PART].startswith(b"1/") and positions:
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
    return state


def opened(parts: Sequence[LogRecord], keyring: Keyring) -> MemoriesRecord | None:
    """The record of a position; None when its key was destroyed."""
    try:
        return open_position(parts, keyring)
    except KeyDestroyedError:
        return None


async def end_of_chain(generation: SqliteLog, number: int, partition: int, secret: bytes) -> Chain:
    """Where the commit log of a partition stands. The chain is followed over the last records only: one process owns
    the file and appends are all or none, so a break can only be at the end of what a dying process wrote."""
    topic = memories(number)
    reader = CommitLogReader(secret)
    after = await generation.end(topic, partition) - TAIL_RECORDS - 1
    if after >= 0:
        (before,) = await generation.read(topic, partition, after=after - 1, limit=1)
        complete = before.headers[PART].split(b"/")[0] == before.headers[PART].split(b"/")[1]
        offset = position_of(before) if complete else position_of(before) - 1
        reader = CommitLogReader(secret, Chain(before.headers[LINK], offset))
    for record in await generation.read(topic, partition, after=after, limit=TAIL_RECORDS):
        reader.accept(record)
    return reader.chain
