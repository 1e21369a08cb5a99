"""Listings of every index: in order, in pages, counted and summed up."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from indexers.index import EventOutcome, MemoryIndex
from schemas.errors import InvalidInputError
from schemas.memories import Memory, Outcome
from schemas.queries import Filters
from tests.contract.index_adapters import START, memory_of, scope_of
from tests.contract.index_samples import ANNA, BORIS, SEEN, batch, fill, found, gone, turns


@pytest.mark.parametrize("order", ["newest", "oldest", "importance"])
async def test_pages_are_disjoint_complete_and_in_order(index: MemoryIndex, order: str) -> None:
    draw = random.Random(1)
    memories = [
        memory_of(
            ANNA,
            f"m{n:02}",
            offset=n,
            importance=draw.choice((0.1, 0.3)),
            occurred_at=START + timedelta(draw.randrange(5)),
        )
        for n in range(23)
    ]
    await fill(index, memories)

    listed: list[Memory] = []
    cursor = ""
    for _ in range(10):
        page = await index.list_memories(ANNA, SEEN, Filters(), order=order, limit=5, cursor=cursor)  # type: ignore[arg-type]
        listed += page.memories
        cursor = page.next_cursor
        if not cursor:
            break

    keys = {
        "newest": lambda memory: (-memory.occurred_at.timestamp(), -memory.known_from),
        "oldest": lambda memory: (memory.occurred_at, memory.known_from),
        "importance": lambda memory: (-memory.importance, -memory.known_from),
    }
    assert listed == sorted(memories, key=keys[order])


async def test_a_cursor_that_was_not_given_is_refused(index: MemoryIndex) -> None:
    await fill(index, turns(ANNA, ["tea"] * 4))
    await fill(index, turns(BORIS, ["tea"] * 4, first=5), BORIS)
    page = await index.list_memories(ANNA, SEEN, Filters(), order="newest", limit=2, cursor="")
    tampered = ("A" if page.next_cursor[0] != "A" else "B") + page.next_cursor[1:]

    for scope, order, cursor in (
        (ANNA, "newest", tampered),
        (ANNA, "newest", "%%%"),
        (ANNA, "newest", "ä"),
        (ANNA, "oldest", page.next_cursor),
        (BORIS, "newest", page.next_cursor),
    ):
        with pytest.raises(InvalidInputError) as refused:
            await index.list_memories(scope, SEEN, Filters(), order=order, limit=2, cursor=cursor)  # type: ignore[arg-type]
        assert refused.value.field == "cursor"


WEIRD = (
    "0b9d7c1e-8a3f-4f6e-9d57-2f1a3c5e7b90", "or", "中文用户", "a:b/c", "u" * 80, "NOT", "a b", "%_",
    "x'; DROP TABLE users", "\U0001f600",
)  # fmt: skip


async def test_any_user_id_is_an_id_and_nothing_else(index: MemoryIndex) -> None:
    for offset, user in enumerate(WEIRD):
        scope = scope_of(user)
        await fill(index, [memory_of(scope, f"id-{offset}", f"tea of {user}", offset=offset)], scope)

    for offset, user in enumerate(WEIRD):
        assert await found(index, scope_of(user)) == [f"id-{offset}"]
    listed: list[tuple[str, int]] = []
    cursor = ""
    while True:
        page, cursor = await index.users("acme", limit=3, cursor=cursor)
        listed += page
        if not cursor:
            break
    assert listed == [(user, 1) for user in sorted(WEIRD)]


async def test_users_are_listed_per_tenant_and_only_with_memories(index: MemoryIndex) -> None:
    other = scope_of("zoe", tenant="other")
    await fill(index, turns(ANNA, ["tea", "coffee"]))
    await fill(index, [memory_of(other, "z1", offset=3)], other)
    await fill(index, [memory_of(BORIS, "b1", offset=4)], BORIS)
    await index.apply(batch([gone(BORIS, "b1", 5)], 5))

    assert await index.users("acme", limit=10, cursor="") == ([("anna", 2)], "")
    assert await index.users("other", limit=10, cursor="") == ([("zoe", 1)], "")
    assert await index.users("none", limit=10, cursor="") == ([], "")
    with pytest.raises(InvalidInputError):
        await index.users("acme", limit=10, cursor="AAAA")


async def test_sessions_are_summed_up_newest_first(index: MemoryIndex) -> None:
    await fill(
        index,
        [
            memory_of(ANNA, "m1", offset=1, session="first"),
            memory_of(ANNA, "m2", offset=2, session="first"),
            memory_of(ANNA, "f1", offset=3, session="first", resolution="fact", occurred_at=START),
            memory_of(ANNA, "m3", offset=4, session="second"),
            memory_of(ANNA, "m4", offset=5, session=""),
        ],
    )

    sessions = await index.sessions(ANNA)

    assert [(held.session, held.turns) for held in sessions] == [("second", 1), ("first", 2)]
    assert (sessions[1].first_at, sessions[1].last_at) == (START, START + timedelta(minutes=2))


async def test_memories_are_counted_by_status(index: MemoryIndex) -> None:
    await fill(index, [*turns(ANNA, ["tea", "coffee"]), memory_of(ANNA, "f1", offset=3, status="superseded")])

    assert await index.count(ANNA) == {"raw": 2, "superseded": 1}


async def test_every_outcome_of_an_event_id_is_told_in_order(index: MemoryIndex) -> None:
    first = EventOutcome(ANNA.user_key, 4, Outcome(event_id="e1", state="indexed", memories=2))
    second = EventOutcome(ANNA.user_key, 9, Outcome(event_id="e1", state="duplicate", reason="seen at 4"))
    await index.apply(batch([], 9, [second, first]))
    await index.apply(batch([], 9, [first]))

    assert await index.outcomes(ANNA, "e1") == [first, second]
    assert await index.outcomes(ANNA, "e2") == []
    assert await index.outcomes(BORIS, "e1") == []
