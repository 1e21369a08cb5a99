"""Rivals: what two sources, or one person of what does not change, say differently is shown as a dispute."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from api.recall.nearness import Nearness
from api.recall.recipes import load_recipe
from api.recall.rivals import rivals
from schemas.memories import Memory
from tests.contract.index_adapters import memory_of, scope_of

ANNA = scope_of("anna")
BEGUN = datetime(2026, 2, 1, tzinfo=UTC)
Said = list[tuple[str, str]]


def said(turns: Said) -> list[Memory]:
    """What speakers, "" = the user, say: in one conversation where they have names, else weeks apart."""
    return [
        memory_of(
            ANNA,
            f"t{number}",
            content,
            speaker=speaker,
            session="chat" if speaker else f"s{number}",
            occurred_at=BEGUN + (timedelta(minutes=number) if speaker else timedelta(days=20 * number)),
            offset=number,
            context="\n".join(text for _, text in turns[max(0, number - 2) : number + 1]) if speaker else content,
        )
        for number, (speaker, content) in enumerate(turns)
    ]


@pytest.mark.parametrize(
    ("turns", "question"),
    [
        ([("Ada", "The keys are with the caretaker"), ("Ben", "The keys are with Mrs Lund")], "who has the keys?"),
        ([("Ada", "the deposit comes to 300"), ("Ben", "no, the deposit is 350")], "how much is the deposit?"),
        ([("Ada", "dinner is at eight"), ("Ben", "nope, it's half past seven")], "what time is dinner?"),
        ([("Ada", "Prof Hale teaches chemistry"), ("Ben", "Prof Hale teaches physics")], "what does Prof Hale teach?"),
        ([("Ada", "Ravi can't eat nuts"), ("Ben", "Ravi eats nuts all the time")], "can Ravi eat nuts?"),
        ([("", "Dario told me the gig is at the Fox"), ("", "Jo told me the gig is at the Owl")], "where is the gig?"),
        ([("", "my contract says I get 25 days off"), ("", "HR told me I get 28 days off")], "how many days off?"),
        ([("", "My blood group is AB positive"), ("", "my blood group is O negative")], "what's my blood group?"),
        ([("", "we got married in 2011"), ("", "we got married in 2012")], "when did we get married?"),
        ([("", "I'm an only child"), ("", "my sister Annika is bringing the tent")], "do I have any siblings?"),
        ([("阿东", "年会在三楼"), ("小白", "不对，在五楼")], "年会在几楼？"),
        ([("阿东", "李总属虎"), ("小白", "李总属牛")], "李总属什么？"),
        ([("", "老周说尾款是三万八"), ("", "会计说尾款是三万五")], "尾款到底是多少？"),
        ([("", "我毕业于同济"), ("", "我是复旦毕业的")], "我是哪个大学毕业的？"),
        ([("", "我对芒果过敏"), ("", "芒果我随便吃，从来不过敏")], "我对芒果过敏吗"),
        ([("", "我没结过婚"), ("", "我前妻又来要钱了")], "我结过婚吗？"),
        ([("", "The GP says I take the pills at noon"), ("", "The chemist says the pills are for night")],
          "when do I take the pills?"),
        ([("Lena", "Oskar works nights"), ("Finn", "since when? Oskar works days")], "what shift does Oskar work?"),
        ([("", "售楼处说精装修交房"), ("", "合同里写的是毛坯交房")], "房子是精装还是毛坯？"),
        ([("阿勇", "这家店不收停车费"), ("老邵", "收的，一小时八块")], "这家店停车收费吗？"),
        ([("", "我从来没失眠过"), ("", "大学那几年我天天失眠")], "我失眠过吗？"),
        ([("", "The coach says the match is in the new hall"), ("", "The email puts the match in the old hall")],
          "Which hall is the match in?"),
        ([("", "The flyer says the fete starts at 10:30."),
          ("", "The poster on the gate says the summer fete starts at 11:15.")],
          "When does the fete start?"),
        ([("", "卖房的说楼龄是 2009 年"), ("", "房管局查到的楼龄却是 2006 年")], "这房子是哪年的楼？"),
        ([("Mar", "The ferry leaves from pier 3."), ("Jens", "Pier 5, I looked it up.")],
          "Which pier does the ferry leave from?"),
        ([("Opal", "Granny was a seamstress in Hull."), ("Ray", "Granny a seamstress? She drove a bus in Hull.")],
          "What was Granny's job in Hull?"),
        ([("Hugo", "Entry is free on Mondays."), ("Ines", "You pay on Mondays as well, eight euros.")],
          "Is entry free on Mondays?"),
        ([("晓岚", "我们这趟领队是老鲁"), ("阿凯", "领队不是老鲁，是谭教练")], "这趟领队是谁？"),
        ([("石头", "场地费是老周垫的"), ("佳佳", "是我垫的，老周只付了水钱")], "场地费是谁垫的？"),
        ([("Hedy", "The marquee holds sixty."), ("Bert", "The marquee? Eighty, it says so on the hire slip.")],
          "How many people fit into the marquee?"),
        ([("Rus", "Our tuning for the reel is drop D."), ("Lori", "Our tuning for the reel is open G.")],
          "What tuning do we use for the reel?"),
        ([("阿棠", "彩排场地在红砖剧场"), ("老孟", "彩排场地在文化馆小礼堂")], "彩排在哪个场地？"),
        ([("小葛", "钥匙的保管人是小谭"), ("小谭", "钥匙的保管人是小葛，不是我")], "钥匙谁保管？"),
        ([("婉清", "入场放的曲子定的是《小星星》"), ("阿凯", "单子上入场曲写的是《送给你的歌》")], "入场放哪首曲子？"),
        ([("", "兽医说兔子只吃草不吃粮也行"), ("", "兔友群的老板说兔子每天必须喂一两兔粮")], "兔子到底要不要吃兔粮？"),
    ],
)  # fmt: skip
def test_statements_that_cannot_both_hold_are_a_dispute(turns: Said, question: str) -> None:
    (packet,) = rivals(said(turns), question)

    assert {packet.claim, packet.counter_claim} == {content for _, content in turns}


@pytest.mark.parametrize(
    ("turns", "question"),
    [
        ([("Ada", "Zoe has a dog"), ("Ben", "Zoe has a cat")], "which pets does Zoe have?"),
        ([("Ada", "I take my coffee black"), ("Ben", "I take my coffee with milk")], "how does Ada take her coffee?"),
        ([("Ada", "the van goes from gate 4"), ("Ben", "the van now goes from gate 6")], "which gate for the van?"),
        ([("", "I ran 5 km on Monday"), ("", "I ran 8 km on Monday")], "how far did I run?"),
        ([("", "I hate cilantro"), ("", "I love cilantro")], "do I like cilantro?"),
        ([("", "my sister lives in Graz"), ("", "my brother lives in Linz")], "where does my sister live?"),
        ([("", "女儿生日是9月2号"), ("", "打错了，女儿生日是9月12号")], "女儿哪天生日"),
        ([("老何", "接机是周二"), ("小苏", "接机改到周三了")], "哪天接机？"),
        ([("", "我昨天跑了五公里"), ("", "我昨天跑了八公里")], "我跑了多少公里"),
        ([("", "贺编辑说稿费十五号打款"), ("", "苗会计说稿费二十三号才打")], "苗会计说稿费哪天打？"),
    ],
)  # fmt: skip
def test_what_may_both_be_true_or_has_changed_is_no_dispute(turns: Said, question: str) -> None:
    assert rivals(said(turns), question) == ()


def test_two_figures_of_memories_that_mean_alike_dispute_in_whatever_languages() -> None:
    turns = [("Ethan", "The client's budget is 80k."), ("佳宁", "客户的预算是120k")]
    calibration = load_recipe("g").calibrations["use-multilingual-v3"]

    def disputes(question: str, *, relevance: float, cosine: float) -> int:
        vectors = {
            "t0": np.array([1, 0], "<f2").tobytes(),
            "t1": np.array([cosine, (1 - cosine**2) ** 0.5], "<f2").tobytes(),
        }
        nearness = Nearness.of({"t0": relevance, "t1": relevance}, vectors, calibration)
        return len(rivals(said(turns), question, nearness=nearness))

    assert disputes("客户的预算是多少？", relevance=0.9, cosine=0.7) == 1
    assert disputes("客户的预算是多少？", relevance=0.9, cosine=0.1) == 0
    assert disputes("客户的预算是多少？", relevance=0.1, cosine=0.7) == 0
    assert disputes("客户是什么样的人？", relevance=0.9, cosine=0.7) == 0


def test_one_persons_later_word_is_current_and_between_two_nothing_is_settled() -> None:
    alone = rivals(said([("", "I was born in Graz"), ("", "I was born in Linz")]), "where was I born?")
    two = rivals(said([("Ada", "Jo was born in Graz"), ("Ben", "Jo was born in Linz")]), "where was Jo born?")

    assert [packet.current for packet in (*alone, *two)] == ["I was born in Linz", None]


@pytest.mark.parametrize(
    ("turns", "question"),
    [
        ([("Jo", "How old is the boiler?"),
          ("Stef", "We put it in in 2014"), ("Ag", "It was 2017, after the kitchen")],
          "What year was the boiler put in?"),
        ([("Jo", "Who broke the gnome?"),
          ("Tim", "It was the wind!"), ("Ott", "No, the football hit it, I saw it")],
          "How did the gnome get broken?"),
        ([("立夏", "英语角在几楼？"), ("老公", "三楼吧，我见过牌子"), ("晴晴", "我家娃在一楼上的")], "英语角在几楼？"),
    ],
)  # fmt: skip
def test_two_who_answer_one_question_in_a_conversation_dispute(turns: Said, question: str) -> None:
    (packet,) = rivals(said(turns), question)

    assert {packet.claim, packet.counter_claim} == {content for _, content in turns[1:]}


def test_of_two_things_passed_on_that_is_current_which_was_found_to_be_so() -> None:
    told = [
        ("", "The front desk told me the kennel is 38 a night"),
        ("", "The brochure says the kennel is 46 a night"),
        ("", "asked them straight, the kennel is 46 a night for us"),
    ]

    (packet,) = rivals(said(told), "What does a night at the kennel cost us?")

    assert packet.current == told[1][1]


@pytest.mark.parametrize(
    ("turns", "question"),
    [
        ([("Max", "The deposit on the hall is 400 euros."), ("Sig", "No, the deposit on the hall is 550 euros."),
          ("Max", "Sig's right, I misread the contract.")], "How much is the hall deposit?"),
        ([("思远", "路由器在三号机柜"), ("阿旺", "三号机柜是空的，路由器在五号机柜"),
          ("思远", "去看了一眼，阿旺说得没错，是五号机柜")], "路由器在几号机柜？"),
    ],
)  # fmt: skip
def test_who_concedes_settles_the_dispute(turns: Said, question: str) -> None:
    (packet,) = rivals(said(turns), question)

    assert packet.current == turns[1][1]


def test_who_asks_what_one_source_says_is_shown_no_dispute() -> None:
    told = [("", "合同第七条写着押金十五天内退"), ("", "中介跟我说押金三天就退")]

    assert rivals(said(told), "合同上写的押金多久退？") == ()
    assert len(rivals(said(told), "押金多久退？")) == 1
