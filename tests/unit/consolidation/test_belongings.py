"""What ends a thing that is owned, taken, used or attended overtakes the memory of it and the turn that told of it."""

from __future__ import annotations

import pytest

from processors.claims.extract import extract_claims
from tests.unit.consolidation.staging import Driver, day, turn


def told(*texts: str) -> Driver:
    """A driver that has heard the texts, each in a session of its own, a month apart."""
    driver = Driver()
    for number, text in enumerate(texts):
        at = day(number * 30)
        claims = extract_claims(text, role="user", occurred_at=at)
        spans = tuple(text[claim.start : claim.end] for claim in claims)
        driver.give(turn(f"t{number}", text, at, session=f"s{number}"), *claims, claim_texts=spans)
    return driver


@pytest.mark.parametrize(
    ("had", "over"),
    [
        ("I own a Lambretta, a green one from 1966.", "I have sold the Lambretta."),
        ("I own a houseboat.", "The houseboat is sold."),
        ("I have a telescope in the attic.", "I gave my telescope away last week."),
        ("I drive a Skoda Fabia.", "My Skoda Fabia has been scrapped."),
        ("I own a harp.", "I don't have the harp any more."),
        ("I have a gym membership.", "I cancelled my gym membership."),
        ("I subscribe to The Oldie.", "I've cancelled my subscription to The Oldie."),
        ("I go to a pottery class on Tuesdays.", "I quit the pottery class."),
        ("I attend a Welsh course every Monday.", "I dropped out of the Welsh course."),
        ("I take sertraline every morning.", "My doctor took me off the sertraline."),
        ("I swim every morning.", "I don't swim in the mornings any more."),
        ("I have a dog called Bruno.", "We gave Bruno away."),
        ("I'm travelling to Porto next month.", "I won't be going to Porto after all."),
        ("我有一台徕卡相机，平时拍街景。", "那台徕卡相机我卖掉了。"),
        ("我有一把吉他。", "吉他我转给同事了。"),
        ("我开一辆五菱宏光。", "五菱宏光报废了。"),
        ("我办了健身卡。", "健身卡我退了。"),
        ("我订阅了腾讯视频会员。", "腾讯视频会员取消了。"),
        ("我在上陶艺课。", "陶艺课我不上了。"),
        ("我每周二去瑜伽班。", "瑜伽班退了。"),
        ("我每天吃阿司匹林。", "医生让我把阿司匹林停了。"),
        ("我在服用优甲乐。", "优甲乐我不吃了。"),
        ("我抽烟。", "我把烟戒了。"),
        ("我每天早上游泳。", "我现在不游泳了。"),
        ("我养了一只猫叫团子。", "团子送人了。"),
    ],
)
def test_what_is_over_overtakes_the_memory_and_its_turn(had: str, over: str) -> None:
    driver = told(had, over)

    assert driver.turns("superseded") == [had]
    assert not [fact for fact in driver.facts() if fact.polarity == "positive"]


@pytest.mark.parametrize(
    ("had", "said"),
    [
        ("I own a harp.", "My brother sold his harp."),
        ("I own a harp.", "They sold the company."),
        ("I own a harp.", "I'm thinking of selling the harp."),
        ("I own a cello.", "I sold the harp."),
        ("I have a car.", "My neighbour's car was sold."),
        ("I take warfarin.", "My mother stopped taking warfarin."),
        ("我有一辆汽车。", "我朋友的汽车卖了。"),
        ("我有一辆汽车。", "我想把汽车卖了。"),
        ("我在服用优甲乐。", "我妈妈不吃优甲乐了。"),
        ("我每周二去瑜伽班。", "陶艺课我不上了。"),
    ],
)
def test_what_is_over_for_others_or_only_wished_ends_nothing(had: str, said: str) -> None:
    driver = told(had, said)

    assert had in driver.turns()
    assert not driver.facts("superseded")


@pytest.mark.parametrize(
    ("had", "over"),
    [
        ("I own a harp, and my sister plays it.", "I sold the harp."),
        ("I own a harp. My mother lives in Leith.", "I sold the harp."),
        ("我有一把吉他，我弟弟在北京读书。", "吉他我卖掉了。"),
    ],
)
def test_a_turn_that_says_more_than_what_is_over_stays(had: str, over: str) -> None:
    driver = told(had, over)

    assert had in driver.turns()
    assert [fact.attribute for fact in driver.facts("superseded")] == ["owns"]
