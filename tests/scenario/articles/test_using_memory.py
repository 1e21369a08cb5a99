"""Memory that is used well: what a request needs beside its words, each with paraphrases in both languages. All of a
language is told to one user, so that everything else distracts."""

from __future__ import annotations

from dataclasses import dataclass

import httpx
import pytest

from tests.scenario.api.say import Json, say, search, texts
from tests.scenario.articles.test_examples import context

TOLD = {
    "en": (
        "My daughter Ines is 9 and loves chess.",
        "My brother is called Paul, he likes cycling.",
        "My address is 48 Orchard Lane, Leeds.",
        "I bought a Miele washing machine on Friday, it still has to be installed.",
        "I love pottery.",
        "I'm allergic to shellfish.",
        "Greta leads the Falcon project.",
        "Greta never drinks anything but rooibos.",
        "Tomas leads the Heron project.",
        "Tomas drinks black coffee all day.",
        "The printer on the second floor is broken again.",
        "The tram was late twice this week.",
        "Our landlord repaints the stairs in autumn.",
    ),
    "zh": (
        "我女儿小雅今年9岁，喜欢下棋。",
        "我弟弟叫阿宁，他喜欢骑车。",
        "我家地址是杭州市西湖区文三路48号。",
        "我周五买了一台西门子洗衣机，还没安装。",
        "我喜欢做陶艺。",
        "我对虾蟹过敏。",
        "孙丽负责猎鹰项目。",
        "孙丽从来只喝普洱茶。",
        "郑涛负责苍鹭项目。",
        "郑涛整天喝黑咖啡。",
        "二楼的打印机又坏了。",
        "这周电车晚点了两次。",
        "房东秋天要重新刷楼梯。",
    ),
}
MOODS = {
    "en": ("I feel so down today, the review went badly.", "A long swim with Jo cheered me up."),
    "zh": ("今天心情很差，评审没通过。", "跟小周游了个泳，感觉好多了。"),
}


@dataclass(frozen=True, slots=True)
class Told:
    """A language's user, to whom everything was told."""

    http: httpx.Client
    user: str

    def first(self, query: str, count: int = 3, **more: object) -> list[str]:
        return texts(search(self.http, self.user, query, **more))[:count]


@pytest.fixture(scope="module")
def told(http: httpx.Client) -> dict[str, Told]:
    for language, turns in TOLD.items():
        say(http, f"using memory {language}", *turns, occurred_at="2026-03-02T09:00:00Z")
        say(http, f"using memory {language}", *MOODS[language], session="mood", occurred_at="2026-03-04T19:00:00Z")
    return {language: Told(http, f"using memory {language}") for language in TOLD}


@pytest.mark.parametrize(
    ("language", "request_text", "needed"),
    [
        ("en", "I want to buy a present for my kid.", "chess"),
        ("en", "Gift ideas for my child?", "chess"),
        ("zh", "给孩子买礼物", "下棋"),
        ("zh", "孩子要过生日了，送点什么好？", "下棋"),
        ("en", "What would be a good gift for my brother?", "cycling"),
        ("zh", "帮我给弟弟挑个礼物", "骑车"),
    ],
)
def test_a_present_for_a_relative_brings_what_they_like(
    told: dict[str, Told], language: str, request_text: str, needed: str
) -> None:
    assert any(needed in content for content in told[language].first(request_text))


@pytest.mark.parametrize(
    ("language", "request_text", "needed"),
    [
        ("en", "Please arrange for the washing machine to be installed.", ("Miele", "48 Orchard Lane")),
        ("en", "When can the technician come for the washing machine?", ("Miele", "48 Orchard Lane")),
        ("zh", "帮我安排洗衣机上门安装", ("西门子", "文三路48号")),
        ("zh", "洗衣机什么时候能送货上门？", ("西门子", "文三路48号")),
    ],
)
def test_an_installation_needs_the_machine_and_the_address(
    told: dict[str, Told], language: str, request_text: str, needed: tuple[str, str]
) -> None:
    found = " ".join(told[language].first(request_text, 4))

    assert all(part in found for part in needed)


@pytest.mark.parametrize(
    ("language", "request_text", "liked"),
    [
        ("en", "Weekend plans", "pottery"),
        ("en", "What could I do on my day off?", "pottery"),
        ("zh", "周末计划", "陶艺"),
        ("zh", "休息日干点什么好？", "陶艺"),
    ],
)
def test_plans_for_the_weekend_bring_what_one_likes_to_do(
    told: dict[str, Told], language: str, request_text: str, liked: str
) -> None:
    answer = search(told[language].http, told[language].user, request_text)

    assert any(liked in content for content in texts(answer)[:3])
    assert not answer["abstained"]


@pytest.mark.parametrize(
    ("language", "request_text", "never"),
    [
        ("en", "Book a table at a restaurant for tonight.", "shellfish"),
        ("en", "What should I cook for dinner?", "shellfish"),
        ("zh", "今晚订个餐厅", "虾蟹"),
        ("zh", "晚上吃什么好？", "虾蟹"),
    ],
)
def test_an_allergy_is_always_known_where_food_is_chosen(
    told: dict[str, Told], language: str, request_text: str, never: str
) -> None:
    assert any(never in content for content in told[language].first(request_text))
    assert never in context(told[language].http, told[language].user, request_text)["block"]


@pytest.mark.parametrize(
    ("language", "said", "helped"),
    [
        ("en", "I'm feeling really low again.", "cheered me up"),
        ("en", "What an awful day.", "cheered me up"),
        ("zh", "我又觉得很沮丧。", "好多了"),
        ("zh", "今天情绪很差。", "好多了"),
    ],
)
def test_a_low_mood_brings_what_turned_it_before(told: dict[str, Told], language: str, said: str, helped: str) -> None:
    assert any(helped in content for content in told[language].first(said))


@pytest.mark.parametrize(
    ("language", "question", "right", "wrong"),
    [
        ("en", "What does the person who leads the Falcon project drink?", "rooibos", "black coffee"),
        ("en", "Which drink would the colleague who leads Heron want?", "black coffee", "rooibos"),
        ("zh", "负责猎鹰项目的人喝什么？", "普洱茶", "黑咖啡"),
        ("zh", "负责苍鹭项目的那个同事爱喝什么？", "黑咖啡", "普洱茶"),
    ],
)
def test_one_hop_finds_what_is_known_of_whom_another_memory_names(
    told: dict[str, Told], language: str, question: str, right: str, wrong: str
) -> None:
    found = texts(search(told[language].http, told[language].user, question))

    ranks = {word: next(place for place, content in enumerate(found) if word in content) for word in (right, wrong)}
    assert ranks[right] < ranks[wrong]


@pytest.mark.parametrize(
    ("language", "question", "recent", "meant"),
    [
        ("en", "Where should they bring it?", "I ordered a second washing machine.", "48 Orchard Lane"),
        ("zh", "那个送到哪儿？", "我又订了一台洗衣机，要送货。", "文三路48号"),
    ],
)
def test_a_vague_question_is_read_with_the_last_turns_and_what_they_need(
    told: dict[str, Told], language: str, question: str, recent: str, meant: str
) -> None:
    found = told[language].first(question, 4, recent_turns=[{"content": recent}])

    assert any(meant in content for content in found)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_opening_without_a_question_knows_who_it_is(told: dict[str, Told], language: str) -> None:
    answer = search(told[language].http, told[language].user, None)

    listed = {item["labels"][0] for item in answer["items"]}
    assert {"core", "recent"} <= listed | {item["labels"][0] for item in _next(told[language], answer)}
    assert any(word in content for word in ("48 Orchard", "文三路") for content in texts(answer))


def _next(told: Told, answer: Json) -> list[Json]:
    page: list[Json] = search(told.http, told.user, None, offset=len(answer["items"]), limit=100)["items"]
    return page


@pytest.mark.parametrize(
    ("language", "question"),
    [("en", "What is the name of my dentist?"), ("zh", "我的牙医叫什么名字？")],
)
def test_what_is_not_known_stays_unknown(told: dict[str, Told], language: str, question: str) -> None:
    answer = search(told[language].http, told[language].user, question, threshold=0.5)

    assert not any(word in content for word in ("Greta", "孙丽") for content in texts(answer))


@pytest.mark.parametrize(
    ("lines", "question", "said"),
    [
        (
            [f"Step {number}: the kiln reached {number * 40} degrees." for number in range(1, 25)],
            "What did we talk about?",
            "kiln",
        ),
        ([f"第{number}步：窑温到了{number * 40}度。" for number in range(1, 25)], "我们上次聊了什么？", "窑温"),
    ],
)
def test_asked_what_was_talked_about_the_summary_comes_first_and_then_its_turns(
    http: httpx.Client, user: str, lines: list[str], question: str, said: str
) -> None:
    say(http, user, *lines, session="kiln")
    say(http, user, "The bus was late." if said == "kiln" else "公交车晚点了。", session="later")

    items = search(http, user, question)["items"]

    assert items[0]["memory"]["resolution"] == "episode"
    assert said in items[0]["memory"]["content"]
    below = [item["memory"] for item in items if item["memory"]["resolution"] == "turn"]
    assert said in below[0]["content"]
