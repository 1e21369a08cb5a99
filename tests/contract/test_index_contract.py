"""What every index promises, whatever it is made of (indexers/index.py)."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from indexers import bm25
from indexers.facets import bits
from indexers.filters import as_known, is_visible, matches
from indexers.index import (
    CandidateQuery,
    Document,
    EventOutcome,
    IndexBatch,
    MemoryIndex,
    Scope,
    Tombstone,
    Visibility,
)
from schemas.dimensions import Dimensions, Entity, TimeInterval
from schemas.errors import InvalidInputError
from schemas.memories import Link, Memory, Outcome, Revision
from schemas.position import Position
from schemas.queries import Filters, TimeRange
from tests.contract.index_adapters import (
    EPOCH,
    INDEXES,
    NEED_SERVERS,
    PARTITION,
    START,
    IndexFactory,
    document,
    memory_of,
    scope_of,
    vector_of,
)
from tests.contract.servers import require_servers

NOW = datetime(2027, 1, 1, tzinfo=UTC)
SEEN = Visibility(NOW)
ANNA = scope_of("anna")
BORIS = scope_of("boris")


@pytest.fixture(params=INDEXES.keys())
def factory(request: pytest.FixtureRequest) -> IndexFactory:
    if request.param in NEED_SERVERS:
        require_servers(request)
    return INDEXES[request.param]


@pytest.fixture
async def index(factory: IndexFactory, tmp_path: Path) -> AsyncIterator[MemoryIndex]:
    async with factory(tmp_path) as opened:
        yield opened


def version(offset: int) -> int:
    return Position(EPOCH, PARTITION, offset).version


def gone(scope: Scope, memory_id: str, offset: int) -> Tombstone:
    return Tombstone(memory_id, scope.user_key, version(offset), "forgotten")


def batch(changes: Sequence[Document | Tombstone], watermark: int, outcomes: Sequence[EventOutcome] = ()) -> IndexBatch:
    return IndexBatch(EPOCH, PARTITION, changes, watermark, outcomes)


async def fill(index: MemoryIndex, memories: Sequence[Memory], scope: Scope = ANNA) -> None:
    held = [document(scope, memory) for memory in memories]
    rejected = await index.apply(batch(held, max(memory.offset for memory in memories)))
    assert rejected == []


def turns(scope: Scope, texts: Sequence[str], first: int = 1) -> list[Memory]:
    return [memory_of(scope, f"{scope.user}-{offset}", text, offset=offset) for offset, text in enumerate(texts, first)]


def vector(seed: int) -> np.ndarray:
    return np.frombuffer(vector_of(seed), "<f2").astype(np.float32)


async def found(index: MemoryIndex, scope: Scope = ANNA, **fields: object) -> list[str]:
    query = CandidateQuery(scope, **{"visibility": SEEN, "terms": ("tea",), "vector": vector(5), **fields})  # type: ignore[arg-type]
    return (await index.candidates(query)).ids


async def everything(index: MemoryIndex, scope: Scope = ANNA) -> list[Memory]:
    return [memory async for memory in index.scan(scope)]


# Writing


async def test_what_is_applied_comes_back_as_it_was_given(index: MemoryIndex) -> None:
    memory = memory_of(
        ANNA,
        "m1",
        "我喜欢 tea\x1f and \x1b escapes",
        speaker="李\x1f伟",
        tags=("a", "b\x1f"),
        dimensions=Dimensions(language="mixed", entities=(Entity(text="Straße", type="location", start=0, end=1),)),
        valid_to=NOW + timedelta(days=1),
        links=(Link(edge="supports", memory_id="m2", reason="said twice"),),
    )

    await fill(index, [memory])

    assert await index.get(ANNA, ["m1", "unknown"]) == {"m1": memory}
    assert await everything(index) == [memory]


async def test_the_same_batch_twice_changes_nothing(index: MemoryIndex) -> None:
    memories = turns(ANNA, ["green tea", "black tea"])
    await fill(index, memories)
    before = await index.digest(), await index.count(ANNA), await found(index)

    await fill(index, memories)

    assert (await index.digest(), await index.count(ANNA), await found(index)) == before


async def test_a_lower_version_never_replaces_a_higher_one(index: MemoryIndex) -> None:
    newer = memory_of(ANNA, "m1", "tea", offset=9, status="active")
    await fill(index, [newer])

    await fill(index, [memory_of(ANNA, "m1", "coffee", offset=4)])

    assert await index.get(ANNA, ["m1"]) == {"m1": newer}


async def test_a_change_of_status_alone_is_seen_by_the_next_search(index: MemoryIndex) -> None:
    first = memory_of(ANNA, "m1", "tea", offset=1, status="active")
    await fill(index, [first])
    assert await found(index) == ["m1"]

    await fill(index, [first.model_copy(update={"status": "superseded", "offset": 2})])

    assert await found(index) == []
    assert await found(index, visibility=Visibility(NOW, superseded=True)) == ["m1"]


async def test_changed_content_is_found_under_its_new_words_only(index: MemoryIndex) -> None:
    await fill(index, [memory_of(ANNA, "m1", "tea", offset=1)])
    await found(index)

    await fill(index, [memory_of(ANNA, "m1", "coffee", offset=2)])

    assert await found(index, vector=None) == []
    assert await found(index, vector=None, terms=("coffe",)) == ["m1"]


async def test_a_tombstone_holds_against_older_writes(index: MemoryIndex) -> None:
    await fill(index, turns(ANNA, ["tea"]))

    await index.apply(batch([gone(ANNA, "anna-1", 5)], 5))
    await fill(index, turns(ANNA, ["tea"]))

    assert await index.get(ANNA, ["anna-1"]) == {}
    assert await found(index) == []
    assert await index.count(ANNA) == {}


async def test_a_tombstone_for_an_unknown_memory_holds_too(index: MemoryIndex) -> None:
    await index.apply(batch([gone(ANNA, "anna-1", 5)], 5))

    await fill(index, turns(ANNA, ["tea"]))

    assert await everything(index) == []


async def test_a_later_write_brings_a_dropped_memory_back(index: MemoryIndex) -> None:
    await index.apply(batch([gone(ANNA, "m1", 5)], 5))

    await fill(index, [memory_of(ANNA, "m1", offset=6)])

    assert await found(index) == ["m1"]


async def test_changes_of_one_memory_in_one_batch_count_in_order(index: MemoryIndex) -> None:
    first, second = memory_of(ANNA, "m1", offset=1), memory_of(ANNA, "m2", offset=2)
    changes = [document(ANNA, first), document(ANNA, second), gone(ANNA, "m1", 3)]

    await index.apply(batch([*changes, document(ANNA, second.model_copy(update={"offset": 4}))], 4))

    assert [memory.memory_id for memory in await everything(index)] == ["m2"]
    assert (await index.get(ANNA, ["m2"]))["m2"].offset == 4


async def test_a_vector_of_another_size_is_refused_and_its_neighbours_are_not(index: MemoryIndex) -> None:
    bad = memory_of(ANNA, "bad", offset=1, vector=b"\0\1")
    nan = memory_of(ANNA, "nan", offset=2, context_vector=np.full(16, np.nan, "<f2").tobytes())
    good = memory_of(ANNA, "good", offset=3)

    rejected = await index.apply(batch([document(ANNA, memory) for memory in (bad, nan, good)], 3))

    assert [held.memory_id for held in rejected] == ["bad", "nan"]
    assert all(held.reason for held in rejected)
    assert await found(index) == ["good"]


async def test_the_watermark_stands_where_the_last_batch_said_and_never_falls(index: MemoryIndex) -> None:
    assert await index.watermark(PARTITION) == -1

    await index.apply(batch([], 7))
    await index.apply(batch([], 3))

    assert await index.watermark(PARTITION) == 7
    assert await index.watermark(PARTITION + 1) == -1


async def test_a_new_log_epoch_starts_its_watermark_anew(index: MemoryIndex) -> None:
    await index.apply(batch([], 7))

    await index.apply(IndexBatch(EPOCH + 1, PARTITION, [], 2))

    assert await index.watermark(PARTITION) == 2


async def test_what_was_applied_is_there_after_reopening(factory: IndexFactory, tmp_path: Path) -> None:
    async with factory(tmp_path) as index:
        await fill(index, turns(ANNA, ["green tea", "black tea"]))
        before = await index.digest(), await everything(index), await found(index)

    async with factory(tmp_path) as index:
        assert (await index.digest(), await everything(index), await found(index)) == before
        assert await index.watermark(PARTITION) == 2


async def test_the_digest_does_not_depend_on_batches_or_on_the_order_between_users(
    factory: IndexFactory, tmp_path: Path
) -> None:
    changes: dict[Scope, list[Document | Tombstone]] = {}
    for scope in (ANNA, BORIS):
        held = [document(scope, memory) for memory in turns(scope, [f"tea {number}" for number in range(8)])]
        again = document(scope, held[3].memory.model_copy(update={"status": "superseded", "offset": 20}))
        changes[scope] = [*held, gone(scope, f"{scope.user}-5", 21), again]
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    async with factory(tmp_path / "one") as one, factory(tmp_path / "two") as two:
        await one.apply(batch([*changes[ANNA], *changes[BORIS]], 30))
        for scope in (BORIS, ANNA):
            for change in changes[scope]:
                await two.apply(batch([change], 30))

        assert await one.digest() == await two.digest()
        assert (await one.digest()).count == 14
        assert await found(one) == await found(two)


# Asking


async def test_scores_are_bm25_and_cosine_over_the_users_own_memories(index: MemoryIndex) -> None:
    memories = turns(ANNA, ["green tea at noon", "black tea, strong tea", "coffee", "tea and cake and more cake"])
    await fill(index, memories)

    query = CandidateQuery(ANNA, SEEN, terms=("tea", "cake"), vector=vector(5))
    candidates = await index.candidates(query)

    held = [document(ANNA, memory) for memory in memories]
    for route in ("text", "context"):
        tokens = [item.tokens if route == "text" else item.context_tokens for item in held]
        statistics = bm25.statistics_of(query.terms, tokens)
        expected = bm25.score_tokens(query.terms, tokens, statistics)
        np.testing.assert_allclose(np.nan_to_num(candidates.scores[route]), expected, atol=1e-9)
        documents, length, frequencies = candidates.statistics[route]
        assert (documents, length) == (statistics.documents, statistics.length)
        assert frequencies == statistics.frequencies
    for route, field in (("vector", "vector"), ("context_vector", "context_vector")):
        vectors = np.stack([np.frombuffer(getattr(memory, field), "<f2") for memory in memories]).astype(np.float64)
        expected = vectors @ vector(5) / np.linalg.norm(vectors, axis=1)
        np.testing.assert_allclose(candidates.scores[route], expected, atol=2e-6)
    assert candidates.ids == [memory.memory_id for memory in memories]
    np.testing.assert_array_equal(candidates.occurred_at, [memory.occurred_at.timestamp() for memory in memories])
    assert candidates.watermark == 4


async def test_a_candidate_shows_when_it_came_and_what_it_holds(index: MemoryIndex) -> None:
    named = Dimensions(entities=(Entity(text="Ghent", type="location", start=0, end=5),))
    memories = [
        memory_of(ANNA, "m1", "two teas", offset=7, known_from=7),
        memory_of(ANNA, "m2", "Ghent tea", offset=9, known_from=3, dimensions=named),
    ]
    await fill(index, memories)

    found = await index.candidates(CandidateQuery(ANNA, SEEN, terms=("tea",)))

    assert found.ids == ["m1", "m2"]
    assert found.order.tolist() == [7, 3]
    assert found.facets.tolist() == [bits(["number"]), bits(["place"])]


async def test_a_route_scores_only_what_it_found(index: MemoryIndex) -> None:
    await fill(
        index,
        [memory_of(ANNA, "a", "tea", offset=1, vector=b"", context_vector=b""), memory_of(ANNA, "b", "cake", offset=2)],
    )

    candidates = await index.candidates(CandidateQuery(ANNA, SEEN, terms=("tea",), vector=vector(5)))

    assert candidates.ids == ["a", "b"]
    assert np.isnan(candidates.scores["text"]).tolist() == [False, True]
    assert np.isnan(candidates.scores["vector"]).tolist() == [True, False]


async def test_another_users_memories_change_nothing(index: MemoryIndex) -> None:
    await fill(index, turns(ANNA, ["green tea", "black tea", "coffee"]))
    query = CandidateQuery(ANNA, SEEN, terms=("tea", "coffe"), vector=vector(5))
    before = await index.candidates(query)

    await fill(index, turns(BORIS, ["tea tea tea"] * 20, first=4), BORIS)
    after = await index.candidates(query)

    assert after.ids == before.ids
    assert after.statistics == before.statistics
    assert after.speakers == before.speakers
    for route, scores in before.scores.items():
        np.testing.assert_array_equal(after.scores[route], scores)


async def test_a_memory_of_another_user_is_not_there(index: MemoryIndex) -> None:
    await fill(index, turns(ANNA, ["tea"]))

    assert await index.get(BORIS, ["anna-1"]) == {}
    assert await found(index, BORIS) == []
    assert await everything(index, BORIS) == []
    assert await index.sessions(BORIS) == []
    assert await index.get(scope_of("anna", tenant="other"), ["anna-1"]) == {}


async def test_filters_act_inside_so_that_no_place_is_lost(index: MemoryIndex) -> None:
    near = [memory_of(ANNA, f"near-{n:03}", "tea", offset=n, session="other", vector=vector_of(5)) for n in range(40)]
    far = [memory_of(ANNA, f"far-{n:03}", "tea", offset=50 + n, session="wanted") for n in range(12)]
    await fill(index, [*near, *far])

    for depth, expected in ((5, 5), (12, 12), (30, 12)):
        query = CandidateQuery(ANNA, SEEN, Filters(session=("wanted",)), ("tea",), vector(5), depth)
        candidates = await index.candidates(query)

        assert set(candidates.sessions) == {"wanted"}
        for route in candidates.scores:
            assert np.count_nonzero(~np.isnan(candidates.scores[route])) == expected


async def test_equal_scores_at_the_edge_are_decided_by_id(factory: IndexFactory, tmp_path: Path) -> None:
    memories = [memory_of(ANNA, f"m{n:02}", "tea", offset=n, vector=b"", context_vector=b"") for n in range(1, 31)]
    shuffled = random.Random(3).sample(memories, len(memories))
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    async with factory(tmp_path / "one") as one, factory(tmp_path / "two") as two:
        await fill(one, memories)
        for memory in shuffled:
            await fill(two, [memory])

        assert await found(one, depth=10) == await found(two, depth=10) == [f"m{n:02}" for n in range(1, 11)]


async def test_no_terms_and_no_vector_find_nothing_and_still_tell_the_speakers(index: MemoryIndex) -> None:
    await fill(index, [memory_of(ANNA, f"m{n}", offset=n, speaker="Mel" if n < 4 else "Caroline") for n in range(1, 6)])

    candidates = await index.candidates(CandidateQuery(ANNA, SEEN))

    assert candidates.ids == []
    assert candidates.speakers == ("Mel", "Caroline")


async def test_an_unknown_user_has_nothing(index: MemoryIndex) -> None:
    nobody = scope_of("nobody")

    assert await found(index, nobody) == []
    assert (await index.candidates(CandidateQuery(nobody, SEEN))).watermark == -1
    assert await index.get(nobody, ["m1"]) == {}
    assert await index.count(nobody) == {}
    assert await index.sessions(nobody) == []
    assert await index.outcomes(nobody, "e1") == []
    assert await index.erase(nobody, upto_version=version(9)) == 0


# As it was known


def life(*steps: tuple[int, str, float]) -> tuple[Revision, ...]:
    return tuple(
        Revision.model_validate({"offset": offset, "status": status, "confidence": confidence})
        for offset, status, confidence in steps
    )


async def test_as_of_shows_what_was_known_then_with_the_status_it_had(index: MemoryIndex) -> None:
    old = memory_of(
        ANNA, "old", "tea", offset=10, known_from=2, status="superseded", confidence=0.4,
        history=life((2, "active", 0.9), (10, "superseded", 0.4)),
    )  # fmt: skip
    new = memory_of(ANNA, "new", "tea", offset=10, status="active")
    await fill(index, [old, new])

    async def statuses(as_of: int) -> dict[str, str]:
        candidates = await index.candidates(CandidateQuery(ANNA, Visibility(NOW, as_of), terms=("tea",)))
        return dict(zip(candidates.ids, candidates.status, strict=True))

    assert await statuses(1) == {}
    assert await statuses(2) == {"old": "active"}
    assert await statuses(9) == {"old": "active"}
    assert await statuses(10) == {"new": "active"}
    page = await index.list_memories(ANNA, Visibility(NOW, 9), Filters(), order="newest", limit=5, cursor="")
    assert page.memories == [as_known(old, 9)]
    assert page.memories[0].confidence == 0.9


async def test_retired_memories_are_hidden_at_every_position(index: MemoryIndex) -> None:
    await fill(
        index,
        [
            memory_of(
                ANNA, "m1", offset=5, known_from=1, status="retired", history=life((1, "raw", 1), (5, "retired", 1))
            )
        ],
    )

    for as_of in (None, 1, 5):
        assert await found(index, visibility=Visibility(NOW, as_of, superseded=True, expired=True)) == []
    assert await index.get(ANNA, ["m1"]) == {}


async def test_quarantined_memories_pass_only_by_name(index: MemoryIndex) -> None:
    await fill(index, [memory_of(ANNA, "m1", offset=1, status="quarantined")])

    assert await found(index, visibility=Visibility(NOW, superseded=True, expired=True)) == []
    assert await found(index, filters=Filters(status=("quarantined",))) == ["m1"]
    assert set(await index.get(ANNA, ["m1"])) == {"m1"}


async def test_an_episode_is_seen_by_who_asks_for_episodes_and_weighs_no_words_of_others(index: MemoryIndex) -> None:
    said = turns(ANNA, ("green tea", "black tea", "a bus"))
    await fill(index, said)
    query = CandidateQuery(ANNA, SEEN, terms=("tea", "bus"), vector=vector(5))
    before = await index.candidates(query)

    await fill(index, [memory_of(ANNA, "e", "green tea black tea", offset=9, resolution="episode", status="active")])

    after = await index.candidates(query)
    assert (after.ids, after.statistics) == (before.ids, before.statistics)
    assert await found(index, filters=Filters(resolution=("episode",))) == ["e"]
    assert await found(index, filters=Filters(resolution=("turn",))) == sorted(memory.memory_id for memory in said)


async def test_expiry_is_judged_at_the_time_of_the_question(index: MemoryIndex) -> None:
    await fill(index, [memory_of(ANNA, "m1", offset=1, valid_to=START)])

    assert await found(index, visibility=Visibility(START - timedelta(microseconds=1))) == ["m1"]
    assert await found(index, visibility=Visibility(START)) == []
    assert await found(index, visibility=Visibility(START, expired=True)) == ["m1"]
    assert await found(index, filters=Filters(valid_at=START - timedelta(days=1))) == ["m1"]


async def test_what_held_at_a_time_is_found_though_it_was_superseded_since(index: MemoryIndex) -> None:
    half, end = START + timedelta(days=5), START + timedelta(days=9)
    held = memory_of(ANNA, "old", offset=1, resolution="fact", status="superseded", valid_to=half)
    undated = memory_of(ANNA, "undated", offset=2, resolution="fact", status="superseded")
    now = memory_of(ANNA, "now", offset=3, resolution="fact", status="active", valid_from=half)
    await fill(index, [held, undated, now])

    seen = Visibility(end)
    assert await found(index, visibility=seen, filters=Filters(valid_at=START)) == ["old"]
    assert await found(index, visibility=seen, filters=Filters(valid_at=half)) == ["now"]
    assert await found(index, visibility=seen) == ["now"]
    assert await found(index, visibility=Visibility(end, superseded=True)) == ["now", "old", "undated"]


# The tail


async def test_the_tail_counts_as_if_it_were_indexed(factory: IndexFactory, tmp_path: Path) -> None:
    texts = ["green tea", "black tea", "coffee", "tea and cake", "nothing"]
    memories = turns(ANNA, texts)
    changed = memory_of(ANNA, "anna-1", "white tea", offset=9)
    (tmp_path / "whole").mkdir()
    (tmp_path / "tailed").mkdir()
    async with factory(tmp_path / "whole") as whole, factory(tmp_path / "tailed") as tailed:
        await fill(whole, [memories[1], *memories[3:], changed])
        await fill(tailed, memories[:3])
        expected = await whole.candidates(CandidateQuery(ANNA, SEEN, terms=("tea", "coffe"), vector=vector(5)))

        overlay = tuple(document(ANNA, memory) for memory in (*memories[3:], changed))
        query = CandidateQuery(
            ANNA, SEEN, terms=("tea", "coffe"), vector=vector(5), overlay=overlay, hidden=frozenset({"anna-3"})
        )
        merged = await tailed.candidates(query)

        assert merged.ids == expected.ids
        assert merged.statistics == expected.statistics
        assert merged.speakers == expected.speakers
        for route, scores in expected.scores.items():
            np.testing.assert_array_equal(merged.scores[route], scores)
        assert (await tailed.get(ANNA, ["anna-1"]))["anna-1"].content == "green tea"


async def test_a_hidden_id_hides_the_tail_too_and_an_older_tail_hides_nothing(index: MemoryIndex) -> None:
    await fill(index, [memory_of(ANNA, "m1", "tea", offset=9)])

    stale = document(ANNA, memory_of(ANNA, "m1", "coffee", offset=3))
    hidden = document(ANNA, memory_of(ANNA, "m2", "tea", offset=10))

    assert await found(index, vector=None, overlay=(stale, hidden), hidden=frozenset({"m2", "unknown"})) == ["m1"]


async def test_the_tail_of_another_user_is_not_looked_at(index: MemoryIndex) -> None:
    assert await found(index, overlay=(document(BORIS, memory_of(BORIS, "m1", "tea")),)) == []


# Listing


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


# Erasing


async def test_erasing_a_user_leaves_nothing_and_touches_nobody_else(index: MemoryIndex) -> None:
    await fill(index, turns(ANNA, ["green tea", "black tea"]))
    await fill(index, turns(BORIS, ["tea"], first=3), BORIS)
    await index.apply(batch([], 4, [EventOutcome(ANNA.user_key, 1, Outcome(event_id="e1", state="indexed"))]))
    await found(index)

    assert await index.erase(ANNA, upto_version=version(5)) == 2
    assert await index.erase(ANNA, upto_version=version(5)) == 0

    assert await found(index) == []
    assert await everything(index) == []
    assert await index.outcomes(ANNA, "e1") == []
    assert await index.users("acme", limit=9, cursor="") == ([("boris", 1)], "")
    assert await found(index, BORIS) == ["boris-3"]


async def test_what_was_erased_does_not_come_back_and_newer_things_may(index: MemoryIndex) -> None:
    await fill(index, turns(ANNA, ["tea"]))
    await index.erase(ANNA, upto_version=version(5))

    await fill(index, [*turns(ANNA, ["tea", "tea"]), memory_of(ANNA, "new", "tea", offset=6)])

    assert await found(index) == ["new"]
    assert await index.users("acme", limit=9, cursor="") == ([("anna", 1)], "")


async def test_erasing_spares_what_was_written_after_it(index: MemoryIndex) -> None:
    await fill(index, turns(ANNA, ["tea", "tea", "tea"]))

    assert await index.erase(ANNA, upto_version=version(2)) == 2

    assert await found(index) == ["anna-3"]


# Filters, against the definition

WORDS = ("tea", "coffee", "noon", "茶", "cake")
SHORT = st.sampled_from(("", "a", "b", "Ä", "中"))
STATUSES = ("raw", "provisional", "active", "superseded", "quarantined", "retired")


def day_or_open(start: datetime, days: int) -> TimeInterval:
    """A time of so many days that is spoken of; of none: without an end."""
    return TimeInterval(start=start, end=start + timedelta(days=days) if days else None, granularity="day")


MOMENTS = st.integers(-3, 3).map(lambda step: START + timedelta(days=step))
TIMES = st.builds(day_or_open, MOMENTS, st.integers(0, 3))


@st.composite
def lives(draw: st.DrawFn, number: int) -> Memory:
    offsets = sorted(draw(st.sets(st.integers(0, 12), min_size=1, max_size=3)))
    steps = [(offset, draw(st.sampled_from(STATUSES)), draw(st.sampled_from((0.2, 0.5, 0.9)))) for offset in offsets]
    entity = Entity(text=draw(st.sampled_from(("Paris", "PARIS", "李伟", "Straße"))), type="location", start=0, end=1)
    return memory_of(
        ANNA,
        f"m{number}",
        draw(st.sampled_from(WORDS)),
        offset=offsets[-1],
        known_from=offsets[0],
        status=steps[-1][1],
        confidence=steps[-1][2],
        history=life(*steps),
        resolution=draw(st.sampled_from(("turn", "fact", "episode"))),
        kind=draw(st.sampled_from((None, "fact", "preference"))),
        scope=draw(st.sampled_from(("core", "task"))),
        role=draw(st.sampled_from(("user", "assistant"))),
        session=draw(SHORT),
        task=draw(SHORT),
        agent=draw(SHORT),
        speaker=draw(SHORT),
        subject=draw(SHORT),
        attribute=draw(SHORT),
        tags=draw(st.sampled_from(((), ("x",), ("x", "y"), ("",)))),
        dimensions=Dimensions(
            entities=(entity,) if draw(st.booleans()) else (),
            intent=draw(st.sampled_from(("inform", "question"))),
            topic=draw(st.sampled_from(("work", "food"))),
            times=draw(st.lists(TIMES, max_size=2).map(tuple)),
        ),
        occurred_at=draw(MOMENTS),
        valid_from=draw(st.none() | MOMENTS),
        valid_to=draw(st.none() | MOMENTS),
    )


STRINGS = ("session", "task", "agent", "speaker", "subject", "attribute")
ENTITIES = ((), ("Paris",), ("PARIS", "李伟"), ("Straße",))


def some(values: Sequence[object]) -> st.SearchStrategy[tuple[object, ...]]:
    return st.just(()) | st.lists(st.sampled_from(values), min_size=1, max_size=2).map(tuple)


CONDITIONS: dict[str, st.SearchStrategy[object]] = {
    "kind": some(("fact", "preference", "goal")),
    "resolution": some(("turn", "fact")),
    "scope": some(("core", "session")),
    "status": some(STATUSES),
    "role": some(("user", "tool")),
    "entities": some(("paris", "李伟", "STRASSE", "nowhere")),
    "intent": some(("question", "plan")),
    "topics": some(("food", "sport")),
    "tags": some(("x", "y", "z", "")),
    **{name: some(("", "a", "中", "q")) for name in STRINGS},
    "occurred_at": st.builds(TimeRange, gte=st.none() | MOMENTS, lt=st.none() | MOMENTS),
    "speaks_of": st.builds(TimeRange, gte=st.none() | MOMENTS, lt=st.none() | MOMENTS),
    "valid_at": MOMENTS,
    "min_confidence": st.sampled_from((0.0, 0.5, 1.0)),
}


async def test_every_condition_alone_agrees_with_its_definition(index: MemoryIndex) -> None:
    draw = random.Random(11)
    moments = [None, *(START + timedelta(days=day) for day in range(-3, 4))]
    memories = [
        memory_of(
            ANNA, f"m{number:02}", offset=number, status=draw.choice(STATUSES), confidence=draw.choice((0.2, 0.5, 0.9)),
            resolution=draw.choice(("turn", "fact", "episode")), kind=draw.choice((None, "fact", "preference")),
            scope=draw.choice(("core", "task")), role=draw.choice(("user", "assistant")),
            **{name: draw.choice(("", "a", "Ä", "中")) for name in STRINGS},
            tags=draw.choice(((), ("x",), ("x", "y"), ("",))),
            dimensions=Dimensions(
                entities=tuple(Entity(text=text, type="person", start=0, end=1) for text in draw.choice(ENTITIES)),
                intent=draw.choice(("inform", "question")), topic=draw.choice(("work", "food")),
                times=tuple(day_or_open(draw.choice(moments[1:]), draw.choice((0, 1, 3))) for _ in range(number % 3)),
            ),
            occurred_at=draw.choice(moments[1:]), valid_from=draw.choice(moments), valid_to=draw.choice(moments),
        )
        for number in range(80)
    ]  # fmt: skip
    await fill(index, memories)
    conditions: list[dict[str, object]] = [
        *({name: (value,)} for name in STRINGS for value in ("", "a", "Ä", "ä", "中", "q")),
        *({"entities": (text,)} for text in ("paris", "PARIS", "李伟", "STRASSE", "nowhere")),
        *({"tags": (tag,)} for tag in ("x", "y", "", "z")),
        *({"status": (status,)} for status in STATUSES),
        *({"kind": (kind,)} for kind in ("fact", "preference", "goal")),
        *({"valid_at": moment} for moment in moments[1:]),
        *({"occurred_at": TimeRange(gte=moment)} for moment in moments),
        *({"occurred_at": TimeRange(lt=moment)} for moment in moments),
        *({"speaks_of": TimeRange(gte=moment)} for moment in moments),
        *({"speaks_of": TimeRange(gte=moment, lt=START + timedelta(days=2))} for moment in moments),
        *({"min_confidence": confidence} for confidence in (0.0, 0.2, 0.5, 1.0)),
        {"resolution": ("fact", "episode")}, {"scope": ("core",)}, {"role": ("assistant", "tool")},
        {"intent": ("question",)}, {"topics": ("food", "sport")}, {},
    ]  # fmt: skip
    for condition in conditions:
        filters = Filters.model_validate(condition)
        for visibility in (Visibility(START), Visibility(START, superseded=True, expired=True)):
            expected = [memory.memory_id for memory in memories if matches(memory, visibility, filters)]

            assert await found(index, visibility=visibility, filters=filters) == expected, condition


@st.composite
def asked(draw: st.DrawFn) -> tuple[Visibility, Filters]:
    names = draw(st.sets(st.sampled_from(sorted(CONDITIONS)), max_size=3))
    conditions = {name: draw(CONDITIONS[name]) for name in sorted(names)}
    visibility = Visibility(
        draw(MOMENTS), draw(st.none() | st.integers(0, 13)), draw(st.booleans()), draw(st.booleans())
    )
    return visibility, Filters.model_validate(conditions)


@given(
    memories=st.integers(1, 12).flatmap(lambda size: st.tuples(*(lives(number) for number in range(size)))),
    questions=st.lists(asked(), min_size=1, max_size=6),
)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_filters_agree_with_their_definition(
    factory: IndexFactory,
    tmp_path_factory: pytest.TempPathFactory,
    memories: tuple[Memory, ...],
    questions: list[tuple[Visibility, Filters]],
) -> None:
    half = len(memories) // 2
    async with factory(tmp_path_factory.mktemp("index")) as index:
        await fill(index, [*memories[half:], memory_of(ANNA, "last", offset=13, status="retired")])
        overlay = tuple(document(ANNA, memory) for memory in memories[:half])
        for visibility, filters in questions:
            expected = sorted(m.memory_id for m in memories if matches(m, visibility, filters))
            visible = [m for m in memories if is_visible(m, visibility, filters)]
            candidates = await index.candidates(
                CandidateQuery(ANNA, visibility, filters, ("tea",), vector(5), overlay=overlay)
            )
            assert candidates.ids == expected
            assert candidates.statistics["text"][0] == len(visible)
            known = {m.memory_id: as_known(m, visibility.as_of) for m in memories}
            assert candidates.status == [known[memory_id].status for memory_id in expected]
            assert candidates.confidence.tolist() == [known[memory_id].confidence for memory_id in expected]
            page = await index.list_memories(ANNA, visibility, filters, order="oldest", limit=50, cursor="")
            indexed = [known[m.memory_id] for m in memories[half:] if matches(m, visibility, filters)]
            assert sorted(page.memories, key=lambda m: m.memory_id) == sorted(indexed, key=lambda m: m.memory_id)
