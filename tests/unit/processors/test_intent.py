"""Intents by rule, the same in both languages."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from processors.dimensions.intent import find_intent
from schemas.dimensions import Intent


@pytest.mark.parametrize(
    ("english", "chinese", "intent"),
    [
        ("The boiler failed on the second floor.", "二楼的锅炉坏了。", "inform"),
        ("I moved the router to the hallway.", "把阳台的灯换成了暖光的。", "inform"),
        ("The new piano lessons make me quietly happy.", "新的钢琴课让我暗暗开心。", "feel"),
        ("Where did I park the car?", "我把车停在哪里了？", "question"),
        ("what is my name", "我叫什么名字", "question"),
        ("Please book a table for two.", "帮我订一张两人桌。", "request"),
        ("Could you change the widget?", "你能帮我改一下小组件吗？", "request"),
        ("Remember that I am allergic to nuts.", "请记住我对坚果过敏。", "remember"),
        ("Forget my address please.", "忘掉我的住址。", "remember"),
        ("Correction, my name is Ilsa.", "说错了，我叫李雷。", "correct"),
        ("I no longer hate oysters.", "我不再讨厌牡蛎了。", "correct"),
        ("I prefer 24-hour clocks.", "我更喜欢24小时制。", "prefer"),
        ("I don't like cilantro.", "我不喜欢香菜。", "prefer"),
        ("I'm going to visit Oslo next month.", "我打算下个月去奥斯陆。", "plan"),
        ("I'll send it tomorrow.", "我保证明天发给你。", "commit"),
        ("I feel so lonely tonight.", "今天好难过。", "feel"),
        ("Good morning!", "早上好！", "greet"),
        ("ok, thanks", "好的，谢谢", "filler"),
    ],
)
def test_a_turn_has_the_same_intent_in_both_languages(english, chinese, intent):
    assert (find_intent(english), find_intent(chinese)) == (intent, intent)


@given(st.text(max_size=200))
def test_any_text_has_one_known_intent(text):
    assert find_intent(text) in get_args(Intent)


@pytest.mark.parametrize("unit", ["ok ", "what a ", "是的，", "嗯", "i am ", "把", "我"])
def test_hostile_repetition_has_a_known_intent(unit):
    assert find_intent(unit * (65_536 // len(unit))) in get_args(Intent)
