"""Chinese opinions, standing instructions, and the circles that people belong to."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.found import SURE, Found

_JUDGES = (
    r"(?:更|最|太|比较|很|挺|非常|特别|真的?)?(?:好|坏|差|高|低|重要|公平|有用|没用|浪费|应该|不该|值得|没必要|有必要"
    r"|无聊|美|难看|贵|便宜|不对|有道理|合理|没意义|有意义|危险|健康|累人|简单|有趣|好玩|愚蠢|聪明|过誉|被高估|被低估"
    r"|方便|麻烦|短一点|靠谱|适合|必须)"
)
_OPINION = re.compile(
    r"^(?:我(?:个人|真的|一直|始终|还是)*(?:觉得|认为|以为)|在我看来|依我看|要我说)[，,：:]?(?!(?:你|您|我|他|她|它"
    r"|这|那|咱"
    rf"|可以|不错$|还行|没|行|好$|应该是|是不是|哪))(?P<value>(?=.*{_JUDGES})[^？?]{{4,40}})$"
)
_ORDER_AT = re.compile(
    r"^(?:代码|每次|请|都|以后)*(?:提交|commit|合并|合代码|发布|部署|上线|推送|push|回复|发送|回答|写代码|改代码|评审"
    r"|总结)(?:代码|邮件|消息|之前的?)*(?:之?前|以前|的时候|时|之后|后)[，,]?(?:都|也|请|必须|一定|务必|你)*(?:要|得"
    r"|先|再|请)+(?P<what>.{2,40})$",
    re.IGNORECASE,
)
_ONCE = re.compile(r"这次|这一次|本次|今天|刚才|我(?:先|要|得|会|都)")
_FOUNDED = re.compile(
    r"^我(?:们)?(?:去年|今年|之前|最近|和[^，。]{1,6}(?:一起)?){0,6}(?:创办|创立|成立|发起|组建|开办)了?"
    r"(?:一?[个家所支])?(?P<value>[\u4e00-\u9fffA-Za-z0-9]{2,16}?)$"
)
_JOINED = re.compile(
    r"^我(?:最近|刚刚?|去年|今年|上周|上个?月|也|已经){0,6}(?:加入|参加)了?(?:一?[个家支]|学校的?|公司的?|小区的?){0,6}"
    r"(?P<value>[\u4e00-\u9fffA-Za-z0-9]{1,10}?(?:社|社团|俱乐部|合唱团|乐队|乐团|球队|读书会|协会|志愿队"
    r"|委员会))了?$"
)
_STANDING = re.compile(
    r"^(?:总是|永远|一律|始终|绝对?不要|千万别|永远不要|别再|不要再)(?=用|叫|给|推荐|提醒|写|回答|回复|使用|引用|加"
    r"|发|问).{3,40}$"
)


_EATS_WELL = re.compile(
    r"^我(?:们)?(?:平时|一直|很|比较|最近|现在|也|在|还是|特别|非常|一向)*(?:(?:注重|注意|坚持|讲究|重视|看重|在意|追求)"
    r"(?:的是)?(?:健康饮食|饮食健康|清淡饮食|吃得健康|健康的饮食)|(?:吃得|饮食)(?:很|比较|一直|都|挺)*(?:健康|清淡))"
    r"(?:的|了)?$"
)


def views_of_own_zh(body: str, clause: str) -> Iterator[Found]:
    """Opinions, standing instructions and circles of the speaker."""
    thought = _OPINION.match(body)
    if thought:
        yield Found("opinion", re.sub(r"(?:了|啊|吧|呢)+$", "", thought["value"]), subject="user")
    if (_ORDER_AT.match(body) or _STANDING.match(body)) and not _ONCE.search(clause):
        yield Found("instruction", body.strip("。，！ "), subject="user")
    if _EATS_WELL.match(body):
        yield Found("diet", "健康饮食", subject="user")
    for pattern, attribute in ((_FOUNDED, "founded"), (_JOINED, "member_of")):
        match = pattern.match(body)
        if match:
            yield Found(attribute, match["value"], confidence=SURE, subject="user")
