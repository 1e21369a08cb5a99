"""The gate, and claims on arbitrary text."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from processors.claims.extract import extract_claims
from processors.claims.gate import held_back, waits
from processors.claims.text import claim_text
from schemas.claims import Claim

SAID = datetime(2026, 3, 2, 9, tzinfo=UTC)


def _claim(confidence: float, action: str = "assert") -> Claim:
    return Claim.model_validate({"attribute": "likes", "value": "tea", "confidence": confidence, "action": action})


def test_an_important_turn_holds_nothing_back():
    assert held_back(0.7, (), [_claim(0.3)]) == ""


def test_below_the_threshold_a_trigger_lets_claims_through():
    assert held_back(0.3, ("preference",), [_claim(0.7)]) == ""


def test_without_a_trigger_uncertain_claims_are_held_back_with_a_reason():
    claims = [_claim(0.79), _claim(0.8), _claim(0.5, "retract")]
    reason = held_back(0.3, ("number",), claims)

    assert "1 uncertain" in reason
    assert [waits(claim, reason) for claim in claims] == [True, False, False]
    assert not any(waits(claim, "") for claim in claims)


_PIECES = st.sampled_from(
    [
        "I ", "I'm ", "my ", "name is ", "like ", "don't ", "hate ", "Ana", "13800138000", ", ", ". ", "? ", "and ",
        '"', "'", "forget ", "\n", "我", "叫", "喜欢", "不", "了", "，", "。", "？", "电话是",
        "李雷", "忘掉", "的", "“", "”", "🙂", "مرحبا", "\u202e",
    ]
)  # fmt: skip


@given(st.text(max_size=300) | st.lists(_PIECES, max_size=25).map("".join))
def test_any_text_gives_claims_within_their_spans(text):
    for claim in extract_claims(text, role="user", occurred_at=SAID):
        assert 0 <= claim.start < claim.end <= len(text)
        assert claim_text(claim, text) in text
        assert claim.value == "" or claim.action in ("assert", "unset", "retract")


@given(st.lists(_PIECES, max_size=25).map("".join))
def test_the_same_text_gives_the_same_claims(text):
    first = extract_claims(text, role="user", occurred_at=SAID)

    assert first == extract_claims(text, role="user", occurred_at=SAID)


@pytest.mark.parametrize(
    "unit",
    [
        "I like ",
        "my ",
        "call me ",
        '"',
        "'",
        "(",
        ",",
        "我喜欢",
        "我",
        "叫我",
        "、",
        "不",
        "really ",
        "Ana ",
        "<a>",
        "`",
        "https://",
        "1 ",
    ],
)
@pytest.mark.parametrize("size", [3_900, 65_536])
def test_hostile_repetition_claims_nothing(unit, size):
    claims = extract_claims(unit * (size // len(unit)), role="user", occurred_at=SAID)

    assert not claims


@pytest.mark.parametrize("before", ["", "我", "我戒烟", "I ", "房子"])
@pytest.mark.parametrize(
    "unit", ["刚", "刚刚", "整整", "厉害的", "一直", "算是", "查出", "请你", "can you please ", "no big ", "a "]
)
def test_a_word_said_over_and_over_claims_nothing(before, unit):
    """Every repetition in a rule has a limit: where each word could be read in two ways, thirty took for ever."""
    claims = extract_claims(f"{before}{unit * 40}X", role="user", occurred_at=SAID)

    assert not claims
