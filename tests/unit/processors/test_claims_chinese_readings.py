"""Chinese is read by what a clause says, in whatever order and with whatever left out; what is others' stays theirs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from processors.claims.replies import Replying, Said, read_reply
from processors.claims.table import shipped_table
from processors.dimensions.describe import RulesDescriber
from processors.dimensions.entities import BilingualEntityFinder
from processors.models.lac import LacTagger
from processors.models.spacy_names import SpacyNames
from processors.stages import TurnText
from schemas.claims import Claim

SAID = datetime(2026, 3, 2, 9, tzinfo=UTC)


@pytest.fixture(scope="module")
def describer() -> RulesDescriber:
    return RulesDescriber(BilingualEntityFinder(SpacyNames(), LacTagger()))


def read(describer: RulesDescriber, text: str) -> set[str]:
    turn = TurnText(text, "user", "user", SAID, "UTC", 0.5)
    return shown(describer.describe([turn])[0].claims)


def shown(claims: Sequence[Claim]) -> set[str]:
    def sign(one: Claim) -> str:
        return "-" if one.action == "unset" or one.polarity == "negative" else "+"

    return {f"{one.subject}.{one.attribute}={one.value}{sign(one)}" for one in claims if one.attribute != "note"}


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        # Nobody is named, and the speaker goes on.
        ("如今落脚绵阳，租了个小两居", "user.home_city=绵阳+"),
        ("最烦视频会议了", "user.dislikes=视频会议-"),
        ("手上有一台徕卡M6", "user.owns=徕卡M6+"),
        ("我今年63，退休教师", "user.occupation=退休教师+"),
        ("国庆打算自驾川西", "user.plan=自驾川西+"),
        # What it is about comes first.
        ("那台 PS5 已经挂闲鱼出掉了", "user.owns=PS5-"),
        ("桃子我吃了嘴会肿", "user.allergy=桃子+"),
        ("缝纫我拿手", "user.skill=缝纫+"),
        ("修水管我在行", "user.skill=修水管+"),
        ("甲巯咪唑我还在吃，一天两片", "user.medication=甲巯咪唑+"),
        ("香水味我闻着就烦", "user.dislikes=香水味-"),
        # Aspect, results, endings.
        ("戒烟第21天！嘴里没味儿", "user.habit=烟-"),
        ("我已经从字节出来了，公积金能提吗", "user.employer=字节-"),
        ("我家金毛可乐上周走了", "user.pet=可乐-"),
        ("三月份被携程优化了", "user.employer=携程-"),
        # Apposition and names in any order.
        ("毕秀兰，我妈，挂号填她", "user.parent=毕秀兰+"),
        ("我先生郑克俭是个牙医", "user.spouse=郑克俭+"),
        ("我有两个孩子，大的叫思齐，小的叫念慈", "user.child=念慈+"),
        ("得回家喂豆包，我家的布偶猫", "user.pet=豆包+"),
        ("填表的话写梁雨桐，雨水的雨，梧桐的桐", "user.name=梁雨桐+"),
        # Facts in reasons, and before what is asked for.
        ("因为我是夜班护士，白天千万别打电话", "user.occupation=夜班护士+"),
        ("毕竟有高血压，咸的不能多吃", "user.health=高血压+"),
        ("闺女叫桐桐，幼儿园让家长写一段寄语，五十字以内", "user.child=桐桐+"),
        ("订餐的话我吃清真，麻烦标一下", "user.diet=清真+"),
        ("我弟弟叫何屿，他对青霉素过敏，明天陪他拔牙", "何屿.allergy=青霉素+"),
        # Doings, trades, aims.
        ("我是做殡葬策划的，作息不固定", "user.occupation=殡葬策划+"),
        ("我会修柴油机，放着我来", "user.skill=修柴油机+"),
        ("隔一天健一次身", "user.habit=隔一天健一次身+"),
        ("今年我的目标就一个：年底前攒够五万块", "user.goal=年底前攒够五万块+"),
        ("我跟房东保证了，月底前把墙补好", "user.commitment=月底前把墙补好+"),
        ("我们俩商量好了，孩子读公立", "user.decision=孩子读公立+"),
        ("以后回答都先给结论，再说理由", "user.instruction=回答都先给结论，再说理由+"),
        ("我认为相亲角比招聘会还残酷", "user.opinion=相亲角比招聘会还残酷+"),
        ("我现在 full-time 做 UX writer，title 听着唬人而已", "user.occupation=UX writer+"),
        # Others who are named.
        ("樊小东跳槽了，现在在安徽广电上班", "樊小东.employer=安徽广电+"),
        ("赵立华是我的同事，其家乡是山西太原。", "赵立华.hometown=山西太原+"),
        ("王磊的生日是在8月30号。", "王磊.birthday=8月30号+"),
        # Characters as the turn writes them.
        ("我養了一隻貓叫咪嚕", "user.pet=咪嚕+"),
        ("我住在臺北，平常騎車上班", "user.home_city=臺北+"),
    ],
)
def test_a_statement_is_read_whatever_stands_first_or_is_left_out(
    describer: RulesDescriber, text: str, claim: str
) -> None:
    found = read(describer, text)

    subject, value = claim[:-1].split("=")
    assert any(one.startswith(subject) and value in one and one[-1] == claim[-1] for one in found), found


@pytest.mark.parametrize(
    "text",
    [
        "我同事生日是年底的最后一天，12月31号。",
        "我的一个下属，他是沈阳人，老家在辽宁。",
        "我的上司名字叫吴宇轩。",
        "我女儿的同学对花生过敏",
        "我奶奶信佛，吃素",
        "我妈的朋友养了只猫叫咪咪",
        "我刚才路过的那个商场，是大悦城。",
        "挺适合我下班后随手拍点生活点滴",
        "每次用完头发都特别柔顺有光泽",
        "芒果过敏的原理跟漆树有关系，是真的吗",
        "听力材料：男的说：我是护士。问：男的做什么工作？",
        "来演一段：你是县太爷，我是书生柳三郎，家住临安",
        "给我编个人设：叫林夕，二十岁，在巴黎学画画",
        "我好像对芒果有点过敏，还没去查",
        "小时候我特别喜欢变形金刚",
        "说不定哪天我就吃素了",
        "我喜欢第二个方案",
        "我刚吃完布洛芬",
        "蛋糕就不吃了",
        "能打字绝不开口",
        "胃受不了",
        "困死了，眯十分钟再说",
        "别跟我说都重要",
        "我欠你一顿饭",
        "我叫车去机场",
    ],
)
def test_what_is_others_or_passes_or_is_made_up_is_left(describer: RulesDescriber, text: str) -> None:
    assert read(describer, text) == set()


@pytest.mark.parametrize(
    ("question", "answer", "claim"),
    [
        ("您还在鹿栖科技吗？", "早离职了", "user.employer=鹿栖科技-"),
        ("您之前提过氨氯地平，现在还在吃吗？", "在吃", "user.medication=氨氯地平+"),
        ("您现在还玩摄影吗？", "早不玩了", "user.hobby=摄影-"),
        ("您会日语吗？", "一句都不会", "user.language=日语-"),
        ("您是不是对花生过敏？", "对，从小就过敏，一粒都不行", "user.allergy=花生+"),
        ("晓雯是你妹妹吗？", "是的。", "user.sibling=晓雯+"),
        ("帮您查了川菜馆，您吃辣吗？", "不吃，一点都不行", "user.diet=辣-"),
        ("为了查政策，您是住在济南吗？", "对滴", "user.home_city=济南+"),
        ("您住在武汉吗？", "不是武汉，是苏州", "user.home_city=苏州+"),
        ("您养宠物吗？", "有只猫，叫橘座", "user.pet=橘座+"),
    ],
)
def test_an_answer_says_whether_something_still_is_so(question: str, answer: str, claim: str) -> None:
    turn = Replying(answer, "user", SAID, "UTC", (), shipped_table())

    assert claim in shown(read_reply(turn, [Said("assistant", "", question)]).asserted)


def test_a_bare_age_is_read_and_stops_nothing(describer: RulesDescriber) -> None:
    assert read(describer, "我老家在郑州，今年38") >= {"user.age=38+"}
