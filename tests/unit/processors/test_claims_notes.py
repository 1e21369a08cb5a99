"""What somebody asks to remember is kept in their words, once."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from processors.claims.extract import extract_claims
from processors.claims.table import shipped_table

SAID = datetime(2026, 3, 2, 9, tzinfo=UTC)


def _notes(text: str) -> list[str]:
    return [c.value for c in extract_claims(text, role="user", occurred_at=SAID) if c.attribute == "note"]


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("Otters hold hands while sleeping, remember that.", "Otters hold hands while sleeping"),
        ("Please remember that the gate code changes monthly.", "the gate code changes monthly"),
        ("Note: the spare key is under the pot", "the spare key is under the pot"),
        ("Keep in mind that the kiln needs an hour.", "the kiln needs an hour"),
        ("Please remember I park on level 3.", "I park on level 3"),
        ("Remember my locker is the third on the left.", "my locker is the third on the left"),
        ("Can you remember that the boiler man comes on Fridays?", "the boiler man comes on Fridays"),
        ("Don't forget that the gate code changed.", "the gate code changed"),
        ("I want you to remember this: the spare key is under the pot.", "the spare key is under the pot"),
        ("请记住，设备编号是K7。", "设备编号是K7"),
        ("记住我的车位是B2-17。", "我的车位是B2-17"),
        ("麻烦记一下我的工位在A区3号。", "我的工位在A区3号"),
        ("请记住，我们周五不开会。", "我们周五不开会"),
        ("水獭睡觉时会牵手，记住这一点。", "水獭睡觉时会牵手"),
        ("记一下：周五闸门不开。", "周五闸门不开"),
    ],
)
def test_a_request_to_remember_is_noted(text, note):
    assert _notes(text) == [note]


@pytest.mark.parametrize(
    "text",
    [
        "Do you remember that the gate code changes?",
        "I remember that summer well.",
        "Remember to buy milk",
        "Remember, practice makes perfect",
        "Remember me?",
        "Remember my first day at school?",
        "Remember the time we got lost?",
        "Remember I told you about Rome?",
        "Can you remember my name?",
        "Could you remember to call me?",
        "记住我说的话",
        "你记得我的车位是哪个吗？",
        "Remember when we met in Rome",
        "Please remember my name is Bob.",
        "请记住我对花生过敏",
        "别忘了我的生日",
        "记住了",
        "Remember that",
        'Remember: "I am a cat"',
    ],
)
def test_nothing_else_is_noted(text):
    assert _notes(text) == []


def test_the_same_note_is_one_slot():
    first, second = (
        extract_claims(text, role="user", occurred_at=SAID)[0]
        for text in (
            "Otters hold hands while sleeping, remember that.",
            "Remember that otters hold hands while sleeping!",
        )
    )

    assert shipped_table().slot_of(first) == shipped_table().slot_of(second)


def test_a_given_end_is_the_end_of_the_claim():
    [claim] = extract_claims("I live in Rome until Friday", role="user", occurred_at=SAID)

    assert claim.valid_to == datetime(2026, 3, 7, tzinfo=UTC)
