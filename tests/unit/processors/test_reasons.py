"""Why something is so and what it is for, in the words of the text."""

from __future__ import annotations

import pytest

from processors.dimensions.reasons import CLAUSE_CHARACTERS_MAX, find_purpose, find_reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("I sold the car because it kept breaking down.", "it kept breaking down"),
        ("Because my knee hurts, I took the lift.", "my knee hurts"),
        ("Since we have no garden, the dog stays with Mum.", "we have no garden"),
        ("The game was off due to heavy rain.", "heavy rain"),
        ("We stayed in because of the storm, so no beach.", "the storm"),
        ("I was late because the tram broke down, but they waited.", "the tram broke down"),
        ("因为膝盖疼，所以我坐了电梯。", "膝盖疼"),
        ("我把车卖了，因为它老是抛锚。", "它老是抛锚"),
        ("由于下大雨，比赛取消了。", "下大雨"),
    ],
)
def test_a_reason_is_found_as_it_is_said(text: str, reason: str) -> None:
    found = find_reason(text)

    assert found.text == reason
    assert text[found.start : found.end] == reason


@pytest.mark.parametrize(
    ("text", "purpose"),
    [
        ("I get up at five in order to write.", "write"),
        ("We moved so that we could see more of the kids.", "we could see more of the kids"),
        ("I took the early train so I can be back by noon.", "I can be back by noon"),
        ("为了省钱，我自己带饭。", "省钱"),
        ("我存了一笔钱，以便明年换房。", "明年换房"),
    ],
)
def test_a_purpose_is_found_as_it_is_said(text: str, purpose: str) -> None:
    assert find_purpose(text).text == purpose


@pytest.mark.parametrize(
    "text",
    [
        "I've been ill since Monday.",
        "Why did you do it?",
        "因为什么？",
        "He is as tall as my son.",
        "为了什么？",
        "So it goes.",
    ],
)
def test_nothing_is_made_up(text: str) -> None:
    assert find_reason(text).text == ""
    assert find_purpose(text).text == ""


def test_a_reason_has_a_limit_and_a_long_text_takes_no_time() -> None:
    assert len(find_reason("I left because " + "it was far " * 100).text) <= CLAUSE_CHARACTERS_MAX
    assert find_reason("a" * 50_000).text == ""
    assert find_reason("because " * 20_000).text != "x"
