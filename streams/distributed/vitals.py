"""Vitals: whether the parts that an API process depends on are alive, looked at all the time (api.ports.Follower)."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from aiokafka.admin import AIOKafkaAdminClient
from aiokafka.errors import KafkaError

from schemas.errors import MnemologError
from schemas.located import PartitionLag
from schemas.topics import TENANT_DEFAULT
from streams.distributed.generation_book import of_generation
from streams.distributed.group import INLINE, group_of
from streams.distributed.installation import Installation
from streams.kafka_log import REQUEST_S, kafka_errors

LOOK_S = 2.0
ANSWER_S = 3.0
"""A part that takes longer is away. With LOOK_S this names one within 5 s, and a worker that was killed once its groups
have let it go (a session time-out of 10 s)."""
STUCK_S = 60.0
"""An event that waits longer means a stage that stands: the slowest batch measured takes about a second."""
STAGES = ("score", "describe", "embed", "consolidate", "index")
TOGETHER = ("score", "describe", "embed")
"""What a worker carries in one step for a generation that became live after the worker's start."""


class Vitals:
    """`start` begins to look; whoever starts it closes it. `live`: the generation that is read."""

    def __init__(
        self, installation: Installation, lag: Callable[[], Awaitable[list[PartitionLag]]], live: Callable[[], int]
    ) -> None:
        admits = ["admit" if tenant == TENANT_DEFAULT else f"admit.{tenant}" for tenant in installation.place.tenants]
        self._stages = (*admits, *STAGES)
        self._reasons: dict[str, str] = dict.fromkeys(("log", *self._stages), "")
        self._installation = installation
        self._lag = lag
        self._live = live
        self._admin: Any = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look."""
        self._task = asyncio.create_task(self._watch(), name="vitals")

    async def close(self) -> None:
        """Stop looking."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._let_go()

    def now(self) -> dict[str, str]:
        """Part → '' when well, else what is wrong."""
        if self._task is not None and self._task.done():
            return self._reasons | {"log": "nobody looks at it any more: start this process anew"}
        return dict(self._reasons)

    async def _watch(self) -> None:
        while True:
            try:
                async with asyncio.timeout(ANSWER_S):
                    members = await self._members()
            except (MnemologError, TimeoutError) as error:
                # What the stages do cannot be known now, and is not claimed.
                self._reasons = dict.fromkeys(self._reasons, "") | {"log": _reason(error)}
                await self._let_go()
            else:
                found = {stage: "" if members[stage] else "no worker carries it" for stage in self._stages}
                self._reasons = {"log": ""} | found | await self._standing()
            await asyncio.sleep(LOOK_S)

    async def _members(self) -> dict[str, int]:
        """How many workers carry each stage."""
        with kafka_errors("Kafka"):
            if self._admin is None:
                self._admin = AIOKafkaAdminClient(
                    bootstrap_servers=self._installation.place.bootstrap, request_timeout_ms=int(1_000 * REQUEST_S)
                )
                await self._admin.start()
            installation = of_generation(self._installation, self._live())
            groups = {group_of(installation, stage): stage for stage in (*self._stages, INLINE)}
            # One by one: aiokafka 0.14 reads an answer about several groups that have members askew, and hangs up.
            answers = await asyncio.gather(*(self._admin.describe_consumer_groups([group]) for group in groups))
        found = [group for (answer,) in answers for group in answer.groups]
        members = {groups[group[1]]: len(group[5]) for group in found}
        inline = members.pop(INLINE)
        return {stage: count + inline * (stage in TOGETHER) for stage, count in members.items()}

    async def _standing(self) -> dict[str, str]:
        """See `standing`; nothing while the lag cannot be read."""
        try:
            async with asyncio.timeout(ANSWER_S):
                lags = await self._lag()
        except (MnemologError, TimeoutError):
            # The index is away, which its own probe says.
            return {}
        return standing(lags)

    async def _let_go(self) -> None:
        admin, self._admin = self._admin, None
        if admin is not None:
            with contextlib.suppress(KafkaError, TimeoutError, OSError):
                await asyncio.wait_for(admin.close(), REQUEST_S)


def standing(lags: Sequence[PartitionLag]) -> dict[str, str]:
    """The stage that has not done the event that waits longest, where one waits too long, and since when."""
    stuck = [lag for lag in lags if lag.oldest_age_s > STUCK_S]
    if not stuck:
        return {}
    worst = max(stuck, key=lambda lag: lag.oldest_age_s)
    stage = "index" if worst.processed > worst.indexed else "consolidate"
    waiting = sum(lag.end - 1 - lag.indexed for lag in stuck)
    told = f"{waiting} events wait, the oldest in partition {worst.partition} for {worst.oldest_age_s:.0f} s"
    return {stage: told}


def _reason(error: Exception) -> str:
    return error.message if isinstance(error, MnemologError) else f"no answer within {ANSWER_S:.0f} s"
