"""Sending what was found: in batches, refused turns one by one, and never so fast that live turns wait behind it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from mnemolog_client import Conflict, InvalidInput, Mnemolog, TooLarge, UserErased
from mnemolog_client.results import PartitionLag

from mnemolog.importers.found import Found, ImportedTurn, Malformed, Skipped
from schemas.errors import UnavailableError

UNINDEXED_MAX = 500
"""Events of one partition that may ever wait for the index while an import runs, live turns included (DESIGN §8)."""
AGE_MAX_S = 2.0
"""Whatever waits longer has live turns wait as long; one second of it is OpenSearch's refresh."""
BATCH = 10
"""Turns of a call at most; a live turn waits behind all of them, so a slow machine is given fewer."""
AHEAD = 100
"""Calls whose turns are read ahead while those before them must wait: the partitions of other users may have room.
What a user said keeps its order."""
POLL_S = 0.25
STALLED_S = 300.0
"""An import gives up when the index has not moved for so long: it can be run again, nothing is stored twice."""
_PARTITION = re.compile(r"e\d+\.p(\d+):\d+")


@dataclass(slots=True)
class ImportReport:
    """What became of a file. `refused`: turns that the server did not accept; `troubles`: (place, reason) of every
    malformed or refused one; `tokens`: the last write's token per user."""

    recorded: int = 0
    malformed: int = 0
    skipped: int = 0
    refused: int = 0
    troubles: list[tuple[str, str]] = field(default_factory=list)
    tokens: dict[str, str] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether every turn of the file is in the log."""
        return not self.malformed and not self.refused


def send(
    client: Mnemolog,
    found: Iterable[Found],
    *,
    progress: Callable[[ImportReport], None] = lambda report: None,
    pause: Callable[[float], None] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
) -> ImportReport:
    """Records everything found. Raises UnavailableError when the index stands still, and the client's errors."""
    report = ImportReport()
    room = Room(client, clock)
    unread = _batches(found, report)
    ahead: list[list[ImportedTurn]] = []
    while True:
        if fitting := _first_that_fits(ahead, room):
            place, count = fitting
            batch = ahead[place]
            ahead[place : place + 1] = [batch[count:]] if count < len(batch) else []
            for part in _accepted(client, batch[:count], report):
                room.taken(batch[0].user, part)
            progress(report)
        elif not room.seen:
            room.look()
        elif len(ahead) < AHEAD and (read := next(unread, None)):
            ahead.append(read)
        elif ahead:
            pause(POLL_S)
            room.look()
        else:
            progress(report)
            return report


def _first_that_fits(ahead: list[list[ImportedTurn]], room: Room) -> tuple[int, int] | None:
    """(place, how many of its turns may be sent now) of a batch before which nothing of its user waits."""
    passed: set[str] = set()
    for place, batch in enumerate(ahead):
        user = batch[0].user
        if user not in passed and (count := room.fitting(user, len(batch))):
            return place, count
        passed.add(user)
    return None


class Window:
    """How many events of one partition may wait: as TCP finds its share of a link, more while what waits is young, a
    quarter less when it grows old. Changed once for as many events as it lets through, so that each change is seen
    first; while what waits is old, nothing is added to it, whatever made the stages slow."""

    def __init__(self) -> None:
        self.size = BATCH
        self._changed_at: int | None = None
        self._oldest_s = 0.0

    def see(self, lag: PartitionLag) -> int:
        """How many more may be sent now."""
        self._oldest_s = max(self._oldest_s, lag.oldest_age_s)
        if self._changed_at is None:
            self._changed_at = lag.indexed
        if lag.indexed - self._changed_at >= self.size:
            old = self._oldest_s > AGE_MAX_S
            self.size = max(1, self.size * 3 // 4) if old else min(UNINDEXED_MAX, self.size + min(self.size, BATCH))
            self._changed_at, self._oldest_s = lag.indexed, 0.0
        return 0 if lag.oldest_age_s > AGE_MAX_S else self.size - lag.waiting


class Room:
    """How many events may still be sent before the server has to be asked again, per partition.

    A user's partition is known from the first answer on; until then the fullest partition counts. `seen`: nothing was
    sent since the server was asked.
    """

    def __init__(self, client: Mnemolog, clock: Callable[[], float]) -> None:
        self._client, self._clock = client, clock
        self._partitions: dict[str, int] = {}
        self._windows: dict[int, Window] = {}
        self._room: dict[int, int] = {}
        self._strangers = 0
        self._moved_at, self._indexed = clock(), -1
        self.seen = False

    def look(self) -> None:
        """Ask the server how far its index is. Raises UnavailableError when it has stood still for STALLED_S."""
        lags = self._client.lag()
        self._room = {lag.partition: self._windows.setdefault(lag.partition, Window()).see(lag) for lag in lags}
        self._strangers = 0
        if (indexed := sum(lag.indexed for lag in lags)) != self._indexed or not self.seen:
            self._moved_at, self._indexed = self._clock(), indexed
        self.seen = True
        if self._clock() - self._moved_at > STALLED_S:
            raise UnavailableError(
                f"the index has not moved for {STALLED_S:.0f} s and turns wait for it",
                hint="see `mnemolog lag` and `mnemolog doctor`, then run the import again: it goes on where it was",
            )

    def taken(self, user: str, positions: tuple[str, ...]) -> None:
        """Notes that events were sent."""
        self.seen = False
        for position in positions:
            if match := _PARTITION.fullmatch(position):
                self._partitions[user] = int(match[1])
        partition = self._partitions.get(user)
        if partition is None:
            self._strangers += max(1, len(positions))
        elif partition in self._room:
            self._room[partition] -= max(1, len(positions))

    def fitting(self, user: str, count: int) -> int:
        """How many of `count` events of the user may be sent now; 0 while they are fewer than a call is worth."""
        partition = self._partitions.get(user)
        asked = [partition] if partition in self._room else [*self._room]
        left = min((self._room[one] for one in asked), default=0) - self._strangers
        worth = min((self._windows[one].size for one in asked), default=1) // 2
        return min(count, left) if left >= min(count, max(1, worth)) else 0


def _batches(found: Iterable[Found], report: ImportReport) -> Iterator[list[ImportedTurn]]:
    """Neighbouring turns of one session, at most BATCH together."""
    batch: list[ImportedTurn] = []
    for entry in found:
        match entry:
            case Malformed(place, reason):
                report.malformed += 1
                report.troubles.append((place, reason))
            case Skipped():
                report.skipped += 1
            case ImportedTurn():
                if batch and (len(batch) == BATCH or (entry.user, entry.session) != (batch[0].user, batch[0].session)):
                    yield batch
                    batch = []
                batch.append(entry)
    if batch:
        yield batch


def _accepted(client: Mnemolog, batch: list[ImportedTurn], report: ImportReport) -> Iterator[tuple[str, ...]]:
    """Sends a batch; a refused one is sent turn by turn, so that one bad turn costs only itself."""
    user, session = batch[0].user, batch[0].session
    try:
        accepted = client.add(user, session, [entry.turn for entry in batch])
    except (InvalidInput, TooLarge, Conflict, UserErased) as error:
        if len(batch) > 1:
            for entry in batch:
                yield from _accepted(client, [entry], report)
            return
        report.refused += 1
        report.troubles.append((batch[0].place, str(error)))
        return
    report.recorded += len(batch)
    report.tokens[user] = accepted.token
    yield accepted.positions or ("",) * len(batch)
