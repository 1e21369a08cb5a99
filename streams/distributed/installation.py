"""Installation: what every process of the distributed runtime opens first: the log, the keys, the keyring."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import structlog
from aiokafka.errors import KafkaError

from schemas.errors import ConfigurationError, UnavailableError, WrongSecretError
from schemas.topics import KEYS, TENANT_DEFAULT, TURNS, TopicSpec, generation_topics, inbox, shared_topics
from streams.crashpoints import NO_CRASH, Crashpoints
from streams.distributed.identity import EPOCH, hold_to, identity
from streams.distributed.topic_ids import topic_ids
from streams.distributed.topics import verify
from streams.kafka_keys import KafkaKeys
from streams.kafka_log import KafkaLog
from streams.keyring import CONTROL_KEY, Keyring, make_master_key, read_master_key
from streams.log import LogRecord
from streams.stage_records import key_id_of

FIRST, LIVE = 1, 0
"""The generation of a new installation; whichever is read."""
LIVE_NAME = "generations/live"
TRIES = 60
PAUSE_S = 1.0
"""A process waits this long for Kafka and for OpenSearch at its start: services start in any order, and OpenSearch
takes a minute on a small machine."""
log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Place:
    """Where an installation is: its brokers, the folder of its master key, the partitions that the settings name.
    `generation` LIVE = the one that is read, which is known once the installation is opened."""

    bootstrap: str
    folder: Path
    partitions: int
    generation: int = FIRST
    prefix: str = ""
    tenants: tuple[str, ...] = (TENANT_DEFAULT,)

    @property
    def topics(self) -> tuple[TopicSpec, ...]:
        """Every topic that must exist for this generation."""
        return (*self.shared_topics, *generation_topics(self.partitions, self.generation))

    @property
    def shared_topics(self) -> tuple[TopicSpec, ...]:
        """Every topic that belongs to no generation."""
        return shared_topics(self.partitions, tuple(inbox(tenant) for tenant in self.tenants))


@dataclass(frozen=True, slots=True)
class Installation:
    """Opened; whoever opens it closes it."""

    place: Place
    log: KafkaLog
    keys: KafkaKeys
    keyring: Keyring
    crash: Crashpoints = NO_CRASH

    @property
    def generation(self) -> int:
        return self.place.generation

    @property
    def partitions(self) -> int:
        return self.log.partitions

    async def keys_read(self, records: Iterable[LogRecord]) -> None:
        """Until this process has read the keys of these records. A key stands in its topic before anything that it
        seals, so one that is known needs no question; what stands under the installation's own key may be of somebody
        who was forgotten or erased, and the topic says so. Raises UnavailableError."""
        key_ids = {key_id_of(record.value) for record in records}
        if CONTROL_KEY in key_ids or not all(map(self.keyring.is_live, key_ids)):
            await self.keys.synced()


@contextlib.asynccontextmanager
async def opened(place: Place, *, crash: Crashpoints = NO_CRASH) -> AsyncIterator[Installation]:
    """Open what `mnemolog setup` made. Raises ConfigurationError when it was not made or does not fit, naming both
    values, WrongSecretError, and UnavailableError when Kafka stays away."""
    async with contextlib.AsyncExitStack() as stack:
        yield await _opened_once_it_answers(place, stack, crash)


async def _opened_once_it_answers(place: Place, stack: contextlib.AsyncExitStack, crash: Crashpoints) -> Installation:
    # All of it is tried again: a broker can go between any two questions, and another one answers the next time.
    for attempt in range(1, TRIES + 1):
        async with contextlib.AsyncExitStack() as trial:
            try:
                installation = await _open(place, trial, crash)
            except (UnavailableError, KafkaError) as error:
                if attempt == TRIES:
                    raise
                log.warning("kafka_awaited", bootstrap=place.bootstrap, reason=str(error))
            else:
                stack.push_async_callback(trial.pop_all().aclose)
                return installation
        await asyncio.sleep(PAUSE_S)
    raise AssertionError("the last attempt opens or raises")


async def _open(place: Place, stack: contextlib.AsyncExitStack, crash: Crashpoints) -> Installation:
    await verify(place.bootstrap, place.shared_topics, prefix=place.prefix)
    kafka, keys = await stack.enter_async_context(_connected(place))
    if keys.get("secret") is None:
        raise ConfigurationError("this installation was not set up", hint="run `mnemolog setup`")
    master, origin = await asyncio.to_thread(_master, place.folder)
    live = replace(place, generation=place.generation if place.generation != LIVE else live_generation(keys))
    await _hold_to(live, keys, master)
    await verify(place.bootstrap, live.topics, prefix=place.prefix)
    return Installation(live, kafka, keys, await Keyring.open(keys, master, origin=origin), crash)


async def found(place: Place) -> int:
    """Make the installation's secret, master key and identity if there are none; the shared topics exist already.
    Returns its live generation. Raises ConfigurationError naming both values when it was made otherwise,
    WrongSecretError."""
    async with _connected(place) as (kafka, keys):
        path = place.folder / "master.key"
        if keys.get("secret") is None:
            await _refuse_keyless(kafka)
            await asyncio.to_thread(place.folder.mkdir, parents=True, exist_ok=True)
            if not await asyncio.to_thread(path.exists):
                await asyncio.to_thread(make_master_key, path)
        master, origin = await asyncio.to_thread(_master, place.folder)
        live = live_generation(keys)
        await _hold_to(replace(place, generation=live), keys, master)
        await Keyring.open(keys, master, origin=origin)
        return live


async def compared(place: Place) -> None:
    """Compare with what the installation was made with, and note what is new; before the first set-up there is nothing
    to compare. Raises ConfigurationError or WrongSecretError naming both values, UnavailableError."""
    if place.prefix + KEYS not in await topic_ids(place.bootstrap, [place.prefix + KEYS]):
        return
    async with _connected(place) as (_, keys):
        if keys.get("secret") is not None:
            master, _ = await asyncio.to_thread(_master, place.folder)
            await _hold_to(replace(place, generation=live_generation(keys)), keys, master)


async def _hold_to(place: Place, keys: KafkaKeys, master: bytes) -> None:
    now = await identity(place.bootstrap, place.topics, partitions=place.partitions, master=master, prefix=place.prefix)
    await hold_to(keys, now)


async def _refuse_keyless(kafka: KafkaLog) -> None:
    """A log without its keys cannot be read, and new ones would hide that."""
    held = sum((await kafka.ends(TURNS, range(kafka.partitions))).values())
    if held:
        raise ConfigurationError(
            f"topic {KEYS} has no keys, and {TURNS} holds {held} events that were sealed with them",
            hint="put the topic of keys back from its backup; without it nothing of the log can be read",
        )


def live_generation(keys: KafkaKeys) -> int:
    """The generation that is read, as the topic of keys has it."""
    return int(keys.get(LIVE_NAME) or FIRST)


@contextlib.asynccontextmanager
async def _connected(place: Place) -> AsyncIterator[tuple[KafkaLog, KafkaKeys]]:
    kafka = await KafkaLog.open(place.bootstrap, partitions=place.partitions, epoch=EPOCH, prefix=place.prefix)
    try:
        keys = await KafkaKeys.open(kafka)
        try:
            yield kafka, keys
        finally:
            await keys.close()
    finally:
        await kafka.close()


def _master(folder: Path) -> tuple[bytes, str]:
    path = folder / "master.key"
    if not path.exists():
        raise WrongSecretError(
            f"{path} is missing",
            hint="every process of an installation needs the master.key that `mnemolog setup` made",
        )
    return read_master_key(path), str(path)
