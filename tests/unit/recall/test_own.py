"""Whose fact answers a question about oneself."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from api.recall.own import is_of_another
from schemas.memories import Memory

AT = datetime(2026, 3, 1, tzinfo=UTC)


def fact(subject: str) -> Memory:
    return memory(resolution="fact", subject=subject)


def memory(**fields: object) -> Memory:
    given = {"memory_id": "m", "tenant": "t", "user": "mei", "status": "active", "content": "x", "known_from": 0}
    times = dict.fromkeys(("occurred_at", "first_seen", "last_seen", "recorded_at", "updated_at"), AT)
    return Memory.model_validate({**given, **times, "partition": 0, "offset": 0, **fields})


@pytest.mark.parametrize("question", ["What is my phone number?", "我的手机号是多少？"])
def test_who_speaks_under_a_name_of_their_own_is_still_the_user(question: str) -> None:
    assert not is_of_another(fact("晓梅"), question, ("晓梅",))
    assert not is_of_another(memory(resolution="turn", speaker="晓梅"), question, ("晓梅", "Aria"))


@pytest.mark.parametrize("question", ["Am I allergic to anything?", "我对什么过敏？"])
def test_who_is_only_spoken_of_does_not_answer(question: str) -> None:
    assert is_of_another(fact("Trevor"), question, ("晓梅",))
    assert not is_of_another(fact("Trevor"), question + " Trevor", ("晓梅",))


def test_where_the_user_speaks_by_id_other_speakers_do_not_answer() -> None:
    assert is_of_another(fact("Bo"), "Am I allergic to anything?", ("mei", "Bo"))
    assert is_of_another(memory(resolution="turn", speaker="Bo"), "Am I allergic to anything?", ("mei", "Bo"))
    assert not is_of_another(fact("mei"), "Am I allergic to anything?", ("mei", "Bo"))
