"""Chinese questions whether something still is so, and who does something: what yes and what no says to them."""

from __future__ import annotations

import re

from processors.claims.chinese_values import KIN
from processors.claims.words import PLACES_ZH

_ASKS = r"(?:了没有?|没有|吗|么|呢|吧|嘛|不)?$"
_STILL: tuple[tuple[re.Pattern[str], str, str], ...] = tuple(
    (re.compile(pattern), yes, no)
    for pattern, yes, no in (
        (
            rf"(?:还|仍|依然)(?:住在?|在)(?P<value>{PLACES_ZH})(?:市)?(?:住|生活|定居)?(?:着)?{_ASKS}",
            "我住在{}",
            "我不住在{}了",
        ),
        (
            rf"(?P<value>[\u4e00-\u9fff]{{2,8}})[，,]?(?:你)?(?:现在|目前|最近)?(?:还|仍)(?:在)?(?:按时)?(?:吃|服用?"
            rf"|打|用)(?:着)?{_ASKS}",
            "我在吃{}",
            "我把{}停了",
        ),
        (
            rf"(?:还|仍)(?:在)?(?:吃|服用?|打|用)(?:着)?(?P<value>(?!素)[\u4e00-\u9fff]{{2,8}}?(?:片|胶囊|药|平|素|汀"
            r"|胍|林|唑|洛尔|普利|沙坦|乐|宁|康|灵|司特|泮|仑|钙|酸))"
            rf"{_ASKS}",
            "我在吃{}",
            "我把{}停了",
        ),
        (rf"(?:还|仍)(?:在)?吃(?P<value>素){_ASKS}", "我吃素", "我不吃{}"),
        (rf"(?:还|仍|平时)?(?:在)?(?P<value>抽烟|吸烟|喝酒|熬夜|打游戏){_ASKS}", "我{}", "我不{}了"),
        (
            rf"(?:还|仍)(?:在)?(?:玩|练|弹|拉|吹|打|踢|跳|学|搞|下|画|做)(?:着)?(?P<value>[\u4e00-\u9fff]{{1,6}}?)"
            rf"{_ASKS}",
            "我的爱好是{}",
            "我不玩{}了",
        ),
        (
            r"在(?P<value>[\u4e00-\u9fffA-Za-z0-9]{2,10}?)(?:上班|工作)?[，,](?:你)?(?:现在|目前|如今)?(?:还|仍)"
            r"在(?:那儿?|那边|那里)?" + _ASKS,
            "我在{}上班",
            "我从{}离职了",
        ),
        (
            r"(?:还|仍|依然)在(?![吃服打用喝抽学练玩住养读看做弹写追])(?P<value>[\u4e00-\u9fffA-Za-z0-9]{2,12}?)(?:那边|那儿)?(?:上班|工作|任职|干活|干|做)"
            r"?(?:着)?" + _ASKS,
            "我在{}上班",
            "我从{}离职了",
        ),
    )
)
_WHOSE = re.compile(rf"^(?P<name>[\u4e00-\u9fff]{{2,4}}|[A-Z][a-z]+)(?:就)?是你(?:们)?(?:家)?的?(?P<kin>{KIN}){_ASKS}")
_WHO = re.compile(r"^(?:咱们|大家|你们)?(?:有)?(?:谁|哪位)(?:们)?(?P<does>[^，。？?]{2,14}?)(?:啊|呀|呢|的)?$")
_ME = re.compile(r"^我(?:会|能|是|有|在|养|吃|学过|可以|对|也)?(?:的|啊|呀|呢|哦|！|!)*$")
_SO = re.compile(
    r"^(?:(?:对|是|嗯+|没错|当然|确实|一直|都|也|还|仍|依然|的|啊|呀|，|,|必须|肯定|在|有|会){1,6}(?:吃|玩|练|弹|抽|喝|住"
    r"|养|用|打|干|学|跳|做|呢|着)?)(?:的|啊|呀|呢|着|，.{0,12}){0,6}$"
)
_ENDED = re.compile(
    r"^(?:没有?|不|嗯|唉|哎|害|[，,]){0,6}(?:早就?|已经|都|去年|前年|年初|上个?月|上周|刚|前阵子|好久|好几年|很久|多年|全"
    r"|也|就){0,6}(?:没再|没|不再|不|离职|辞职|辞|走人|走|跳槽|换|停|断|戒|分|离|卖|搬|退|放弃|荒废|出来)"
    r"[^，。吗？?]{0,5}(?:了|过|的)?(?:[，,].{0,14})?$"
)


def still_zh(asked: str, answer: str) -> tuple[str, ...]:
    """The statements that question and answer together make, () when it is no such question. `asked` addresses its
    hearer as 你."""
    whose = _WHOSE.match(asked)
    if whose and _SO.match(answer):
        return (f"我{whose['kin']}叫{whose['name']}",)
    who = _WHO.match(asked)
    if who and _ME.match(answer):
        does = re.sub(r"^会(?=[\u4e00-\u9fff]{1,4}[语话]$)", "会说", who["does"])
        return (f"我{does}",)
    for pattern, yes, no in _STILL:
        found = pattern.search(asked)
        if found is None:
            continue
        value = re.sub(r"^.*?(?:提到|提过|说过|说|讲过|那个|吃的|的)", "", found["value"])
        if _SO.match(answer):
            return (yes.format(value),)
        if _ENDED.match(answer):
            return (no.format(value),)
        return ()
    return ()
