"""The keywords of a text."""

from __future__ import annotations

import pytest

from processors.dimensions.keywords import KEYWORDS_MAX, keywords
from processors.models.lac import LacTagger


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I'm allergic to peanuts and I really love spicy Thai food.", ("allergic", "peanuts", "spicy Thai food")),
        ("ok thanks", ()),
        ("", ()),
        ("🎉", ()),
        ("I write C++ at Nordlys.", ("write C++", "Nordlys")),
    ],
)
def test_english_keywords_are_phrases_between_stop_words(text: str, words: tuple[str, ...]) -> None:
    assert keywords(text) == words


def test_chinese_keywords_are_words_where_a_tagger_read_the_text() -> None:
    text = "我女儿对花生过敏，下周去北京大学看病。"

    found = keywords(text, LacTagger().tag([text])[0])

    assert {"女儿", "花生", "过敏", "北京大学"} <= set(found)


def test_chinese_keywords_need_no_tagger() -> None:
    assert keywords("我女儿对花生过敏。")[:2] == ("女儿", "花生")


def test_there_are_never_too_many_and_never_the_same_twice() -> None:
    text = " and ".join(f"topic{number % 20} item" for number in range(100)) + "。花生和苹果和香蕉"

    found = keywords(text)

    assert len(found) == KEYWORDS_MAX
    assert len({word.casefold() for word in found}) == len(found)
    assert keywords(text) == found
