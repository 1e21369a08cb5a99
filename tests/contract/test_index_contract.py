"""What every index promises, whatever it is made of (indexers/index.py)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import numpy as np

from indexers.filters import as_known
from indexers.index import CandidateQuery, Document, EventOutcome, IndexBatch, MemoryIndex, Scope, Tombstone, Visibility
from schemas.dimensions import Dimensions, Entity
from schemas.memories import Link, Outcome
from schemas.queries import Filters
from tests.contract.index_adapters import EPOCH, PARTITION, START, IndexFactory, document, memory_of
from tests.contract.index_samples import (
    ANNA,
    BORIS,
    NOW,
    SEEN,
    batch,
    everything,
    fill,
    found,
    gone,
    life,
    turns,
    vector,
    version,
)

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


# As it was known


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
