"""What somebody asks to forget in words is forgotten: the memory, the turns that said it, and the wish itself."""

from __future__ import annotations

import pytest

from tests.unit.consolidation.test_belongings import told


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        ("I have a rabbit.", "Forget that I have a rabbit."),
        ("I have a dog called Bruno.", "Please forget that I have a dog."),
        ("I own a motorboat.", "Forget what I told you about my motorboat."),
        ("I smoke.", "Forget I ever said that I smoke."),
        ("I once rode a camel across the dunes.", "Forget that I once rode a camel across the dunes."),
        ("I was diagnosed with epilepsy.", "Could you please forget that I have epilepsy?"),
        ("我养了一只兔子。", "请忘掉我养兔子这件事。"),
        ("我养了一只狗叫旺财。", "别再记着我养狗的事了。"),
        ("我有糖尿病。", "把我有糖尿病的事删掉。"),
        ("我抽烟。", "就当我没说过我抽烟。"),
        ("我住在苏州。", "忘掉我住在苏州的事吧。"),
        ("我有一把吉他。", "别记着我有吉他这件事。"),
    ],
)
def test_what_is_asked_to_be_forgotten_in_words_leaves_no_trace(said: str, wish: str) -> None:
    driver = told(said, wish)

    assert not driver.state.memories


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        ("I have a cat called Mia.", "Forget that I have a dog."),
        ("I saw my cousin's dog on Sunday.", "Forget that I have a dog."),
        ("I have a dog.", "Don't forget that I have a dog."),
        ("我养了一只猫叫团子。", "把我养狗的事忘了吧。"),
        ("我养了一只狗。", "别忘了我养狗的事。"),
        ("我住在苏州。", "别记错了，我住在苏州。"),
    ],
)
def test_what_was_not_meant_stays(said: str, wish: str) -> None:
    assert said in told(said, wish).turns()


def test_a_wish_about_one_statement_leaves_the_others_of_its_turn() -> None:
    driver = told("I have a ferret. My sister lives in Perth.", "Forget that I have a ferret.")

    assert [fact.value for fact in driver.facts()] == ["Perth"]
