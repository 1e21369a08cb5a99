"""How Chinese speakers live and want to be treated: habits, states, standing instructions and opinions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.found import LIKELY, SURE, Found
from processors.claims.frames.clause_zh import SaidZh
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
    r"|后悔|心情|都会想|可以|能|应该|建议|最好|要是"
)
_ROUTINE = re.compile(
    r"^(?:我|本人)(?:一般|通常|平时|平常|习惯|向来|一向|总是|从来都?|照例|多半)(?:都|会|是|在|要)"
    r"*(?P<value>(?:[\u4e00-\u9fff\d]{0,8}?)(?:起床?|睡觉?|睡|吃|喝|跑|走路|骑车|坐地铁|上班|健身|运动|看书|阅读|做饭"
    r"|午休|午睡|泡脚|洗澡|散步|遛狗|喝茶|打坐|冥想|写日记|听播客)[^，。]{0,10}?)(?:的|了)?$"
)
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
_NOT_FELT = re.compile(r"[你您他她]|孩子|宝宝|猫|狗|怎么|电影|剧|书|歌|同事|不累|不困|不饿|不疼|" + KIN)

_REPLIES = (
    r"(?:回(?:复|答|我|话|应|消息)?|答复|跟我(?:说话|聊天|聊|讲话|沟通|说)|和我(?:说话|聊天|聊|讲话)|给我(?:写"
    r"|列|发|讲|解释|推荐|回|翻译|举例|看|总结|做|起草|安排|报|提)|帮我(?:写|列|翻译|改|总结|排|订|查|算|推荐)|解释"
    r"|讲(?:解|东西)|举例|推荐(?:餐厅|电影|书|东西)?|写(?:代码|邮件|东西|文案|总结)|列(?:清单|表|要点)|称呼|叫我"
    r"|提醒我?|翻译|总结|发(?:消息|文件|给我)|输出|排版|说话|生成(?:图片|代码|文案|表格)?|报(?:时间|价|温度)"
    r"|说(?:时间|日期|价格|距离|温度))"
)
_DEMAND = (
    r"(?:别|不要|不用|不许|不准|请勿|勿|不必|少|尽量|一律|统一|务必|必须|始终|永远|总是|都|只|先|请|麻烦|记得|千万"
    r"|直接|简短|精简|最多|至少|控制在|用|使用|按|以|附上?|带上?|加上?|标(?:明|注)|保持|避免|写成|换成|改用|分点|分段"
    r"|叫我|称呼我|喊我|管我叫)"
)
_ORDER = re.compile(
    rf"^(?:请|麻烦|拜托|你|以后|今后|往后|从现在起|从今天起|每次|所有|凡是|平时|记住|记得|，)*(?P<when>{_REPLIES}[^"
    rf"，。]{{0,6}}?(?:的时候|时候|时|里|中|的话|之?前|之?后)?)(?:[，,]?(?:请|你|都|就|也|要|麻烦|能|可以|的))"
    rf"*(?P<what>{_DEMAND}[^，。？?]{{1,24}})$"
)
_FROM_NOW = re.compile(
    r"^(?:请|麻烦|拜托|你)*(?:以后|今后|往后|从现在起|从今天起|从今往后|从今以后|从现在开始|日后|之后|下次(?:开始"
    rf"|起))(?:都|请|你|麻烦|就|，|给我|跟我|对我|帮我|在|的|所有|每次|凡是|如果)*(?P<what>(?:{_DEMAND}|[^"
    rf"，。]{{1,10}}?(?:都|一律|请|就|要|别|不要|不用|统一|务必|必须|只|给我|用))[^，。？?]{{1,26}})$"
)
_NEVER = re.compile(
    r"^(?:请|麻烦|拜托|你|千万|绝对|永远|以后|再也)*(?:都)?(?P<what>(?:别|不要|不许|不准|请勿|不用)(?:再|总|老是?"
    r"|一直)?(?:给我|跟我|对我|向我|帮我|叫我|喊我|称呼我|管我叫|用|推荐|推送|提|加|发|写|说|问|提醒|建议|引用|放|带"
    r"|堆|使用)[^，。？?]{1,24})$"
)
_LASTING = re.compile(r"以后|今后|往后|永远|再也|总|老是|一律|每次|任何|所有|始终|一直|绝对|千万|从来|凡是|从现在")
_ALWAYS = re.compile(
    r"^(?P<what>[^，。我你您]{0,10}(?:请|麻烦)?(?:一律|统一|务必|始终|永远|全都?|每次都|都)(?:请|要|得|给我|帮我"
    r"|必须)*(?:用|使用|按|以|写成|换成|换算成|转成|附上?|带上?|标注?|加上?|精确到|保留|发到?|给我|告诉我|叫)[^"
    r"，。]{1,16})$"
)
_MY_ANSWERS = re.compile(
    r"^(?:给)?我的(?:回答|回复|答案|消息|邮件|文档|代码|报告|总结|周报|内容|日程|提醒)(?:请|麻烦|，)?(?:一律|统一"
    rf"|务必|始终|永远|全部?|都|请)+(?P<what>{_DEMAND}?[^，。]{{2,18}})$"
)
_GOES_ON = re.compile(r"^(?:再|然后|并且?|也别|也不要|别|不要|且|最后)[^，。我你吗]{1,14}$")
_SPEAK = re.compile(
    r"^(?:请|麻烦)?(?:跟我|和我|对我)(?:说话|聊天|讲话|沟通|说|聊|交流)(?:的时候|时)?(?:请|要|就|能"
    r"|可以)*(?P<what>[^，。？?]{2,14})$"
)
_ONCE = re.compile(
    r"啥|咋|哪|多少|能不能|可不可以|是不是|"
    r"这次|这一次|本次|今天|刚才|这封|这篇|这段|这个|那个|上面|下面|帮我看|一下$|昨天|[吗？?]$|为什么"
    r"|怎么|我(?:都|也)?(?:没|不)|明天|我老板|我妈|我爸|他|她"
)

_THINKS = re.compile(
    r"^(?:(?:我|本人)(?:个人|真的|一直|始终|还是|总|也|倒是|真心|打心底|现在|依然|坚定地?|从来都|就|其实|越来越|向来)"
    r"*(?:觉得|认为|相信|坚信|主张|以为|感觉|坚持认为|支持|反对|赞成|不赞成|不认为|不觉得|不相信)|依我看|要我说|让我说"
    r"|在我看来|我的看法是|我的观点是|我的态度是|我的立场是|个人认为|个人觉得|个人感觉|我个人的?看法是?|照我说|讲真"
    r"|说句公道话|我这人认为|说实话|坦白说|老实说|平心而论|窃以为|私以为|恕我直言)[，,：:]?(?P<what>[^？?]{4,44})$"
)
_OPINION_LEAD = re.compile(
    r"^(?:依我看|要我说|在我看来|我的看法是|我的观点是|我的态度是|个人认为|个人觉得|个人看法|个人意见|照我说|讲真"
    r"|说句公道话|说句实话|说实话|坦白说|老实说|平心而论|窃以为|私以为|恕我直言|我觉得吧?|我认为|我始终觉得|我一直觉得"
    r"|我个人觉得|我坚持认为|我的立场是)$"
)
_JUDGED = re.compile(
    r"该|必须|比.{1,10}(?:好|强|差|快|难|便|高|低|省|值|贵|香|重要|有用|靠谱|健康|划算|安全|有意思)|不如|太|更|最"
    r"|过于|浪费|没必要|有必要|值得|不值|有害|有益|有用|没用|没什么(?:好处|意义|用|意思|必要)|比.{1,14}(?:更|还|都"
    r"|要)|废话|胡扯|垃圾|鸡汤|没那么|没有那么|并不|可怕|残酷|残忍|没好处|没意义|无意义|有意义|会让|使人|高估|低估|毁"
    r"|才是|多余|无聊|可笑|荒唐|伟大|有趣|危险|健康|贵|便宜|重要|公平|不公|合理|靠谱|智商税|伪命题|是错的|是对的"
    r"|利大于弊|弊大于利|毫无|害|好处|坏处|越.{1,6}越|不可取|可取|不现实|没前途|有前途|过时|被吹|被骂|被黑|烂|好过|胜过"
    r"|大于|优于|迟早|早晚|注定|取消|禁止|废除|普及|鼓励|限制|不道德|自私|残忍|聪明|愚蠢|扯淡|骗人|骗局"
)
_POINTS = re.compile(
    r"^(?:香味|味道|价格|屏幕|口感|颜色|手感|功能|质量|效果|包装|味儿|画质|音质|续航|你|您|我|他|她|它|这|那|自己|还"
    r"|也|有点|不错|挺|很|好像|可能|行|可以|没|是|对|好|不太"
    r"|应该是|是不是|哪)|[你您]|这[个样次版条家件种]|那[个样次版条家件种]|今天|明天|昨天|刚才|[他她它]|我(?!们)"
)


def ways_zh(said: SaidZh) -> Iterator[Found]:
    """Habits, states, instructions and opinions."""
    text = said.text
    yield from _orders(said)
    if _OPEN.search(text):
        return
    yield from _habits(said)
    now = _FELT_NOW.match(text)
    if now and re.fullmatch(r"困|饿|累|烦", now["value"]):
        now = None
    felt = _FELT.match(text) or now or (_SITUATION.match(text) if "我" in text else None)
    if felt and not _NOT_FELT.search(text) and not _OF_KIN.search(said.before):
        yield Found("state", felt["value"], confidence=LIKELY, subject="user")
    yield from _opinions(said)


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
    if re.search(r"[你您他她它]", text) or _OF_THEM.search(said.before[-12:]) or _NO_HABIT.search(text):
        return
    mine = "我" in text or parts is not None or bool(_STEADY.search(text))
    often = _HABIT.match(text) or (_HABIT_LATE.match(text) if _STEADY.search(text) or "我" in text else None)
    if often and mine and re.search(KIN, text[:4]) is None and not re.search(r"(?:没|没有|不是|不)每", text):
        told = "我" in text or _STEADY.search(text) or (parts is not None and parts.elided and _acts(said))
        value = re.sub(r"^(?:我们|我|本人)", "", often["value"])
        if told and len(value) >= 4 and not _NO_DOING.search(value):
            yield Found("habit", value, confidence=SURE if "我" in text else LIKELY, subject="user")
            return
    routine = _ROUTINE.match(text)
    if routine and parts is not None and not parts.negated:
        yield Found("habit", routine["value"], confidence=LIKELY, subject="user")


def _acts(said: SaidZh) -> bool:
    return any(word.tag in ("v", "vn") for word in said.words)


def _orders(said: SaidZh) -> Iterator[Found]:
    text = said.text
    if _ONCE.search(text):
        return
    for pattern in (_FROM_NOW, _ORDER, _MY_ANSWERS, _SPEAK, _ALWAYS, _NEVER):
        match = pattern.match(text)
        if match is None:
            continue
        if pattern is _NEVER and not (_LASTING.search(text) or _LASTING.search(said.after)):
            continue
        if pattern is _ORDER and not re.search(
            r"的时候|时|以后|今后|每次|一律|统一|都|始终|总是|永远|跟我|和我|所有"
            r"|凡是|尽量|最多|控制|务必|只|别|不要|叫我|称呼",
            text,
        ):
            continue
        if pattern is _SPEAK and not re.search(
            r"直接|简单|慢|快|别|不要|用|说|少|多|正式|随意|轻松|礼貌|温柔|不用", match["what"]
        ):
            continue
        if (
            re.match(r"^(?:叫|喊|称呼)(?:我|做)?[\u4e00-\u9fff]{2,4}$", match["what"])
            and "别" not in match["what"]
            and "不" not in match["what"]
        ):
            continue
        if (
            re.search(r"@|\d{5,}|(?:用|使用|带|加|写)[了过着完]|特别|非常|太|真", text)
            or re.search(r"^我(?!的)", text)
            or re.search(r"我(?:要|会|得|就|都|也|自己|们)", text)
        ):
            continue
        # 先给结论，再说理由: one wish in two clauses.
        goes_on = _GOES_ON.match(said.after)
        when = match.groupdict().get("when") or ""
        what = when + match["what"].strip() + (f"，{said.after}" if goes_on else "")
        yield Found("instruction", what, subject="user")
        return


def _opinions(said: SaidZh) -> Iterator[Found]:
    text = said.text
    thinks = _THINKS.match(text)
    if thinks and _JUDGED.search(thinks["what"]) and not _POINTS.search(thinks["what"]):
        yield Found("opinion", re.sub(r"(?:了|啊|吧|呢|的)+$", "", thinks["what"]), confidence=LIKELY, subject="user")
    elif _OPINION_LEAD.match(said.before) and _JUDGED.search(text) and not _POINTS.search(text) and len(text) >= 4:
        yield Found("opinion", re.sub(r"(?:了|啊|吧|呢)+$", "", text), confidence=LIKELY, subject="user")
