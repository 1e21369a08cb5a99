"""What a real OpenSearch answers to writes that it will not take, and what becomes of them (facts of 2026 on 3.6)."""

from __future__ import annotations

import asyncio
import contextlib
import uuid
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, get_args

import pytest
from structlog.testing import capture_logs

from deploy.stack import StackStatus
from indexers.index import IndexBatch, MemoryIndex
from indexers.opensearch import OpenSearchIndex, Server
from indexers.opensearch.admin import Engine, Identity, check, create, delete
from indexers.opensearch.bulk import Write, write_all
from indexers.opensearch.server import Refused, compact
from schemas.errors import ConfigurationError, IndexMissingError, UnavailableError
from tests.contract.index_adapters import DIMENSION, EPOCH, PARTITION, SECRET, document, memory_of, scope_of

ANN = scope_of("ann")
IDENTITY = Identity(generation=1, model="test@1", dimension=DIMENSION)


@pytest.fixture
async def server(stack: StackStatus) -> AsyncIterator[Server]:
    opened = Server(stack.opensearch_url)
    yield opened
    await opened.close()


@pytest.fixture
async def name(server: Server) -> AsyncIterator[str]:
    made = f"faults-{uuid.uuid4().hex}"
    await create(server, made, IDENTITY)
    yield made
    # The test may have deleted it.
    with contextlib.suppress(IndexMissingError):
        await delete(server, made)


async def index_of(server: Server, name: str, identity: Identity = IDENTITY) -> OpenSearchIndex:
    return await OpenSearchIndex.open(
        server, name, identity=identity, secret=SECRET, partition_of=lambda user_key: PARTITION
    )


def batch(*names: str, offset: int = 5) -> IndexBatch:
    changes = [document(ANN, memory_of(ANN, name, offset=offset)) for name in names]
    return IndexBatch(EPOCH, PARTITION, changes, offset)


async def eventually(index: MemoryIndex, wanted: IndexBatch) -> list[Any]:
    """Apply until it is taken, as the stage does."""
    async with asyncio.timeout(60):
        while True:
            try:
                return list(await index.apply(wanted))
            except (UnavailableError, ConfigurationError):
                await asyncio.sleep(0.1)


async def test_a_vector_of_another_dimension_is_refused_by_name_and_its_neighbours_are_taken(
    server: Server, name: str
) -> None:
    good, bad = (
        Write(f"m:u:{what}", "u", 7, compact({"type": "memory", "memory_id": what, "vector": vector}))
        for what, vector in (("good", [0.1] * DIMENSION), ("bad", [0.1] * (DIMENSION + 1)))
    )

    (poison,) = await write_all(server, name, [good, bad])

    assert (poison.write, poison.reason) == (bad, "400 mapper_parsing_exception in vector")
    assert (await server.ask("GET", f"/{name}/_doc/m:u:good", params={"routing": "u"}))["_version"] == 7


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ({"type": "memory", "vector": [0.0] * DIMENSION}, "400 mapper_parsing_exception in vector"),
        ({"type": "memory", "version": "never"}, "400 mapper_parsing_exception in version"),
        ({"type": "memory", "colour": "red"}, "400 strict_dynamic_mapping_exception"),
        ({"type": "memory", "session": "x" * 40_000}, "400 illegal_argument_exception in session"),
    ],
    ids=("zero vector", "bad number", "unknown field", "immense term"),
)
async def test_a_document_that_does_not_fit_is_poison_and_nothing_else(
    server: Server, name: str, source: dict[str, Any], reason: str
) -> None:
    poison = await write_all(
        server, name, [Write("a", "u", 1, compact(source)), Write("b", "u", 1, compact({"type": "mark"}))]
    )

    assert [(one.write.doc_id, one.reason) for one in poison] == [("a", reason)]


async def test_an_id_that_is_too_long_has_the_whole_bulk_refused_and_is_found_by_halves(
    server: Server, name: str
) -> None:
    named = [Write(f"d{number}", "u", 1, compact({"type": "mark"})) for number in range(7)]
    long = Write("x" * 600, "u", 1, compact({"type": "mark"}))
    with pytest.raises(Refused) as refused:
        await server.lines(f"/{name}/_bulk", list(long.lines()))

    poison = await write_all(server, name, [*named[:3], long, *named[3:]])

    assert refused.value.status == 400
    assert [one.write for one in poison] == [long]
    await server.ask("POST", f"/{name}/_refresh")
    assert (await server.ask("GET", f"/{name}/_count"))["count"] == len(named)


async def test_a_deleted_index_halts_and_loses_nothing_once_it_is_there_again(server: Server, name: str) -> None:
    index = await index_of(server, name)
    await delete(server, name)
    with pytest.raises(IndexMissingError):
        await index.apply(batch("m1"))

    await create(server, name, IDENTITY)

    assert await eventually(index, batch("m1")) == []
    assert set(await index.get(ANN, ["m1"])) == {"m1"}


async def test_a_closed_index_halts_until_it_is_opened(server: Server, name: str) -> None:
    index = await index_of(server, name)
    await server.ask("POST", f"/{name}/_close")
    with pytest.raises(ConfigurationError, match="index_closed_exception"):
        await index.apply(batch("m1"))

    await server.ask("POST", f"/{name}/_open")

    assert await eventually(index, batch("m1")) == []
    assert set(await index.get(ANN, ["m1"])) == {"m1"}


async def _told(lines: Sequence[Mapping[str, Any]], event: str) -> None:
    while not any(line["event"] == event for line in lines):  # noqa: ASYNC110 - a log line sets no event
        await asyncio.sleep(0.02)


async def blocked(server: Server, name: str, block: str, value: bool) -> None:
    await server.ask("PUT", f"/{name}/_settings", {"index.blocks": {block: value}})


async def test_a_full_disk_is_waited_for(server: Server, name: str) -> None:
    """The flood stage sets this block by itself, and lifts it once there is room."""
    index = await index_of(server, name)
    await blocked(server, name, "read_only_allow_delete", True)
    with capture_logs() as lines:
        writing = asyncio.create_task(index.apply(batch("m1")))
        async with asyncio.timeout(30):
            await _told(lines, "bulk_retried")
        assert not writing.done()

        await blocked(server, name, "read_only_allow_delete", False)
        written = await writing

    assert written == []
    assert set(await index.get(ANN, ["m1"])) == {"m1"}


async def test_a_block_that_somebody_set_halts_until_it_is_lifted(server: Server, name: str) -> None:
    index = await index_of(server, name)
    await blocked(server, name, "write", True)
    with pytest.raises(ConfigurationError, match="cluster_block_exception"):
        await index.apply(batch("m1"))

    await blocked(server, name, "write", False)

    assert await eventually(index, batch("m1")) == []


async def test_an_alias_without_an_index_to_write_to_halts(server: Server, name: str) -> None:
    other, alias = f"{name}-2", f"{name}-alias"
    await create(server, other, IDENTITY)
    try:
        actions = [{"add": {"index": held, "alias": alias}} for held in (name, other)]
        await server.ask("POST", "/_aliases", {"actions": actions})

        with pytest.raises(ConfigurationError, match="no write index"):
            await write_all(server, alias, [Write("a", "u", 1, compact({"type": "mark"}))])
    finally:
        await delete(server, other)


async def test_an_index_whose_vectors_have_another_size_is_refused_at_the_start_with_both(
    server: Server, name: str
) -> None:
    mapping = (await server.ask("GET", f"/{name}/_mapping"))[name]["mappings"]
    mapping["properties"]["vector"]["dimension"] = DIMENSION + 1
    other = f"{name}-other"
    await server.ask("PUT", f"/{other}", {"settings": {"index.knn": True, **ANALYSIS}, "mappings": mapping})
    try:
        with pytest.raises(ConfigurationError, match="dimension of vector is 17, and must be 16"):
            await check(server, other, IDENTITY)
    finally:
        await delete(server, other)


ANALYSIS = {
    "index.analysis.analyzer.terms.type": "custom",
    "index.analysis.analyzer.terms.tokenizer": "whitespace",
}


@pytest.mark.parametrize("engine", get_args(Engine))
async def test_every_engine_has_a_mapping_that_opensearch_takes_and_the_check_accepts(
    server: Server, engine: Engine
) -> None:
    """Writes to faiss are not tried: the local node has no native libraries."""
    name = f"faults-{uuid.uuid4().hex}"
    try:
        await create(server, name, Identity(generation=1, model="test@1", dimension=DIMENSION, engine=engine))
        # Whoever reads it has the default.
        await check(server, name, IDENTITY)

        held = (await server.ask("GET", f"/{name}/_mapping"))[name]["mappings"]["properties"]["vector"]
        assert held["method"]["engine"] == engine.partition("-")[0]
        assert held["dimension"] == DIMENSION
    finally:
        await delete(server, name)


async def test_an_index_that_leaves_its_engine_to_the_server_is_refused(server: Server, name: str) -> None:
    mapping = (await server.ask("GET", f"/{name}/_mapping"))[name]["mappings"]
    del mapping["properties"]["vector"]["method"]
    mapping["properties"]["vector"]["space_type"] = "cosinesimil"
    other = f"{name}-other"
    await server.ask("PUT", f"/{other}", {"settings": {"index.knn": True, **ANALYSIS}, "mappings": mapping})
    try:
        with pytest.raises(ConfigurationError, match="engine of vector is None, and must be 'lucene'"):
            await check(server, other, IDENTITY)
    finally:
        await delete(server, other)
