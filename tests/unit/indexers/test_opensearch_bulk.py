"""What becomes of each item of a bulk answer, and of a request that is refused as a whole."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from indexers.opensearch.bulk import Fate, Write, fate_of, write_all
from indexers.opensearch.server import Refused, Server, compact, error_of
from schemas.errors import ConfigurationError, IndexMissingError, MnemologError, UnavailableError

ITEMS: list[tuple[int, str, str, Fate]] = [
    (200, "", "", "done"),
    (201, "", "", "done"),
    (409, "version_conflict_engine_exception", "", "done"),
    (404, "", "", "done"),
    (429, "rejected_execution_exception", "", "retry"),
    (429, "circuit_breaking_exception", "", "retry"),
    (429, "cluster_block_exception", "disk usage exceeded flood-stage watermark", "retry"),
    (500, "translog_exception", "", "retry"),
    (502, "", "", "retry"),
    (503, "unavailable_shards_exception", "", "retry"),
    (504, "timeout_exception", "", "retry"),
    (401, "security_exception", "", "halt"),
    (403, "security_exception", "", "halt"),
    (403, "cluster_block_exception", "index read-only", "halt"),
    (404, "index_not_found_exception", "no such index [m]", "halt"),
    (400, "index_closed_exception", "closed", "halt"),
    (400, "illegal_argument_exception", "no write index is defined for alias [m]", "halt"),
    (400, "mapper_parsing_exception", "failed to parse field [vector]", "poison"),
    (400, "strict_dynamic_mapping_exception", "", "poison"),
    (400, "illegal_argument_exception", "Document contains at least one immense term", "poison"),
    (400, "routing_missing_exception", "", "poison"),
    (409, "another_exception", "", "poison"),
]
REQUESTS: list[tuple[int, str, str, type[MnemologError]]] = [
    (429, "rejected_execution_exception", "indexing pressure", UnavailableError),
    (500, "", "", UnavailableError),
    (502, "", "", UnavailableError),
    (503, "", "", UnavailableError),
    (504, "", "", UnavailableError),
    (401, "", "Unauthorized", ConfigurationError),
    (403, "cluster_block_exception", "", ConfigurationError),
    (400, "index_closed_exception", "", ConfigurationError),
    (400, "illegal_argument_exception", "no write index is defined for alias [m]", ConfigurationError),
    (404, "index_not_found_exception", "no such index [m]", IndexMissingError),
    (400, "action_request_validation_exception", "id [aa…] is too long", Refused),
    (400, "illegal_argument_exception", "Malformed action/metadata line", Refused),
    (413, "", "Content Too Large", Refused),
]


@pytest.mark.parametrize(("status", "kind", "reason", "fate"), ITEMS)
def test_an_item_is_judged_by_status_and_type(status: int, kind: str, reason: str, fate: str) -> None:
    assert fate_of(status, kind, reason) == fate


@pytest.mark.parametrize(("status", "kind", "reason", "error"), REQUESTS)
def test_a_request_is_judged_by_status_and_type(
    status: int, kind: str, reason: str, error: type[MnemologError]
) -> None:
    assert type(error_of(status, {"type": kind, "reason": reason}, "/m/_bulk")) is error


def test_no_answer_at_all_is_waited_for() -> None:
    assert type(error_of("N/A", {}, "/m/_bulk")) is UnavailableError
    assert type(error_of("TIMEOUT", {}, "/m/_bulk")) is UnavailableError


class Answering(Server):
    """Answers each item as `told` says; refuses with `whole` a request that holds the id "whole" or more items than
    `items_max`."""

    def __init__(
        self, told: Mapping[str, tuple[int, str]], *, whole: int = 400, items_max: int = 1_000, reason: str = ""
    ) -> None:
        self.told = dict(told)
        self.taken: list[str] = []
        self.whole = whole
        self.items_max = items_max
        self.reason = reason

    async def lines(self, path: str, lines: Sequence[bytes], *, params: Mapping[str, str] | None = None) -> Any:
        ids = [action["index"]["_id"] for line in lines if "index" in (action := json.loads(line))]
        if "whole" in ids or len(ids) > self.items_max:
            raise error_of(self.whole, {"type": "illegal_argument_exception", "reason": "refused"}, path)
        items = []
        for name in ids:
            status, kind = self.told.get(name, (201, ""))
            error = {"error": {"type": kind, "reason": self.reason}} if kind else {}
            items.append({"index": {"status": status, **error}})
            if status < 300:
                self.taken.append(name)
            elif status == 429:
                del self.told[name]
        return {"items": items}


def writes(*names: str) -> list[Write]:
    return [Write(name, "u", 1, compact({"memory_id": name})) for name in names]


async def test_in_one_answer_each_item_has_its_own_fate() -> None:
    server = Answering({"bad": (400, "mapper_parsing_exception"), "busy": (429, "rejected_execution_exception")})

    poison = await write_all(server, "i", writes("a", "bad", "busy", "b"))

    assert [one.write.doc_id for one in poison] == ["bad"]
    assert sorted(server.taken) == ["a", "b", "busy"]


async def test_a_request_that_is_refused_as_a_whole_is_halved_until_the_item_at_fault_stands_alone() -> None:
    server = Answering({})

    poison = await write_all(server, "i", writes("a", "b", "whole", "c", "d"))

    assert [one.write.doc_id for one in poison] == ["whole"]
    assert sorted(server.taken) == ["a", "b", "c", "d"]


async def test_a_request_that_is_too_large_is_split_and_nothing_is_given_up() -> None:
    server = Answering({}, whole=413, items_max=2)

    poison = await write_all(server, "i", writes(*"abcdefg"))

    assert poison == []
    assert sorted(server.taken) == list("abcdefg")


async def test_a_missing_index_halts() -> None:
    with pytest.raises(IndexMissingError):
        await write_all(Answering({"a": (404, "index_not_found_exception")}), "i", writes("a"))


async def test_the_reason_names_the_field_and_never_quotes_its_value() -> None:
    quoted = "failed to parse field [vector] of type [knn_vector] in document with id 'x'. Preview: 'my cat is Miso'"
    server = Answering({"bad": (400, "mapper_parsing_exception")}, reason=quoted)

    (poison,) = await write_all(server, "i", writes("bad"))

    assert poison.reason == "400 mapper_parsing_exception in vector"
