"""Which language a text is taken for."""

from __future__ import annotations

import pytest

from processors.language import Scripts, detect_language, scripts


@pytest.mark.parametrize(
    "text",
    [
        "I moved to Lisbon last May and I love it.",
        "ok",
        "lol",
        "Call me Max",
        "haha yes",
        "I live in Osaka",
        "My name is Sofia García",
        "Let's meet 王芳 at the office tomorrow after lunch",
        "see https://例子.cn/页面/说明 for the details of the plan",
        "That café was naïve but nice, wasn't it?",
    ],
)
def test_english_is_english_however_short(text: str) -> None:
    assert detect_language(text) == "en"


@pytest.mark.parametrize(
    "text", ["我女儿对花生过敏。", "猫", "好的！", "我的手机号是13800138000", "我在 Starbucks 喝了一杯拿铁咖啡"]
)
def test_chinese_is_chinese_even_with_one_foreign_name(text: str) -> None:
    assert detect_language(text) == "zh"


@pytest.mark.parametrize(
    "text", ["我今天有个 meeting with the client", "Tomorrow 我们去 hiking 吧", "这个 bug 我 fix 了"]
)
def test_both_languages_in_one_sentence_are_mixed(text: str) -> None:
    assert detect_language(text) == "mixed"


@pytest.mark.parametrize(
    "text",
    ["", "   ", "🎉🎉", "12345", "مرحبا بالعالم", "Привет, как дела?", "こんにちは世界", "안녕하세요",
     "Ich wohne seit drei Jahren in Hamburg und mag meine Arbeit.", "J'adore le café de mon quartier."],
)  # fmt: skip
def test_the_rest_is_other(text: str) -> None:
    assert detect_language(text) == "other"


def test_scripts_are_counted_without_addresses_and_code() -> None:
    assert scripts("给 Tom 发 `rm -rf` tom@example.com") == Scripts(han=2, latin=1, other=0)
