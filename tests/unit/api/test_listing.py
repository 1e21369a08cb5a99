"""Cursors of listings that the API pages itself, and locks by name."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.cursors import page_after
from api.locks import Locks
from schemas.errors import InvalidInputError


@given(st.lists(st.text(st.characters(codec="utf-8")), unique=True, max_size=20), st.integers(1, 7))
def test_pages_are_disjoint_and_complete(names: list[str], limit: int) -> None:
    seen: list[str] = []
    cursor = ""
    while True:
        page, cursor = page_after(names, str, limit=limit, cursor=cursor)
        seen += page
        if not cursor:
            break

    assert seen == names


@pytest.mark.parametrize("cursor", ["garbage", "YWJj", "!", "a", "Yf8"])
def test_a_cursor_that_was_not_given_is_refused(cursor: str) -> None:
    with pytest.raises(InvalidInputError) as refused:
        page_after(["x"], str, limit=1, cursor=cursor)

    assert refused.value.field == "cursor"


async def test_one_name_is_held_by_one_and_others_do_not_wait() -> None:
    locks = Locks()
    seen: list[str] = []

    async def inside(name: str, mark: str) -> None:
        async with locks.one_at_a_time(name):
            seen.append(f"in {mark}")
            await asyncio.sleep(0)
            seen.append(f"out {mark}")

    await asyncio.gather(inside("a", "1"), inside("a", "2"), inside("b", "3"))

    assert seen.index("out 1") < seen.index("in 2")
    assert seen.index("in 3") < seen.index("out 1")
    assert locks._held == {}
