"""What a turn spoke of and has passed: said beside it, never hidden."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from processors.activity import is_over
from processors.dimensions.intent import find_intent
from processors.dimensions.times import find_times
from schemas.dimensions import Dimensions, Topic
from schemas.memories import Memory
from tests.contract.index_adapters import memory_of, scope_of

SAID = datetime(2026, 3, 3, 10, tzinfo=UTC)


def _turn(said: str) -> Memory:
    topic: Topic = "health" if "咳" in said else "other"
    seen = Dimensions(times=find_times(said, SAID), intent=find_intent(said), topic=topic)
    return memory_of(scope_of("anna"), "t", said, occurred_at=SAID, dimensions=seen)


@pytest.mark.parametrize(
    "said",
    [
        "The rehearsal is tomorrow at 3 pm.",
        "I'm worn out today.",
        "The pass is valid until Friday.",
        "明天上午十点面试。",
        "我今天头疼。",
        "我今天咳嗽了。",
        "打折券有效期到周五。",
        "Piano tuner on 9 March at 10:30.",
        "这三天只能走后门",
        "3月6号上午装宽带",
    ],
)
def test_what_lay_ahead_is_over_when_its_time_has_passed(said: str) -> None:
    assert is_over(_turn(said), SAID + timedelta(days=30))
    assert not is_over(_turn(said), SAID + timedelta(hours=1))


@pytest.mark.parametrize(
    "said",
    [
        "Yesterday I planted a pear tree.",
        "We went to the zoo today.",
        "My birthday is on 4 May.",
        "Every Monday I swim.",
        "I've lived here since Monday.",
        "I like tea.",
        "My number is 0171 22. Call me tomorrow.",
        "今天我们去了动物园。",
        "我的生日是5月4日。",
        "每周一游泳。",
        "The ferry leaves at 6:50 now.",
        "Choir is on Tuesdays.",
        "Bins go out on Thursday night.",
        "渡轮改六点四十开了",
    ],
)
def test_what_happened_or_comes_again_is_never_over(said: str) -> None:
    assert not is_over(_turn(said), SAID + timedelta(days=400))
