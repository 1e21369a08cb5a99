"""What is kept of people's lives: goals, plans, habits, belongings, health, learning and ties."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from processors.claims.extract import extract_claims

NOON = datetime(2026, 3, 18, 12, tzinfo=UTC)


def said(text: str) -> set[tuple[str, str, str]]:
    """(subject, attribute, value); what ended or is not so has a minus before its value."""
    return {
        (c.subject, c.attribute, ("-" if c.action == "unset" or c.polarity == "negative" else "") + c.value)
        for c in extract_claims(text, role="user", occurred_at=NOON)
    }


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("My dream is to open a small cinema.", ("user", "goal", "open a small cinema")),
        ("I'm trying to quit smoking.", ("user", "goal", "quit smoking")),
        ("I plan to repaint the kitchen in May.", ("user", "plan", "repaint the kitchen in May")),
        ("We go bowling twice a month.", ("user", "habit", "go bowling twice a month")),
        ("I've stopped drinking.", ("user", "habit", "-drinking")),
        ("I own a red canoe.", ("user", "owns", "red canoe")),
        ("I sold my old tractor.", ("user", "owns", "-old tractor")),
        ("I was diagnosed with epilepsy.", ("user", "health", "epilepsy")),
        ("I'm on insulin.", ("user", "medication", "insulin")),
        ("I graduated from Uppsala University.", ("user", "education", "Uppsala University")),
        ("I got engaged last month.", ("user", "relationship_status", "engaged")),
        ("I no longer work for Ericsson.", ("user", "employer", "-Ericsson")),
        ("Last week I moved to Turku.", ("user", "home_city", "Turku")),
        ("I promised to water the plants on Sunday.", ("user", "commitment", "water the plants on Sunday")),
        ("From now on, reply in Danish.", ("user", "instruction", "reply in Danish")),
        ("Our cat Momo passed away.", ("user", "pet", "-Momo")),
        ("Sadly, Momo died on Monday.", ("user", "pet", "-Momo")),
        ("We lost our cat Momo last year.", ("user", "pet", "-Momo")),
        ("We had to put Momo down.", ("user", "pet", "-Momo")),
        ("I no longer live in Turku.", ("user", "home_city", "-Turku")),
        ("I don't live in Turku anymore.", ("user", "home_city", "-Turku")),
        ("Last month I moved out of Turku.", ("user", "home_city", "-Turku")),
        ("I broke up with Inga.", ("user", "spouse", "-Inga")),
        ("The Porto trip is off.", ("user", "plan", "-Porto trip")),
        ("The move to Porto fell through.", ("user", "plan", "-move to Porto")),
        ("It turns out I'm not allergic to kiwi.", ("user", "allergy", "-kiwi")),
        ("If you need anything, call me on 0151 200 300.", ("user", "phone", "0151 200 300")),
        ("My email for parcels is t.lund@post.example", ("user", "email", "t.lund@post.example")),
        ("They've given me a new email address: tl@firm.example", ("user", "email", "tl@firm.example")),
        ("My school issued me a new email, tl@school.example", ("user", "email", "tl@school.example")),
        ("I've been given a new phone, 0151 200 300.", ("user", "phone", "0151 200 300")),
        ("I got a new mobile: 0151 200 300", ("user", "phone", "0151 200 300")),
        ("团子上周去世了。", ("user", "pet", "-团子")),
        ("我家猫咪团子没了。", ("user", "pet", "-团子")),
        ("我不住在烟台了。", ("user", "home_city", "-烟台")),
        ("我已经从烟台搬走了。", ("user", "home_city", "-烟台")),
        ("我和阿芳去年离婚了。", ("user", "spouse", "-阿芳")),
        ("我跟女朋友分手了。", ("user", "spouse", "-")),
        ("原来我对芒果不过敏。", ("user", "allergy", "-芒果")),
        ("我对芒果已经不过敏了。", ("user", "allergy", "-芒果")),
        ("我的梦想是开一家小电影院。", ("user", "goal", "开一家小电影院")),
        ("我打算五月重新刷厨房。", ("user", "plan", "五月重新刷厨房")),
        ("我每周三打保龄球。", ("user", "habit", "每周三打保龄球")),
        ("我戒酒了。", ("user", "habit", "-酒")),
        ("我有一艘红色的皮划艇。", ("user", "owns", "红色的皮划艇")),
        ("我把旧自行车卖了。", ("user", "owns", "-自行车")),
        ("我确诊了癫痫。", ("user", "health", "癫痫")),
        ("我毕业于厦门大学。", ("user", "education", "厦门大学")),
        ("我上个月订婚了。", ("user", "relationship_status", "订婚")),
        ("我已经不在爱立信上班了。", ("user", "employer", "-爱立信")),
        ("上周末我搬到了烟台。", ("user", "home_city", "烟台")),
        ("以后请用日语回答。", ("user", "instruction", "用日语回答")),
    ],
)
def test_facts_of_a_life_are_kept(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in said(text)


@pytest.mark.parametrize(
    "text",
    [
        "I usually hold it for a minute.",
        "Never give up!",
        "Always be yourself.",
        "I want to learn more about black holes.",
        "I'll take it.",
        "I drive a hard bargain.",
        "I have two options.",
        "Greta Thunberg lives in Stockholm.",
        "My cousin has two houses, she said.",
        "我每天都看到这个。",
        "我有两个办法。",
        "我会的。",
        "我打算问问你。",
        "永远不要放弃！",
    ],
)
def test_passing_words_are_not_kept(text: str) -> None:
    assert said(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        "My colleague's new email address: x.y@firm.example",
        "They gave her a new email address: x.y@firm.example",
        "I got a new phone for 15000 yen.",
        "My email for example could be x.y@firm.example",
    ],
)
def test_addresses_and_numbers_of_others_or_of_nothing_are_not_kept(text: str) -> None:
    assert not {attribute for _, attribute, _ in said(text)} & {"email", "phone"}
