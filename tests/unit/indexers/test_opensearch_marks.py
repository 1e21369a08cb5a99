"""Watermarks: whoever waits for a write looks together with the others."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from indexers.opensearch.marks import Marks
from schemas.errors import UnavailableError


class Index:
    """Answers with the next of its watermarks once it may."""

    def __init__(self, *watermarks: int) -> None:
        self.asked = 0
        self.may = asyncio.Event()
        self._watermarks = watermarks

    async def search(self, body: Any) -> Any:
        place, self.asked = self.asked, self.asked + 1
        await self.may.wait()
        if self._watermarks[place] < 0:
            raise UnavailableError("away")
        return {"hits": {"hits": [{"fields": {"partition": [3], "offset": [self._watermarks[place]]}}]}}


async def test_many_who_ask_at_once_ask_the_index_once() -> None:
    index = Index(7)
    marks = Marks(index.search)
    asking = [asyncio.create_task(marks.of(partition)) for partition in (3, 3, 2)]
    gives_up = asyncio.create_task(marks.of(3))
    await asyncio.sleep(0)

    gives_up.cancel()
    index.may.set()

    assert await asyncio.gather(*asking) == [7, 7, -1]
    assert index.asked == 1


async def test_what_was_made_visible_is_read_again() -> None:
    index = Index(7, 8)
    index.may.set()
    marks = Marks(index.search)
    await marks.of(3)

    marks.forget()

    assert await marks.of(3) == 8


async def test_an_index_that_was_away_is_asked_again() -> None:
    index = Index(-1, 8)
    index.may.set()
    marks = Marks(index.search)

    with pytest.raises(UnavailableError):
        await marks.of(3)
    assert await marks.of(3) == 8
