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
