"""What Chinese speakers call their own: name, phone, address, favourites, and the people and pets around them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.chinese_values import KIN, NO_OBJECT, TAIL, Seen, value_of
from processors.claims.found import LIKELY, Found
from processors.claims.people import KIN_ZH, NAME_ZH, is_given_name_zh, is_name_zh

_PHONE = r"\+?\d[\d -]{4,18}\d"
_EMAIL = r"[A-Za-z0-9_.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}"
_IS = r"(?:现在|已经|目前|最近|又|刚)?(?:是|为|换成了?|改成了?|改为|换为|变成了?|更新为|变更为|换了个?|:|：|=)?\s*"
_MY_NAME = re.compile(
    r"(?:^|我的?|本人的?)(?:我的?|本人的?)?(?:全名|大名|名字|真名|姓名|中文名|英文名)(?:现在)?(?:改成了?"
    rf"|改为|应该)?(?:是|叫|为|：|:)*\s*(?P<name>{NAME_ZH})|^(?:其实)?我(?:现在|其实|改名|改)?叫(?:做)?\s*"
    rf"(?P<called>{NAME_ZH})(?=$|[，。！!\s]|今年|来自|是"
    r"|，|吧|哦|呀)"
    rf"|^我姓(?P<family>[\u4e00-\u9fff]{{1,2}})[，,]?(?:名|叫)(?P<given>[\u4e00-\u9fff]{{1,2}})"
)
_CALL_ME = re.compile(
    r"(?P<before>(?:你|您|大家|朋友们?|同事们?|家人)?(?:可以|请|就|都|以后|直接|平时|一般)*)叫我[“\"「]?"
    r"(?P<name>[\u4e00-\u9fff]{1,4}?|[A-Za-z][A-Za-z'.-]{0,20})[”\"」]?(?P<after>就行了?|就好了?|就可以了?|即可|吧"
    r"|好了|$)"
)
_OWNER = (
    rf"^(?:(?P<kin_owner>我(?:们)?(?:家)?的?(?P<kin>{KIN})的?)|(?P<owner>(?:[^，。]{{1,6}}(?:给|帮|为))?我(?:自己"
    rf"|本人)?(?:换了?)?的?|本人的?|俺的?|(?:平时|办事|办公|工作上?|上班|日常|私下|办正事|联系|对外)用的)|"
    rf"(?P<fresh>新的?)|)"
    r"(?:现在的?|目前的?|最近的?|新的?|工作|私人|常用的?|个人|公司|用的)*"
)
"""Whose phone, address or birthday it is: 我上司的电话 is not the speaker's, so nothing may stand in between."""
_PHONE_OF = re.compile(
    rf"{_OWNER}(?:手机号码?|电话号码?|手机|电话号?|号码|联系方式|联系电话|座机|号)(?:换了|变了|改了)?{_IS}(?P<value>{_PHONE})"
)
_EXTENSION_OF = re.compile(rf"{_OWNER}(?:分机号?码?|内线){_IS}(?P<value>\d{{2,6}})(?!\d)")
_PHONE_TO_CALL = re.compile(
    rf"^(?:你|您|大家|有事|有需要|急事|(?:着急|有急事|有事|需要)的话|随时|可以|请|直接|就)*(?:打|拨打?|联系)"
    rf"(?:我的?)?(?:这个)?(?:手机|电话|号码)?(?:找我|联系我|就行|就好)?[:：是，,]?\s*(?P<value>{_PHONE})"
)
_PHONE_CHANGED = re.compile(
    r"^我?(?:最近|刚刚?|已经|又|上周|昨天|今天)?(?:换了?(?:个|一个)?(?:新的?)?(?:手机|电话)?号码?了?$|换(?:手机"
    r"|电话)?号码?了)|^我?的?(?:手机号码?|电话号码?|号码|旧号码?|原来的号码)(?:已经|都)?(?:换|变|改|停用|注销|不用)了"
)
_EMAIL_OF = re.compile(rf"{_OWNER}(?:电子)?(?:邮箱|邮件)(?:地址)?{_IS}(?P<value>{_EMAIL})")
_ADDRESS_OF = re.compile(
    rf"{_OWNER}(?:家庭)?(?:住址|地址|家庭地址)(?:现在|已经)?(?:是|在|为|改成了?|换成了?|改为|：|:)+\s*"
    rf"(?P<value>[^，。]{{4,60}})"
)
_BIRTHDAY_OF = re.compile(
    rf"{_OWNER}(?:阳历|阴历|农历)?生日(?:是|在|为)+\s*(?P<value>(?:阳历|阴历|农历)?(?:\d{{2,4}}年)?"
    r"[\d一二三四五六七八九十正腊冬]{1,3}月(?:初|廿)?[\d一二三四五六七八九十]{1,3}[日号]?|\d{1,4}[-/.]\d{1,2}"
    r"(?:[-/.]\d{1,2})?)"
)
_FAVOURITE = re.compile(r"^我(?:现在)?最?(?:喜欢|爱)的[^是]{1,8}是(?P<value>[^，。]{1,20})")


def own_properties(body: str, carried: str, seen: Seen) -> Iterator[Found]:
    name = _named(body, seen)
    if name:
        yield Found("name", name, subject="user")
    call = _PHONE_TO_CALL.match(body)
    if call and _is_phone(call["value"]):
        yield Found("phone", call["value"].strip(" -"), subject="user")
    elif _PHONE_CHANGED.search(body):
        yield Found("phone", "", action="unset", subject="user")
    for pattern, attribute in _OWNED:
        match = pattern.match(body)
        subject = _owner(match, carried) if match else ""
        if match and subject and (attribute != "phone" or _is_phone(match["value"])):
            yield Found(attribute, TAIL.sub("", match["value"].strip(" -")), subject=subject)
    favourite = _FAVOURITE.match(body)
    if favourite and not NO_OBJECT.match(favourite["value"]) and value_of(favourite["value"]):
        yield Found("likes", value_of(favourite["value"]), subject="user")


_OWNED = (
    (_PHONE_OF, "phone"),
    (_EXTENSION_OF, "extension"),
    (_EMAIL_OF, "email"),
    (_ADDRESS_OF, "address"),
    (_BIRTHDAY_OF, "birthday"),
)


def _is_phone(text: str) -> bool:
    return 5 <= sum(character.isdigit() for character in text) <= 15


def _owner(match: re.Match[str], carried: str) -> str:
    """The subject whose property this is, "" for somebody we keep no claims about."""
    if match["kin"]:
        return KIN_ZH[match["kin"]][1]
    # 手机号改成…了: whoever tells a change speaks of their own.
    told = match["owner"] or match["fresh"] or re.search(r"[改换]成|[改换]为|更新为|变更为", match[0])
    return "user" if (told and carried in ("", "user")) or match["owner"] else carried


def _named(body: str, seen: Seen) -> str:
    match = _MY_NAME.search(body)
    if match:
        if match["family"]:
            return match["family"] + match["given"]
        text = TAIL.sub("", match["name"] or match["called"]).strip(" .")
        seen_as_person = seen.get(text) == "person" and text[:1] not in "我你您他她它了过着"
        seen_as_person = seen_as_person and not re.match(r"车|测试|用户|客服|管理员", text)
        return text if is_name_zh(text) or seen_as_person else ""
    called = _CALL_ME.search(body)
    if (
        called
        and called["name"]
        and re.match(r"我?(?:你|您|大家|朋友|同事|家人|可以|请|就|都|以后|直接|平时|一般|叫我)", body)
    ):
        name = called["name"]
        if is_name_zh(name):
            return name
    return ""


_KIN_NAMED = re.compile(
    rf"我(?:们)?(?:家)?的?(?P<kin>{KIN})(?:的名字)?(?:叫做?|名叫|名字叫|名字是|取名叫?|起名叫?)(?P<name>{NAME_ZH})|我"
    rf"(?:有|养)了?(?:一|两)?[个只条位名]?(?:[\u4e00-\u9fff]{{0,4}}?)(?P<kept>{KIN})(?:名字)?(?:叫做?|名叫)"
    rf"(?P<kept_name>{NAME_ZH})|我(?:的|最好的)?(?P<friend>好朋友|朋友|闺蜜|好友)(?:是|叫)(?P<friend_name>{NAME_ZH})$"
)
_KIN_WITH_NAME = re.compile(
    r"我(?:的)?(?P<kin>儿子|女儿|老婆|妻子|老公|丈夫|朋友|闺蜜|哥哥|弟弟|姐姐|妹妹)(?P<name>[\u4e00-\u9fff]{2,3}?)"
    r"(?=[今昨明在要想会喜讨去来也还都刚最今对生住是不爱])"
)


def relations(body: str) -> Iterator[Found]:
    for match in _KIN_NAMED.finditer(body):
        kin = match["kin"] or match["kept"] or match["friend"]
        name = TAIL.sub("", match["name"] or match["kept_name"] or match["friend_name"])
        attribute = KIN_ZH[kin][0]
        plausible = (
            is_name_zh(name)
            or is_given_name_zh(name)
            or (attribute == "pet" and 2 <= len(name) <= 4 and "什" not in name)
        )
        if plausible:
            yield Found(attribute, name, subject="user")
    for match in _KIN_WITH_NAME.finditer(body):
        if is_name_zh(match["name"]):
            yield Found(KIN_ZH[match["kin"]][0], match["name"], subject="user", confidence=LIKELY)
