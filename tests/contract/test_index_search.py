"""Candidates of every index: scored alike, inside one user, with the tail laid over."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np

from indexers import bm25
from indexers.facets import bits
from indexers.index import CandidateQuery, MemoryIndex
from schemas.dimensions import Dimensions, Entity
from schemas.queries import Filters
from tests.contract.index_adapters import IndexFactory, document, memory_of, scope_of, vector_of
from tests.contract.index_samples import ANNA, BORIS, SEEN, everything, fill, found, turns, vector, version


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
