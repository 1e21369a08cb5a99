"""Chinese as everybody writes it: simplified characters, and words of dialects by common ones of the same length."""

from __future__ import annotations

import re

from processors.dimensions.traditional import simplified

_COMMON = {
    "俺": "我",
    "咗": "了",
    "嘅": "的",
    "喺": "在",
    "佢": "他",
    "哋": "们",
    "冇": "没",
    "甭": "别",
    "睇": "看",
    "嚟": "来",
    "仨": "三",
    "唔": "不",
    "食": "吃",
    "饮": "喝",
    "系": "是",
    "俩": "两",
    "嘞": "了",
    "莫得": "没有",
    "莫用": "不要",
    "钟意": "喜欢",
    "边个": "哪个",
    "呢个": "这个",
    "嗰个": "那个",
}
_DIALECT = re.compile(
    r"[俺咗嘅喺佢哋冇甭睇嚟仨]|莫得|莫用|钟意|边个|呢个|嗰个|唔(?=[食饮吃喝系想知使要好识会得中去做])|(?<=[唔不])[食饮](?=[得\u4e00-\u9fff])"
    r"|(?<=[我佢话])系(?![统列])|俩(?=个?(?:月|年|礼拜|星期|钟|周))|(?<=[人掉走完出卖戒停])嘞"
)
"""What no other dialect writes, or only beside other words: 唔食 is 不吃, 唔 alone a murmur."""


def standard(text: str) -> str:
    """The text as the Chinese rules and tagger expect it; every offset stays."""
    plain = simplified(text)
    return _DIALECT.sub(lambda match: _COMMON[match[0]], plain) if _DIALECT.search(plain) else plain
