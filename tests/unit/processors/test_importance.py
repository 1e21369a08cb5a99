"""Importance names its reasons and keeps its order in both languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from processors.importance import WEIGHTS, score_importance

REASONS = {*WEIGHTS, "question", "filler"}


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("My name is Ilse.", "identity"),
        ("我叫李雷", "identity"),
        ("My phone is 13900139000", "contact"),
        ("我的手机号换成13900139000了", "contact"),
        ("I prefer quiet places", "preference"),
        ("我不喜欢听京剧", "preference"),
        ("I'll send the draft on Friday", "commitment"),
        ("我答应明天交报告", "commitment"),
        ("We decided to take the flat", "decision"),
        ("我们决定买这套房子", "decision"),
        ("Correction, it is Ilsa", "correction"),
        ("说错了，是周三", "correction"),
        ("Remember that the gate code changes monthly", "explicit_request"),
        ("请记住我对花生过敏", "explicit_request"),
        ("We met Marlow there", "entity"),
        ("The room has 12 chairs", "number"),
        ("This is terrible!!", "emotion"),
        ("气死我了", "emotion"),
        ("What time does the shop open?", "question"),
        ("你几点到？", "question"),
        ("hmm, thanks", "filler"),
        ("嗯。", "filler"),
        ("It turns out the bridge was closed", "surprise"),
        ("没想到桥封了", "surprise"),
    ],
)
def test_a_reason_is_named(content, reason):
    assert reason in score_importance(content, "user").reasons


@pytest.mark.parametrize("filler", ["嗯。", "hmm, thanks", "ok", "好的", "？？？", "哈哈哈", "Good morning!", "👍"])
def test_filler_scores_next_to_nothing(filler):
    assert score_importance(filler, "user").score <= 0.05


def test_a_personal_statement_outranks_small_talk_in_both_languages():
    for personal, small_talk in (
        ("I am allergic to latex", "The weather is fine today"),
        ("我对乳胶过敏", "今天天气不错"),
    ):
        assert score_importance(personal, "user").score > score_importance(small_talk, "user").score + 0.3


def test_asking_counts_less_than_saying():
    said, asked = score_importance("My name is Ilse.", "user"), score_importance("What is my name?", "user")

    assert asked.score < said.score


def test_what_others_than_the_user_say_counts_less():
    scores = [score_importance("I prefer tea.", role).score for role in ("user", "assistant", "tool", "system")]

    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == 4


@given(st.text(max_size=300))
def test_the_score_is_a_share_with_known_reasons(text):
    importance = score_importance(text, "user")

    assert 0 <= importance.score <= 1
    assert set(importance.reasons) <= REASONS
    assert importance == score_importance(text, "user")


@pytest.mark.parametrize("unit", ["a", "my ", "不是", "ha", "ok ", "!", "what a ", "not x "])
def test_hostile_repetition_is_scored_like_any_text(unit):
    importance = score_importance(unit * (65_536 // len(unit)), "user")

    assert 0 <= importance.score <= 1
    assert set(importance.reasons) <= REASONS
