"""Animals around Chinese speakers, by name, and what became of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.found import LIKELY, SURE, Found
from processors.claims.frames.chinese import ends_as
from processors.claims.frames.clause_zh import SaidZh
from processors.claims.frames.subjects_zh import KIN_WORDS

KIND = (
    r"(?:[大小老]?(?:狗|猫|兔子?|龟|乌龟|鸟|鹦鹉|仓鼠|鼠|鱼|金鱼|鸡|鸭|鹅|猪|马|羊|蛇|蜥蜴|刺猬|龙猫|豚鼠|荷兰猪|八哥"
    r"|鸽子|画眉|守宫|雪貂|主子|毛孩子)"
    r"|[\u4e00-\u9fff]{0,3}(?:狗狗?|猫咪?|[狗猫](?:子|儿|崽|宝|妞)|犬|兔子?|鹦鹉|仓鼠|乌龟|龟|猪|马)"
    r"|柯基|金毛|拉布拉多|布偶猫?|泰迪|哈士奇|比格犬?|灵缇|边牧|柴犬|萨摩耶?|博美|比熊|英短|美短|橘猫|暹罗猫?|加菲猫?"
    r"|狸花猫?|三花猫?|奶牛猫|缅因猫?|德牧|法斗"
    r"|斗牛犬|阿拉斯加|雪纳瑞|秋田|松狮|藏獒|土狗|田园犬|玄凤|虎皮|牡丹鹦鹉|垂耳兔|侏儒兔|金丝熊|巴西龟|草龟"
    r"|中华田园犬|流浪猫|流浪狗|老鳖|鳖|大橘|橘座)"
)
CALLS = r"(?:叫做?|名叫|名字叫|名字是|取名叫?|起名叫?|取名为|小名叫?|大名叫?|是叫|改名叫|取了个名字叫|起了个名字叫)"
_PET_CALLED = (
    re.compile(
        rf"(?:我|我们|咱|俺)?(?:家|家里)?(?:的)?(?:[一两]?[只条匹个头])?(?:那|这)?(?:[只条匹个头])?(?P<kind>{KIND})"
        rf"(?:的?名字|大名|小名)?(?:就|也)?{CALLS}(?P<name>[\u4e00-\u9fffA-Za-z]{{2,6}}?)(?:吧|了|啦|来着)?(?=$|[，"
        r",。、])"
    ),
    re.compile(rf"^(?:是|就是)?(?:我|我们|咱|俺)(?:们)?(?:家|家里)?(?:的|养的|那)?(?:[只条匹个头])?(?P<kind>{KIND})$"),
    re.compile(
        rf"(?:我|我们|咱|俺)?(?:家|家里)(?:的)?(?:那|这)?(?:[只条匹个头])?(?P<kind>{KIND})"
        rf"(?P<name>[\u4e00-\u9fff]{{2,3}}?)(?=又|在|把|也|都|今|昨|最近|生病|拉|吐|吃|不|会|老|这|刚|走了|没了|去世"
        r"|死了|得|要|已经|上周|上个|前|很|特|爱|怕)"
    ),
    re.compile(rf"(?:叫做?|名叫)(?P<name>[\u4e00-\u9fffA-Za-z]{{2,6}}?)的(?P<kind>{KIND})$"),
)
_OURS = re.compile(
    rf"(?:(?:我|我们|咱)(?:家|家里)?|^(?=养了?))(?:养的|养了[^，。的]{{1,5}}的|的|那|这)*(?:[只条匹个头])?(?:老|小)?(?P<kind>{KIND})"
)
_GONE = re.compile(r"放生|走失|走了|没了|去世|死了|离开|过世|去了汪星|去了喵星|安乐|病死|丢了|跑丢|送人|走丢")
_KEPT = re.compile(
    r"(?:(?:养|领养|收养|捡|买|抱|接|入)(?:了|回来?|来|着|到|手){0,6}(?:[一两二三四五六七八九十\d]+)"
    rf"?[只条个头匹]|养的(?:就)?是(?:[一两])?[只条]?)(?P<kind>[\u4e00-\u9fff]{{0,4}}?{KIND})$"
)
_THEN = re.compile(
    rf"^(?:我)?(?:给(?:它|他|她)们?)?(?:名字)?(?:分别)?{CALLS}(?P<names>[\u4e00-\u9fffA-Za-z、和跟与]{{2,12}}?)(?:吧"
    r"|了|啦)?$"
)
_ANIMAL_SIGN = re.compile(
    r"[狗猫兔龟鸟鹉鼠鱼鸡鸭鹅猪马羊蛇蜴猬鸽犬獒貂鳖]|主子|毛孩|八哥|画眉|守宫|柯基|金毛|拉布拉多|布偶|泰迪|哈士奇|比格|灵缇|边牧|萨摩|博美"
    r"|比熊|英短|美短|大?橘|暹罗|加菲|狸花|三花|缅因|德牧|法斗|斗牛|阿拉斯加|雪纳瑞|秋田|松狮|玄凤|虎皮|金丝熊"
)
"""Without one of these a clause speaks of no animal."""
_CARE = re.compile(r"(?:喂|遛|接|抱|带|陪|给|想)(?P<name>[\u4e00-\u9fff]{2,3}?)$")
NO_NAME = re.compile(
    r"[我你他她它的了吗呢吧什么谁哪没不很太就也都在把被让去来]|名字|宠物|主人|好$|^[两几]|^一[个只条位点起次家天直般样边]|昨天|今天|前天|刚才|最近|早上|晚上|现在|每天|上周|刚刚|突然|自己|晚饭|饭|声$|^(?:大学|小学|中学|高中|初中)"
)


def pets_zh(said: SaidZh) -> Iterator[Found]:
    """Animals of the speaker by name, and those that are gone."""
    text = said.text
    if not _ANIMAL_SIGN.search(f"{said.before}，{text}"):
        return
    gone = bool(_GONE.search(text))
    for number, pattern in enumerate(_PET_CALLED):
        match = pattern.search(text)
        if match is None or not ends_as(match["kind"], "animal"):
            continue
        if number == 1:
            care = _CARE.search(said.before) or re.match(r"^(?P<name>[\u4e00-\u9fff]{2,3})$", said.before)
            if care and not NO_NAME.search(care["name"]) and care["name"] not in KIN_WORDS:
                yield Found("pet", care["name"], confidence=LIKELY, subject="user")
            return
        if number == 2 and match["name"] in ("咪", "狗狗", "猫咪"):
            return
        if NO_NAME.search(match["name"]):
            continue
        if gone:
            yield Found("pet", match["name"], "negative", "unset", subject="user")
        elif number != 3 or said.parts is not None:
            yield Found("pet", match["name"], confidence=SURE, subject="user")
        return
    ours = _OURS.search(text)
    tags = ("PER", "n", "nz", "nw", "a") if gone else ("PER",)
    after_kind = (one for one in said.words if ours and one.start == ours.end() and len(one.text) > 1)
    named = next((one for one in after_kind if one.tag in tags), None)
    if named is not None and ours and ends_as(ours["kind"], "animal") and not NO_NAME.search(named.text):
        yield Found(
            "pet", named.text, "negative" if gone else "positive", "unset" if gone else "assert", subject="user"
        )
        return
    then = _THEN.match(text) if _KEPT.search(said.before) else None
    for name in re.split(r"[、和跟与]", then["names"]) if then else ():
        if 2 <= len(name) <= 4 and not NO_NAME.search(name):
            yield Found("pet", name, subject="user")
