"""Opposed: what one person said twice, so that one of the two at most is true, is shown as a dispute in a context."""

from __future__ import annotations

import pytest

from api.recall.opposed import Opposing
from api.recall.overtaking import overtakings, untold
from api.recall.rivals import rivals
from tests.unit.recall.test_rivals import said


def disputes(turns: list[str], question: str) -> bool:
    """Whether a context of these turns of one user, weeks apart, shows a dispute."""
    memories = said([("", turn) for turn in turns])
    found = rivals(memories, question)
    return bool(found or untold(overtakings(memories, question), found, memories))


@pytest.mark.parametrize(
    ("turns", "question"),
    [
        (["I'm terrified of spiders", "spiders are my favourite animals, I love them"], "am I afraid of spiders?"),
        (["I can't swim", "I swam forty lengths before work"], "can I swim?"),
        (["I've never been to Portugal", "When I was in Portugal the tiles blew me away"], "have I been to Portugal?"),
        (["I don't eat pork", "I ate pork belly ramen and it was divine"], "do I eat pork?"),
        (["we don't have a dog", "our dog chewed the skirting board"], "do we have a dog?"),
        (["I graduated in 2009, in the snow", "I graduated in 2011 with a first"], "what year did I graduate?"),
        (["Biscuit came from the rescue centre", "Biscuit came from a breeder in Devon"], "where did we get the dog?"),
        (["My husband and I met at a barbecue", "I met my husband at university"], "how did I meet my husband?"),
        (["My cousin had a boy", "my cousin's girl is a month old"], "is the baby of my cousin a boy or a girl?"),
        (["the old house is sold", "the old house isn't sold, it's let"], "is the old house sold?"),
        (["I was born in Leeds", "I was born in York, in the snow"], "where was I born?"),
        (["I broke my wrist falling off a horse", "I broke my wrist slipping on ice"], "how did I break my wrist?"),
        (["My gran taught me to knit", "Mrs Pell next door taught me to knit"], "who taught me to knit?"),
        (["我从来不吃香菜", "香菜我最爱吃，涮火锅必点"], "我吃香菜吗"),
        (["我怕猫，见了就躲", "我可喜欢猫了，天天撸"], "我怕不怕猫"),
        (["我不会游泳", "今天我一口气游泳游了两千米，游泳真爽"], "我会游泳吗"),
        (["我没去过云南", "我在云南待过半个月，大理最舒服"], "我去过云南没有"),
        (["我家没有电视", "我家电视是75寸的"], "我家有电视吗？"),
        (["我一口辣的都吃不了", "我无辣不欢"], "我能吃辣吗？"),
        (["上次体检我身高172", "上次体检量的身高是175"], "上次体检我身高多少？"),
        (["豆包是朋友送的", "豆包是我在路边捡的"], "猫是从哪来的"),
        (["我和媳妇是网上认识的", "我跟媳妇是同事介绍认识的"], "我和媳妇怎么认识的？"),
        (["姐姐家生了个儿子", "姐姐家的女儿百天了"], "姐姐家是男孩还是女孩？"),
        (["老房子卖了", "老房子没卖，租出去了"], "老房子卖了没有？"),
        (["我是在西安出生的", "我出生在兰州"], "我在哪儿出生的？"),
        (["我的腿是滑雪摔断的", "我腿那次是被车撞的，骨折了"], "我的腿怎么断的？"),
        (["我是左撇子", "我是右撇子"], "我是左撇子还是右撇子？"),
        (["I'm left-handed", "I'm right-handed like my dad"], "am I left or right handed?"),
        (["Our anniversary is in June", "Our anniversary is in September"], "when is our anniversary?"),
        (["my commute takes 20 minutes", "my commute takes 50 minutes"], "how long is my commute?"),
        (["my locker combination is 4417", "my locker combination is 8820"], "what's my locker combination?"),
        (["my first job was at a bakery", "my first job was in a cinema"], "what was my first job?"),
        (["I paid 450 for the sofa", "the sofa cost me 600"], "how much did I pay for the sofa?"),
        (["Mum is 71", "Mum is 74, the cake was huge"], "how old is my mum?"),
        (["I'm allergic to cats", "my two cats sleep on my face"], "am I allergic to cats?"),
        (["I live alone", "my flatmate ate my yoghurt again"], "do I live alone?"),
        (["My brother is older than me", "my little brother started uni"], "is my brother older or younger than me?"),
        (["我不吃羊肉，膻", "羊肉串绝了，我吃了二十串羊肉"], "我吃不吃羊肉"),
        (["外婆是八十岁走的", "外婆走的时候七十六"], "外婆多大岁数走的？"),
        (["我的车是白色的", "我那辆黑色的车又被蹭了"], "我的车什么颜色？"),
        (["我俩结婚六年了", "我俩结婚整十年"], "我们结婚几年了？"),
        (["我每天十点睡", "我一般凌晨两点才睡"], "我一般几点睡？"),
        (["项链是外婆留给我的", "项链是前男友送的"], "项链是谁送的？"),
    ],
)  # fmt: skip
def test_two_answers_of_which_one_must_be_wrong_are_shown_as_a_dispute(turns: list[str], question: str) -> None:
    assert disputes(turns, question)


@pytest.mark.parametrize(
    ("turns", "question"),
    [
        (["I don't eat pork", "my brother ate pork belly ramen"], "do I eat pork?"),
        (["I've never been to Portugal", "I want to go to Portugal next summer"], "have I been to Portugal?"),
        (["I've never been to Portugal", "watched a documentary about Portugal"], "have I been to Portugal?"),
        (["I don't drink coffee after noon", "I drink two coffees at breakfast"], "do I drink coffee?"),
        (["I used to smoke", "I don't smoke"], "do I smoke?"),
        (["I don't have a car", "saw a lovely car in the window"], "do I have a car?"),
        (["I can't swim", "my daughter swims like a fish"], "can I swim?"),
        (["I hate mornings", "I love mornings by the sea now that I'm retired"], "do I like mornings?"),
        (["I love spicy food", "I love food that is cheap"], "do I like spicy food?"),
        (["I ran 5 km yesterday", "I ran 8 km today"], "how far did I run?"),
        (["I bought 3 books on Monday", "I bought 5 books on Friday"], "how many books did I buy?"),
        (["My gran taught me to knit", "Mrs Pell taught me to swim"], "who taught me to knit?"),
        (["The lamp came from Ikea", "the sofa came from my aunt"], "where did I get the lamp?"),
        (["我不吃香菜", "我姐最爱吃香菜"], "我吃香菜吗"),
        (["我没去过云南", "好想去云南"], "我去过云南没有"),
        (["我没去过云南", "云南的菌子好看，看了个纪录片"], "我去过云南没有"),
        (["我家没有电视", "想买个电视"], "我家有电视吗？"),
        (["我以前抽烟", "我不抽烟"], "我抽烟吗"),
        (["我不会游泳", "我弟会游泳"], "我会游泳吗"),
        (["我喜欢吃面", "我喜欢吃辣"], "我喜欢吃面吗"),
        (["我今天跑了五公里", "昨天我跑了八公里"], "我跑了多少公里？"),
        (["台灯是宜家买的", "沙发是二手市场淘的"], "台灯从哪买的？"),
        (["我和老公是相亲认识的", "我跟老公一起认识了新邻居"], "我和老公怎么认识的？"),
        (["不错，我挺喜欢猫的", "我很喜欢猫"], "我喜欢猫吗"),
        (["I can't wait to see the dog", "I love the dog"], "do I like the dog?"),
        (["I like tea", "I'm not only into tea, I love coffee too"], "do I like tea?"),
        (["We got married in Rome", "We got a cat in Rome"], "where did we get married?"),
        (["今天没吃药", "昨天吃药了"], "我吃药了吗"),
        (["我不吃香菜", "现在我吃香菜了"], "我吃香菜吗"),
        (["I don't have time to read", "I read every night"], "do I like reading?"),
        (["The dentist is at 3 on Tuesday", "The haircut is at 5 on Tuesday"], "when is the dentist?"),
        (["Anna's flat is 50 square metres", "my flat is 70 square metres"], "how big is my flat?"),
        (["my first job was at a bakery", "my last job was in a cinema"], "what was my first job?"),
        (["the sofa cost me 600", "the lamp cost me 40"], "how much was the sofa?"),
        (["I'm allergic to cats", "my sister has two cats"], "am I allergic to cats?"),
        (["外婆是八十岁走的", "外公走的时候七十六"], "外婆多大岁数走的？"),
        (["我的车是白色的", "我爸的车是黑色的"], "我的车什么颜色？"),
        (["项链是外婆留给我的", "耳环是前男友送的"], "项链是谁送的？"),
        (["我每天十点睡", "我女儿九点睡"], "我一般几点睡？"),
    ],
)  # fmt: skip
def test_two_answers_that_may_both_be_true_are_no_dispute(turns: list[str], question: str) -> None:
    assert not disputes(turns, question)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("我在公司认识谁？", "我们是相亲认识的"),
        ("他在学校认识几个人？", "我们是同学"),
        ("她哪天来我家？", "她来自成都"),
        ("哪个学生出国了？", "他出生在厦门"),
        ("哪个学生的妈妈来了？", "他出生在厦门"),
        ("这班里哪位学生最小？", "她生于冬天"),
    ],
)
def test_a_question_that_only_holds_such_words_asks_for_nothing_that_happens_once(question: str, told: str) -> None:
    assert not Opposing(question).seeks(told)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("我和老公是在哪认识的？", "我们是相亲认识的"),
        ("我们怎么认识的来着？", "我们是大学同学"),
        ("这只猫哪来的？", "猫是从救助站领养的"),
        ("这把琴是在哪儿买的", "琴是二手市场淘的"),
        ("奶奶在哪里出生的？", "奶奶出生在绍兴"),
        ("我是在哪个医院出生的", "我出生在协和"),
    ],
)
def test_a_question_for_what_happens_once_finds_who_tells_of_it(question: str, told: str) -> None:
    assert Opposing(question).seeks(told)
