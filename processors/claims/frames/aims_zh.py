"""What Chinese speakers are after: goals, plans, promises and decisions, in the words that no frame holds."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.found import LIKELY, SURE, Found
from processors.claims.frames.ahead_zh import AHEAD, AHEAD_ZH
from processors.claims.frames.clause_zh import SaidZh
from processors.claims.frames.decisions_zh import decisions_zh
from processors.claims.frames.promises_zh import promises_zh
from processors.claims.frames.subjects_zh import KIN
from processors.claims.words import PLACE_ZH

_OPEN = re.compile(
    r"可能|也许|大概|或许|差点|几乎|要是|如果|假如|万一|想象|假装|听说|据说|恨不得|巴不得|考虑|犹豫|纠结|该不该"
    r"|要不要|还没(?:想|定|决定)|没想好|想过|以前|曾经|原来|原本|本来|小时候|当年|那时|[吗嘛么]$|[?？]$"
)
_OTHERS = re.compile(r"^(?:他|她|它|你|您|人家|别人|公司|老板|领导|学校|客户)|[你您]")
_DREAM = re.compile(
    r"(?:我|本人)?(?:今年|明年|最大|现在|近期|长期|一直|这辈子|人生|小|短期|终极|下半年|新年|年度|阶段性|退休后"
    r"|毕业后)*的?(?:小|大|最大|终极|人生|新年|年度|近期|长期|短期)*的?(?:目标|梦想|理想|愿望|志向|心愿|flag|Flag"
    r"|追求|野心|念想)(?:就|一直|还|其实|只有?)*(?:一个|是|：|:)+(?:要|想|能|能够|有一天|有朝一日|在|争取|希望)"
    r"*(?P<value>[^，。]{2,26})$"
)
_A_MUST = re.compile(
    r"^(?:这)?是我[^，。]{0,10}?(?:非[^，。]{1,3}不可|必须(?:完成|做到|实现)|一定要(?:做|完成|实现)|最想(?:做|实现|完成))的?(?:一?件?事|目标|心愿|任务)?$"
)
"""跑进四小时，是我非做成不可的事."""
_OF_ANOTHER = re.compile(rf"[他她你您]|{KIN}的")
_ACHIEVE = (
    r"(?:把[^，。]{1,10})?(?:考(?:上|下|过|取|到|出|进|个|研|公|博|编)?|学(?:会|好|完|懂|透)|拿(?:到|下|个)?|攒(?:够"
    r"|到|下|出)?|存(?:够|到|下)?|减(?:到|掉|肥|重|下)?|瘦(?:到|下|回)?|写(?:完|出|一[本部篇])|跑(?:完|进|下"
    r"|一[次个场])|开(?:一?[家间个]|起|出)|当上?|成为|变成|读完|看完|还(?:清|完)|练(?:出|成|到|好|会)|出(?:版|一本|书"
    r"|国)|登(?:上|顶)|走(?:遍|完|一遍)|去(?:一趟|一次|遍)|完成|通过|过(?=[^去了]{2,})|实现|掌握|戒(?:掉|了)?|改(?:掉"
    r"|善)|养成|提高|提升|做(?:到|出|成|完|一[个名])|升(?:到|职|上)|买(?:下|套|房|上|得起)|换(?:套|个大|成)|骑(?:完"
    r"|行到|到)|游(?:遍|过)|环游|环岛|爬(?:上|完)|搬(?:去|到|回)|退休|养(?:一?[只条])|达到|突破|坚持|组建|创办|搞定"
    r"|做个|种(?:出|满)|建(?:一?[座个])|翻译完|录(?:完|一张)|出师|自由|财务自由|体脂|转(?:行|正)|申(?:请)?(?:上|到)"
    r"|上岸)"
)
_WANTS = re.compile(
    r"^(?:特别|一直|很|真的|最|就|还|也|心里|做梦都|这辈子|今年|明年|其实|从小|总){0,6}(?:就)?(?:想要?|希望|盼着?"
    r"|梦想着?|立志|发誓|发愿|誓要|决心|争取|力争|力求|务必|必须|一定要?|非要|努力|奔着|冲着|指望|渴望|期望|期待)"
    r"(?:着|自己|能|能够|可以|在|要|把|有一天|有朝一日|有机会|今年|明年|年底(?:前|之前)?|年内"
    r"|(?:[\d一二三四五六七八九十]+岁|退休|毕业|年底|[\d一二三四五六七八九十]+月|明年|今年|三十|四十|五十)(?:之?前"
    r"|以前|后|之后|以后)?|这辈子|两年内|三年内|五年内|半年内|一年内){0,6}"
    rf"(?P<value>{_ACHIEVE}[^，。]{{0,18}})$"
)
_STRIVES = re.compile(
    r"^(?:正在|一直在|在|正|最近在|现在在|目前在|每天都在)(?:拼命|努力|埋头|认真|全力|偷偷|疯狂)*(?P<how>备考|准备考"
    r"|准备|备战|攒钱(?:要|想|打算|准备)?|存钱(?:要|想)?|努力|冲刺|为[^，。]{1,10}?(?:做准备|努力|奋斗|攒钱|存钱)"
    r"|朝着?[^，。]{1,10}?努力|攒|存|减|练)(?P<value>[^，。]{0,16})$"
)
_SAVES_UP = re.compile(
    r"^(?:攒|存|凑|赚|还)(?:够|下|出)?(?:首付|房贷|学费|彩礼|嫁妆|老婆本|本金"
    r"|钱[\u4e00-\u9fff]{2,8}|[\d一二两三四五六七八九十百千万]+(?:块|元|万))$"
)
_EXAM_AHEAD = re.compile(r"^(?:在|正在)?(?:备考|备战|冲刺|复习考|准备考)[\u4e00-\u9fffA-Za-z0-9]{2,10}$")
_EXAM = re.compile(
    r"^(?:考)?(?P<value>[\u4e00-\u9fffA-Za-z0-9]{1,8}?(?:证|考试|级|考|研|公|博|编|雅思|托福|GRE|GMAT"
    r"|CPA|cpa|司法考试|法考|国考|省考|考研|公务员|教资|一建|二建|注会|中级|高级|N[1-5]|HSK|驾照|马拉松|铁三|比赛))$"
)
_WILL_PASS = re.compile(
    r"^(?:今年|这次|明年|年底前)?(?:一定|务必|必须|争取|力争|得|要|想)+(?:要|能|得)"
    r"?(?P<value>(?:一次|一把)?(?:过|考过|考上|拿下|上岸|拿到|通过)[^，。]{0,8})$"
)

_PLANS = re.compile(
    rf"^(?:{AHEAD})?(?:我|我们|咱们|俺们|一家人|全家|我俩)?(?:已经|正|正在|也|都|还是|现在|就)*(?:打算|计划(?![书表])"
    r"|准备|预备|预计|盘算着?|琢磨着|寻思着?|筹划着?|筹备着?|张罗着?|安排(?:好)?了?|约(?:好)?了?|定(?!居)(?:好|下)?了?"
    rf"|订(?!婚)(?:好)?了?|说好|商量好)(?:好)?(?:了)?(?:要|在|着|去)*(?P<value>[^，。]{{2,26}})$"
)
_GOES = re.compile(
    r"(?P<value>(?:要|会|得|准备|就要|就|打算){0,6}(?:去|飞|回|到|自驾(?:去)?|坐[^，。]{1,4}去|出发去|动身去|启程去"
    r"|搬去|搬到|搬回|移民|回老家|飞往|赴|前往|带[^，。]{1,6}去|陪[^，。]{1,6}去)(?P<where>[\u4e00-\u9fff]{2,6}?)"
    r"(?:出差|旅游|旅行|玩|度假|探亲|开会|过年|过冬|滑雪|潜水|徒步|参会|参加.{1,8}|比赛|培训|进修|考察|留学|读书"
    r"|看.{1,6}|住|待|走走|转转|散心|支教|驻场|报到|面试|拍.{1,4}|爬.{1,4}|追.{1,4}|吃.{1,4}|见.{1,4}|办.{1,4}"
    r"|学.{1,4})?(?:一趟|[\d一二两三四五六七八九十几半]+(?:天|周|年|个?(?:星期|月)))?)(?:了|的|呢)?$"
)
_MILESTONE = re.compile(
    r"(?P<value>(?:要|就要|会|得|准备|正式)*(?:结婚|办婚礼|领证|订婚|搬家|搬新家|退休|毕业|答辩|入职|离职|生孩子"
    r"|生二胎|预产期|临产|手术|做[\u4e00-\u9fff]{0,6}手术|住院|开学|考研|高考|中考|开业|装修|交房|收房|移民|回国"
    r"|出国|参加[^，。]{2,12}|考[\u4e00-\u9fffA-Za-z]{1,6}|跑[\u4e00-\u9fff]{1,6}马拉松|跑[\u4e00-\u9fff]{1,4}马"
    r"|办[\u4e00-\u9fff]{1,6}展|办[\u4e00-\u9fff]{0,4}(?:酒席|喜酒|婚宴)|开[\u4e00-\u9fff]{1,6}演唱会"
    r"|动手术|换新工作|换工作|读研|读博|留学|调岗|外派))(?:了|的|呢|啦)*$"
)
_SIGNED = re.compile(
    r"^(?:已经|刚|也|都)*(?:报(?:名)?(?:了|好了|上了|的|参加了?)|约了|预约了|预订了|订了|定了|抢到了|买了|买好了"
    rf"|中签了)(?P<value>(?:{AHEAD}|[\d一二三四五六七八九十]+[月日号]|十[一二]月)(?:的|去|飞|到)"
    rf"*[\u4e00-\u9fffA-Za-z0-9]{{1,14}}?(?:马拉松|马|比赛|考试|机票|票|高铁票?|酒店|民宿|航班|演唱会|培训|课程|班"
    r"|夏令营|体检|手术|旅行团|团|展|越野赛?|铁三|骑行|雅思|托福|年会|大会))(?:了|的)?$"
)
_HAD_PLANNED = re.compile(
    r"^(?:我|我们)?(?:本来|原本|原定|原计划|说好)(?:我们?)?(?:打算|计划|准备|要)?(?P<value>[^，。]{3,16}?)(?:的)?$"
)
_FELL_THROUGH = re.compile(r"^(?:结果|最后|现在|这下|又)?(?:全)?(?:黄|泡汤|取消|没戏|吹|去不成|去不了|作罢|不去)了?$")
"""本来国庆要去张掖的，黄了."""
_DROPPED = re.compile(
    r"^(?:我|我们|咱们)?(?:的|原定的?|之前定的?|那个|这次|今年){0,6}(?:去|到|回)?(?P<value>[\u4e00-\u9fff]{2,9}?)(?:的"
    r"|那个)?(?:计划|行程|旅行|旅游|之行|机票|航班|婚礼|聚会|饭局|约|安排|打算|事儿?|手术|面试|考试)?(?:我们?)"
    r"?(?:已经|临时|只好|最后|先|暂时|也){0,6}(?:取消|泡汤|黄|不去|作罢|搁置|吹|不办|不参加|去不成|去不了|退|没戏|推迟"
    r"|延期)(?:了|掉了|了票)$"
)
_NO_DROP = re.compile(
    r"[我你他她这哪什]|订单|会员|订阅|闹钟|提醒|关注|收藏|预约|外卖|活动|会议|比赛|公司|今天|明天|课$"
)

_POINTS = re.compile(
    r"这[儿里个样些事]|那[儿里个样些事]|^(?:的|了|是)$|什么|怎么|哪|[你您]|[他她它](?!们)(?!去|来|看"
    r"|们|做|补|写|买|修|搬|过|送|当|办|吃|玩)"
)
_TRIFLE = re.compile(r"^(?:先)?(?:试试|看看|再说|算了|等等|再等等|休息|听你的|这么办|不管了?|躺平)$")
_NO_PLAN = re.compile(
    r"睡|吃饭|洗|上厕所|下楼|开会|超市|试试|看看|问问|说说|写这|这篇|给你|用这|问你|躺平|摆烂|加班"
    r"|开始|起床|出门|上班|下班|休息|回家$|这样|那样|^(?:在|好|的|了)$|一下|作业"
)
_AT_IT = re.compile(r"(?:正在|一直在|在)(?=拼命|努力|备考|准备|攒|存|冲刺|备战|埋头)")
_EACH_OR_THEIRS = re.compile(r"每|[他她]")


def aims_zh(said: SaidZh) -> Iterator[Found]:
    """Goals, plans, promises and decisions."""
    text, rest = said.text, said.rest
    if _OPEN.search(text) or _OTHERS.search(text):
        return
    found = (
        list(_goals(said, rest))
        or list(promises_zh(said, rest))
        or list(decisions_zh(said))
        or list(_plans(said, rest))
    )
    for item in found:
        pointed = item.value
        if item.attribute == "commitment" and said.before:
            # To whom it was promised was said before.
            pointed = re.sub(r"[他她]们?", "", pointed)
        if item.attribute == "decision":
            pointed = re.sub(
                r"那个(?=[\u4e00-\u9fff]{1,9}的)|(?<=[\u4e00-\u9fff])这[个件](?=[\u4e00-\u9fff])", "", pointed
            )
        if not _POINTS.search(pointed) and not _TRIFLE.search(item.value):
            yield item


def _goals(said: SaidZh, rest: str) -> Iterator[Found]:
    text = said.text
    if _A_MUST.match(text) and 3 <= len(said.before) <= 24:
        yield Found("goal", said.before, subject="user")
        return
    dream = _DREAM.search(text)
    if dream and not _OF_ANOTHER.search(text[: dream.start() + 8]):
        yield Found("goal", dream["value"], subject="user")
        return
    if not rest or (said.parts is not None and said.parts.negated):
        return
    wants = _WANTS.match(rest)
    if wants and re.search(
        r"立志|发誓|争取|力争|誓要|决心|梦想|一定|必须|努力|前|内|年底|今年|明年|这辈子|有一天"
        r"|有朝一日|将来|一直|希望|渴望|做梦|最",
        text,
    ):
        yield Found("goal", wants["value"], subject="user")
        return
    exam = _EXAM_AHEAD.match(rest)
    if exam and not re.search(r"建议|资料|怎么|攻略", text):
        yield Found("goal", exam[0], subject="user")
        return
    saving = _SAVES_UP.match(rest)
    if saving and re.search(r"努力|拼命|正在|在攒|在存", text):
        yield Found("goal", saving[0], subject="user")
        return
    strives = _STRIVES.match(rest) or _STRIVES.match(_from_now(text))
    if strives:
        value = strives["value"] or ""
        how = strives["how"]
        if (how.startswith(("攒钱", "存钱")) and len(value) > 1) or (how == "努力" and len(value) > 2):
            yield Found("goal", value, subject="user")
        elif re.match(r"备考|准备考|准备|冲刺|备战", how):
            exam = _EXAM.match(value)
            if exam:
                after = _WILL_PASS.match(said.after)
                yield Found("goal", f"{how}{value}" if not after else f"过{exam['value']}", subject="user")


def _from_now(text: str) -> str:
    """The clause from 正在, 在 on: adverbs of time before it are taken off."""
    match = _AT_IT.search(text)
    return text[match.start() :] if match else ""


def _plans(said: SaidZh, rest: str) -> Iterator[Found]:
    text = said.text
    planned = _HAD_PLANNED.match(said.before) if _FELL_THROUGH.match(text) else None
    if planned:
        yield Found("plan", planned["value"], "negative", "unset", SURE, "user")
        return
    dropped = _DROPPED.match(text)
    if (
        dropped
        and not _NO_DROP.search(dropped["value"])
        and (said.parts is not None or re.search(r"计划|行程|旅行|之行|婚礼", text))
    ):
        if re.search(r"取消|泡汤|黄|不去|作罢|搁置|吹|不办|去不成|去不了|没戏", text):
            yield Found("plan", dropped["value"], "negative", "unset", SURE, "user")
        return
    if not rest or (said.parts is not None and said.parts.negated) or _EACH_OR_THEIRS.search(text):
        return
    ahead = AHEAD_ZH.search(text)
    plans = _PLANS.match(rest) or _PLANS.match(text)
    if plans and not _NO_PLAN.search(plans["value"]) and (ahead or re.search(r"打算|计划|预备|筹", text)):
        value = plans["value"]
        if re.match(r"[^\u4e00-\u9fff]*(?:约|定|订|说|商量)", rest) and not ahead:
            return
        yield Found("plan", value, subject="user")
        return
    signed = _SIGNED.match(rest)
    if signed:
        yield Found("plan", signed["value"], subject="user")
        return
    if not ahead or re.search(r"了(?!$)", text[ahead.end() :]):
        return
    goes = _GOES.search(text[ahead.end() :])
    if goes and (PLACE_ZH.match(goes["where"]) or said.seen.get(goes["where"]) == "location"):
        mine = "我" in text or "咱" in text or (said.parts is not None and said.parts.elided)
        if mine and not re.search(r"想|喜欢|听说|有人", text):
            yield Found("plan", re.sub(r"^(?:要|会|得|准备|就要|就|打算)+", "", goes["value"]), subject="user")
        return
    if re.search(r"了\W*$", text) and not re.search(r"要|就|快|会", text[ahead.start() :]):
        return
    milestone = _MILESTONE.search(text[ahead.end() :])
    if milestone and ("我" in text or "咱" in text) and not re.search(r"想|喜欢|听说", text):
        yield Found(
            "plan", re.sub(r"^(?:要|就要|会|得|准备|正式)+", "", milestone["value"]), confidence=LIKELY, subject="user"
        )
