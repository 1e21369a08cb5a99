"""Cursors are good for one listing; digests do not depend on order and tell every change that matters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexers.cursor import read_cursor, write_cursor
from indexers.digest import combine, contribution
from schemas.errors import InvalidInputError
from tests.contract.index_adapters import memory_of, scope_of

SECRET = b"secret"
ANNA = scope_of("anna")


@given(st.binary(max_size=100), st.text(max_size=20))
def test_a_cursor_brings_back_its_place(place: bytes, purpose: str) -> None:
    assert read_cursor(SECRET, purpose, write_cursor(SECRET, purpose, place)) == place


@given(st.text(max_size=60))
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(InvalidInputError):
        read_cursor(SECRET, "memories", text)


def test_a_cursor_of_another_listing_or_installation_is_refused() -> None:
    cursor = write_cursor(SECRET, "memories newest anna", b"place")

    for secret, purpose in ((SECRET, "memories oldest anna"), (b"other", "memories newest anna")):
        with pytest.raises(InvalidInputError):
            read_cursor(secret, purpose, cursor)


def test_a_digest_does_not_depend_on_order() -> None:
    parts = [contribution(memory_of(ANNA, f"m{n}", offset=n), SECRET) for n in range(9)]

    assert combine(parts) == combine(reversed(parts))
    assert combine(parts).count == 9
    assert combine([]).value == "0" * 32


@pytest.mark.parametrize("change", [{"status": "active"}, {"content": "coffee"}, {"offset": 2}, {"partition": 1}])
def test_a_digest_tells_status_content_and_position(change: dict[str, object]) -> None:
    memory = memory_of(ANNA, "m1")

    assert contribution(memory, SECRET) != contribution(memory.model_copy(update=change), SECRET)


def test_a_digest_is_keyed() -> None:
    memory = memory_of(ANNA, "m1")

    assert contribution(memory, SECRET) != contribution(memory, b"other")
