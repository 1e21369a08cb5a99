"""How Chinese speakers want to be answered and treated from now on."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.found import Found
from processors.claims.frames.clause_zh import SaidZh

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
    r"^(?:请|麻烦)?(?:跟我|和我|对我)(?:说话|聊天|讲话|沟通|说|聊|交流|唠嗑|唠)(?:的时候|时)?(?:请|要|就|能"
    r"|可以)*(?P<what>[^，。？?]{2,14})$"
)
_ONCE = re.compile(
    r"啥|咋|哪|多少|能不能|可不可以|是不是|"
    r"这次|这一次|本次|今天|刚才|这封|这篇|这段|这个|那个|上面|下面|帮我看|一下$|昨天|[吗？?]$|为什么"
    r"|怎么|我(?:都|也)?(?:没|不)|明天|我老板|我妈|我爸|他|她"
)

_FROM_WHEN = re.compile(
    r"^(?:请|麻烦|拜托|你){0,2}(?:以后|今后|往后|从现在起|从今天起|从今往后|从今以后|从现在开始|日后|之后|下次(?:开始|起))(?:请|你|麻烦|就|，){0,3}"
)
_ALWAYS_SO = re.compile(
    r"^(?:以后|今后|往后|从现在起|从今往后|每次)(?:都|就|一律)?(?:这样|这么办|这么来|如此|照此)(?:吧)?$"
)
_TOLD_TO = re.compile(r"^[^，。我你您他她]{0,8}(?:请|麻烦)?(?:别|不要|不用|只|都|先|用|按|请)[^，。？?]{2,20}$")
"""代码里别写英文注释，以后都这样."""

_FROM_NOW_WHAT = re.compile(
    r"^(?:请|麻烦)?(?:以后|今后|往后|从现在起)(?:你)?(?:给我|帮我|替我|跟我|和我|回我)?(?:写|回答|回复|解释|推荐|总结|翻译|做|发|说)"
    r"(?:东西|邮件|消息|代码|文章|方案|话|我)?(?:的时候|时)?$"
)
"""以后给我写东西，先给结论."""


def orders_zh(said: SaidZh) -> Iterator[Found]:
    """Standing instructions."""
    text = said.text
    if _ONCE.search(text):
        return
    if _ALWAYS_SO.match(said.after) and _TOLD_TO.match(text):
        yield Found("instruction", text, subject="user")
        return
    if _FROM_NOW_WHAT.match(said.before) and _TOLD_TO.match(text):
        yield Found("instruction", text, subject="user")
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
            r"直接|简单|慢|快|别|不要|用|说|少|多|整|正式|随意|轻松|礼貌|温柔|不用", match["what"]
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
            or re.search(r"(?<![回给跟对帮和])我(?:要|会|得|就|都|也|自己|们)", text)
        ):
            continue
        # 先给结论，再说理由: one wish in two clauses.
        goes_on = _GOES_ON.match(said.after)
        begun = match.start("when") if match.groupdict().get("when") else match.start("what")
        if pattern is _FROM_NOW:
            # 以后给我写东西，先给结论: what it is about belongs to the wish.
            begun = _FROM_WHEN.match(text).end()  # type: ignore[union-attr]
        what = text[begun:].strip() + (f"，{said.after}" if goes_on else "")
        yield Found("instruction", what, subject="user")
        return
