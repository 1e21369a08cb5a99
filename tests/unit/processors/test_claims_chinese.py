"""Chinese claims: what a careful reader keeps, and what nobody should."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from processors.claims.extract import extract_claims
from processors.claims.text import claim_text
from schemas.dimensions import Entity

SAID = datetime(2026, 3, 2, 9, tzinfo=UTC)


def _claims(text: str, **options):
    return extract_claims(text, **({"role": "user", "occurred_at": SAID} | options))


def _facts(text: str, **options) -> set[tuple[str, str, str, str]]:
    return {(c.subject, c.attribute, c.value, c.action) for c in _claims(text, **options)}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("我叫李雷", "李雷"),
        ("你好，我叫王小明。", "王小明"),
        ("我的名字是欧阳锋", "欧阳锋"),
        ("我姓李名雷", "李雷"),
        ("你可以叫我小满。", "小满"),
        ("叫我小满吧", "小满"),
        ("请叫我阿强", "阿强"),
        ("说错了，我叫李雷", "李雷"),
        ("我叫Tom", "Tom"),
    ],
)
def test_the_users_name(text, name):
    assert _facts(text) == {("user", "name", name, "assert")}


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("我的电话是13800138000", "13800138000"),
        ("我的手机号换成13900139000了", "13900139000"),
        ("我换号了，新号码是13900139000", "13900139000"),
        ("记住，我的电话是010-88886666", "010-88886666"),
        ("有事打我电话13800138000", "13800138000"),
    ],
)
def test_the_users_phone(text, number):
    assert _facts(text) == {("user", "phone", number, "assert")}


@pytest.mark.parametrize("text", ["我换号了", "我的手机号换了", "我最近换了个新号码"])
def test_a_change_without_a_value_unsets(text):
    assert _facts(text) == {("user", "phone", "", "unset")}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("我喜欢听京剧", {("likes", "京剧", "assert")}),
        ("我现在喜欢听京剧了。", {("likes", "京剧", "assert")}),
        ("我最喜欢的歌手是周杰伦", {("likes", "周杰伦", "assert")}),
        ("我特别喜欢吃四川火锅和烧烤", {("likes", "四川火锅", "assert"), ("likes", "烧烤", "assert")}),
        ("我爱喝绿茶", {("likes", "绿茶", "assert")}),
        ("我不喜欢听京剧。", {("dislikes", "京剧", "assert")}),
        ("我最讨厌加班", {("dislikes", "加班", "assert")}),
        ("我受不了烟味", {("dislikes", "烟味", "assert")}),
        ("我现在不讨厌香菜了。", {("dislikes", "香菜", "unset")}),
        ("我不再喜欢咖啡了", {("likes", "咖啡", "unset")}),
        ("我不喜欢喝咖啡了", {("likes", "咖啡", "unset")}),
        ("我以前喜欢打篮球，现在喜欢游泳", {("likes", "打篮球", "unset"), ("likes", "游泳", "assert")}),
    ],
)
def test_likes_and_dislikes(text, facts):
    assert {(c.attribute, c.value, c.action) for c in _claims(text)} == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("我叫王小明，今年三十五岁", {("user", "name", "王小明"), ("user", "age", "35")}),
        ("我女儿叫朵朵，今年5岁了", {("user", "child", "朵朵"), ("朵朵", "age", "5")}),
        ("我在苏州的一家眼镜厂做质检，周末喜欢去钓鱼。", {("user", "occupation", "质检"), ("user", "likes", "钓鱼")}),
        ("我对花生和芒果过敏", {("user", "allergy", "花生"), ("user", "allergy", "芒果")}),
        ("我老婆对海鲜过敏", {("spouse", "allergy", "海鲜")}),
        ("我不吃香菜", {("user", "diet", "香菜")}),
        ("我会说法语。", {("user", "language", "法语")}),
        ("我会弹钢琴", {("user", "skill", "弹钢琴")}),
        ("我也会说德语。", {("user", "language", "德语")}),
        ("我的好朋友叫张伟", {("user", "friend", "张伟")}),
        ("我养了一只猫叫咪咪", {("user", "pet", "咪咪")}),
        ("我住在杭州", {("user", "home_city", "杭州")}),
        ("我是程序员，住在深圳", {("user", "occupation", "程序员"), ("user", "home_city", "深圳")}),
        ("我妈妈的电话是13214362938", {("mother", "phone", "13214362938")}),
        ("我的邮箱是foo@bar.cn", {("user", "email", "foo@bar.cn")}),
        ("我的生日是3月5日", {("user", "birthday", "3月5日")}),
        ("今天有点头疼。", {("user", "state", "有点头疼")}),
    ],
)
def test_other_facts(text, facts):
    assert {(c.subject, c.attribute, c.value) for c in _claims(text)} == facts


@pytest.mark.parametrize(
    "text",
    [
        "我是2号线上车的",
        "我叫什么名字？",
        "我叫外卖了",
        "我叫他来",
        "妈妈叫我回家",
        "你喜欢什么？",
        "如果我喜欢爵士乐，你推荐什么？",
        "他说我喜欢京剧",
        "我上司的联系电话是13286128374",
        "客服电话是13800138000",
        "把这段翻译成英文：我有两个孩子。",
        "帮我写一封信：我叫李雷，我喜欢北京",
        "在我的小说里，我叫李雷。",
        "我们来角色扮演，我叫李雷",
        "她说：“我喜欢北京。”",
        "我喜欢你",
        "我爱你",
        "我喜欢的人不喜欢我",
        "我5岁的时候住在上海",
        "我住在酒店",
        "我是新来的",
        "别忘了我的生日",
        "我忘了我的密码",
        "嗯。",
        "设备",
        "？？？",
        "我今年要去北京",
    ],
)
def test_nothing_is_claimed(text):
    assert _claims(text) == ()


def test_injected_reminders_and_echoes_are_no_claims():
    assert _claims("提醒：用户喜欢被叫作“小满”。", role="system") == ()
    assert _claims("我喜欢喝茶", role="assistant") == ()


@pytest.mark.parametrize("text", ["忘掉我的住址。", "请把我的住址忘掉", "删除我的地址"])
def test_forgetting_is_a_retraction_without_a_value(text):
    claims = _claims(text)

    assert {c.attribute for c in claims} == {"address", "home_city"}
    assert {(c.value, c.action) for c in claims} == {("", "retract")}


def test_a_correction_is_marked():
    assert [c.correction for c in _claims("说错了，我叫李雷")] == [True]
    assert [c.correction for c in _claims("说错了。我叫李雷")] == [True]
    assert [c.correction for c in _claims("我叫李雷")] == [False]


def test_the_text_of_a_claim_is_in_the_words_of_the_turn():
    text = "请记住，我对花生过敏，谢谢。"
    [claim] = _claims(text)

    assert claim_text(claim, text) == "我对花生过敏"


def test_a_pronoun_is_no_name_whatever_the_finder_saw():
    seen = (Entity(text="他来", type="person", start=2, end=4),)

    assert _claims("我叫他来", entities=seen) == ()
