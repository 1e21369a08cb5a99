"""People around Chinese speakers, by name, in whatever order name and relation stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from processors.claims.chinese_values import number_zh
from processors.claims.found import Found
from processors.claims.frames.clause_zh import SaidZh
from processors.claims.frames.pets_zh import CALLS, KIND, NO_NAME, pets_zh
from processors.claims.frames.subjects_zh import KIN, KIN_WORDS, named_after
from processors.claims.people import is_given_name_zh, is_name_zh
from processors.ports import Tagged

_FRIEND = (
    r"(?:(?:最好的|最铁的|多年的|大学|高中|初中|小学|从小的)*(?:好?朋友|闺蜜|发小|死党|铁哥们|哥们儿?|兄弟"
    r"|好?姐们儿?|好友|知己|挚友|老友|铁磁|铁子|老哥们儿?|老伙计))"
)
_NO_FRIEND = re.compile(r"朋友圈|朋友们|男朋友|女朋友|小朋友|兄弟公司|兄弟单位|兄弟姐妹")
_NAMED = r"(?P<name>[\u4e00-\u9fffA-Za-z]{1,6}?)"
_END = r"(?=$|[，,。、！!（(]|的[\u4e00-\u9fff]|今年|刚|明天|昨天|已经|才|现在|了$|就行|吧$|啦$|，)"
_KIN_CALLED = re.compile(
    rf"(?:我(?:们)?(?:家)?|咱家?|俺家?|^(?:家里)?(?:的)?)(?:的)?(?:刚出生的|新出生的|大|小)?(?P<kin>{KIN})(?![夫媳嫂婿妇们])(?:的)?(?:大名"
    r"|小名|全名|名字|本名|老名字|真名|学名)?"
    rf"(?:姓[\u4e00-\u9fff]{{1,2}}[，,]?)?(?:就|也|现在|都)?{CALLS}{_NAMED}{_END}"
)
_KIN_IS = re.compile(rf"(?:我(?:们)?(?:家)?|咱家?)(?:的)?(?P<kin>{KIN})(?![夫媳嫂婿妇们])(?:是|就是|：){_NAMED}$")
_IS_KIN = re.compile(
    rf"^(?:这是|那是|是)?(?P<name>[\u4e00-\u9fff]{{2,4}}?|[A-Z][a-z]+)(?:他|她)?(?:就)?(?:是|，|,|（|\()(?:也是)"
    rf"?(?:我|咱|俺)(?:们)?(?:家)?(?:的|那)?(?P<kin>{KIN})(?![夫媳嫂婿妇们的])"
)
_ONLY_KIN = re.compile(rf"^(?:是|就是|也就是|他是|她是)?(?:我|咱|俺)(?:们)?(?:家)?(?:的|那)?(?P<kin>{KIN})$")
_BESIDE = re.compile(
    rf"(?:我(?:们)?(?:家)?|咱家?|俺家?|^|(?<=[和跟与带陪给]))(?:的|那)?(?P<kin>{KIN})"
    r"(?![夫媳嫂婿妇们的家])"
)
_ORDER = re.compile(
    r"(?P<which>老大|老二|老三|老幺|大宝|二宝|大的|小的|大女儿|小女儿|大儿子|小儿子|哥哥|弟弟|姐姐|妹妹|儿子|女儿"
    r"|男孩|女孩|一个|另一个|一只|另一只|一条|另一条|两只|公的|母的|黑的|白的|黄的|花的)"
    r"(?:就)?(?:叫|名叫|取名|取名叫|是叫)(?P<name>[\u4e00-\u9fff]{2,3}?|[A-Z][a-z]+)(?=$|[，,、。]|今年|才|刚|已经"
    r"|[\d一二两三四五六七八九十]+(?:个月|岁)|(?:老大|老二|老三"
    r"|老幺|大的|小的|儿子|女儿|男孩|女孩|一个|另一个|一只|另一只|一条|另一条))"
)
_AGE_TOLD = re.compile(
    r"(?:今年|才|刚满?|已经|马上)*(?P<age>\d{1,2}|[一二两三四五六七八九]?十?[一二两三四五六七八九]?)岁"
)
_CHILDREN = re.compile(r"孩子|娃|双胞胎|儿子|女儿|闺女|儿女|龙凤胎|老大|老二|宝")
_PETS = re.compile(
    rf"(?:养|有|收养|领养|捡|买|抱|家里|家|接)[^，。]{{0,8}}(?:[只条个头匹][^，。]{{0,4}})?{KIND}|^{KIND}"
)
_NICKNAME = r"(?:[阿老小大][\u4e00-\u9fff]|(?P<sign>[\u4e00-\u9fff])(?P=sign)儿?)"
_FRIEND_CALLED = re.compile(
    rf"^(?:我)?(?:的)?(?:那个)?(?:好?闺蜜|发小|死党|铁哥们儿?|好?哥们儿?|好?姐们儿?|好兄弟|老铁|老同学)(?P<name>{_NICKNAME})(?=[\u4e00-\u9fff])"
)
_FRIEND_INTRODUCED = re.compile(
    r"^(?:我)?(?:有)?(?:一?个)?(?:好?哥们儿?|好?姐们儿?|好?闺蜜|发小|死党|好友|老铁|铁哥们儿?)(?:就|的?名字)?(?:名?叫|是)(?P<name>[\u4e00-\u9fff]{2,3})$"
)
_FRIENDS_WITH = re.compile(
    rf"^(?P<name>{_NICKNAME}|[\u4e00-\u9fff]{{2,3}})(?:跟|和|与)我(?:是|做|当)(?:了)?(?:[\u4e00-\u9fff\d]{{0,8}}的)?{_FRIEND}$"
    rf"|^(?P<name2>[\u4e00-\u9fff]{{2,3}}?)(?:就)?是我[^，。]{{2,12}}的{_FRIEND}$"
)
_FRIEND_NAMED = (
    re.compile(
        r"^(?:哥们儿?|闺蜜|发小|死党|好友|老铁|铁哥们)(?P<name>[\u4e00-\u9fff]{2,3}?)(?=下|上|今|明|昨|要|会"
        r"|来|在|也|都|还|去|跟|和|说|最近|刚|结婚|生|从|这|周)"
    ),
    re.compile(
        rf"(?:我|咱|俺)(?:的)?(?:那个)?{_FRIEND}(?:是|叫|名叫)?(?P<name>[\u4e00-\u9fffA-Z][\u4e00-\u9fffa-z]{{1,9}}?)"
        r"(?=$|[，,。、]|今天|明天|昨天|周|下|上|这|要|会|来|在|也|都|还|去|跟|和|是|说|最近|刚|结婚|生|从)"
    ),
    re.compile(
        rf"^(?P<name>[\u4e00-\u9fff]{{2,4}}?)(?:就|也|一直)?(?:是|算是)(?:我|咱)(?:的)?(?:大学|高中|初中)?(?:同学"
        rf"|室友)?(?:[，,]?也是我)?(?:的)?{_FRIEND}"
    ),
    re.compile(
        rf"(?:陪|和|跟|找|约|给|帮)我(?:的)?(?:那个)?{_FRIEND}(?P<name>[\u4e00-\u9fff]{{2,3}}?)(?=喝|吃|去|打|聊|逛"
        r"|看|玩|一起|过|在|搬|买|说)"
    ),
    re.compile(
        rf"(?:跟|和|找|约)(?P<name>[\u4e00-\u9fff]{{2,3}}?)(?:是|做|当)(?:了)?(?:[\u4e00-\u9fff\d]{{0,6}}的?){_FRIEND}"
    ),
)
_ALSO_FRIEND = re.compile(rf"^(?:也|还|更)?是(?:我|咱)(?:的)?{_FRIEND}")
_NOT_OURS = re.compile(
    r"邻居|同事|朋友家|朋友的|[妈爸哥姐弟妹儿友事公婆]的(?:朋友|同学|同事|邻居|老师|亲戚)|问[：:]|答[：:]|老师的|别人"
    r"|人家|楼[上下]|小区|网上|视频|动物园|宠物店|店里|[他她你您]家|[他她你您]的|客户|老板|房东|表|堂|奶奶|爷爷|外婆"
    r"|电影|动画"
)
_KIN_EARLIER = re.compile(
    rf"(?:我|咱)[^，。]{{0,9}}?(?P<kin>{KIN})(?:(?:今年|刚|才|都|已经|马上|快)?[\d一二两三四五六七八九十]{{1,3}}(?:岁|个月)(?:了|多|半)?)?"
    r"[，,]\s*$"
)
_KIN_TOLD_OF = re.compile(
    rf"^(?:我|咱|俺)(?:们)?(?:家)?(?:的)?(?P<kin>{KIN})(?![夫媳嫂婿妇们的家])[^，。我你他她]{{1,12}}$"
)
_BY_ROLE = re.compile(r"师傅|老师|阿姨|叔|伯|医生|大夫|经理|老板|总$")
_CHRISTENED = re.compile(
    r"^(?:大名|小名|乳名|名字)?(?:就)?(?:取名|起名|取的名|叫|取名叫|起名叫)(?:叫|为|做)"
    r"?(?P<name>[\u4e00-\u9fff]{2,3})(?:了|啦)?$"
)
_ADVERBS_DOUBLED = frozenset(
    [
        "天天",
        "周周",
        "年年",
        "月月",
        "慢慢",
        "刚刚",
        "常常",
        "偷偷",
        "渐渐",
        "处处",
        "人人",
        "样样",
        "早早",
        "好好",
        "白白",
        "妈妈",
        "爸爸",
        "哥哥",
        "姐姐",
        "弟弟",
        "妹妹",
        "宝宝",
        "明明",
        "仅仅",
        "稍稍",
        "远远",
        "默默",
        "悄悄",
        "往往",
        "统统",
        "通通",
        "整整",
        "单单",
        "偏偏",
        "恰恰",
        "匆匆",
        "等等",
        "奶奶",
        "爷爷",
        "叔叔",
        "伯伯",
        "姑姑",
        "舅舅",
        "姥姥",
    ]
)
_SURNAMED = re.compile(rf"^我(?:们)?(?:家)?的?(?P<kin>{KIN})姓(?P<family>[\u4e00-\u9fff]{{1,2}})$")
_TWO_CHILDREN = re.compile(
    r"^(?:我家|我们家|家里|我)?(?:有)?(?:一?对)?(?:双胞胎|龙凤胎|两个(?:孩子|娃|宝贝?))(?:儿子|女儿|姐妹|兄弟)?$"
)
_TWINS = re.compile(
    r"^(?:叫)?(?P<first>(?!一个|老大|大的)[\u4e00-\u9fff]{2})(?:和|跟|、|与)(?P<second>[\u4e00-\u9fff]{2})$"
)
_NEWBORN = re.compile(r"(?:当|做)(?:爸|妈|爹|娘)|生了|出生|刚生|闺女[，,]$|儿子[，,]$|女儿[，,]$")
_SUPPOSED = re.compile(r"假如|如果|要是|[吗？?]$")
_IS_MINE = re.compile(r"^(?P<name>[\u4e00-\u9fff]{2,4}?)(?:就)?是我")


def kin_zh(said: SaidZh) -> Iterator[Found]:
    """Spouse, children, parents, siblings, friends and pets by name."""
    text = said.text
    if _NOT_OURS.search(text) or _SUPPOSED.search(text):
        return
    yield from _kin(said)
    if not _NO_FRIEND.search(text):
        yield from _friends(said)
    yield from pets_zh(said)


def _kin(said: SaidZh) -> Iterator[Found]:
    text = said.text
    called = _KIN_CALLED.search(text)
    if called and _plausible(called["name"], said):
        yield _found(called["kin"], called["name"])
    named = _KIN_IS.search(text)
    if named and said.seen.get(named["name"]) == "person" and is_name_zh(named["name"]):
        yield _found(named["kin"], named["name"])
    other = _IS_KIN.match(text)
    if other and _known(other["name"], said):
        yield _found(other["kin"], other["name"])
    christened = _CHRISTENED.match(text)
    told = _KIN_EARLIER.search(said.earlier) if christened else None
    if christened and told and _plausible(christened["name"], said) and not NO_NAME.search(christened["name"]):
        yield _found(told["kin"], christened["name"])
    elif (
        christened
        and (of := _KIN_TOLD_OF.match(said.before))
        and is_name_zh(christened["name"])
        and not _BY_ROLE.search(christened["name"])
        and not NO_NAME.search(christened["name"])
    ):
        # 我哥在德国修钟，叫马千里
        yield _found(of["kin"], christened["name"])
    elif christened and _NEWBORN.search(said.earlier) and not NO_NAME.search(christened["name"]):
        yield Found("child", christened["name"], subject="user")
    surnamed = _SURNAMED.match(said.before)
    if surnamed and re.fullmatch(rf"(?:叫)?{surnamed['family']}[\u4e00-\u9fff]{{1,2}}", text):
        yield _found(surnamed["kin"], text.removeprefix("叫"))
    twins = _TWINS.match(text) if _TWO_CHILDREN.search(said.before) else None
    if twins:
        yield from (Found("child", twins[one], subject="user") for one in ("first", "second"))
    only = _ONLY_KIN.match(text)
    if only and (said.before in said.people or (is_name_zh(said.before) and len(said.before) <= 3)):
        yield _found(only["kin"], said.before)
    for beside in _BESIDE.finditer(text):
        led = text[: beside.start()].endswith(("和", "跟", "与", "带", "陪", "给"))
        if beside.start() and "我" not in beside[0] and "咱" not in beside[0] and not led:
            continue
        name = _name_beside(said.words, beside.end()) or (
            _written_name(said, beside.end()) if re.search("[我咱]|家[父母]", beside[0]) else ""
        )
        if text.startswith("过敏", beside.end() + len(name)):
            # 老公虾蟹过敏 names no husband.
            continue
        if name and (led or "我" in beside[0] or "我" not in text[: beside.start()]):
            yield _found(beside["kin"], name)
    ordered = list(_ORDER.finditer(text))
    pets, children = _PETS.search(said.earlier), _CHILDREN.search(said.earlier)
    if ordered and (children or pets) and not re.search(r"[你您她]|(?<!吉)他(?!汀)", said.earlier):
        for one in ordered:
            if not NO_NAME.search(one["name"]):
                animal = bool(pets) and (not children or one["which"][-1] in "只条")
                yield Found("pet" if animal else "child", one["name"], subject="user")
                aged = _AGE_TOLD.match(text, one.end())
                if aged and not animal and (years := number_zh(aged["age"])):
                    yield Found("age", str(years), subject=one["name"])


def _name_beside(words: Sequence[Tagged], at: int) -> str:
    """The name that follows a word for kin, as its own word: a person's name, or two characters that are no word."""
    inside = [word for word in words if word.start >= at]
    if not inside or inside[0].start != at:
        return ""
    text, tag = inside[0].text, inside[0].tag
    following = inside[1].tag if len(inside) > 1 else ""
    if tag == "PER" and (is_name_zh(text) or 2 <= len(text) <= 3) and not NO_NAME.search(text):
        return text
    doubled = len(text) == 2 and text[0] == text[1] and tag in ("n", "nz", "q", "a", "d", "nr")
    if doubled and is_name_zh(text):
        return text
    unknown = tag in ("nz", "c", "nw", "nr", "xc") and len(text) == 2 and following in ("TIME", "d", "v", "p", "w")
    return text if unknown and is_given_name_zh(text) else ""


def _written_name(said: SaidZh, at: int) -> str:
    """The name that follows a word for kin, by its characters, where the tagger sees another word there."""
    name = named_after(said.text, at, said.seen)
    ends = at + len(name)
    cut = any(word.start < ends < word.end for word in said.words)
    plain = any(word.start == at and word.tag in ("TIME", "v", "a", "d", "f", "s", "m") for word in said.words)
    doubled = len(name) == 2 and name[0] == name[1]
    return "" if cut or (plain and not doubled) or name in _ADVERBS_DOUBLED else name


def _found(kin: str, name: str) -> Found:
    return Found(KIN_WORDS[kin][0], name, subject="user")


def _known(name: str, said: SaidZh) -> bool:
    return (is_name_zh(name) and not NO_NAME.search(name)) or said.seen.get(name) == "person"


def _plausible(name: str, said: SaidZh) -> bool:
    return _known(name, said) or is_given_name_zh(name) or (name[:1].isascii() and len(name) > 1)


def _friends(said: SaidZh) -> Iterator[Found]:
    for pattern in _FRIEND_NAMED:
        match = pattern.search(said.text)
        if match and _called_so(match["name"], said):
            yield Found("friend", match["name"], subject="user")
            return
    introduced = _FRIEND_INTRODUCED.match(said.text)
    if introduced and _known(introduced["name"], said) and not said.before:
        yield Found("friend", introduced["name"], subject="user")
        return
    called = _FRIEND_CALLED.match(said.text)
    if called and called["name"] not in _ADVERBS_DOUBLED and not NO_NAME.search(called["name"]):
        yield Found("friend", called["name"], subject="user")
        return
    friends = _FRIENDS_WITH.match(said.text)
    name = (friends["name"] or friends["name2"]) if friends else ""
    if name and not NO_NAME.search(name) and (_known(name, said) or is_given_name_zh(name)):
        yield Found("friend", name, subject="user")
        return
    who = _IS_MINE.match(said.before)
    if who and _ALSO_FRIEND.match(said.text) and _known(who["name"], said):
        yield Found("friend", who["name"], subject="user")


def _called_so(name: str, said: SaidZh) -> bool:
    if NO_NAME.search(name) or name in KIN_WORDS:
        return False
    word = next((one for one in said.words if one.text == name), None)
    return _known(name, said) or (word is not None and word.tag in ("PER", "nz", "nw", "nr", "n") and len(name) == 2)
