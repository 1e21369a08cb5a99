"""Filters of every index agree with their one definition, indexers.filters."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from indexers.filters import as_known, is_visible, matches
from indexers.index import CandidateQuery, MemoryIndex, Visibility
from schemas.dimensions import Dimensions, Entity, TimeInterval
from schemas.memories import Memory
from schemas.queries import Filters, TimeRange
from tests.contract.index_adapters import START, IndexFactory, document, memory_of
from tests.contract.index_samples import ANNA, fill, found, life, vector

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
