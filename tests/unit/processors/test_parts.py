"""What a text says is part of something larger."""

from __future__ import annotations

import pytest

from processors.dimensions.parts import find_parts


@pytest.mark.parametrize(
    ("text", "part", "whole"),
    [
        ("The tiling's part of the bathroom refit, by the way.", "The tiling", "the bathroom refit"),
        ("Learning Rust is one piece of my career change.", "Learning Rust", "my career change"),
        ("As part of the refit, I'm replacing the boiler.", "I'm replacing the boiler", "the refit"),
        ("We're clearing out the attic as part of downsizing.", "We're clearing out the attic", "downsizing"),
        ("The survey belongs to the house purchase.", "The survey", "the house purchase"),
        ("Fixing the login bug falls under Project Heron.", "Fixing the login bug", "Project Heron"),
        ("The website redesign includes a new shop.", "a new shop", "The website redesign"),
        ("Writing tests is a sub-task of the Falcon release.", "Writing tests", "the Falcon release"),
        ("The first phase of the garden project is digging the pond.", "digging the pond", "the garden project"),
        ("I'm repainting the hall. It's all part of selling the flat.", "", "selling the flat"),
        ("Getting my licence is a milestone on the way to the job.", "Getting my licence", "the job"),
        ("订场地是婚礼筹备的一部分。", "订场地", "婚礼筹备"),
        ("写测试属于猎鹰项目。", "写测试", "猎鹰项目"),
        ("背单词只是考研的一小部分。", "背单词", "考研"),
        ("作为装修的一部分，我要换热水器。", "我要换热水器", "装修"),
        ("搬家的第一步是找纸箱。", "找纸箱", "搬家"),
        ("我在粉刷走廊，这是卖房准备的一部分。", "", "卖房准备"),
        ("登录页的修复归在苍鹭项目下面。", "登录页的修复", "苍鹭项目"),
    ],
)
def test_a_part_is_found_with_its_whole(text: str, part: str, whole: str) -> None:
    [found] = find_parts(text)

    assert (found.part.text, found.whole.text) == (part, whole)
    assert text[found.whole.start : found.whole.end] == whole


@pytest.mark.parametrize(
    "text",
    [
        "Is the tiling part of the refit?",
        "The shed is not part of the sale.",
        "I don't think the fence belongs to the project.",
        "If the garage is part of the deal, we buy.",
        "Part of me wants to stay.",
        "I took part in the race.",
        "For the most part I work at home.",
        "The best part of the trip was the food.",
        "车库是房子的一部分吗？",
        "这不属于我的工作。",
        "搬家不是计划的一部分。",
        "大部分时间我在家。",
    ],
)
def test_what_is_asked_denied_or_only_a_phrase_is_no_part(text: str) -> None:
    assert find_parts(text) == ()
