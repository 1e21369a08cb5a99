"""Topics: made from the manifest, and compared with it before anything runs (DESIGN §2)."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from typing import Any

from aiokafka.admin import AIOKafkaAdminClient, NewTopic
from aiokafka.admin.config_resource import ConfigResource, ConfigResourceType
from aiokafka.errors import TopicAlreadyExistsError

from schemas.errors import ConfigurationError
from schemas.topics import DEADLETTERS, KEYS, TURNS, TopicSpec, inbox_tenant
from streams.kafka_log import LETTER_BYTES_MAX, REQUEST_S, kafka_errors

HOUR_MS = 3_600_000
APPEAR_S, APPEAR_LOOKS = 10.0, 100
LOOKS, LOOK_S = 20, 0.1


def config_of(spec: TopicSpec) -> dict[str, str]:
    """The configuration that a topic must have."""
    config = {"cleanup.policy": "compact" if spec.compacted else "delete"}
    if not spec.compacted:
        config["retention.ms"] = str(spec.retention_ms)
        # For ever means also: however much there is.
        config["retention.bytes"] = "-1"
    if spec.name == KEYS:
        # What a destroyed key was before leaves the disk within about an hour.
        config |= {
            "max.compaction.lag.ms": str(HOUR_MS),
            "segment.ms": str(HOUR_MS),
            "min.cleanable.dirty.ratio": "0.01",
        }
    if spec.name == DEADLETTERS:
        config["max.message.bytes"] = str(LETTER_BYTES_MAX)
    if inbox_tenant(spec.name) is not None:
        # The arrival stands in for a missing time, so it must not be the producer's.
        config["message.timestamp.type"] = "LogAppendTime"
    return config


async def create(bootstrap: str, specs: Sequence[TopicSpec], *, replication: int, prefix: str = "") -> list[str]:
    """Make the topics that do not exist; returns their names. Raises UnavailableError."""
    made = []
    async with _admin(bootstrap) as admin:
        known = set(await admin.list_topics())
        for spec in specs:
            if prefix + spec.name in known:
                continue
            topic = NewTopic(prefix + spec.name, spec.partitions, replication, topic_configs=config_of(spec))
            with contextlib.suppress(TopicAlreadyExistsError):
                answer = await admin.create_topics([topic])
                _raise_failed(answer)
            made.append(spec.name)
        names = {prefix + name for name in made}
        with kafka_errors("the topics that were made"):
            # A broker tells of a new topic a moment after the controller made it.
            for _ in range(APPEAR_LOOKS):
                if names <= set(await admin.list_topics()):
                    break
                await asyncio.sleep(APPEAR_S / APPEAR_LOOKS)
    return made


async def delete(bootstrap: str, names: Sequence[str], *, prefix: str = "") -> None:
    """Delete those of the topics that exist, with all that they hold. Raises UnavailableError."""
    async with _admin(bootstrap) as admin:
        known = set(await admin.list_topics())
        if there := [prefix + name for name in names if prefix + name in known]:
            await admin.delete_topics(there)


async def replication_of(bootstrap: str, topic: str = TURNS, *, prefix: str = "") -> int:
    """How many brokers keep a topic. Raises UnavailableError."""
    async with _admin(bootstrap) as admin:
        (described,) = await admin.describe_topics([prefix + topic])
        return len(described["partitions"][0]["replicas"])


async def verify(bootstrap: str, specs: Sequence[TopicSpec], *, prefix: str = "") -> None:
    """Raises ConfigurationError naming what is and what must be, UnavailableError."""
    names = [prefix + spec.name for spec in specs]
    async with _admin(bootstrap) as admin:
        partitions, configs = await _looked_at(admin, names)
        for _ in range(LOOKS):
            if partitions.keys() & configs.keys() >= set(names):
                break
            # Any broker may answer, and one that does not know a new topic yet says that there is none.
            await asyncio.sleep(LOOK_S)
            partitions, configs = await _looked_at(admin, names)
    missing = [spec.name for spec in specs if prefix + spec.name not in partitions.keys() & configs.keys()]
    if missing:
        raise ConfigurationError(f"topics do not exist: {', '.join(missing)}", hint="run `mnemolog setup`")
    for spec in specs:
        _require(spec.name, "partitions", str(partitions[prefix + spec.name]), str(spec.partitions))
        for name, wanted in config_of(spec).items():
            _require(spec.name, name, configs[prefix + spec.name].get(name, ""), wanted)


async def _looked_at(admin: Any, names: Sequence[str]) -> tuple[dict[str, int], dict[str, dict[str, str]]]:
    """Partition counts and configurations of those topics that the brokers asked know."""
    known = set(await admin.list_topics())
    there = [name for name in names if name in known]
    if not there:
        return {}, {}
    described = await admin.describe_topics(there)
    partitions = {topic["topic"]: len(topic["partitions"]) for topic in described if not topic["error_code"]}
    configs: dict[str, dict[str, str]] = {}
    for answer in await admin.describe_configs([ConfigResource(ConfigResourceType.TOPIC, name) for name in there]):
        for error_code, _, _, name, entries in answer.resources:
            if not error_code:
                configs[name] = {entry[0]: entry[1] for entry in entries}
    return partitions, configs


def _require(topic: str, name: str, held: str, wanted: str) -> None:
    if held != wanted:
        raise ConfigurationError(
            f"topic {topic} has {name} {held!r}, and must have {wanted!r}",
            hint="use the settings that it was made with"
            if name == "partitions"
            else f"kafka-configs.sh --alter --topic {topic} --add-config {name}={wanted}",
            field=name,
        )


def _raise_failed(answer: Any) -> None:
    for failed in answer.topic_errors:
        code, reason = failed[1], failed[2] if len(failed) > 2 else ""
        if code == TopicAlreadyExistsError.errno:
            continue
        if code:
            raise ConfigurationError(f"topic {failed[0]} cannot be made: {reason or code}")


@contextlib.asynccontextmanager
async def _admin(bootstrap: str) -> AsyncIterator[Any]:
    admin = AIOKafkaAdminClient(bootstrap_servers=bootstrap, request_timeout_ms=int(2_000 * REQUEST_S))
    with kafka_errors(f"Kafka at {bootstrap}"):
        try:
            await admin.start()
            yield admin
        finally:
            await admin.close()
