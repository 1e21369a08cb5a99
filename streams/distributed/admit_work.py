"""AdmitWork: from the inbox, where anyone may produce plain JSON, to `turns` (DESIGN §2, §4)."""

from __future__ import annotations

import asyncio
import uuid
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import datetime

from pydantic import ValidationError

from processors.admission import admit_turn
from schemas.errors import CodecError, InvalidInputError, MnemologError
from schemas.events import TurnRecorded
from schemas.inbox import INBOX_TURN
from schemas.stages import Trouble
from streams.deadletters import DeadLetters
from streams.distributed.installation import Installation
from streams.distributed.work import Committed
from streams.log import LogRecord
from streams.writer import EventWriter

_NAMESPACE = uuid.UUID("6f1d3a52-6c1c-5b0e-9a53-2f3f0f9a7c11")
"""Of ids that are made for records without one; a constant, so that a repeated read makes the same id."""


class AdmitWork:
    """See streams.distributed.work.Work. A record is admitted, or parked with the reason; its neighbours go on.
    `inbox` names the topic's one incarnation, so that ids of a recreated topic are other ids."""

    def __init__(
        self,
        installation: Installation,
        letters: DeadLetters,
        *,
        tenant: str,
        inbox: str,
        now: Callable[[], datetime],
    ) -> None:
        self._installation = installation
        self._letters = letters
        self._tenant = tenant
        self._inbox = inbox
        self._now = now
        self._writer = EventWriter(
            installation.log.append,
            installation.keyring,
            epoch=installation.log.epoch,
            partitions=installation.partitions,
        )

    async def resume(self, partition: int, committed: Committed | None) -> int | None:
        """The group's own place is enough: what is admitted twice has the same id, and consolidate lets one through."""
        return None

    async def process(self, partition: int, records: Sequence[LogRecord]) -> None:
        await self._installation.keys.synced()
        by_user: dict[str, list[tuple[LogRecord, TurnRecorded]]] = defaultdict(list)
        bad: list[tuple[LogRecord, Trouble]] = []
        for record in records:
            try:
                turn = self._admitted(record)
            except MnemologError as error:
                bad.append((record, Trouble(stage="admit", error=error.message)))
            else:
                by_user[turn.user].append((record, turn))
        refused = await asyncio.gather(*(self._append(turns) for turns in by_user.values()))
        # Parked only now: a letter that is written again because Kafka was away would be a second one.
        await self._letters.park([*bad, *(one for some in refused for one in some)], self._now())

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

    def _admitted(self, record: LogRecord) -> TurnRecorded:
        if record.value is None:
            raise CodecError("the record has no value")
        try:
            turn = INBOX_TURN.validate_json(record.value)
        except ValidationError as error:
            first = error.errors(include_input=False, include_url=False)[0]
            field = ".".join(str(part) for part in first["loc"])
            raise CodecError(f"{field}: {first['msg']}" if field else first["msg"]) from error
        return admit_turn(
            event_id=turn.event_id or self._made_id(record),
            tenant=self._tenant,
            user=turn.user or (record.key or b"").decode("utf-8", "replace"),
            session=turn.session,
            role=turn.role,
            content=turn.content,
            recorded_at=record.timestamp,
            occurred_at=turn.occurred_at,
            speaker=turn.speaker,
            agent=turn.agent,
            task=turn.task,
            turn_index=turn.turn_index,
            timezone=turn.timezone,
            language=turn.language,
            source=turn.source,
            trust=turn.trust,
            recalled=turn.recalled,
            attachments=turn.attachments,
            tags=turn.tags,
            metadata=turn.metadata,
        )

    def _made_id(self, record: LogRecord) -> str:
        return str(uuid.uuid5(_NAMESPACE, f"{self._inbox}/{record.partition}/{record.offset}"))
