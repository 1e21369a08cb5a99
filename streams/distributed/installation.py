"""Installation: what every process of the distributed runtime opens first: the log, the keys, the keyring."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path

import structlog

from schemas.errors import ConfigurationError, UnavailableError, WrongSecretError
from schemas.topics import TENANT_DEFAULT, TopicSpec, generation_topics, inbox, shared_topics
from streams.crashpoints import NO_CRASH, Crashpoints
from streams.distributed.topics import verify
from streams.kafka_keys import KafkaKeys
from streams.kafka_log import KafkaLog
from streams.keyring import Keyring, make_master_key, read_master_key

EPOCH = 1
"""Of a new installation."""
FIRST, LIVE = 1, 0
"""The generation of a new installation; whichever is read."""
LIVE_NAME = "generations/live"
EPOCH_NAME = "installation/epoch"
PARTITIONS_NAME = "installation/partitions"
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


@contextlib.asynccontextmanager
async def opened(place: Place, *, crash: Crashpoints = NO_CRASH) -> AsyncIterator[Installation]:
    """Open what `mnemolog setup` made. Raises ConfigurationError when it was not made or does not fit, naming both
    values, WrongSecretError, and UnavailableError when Kafka stays away."""
    await _reached(place)
    await verify(place.bootstrap, place.shared_topics, prefix=place.prefix)
    async with _connected(place) as (kafka, keys):
        if keys.get("secret") is None:
            raise ConfigurationError("this installation was not set up", hint="run `mnemolog setup`")
        _require_equal("partitions", keys.get(PARTITIONS_NAME), place.partitions)
        _require_equal("epoch", keys.get(EPOCH_NAME), EPOCH)
        master, origin = await asyncio.to_thread(_master, place.folder)
        live = replace(place, generation=place.generation if place.generation != LIVE else live_generation(keys))
        await verify(place.bootstrap, live.topics, prefix=place.prefix)
        yield Installation(live, kafka, keys, await Keyring.open(keys, master, origin=origin), crash)


async def found(place: Place) -> int:
    """Make the installation's secret, master key and identity if there are none; the shared topics exist already.
    Returns its live generation. Raises ConfigurationError naming both values when it was made otherwise,
    WrongSecretError."""
    async with _connected(place) as (kafka, keys):
        path = place.folder / "master.key"
        if keys.get("secret") is None:
            await asyncio.to_thread(place.folder.mkdir, parents=True, exist_ok=True)
            if not await asyncio.to_thread(path.exists):
                await asyncio.to_thread(make_master_key, path)
            await keys.put({EPOCH_NAME: str(EPOCH).encode(), PARTITIONS_NAME: str(place.partitions).encode()})
        _require_equal("partitions", keys.get(PARTITIONS_NAME), place.partitions)
        master, origin = await asyncio.to_thread(_master, place.folder)
        await Keyring.open(keys, master, origin=origin)
        assert kafka.partitions == place.partitions
        return live_generation(keys)


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


async def _reached(place: Place) -> None:
    for attempt in range(1, TRIES + 1):
        try:
            kafka = await KafkaLog.open(place.bootstrap, partitions=place.partitions)
        except UnavailableError as error:
            if attempt == TRIES:
                raise
            log.warning("kafka_awaited", bootstrap=place.bootstrap, reason=error.message)
            await asyncio.sleep(PAUSE_S)
        else:
            await kafka.close()
            return


def _master(folder: Path) -> tuple[bytes, str]:
    path = folder / "master.key"
    if not path.exists():
        raise WrongSecretError(
            f"{path} is missing",
            hint="every process of an installation needs the master.key that `mnemolog setup` made",
        )
    return read_master_key(path), str(path)


def _require_equal(name: str, held: bytes | None, given: int) -> None:
    if held is not None and int(held) != given:
        raise ConfigurationError(
            f"this installation was made with {name} {int(held)}, and the settings say {given}",
            hint="keep what it was made with: positions and partitions depend on it",
            field=name,
        )
