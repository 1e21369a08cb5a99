"""Group: one member of a stage's consumer group, with aiokafka's ways kept inside."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

import structlog
from aiokafka import AIOKafkaConsumer, ConsumerRebalanceListener, TopicPartition
from aiokafka.errors import CommitFailedError, IllegalStateError, KafkaError
from aiokafka.structs import OffsetAndMetadata

from streams.distributed.installation import Installation
from streams.distributed.work import Committed
from streams.kafka_log import log_record
from streams.log import LogRecord

INLINE = "inline"
"""The group of score, describe and embed together, of a generation that is not the worker's own."""
POLL_MS = 500
SESSION_MS = 10_000
REBALANCE_MS = 30_000
COMMIT_WAIT_S = 3.0
LEAVE_S = 3.0
SILENCE_S = 15.0
"""A fetch answers every half second even when there is nothing."""
log = structlog.get_logger(__name__)


class Group:
    """Partitions are given and taken by `assigned` and `revoked`; a partition is not another's before `revoked` has
    ended. `member`: the static name of this process, "" = none. Errors are aiokafka's own."""

    def __init__(
        self,
        installation: Installation,
        stage: str,
        topic: str,
        *,
        member: str,
        assigned: Callable[[set[int]], None],
        revoked: Callable[[set[int]], Awaitable[None]],
    ) -> None:
        self._stage = stage
        self._topic = topic
        self._place = installation.log.place
        self._listener = _Listener(assigned, revoked)
        self._consumer: Any = AIOKafkaConsumer(
            bootstrap_servers=installation.place.bootstrap,
            group_id=group_of(installation, stage),
            group_instance_id=member or None,
            enable_auto_commit=False,
            auto_offset_reset="earliest",
            session_timeout_ms=SESSION_MS,
            heartbeat_interval_ms=SESSION_MS // 4,
            rebalance_timeout_ms=REBALANCE_MS,
            fetch_max_wait_ms=POLL_MS,
        )

    async def join(self) -> None:
        """Begin."""
        await self._consumer.start()
        self._consumer.subscribe([self._place(self._topic, 0).topic], listener=self._listener)

    async def leave(self, *, for_good: bool = False) -> None:
        """End, within LEAVE_S. A static member is missed only after SESSION_MS, unless it leaves `for_good`."""
        if for_good:
            say_goodbye(self._consumer)
        with contextlib.suppress(KafkaError, TimeoutError, OSError):
            await asyncio.wait_for(self._consumer.stop(), LEAVE_S)

    async def records(self, limit: int) -> dict[int, list[LogRecord]]:
        """What came next, by partition; {} after POLL_MS without anything."""
        batches = await self._consumer.getmany(timeout_ms=POLL_MS, max_records=limit)
        return {place.partition: [log_record(one, self._topic) for one in found] for place, found in batches.items()}

    def fetch(self, partition: int) -> None:
        """Go on fetching."""
        with _unowned():
            self._consumer.resume(self._place(self._topic, partition))

    def hold_off(self, partition: int) -> None:
        """Fetch no more for now."""
        with _unowned():
            self._consumer.pause(self._place(self._topic, partition))

    def seek(self, partition: int, offset: int) -> None:
        """Read on from there; nothing that was fetched before comes any more."""
        with _unowned():
            self._consumer.seek(self._place(self._topic, partition), offset)

    async def first(self, partition: int) -> int:
        """The first offset that the topic still has."""
        place = self._place(self._topic, partition)
        return int((await self._consumer.beginning_offsets([place]))[place])

    async def committed(self, partition: int) -> Committed | None:
        """Where the group stands."""
        place = self._place(self._topic, partition)
        # The public call leaves out what the work noted.
        found = (await self._consumer._coordinator.fetch_committed_offsets([place])).get(place)
        return Committed(found.offset, found.metadata) if found is not None and found.offset >= 0 else None

    async def commit(self, done: Mapping[int, Committed]) -> bool:
        """Commit these partitions; False when it was refused or did not arrive, which loses nothing."""
        offsets = {
            self._place(self._topic, partition): OffsetAndMetadata(one.offset, one.note)
            for partition, one in done.items()
        }
        try:
            await asyncio.wait_for(self._consumer.commit(offsets), COMMIT_WAIT_S)
        except (CommitFailedError, IllegalStateError) as error:
            # The partitions went to another worker meanwhile, which does these batches again.
            log.info("commit_refused", stage=self._stage, reason=str(error))
            return False
        except (KafkaError, TimeoutError) as error:
            log.warning("commit_failed", stage=self._stage, reason=str(error) or type(error).__name__)
            return False
        return True

    def end(self, partition: int) -> int | None:
        """One above the last record of a partition, as the last fetch told it."""
        with _unowned():
            end: int | None = self._consumer.highwater(self._place(self._topic, partition))
            return end
        return None

    def silence(self, partitions: Iterable[int]) -> str:
        """Why Kafka is not heard, "" when it is."""
        heard: list[int | None] = []
        with _unowned():
            paused = self._consumer.paused()
            places = [self._place(self._topic, partition) for partition in partitions]
            heard = [self._consumer.last_poll_timestamp(place) for place in places if place not in paused]
        answered = [moment for moment in heard if moment is not None]
        silent_s = time.time() - max(answered) / 1_000 if answered else 0.0
        return f"no answer from Kafka for {silent_s:.0f} s" if silent_s > SILENCE_S else ""


class _Listener(ConsumerRebalanceListener):  # type: ignore[misc]  # aiokafka has no types
    def __init__(self, assigned: Callable[[set[int]], None], revoked: Callable[[set[int]], Awaitable[None]]) -> None:
        self._assigned = assigned
        self._revoked = revoked

    async def on_partitions_revoked(self, revoked: set[TopicPartition]) -> None:
        await self._revoked({place.partition for place in revoked})

    async def on_partitions_assigned(self, assigned: set[TopicPartition]) -> None:
        self._assigned({place.partition for place in assigned})


def _unowned() -> contextlib.suppress:
    """aiokafka's answers about a partition that went to another worker since: then it is that one's concern."""
    return contextlib.suppress(IllegalStateError, AssertionError, AttributeError)


def say_goodbye(consumer: Any) -> None:
    """Have a static member of aiokafka tell its group when it stops, as every other one does: what it carried is then
    given to others at once."""
    if consumer._coordinator is not None:
        consumer._coordinator._group_instance_id = None


def group_of(installation: Installation, stage: str) -> str:
    """The consumer group of a stage of a generation. What comes into the log belongs to none: an inbox that is read
    again would be admitted again."""
    generation = "" if stage.partition(".")[0] == "admit" else f"g{installation.generation}."
    return f"{installation.place.prefix}mnemolog.{generation}{stage}"
