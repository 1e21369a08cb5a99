"""Chinese names that the sentence gives: what somebody or something is called."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.dimensions.entities_known import CHINESE_NOT_NAMES, CHINESE_THINGS
from processors.dimensions.entities_shapes import Candidate
from processors.language import HAN
from schemas.dimensions import EntityType

_CALLED = re.compile(
    rf"(?P<before>[^，。！？；,.!?\n]{{0,12}}?)(?:[起取]了?个?名字?叫|名字(?:是|叫)|起名叫?|取名叫?|名叫|外号叫?|叫做|叫)[“\"「]?"
    rf"(?P<name>[{HAN}]{{2,8}}?(?: ?\d{{1,4}}号?)?|[A-Z][A-Za-z]+)"
    r"(?=[”\"」]|[，。！？；,.!?\s的]|吧|呢|啊|$)"
)
_PET = re.compile(
    rf"(?:[猫狗]|兔子|仓鼠|鹦鹉|乌龟|宠物|金毛|泰迪|柯基|布偶|柴犬|边牧"
    rf"|拉布拉多|萨摩耶|橘猫|英短|美短|比熊|博美|哈士奇|小马)[，,、 ]?(?:它的?)?"
    rf"(?:名字)?(?:叫|名叫|起名|取名)[做作叫]?"
    rf"(?P<name>[{HAN}]{{1,4}}?)(?=[，。！？；,.!?\s的]|吧|呢|啊|$)"
)
_CALLER = re.compile(
    r"(?:我|他|她|它|猫|狗|兔|鸟|龟|仓鼠|宠物|儿子|女儿|孩子|宝宝|老婆|老公|妻子|丈夫|哥|姐|弟|妹|妈|爸|爷|奶"
    r"|朋友|同事|同学|老师|"
    r"老板|邻居|室友|闺蜜|对象|名字|医生|教练|侄|甥|叔|姨|姑|舅|伯|公|婆)[^，。！？；,.!?]{0,4}$"
)
_NO_NAME = re.compile(r"[另什啥一这那个不我你他她它几多没有]|谁")
_MACHINE = re.compile(r"(?<![司手])机$|[车船艇琴器炉箱鼓笛箫舟树花驴]$")
_FIRM = re.compile(r"(?:公司|工作室|团队|乐队|店|学校|企业|单位|幼儿园|机构|餐厅|诊所|社团|书店)$")
_KIND_BEHIND: tuple[tuple[re.Pattern[str], EntityType], ...] = (
    (
        re.compile(
            rf"[{HAN}]{{0,4}}?(?:犬|狗|猫|兔子?|鹦鹉|仓鼠|马|驴|羊|猪|鸟|龟|人|姑娘|小伙|男孩|女孩|孩子|同学|同事|老师|医生)"
            r"(?=[，。！？,.!?\s]|$)"
        ),
        "person",
    ),
    (re.compile(r"小?公司|机构|店|乐队|团队|工作室|餐厅|民宿|诊所|书店|品牌|组织"), "organisation"),
    (re.compile(r"小?镇|小?村|小城|城市|岛|地方|山|湖"), "location"),
    (re.compile(r"[Aa][Pp][Pp]|软件|小程序|游戏|书|小说|电影|歌|剧|节目|播客|工具|网站"), "product"),
)
"""What stands behind 叫X的: an animal, a firm, a town, a program."""
_CALLED_KIND = re.compile(rf"(?:名叫|叫做?)[“\"]?(?P<name>[{HAN}]{{1,6}}?|[A-Za-z]{{2,12}})[”\"]?的")
_FIRM_CALLED = re.compile(
    r"(?:公司|机构|店|乐队|团队|工作室|餐厅|民宿|诊所|品牌|社团)，(?:名字)?叫(?:做)?"
    rf"(?P<name>[{HAN}]{{2,8}}?)(?=[，。！？,.!?\s]|$)"
)
PERSON_CHARACTERS_MAX = 4
_CALL_FOR = frozenset(
    ("外卖", "我们", "他们", "你们", "大家", "车子", "救护车", "什么", "一下", "一声", "起来", "醒我", "过来")
)


def names_by_calling(text: str) -> Iterator[Candidate]:
    """Candidates behind 叫 and the like."""
    for match in _FIRM_CALLED.finditer(text):
        yield Candidate(*match.span("name"), "organisation", 8)
    for match in _CALLED_KIND.finditer(text):
        behind = next((kind for pattern, kind in _KIND_BEHIND if pattern.match(text, match.end())), None)
        if behind and not _NO_NAME.match(match["name"]) and match["name"] not in _CALL_FOR:
            yield Candidate(*match.span("name"), behind, 7)
    for match in _PET.finditer(text):
        yield Candidate(*match.span("name"), "person", 7)
    for match in _CALLED.finditer(text):
        before, name = match["before"], match["name"]
        if (
            name in _CALL_FOR
            or name in CHINESE_NOT_NAMES
            or (_NO_NAME.match(name) and text[match.start("name") - 1] not in "“「")
        ):
            continue
        if any(before.endswith((thing, f"{thing}子")) for thing in CHINESE_THINGS) or _MACHINE.search(before):
            yield Candidate(*match.span("name"), "object", 8)
        elif _FIRM.search(before):
            yield Candidate(*match.span("name"), "organisation", 8)
        elif len(name) <= PERSON_CHARACTERS_MAX and _CALLER.search(before):
            yield Candidate(*match.span("name"), "person", 4)
