"""What a request needs beside what its words find: triggers, kin, moods, one hop."""

from __future__ import annotations

from datetime import timedelta

import numpy as np
import pytest

from api.recall.kin import kin_named, names_of
from api.recall.mood import is_low, turned
from api.recall.sought import bridges
from api.recall.triggers import TRIGGERS_MAX, parse_triggers, pulled, shipped_triggers
from api.recall.union import united
from indexers.facets import bits
from tests.contract.index_adapters import memory_of, scope_of
from tests.unit.recall.test_ranking import candidates
from tests.unit.recall.world import NOW, World, contents

ANNA = scope_of("anna")


@pytest.mark.parametrize(
    ("request_text", "names"),
    [
        ("周末计划", ["weekend"]),
        ("Any ideas for my day off?", ["weekend"]),
        ("预约师傅上门", ["visit"]),
        ("Can you arrange the installation?", ["visit"]),
        ("给女儿挑个礼物", ["gift"]),
        ("I need a present for my brother", ["gift"]),
        ("今天有什么安排？", ["agenda"]),
        ("What's due today?", ["agenda"]),
        ("上次聊了什么？", ["overview"]),
        ("Give me a recap", ["overview"]),
        ("What is my phone number?", []),
        ("我的电话是多少？", []),
        ("我在吃什么药？", []),
        ("中午吃什么？", ["meal"]),
        ("Were you present at the meeting?", []),
        ("Which restaurant did we try last week?", []),
        ("上周我送了她什么礼物？", []),
    ],
)
def test_a_cue_pulls_its_trigger(request_text: str, names: list[str]) -> None:
    assert [trigger.name for trigger in pulled(request_text, request_text)] == names


def test_a_text_with_too_many_cues_is_about_none_of_them() -> None:
    assert len(shipped_triggers()) > TRIGGERS_MAX
    text = "周末上门送货的礼物，再推荐课程"

    assert pulled(text, text) == ()


def test_an_unknown_key_of_a_trigger_is_refused() -> None:
    with pytest.raises(KeyError, match="topicz"):
        parse_triggers('[a]\ncues = ["a"]\ntopicz = ["food"]')


def test_kin_are_known_by_the_facts_that_hold_their_names() -> None:
    kin = kin_named("给孩子和妈妈买点什么")
    facts = [
        memory_of(ANNA, "m1", "c", subject="user", attribute="child", value="小林"),
        memory_of(ANNA, "m2", "c", subject="Bo", attribute="child", value="Kim"),
    ]

    assert kin is not None
    assert kin.attributes == ("child", "parent")
    assert names_of(facts, "") == ("小林",)
    assert names_of(facts, "Bo") == ("小林", "Kim")
    assert kin_named("What's for dinner?") is None


def test_the_turn_in_which_a_mood_lifted_comes_with_the_low_one_before_it() -> None:
    found = candidates(1, n=5)
    low, lifted = bits(["low"]), bits(["lifted"])
    for name, values in (
        ("sessions", ["a", "a", "b", "b", "a"]),
        ("resolution", ["turn"] * 5),
        ("order", np.array([1, 5, 2, 3, 4])),
        ("facets", np.array([low, lifted, lifted, low, 0], np.uint8)),
    ):
        object.__setattr__(found, name, values)

    assert turned(found).tolist() == [0.5, 1.0, 0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("text", "low"), [("我今天好难过", True), ("I feel so lonely", True), ("Why was Bo sad?", False)]
)
def test_a_low_mood_is_heard_but_not_in_a_question_about_one(text: str, low: bool) -> None:
    assert is_low(text) == low


@pytest.mark.parametrize(
    ("question", "bridged"),
    [
        ("What does the person who runs the kiln like?", True),
        ("管窑的那个人喜欢喝什么？", True),
        ("What does Ana like?", False),
        ("安娜喜欢喝什么？", False),
        ("安娜的公司是哪家？", False),
    ],
)
def test_a_question_may_speak_of_somebody_by_what_is_known_of_them(question: str, bridged: bool) -> None:
    assert bridges(question) == bridged


def test_what_several_questions_found_stands_together_once_and_in_order() -> None:
    whole = candidates(3, n=8)
    first, second = candidates(3, n=8), candidates(3, n=8)
    for part, rows in ((first, [0, 2, 4]), (second, [2, 5, 6])):
        for name in ("ids", "sessions", "speaker", "resolution", "kind", "status"):
            object.__setattr__(part, name, [getattr(whole, name)[row] for row in rows])
        for name in (
            "occurred_at",
            "importance",
            "confidence",
            "reinforced",
            "asks",
            "answers",
            "order",
            "facets",
            "length",
        ):
            object.__setattr__(part, name, getattr(whole, name)[rows])
        object.__setattr__(part, "scores", {route: scores[rows] for route, scores in whole.scores.items()})

    found = united(first, second)

    assert found.ids == [whole.ids[row] for row in (0, 2, 4, 5, 6)]
    assert found.order.tolist() == whole.order[[0, 2, 4, 5, 6]].tolist()
    assert np.array_equal(found.scores["text"], whole.scores["text"][[0, 2, 4, 5, 6]], equal_nan=True)
    assert united(first) is first


async def test_a_request_for_a_visit_brings_the_address_whatever_its_words_are(world: World) -> None:
    await world.say("The bookshelf is too tall for the hall.", "The kettle broke.", "Rain again all week.")
    await world.know("My address is 9 Quay Lane", attribute="address", value="9 Quay Lane", kind="fact")
    await world.know("Bo lives at 3 Mill Street", subject="Bo", attribute="address", value="3 Mill Street")

    answer = await world.ask("Have a technician come over, please")

    assert contents(answer)[0] == "My address is 9 Quay Lane"
    assert not answer.abstained


async def test_what_the_caller_filters_out_is_not_brought_back(world: World) -> None:
    await world.say("The bookshelf is too tall for the hall.")
    await world.know("My address is 9 Quay Lane", attribute="address", value="9 Quay Lane", kind="fact")

    answer = await world.ask("Have a technician come over, please", filters={"resolution": ["turn"]})

    assert [item.memory.resolution for item in answer.items] == ["turn"]


async def test_what_comes_up_is_brought_by_the_agenda_and_what_is_far_away_is_not(world: World) -> None:
    await world.say("The kettle broke.")
    soon, far = NOW + timedelta(days=2), NOW + timedelta(days=90)
    await world.know("I hand in the grant papers", kind="commitment", attribute="commitment", valid_from=soon)
    await world.know("I host the choir", kind="commitment", attribute="commitment", valid_from=far)

    answer = await world.ask("Anything planned?", explain=True)

    brought = {
        item.memory.content for item in answer.items if item.explanation and item.explanation.factors.get("trigger")
    }
    assert brought == {"I hand in the grant papers"}


@pytest.mark.parametrize("question", ["What colour is my daughter's bicycle?", "我女儿的自行车是什么颜色？"])
async def test_what_is_not_known_of_a_relative_stays_unknown(world: World, question: str) -> None:
    await world.say("My daughter is called Ines.", "The kettle broke.", "Rain again all week.")
    await world.know("My daughter is called Ines", attribute="child", value="Ines")
    await world.know("Ines plays the cello", subject="Ines", attribute="hobby", value="cello")

    assert max(item.relevance for item in (await world.ask(question)).items if item.memory.subject == "Ines") < 0.35


@pytest.mark.parametrize(
    ("question", "recent"),
    [
        ("And when could that be?", "I ordered a bookshelf, it needs installing."),
        ("那个呢？", "我订了一个书架，要上门安装。"),
    ],
)
async def test_a_vague_question_pulls_what_the_last_turns_are_about(world: World, question: str, recent: str) -> None:
    await world.say("The kettle broke.")
    await world.know("My address is 9 Quay Lane", attribute="address", value="9 Quay Lane", kind="fact")

    answer = await world.ask(question, recent_turns=[{"content": recent}], explain=True)

    factors = {item.memory.attribute: item.explanation.factors for item in answer.items if item.explanation}
    assert factors["address"]["trigger"] > 0.0
