"""Affirming: whether a statement says yes or no to what it speaks of, by its denials and by what it likes or fears."""

from __future__ import annotations

import re

_NO_DENIAL = re.compile(
    r"(?i:\bnot only\b|\bno (?:doubt|problem|wonder|matter)\b|\bnever mind\b|\b(?:can't|cannot|couldn't) (?:wait|help"
    r"|get enough|live without|do without)\b|\bcouldn't be \w+er\b|\bnot to mention\b|\bwhy not\b|\bnot bad\b)"
    r"|不错|不过|非常|差不多|不[仅但停管断久光止少愧然]|无[论比限]|不得不|忍不住|[离少]不[开了]|停不下来|没[事想]"
    r"|不知不觉"
    r"|对不起|不好意思|要不|除非|了不起|是不是|有没有|好不容易"
)
DENIAL = re.compile(r"(?i:\b(?:not|no|never|without|none|cannot)\b|n['’]t\b)|[不没无未]|(?<!是)非(?!常)")
_AVERSE = re.compile(
    r"(?i:\b(?:hate[sd]?|(?:can't|cannot|couldn't) (?:stand|bear|stomach|abide)|detest\w*|loathe\w*|dislike\w*"
    r"|allerg\w+|intoleran\w+|afraid|scared|terrified|phobi\w+|fear\w*|avoid\w*|refuse\w*|steer clear|makes me sick"
    r"|quit\w*|gave up|given up|stopped|worst|awful|gross|disgust\w*|bor(?:es|ed|ing)"
    r"|gives me (?:hives|the creeps))\b)|讨厌|恨|害怕|怕|恐惧|过敏|[受吃喝碰]不[了得]|忌口|嫌|反感|戒[了掉]?|难吃"
    r"|恶心|无聊"
    r"|受罪|躲着|绕着走"
)
_FOND = re.compile(
    r"(?i:\b(?:like[sd]?|love[sd]?|enjoy\w*|adore\w*|fan of|favou?rite|mad about|crazy about|keen on|into"
    r"|fond of|addicted|obsessed|best|amazing|heaven|nothing beats|bliss|delicious|divine)\b|\b(?:can't"
    r"|couldn't) (?:get enough|live without))"
    r"|喜欢|最?爱|迷|离不开|少不了|无.不欢|上瘾|馋|偏好|钟情|绝了|最舒服|真香|[太最]香|治愈|解压|顿顿"
)
WISHED = re.compile(
    r"(?i:\b(?:want\w*|wish\w*|would|could|hop(?:e|es|ing)|plan\w*|dream\w*|going to|will|thinking (?:of|about)|might"
    r"|maybe|perhaps|if|someday|one day|next (?:week|month|year|summer|spring)|can't wait|almost|nearly"
    r"|tomorrow|learning to|about to|documentary|film|movie|book|article|video|photos? of|saw|watched|read)\b|i'll\b)"
    r"|想|打算|计划|希望|准备|梦|要是|如果|将来|下次|考虑|也许|可能|差点|等[我着]|明[年天]|纪录片|电影|书|视频|照片"
    r"|学着|以为"
)
"""What is wished, planned, read or seen of something says nothing of whether it is so."""
RESTRICTED = re.compile(
    r"(?i:\b(?:except|unless|only|much|many|often|enough|anymore|any more|yet|right now|this (?:time|week|year|month)"
    r"|tonight|today|at (?:night|work|home)|(?:after|before|during|on|until) (?:\w+ )?\w+day|after (?:noon|\d\S*|dark"
    r"|dinner|lunch)|with (?:milk|sugar)|for (?:now|a while))\b)"
    r"|除了|除非|只有|太多|经常|暂时|还没|这[次周个]|今[天晚]|[晚早][上饭]|之[前后外]|睡前|空腹|加[糖奶冰]"
)
"""A denial of a part, or for a time, denies no whole."""
LIVES_WITH = re.compile(
    r"(?i:\bmy (?:\w+ )?(?:cats?|dogs?|horse|pony|rabbit)\b|\bi (?:eat|ate|had|drink|drank|cook\w*)\b)|我家?(?:的"
    r"|养的|那只)?[猫狗]|吃|喝|养"
)
"""Who fears or cannot stand something does not keep it, nor eat it."""


def side_of(text: str, *, likes: bool) -> int:
    """1: it says so, -1: it denies it, 0: neither. `likes`: of whether somebody likes or fears it, both must speak."""
    fond, averse = _FOND.search(text) is not None, _AVERSE.search(text) is not None
    denials = len(DENIAL.findall(_AVERSE.sub(" ", _FOND.sub(" ", _NO_DENIAL.sub(" ", text)))))
    if likes and not (fond or averse or denials):
        return 0
    return -1 if averse != (denials % 2 == 1) else 1
