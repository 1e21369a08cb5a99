"""What is wished for one conversation only is no standing memory."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from processors.claims.extract import extract_claims
from processors.claims.passing import is_passing_wish

NOON = datetime(2026, 3, 18, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "Just for this chat, call me Captain.",
        "For this conversation only, answer in French.",
        "During this chat, please reply in haiku.",
        "Call me Sunny, but only in this conversation.",
        "Use capitals for the rest of this session.",
        "Until this conversation ends, sign off as Count Barley.",
        "仅限这次聊天，叫我船长。",
        "这次对话里请用法语回答。",
        "就在本次会话里，喊我阿星。",
        "本次聊天中请用一句话回答我。",
        "Until we finish this chat, keep every reply to one word.",
        "In this thread talk to me like a butler.",
        "While this chat lasts: speak to me as Count Barley.",
        "这个会话里你全用四字成语答我。",
        "这个对话里单位都用斤和里。",
        "这次对话里写长一点，两千字。",
        "这轮聊天里回答简短些。",
        "本次会话说英文。",
        "In this chat, longer answers please.",
        "In this conversation go into more detail.",
    ],
)
def test_a_wish_for_this_conversation_is_no_claim(text: str) -> None:
    assert is_passing_wish(text)
    assert not extract_claims(text, role="user", occurred_at=NOON)


@pytest.mark.parametrize(
    "text",
    [
        "I enjoyed this conversation, and I live in Oslo.",
        "What did I say in this chat?",
        "In this chat we talked about Rome.",
        "From now on, answer in French.",
        "Call me Sunny.",
        "这次聊天很开心，我住在苏州。",
        "以后请用法语回答。",
        "叫我阿星。",
        "这次聊天里我说过我喜欢红色。",
        "这次对话里我们写了很多。",
        "In this chat I said I live in Oslo.",
    ],
)
def test_other_talk_of_conversations_is_not_passing(text: str) -> None:
    assert not is_passing_wish(text)


def test_what_else_such_a_turn_says_is_kept() -> None:
    text = "Just for this chat, call me Captain. I'm allergic to kiwis."
    assert [(c.attribute, c.value) for c in extract_claims(text, role="user", occurred_at=NOON)] == [
        ("allergy", "kiwis")
    ]
    assert not is_passing_wish(text)
