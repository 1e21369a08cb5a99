"""Kinds of statements that are kept: endings, changes without a value, views, lives, openings and tails."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from processors.claims.extract import extract_claims
from processors.claims.frames.contacts import contacts

WHEN = datetime(2026, 3, 4, 9, tzinfo=UTC)


ENGLISH: list[tuple[str, list[tuple[str, str, str]]]] = [
    ("Frankly, I live in Utrecht.", [("home_city", "Utrecht", "+")]),
    ("Honestly, I can't stand karaoke.", [("dislikes", "karaoke", "-")]),
    ("After a long search we moved to Porto.", [("home_city", "Porto", "+")]),
    ("Oh by the way, my number is 555 0182.", [("phone", "555 0182", "+")]),
    ("From now on, please answer in bullet points.", [("instruction", "answer in bullet points", "+")]),
    ("In case it helps, I'm allergic to bees.", [("allergy", "bees", "+")]),
    ("To be fair, I like country music.", [("likes", "country music", "+")]),
    ("As of today I work at Nordlys Media.", [("employer", "Nordlys Media", "+")]),
    ("I've worked at Calder Mills since 2018.", [("employer", "Calder Mills", "+")]),
    ("I'm working for Ostrom Labs since March.", [("employer", "Ostrom Labs", "+")]),
    ("I'm a baker, early shifts mostly.", [("occupation", "baker", "+")]),
    ("I sold my Canon last week.", [("owns", "Canon", "-")]),
    ("I studied chemistry at the University of Leeds.", [("education", "chemistry at the University of Leeds", "+")]),
    ("I speak Finnish and a bit of Sami.", [("language", "Finnish", "+")]),
    ("I handed in my notice at Brightwell.", [("employer", "Brightwell", "-")]),
    ("Friday was my last day at Harrow Foods.", [("employer", "Harrow Foods", "-")]),
    ("I left Siemens in March.", [("employer", "Siemens", "-")]),
    ("My cousin Bea works at Trellis Bank.", [("Bea.employer", "Trellis Bank", "+")]),
    ("Joost just started at Damen Shipyards.", [("Joost.employer", "Damen Shipyards", "+")]),
    ("Please send it to my email, jo.park@mail.example.", [("email", "jo.park@mail.example", "+")]),
    ("My daughter Elsa is six now.", [("Elsa.age", "6", "+"), ("child", "Elsa", "+")]),
    ("Tom and I are divorced.", [("relationship_status", "divorced", "+"), ("spouse", "", "-")]),
    ("I'm single, no kids.", [("relationship_status", "single", "+")]),
    ("We adopted a kitten called Pixel.", [("pet", "Pixel", "+")]),
    ("I adopted a greyhound named Comet last month.", [("pet", "Comet", "+")]),
    ("I can't get enough of sushi.", [("likes", "sushi", "+")]),
    ("I can't bear loud music.", [("dislikes", "loud music", "-")]),
    ("I've taken up bouldering.", [("hobby", "bouldering", "+")]),
    ("I recently got into birdwatching.", [("hobby", "birdwatching", "+")]),
    ("I gave up the violin.", [("hobby", "violin", "-")]),
    ("I quit the choir.", [("hobby", "choir", "-")]),
    ("I own a 1969 Beetle that barely starts.", [("owns", "1969 Beetle", "+")]),
    ("I'm training to become a paramedic.", [("goal", "become a paramedic", "+")]),
    ("I promised Rita I'd water her plants.", [("commitment", "water her plants", "+")]),
    ("I promised my mom that I'd call every Sunday.", [("commitment", "call every Sunday", "+")]),
    ("After weeks of talking, we decided to sell the house.", [("decision", "sell the house", "+")]),
    ("I think remote work is better for focus.", [("opinion", "remote work is better for focus", "+")]),
    ("I think open offices are a bad idea.", [("opinion", "open offices are a bad idea", "+")]),
    ("In my opinion, meetings should be short.", [("opinion", "meetings should be short", "+")]),
    ("Call me Bea, everybody does.", [("name", "Bea", "+")]),
    ("I stopped drinking coffee.", [("habit", "drinking coffee", "-")]),
    ("I gave up coffee.", [("habit", "coffee", "-")]),
    ("I quit smoking two years ago.", [("habit", "smoking", "-")]),
    ("I've cut out sugar.", [("habit", "sugar", "-")]),
    ("I no longer take metformin.", [("medication", "metformin", "-")]),
    ("I stopped taking ibuprofen.", [("medication", "ibuprofen", "-")]),
    ("I'm off the steroids.", [("medication", "steroids", "-")]),
    ("I smoke.", [("habit", "smoke", "+")]),
    ("I got a new job.", [("employer", "", "-")]),
    ("I changed jobs.", [("employer", "", "-")]),
    ("I quit my job.", [("employer", "", "-")]),
    ("I lost my job.", [("employer", "", "-")]),
    ("I moved house.", [("address", "", "-"), ("home_city", "", "-")]),
    ("We've just moved.", [("address", "", "-"), ("home_city", "", "-")]),
    ("I got a new email address.", [("email", "", "-")]),
    ("My email address has changed.", [("email", "", "-")]),
    ("I'm not married.", [("relationship_status", "married", "-")]),
    ("I'm lactose intolerant.", [("allergy", "lactose", "+")]),
    ("I want to learn Swahili this year.", [("goal", "learn Swahili this year", "+")]),
    ("I used to live in Derry, but now I'm in Sligo.", [("home_city", "Sligo", "+")]),
    (
        "I work as a paramedic at St. Luke's Hospital.",
        [("employer", "St. Luke's Hospital", "+"), ("occupation", "paramedic", "+")],
    ),
    ("I prefer trains over planes.", [("likes", "trains", "+")]),
    (
        "My brother is a welder and my sister is a pilot.",
        [("sibling.occupation", "welder", "+"), ("sibling.occupation", "pilot", "+")],
    ),
    ("Hi, I'm Wiebke, nice to meet you.", [("name", "Wiebke", "+")]),
    ("I work part-time as a lifeguard in Hull.", [("occupation", "lifeguard", "+")]),
    ("I changed jobs, I'm at Ericsson now.", [("employer", "Ericsson", "+")]),
    ("I became a mother today, her name is Ida.", [("child", "Ida", "+")]),
    ("The Lisbon trip is cancelled.", [("plan", "Lisbon trip", "-")]),
    ("I cancelled my trip to Rome.", [("plan", "trip to Rome", "-")]),
    ("I'm flying to Oslo on the 14th.", [("plan", "flying to Oslo on the 14th", "+")]),
    ("We're going to Crete in August.", [("plan", "going to Crete in August", "+")]),
    ("I founded the chess society at our school.", [("founded", "chess society", "+")]),
    ("I only drink water now.", [("habit", "drink water", "+")]),
    ("We're taking our nieces to the coast in June.", [("plan", "taking our nieces to the coast in June", "+")]),
    (
        "Before you commit, run the linter and show me the diff.",
        [("instruction", "Before you commit, run the linter and show me the diff", "+")],
    ),
    ("Always add type hints.", [("instruction", "Always add type hints", "+")]),
    ("Never use emojis when you answer me.", [("instruction", "Never use emojis when you answer me", "+")]),
    ("I was diagnosed with asthma last spring.", [("health", "asthma", "+")]),
    ("I moved to Cork and started at Dell.", [("home_city", "Cork", "+"), ("employer", "Dell", "+")]),
    ("I'm vegetarian since January.", [("diet", "vegetarian", "+")]),
    ("I'm married to Otto.", [("spouse", "Otto", "+")]),
    ("My name changed, I'm Clara Voss now.", [("name", "Clara Voss", "+")]),
    ("I changed my name to Clara Voss.", [("name", "Clara Voss", "+")]),
    ("I don't speak Russian.", [("language", "Russian", "-")]),
    ("My passport says that I was born on 9 June.", [("birthday", "9 June", "+")]),
    ("My birth certificate says I was born on 2 May.", [("birthday", "2 May", "+")]),
    ("The company that pays me is Larkfield Tools.", [("employer", "Larkfield Tools", "+")]),
    ("By now we live in Ulm, near the river.", [("home_city", "Ulm", "+")]),
]

CHINESE: list[tuple[str, list[tuple[str, str, str]]]] = [
    ("对了，我住在无锡。", [("home_city", "无锡", "+")]),
    ("说真的，我受不了榴莲。", [("dislikes", "榴莲", "-")]),
    ("说实话我讨厌下雨天。", [("dislikes", "下雨天", "-")]),
    ("先说一声，我对虾过敏。", [("allergy", "虾", "+")]),
    ("去年体检查出来我有脂肪肝。", [("health", "脂肪肝", "+")]),
    ("查出来我有甲亢。", [("health", "甲亢", "+")]),
    ("坐火车我喜欢靠窗的位置。", [("likes", "靠窗的位置", "+")]),
    ("上个月起我住在中山路18号。", [("address", "中山路18号", "+")]),
    ("戒酒三年了。", [("habit", "酒", "-")]),
    ("我戒烟两年了。", [("habit", "烟", "-")]),
    ("我会说韩语，也懂一点泰语。", [("language", "韩语", "+"), ("language", "泰语", "+")]),
    ("我上周正式从百度离职。", [("employer", "百度", "-")]),
    ("我已经离开字节跳动了。", [("employer", "字节跳动", "-")]),
    ("小周刚去美团上班。", [("小周.employer", "美团", "+")]),
    ("打这个电话找我：13512345678。", [("phone", "13512345678", "+")]),
    ("我的邮箱换成 lin@mail.example 了。", [("email", "lin@mail.example", "+")]),
    ("我四十一了。", [("age", "41", "+")]),
    ("我今年三十岁。", [("age", "30", "+")]),
    ("我是巴西人。", [("nationality", "巴西", "+")]),
    ("我是武汉大学毕业的。", [("education", "武汉大学", "+")]),
    ("我离婚了。", [("relationship_status", "离婚", "+"), ("spouse", "", "-")]),
    ("我领养了一只小猫，叫雪球。", [("pet", "雪球", "+")]),
    ("我养了一条叫旺财的狗。", [("pet", "旺财", "+")]),
    ("我哥叫建国，在邮局上班。", [("sibling", "建国", "+"), ("建国.employer", "邮局", "+")]),
    ("火锅怎么吃都吃不腻。", [("likes", "火锅", "+")]),
    ("我一点都不喜欢跑步。", [("dislikes", "跑步", "-")]),
    ("我儿子小石头不爱吃胡萝卜。", [("child", "小石头", "+"), ("小石头.dislikes", "胡萝卜", "-")]),
    ("我从三月开始吃素了。", [("diet", "吃素", "+")]),
    ("我最近迷上了攀岩。", [("hobby", "攀岩", "+")]),
    ("我不拉小提琴了。", [("hobby", "小提琴", "-")]),
    ("我不弹钢琴了。", [("hobby", "钢琴", "-")]),
    ("我在乐队里打鼓。", [("hobby", "打鼓", "+")]),
    ("十五号飞厦门。", [("plan", "十五号飞厦门", "+")]),
    ("我上周搬到珠海了。", [("home_city", "珠海", "+")]),
    ("我答应女儿周末带她去动物园。", [("commitment", "周末带她去动物园", "+")]),
    ("商量了很久，我们决定把房子卖了。", [("decision", "房子卖", "+")]),
    ("从现在起请用列表回答。", [("instruction", "用列表回答", "+")]),
    ("我觉得远程办公效率更高。", [("opinion", "远程办公效率更高", "+")]),
    ("我认为会议应该短一点。", [("opinion", "会议应该短一点", "+")]),
    ("我戒茶了，现在只喝咖啡。", [("habit", "茶", "-"), ("habit", "喝咖啡", "+")]),
    ("我不喝咖啡了。", [("habit", "咖啡", "-")]),
    ("我不吃二甲双胍了。", [("medication", "二甲双胍", "-")]),
    ("我停了降压药。", [("medication", "降压药", "-")]),
    ("我抽烟。", [("habit", "抽烟", "+")]),
    ("我把相机卖了。", [("owns", "相机", "-")]),
    ("自行车我卖了。", [("owns", "自行车", "-")]),
    ("我换工作了。", [("employer", "", "-")]),
    ("我辞职了。", [("employer", "", "-")]),
    ("我被裁了。", [("employer", "", "-")]),
    ("我搬家了。", [("address", "", "-"), ("home_city", "", "-")]),
    ("我换邮箱了。", [("email", "", "-")]),
    ("我还没结婚。", [("relationship_status", "结婚", "-")]),
    ("我乳糖不耐受。", [("allergy", "乳糖", "+")]),
    ("我换工作了，现在在小米上班。", [("employer", "小米", "+")]),
    ("我改名了，现在叫林夏。", [("name", "林夏", "+")]),
    ("我精通日语和法语。", [("language", "日语", "+"), ("language", "法语", "+")]),
    ("我更喜欢喝茶，不太喜欢可乐。", [("likes", "喝茶", "+"), ("dislikes", "可乐", "-")]),
    ("三亚我不去了，取消了。", [("plan", "三亚", "-")]),
    ("去三亚的行程取消了。", [("plan", "三亚", "-")]),
    ("我创办了一个读书会。", [("founded", "读书会", "+")]),
    ("提交前先跑测试，再给我看。", [("instruction", "提交前先跑测试，再给我看", "+")]),
    ("合并之前要先让我确认。", [("instruction", "合并之前要先让我确认", "+")]),
    ("我不会说俄语。", [("language", "俄语", "-")]),
    ("我哥是飞行员，我姐是律师。", [("sibling.occupation", "飞行员", "+"), ("sibling.occupation", "律师", "+")]),
    ("别叫我老陈，叫我陈工。", [("name", "陈工", "+")]),
    ("周五我会把报告发给你。", [("commitment", "报告发给你", "+")]),
    ("身份证上写着我的生日是4月2日。", [("birthday", "4月2日", "+")]),
    ("公司给我换了新邮箱：wen@mail.example。", [("email", "wen@mail.example", "+")]),
    ("平时用的邮箱是wen@mail.example。", [("email", "wen@mail.example", "+")]),
    ("有急事的话打我手机13512345678就行。", [("phone", "13512345678", "+")]),
    ("出国之前我把钢琴送人了。", [("owns", "钢琴", "-")]),
    ("搬家以后我把自行车卖给同事了。", [("owns", "自行车", "-")]),
]


@pytest.mark.parametrize(("content", "claims"), [*ENGLISH, *CHINESE])
def test_a_statement_of_this_kind_is_kept(content: str, claims: list[tuple[str, str, str]]) -> None:
    found = extract_claims(content, role="user", occurred_at=WHEN)

    assert [(_place(c.subject, c.attribute), c.value, _sign(c.polarity, c.action)) for c in found] == claims


def _place(subject: str, attribute: str) -> str:
    return attribute if subject == "user" else f"{subject}.{attribute}"


def _sign(polarity: str, action: str) -> str:
    return "-" if polarity == "negative" or action == "unset" else "+"


@pytest.mark.parametrize(
    ("content", "attribute"),
    [
        ("My mobile number is 0151 200 300.", "phone"),
        ("My work phone is 030 111 222.", "work_phone"),
        ("My home phone is 040 333 444.", "home_phone"),
        ("My personal email is a@x.example.", "email"),
        ("My work email is b@y.example.", "work_email"),
        ("My home address is 9 Elm Way.", "address"),
        ("My name is Robert.", "name"),
        ("You can call me Bob.", "name"),
        ("Everyone calls me Bob.", "nickname"),
        ("I work as a nurse.", "occupation"),
        ("I work as a barista on the side.", "side_job"),
        ("我的私人邮箱是a@x.example。", "email"),
        ("我的工作邮箱是b@y.example。", "work_email"),
        ("叫我小明就行。", "name"),
        ("朋友们都叫我老王。", "nickname"),
    ],
)
def test_what_is_for_one_use_ends_nothing_that_is_for_another(content: str, attribute: str) -> None:
    [claim] = extract_claims(content, role="user", occurred_at=WHEN)

    assert (claim.subject, claim.attribute) == ("user", attribute)


def test_an_address_of_others_is_not_the_speakers() -> None:
    assert list(contacts("Ship it to my parents' address, 3 Park Road")) == []
    assert [item.value for item in contacts("Ship it to my address, 3 Park Road")] == ["3 Park Road"]


@pytest.mark.parametrize(
    "content",
    [
        "This is Biscuit, he's so playful.",
        "I've worked with Rust and Go.",
        "Our trip got off to a rocky start.",
        "I feel great, both mentally and physically.",
        "I think that was all we needed.",
        "I just set up meetings with the producers.",
        "Remember, just breathe!",
        "And remember, I'm always here for you.",
        "I joined a group of people who love maps.",
        "I love the second version.",
        "I moved my desk to the window.",
        "I left the keys at home.",
        "I'm off to the gym.",
        "London is based on old maps.",
        "我上司老家是山西的。",
        "我觉得可以。",
        "我老公很累，辞职了。",
        "他心情不好，换工作了。",
        "我妈叫我回家。",
        "我上司的电话是13512345678。",
        "他说他的邮箱是wen@mail.example。",
        "The article says that I was born on 9 June.",
    ],
)
def test_what_only_looks_like_a_claim_of_the_speaker_is_left(content: str) -> None:
    found = extract_claims(content, role="user", occurred_at=WHEN)

    assert [c for c in found if c.subject == "user" or c.subject not in ("spouse", "sibling")] == []


@pytest.mark.parametrize("text", ["I think I am an expert hiker now.", "I'm an avid gardener.", "I'm a keen cook."])
def test_who_does_it_for_fun_has_no_trade_of_it(text: str) -> None:
    found = extract_claims(text, role="user", occurred_at=WHEN)

    assert "occupation" not in {claim.attribute for claim in found}
