"""The situations that articles about agent memory begin with, each with paraphrases in both languages."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.scenario.api.say import facts, say, search

Json = dict[str, Any]
EARLY, LATE, MUCH_LATER = "2026-03-02T09:00:00Z", "2026-03-09T09:00:00Z", "2026-05-02T09:00:00Z"


def context(http: httpx.Client, user: str, query: str, **more: object) -> Json:
    answer = http.post("/v1/context", json={"user": user, "query": query, "budget_tokens": 600, **more})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def contents(answer: Json, *, resolution: str = "") -> list[str]:
    memories = [item["memory"] for item in answer["items"]]
    return [memory["content"] for memory in memories if not resolution or memory["resolution"] == resolution]


@pytest.mark.parametrize(
    ("before", "after", "query"),
    [
        (
            "My phone number is 13512340001.",
            "I've switched numbers, my new number is 13698760002.",
            "What's my number?",
        ),
        ("You can call me on 13512340001.", "My mobile has changed to 13698760002.", "Which number do I use?"),
        ("My cell is 13512340001.", "New phone number: 13698760002.", "How can you reach me by phone?"),
        ("我的手机号是13512340001。", "我换号了，新号是13698760002。", "我的电话是多少？"),
        ("有事打我电话13512340001。", "手机号改成13698760002了。", "我的手机号是什么？"),
        ("我电话13512340001，记一下。", "号码换了，现在是13698760002。", "打哪个号码能找到我？"),
    ],
)
def test_a_new_phone_number_replaces_the_old_one(
    http: httpx.Client, user: str, before: str, after: str, query: str
) -> None:
    say(http, user, before, occurred_at=EARLY)
    say(http, user, after, occurred_at=LATE, session="s2")

    phones = [fact for fact in facts(http, user, attribute="phone") if fact["status"] == "active"]
    assert [phone["value"] for phone in phones] == ["13698760002"]
    assert "13698760002" in search(http, user, query)["items"][0]["memory"]["content"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("My phone number is 13512340001.", "I got a new phone number."),
        ("My number is 13512340001.", "I've changed my number."),
        ("My mobile is 13512340001.", "My old number is no longer in use."),
        ("我的手机号是13512340001。", "我换手机号了。"),
        ("我的电话是13512340001。", "我最近换号了。"),
        ("我手机号是13512340001。", "我的号码已经停用了。"),
    ],
)
def test_a_change_without_the_number_makes_the_old_one_doubtful(
    http: httpx.Client, user: str, before: str, after: str
) -> None:
    say(http, user, before, occurred_at=EARLY)
    say(http, user, after, occurred_at=LATE, session="s2")

    (phone,) = facts(http, user, attribute="phone")
    assert (phone["value"], phone["status"]) == ("13512340001", "provisional")


@pytest.mark.parametrize(
    ("passing", "lasting", "value"),
    [
        ("I have a headache today.", "I'm allergic to cashews.", "cashews"),
        ("My head hurts a bit, I've got a headache.", "I am allergic to bee stings.", "bee stings"),
        ("I'm really tired today.", "I'm allergic to wool.", "wool"),
        ("我今天头疼。", "我对腰果过敏。", "腰果"),
        ("今天头有点疼，头疼得厉害。", "我对羊毛过敏。", "羊毛"),
        ("今天有点累。", "我对蜂蜜过敏。", "蜂蜜"),
    ],
)
def test_a_headache_passes_and_an_allergy_stays(
    http: httpx.Client, user: str, passing: str, lasting: str, value: str
) -> None:
    say(http, user, passing, lasting, occurred_at=EARLY)

    later = facts(http, user, status="active", valid_at=MUCH_LATER)
    assert [fact["value"] for fact in later] == [value]
    core = {fact["attribute"]: fact["scope"] for fact in facts(http, user)}
    assert core["allergy"] == "core"
    assert core.get("state", "session") == "session"


@pytest.mark.parametrize(
    ("disliked", "gadget", "fruit_query", "gadget_query"),
    [
        ("I hate apples.", "I just bought an iPhone 15.", "Which fruit don't I like?", "Which phone did I buy?"),
        (
            "I can't stand apples.",
            "My iPhone 15 arrived today.",
            "What food do I dislike?",
            "What arrived today, which phone?",
        ),
        (
            "I really dislike apples.",
            "I use an iPhone 15 for photos.",
            "Do I like apples?",
            "What do I take photos with?",
        ),
        ("我讨厌苹果。", "我买了一台iPhone 15。", "我不喜欢什么水果？", "我买了什么手机？"),
        ("我不爱吃苹果。", "我的iPhone 15今天到了。", "我不爱吃什么？", "今天到的是什么手机？"),
        ("我受不了苹果的味道，讨厌苹果。", "我用iPhone 15拍照。", "我讨厌吃什么？", "我用什么手机拍照？"),
    ],
)
def test_who_hates_apples_may_love_their_phone(
    http: httpx.Client, user: str, disliked: str, gadget: str, fruit_query: str, gadget_query: str
) -> None:
    say(http, user, disliked, gadget, occurred_at=EARLY)

    aversions = [fact for fact in facts(http, user) if fact["polarity"] == "negative"]
    assert aversions
    assert all("iphone" not in fact["content"].casefold() for fact in aversions)
    assert "iPhone" not in search(http, user, fruit_query)["items"][0]["memory"]["content"]
    assert "iPhone" in search(http, user, gadget_query)["items"][0]["memory"]["content"]


@pytest.mark.parametrize(
    ("stated", "orders"),
    [
        ("I try to eat healthy.", ("I ordered fried chicken.", "I had a burger for lunch.", "I got fries again.")),
        ("I'm on a healthy diet.", ("We ordered pizza tonight.", "I grabbed a burger.", "I ordered hot dogs.")),
        ("I care about healthy eating.", ("I ate at McDonald's.", "I ordered a milkshake.", "I bought donuts.")),
        ("我很注重健康饮食。", ("我点了炸鸡。", "我中午吃了汉堡。", "我又叫了薯条。")),
        ("我平时吃得很清淡。", ("今天我点了披萨。", "我吃了麦当劳。", "我买了热狗。")),
        ("我在坚持健康饮食。", ("我叫了肯德基。", "我喝了奶茶，吃了汉堡。", "我点了炸鸡。")),
    ],
)
def test_a_healthy_diet_against_three_fast_food_orders_keeps_both_and_asks(
    http: httpx.Client, user: str, stated: str, orders: tuple[str, str, str]
) -> None:
    say(http, user, stated, occurred_at=EARLY)
    for number, order in enumerate(orders):
        say(http, user, order, occurred_at=f"2026-03-1{number}T12:00:00Z", session=f"day {number}")

    diet = next(fact for fact in facts(http, user, attribute="diet"))
    assert diet["status"] == "active"
    assert [link["edge"] for link in diet["links"]] == ["contradicts"]
    found = context(http, user, "healthy diet or fast food? 健康饮食还是快餐？")
    assert found["clarify"]
    assert stated.rstrip(".。") in found["block"]


def test_two_orders_contradict_nothing_yet(http: httpx.Client, user: str) -> None:
    say(http, user, "I try to eat healthy.", "I ordered fried chicken.", "I had a burger.", occurred_at=EARLY)

    (diet,) = facts(http, user, attribute="diet")
    assert diet["links"] == []


@pytest.mark.parametrize(
    ("firm", "fruit"),
    [
        ("I work at Apple.", "I like apples with cinnamon."),
        ("I've worked at Apple since 2020.", "I love apples."),
        ("I just started at Apple.", "I enjoy apples in autumn."),
        ("我在苹果公司工作。", "我喜欢吃苹果。"),
        ("我目前在苹果公司上班。", "我爱吃苹果。"),
        ("我去年入职了苹果公司。", "我特别喜欢苹果。"),
    ],
)
def test_a_company_and_a_fruit_of_one_name_are_two_things(http: httpx.Client, user: str, firm: str, fruit: str) -> None:
    say(http, user, firm, fruit, occurred_at=EARLY)

    kept = {fact["attribute"]: fact["content"] for fact in facts(http, user, status="active")}
    assert set(kept) == {"employer", "likes"}
    assert kept["employer"].rstrip("。.") in firm
    assert kept["likes"].rstrip("。.") in fruit


@pytest.mark.parametrize(
    ("question", "order"),
    [
        ("Where is my order 88213?", "I ordered a desk lamp, order number 88213."),
        ("What's the status of order 88213?", "Order 88213 is the desk lamp that I bought."),
        ("Has order 88213 been shipped?", "My desk lamp has the order number 88213."),
        ("帮我查询订单88213的状态。", "我买了台灯，订单号是88213。"),
        ("订单88213到哪了？", "台灯的订单号88213。"),
        ("查一下88213这个订单发货没有。", "我下单了一个台灯，单号88213。"),
    ],
)
def test_asking_for_an_order_is_no_fact_and_finds_the_order(
    http: httpx.Client, user: str, question: str, order: str
) -> None:
    say(http, user, order, "The weather is fine.", "今天天气不错。", question, occurred_at=EARLY)

    assert all(question.rstrip("。?？") not in fact["content"] for fact in facts(http, user))
    found = contents(search(http, user, "order 88213 订单88213"))
    assert order in found[:3]


@pytest.mark.parametrize(
    "mood",
    [
        "I feel so frustrated today.",
        "I'm feeling awful and sad today.",
        "Honestly I'm depressed about how today went.",
        "我今天很沮丧。",
        "今天心情很差，特别郁闷。",
        "最近有点沮丧，什么都不顺。",
    ],
)
def test_a_low_mood_is_heard_and_does_not_become_a_trait(http: httpx.Client, user: str, mood: str) -> None:
    say(http, user, mood, occurred_at=EARLY)

    (turn,) = http.get("/v1/memories", params={"user": user, "resolution": "turn"}).json()["items"]
    assert turn["dimensions"]["sentiment"] == "negative"
    assert all(fact["kind"] == "state" and fact["valid_to"] for fact in facts(http, user))


@pytest.mark.parametrize(
    ("language", "film", "query"),
    [
        (
            "I'm learning Python for data analysis.",
            "I love the documentary about the python in Florida.",
            "data analysis code",
        ),
        (
            "I write Python at work, mostly pandas.",
            "Yesterday I saw a python at the zoo.",
            "pandas programming at work",
        ),
        ("My Python script crashes on large files.", "The Monty Python film made me laugh.", "script crashes files"),
        ("我在学Python做数据分析。", "我喜欢看那部关于蟒蛇Python的纪录片。", "数据分析编程"),
        ("我上班写Python，主要用pandas。", "昨天在动物园看到一条蟒蛇python。", "上班写代码pandas"),
        ("我的Python脚本处理大文件会崩溃。", "巨蟒剧团Monty Python的电影真好笑。", "脚本崩溃"),
    ],
)
def test_the_language_python_is_found_before_other_pythons(
    http: httpx.Client, user: str, language: str, film: str, query: str
) -> None:
    say(http, user, film, language, occurred_at=EARLY)

    assert contents(search(http, user, query), resolution="turn")[0] == language
