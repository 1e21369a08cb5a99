"""How Chinese speakers live and want to be treated: habits, states, standing instructions and opinions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.found import LIKELY, SURE, Found
from processors.claims.frames.clause_zh import SaidZh
from processors.claims.frames.opinions_zh import opinions_zh
from processors.claims.frames.orders_zh import orders_zh
from processors.claims.frames.phrases_zh import is_own
from processors.claims.frames.subjects_zh import KIN

_OPEN = re.compile(
    r"可能|也许|大概|或许|差点|要是|如果|假如|万一|想象|假装|听说|据说|考虑|纠结|要不要|该不该"
    r"|[吗嘛么]$|[?？]$|以前|曾经|小时候|当年|那时|原来|本来"
)
_EVERY = (
    r"(?:初一十五|逢年过节|换季|每(?:天|日|晚|早|周|月|年|季度?|个?星期|个?礼拜|个?月|隔?[一两三几\d]+(?:天|周|个?月"
    r"|小时)|逢)?(?:[一二三四五六日天末](?:和周?[一二三四五六日天末])?)?|每个?(?:周|星期|礼拜)[一二三四五六日天末]?"
    r"|每到?(?:周[一二三四五六日末]|周末|月底|月初|年底|冬天|夏天|春天|秋天|过年|假期|换季|中午|晚上|早上|下班)"
    r"|每月[\d一二三四五六七八九十]+[号日]|(?:隔|逢)(?:天|周|[一两三]天|[一两]周)|天天|日日|夜夜|年年|周周|月月|顿顿"
    r"|(?:一|两|三)(?:天|周|星期|礼拜|个月|年)(?:至少|最少|固定|平均|差不多|大概)?(?:[一二两三四五六七八\d]+)(?:次|顿"
    r"|杯|趟|回|片|包|根|瓶|遍|场|节|小时|公里|本)|(?:睡|饭|起床|出门|上班|下班|开工|临睡)(?:之?前|之?后)"
    r"|周[一二三四五六日天末](?=雷打不动|固定|都|必|晚上都|早上都|下午都|我?(?:固定|必|一般|通常|都|总))"
    r"|周末(?=雷打不动|固定|都|必|我?(?:一般|通常|都|固定|总))|(?:早上|晚上|中午|下午|清晨|凌晨|傍晚|早晨)(?=雷打不动"
    r"|固定|都|必|我?(?:一般|通常|都|固定|总|习惯)))"
)
_EVERY_RE = re.compile(_EVERY)
_STEADY = re.compile(
    r"雷打不动|风雨无阻|从不间断|坚持|固定|一般|通常|习惯|总是|总要|总会|都会|都要|都得|必须|必定|必"
    r"|向来|一向|照例|少不了|非得|起步|打底|保底|一次不落"
)
_HABIT = re.compile(
    rf"^(?P<value>(?:我|我们|本人)?(?:雷打不动|风雨无阻|坚持|固定|一般|通常|习惯|都|也|一直|现在|还|平时)*{_EVERY}[^"
    rf"，。]{{1,22}}?)(?:了|的|啊|呢|啦)*$"
)
_HABIT_LATE = re.compile(rf"^(?P<value>[^，。]{{1,8}}?{_EVERY}[^，。]{{0,14}}?)(?:了|的|啊|呢|啦)*$")
_NO_DOING = re.compile(
    r"这[儿里边]|那[儿里边]|过[去来]|适合|^对|^像|这种|的人|来说|太|真的|(?:下班|回家|回来|起床|醒来"
    r"|早出晚归)(?:的时候|后|以后)?$|到家$"
)
_NO_HABIT = re.compile(
    r"报错|错误|卡死|崩|闪退|想|觉得|收到|看到|忘|担心|怕|喜欢|讨厌|烦|爱吃|失眠|被|发现|打开|点开|过生日|生日|堵|吵"
    r"|下雨|涨|跌|疼|痛|难受|打喷嚏|过敏|不够|加班|骂|催|开会|要交|都不一样|都一样|都不|没空|没时间|焦虑|很多|好多"
    r"|多少|这么|那么|[你您他她它]|老板|领导|公司|同事|孩子|客户|平台|系统|页面|都有|都是|都在|越来越|一次都没|感觉"
    r"|后悔|心情|都会想|可以|能|应该|建议|最好|要是|保证|承诺|答应|争取|务必"
)
_ROUTINE = re.compile(
    r"^(?:我|本人)(?:一般|通常|平时|平常|习惯|向来|一向|总是|从来都?|照例|多半)(?:都|会|是|在|要)"
    r"*(?P<value>(?:[\u4e00-\u9fff\d]{0,8}?)(?:起床?|睡觉?|睡|吃|喝|跑|走路|骑车|坐地铁|上班|健身|运动|看书|阅读|做饭"
    r"|午休|午睡|泡脚|洗澡|散步|遛狗|喝茶|打坐|冥想|写日记|听播客)[^，。]{0,10}?)(?:的|了)?$"
)
_EVER_SO = re.compile(r"^(?:天天|年年|周周|月月|每天|多少年来?)(?:都)?(?:如此|这样|这么过)$")
"""早上一杯冰美式，天天如此."""
_STEADILY = re.compile(
    r"(?:早|晚|中午|睡前|饭[前后]|[\d一二三四五六七八九十]点|周[一二三四五六日末]|月[初底]).{0,8}(?:雷打不动|风雨无阻)|(?:雷打不动|风雨无阻).{2,}"
)
_AT_EACH = re.compile(r"每(?:次|回|到)")
_USED_TO_DO = re.compile(
    r"^(?:我|本人)?(?:一直|从小|多年来|向来)*(?:有|养成了?|保持着?|保留着?|改不了|改不掉)(?:个|一个)?(?P<value>[^"
    r"，。]{2,14}?)的(?:好|坏|老|怪)?(?:习惯|毛病|传统|作息|嗜好)(?:了)?$|^(?:我|本人)(?:现在|一直|早就|已经|都)"
    r"*习惯(?:了|于|在)?(?P<value2>[^，。]{3,18}?)(?:了|的)?$"
)
_USED_NO = re.compile(r"^(?:这|那|你|他|她|一个人了?|就好|就行|成自然|被|没有)|[你您]|这种|这样|那样|这里")
_SMOKES = re.compile(
    r"^(?:一天|每天|平均)?(?P<value>(?:抽烟|吸烟|喝酒|抽电子烟|嚼槟榔|熬夜|裸睡|赖床|咬指甲|抖腿)"
    r"(?:[一两半\d]+(?:包|根|两|斤))?)(?:[快都有已经\d一二两三四五六七八九十几半多来]+年.*)?(?:的)?$"
)
_VICE = (
    r"(?:烟|香烟|电子烟|酒|白酒|啤酒|红酒|咖啡|奶茶|可乐|槟榔|糖|甜食|甜品|零食|夜宵|宵夜|外卖|游戏|手游|网游"
    r"|王者|短视频|抖音|麻将|牌|赌|彩票|熬夜|网购|追剧|微博|烧烤|碳酸饮料|主食|晚饭|早饭|安眠药|汽水)"
)
_LONG = r"(?:[快都有已经整满足将近\d一二两三四五六七八九十百几半多来好]+(?:年|个?月|天|周|个?星期)(?:多|半|了){0,6})"
_QUIT = (
    re.compile(
        rf"^(?:正在|在|开始)?戒(?:掉)?(?P<value>{_VICE})(?:的)?(?:第|满|都|已经|已|坚持|整整?)"
        r"{0,6}[\d一二两三四五六七八九十百几半多]+(?:天|周|个?月|年)(?:多|整|了){0,6}$"
    ),
    re.compile(
        rf"^(?:已经|早就?|刚|终于|总算|成功|彻底|去年|今年|上个?月|正在|正|算是|都|也|为了[^，。]{{1,6}}?|把)"
        rf"*戒(?:掉)?(?:了)?(?P<value>{_VICE})(?:{_LONG})?(?:了|啦|呢|的){{0,6}}$"
    ),
    re.compile(
        rf"^(?:把)?(?P<value>{_VICE})(?:我)?(?:也|都|已经|早就?|终于|总算|彻底|算是|刚|去年|今年|给){{0,6}}(?:戒|断"
        r"|停|不抽|不喝|不吃|不碰|不沾|不玩|不打|不刷|没再碰|没再抽|没再喝|再没碰过?|再也没碰过?|没碰过?|删)(?:掉)"
        rf"?(?:了)?(?:{_LONG})?(?:了|啦){{0,6}}$"
    ),
    re.compile(
        rf"^(?:已经|早就?|现在|最近|后来|再也|再|都|从来|基本|{_LONG}){{0,6}}(?:不|没|没有)(?:再|怎么)?(?:抽|喝|吃"
        rf"|碰|沾|玩|打|刷|点|买|嚼)(?:过|一口|一根|一滴)?(?P<value>{_VICE})(?:{_LONG})?(?:了|啦){{1,6}}$"
    ),
    re.compile(
        r"^(?:已经|早就?|现在|最近|后来|再也|再|都|{_LONG}){0,6}(?:不|没)(?:再)?(?P<value>熬夜|抽烟|喝酒|打游戏"
        r"|吃夜宵|吃宵夜|点外卖|赖床|刷短视频|刷手机|打麻将|赌博|网购|咬指甲|吸烟|喝咖啡|喝奶茶|喝可乐|晚睡|开夜车"
        r"|健身|跑步|晨跑|夜跑|记账|写日记)了$".replace("{_LONG}", _LONG)
    ),
)
_NOT_QUIT = re.compile(r"戒不掉|戒不了|没戒|想戒|要戒|打算|准备|怎么戒|劝|明天|下周|以后|开始戒|[你您他她]")

_FEELS = (
    r"(?:头疼|头痛|头晕|发烧|低烧|高烧|感冒|咳嗽|肚子疼|胃疼|胃痛|牙疼|嗓子疼|嗓子哑|腰疼|背疼|腿疼|脖子疼|脖子僵"
    r"|肩膀疼|眼睛疼|眼睛干|失眠|恶心|头昏|鼻塞|流鼻涕|拉肚子|上火|落枕|崴脚|浑身(?:没劲|酸|酸痛|无力|疼)|没胃口"
    r"|没精神|没力气|提不起劲|焦虑|难过|沮丧|郁闷|低落|烦躁|心烦|崩溃|孤独|委屈|迷茫|紧张|压力(?:很|特别|好|太|非常"
    r"|挺|有点|超)?大|压力山大|心情(?:很|特别|好|太|非常|有点|超|不太)?(?:不好|差|糟糕|糟透|糟|低落|烦|郁闷|沉重|复杂"
    r"|down)|情绪(?:很|特别|有点|不太)?(?:低落|不稳定|不好|崩溃)|累|疲惫|疲倦|困|饿|心累|倦怠|烦|开心|高兴|兴奋|不舒服"
    r"|难受|生病|住院|隔离|状态(?:很|特别|不太|有点)?(?:不好|差|低迷))"
)
_NOW = (
    r"(?:今天|今儿|今早|今晚|现在|这会儿|此刻|眼下|这两天|这几天|这周|这阵子|这段时间|这个月|最近|近来|昨晚|昨天"
    r"|刚才?|刚刚|一早上|一整天|一晚上|一大早|早上起来|从昨天起|从早上开始)"
)
_FELT = re.compile(
    rf"^(?:我)?(?:{_NOW})(?:我|我这)?(?:一直|又|都|也|总|老|真|好|太|特别|非常|很|超|超级|有点儿?|有些|感觉|觉得|开始"
    rf"|莫名|通宵|累得|还|还在|就|突然|整个人|人|的|，)*(?P<value>{_FEELS})(?:到|得)?(?:[^，。]{{0,6}}?)(?:了|啊|呢"
    r"|啦|的)*$"
)
_FELT_NOW = re.compile(
    r"^(?:我)?(?:一直|又|真|好|太|特别|非常|很|超|超级|有点儿?|有些|感觉|觉得|整个人|快|都|要|还)"
    rf"*(?P<value>{_FEELS})(?:到|得)?(?:[^，。]{{0,6}}?)(?:死|坏|惨|爆|瘫|垮|透|要命|不行|厉害|要死|慌|极|半死|飞起)"
    r"(?:了|啊|啦)*$"
)
_SITUATION = re.compile(
    rf"^(?:我)?(?:{_NOW}|今年|去年|上个?月起?|正|正在|目前|还在|在|处于|已经|刚){{0,6}}(?:在|处于|请了?|办了?|休)"
    r"?(?P<value>休学|休假|休年假|病假|产假|陪产假|停职|待业|失业|赋闲|裸辞在家|gap|间隔年|养病|养伤|复健|康复训练"
    r"|坐月子|备孕|隔离|住院|化疗|透析|服丧|居家办公|带薪休假|读研|读博|实习期|试用期|空窗期|待产|养胎|保胎|卧床|陪护"
    r"|陪床|全职带娃|离婚冷静期|戒断期|考试周|赶论文|赶稿|出差中)(?:中|在家|着|期间)?(?:了|呢){0,6}$"
)
_OF_KIN = re.compile(rf"[他她]|{KIN}")
_OF_THEM = re.compile(rf"[他她]|{KIN}|孩子")
_NOT_FELT = re.compile(r"[你您她]|(?<!吉)他(?!汀)|孩子|宝宝|猫|狗|怎么|电影|剧|书|歌|同事|不累|不困|不饿|不疼|" + KIN)
_OTHERS = re.compile(r"[你您他她它]")


def ways_zh(said: SaidZh) -> Iterator[Found]:
    """Habits, states, instructions and opinions."""
    text = said.text
    yield from orders_zh(said)
    if _OPEN.search(text):
        return
    yield from _habits(said)
    now = _FELT_NOW.match(text)
    if now and re.fullmatch(r"困|饿|累|烦", now["value"]):
        now = None
    felt = _FELT.match(text) or now or (_SITUATION.match(text) if "我" in text else None)
    if felt and not _NOT_FELT.search(text) and not _OF_KIN.search(said.before):
        yield Found("state", felt["value"], confidence=LIKELY, subject="user")
    yield from opinions_zh(said)


def _habits(said: SaidZh) -> Iterator[Found]:
    text, parts = said.text, said.parts
    if parts is None and not _EVERY_RE.search(text):
        return
    if not _NOT_QUIT.search(text) and parts is not None and parts.subjects == ["user"]:
        bare = re.sub(r"^(?:毕竟|因为|所以|而且|不过|但是?|其实|现在)*(?:我|本人)?", "", text)
        for pattern in _QUIT:
            over = pattern.match(bare)
            if over:
                yield Found("habit", over["value"], "negative", subject="user")
                return
    if said.rest:
        smokes = _SMOKES.match(said.rest)
        if (
            smokes
            and parts is not None
            and not parts.negated
            and "我" in text
            and re.search(r"抽|吸|嚼|平时|一直|年|每|包", text)
        ):
            yield Found("habit", smokes["value"], subject="user")
            return
    used = _USED_TO_DO.match(text)
    value = (used["value"] or used["value2"]) if used else ""
    if value and not _USED_NO.search(value) and (parts is None or not parts.negated) and "没有" not in text:
        yield Found("habit", value, subject="user")
        return
    if _OTHERS.search(text) or _OF_THEM.search(said.before[-12:]) or _NO_HABIT.search(text):
        return
    mine = "我" in text or parts is not None or bool(_STEADY.search(text))
    often = _HABIT.match(text) or (_HABIT_LATE.match(text) if _STEADY.search(text) or "我" in text else None)
    if often and mine and re.search(KIN, text[:4]) is None and not re.search(r"(?:没|没有|不是|不)每", text):
        told = "我" in text or _STEADY.search(text) or (parts is not None and parts.elided and _acts(said))
        if _AT_EACH.match(text) and "我" not in text.replace("自我", ""):
            # 每次自我介绍都冷场 tells what happens to somebody, not what they do.
            return
        value = re.sub(r"^(?:我们|我|本人)", "", often["value"])
        if told and len(value) >= 4 and not _NO_DOING.search(value):
            yield Found("habit", value, confidence=SURE if "我" in text else LIKELY, subject="user")
            return
    if _EVER_SO.match(said.after) and parts is not None and len(text) >= 4:
        yield Found("habit", f"{text}，{said.after}", subject="user")
        return
    steadily = _STEADILY.search(text)
    if steadily and len(text) >= 6 and is_own(said):
        yield Found("habit", re.sub(r"^(?:我们|我|本人)", "", text), confidence=LIKELY, subject="user")
        return
    routine = _ROUTINE.match(text)
    if routine and parts is not None and not parts.negated:
        yield Found("habit", routine["value"], confidence=LIKELY, subject="user")


def _acts(said: SaidZh) -> bool:
    return any(word.tag in ("v", "vn") for word in said.words)
