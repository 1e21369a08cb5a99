"""What may be built, promoted, rolled back to and deleted, and what speaks against a promotion."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexers.digest import add, combine
from indexers.index import Digest
from schemas.errors import GenerationError, NotFoundError
from schemas.generations import Book, Generation, Golden, GoldenQuery, Report, Source, Spec
from schemas.memories import MemoriesRecord, Memory, MemoryDropped, MemoryPut, Outcome, OutcomeState
from streams import generations as decide
from streams.generation_check import Comparison, Found, PartitionFold, compare_golden, report
from streams.pace import Pace

NOW = datetime(2026, 3, 1, tzinfo=UTC)
SPEC = Spec(embedder="use", model="use@1", dimension=4, code="c")
OTHER = SPEC.model_copy(update={"embedder": "minilm", "model": "minilm@1"})
FINE = Report(count_before=1, count_after=1, digest_before="a", digest_after="a", same_decisions=True)


def live_only() -> Book:
    return decide.noted(Book(), Generation(number=1, spec=SPEC, state="ready", created_at=NOW))


def begun(book: Book, spec: Spec = SPEC, source: Source = "turns", *, alive: bool = False) -> tuple[Book, Generation]:
    return decide.begun(book, spec, source, live=1, owner="me", owner_alive=alive, now=NOW)


def built(found: Report = FINE) -> Book:
    book, generation = begun(live_only())
    return decide.built(book, generation.number, found, index="i2", positions=9, reused=3, now=NOW)


def test_a_number_is_never_used_for_two_generations_at_once() -> None:
    book, second = begun(live_only())
    book = decide.built(book, second.number, FINE, index="i2", positions=1, reused=0, now=NOW)
    _, third = begun(book, OTHER)

    assert (second.number, third.number) == (2, 3)


def test_a_second_build_is_refused_naming_who_builds() -> None:
    book, _ = begun(live_only())

    with pytest.raises(GenerationError, match="generation 2 is being built by me"):
        begun(book, alive=True)


def test_a_broken_build_is_gone_on_with_under_its_own_spec_and_source_only() -> None:
    book, _ = begun(live_only())

    with pytest.raises(GenerationError, match="another embedder, revision of the embedder and is not finished"):
        begun(book, OTHER)
    with pytest.raises(GenerationError, match="another source"):
        begun(book, source="embedded")
    with pytest.raises(GenerationError, match="another version of the program"):
        begun(book, SPEC.model_copy(update={"code": "newer"}))
    assert begun(book)[1].number == 2


def test_only_what_is_complete_and_sound_is_promoted() -> None:
    unfinished, _ = begun(live_only())
    doubtful = built(FINE.model_copy(update={"problems": ("it is empty",)}))

    with pytest.raises(GenerationError, match="not complete"):
        decide.promotable(unfinished, 2, live=1)
    with pytest.raises(GenerationError, match="it is empty"):
        decide.promotable(doubtful, 2, live=1)
    with pytest.raises(GenerationError, match="live already"):
        decide.promotable(built(), 1, live=1)
    with pytest.raises(NotFoundError):
        decide.promotable(built(), 7, live=1)
    assert decide.promotable(doubtful, 2, live=1, force=True).number == 2
    assert decide.promotable(built(), 2, live=1).number == 2


def test_a_rollback_returns_to_what_was_live_before_for_as_long_as_it_is_there() -> None:
    promoted = decide.promoted(built(), live=1, live_index="i1")

    with pytest.raises(GenerationError, match="no generation to go back to"):
        decide.rollback_target(built(), live=1)
    assert decide.rollback_target(promoted, live=2) == 1
    assert decide.found(promoted, 1).index == "i1"
    # A promotion that was cut before its flip has changed nothing.
    with pytest.raises(GenerationError):
        decide.rollback_target(promoted, live=1)
    with pytest.raises(GenerationError):
        decide.rollback_target(decide.deleted(promoted, 1, live=2, owner_alive=False), live=2)


def test_neither_the_live_one_nor_one_at_work_is_deleted() -> None:
    building, _ = begun(live_only())

    with pytest.raises(GenerationError, match="is live"):
        decide.deleted(built(), 1, live=1, owner_alive=False)
    with pytest.raises(GenerationError, match="being built"):
        decide.deleted(building, 2, live=1, owner_alive=True)
    assert decide.deleted(building, 2, live=1, owner_alive=False) == live_only()


def record(offset: int, *changes: MemoryPut | MemoryDropped, state: OutcomeState = "indexed") -> MemoriesRecord:
    outcome = Outcome(event_id=f"e{offset}", state=state)
    return MemoriesRecord(partition=0, offset=offset, recorded_at=NOW, outcome=outcome, changes=changes)


def put(memory_id: str, content: str, offset: int) -> MemoryPut:
    fields: dict[str, Any] = {"memory_id": memory_id, "content": content, "offset": offset}
    told: dict[str, Any] = {"tenant": "t", "user": "u", "status": "raw", "resolution": "turn", "partition": 0}
    return MemoryPut(memory=Memory.model_construct(**fields, **told))


def folded(*records: MemoriesRecord) -> PartitionFold:
    fold = PartitionFold(b"secret")
    for one in records:
        fold.take(one)
    return fold


def compared(before: PartitionFold, after: PartitionFold) -> Comparison:
    comparison = Comparison()
    comparison.take(1, 0, before, after)
    return comparison


def test_what_is_missing_new_changed_and_moved_is_told_apart() -> None:
    before = folded(record(0, put("a", "x", 0), put("b", "x", 0)), record(1, put("c", "x", 1), put("d", "x", 1)))
    after = folded(
        record(0, put("a", "x", 0), put("b", "y", 0)),
        record(1, put("c", "x", 0), put("e", "x", 1)),
        record(2, MemoryDropped(memory_id="gone", reason="forgotten")),
    )

    found = compared(before, after).differences()

    assert (found.missing, found.added, found.changed, found.moved) == (1, 1, 1, 1)
    assert found.examples == ("b", "d", "e")


def test_a_control_event_that_found_its_target_before_and_not_now_is_named() -> None:
    before = folded(record(0), record(1, state="applied"), record(2, state="dead-lettered"))
    after = folded(record(0), record(1, state="skipped"), record(2, state="indexed"))

    comparison = compared(before, after)

    assert [one.token for one in comparison.unattached] == ["e1.p0:1"]
    assert comparison.outcomes == {"applied → skipped": 1, "dead-lettered → indexed": 1}


def test_under_the_same_spec_a_difference_is_a_problem_and_under_another_it_is_news() -> None:
    comparison = compared(folded(record(0, put("a", "x", 0))), folded(record(0, put("a", "y", 0))))
    before, after = comparison.digests()

    same = report(before, after, (SPEC, SPEC), comparison, Golden())
    other = report(before, after, (SPEC, OTHER), comparison, Golden())
    unknown = report(before, after, (SPEC.model_copy(update={"code": ""}),) * 2, comparison, Golden())

    assert "1 differ" in same.problems[0]
    assert other.problems == unknown.problems == ()


def test_an_index_that_shows_less_than_its_log_is_a_problem() -> None:
    fold = folded(record(0, put("a", "x", 0)))
    comparison = compared(fold, fold)
    before, after = comparison.digests()

    found = report(before, after, (SPEC, SPEC), comparison, Golden(), shown=Digest(0, "0" * 32))

    assert found.problems == ("the index shows 0 memories, and its commit log says 1",)


def test_golden_queries_count_ids_and_texts_and_name_what_is_lost() -> None:
    queries = [
        GoldenQuery(user="u", query="tea", expected=("Oolong", "m_2")),
        GoldenQuery(user="u", query="city", expected=("Lisbon",)),
    ]
    before = [[Found("m_1", "I drink oolong."), Found("m_2", "x")], [Found("m_3", "I live in Lisbon.")]]
    after = [[Found("m_1", "I drink oolong."), Found("m_2", "x")], [Found("m_4", "I live in Porto.")]]

    found = compare_golden(queries, before, after)

    assert (found.asked, found.expected, found.found_before, found.found_after) == (2, 3, 3, 2)
    assert [one.expected for one in found.lost] == ["Lisbon"]
    assert "golden" in report(Digest(1, "a"), Digest(1, "b"), (SPEC, OTHER), Comparison(), found).problems[0]


def test_questions_are_made_of_what_still_stands_the_same_in_any_order() -> None:
    said = [put(f"m{n}", f"a longer text of turn number {n} about things", n) for n in range(80)]
    one = folded(
        *(record(n, change) for n, change in enumerate(said)),
        record(80, MemoryDropped(memory_id="m3", reason="forgotten")),
    )
    other = folded(
        *(record(n, change) for n, change in enumerate(said[::-1])),
        record(80, MemoryDropped(memory_id="m3", reason="forgotten")),
    )

    queries = compared(one, one).sampled()

    assert len(queries) >= 49
    assert all(query.expected != ("m3",) for query in queries)
    assert {query.expected for query in queries} == {query.expected for query in compared(other, other).sampled()}


@given(st.lists(st.binary(min_size=16, max_size=16), max_size=20), st.integers(0, 20))
def test_digests_of_parts_add_up_to_the_digest_of_the_whole(values: list[bytes], cut: int) -> None:
    assert add([combine(values[:cut]), combine(values[cut:])]) == combine(values)


def test_no_more_than_the_rate_is_taken_and_a_second_of_it_at_once() -> None:
    pace = Pace(10.0, 0.0)

    assert pace.pause_s(10, 0.0) == 0.0
    assert pace.pause_s(10, 0.0) == 1.0
    assert pace.pause_s(10, 1.0) == 1.0
    assert pace.pause_s(1, 100.0) == 0.0
    assert Pace(0.0, 0.0).pause_s(1_000_000, 0.0) == 0.0


def test_what_was_done_before_does_not_count_for_the_rate() -> None:
    pace = Pace(0.0, 0.0)
    pace.progress(500, 1_000, 10.0)

    progress = pace.progress(600, 1_000, 20.0)

    assert (progress.rate, progress.left_s) == (10.0, 40.0)
