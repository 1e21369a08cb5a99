"""The AsyncAPI document says what an inbox takes: it hangs together, and its schema is the one that records meet."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from pydantic import ValidationError

from schemas.asyncapi import asyncapi
from schemas.inbox import INBOX_TURN
from schemas.topics import INBOX, inbox, inbox_tenant

GOOD = {"session": "s", "content": "I keep bees."}
BAD: list[dict[str, Any]] = [
    {"content": "x"},
    {"session": "s"},
    GOOD | {"colour": "red"},
    GOOD | {"tenant": "acme"},
    GOOD | {"schema_version": 2},
    GOOD | {"role": "king"},
    GOOD | {"turn_index": -1},
]


def references(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for part in value.values():
            yield from references(part)
    elif isinstance(value, list):
        for part in value:
            yield from references(part)


def payload_schema() -> dict[str, Any]:
    document = asyncapi()
    return {"$ref": "#/components/schemas/InboxTurn", "components": document["components"]}


def test_every_reference_of_the_document_leads_somewhere() -> None:
    document = asyncapi()

    for reference in references(document):
        found: Any = document
        for part in reference.removeprefix("#/").split("/"):
            assert part in found, reference
            found = found[part]


def test_its_channels_are_the_inboxes() -> None:
    addresses = {channel["address"] for channel in asyncapi()["channels"].values()}

    assert addresses == {INBOX, inbox("{tenant}")}
    assert [inbox_tenant(topic) for topic in (INBOX, inbox("acme"), "mnemolog.turns")] == ["default", "acme", None]


@pytest.mark.parametrize("record", BAD, ids=str)
def test_what_the_schema_refuses_is_refused(record: dict[str, Any]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(record, payload_schema())
    with pytest.raises(ValidationError):
        INBOX_TURN.validate_json(json.dumps(record))


def test_its_example_and_the_least_record_are_taken() -> None:
    (example,) = asyncapi()["components"]["messages"]["InboxTurn"]["examples"]

    for record in (example["payload"], GOOD):
        jsonschema.validate(record, payload_schema())
        taken = INBOX_TURN.validate_json(json.dumps(record))
        assert (taken.session, taken.content) == (record["session"], record["content"])
