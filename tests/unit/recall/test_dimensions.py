"""The structured route: kind, time, named things and words, weighed over what the question uses."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from api.recall.dimensions import dimension_match, names_in
from schemas.dimensions import Entity
from tests.unit.recall.test_ranking import candidates, question
from tests.unit.recall.world import World


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Did we ever go to Ghent with Rosa Diaz?", ("rosa diaz",)),
        ("What did Ann Lee say about Old Ghent's canals?", ("old ghent",)),
        ("我们聊过《百年孤独》吗？", ("百年孤独",)),
        ("我的Kindle在哪？", ("kindle",)),
        ("Where is the key?", ()),
    ],
)
def test_named_things_are_read_from_the_question_and_speakers_are_none(text: str, names: tuple[str, ...]) -> None:
    assert names_in(text, ("Ann Lee", "Bo")) == names


def test_only_the_dimensions_that_the_question_uses_count() -> None:
    found = replace(candidates(1, n=4), kind=["preference", "preference", "", ""])
    nothing, words = np.zeros(4), np.array([1.0, 0.0, 1.0, 0.0])

    unused = dimension_match(found, question(), named=nothing, time=nothing, words=words)
    by_kind = dimension_match(found, question(kind="preference"), named=nothing, time=nothing, words=words)
    by_name = dimension_match(found, question(), named=np.array([0.0, 1.0, 0.0, 0.0]), time=nothing, words=words)

    assert unused.tolist() == [0.0] * 4
    assert by_kind == pytest.approx([1.0, 0.5, 0.5, 0.0])
    assert by_name == pytest.approx([0.3, 0.7, 0.3, 0.0])


@pytest.mark.parametrize(
    ("language", "question_text"),
    [("en", "Anything new about Quill Press?"), ("zh", "关于“Quill Press”有什么新消息？")],
)
async def test_of_two_that_fit_alike_the_one_that_names_the_thing_is_first(
    world: World, language: str, question_text: str
) -> None:
    named = Entity(text="Quill Press", type="product", start=0, end=11)
    said = {"en": "It ships in May", "zh": "五月发布"}[language]
    await world.know(said, subject="Other")
    right = await world.know(said, subject="Quill Press", dimensions={"entities": (named,)})

    answer = await world.ask(question_text, explain=True)

    assert answer.items[0].memory.memory_id == right
    assert answer.items[0].explanation is not None
    assert answer.items[0].explanation.factors["dimension"] > 0.0
