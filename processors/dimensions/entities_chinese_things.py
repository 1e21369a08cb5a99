"""Chinese things with a name of their own: ships and spacecraft, makes that somebody owns, things in quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from processors.dimensions.entities_known import CHINESE_BRANDS, CHINESE_HOMES, CHINESE_THINGS
from processors.dimensions.entities_shapes import Candidate, one_of
from processors.language import HAN
from processors.ports import Tagged

_OWN_BRAND = re.compile(
    rf"[我他她爸妈哥姐弟妹]的(?P<name>{one_of(CHINESE_BRANDS)})(?=借|摔|坏|丢|进水|又|被|没|修|还|该|落|放|送|卖|充|，|。|了|在)"
)
"""我的佳能 is one camera."""
_OWN_MAKE = re.compile(
    rf"(?:[我他她爸妈哥姐弟妹]的|[我他她爸妈哥姐弟妹]家?那[辆台部把架艘支])(?P<name>[{HAN}]{{2,4}}?)"
    r"(?=(?:又|昨天|今天|终于|突然|老是|停在[^，。]{1,6})?(?:爆胎|抛锚|没电|熄火|掉链子|断了|进水|被偷|被刮|找不到|打不着|送修"
    r"|跑不动|漏油)|卖给|借给)"
)
"""What breaks down, is stolen or sold is one thing, whoever made it: 我的美利达又爆胎了."""
_MAKE_TAGS = ("nz", "ORG", "nw", "PER")
_QUOTED_THING = re.compile(rf"“(?P<name>[{HAN}]{{2,6}})”[（(，,][^）)。]{{0,8}}(?:[车船艇琴机狗猫树花])")
_SHIP = re.compile(
    rf"“(?P<name>[{HAN}]{{2,4}}\d{{0,3}}号)”|(?:船|舰|艇|邮轮|游轮|轮渡)(?:叫)?“?(?P<name2>[{HAN}]{{2,4}}\d{{0,3}}号)"
)
_VESSEL = re.compile(
    rf"(?!(?:公众|视频|订阅|服务|微信|手机|电话|车牌|门牌|准考证|快递单?|订单|流水|[A-Za-z\d])号)[{HAN}]{{2,6}}号"
)
"""A word that the tagger takes for a name: 海洋之梦号."""
_WARSHIP = re.compile(rf"{one_of(CHINESE_HOMES)}舰")
_OWNER = r"(?:[我他她咱爸妈哥姐弟妹公婆爷奶叔舅姨姑伯]|[我他她咱]们)家?"
_OF_OWNER = re.compile(rf"{_OWNER}的$")
_THAT_OF_OWNER = re.compile(rf"{_OWNER}那[辆台部把架艘条支]$")
OWNER_MAX = 6
"""Characters of an owner before the make."""
_VEHICLE = re.compile(rf"[{HAN}]{{0,2}}(?:车|船|艇)$")
_WITH_VEHICLE = re.compile(rf"[{HAN}]{{2,6}}(?:动车|托车|瓶车|轮车|行车|地车|叠车|游艇|渔船)")
_OWN_MARQUE = re.compile(
    rf"(?:{_OWNER}的|{_OWNER}那[辆台部把架艘条支])"
    rf"(?P<name>[{HAN}]{{1,3}}牌{one_of([*CHINESE_THINGS, '手表', '怀表', '保温杯'])})"
)
"""奶奶那台红灯牌收音机."""
_NICKNAMED = re.compile(
    rf"(?:[台辆艘把架条部][{HAN}]{{1,6}}|{one_of(CHINESE_THINGS)})[^，。！？；,.!?\n]{{0,8}}(?:叫做?|称为|唤作)"
    rf"[“\"「](?P<name>[{HAN}]{{1,8}})[”\"」]"
    rf"|(?:划|刮|撞|蹭|碰|修|洗|擦|骑|偷|拖走|卖)了?[我他她]的[“\"「](?P<name2>[{HAN}]{{2,8}})[”\"」]"
)
"""A machine's nickname in quotes, and what one scratches or washes."""


def named_things(text: str, words: Sequence[Tagged]) -> Iterator[Candidate]:
    """Candidates for ships, for makes that somebody owns and for things with a nickname."""
    for match in _OWN_BRAND.finditer(text):
        yield Candidate(*match.span("name"), "object", 8)
    for pattern in (_QUOTED_THING, _SHIP, _NICKNAMED):
        for match in pattern.finditer(text):
            yield Candidate(*match.span("name" if match["name"] else "name2"), "object", 8)
    for match in _OWN_MARQUE.finditer(text):
        yield Candidate(*match.span("name"), "object", 8)
    for place, word in enumerate(words):
        if word.tag == "nz" and _VESSEL.fullmatch(word.text):
            yield Candidate(word.start, word.end, "object", 4)
        if _WARSHIP.fullmatch(word.text):
            yield Candidate(word.start, word.end, "object", 5)
        if word.tag in _MAKE_TAGS:
            yield from _owned(text, word, words[place + 1] if place + 1 < len(words) else None)


def _owned(text: str, make: Tagged, following: Tagged | None) -> Iterator[Candidate]:
    """A make with its kind of vehicle behind 我的, or alone behind 我那辆."""
    before = text[max(0, make.start - OWNER_MAX) : make.start]
    if _WITH_VEHICLE.fullmatch(make.text):
        if _OF_OWNER.search(before):
            yield Candidate(make.start, make.end, "object", 8)
        return
    joined = following is not None and following.start == make.end and following.tag == "n"
    if following is not None and joined and _OF_OWNER.search(before) and _VEHICLE.fullmatch(following.text):
        yield Candidate(make.start, following.end, "object", 8)
    if not joined and _THAT_OF_OWNER.search(before):
        yield Candidate(make.start, make.end, "object", 8)


def owned_makes(text: str, words: Sequence[Tagged]) -> Iterator[Candidate]:
    """Makes that the tagger takes for a name and that somebody owns one of."""
    tags = {word.start: word for word in words}
    for match in _OWN_MAKE.finditer(text):
        word = tags.get(match.start("name"))
        if word is not None and word.tag in _MAKE_TAGS and word.end <= match.end("name"):
            yield Candidate(*match.span("name"), "object", 8)
