"""AdmitWork: from the inbox, where anyone may produce plain JSON, to `turns` (DESIGN §2, §4)."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import datetime

import structlog

from schemas.errors import CodecError, InvalidInputError
from schemas.events import TurnRecorded
from schemas.stages import Trouble
from schemas.topics import inbox
from streams.deadletters import DeadLetters
from streams.distributed.installation import Installation
from streams.distributed.work import Committed
from streams.inbox import admitted, user_of
from streams.log import LogRecord
from streams.writer import EventWriter

log = structlog.get_logger(__name__)


class AdmitWork:
    """See streams.distributed.work.Work. A record is admitted or parked with the reason; its neighbours go on."""

    def __init__(
        self,
        installation: Installation,
        letters: DeadLetters,
        *,
        tenant: str,
        now: Callable[[], datetime],
    ) -> None:
        self._installation = installation
        self._letters = letters
        self._tenant = tenant
        self._now = now
        self._writer = EventWriter(
            installation.log.append,
            installation.keyring,
            epoch=installation.log.epoch,
            partitions=installation.partitions,
        )

    async def resume(self, partition: int, committed: Committed | None) -> int | None:
        """The group's own place is enough: what is admitted twice has the same id, and consolidate lets one through.
        What the inbox lost before it was read leaves a letter that names the gap."""
        topic = inbox(self._tenant)
        first = await self._installation.log.first(topic, partition)
        if committed is not None and committed.offset < first:
            error = f"records {committed.offset} to {first - 1} were deleted by retention before they were read"
            log.error("inbox_records_lost", topic=topic, partition=partition, first=committed.offset, last=first - 1)
            gap = LogRecord(topic, partition, committed.offset, None, None, {}, self._now())
            await self._letters.park_inbox(self._tenant, [(gap, "", Trouble(stage="admit", error=error))], self._now())
        return None

    async def process(self, partition: int, records: Sequence[LogRecord]) -> None:
        await self._installation.keys.synced()
        by_user: dict[str, list[tuple[LogRecord, TurnRecorded]]] = defaultdict(list)
        bad: list[tuple[LogRecord, Trouble]] = []
        for record in records:
            try:
                turn = admitted(record, tenant=self._tenant)
            except (CodecError, InvalidInputError) as error:
                bad.append((record, Trouble(stage="admit", error=error.message)))
            else:
                by_user[turn.user].append((record, turn))
        refused = await asyncio.gather(*(self._append(turns) for turns in by_user.values()))
        # Parked only now: a letter that is written again because Kafka was away would be a second one.
        troubled = [*bad, *(one for some in refused for one in some)]
        named = [(record, user_of(record), trouble) for record, trouble in troubled]
        await self._letters.park_inbox(self._tenant, named, self._now())

    async def release(self, partition: int) -> None:
        """Nothing is kept of a partition."""

    async def _append(self, turns: Sequence[tuple[LogRecord, TurnRecorded]]) -> list[tuple[LogRecord, Trouble]]:
        """Write the turns of one user; what cannot be taken of an erased user is told."""
        try:
            await self._writer.append([turn for _, turn in turns])
        except InvalidInputError as error:
            if len(turns) > 1:
                halves = (turns[: len(turns) // 2], turns[len(turns) // 2 :])
                return [one for half in halves for one in await self._append(half)]
            return [(turns[0][0], Trouble(stage="admit", error=error.message))]
        return []
