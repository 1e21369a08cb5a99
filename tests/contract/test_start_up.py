"""What was made and what is there are compared at every start; a mismatch is refused with both values (DESIGN §2)."""

from __future__ import annotations

import json
import shutil
import time
import uuid
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from confluent_kafka import KafkaError, KafkaException, TopicCollection
from confluent_kafka.admin import AdminClient, AlterConfigOpType, ConfigEntry, ConfigResource, ResourceType

from deploy.stack import StackStatus
from indexers.opensearch import Server
from indexers.opensearch.admin import LAYOUT, Identity, point, read_by
from schemas.errors import ConfigurationError, WrongSecretError
from schemas.topics import DEADLETTERS, KEYS, RECALLS, TURNS, generation_topics, memories
from streams.distributed.identity import forget
from streams.distributed.installation import Place, opened
from streams.distributed.rebuild import Rebuilt, rebuild_index
from streams.distributed.setup import set_up
from streams.distributed.topics import create, delete
from streams.keyring import make_master_key
from streams.log import NewRecord

pytestmark = pytest.mark.scenario("distributed")
DEADLINE_S = 60.0
IDENTITY = Identity(1, "hash@1", 32)


@dataclass
class Made:
    """An installation of its own on the shared servers, as `mnemolog setup` makes it."""

    place: Place
    server: Server
    alias: str
    kafka: AdminClient

    async def set_up(self, identity: Identity = IDENTITY) -> list[str]:
        return await set_up(self.place, self.server, self.alias, identity, replication=1)

    async def open(self) -> None:
        async with opened(self.place):
            pass

    def topic_id(self, name: str) -> str:
        """As Kafka's own client knows it, written as Kafka's own tools do; "" when there is no such topic."""
        topic = self.place.prefix + name
        try:
            found = str(self.kafka.describe_topics(TopicCollection([topic]))[topic].result(30).topic_id)
        except KafkaException as error:
            if error.args[0].code() != KafkaError.UNKNOWN_TOPIC_OR_PART:
                raise
            return ""
        return found.translate(str.maketrans("+/", "-_"))

    def configure(self, name: str, key: str, value: str) -> None:
        entry = ConfigEntry(key, value, incremental_operation=AlterConfigOpType.SET)
        resource = ConfigResource(ResourceType.TOPIC, self.place.prefix + name, incremental_configs=[entry])
        self.kafka.incremental_alter_configs([resource])[resource].result(30)

    async def remake(self, name: str) -> None:
        (spec,) = [spec for spec in self.place.topics if spec.name == name]
        before, end = self.topic_id(name), time.monotonic() + DEADLINE_S
        await delete(self.place.bootstrap, [name], prefix=self.place.prefix)
        while self.topic_id(name) in (before, ""):
            # A busy broker goes on telling of a topic for a while after it said that it is deleted.
            assert time.monotonic() < end, f"{name} is still there"
            await create(self.place.bootstrap, [spec], replication=1, prefix=self.place.prefix)


@pytest.fixture
async def made(stack: StackStatus, tmp_path: Path) -> AsyncIterator[Made]:
    unique = uuid.uuid4().hex[:12]
    server = Server(stack.opensearch_url)
    kafka = AdminClient({"bootstrap.servers": stack.bootstrap})
    installation = Made(Place(stack.bootstrap, tmp_path, 2, prefix=f"{unique}."), server, f"start-{unique}", kafka)
    await installation.set_up()
    yield installation
    await server.close()


async def test_what_was_set_up_can_be_opened_and_set_up_again(made: Made) -> None:
    await made.open()

    assert await made.set_up() == []


@pytest.mark.parametrize(
    ("topic", "key", "value", "wanted"),
    [
        (TURNS, "retention.ms", "86400000", "-1"),
        (TURNS, "retention.bytes", "1000000", "-1"),
        (memories(1), "retention.ms", "604800000", "-1"),
        (KEYS, "cleanup.policy", "delete", "compact"),
        (KEYS, "max.compaction.lag.ms", "999999999", "3600000"),
        (RECALLS, "retention.ms", "-1", "2592000000"),
        (DEADLETTERS, "max.message.bytes", "1048588", "4194304"),
    ],
)
async def test_a_topic_that_is_kept_otherwise_is_refused_with_both_values(
    made: Made, topic: str, key: str, value: str, wanted: str
) -> None:
    made.configure(topic, key, value)

    for start in (made.open, made.set_up):
        with pytest.raises(ConfigurationError) as refused:
            await start()
        assert refused.value.message == f"topic {topic} has {key} '{value}', and must have '{wanted}'"
        assert f"{key}={wanted}" in refused.value.hint


async def test_other_partitions_are_refused_with_both_values(made: Made) -> None:
    made.place = replace(made.place, partitions=3)

    for start in (made.open, made.set_up):
        with pytest.raises(ConfigurationError, match=r"partitions '?2'?, and .* '?3'?"):
            await start()


@pytest.mark.parametrize("topic", [TURNS, memories(1)])
async def test_a_topic_that_was_made_anew_is_refused_with_both_ids(made: Made, topic: str) -> None:
    before = made.topic_id(topic)
    await made.remake(topic)

    for start in (made.open, made.set_up):
        with pytest.raises(ConfigurationError, match=f"{topic} was made with id {before}") as refused:
            await start()
        assert made.topic_id(topic) in refused.value.message
        assert ("log epoch" in refused.value.hint) == (topic == TURNS)


async def test_a_log_that_is_gone_is_not_made_anew_in_silence(made: Made) -> None:
    before = made.topic_id(TURNS)
    await delete(made.place.bootstrap, [TURNS], prefix=made.place.prefix)

    with pytest.raises(ConfigurationError, match=f"{TURNS} was made with id {before}, and now it does not exist"):
        await made.set_up()
    with pytest.raises(ConfigurationError, match=f"topics do not exist: {TURNS}"):
        await made.open()


async def test_a_log_without_its_keys_is_refused(made: Made) -> None:
    async with opened(made.place) as installation:
        await installation.log.append(TURNS, [NewRecord(0, b"u", b"sealed")] * 3)
    await made.remake(KEYS)

    with pytest.raises(ConfigurationError, match=f"{KEYS} has no keys, and {TURNS} holds 3 events"):
        await made.set_up()
    with pytest.raises(ConfigurationError, match="not set up"):
        await made.open()


async def test_a_generation_that_was_deleted_may_be_made_anew(made: Made) -> None:
    async with opened(made.place) as installation:
        await forget(installation.keys, generation_topics(made.place.partitions, 1))
    await made.remake(memories(1))

    async with opened(made.place) as installation:
        partitions = range(made.place.partitions)
        assert [await installation.log.end(memories(1), partition) for partition in partitions] == [0, 0]


async def test_another_master_key_is_refused_with_both_fingerprints(made: Made) -> None:
    path = made.place.folder / "master.key"
    kept = path.with_name("kept")
    shutil.move(path, kept)
    make_master_key(path)

    for start in (made.open, made.set_up):
        with pytest.raises(WrongSecretError, match=r"fingerprint [0-9a-f]{12}, and master.key has [0-9a-f]{12}"):
            await start()
    shutil.move(kept, path)
    await made.open()


async def test_a_missing_master_key_is_refused_and_none_is_made(made: Made) -> None:
    (made.place.folder / "master.key").unlink()

    for start in (made.open, made.set_up):
        with pytest.raises(WrongSecretError, match=r"master\.key is missing"):
            await start()


@pytest.mark.parametrize(
    ("identity", "message"),
    [
        (replace(IDENTITY, model="other@2"), "model 'hash@1', and this program has 'other@2'"),
        (replace(IDENTITY, dimension=64), "dimension 32, and this program has 64"),
    ],
)
async def test_an_index_of_another_embedder_is_refused_with_both(made: Made, identity: Identity, message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        await made.set_up(identity)


def _mapped(wrong: str) -> tuple[dict[str, Any], str]:
    """The body of an index that is not what this program makes, and what is said of it."""
    text = resources.files("indexers.opensearch").joinpath("mapping.json").read_text("utf-8")
    body: dict[str, Any] = json.loads(text)
    mappings = body["mappings"]
    mappings["_meta"] = IDENTITY.meta()
    for vector in ("vector", "context_vector"):
        mappings["properties"][vector]["dimension"] = IDENTITY.dimension
    match wrong:
        case "dynamic":
            mappings["dynamic"] = True
            return body, "dynamic 'true', and must be 'strict'"
        case "engine":
            del mappings["properties"]["vector"]["method"]["engine"]
            return body, "engine of vector is .*, and must be 'lucene'"
        case "dimension":
            mappings["properties"]["vector"]["dimension"] = 16
            return body, "dimension of vector is 16, and must be 32"
        case "earlier layout":
            mappings["_meta"]["layout"] -= 1
            return body, f"layout {LAYOUT - 1}, and this program has {LAYOUT}"
        case "later layout":
            mappings["_meta"]["layout"] += 1
            return body, f"layout {LAYOUT + 1}, and this program has {LAYOUT}"
        case _:
            mappings["_meta"]["model"] = "other@1"
            return body, "model 'other@1', and this program has 'hash@1'"


async def _made_so(made: Made, wrong: str) -> str:
    """Have the alias stand for such an index; what is said of it."""
    body, message = _mapped(wrong)
    other = f"{made.alias}-g1-7"
    await made.server.ask("PUT", f"/{other}", body)
    await point(made.server, made.alias, other)
    return message


CURED = ("dynamic", "engine", "dimension", "earlier layout")
"""What is wrong with an index that was made of this very log: another one is made of it."""
NOT_CURED = ("later layout", "model")
"""A later program's, or of vectors that this program does not make."""


@pytest.mark.parametrize("wrong", [*CURED, *NOT_CURED])
async def test_an_index_of_another_mapping_is_refused(made: Made, wrong: str) -> None:
    message = await _made_so(made, wrong)

    with pytest.raises(ConfigurationError, match=message):
        await made.set_up()


async def _rebuilt(made: Made) -> Rebuilt:
    async with opened(made.place) as installation:
        return await rebuild_index(
            installation, made.server, made.alias, IDENTITY, now=lambda: datetime(2026, 1, 1, tzinfo=UTC)
        )


@pytest.mark.parametrize("wrong", CURED)
async def test_a_rebuild_replaces_an_index_that_cannot_be_read_any_more(made: Made, wrong: str) -> None:
    await _made_so(made, wrong)

    rebuilt = await _rebuilt(made)

    assert rebuilt.before is None
    assert await read_by(made.server, made.alias) == rebuilt.index
    assert await made.set_up() == []


@pytest.mark.parametrize("wrong", NOT_CURED)
async def test_a_rebuild_does_not_replace_what_another_program_or_embedder_made(made: Made, wrong: str) -> None:
    message = await _made_so(made, wrong)
    before = await read_by(made.server, made.alias)

    with pytest.raises(ConfigurationError, match=message):
        await _rebuilt(made)

    assert await read_by(made.server, made.alias) == before
