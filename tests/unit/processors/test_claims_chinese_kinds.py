"""Each kind of fact is read in Chinese in many wordings, and what only looks like it is left."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from processors.claims.chinese_values import is_fit_zh
from processors.dimensions.describe import RulesDescriber
from processors.dimensions.dialect import standard
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
    claims = describer.describe([TurnText(text, "user", "user", SAID, "UTC", 0.5)])[0].claims

    def sign(one: Claim) -> str:
        return "-" if one.action == "unset" or one.polarity == "negative" else "+"

    return {f"{one.subject}.{one.attribute}={one.value}{sign(one)}" for one in claims if one.attribute != "note"}


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("过完腊八我就三十七了", "user.age=37+"),
        ("我会吹唢呐，谁家办喜事都来叫", "user.skill=吹唢呐+"),
        ("我会弹一点琵琶", "user.skill=弹琵琶+"),
        ("凭良心说，小学就该少留作业", "user.opinion=小学就该少留作业+"),
        ("我觉得电子书就是凑合", "user.opinion=电子书就是凑合+"),
        ("我老家话是客家话", "user.language=客家话+"),
        ("发小叫郝云川，今天突然来找我", "user.friend=郝云川+"),
        ("我弟在东莞跑货车，叫宋小满", "user.sibling=宋小满+"),
        ("我那台缝纫机刚修好又断线", "user.owns=缝纫机+"),
        ("我那辆二手摩托车刚卖掉", "user.owns=摩托车-"),
        ("包裹改寄到柳荫巷 7 号 201", "user.address=柳荫巷 7 号 201+"),
        ("上次给你的邮箱打错了，应该是 lu.qing@example.com", "user.email=lu.qing@example.com+"),
        ("前几天刚查出来甲状腺结节", "user.health=甲状腺结节+"),
        ("体检被查出脂肪肝", "user.health=脂肪肝+"),
        ("我爱好剪纸，过年都自己剪", "user.hobby=剪纸+"),
        ("臭豆腐那个味儿我一闻就想跑", "user.dislikes=臭豆腐-"),
        ("我大学在武汉念的测绘，早忘光了", "user.education=武汉念的测绘+"),
        ("我今年33，大专学历，想转行", "user.education=大专学历+"),
        ("我妈叫宋桂香，她刚抱了只橘猫叫圆圆", "宋桂香.pet=圆圆+"),
        ("房子租在通州，上班单程一个半小时，快崩溃了", "user.home_city=通州+"),
        ("我爱人姓宁，宁雪松，户口本上第一页", "user.spouse=宁雪松+"),
        ("养了七年的老猫团子昨晚走了", "user.pet=团子-"),
        ("想在四十岁之前把房贷还完", "user.goal=把房贷还完+"),
        ("依我看，预制菜没什么好怕的，工业化才安全", "user.opinion=预制菜没什么好怕的+"),
        ("我大名郝建国，群里都喊我老郝", "user.name=郝建国+"),
        ("署我的名就行，苗青禾", "user.name=苗青禾+"),
        ("本人女，41，未婚，想学开车", "user.age=41+"),
        ("本人女，41，未婚，想学开车", "user.relationship_status=未婚+"),
        ("我今年整五十，想学英语晚不晚", "user.age=50+"),
        ("新号 138 1200 4477，老的停机了", "user.phone=138 1200 4477+"),
        ("资料发 heyue_99@example.com 吧，我天天看", "user.email=heyue_99@example.com+"),
        ("收件地址：长沙市岳麓区麓山南路22号，我亲自签收", "user.address=长沙市岳麓区麓山南路22号+"),
        ("搬来厦门小半年，一身湿疹", "user.home_city=厦门+"),
        ("我绍兴人，黄酒当水喝", "user.hometown=绍兴+"),
        ("正儿八经的天津人，煎饼馃子得加薄脆", "user.hometown=天津+"),
        ("卫校毕业，学的护理", "user.education=卫校+"),
        ("当了十八年乡村教师，嗓子废了", "user.occupation=乡村教师+"),
        ("富士康干了六年，上个月辞了", "user.employer=富士康-"),
        ("刚被比亚迪录用，下月入职", "user.employer=比亚迪+"),
        ("我在南方航空跑地勤", "user.employer=南方航空+"),
        ("闺蜜桃桃失业了，怎么劝", "user.friend=桃桃+"),
        ("老莫跟我是十五年的老哥们，他借钱该不该借", "user.friend=老莫+"),
        ("亲哥魏东开修车铺的，手上全是茧", "user.sibling=魏东+"),
        ("我家双胞胎，立夏和立秋，一个爱哭一个爱笑", "user.child=立夏+"),
        ("我家双胞胎，立夏和立秋，一个爱哭一个爱笑", "user.child=立秋+"),
        ("我妈章玉兰，刚满六十八", "user.parent=章玉兰+"),
        ("我妈章玉兰，刚满六十八", "章玉兰.age=68+"),
        ("我那只仓鼠米粒跑丢了", "user.pet=米粒-"),
        ("豆汁儿我能一天三顿不带烦的", "user.likes=豆汁儿+"),
        ("就馋那一口热干面", "user.likes=热干面+"),
        ("酒局这种事我烦透了", "user.dislikes=酒局-"),
        ("我膈应直播带货", "user.dislikes=直播带货-"),
        ("闻不得香水味，一闻就头晕", "user.dislikes=香水味-"),
        ("鱼腥味我真没办法", "user.dislikes=鱼腥味-"),
        ("我菠萝过敏，蛋糕别放", "user.allergy=菠萝+"),
        ("大夫让我低盐饮食，坚持俩月了", "user.diet=低盐饮食+"),
        ("痛风又犯了，走路一瘸一拐", "user.health=痛风+"),
        ("滑膜炎，能跑步不", "user.health=滑膜炎+"),
        ("他汀吃了两年，肌肉酸", "user.medication=他汀+"),
        ("摄影玩了十来年，镜头换了一堆", "user.hobby=摄影+"),
        ("除了遛鸟没别的爱好", "user.hobby=遛鸟+"),
        ("做手账是我的解压方式", "user.hobby=做手账+"),
        ("我到现在不会骑自行车", "user.skill=骑自行车-"),
        ("电焊我闭着眼都能干", "user.skill=电焊+"),
        ("二胡拉得还凑合", "user.skill=二胡+"),
        ("闽南话从小说到大", "user.language=闽南话+"),
        ("家里那台西门子洗衣机老漏水", "user.owns=西门子洗衣机+"),
        ("我那辆永久自行车三十年了还能骑", "user.owns=永久自行车+"),
        ("尤克里里送同事了，谱子别发了", "user.owns=尤克里里-"),
        ("今年头等大事：把驾照拿下", "user.goal=把驾照拿下+"),
        ("四十岁前环游一圈是我非做不可的事", "user.goal=四十岁前环游一圈+"),
        ("想考个电工证，从哪开始", "user.goal=考个电工证+"),
        ("答应了老吴周六陪他看房", "user.commitment=周六陪他看房+"),
        ("跟闺女拉过钩的，考好了就养猫", "user.commitment=考好了就养猫+"),
        ("睡前雷打不动一杯热牛奶", "user.habit=睡前雷打不动一杯热牛奶+"),
        ("这阵子腿上打着石膏", "user.state=腿上打着石膏+"),
        ("想来想去，研不考了", "user.decision=研不考了+"),
        ("跟老公商量定了：二胎不生", "user.decision=二胎不生+"),
        ("最后我拍的板，婚礼从简", "user.decision=婚礼从简+"),
        ("反正我认定一条，贷款买车不划算", "user.opinion=贷款买车不划算+"),
        ("内卷其实没那么可怕，我真这么觉得", "user.opinion=内卷其实没那么可怕+"),
        ("往后甭跟我说客套话", "user.instruction=甭跟我说客套话+"),
        ("代码里别写英文注释，以后都这样", "user.instruction=代码里别写英文注释+"),
        ("我在养老院做护工，三班倒", "user.occupation=护工+"),
        ("我在超市做收银，一天站八小时", "user.occupation=收银+"),
        ("我脚踝扭了，能跑步吗", "user.health=脚踝扭+"),
        ("我名叫扎西，西藏日喀则人", "user.hometown=西藏日喀则+"),
        ("刚从杭州回到昆明老家发展，朋友不多", "user.home_city=昆明+"),
        ("芥末这玩意儿，我真的受不了", "user.dislikes=芥末-"),
        ("从美团跳到了京东，工位靠窗", "user.employer=美团-"),
        ("我膈应别人插队", "user.dislikes=别人插队-"),
        ("吉他早送人了，谱子不用发我", "user.owns=吉他-"),
        ("我在学吉他，按和弦手指疼", "user.hobby=吉他+"),
        ("我体检报告说尿酸高", "user.health=尿酸高+"),
        ("毕业于兰州理工，学的是材料成型", "user.education=兰州理工+"),
        ("我在国家电网干外线工，夏天爬杆", "user.employer=国家电网+"),
        ("我有两个孩子，老大叫一诺，老二叫一言", "user.child=一言+"),
        ("过敏原查出来了：螨虫、豚草", "user.allergy=豚草+"),
        ("给我妈看病的王大夫退休了，我住宜宾，得换医院", "user.home_city=宜宾+"),
        ("我正学叉车，以前是跑货车的，家住廊坊", "user.home_city=廊坊+"),
    ],
)
def test_a_kind_of_fact_is_read_in_other_words(describer: RulesDescriber, text: str, claim: str) -> None:
    found = read(describer, text)

    assert claim in found


@pytest.mark.parametrize(
    "text",
    [
        "如果我住在大理，肯定天天睡到自然醒",
        "小说里男主说他从小就喜欢她",
        "我妈同事的儿子在英国读博",
        "客户是做医疗器械的，想了解一下我们的报价",
        "我想象中的退休生活是每天钓鱼喝茶",
        "孩子同学叫浩浩，总来家里玩",
        "老师让我们每天背二十个单词",
        "如果用户说“我对花生过敏”，系统应该怎么回复",
        "小区里有只流浪猫叫大橘，大家一起喂",
        "新来的实习生叫孟瑶，九八年的",
        "我爸说他年轻时候跑过马拉松",
        "同桌对猫毛过敏，我们只能养鱼",
        "看到一句话：我不喜欢这世界，我只喜欢你",
        "刚才那位客人点了两份素面，说是吃斋",
        "本人亲测有效，推荐给大家",
        "三十二，十六，八，下一个数是几",
        "45，这答案对不对",
        "客服电话 400-820-8820 老占线",
        "快递单号 773104455667 到哪了",
        "定居大理一年要花多少钱",
        "他定居悉尼八年了",
        "人在囧途，行李又丢了",
        "我广东省人民医院挂的号",
        "修空调的师傅什么时候来",
        "儿子高中毕业想出国",
        "老公周末加班，饭都不回来吃",
        "闺女金牌没拿到，哭了一路",
        "儿子同学马晓宇转学了",
        "猫叫起来像小孩哭，咋回事",
        "菠萝过敏会怎样",
        "糖尿病能吃月饼吗",
        "不会游泳的人怎么学",
        "公司那台打印机又坏了",
        "每周四晚上的课改到几点",
        "这次别写英文注释",
        "别想太多了",
        "我儿子班主任姓卢，教语文的",
        "昨天相亲那个男的是程序员，三十二，离异",
        "我又不是没吃过榴莲",
        "这道题的小明今年八岁，妈妈三十二岁",
        "我打算先眯一会儿",
        "我喝了两杯咖啡，睡不着",
        "快递寄到单位：青羊区蜀都大道19号，别寄家里",
        "我明天要交房租，差点忘了",
        "天天站得腿肿",
        "小林：我对花粉过敏，春天别约我爬山",
        "我家猫昨天把花瓶打碎了",
        "我老家在农村，没暖气",
        "这空调我馋疯了也买不起",
        "我考虑要不要换工作",
        "我公司不让带宠物",
        "我信号不好，等一下",
        "帮忙概括：该患者，女，55岁，长期服用二甲双胍，否认食物过敏",
        "我叫钱大海，养过五头大象。（这是瞎编的，你接着问）",
        "我有两架飞机，开玩笑的",
        "每次自我介绍都卡壳",
        "脖子受不了",
        "老房子上周退租了",
        "我那台电脑是公司的",
        "闺蜜叫外卖",
        "我哥在楼下，叫陈师傅",
        "客户的邮箱写错了，应该是 wang@example.com",
        "我觉得问题就是缓存没清",
        "我爱好和平",
        "岗位要求大专学历",
        "邻居刚确诊糖尿病",
        "我是第一次来广州",
        "我计划书写完了",
    ],
)
def test_what_only_looks_like_a_fact_of_the_speaker_is_left(describer: RulesDescriber, text: str) -> None:
    found = read(describer, text)

    assert found == set()


@pytest.mark.parametrize(
    ("attribute", "value"),
    [
        ("home_city", "长春头一个冬天"),
        ("hometown", "老三这"),
        ("employer", "那些年就想"),
        ("occupation", "人字底下一个工"),
        ("dislikes", "透"),
        ("allergy", "得脚"),
        ("commitment", "了学校"),
        ("habit", "天天被催"),
        ("instruction", "都这样"),
        ("plan", "项目"),
    ],
)
def test_a_value_that_took_more_than_the_value_is_no_fact(attribute: str, value: str) -> None:
    assert not is_fit_zh(attribute, value)


@pytest.mark.parametrize(
    ("attribute", "value"),
    [
        ("home_city", "成都"),
        ("hometown", "丰都"),
        ("employer", "成就科技"),
        ("likes", "棉被"),
        ("diet", "不加糖的咖啡"),
    ],
)
def test_a_value_with_a_word_in_it_that_others_may_not_hold_is_kept(attribute: str, value: str) -> None:
    assert is_fit_zh(attribute, value)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("俺喺香港，唔食牛肉", "我在香港，不吃牛肉"),
        ("佢哋冇嚟", "他们没来"),
        ("烟戒咗仨月", "烟戒了三月"),
        ("唔，好吧", "唔，好吧"),
        ("關係很好", "关系很好"),
    ],
)
def test_words_of_dialects_are_read_as_the_common_ones_at_the_same_place(text: str, plain: str) -> None:
    assert standard(text) == plain
    assert len(standard(text)) == len(text)
