"""Values in Chinese: where an object ends, and what can be one."""

from __future__ import annotations

import re
from collections.abc import Mapping

from processors.claims.people import KIN_ZH
from processors.dimensions.times_chinese_words import number_of

Seen = Mapping[str, str]
"""Entities of the clause: text → type."""
KIN = "|".join(sorted(KIN_ZH, key=len, reverse=True))
TAIL = re.compile(
    r"(?:(?:了|啊|呀|呢|哦|啦|吧|嘛|哈|的|噢|哟|滴)+|(?:，|。|但|不过|所以|因为|而且|很久|好多年|好几年|的时候|时候"
    r"|作为|当作|来放松|，).*)$"
)
NO_OBJECT = re.compile(
    r"^(?:你|您|他|她|它|这|那|什么|谁|的|上$|上了$|哪|怎么|一切|自己|大家|别人|人家|某|死|听你|看你|得|不|过|吗|情"
    r"|人$|护|惜|心|第[一二三四五六\d])"
)

_PLACE = (
    r"^(?:农村|乡下|山里|城里|外地|国外|北方|南方|村里|县城|海边|乡村)$|[我你您他她它这那哪么吗呢吧了着]|一个|头一"
    r"|(?<![成江首花丰])都(?!匀|江|昌)|就|也|还|没|婆|大人"
)
_ACT = r"[你您哪吗呢啥咋]|还是|什么|怎么|一下|被"
_UNFIT = {
    attribute: re.compile(pattern)
    for attribute, pattern in {
        "home_city": _PLACE,
        "hometown": _PLACE,
        "nationality": _PLACE,
        "employer": r"的|[我你您他她它这那哪吗呢吧着啥咋]|(?<!成)就|[也又没馋]|不(?!锈|二|凡)|一个|以后|什么",
        "occupation": r"[我你您他她它这那哪吗呢吧啥咋]|一个|底下|还是|什么",
        "hobby": _ACT,
        "skill": _ACT,
        "allergy": r"^[得了着过就都会也]|[我你您他她哪吗呢啥咋]|什么|怎么",
        "likes": r"^[透死极坏惨疯哭晕](?:了|$)|^[这那](?:么|样)|(?<!毛)(?<!棉)被(?![子褥套单])"
        r"|^[\u4e00-\u9fff]?(?:了|过)$",
        "dislikes": r"^[透死极坏惨到]|^[这那](?:么|样)",
        "owns": r"^(?:后来|然后|结果|现在|今天|昨天)|[你您她哪吗啥咋]|(?<!吉)他",
        "diet": r"^(?:[早午晚中]|宵)[饭餐]$",
        "commitment": r"^了|^.{1,2}$",
        "habit": r"被|[站坐累忙吵热冻堵饿困睡吃喝熬]得|有人|送我|[让叫逼求]我|要求|别人|人家|都有$",
        "instruction": r"^[都就也]?[这那](?:样|么)(?:做|办)?$",
        "plan": r"^(?:婚|会)了?$|一会儿?$|^先?(?:眯|歇|躺|睡|缓)"
        r"|^(?:项目|方案|合同|单子|生意|香蕉|叶子|脸|菜|画面)|依我看|(?:就|也|都)该$",
    }.items()
}
"""What no value of an attribute holds: it took more than the value, or something else."""

_BEFORE = {
    "medication": re.compile(
        r"^(?:空腹|饭[前后]|睡前|早晚|各|每次|[一两三四半\d]{1,3}(?:片|粒|颗|支|针|袋|毫克|mg)的?){1,4}(?=[\u4e00-\u9fffA-Za-z]{2})"
    ),
    "health": re.compile(r"^(?:体检|检查|化验)(?:报告|单|结果)?(?:说|显示|写着?|提示)?(?=[\u4e00-\u9fff]{2})"),
    "occupation": re.compile(
        r"^了?(?:大?半辈子|一辈子|多年|[快近]?[\d一二两三四五六七八九十几]{1,3}多?年)的?(?=[\u4e00-\u9fff]{2})"
    ),
}
"""What stands before a value and is no part of it."""


def trimmed_zh(attribute: str, value: str) -> str:
    """A Chinese value without its dose, or for how long it has been so."""
    before = _BEFORE.get(attribute)
    return before.sub("", value) if before else value


def is_fit_zh(attribute: str, value: str) -> bool:
    """Whether a Chinese value can be one of its attribute."""
    unfit = _UNFIT.get(attribute)
    return unfit is None or unfit.search(value) is None


_SINCE = re.compile(
    r"(?:了|的|已经|都|快|有|满|整){0,3}(?:头一个?|第|小半|大半|半|[\d一二两三四五六七八九十几好多]{1,4}个?)"
    r"(?:年|个?月|周|天|冬天|夏天|春天|秋天|星期)?[\u4e00-\u9fff]{0,4}"
)
"""搬到长春头一个冬天: since when somebody has lived there."""

_DOING_THERE = re.compile(
    r"(?:市|老家|那边|这边){0,2}(?:来|去)?(?:发展|生活|定居|工作|养老|上班|上学|创业|打工|安家|过日子)?(?:了)?"
)


def place_of(text: str, seen: Seen) -> str:
    """A place without since when somebody has lived there."""
    named = next((name for name, kind in seen.items() if kind == "location" and text.startswith(name)), "")
    rest = text[len(named) :]
    return named if named and (_SINCE.fullmatch(rest) or _DOING_THERE.fullmatch(rest)) else text


def number_zh(text: str) -> int | None:
    """12, 十二, 二十 as a number; None for what is none, and for a guess (三五岁)."""
    if len(text) > 1 and "十" not in text and not text.isdecimal():
        return None
    try:
        return number_of(text)
    except ValueError:
        return None


def value_of(text: str, length_max: int = 20) -> str:
    text = text.strip(" “”\"'「」")
    named = re.match(r"^.{0,6}的.{1,8}?(?:就)?是(?P<value>.+)$", text)
    if named:
        text = named["value"]
    for _ in range(3):
        text = TAIL.sub("", text)
    text = re.sub(r"^(?:和|跟|与|陪)[^去一]{1,6}(?:一起)?(?=[去做看打])", "", text)
    text = re.sub(r"^去(?=[\u4e00-\u9fff]{2})", "", text)
    text = re.sub(r"^[吃喝听看](?=[\u4e00-\u9fff]{2})", "", text)
    return text.strip() if 0 < len(text) <= length_max and "\x00" not in text else ""
