"""What Chinese speakers do for pleasure, can do, speak and own, in the words that no frame holds."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.found import LIKELY, Found, items_zh, said_of
from processors.claims.frames.belongings_zh import belongings_zh
from processors.claims.frames.chinese import ends_as
from processors.claims.frames.clause_zh import SaidZh, ZhClause
from processors.claims.frames.tongues_zh import TONGUE, fluent_zh, tongues_zh
from processors.claims.words import ACTIVITIES_ZH, LANGUAGES_ZH, PLAYED_ZH

_SPARE = (
    r"(?:业余(?:时间|爱好)?|周末|平时|平常|闲(?:着|下来|暇|了|时|的时候)?|空闲(?:时间)?|有空|得空|没事|下班(?:后"
    r"|以后|了)?|退休(?:后|以后|了)?|休息(?:日|的时候)|放假|一有空|一有时间|业余)"
)
_PASTIME = re.compile(
    r"(?P<value>(?:弹|拉|吹|打|敲|玩|练|踢|下|跳|唱|画|写|刻|拍|做|学|逛|钓|养|种|捣鼓|鼓捣|折腾|琢磨|摆弄|收藏|收集"
    r"|攒|集|盘|撸|骑|爬|游|滑|跑|织|绣|钩|烤|酿|摄|剪|拼|刷|听|看|读|泡|搭|修|缝|雕|捏|染)[\u4e00-\u9fffA-Za-z]{1,7}|"
    + ACTIVITIES_ZH
    + r"|钓鱼|打球|跑步|健身|瑜伽|书法|篆刻|露营|徒步|观鸟|种菜|养花|做饭|烘焙|喝茶|听戏|写生|骑车|摄影|打牌|下棋"
    r"|唱歌|跳舞|游泳|爬山|飞盘|桌游|做手工|做手账|写手账|看展|逛博物馆|遛鸟|盘串|拼乐高|玩乐高)$"
)
_IN_SPARE = re.compile(
    rf"^(?:我|本人)?(?:的)?{_SPARE}(?:时间|里|的时候)?(?:我)?(?:就|也|都|会|总|最|一般|爱|常|常常|经常|偶尔|基本|主要"
    rf"|没事|去|到|在|是|一有空|[^，。]{{0,5}}?(?=去|在|江边|河边|公园|家里?))*(?:江边|河边|湖边|海边|公园|水库|山里"
    rf"|郊外|家里?|院子里|阳台上?)?(?:去)?(?P<what>[^，。]{{2,10}})$"
)
_LIKES_DOING = re.compile(
    r"^(?:特别|很|就|挺|最|平时|平常|也|一直)*(?:爱|喜欢|好|热衷于?|沉迷于?|痴迷于?|迷上了?|爱上了?|入坑了?|入了"
    r"|玩上了?|开始玩|开始练|最近在玩|在玩|玩起了?|捡起了?)(?P<what>[^，。]{2,8}?)(?:的坑|了)?$"
)
_TINKER = re.compile(r"(?P<value>(?:捣鼓|鼓捣|折腾|摆弄|倒腾|收藏|收集|搜集|集|攒)[\u4e00-\u9fffA-Za-z]{2,8})$")
_COLLECTS = re.compile(
    r"^(?:喜欢|爱|从小|一直|在|有|爱好是)*(?P<value>(?:收藏|收集|搜集|集|攒)(?:了|着)?(?P<what>[\u4e00-\u9fff]{1,8}?)"
    r")(?:了|的|有)?(?:[\d一二两三四五六七八九十几多]+(?:年|个|枚|张|套|本).*)?$"
)
_NO_COLLECT = re.compile(
    r"[上好几]?[百千万]|枚|\d|资料|数据|信息|意见|反馈|钱|证据|素材|表格|作业|材料|积分|合|中|体|邮件|问题"
)
_LEARNING = re.compile(
    r"^(?:在|正在|开始|刚开始|刚|重新|自学|跟着.{1,5}|报班|业余){0,6}(?:学|练|玩|自学|练习)(?:了|着|起)"
    r"?(?P<value>[\u4e00-\u9fffA-Za-z]{1,6}?)(?:[快都有已经\d一二两三四五六七八九十几半多来]+(?:年|个?月|天|周)(?:多"
    r"|半|了)?)?(?:了|呢|的){0,6}$"
)
_NO_HOBBY = re.compile(
    rf"{LANGUAGES_ZH}|语$|文$|[我你他她这那哪吗]|车$|习$|会$|业$|校$|好$|完$|坏|什么|怎么|开车|驾照|代码|题|课$|乖"
    r"|聪明|一个|一下|数学|物理|编程|Python|专业|知识|东西|历史|化学|经验|工作|技术|游戏机|手机|电脑|医|法律|会计"
    r"|过$|着$"
)
_PLAY = re.compile(
    r"^(?:会|能|在|正|还|也|学|玩|弹|吹|拉|打|练|敲|从小|一直|业余)*(?:弹|拉|吹|打|敲|玩|练|下|踢|学|唱)(?:了"
    r"|得一手好?|得一手|一手好?|一手|一?点儿?|几首)?(?P<value>[\u4e00-\u9fff]{1,5}?)"
    r"(?:[快都有已经\d一二两三四五六七八九十几半多来]+(?:年|个?月)(?:多|半|了)?)?(?:了|的)*$"
)
_ABLE_TO_PLAY = re.compile(r"^(?:也|还)?会(?P<does>[弹拉吹打敲唱下])")
_INSTRUMENT = re.compile(
    rf"(?:{PLAYED_ZH}|三弦|古琴|扬琴|柳琴|阮|月琴|琴|瑟|箜篌|笙|唢呐|葫芦丝|陶笛|埙|巴乌|京胡|板胡|马头琴|冬不拉"
    r"|热瓦普|手风琴|口琴|管风琴|电子琴|贝斯|电吉他|架子鼓|非洲鼓|手鼓|鼓|箱鼓|马林巴|竖琴|风笛|卡林巴|拇指琴|合成器"
    r"|打碟|碟|京剧|昆曲|越剧|豫剧|黄梅戏|太极拳?|咏春|散打|泰拳|柔道|剑道|空手道|巴西柔术|八段锦|围棋|象棋|五子棋"
    r"|桥牌|台球|斯诺克|门球|匹克球|壁球|橄榄球|棒球|飞镖|皮划艇|桨板|冲浪|滑翔伞|跳伞|潜水|攀岩|速降|花滑|滑冰|街舞"
    r"|芭蕾|拉丁|国标|探戈|民族舞|肚皮舞|爵士舞|书法|国画|油画|水彩|素描|版画|篆刻|木雕|陶艺|拉坯|皮雕|编程猫|魔术"
    r"|口技|相声|评书|快板|脱口秀|摄影|无人机航拍|航拍|剪纸|刺绣|苏绣|钩针|棒针|编织|缝纫|插花|茶艺|调香|烘焙|拉花"
    r"|咖啡拉花|刺绣)$"
)
_QUIT_PLAY = re.compile(
    r"^(?:已经|早就?|好久|很久|好多年|现在|再也|都|很长时间|[\d一二两三四五六七八九十几半多]+年)*(?:不|没|没再|不再)"
    r"(?:再|怎么)?(?P<value>(?:弹|拉|吹|打|敲|玩|练|下|踢|跳|唱|画|写|学|跑|骑|爬|滑|钓|攀|游|健|拍)"
    r"[\u4e00-\u9fff]{0,5}?)(?:了)$"
)
_DOES = (
    r"(?:修|焊|砌|刷墙|贴砖|剪头发|理发|剪辑|剪片|修图|抠图|织|缝|绣|钩|裁|做(?:饭|菜|衣服|木工|表格|PPT|ppt|蛋糕"
    r"|面包|甜点|手工|账|视频|动画|网站|陶|豆腐|手术|标本|家具|寿司|月饼|粽子)|包(?:饺子|粽子|包子|馄饨)|擀|揉面|酿"
    r"|腌|熏|烤|蒸|烧(?:菜|窑)|调酒|拉花|冲咖啡"
    r"|开(?:车|叉车|挖机|挖掘机|拖拉机|货车|大车|卡车|飞机|船|游艇|摩托|手动挡|锁|塔吊|吊车|火车|收割机|滑翔机)"
    r"|骑(?:马|车|自行车|摩托|独轮车)|游泳|仰泳|蝶泳|自由泳|潜水|自由潜|滑雪|滑冰|滑板|冲浪|轮滑|跳舞|跳伞|唱(?:戏|歌"
    r"|京剧|美声)|弹唱|变魔术|口技|杂耍|倒立|翻跟头|后空翻|打(?:字|拳|领带|快板|算盘|毛衣|铁|家具|针)|盲打|速记|速读"
    r"|速算|心算|珠算|编(?:程|竹筐|筐|织|曲|舞|辫子|草鞋)|写(?:代码|程序|毛笔字|书法|诗|脚本|小说|SQL|Python)|刻章|雕刻"
    r"|木雕|画(?:画|图|漫画|素描|CAD)|建模|配音|主持|同传|急救|心肺复苏|推拿|按摩|针灸|正骨|把脉|接骨|看(?:手相|风水|相"
    r"|图纸)|嫁接|种(?:菜|花|树|水稻)|养(?:蜂|鱼|蚕)|驯(?:马|犬|鹰)|钓鱼|打猎|抓鱼|杀鱼|劈柴|生火|扎染|染布|纺线|裱画"
    r"|装裱|修复|调律|调音|拍(?:视频|照|片)|航拍|无人机|开无人机|驾驶|电焊|氩弧焊|水电|刷漆|贴膜|美甲|化妆|盘发|编发"
    r"|理货|记账|报税|炒股|P图|PS|ps|用(?:PS|CAD|Excel)|腹语|解魔方|魔方)"
)
_CAN = re.compile(
    r"^(?:会|懂得?|学会了?|擅长|很会|特别会|超会|最会|特别擅长|最擅长|精通|善于|精于|拿手的是|拿手)(?:自己|怎么"
    rf"|如何|用手?|一点|一些|点|手工)?(?P<value>{_DOES}[\u4e00-\u9fffA-Za-z]{{0,7}}?)(?:的|了|啊|呢|哦|，|哈)*$"
)
_GOOD_AT = re.compile(
    r"^(?:最|特别|比较|很|尤其|还|也|就)*(?:擅长|精通|善于|精于|拿手的?(?:是)?|最拿手的?(?:是)?|强项是|特长是)"
    r"(?P<value>[\u4e00-\u9fffA-Za-z、和与+# ]{1,14}?)(?:的|了|啊)?$"
)
_MY_SKILL = re.compile(
    r"我(?:的)?(?:特长|强项|长项|拿手(?:绝活|好戏|菜)?|看家本领|绝活|专长|手艺|技能)(?:就)?(?:是|：)"
    r"(?P<value>[\u4e00-\u9fffA-Za-z]{2,12})$|(?P<topic>[\u4e00-\u9fffA-Za-z]{2,10}?)(?:就|可)?是我(?:的)?(?:特长"
    r"|强项|长项|拿手好戏|看家本领|绝活|专长|拿手菜)"
)
_DEFT = re.compile(
    r"^(?:真的|很|挺|特别|还算|可|比较|最|倒是|是|玩|用|做|弄|使|干|写|打|练|搞|开|修)*(?:得)?(?:很|挺|贼|特别|相当"
    r"|还算)?(?:在行|拿手|溜|六|6|熟|熟练|精通|不在话下|一把好手|门儿清|手到擒来|得心应手|闭着眼睛?都(?:能|会).*|行家"
    r"|内行|老手|没问题|一绝|一流|专业级|专业|顶呱呱)(?:的|了|啊)*$"
)
_CANNOT = re.compile(rf"^(?:会|懂|能)(?P<value>{_DOES}[\u4e00-\u9fff]{{0,4}}?)(?:的|啊|呢)?$")
_FUTURE = re.compile(
    r"明天|后天|下周|等会|待会|马上|尽快|一定|稍后|回头|晚点|今晚|明年|下个?月|将来|以后|把|给你|给他|帮你|一下|好$"
    r"|完$|掉$"
)

_NO_OTHER_HOBBY = re.compile(r"没(?:有)?(?:什么|啥)?(?:别的|其他|其它)?的?(?:爱好|兴趣|嗜好)$")
_ONLY_THIS = re.compile(r"^(?:我)?(?:就|只|平时就)(?:是|爱|好|喜欢)?(?P<what>[\u4e00-\u9fffA-Za-z]{2,8})$")
"""没别的爱好，就是打川牌."""
_NO_PASTIME = re.compile(r"喜欢|爱(?!好)|每|雷打不动|点$|睡|吃饭|加班|工作|上班|补觉|休息|照顾|带娃|写作业")
_SPARE_JUDGED = re.compile(r"简直|完美|太|真|很|适合|舒服|不错|合适|特别|搭配")
_DEFT_AT = re.compile(r"^(?P<topic>[^，。我你他]{2,8}?)(?:这事儿?|这活儿?|这块)?我(?P<how>.{1,12})$")
_NOT_DONE = re.compile(r"[你您她]|(?<!吉)他(?!汀)|想(?!象)|打算|希望|准备|[？?]$")
_LEARNS = re.compile(r"在学|开始学|自学|学起|在练|开始练|玩.*年")


def doings_zh(said: SaidZh) -> Iterator[Found]:
    """Hobbies, skills, languages and belongings."""
    text, parts = said.text, said.parts
    if said.open or said.was or _NOT_DONE.search(text):
        return
    yield from _skills_told(said)
    yield from fluent_zh(said)
    if parts is None:
        return
    own = [*_hobbies(said, parts), *_skills(said, parts), *tongues_zh(said, parts)]
    if parts.subjects == ["user"]:
        own.extend(belongings_zh(said, parts))
    yield from said_of(parts.subjects, own)


def _hobbies(said: SaidZh, parts: ZhClause) -> Iterator[Found]:
    if parts.fronted:
        return
    over = _QUIT_PLAY.match(("不" if parts.negated else "") + parts.rest) if "了" in said.text else None
    if over:
        yield from _given_up(over["value"])
    elif (only := _ONLY_THIS.match(said.text)) and _NO_OTHER_HOBBY.search(said.before):
        yield Found("hobby", only["what"])
    elif doing := _in_spare_time(said.text):
        yield Found("hobby", doing)
    elif not parts.negated:
        yield from _taken_up(said.text, parts.rest)


def _given_up(doing: str) -> Iterator[Found]:
    """A pastime that is over: 不弹琴了."""
    thing = doing[1:]
    if not thing and doing in ("弹", "画"):
        yield Found("hobby", doing, "negative", "unset")
    elif thing and (ends_as(thing, "pastime") or _INSTRUMENT.match(thing)):
        yield Found("hobby", doing if thing in ("琴", "球", "舞") else thing, "negative", "unset")


def _in_spare_time(text: str) -> str:
    """What is done whenever there is time (周末去江边钓鱼 → 钓鱼), else ""."""
    spare = _IN_SPARE.match(text)
    if spare is None or _NO_PASTIME.search(text) or _SPARE_JUDGED.search(spare["what"]):
        return ""
    doing = _PASTIME.search(spare["what"])
    return doing["value"] if doing and not _NO_HOBBY.search(doing["value"]) else ""


def _taken_up(text: str, rest: str) -> Iterator[Found]:
    """What is tinkered with, collected, begun, played or learnt."""
    tinker = _TINKER.search(rest)
    if (
        tinker
        and not _NO_COLLECT.search(tinker["value"])
        and re.search(r"爱|喜欢|平时|业余|没事|周末|收藏|捣鼓|鼓捣", text)
    ):
        yield Found("hobby", tinker["value"])
        return
    collects = _COLLECTS.match(rest)
    if collects and not _NO_COLLECT.search(collects["what"]) and not collects["what"].startswith(("合", "中", "体")):
        yield Found(
            "hobby", f"收集{collects['what']}" if collects["value"].startswith(("集", "攒")) else collects["value"]
        )
        return
    liked = _LIKES_DOING.match(rest)
    if liked and re.search(r"迷上|爱上|入坑|入了|玩上|开始玩|开始练|在玩|玩起|捡起|沉迷|热衷|痴迷", rest):
        doing = _PASTIME.search(liked["what"]) or _INSTRUMENT.search(liked["what"])
        if doing and not _NO_HOBBY.search(liked["what"]):
            yield Found("hobby", liked["what"])
            return
    play = _PLAY.match(rest)
    if (
        play
        and (_INSTRUMENT.match(play["value"]) or ends_as(play["value"], "pastime"))
        and not re.search(r"今天|昨天|刚才|明天|一场|一局", text)
    ):
        # 会 tells what one can do.
        if able := _ABLE_TO_PLAY.match(rest):
            yield Found("skill", able["does"] + play["value"])
        else:
            yield Found("hobby", play["value"])
        return
    learning = _LEARNING.match(rest)
    begun = _LEARNS.search(text)
    if learning and begun and len(learning["value"]) >= 2 and not _NO_HOBBY.search(learning["value"]):
        yield Found("hobby", learning["value"], confidence=LIKELY)


def _skills_told(said: SaidZh) -> Iterator[Found]:
    deft = _DEFT_AT.match(said.text)
    if (
        deft
        and _DEFT.match(deft["how"])
        and not re.fullmatch(TONGUE, deft["topic"])
        and not re.search(r"事$|话$|这|那|都$", deft["topic"])
    ):
        yield Found("skill", deft["topic"].strip(), subject="user")
        return
    told = _MY_SKILL.search(said.text)
    value = (told["value"] or told["topic"]) if told else ""
    if value and not re.search(r"[他她你您这那]", value):
        yield Found("skill", value, subject="user")


def _skills(said: SaidZh, parts: ZhClause) -> Iterator[Found]:
    text, rest, topic = said.text, parts.rest, parts.places.get("topic", "")
    if parts.negated:
        cannot = _CANNOT.match(rest if rest.startswith(("会", "懂", "能")) else "会" + rest)
        if cannot and re.search(r"不(?:太|怎么|大)?(?:会|懂)", text) and not _FUTURE.search(text):
            yield Found("skill", cannot["value"], "negative")
        return
    if parts.fronted and topic and re.search(r"我", text) is None:
        return
    can = _CAN.match(rest)
    if can and not _FUTURE.search(text):
        value = can["value"]
        if not ends_as(re.sub(r"^(?:弹|拉|吹|打)", "", value), "pastime"):
            yield Found("skill", value)
        return
    good = _GOOD_AT.match(rest)
    if good:
        for one in items_zh(good["value"]):
            if one and not re.search(r"[你他她这那]", one) and not re.fullmatch(TONGUE, one):
                yield Found("skill", one)
        return
    if (
        topic
        and _DEFT.match(rest)
        and not re.fullmatch(TONGUE, topic)
        and not re.search(r"事|话|这|那|时间|身体", topic)
    ):
        yield Found("skill", topic)
