"""What becomes of each item of a bulk answer, and of a request that is refused as a whole."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from indexers.opensearch.bulk import DISAGREEMENT, Write, fate_of, write_all
from indexers.opensearch.server import Refused, Server
from schemas.errors import ConfigurationError, IndexMissingError


@pytest.mark.parametrize(
    ("status", "kind", "reason", "fate"),
    [
        (200, "", "", "done"),
        (201, "", "", "done"),
        (409, "version_conflict_engine_exception", "", "done"),
        (404, "", "", "done"),
        (429, "rejected_execution_exception", "", "retry"),
        (429, "cluster_block_exception", "disk flood stage", "retry"),
        (503, "unavailable_shards_exception", "", "retry"),
        (403, "cluster_block_exception", "index read-only", "halt"),
        (404, "index_not_found_exception", "", "halt"),
        (400, "index_closed_exception", "", "halt"),
        (400, "illegal_argument_exception", "no write index is defined for alias [m]", "halt"),
        (400, "mapper_parsing_exception", "", "poison"),
        (400, "strict_dynamic_mapping_exception", "", "poison"),
        (400, "routing_missing_exception", "", "poison"),
    ],
)
def test_an_item_is_judged_by_status_and_type(status: int, kind: str, reason: str, fate: str) -> None:
    assert fate_of(status, kind, reason) == fate


class Answering(Server):
    """Answers each item as `told` says; refuses a whole request that holds the id "whole"."""

    def __init__(self, told: Mapping[str, tuple[int, str]]) -> None:
        self.told = dict(told)
        self.taken: list[str] = []

    async def lines(self, path: str, lines: Sequence[str], *, params: Mapping[str, str] | None = None) -> Any:
        ids = [action["index"]["_id"] for line in lines if "index" in (action := json.loads(line))]
        if "whole" in ids:
            raise Refused(400, "illegal_argument_exception", "the id is too long")
        items = []
        for name in ids:
            status, kind = self.told.get(name, (201, ""))
            items.append({"index": {"status": status, **({"error": {"type": kind}} if kind else {})}})
            if status < 300:
                self.taken.append(name)
            elif status == 429:
                del self.told[name]
        return {"items": items}


def writes(*names: str) -> list[Write]:
    return [Write(name, "u", 1, {"memory_id": name}) for name in names]


async def test_a_poisoned_item_is_refused_and_its_neighbours_are_taken() -> None:
    server = Answering({"bad": (400, "mapper_parsing_exception"), "busy": (429, "rejected_execution_exception")})

    poison = await write_all(server, "i", writes("a", "bad", "busy", "b"))

    assert [one.write.doc_id for one in poison] == ["bad"]
    assert sorted(server.taken) == ["a", "b", "busy"]


async def test_a_request_that_is_refused_as_a_whole_is_halved_until_the_item_at_fault_stands_alone() -> None:
    server = Answering({})

    poison = await write_all(server, "i", writes("a", "b", "whole", "c", "d"))

    assert [one.write.doc_id for one in poison] == ["whole"]
    assert sorted(server.taken) == ["a", "b", "c", "d"]


async def test_a_missing_index_halts_and_so_does_one_that_takes_nothing() -> None:
    with pytest.raises(IndexMissingError):
        await write_all(Answering({"a": (404, "index_not_found_exception")}), "i", writes("a"))
    names = [str(number) for number in range(DISAGREEMENT)]
    refusing = Answering(dict.fromkeys(names, (400, "strict_dynamic_mapping_exception")))
    with pytest.raises(ConfigurationError, match="every one of 10"):
        await write_all(refusing, "i", writes(*names))
