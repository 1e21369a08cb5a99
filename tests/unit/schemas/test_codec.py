"""Records as bytes: read for ever, refused when changed, silent about what they hold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from schemas import json_schemas
from schemas.codec import Header, decode, encode, keyed_hash, split
from schemas.errors import CodecError, NewerSchemaError
from schemas.events import EVENT
from schemas.upcasters import upcast
from tests.unit.schemas.samples import GOLDEN, SAMPLES, TURN, event_types
from tests.unit.schemas.vault import Vault


def adapter_of(name: str) -> TypeAdapter[object]:
    return EVENT if name in event_types() else TypeAdapter(type(SAMPLES[name]))  # type: ignore[return-value]


def header(**more: object) -> Header:
    return Header.model_validate({"type": "TurnRecorded", "key_id": "golden", **more})


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.bin")), ids=lambda path: path.name)
def test_stored_bytes_of_every_version_are_read_for_ever(path: object) -> None:
    name = path.name.split(".")[0]  # type: ignore[attr-defined]
    read = decode(path.read_bytes(), adapter_of(name), Vault())[1]  # type: ignore[attr-defined]

    assert read == SAMPLES[name]


def test_every_event_type_has_stored_bytes() -> None:
    stored = {path.name.split(".")[0] for path in GOLDEN.glob("*.bin")}

    assert event_types() <= set(SAMPLES)
    assert set(SAMPLES) <= stored


def test_the_checked_in_json_schemas_are_those_of_the_records() -> None:
    stored = {path.name: path.read_text(encoding="utf-8") for path in json_schemas.FOLDER.glob("*.json")}

    for name, text in json_schemas.generated().items():
        assert stored.get(name) == text, f"{name} is old: run python -m schemas.json_schemas"


def test_nothing_that_was_said_stands_in_the_clear() -> None:
    value = encode(header(user_key="k"), TURN, Vault())

    for word in ("13900139000", "小梅", "a cat", "e-1"):
        assert word.encode() not in value


@given(st.data())
def test_a_changed_byte_is_never_read_as_something_else(data: st.DataObject) -> None:
    value = bytearray(encode(header(), TURN, Vault()))
    place = data.draw(st.integers(0, len(value) - 1))
    value[place] ^= 1 << data.draw(st.integers(0, 7))

    with pytest.raises(CodecError):
        decode(bytes(value), EVENT, Vault())


@given(st.binary(max_size=200))
def test_foreign_bytes_are_refused(value: bytes) -> None:
    with pytest.raises(CodecError):
        split(value)


def test_a_newer_version_stops_the_reader() -> None:
    value = encode(header(schema_version=2), TURN, Vault())

    with pytest.raises(NewerSchemaError, match="TurnRecorded version 2"):
        decode(value, EVENT, Vault())


def test_a_newer_frame_stops_the_reader() -> None:
    with pytest.raises(NewerSchemaError):
        split(b"MN2\n" + bytes(64))


def test_old_versions_pass_through_every_upcaster_in_order() -> None:
    steps = {
        ("Said", 1): lambda old: {**old, "words": old["text"]},
        ("Said", 2): lambda old: {**old, "count": len(str(old["words"]).split())},
    }

    read = upcast("Said", 1, b'{"text": "two words"}', current={"Said": 3}, upcasters=steps)
    assert b'"count": 2' in read

    with pytest.raises(CodecError, match="version 2"):
        upcast("Said", 2, b"{}", current={"Said": 3}, upcasters={})


@given(st.text(), st.text(), st.text())
def test_keyed_hashes_do_not_run_parts_together(left: str, middle: str, right: str) -> None:
    joined = keyed_hash(b"s", left + middle, right)
    parted = keyed_hash(b"s", left, middle + right)

    assert (joined == parted) == (middle == "")
