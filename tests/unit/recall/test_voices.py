"""Whose words a question wants."""

from __future__ import annotations

import pytest

from api.recall.voices import asks_for_own_words


@pytest.mark.parametrize(
    "question",
    [
        "Which desk did I choose, not what you suggested?",
        "What's my deposit, the number I gave?",
        "Which sport have I told you about? Ignore your own ideas.",
        "What did I say my rent was?",
        "Leaving out your suggestions, which car do I like?",
        "What name did I pick, instead of yours?",
        "我自己定的房租是多少？不是你说的那个",
        "我想去哪儿玩，别提你推荐的",
        "我跟你说过我住哪吗",
    ],
)
def test_a_question_may_want_what_the_user_said_and_not_what_the_assistant_did(question: str) -> None:
    assert asks_for_own_words(question)


@pytest.mark.parametrize(
    "question",
    [
        "Which one did you suggest, and what did I say?",
        "Who said it, me or you?",
        "What do you think I should buy?",
        "What's my deposit?",
        "Which hike did I choose myself?",
        "When did I give up smoking?",
        "是你说的还是我说的？",
        "你推荐的是哪家？",
    ],
)
def test_other_questions_hear_both(question: str) -> None:
    assert not asks_for_own_words(question)
