"""Claims in Chinese clauses: who the clause speaks of, and what its predicate says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from processors.claims.found import LIKELY, Found, items_zh
from processors.claims.people import KIN_ZH, NAME_ZH, is_name_zh
from processors.claims.words import LANGUAGES_ZH, OCCUPATIONS_ZH, PLACES_ZH
from schemas.dimensions import Entity

Seen = Mapping[str, str]
"""Entities of the clause: text → type."""

_KIN = "|".join(sorted(KIN_ZH, key=len, reverse=True))
_WHEN = (
    r"(?:现在|目前|如今|最近|平时|周末|今天|今年|昨天|从小|一直|其实|真的|真|还是|也|还|都|就|很|最|特别|非常|比较|挺"
    r"|超级?|蛮|更|一向|向来|每天|早上|晚上|经常|偶尔|常|总|的确|确实|只|可|太|本来|开始|又|已经|早就|个人|自己|本人"
    r"|十分|相当|尤其|倒是?|反而|好|终于|这几年|这两年|这几天|这两天)"
)
_PAST = r"(?:以前|曾经|过去|小时候|之前|原来|当年)"
_ADVERBS = rf"{_WHEN}{{0,6}}"
_LEAD = re.compile(
    r"(?:(?:请?记住|记一下|记得|请记得|另外|对了|顺便说一下|顺便|其实|那个|嗯+|哦|好的?|你好啊?|您好|大家好|嗨"
    r"|更正一下?|更正|纠正一下|纠正|不对|说错了|抱歉|不好意思|对不起|告诉你|跟你说|我跟你说|说一下|备注|注意|但是?"
    r"|不过|所以|因为|而且|然后|还有|以后|今后|提醒你|补充一下)[\s，,：:、]*){1,4}"
)
_SUBJECT = re.compile(
    rf"{_WHEN}{{0,3}}(?:(?:我|咱|俺)(?:们)?(?:家)?的?(?P<kin>{_KIN})(?P<kin_name>[\u4e00-\u9fff]{{2,3}}"
    r"(?=[也还很最特非喜爱讨对住在]))?"
    rf"|(?P<self>我|俺|本人)(?!们|的|家|叫)(?P<rest>)|(?P<name>[\u4e00-\u9fff]{{2,3}}|[A-Z][A-Za-z]{{1,20}})"
    r"(?=(?:现在|一直|从小|也|还|都|很|最|特别|非常|比较|超|不|真的)*(?:喜欢|讨厌|住在|对.{1,8}过敏|爱[吃喝听看玩])))"
)
_TAIL = re.compile(
    r"(?:(?:了|啊|呀|呢|哦|啦|吧|嘛|哈|的|噢|哟|滴)+|(?:，|。|但|不过|所以|因为|而且|很久|好多年|好几年|的时候|时候"
    r"|作为|当作|来放松|，).*)$"
)
_NO_OBJECT = re.compile(
    r"^(?:你|您|他|她|它|这|那|什么|谁|的|上$|上了$|哪|怎么|一切|自己|大家|别人|人家|某|死|听你|看你|得|不|过|吗|情"
    r"|人$|护|惜|心)"
)
_PHONE = r"\+?\d[\d -]{4,18}\d"
_EMAIL = r"[A-Za-z0-9_.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}"
_IS = r"(?:现在|已经|目前|最近|又|刚)?(?:是|为|换成了?|改成了?|改为|换为|变成了?|更新为|变更为|换了个?|:|：|=)?\s*"
_NUMBER = {"零": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}

_FORGET = re.compile(
    r"^(?:请你?|麻烦你?|帮我|你|可以|现在|你可以|能不能|把){0,3}(?:忘掉|忘记|忘了|忘却|删掉|删除|清除|抹掉|去掉)"
    r"(?:关于)?(?P<what>[^，。]{2,60}?)(?:吧|了|，?谢谢|的?(?:记录|信息|记忆))*$|^(?:请你?|麻烦你?|帮我|你){0,2}把"
    r"(?P<object>[^，。]{2,40}?)(?:给我?)?(?:忘掉|忘了|忘记|删掉|删除|清除|抹掉)(?:吧|了)?$"
)


def find_chinese(clause: str, carried: str, people: Sequence[Entity], start: int) -> tuple[str | None, list[Found]]:
    """(subject the clause speaks of, what it says), as `find_english`. `people` are the entities of the turn and
    `start` the clause's offset in it: a place, firm or name that the finder saw too is surer."""
    body = _without_lead(clause)
    shift = start + clause.index(body)
    inside = {entity.text: entity.type for entity in people if shift <= entity.start < shift + len(body)}
    found = list(_own_properties(body, carried, inside))
    found += _relations(body)
    subject, rest, past = _subject(body, carried)
    if subject is not None and rest:
        found.extend(_first(rest, past=past, seen=inside))
    return subject, found


def forgotten_zh(clause: str) -> str:
    """What a clause asks to forget (忘掉我的住址 → 我的住址), else ""."""
    match = _FORGET.match(clause)
    return (match["what"] or match["object"]).strip() if match else ""


def _without_lead(clause: str) -> str:
    match = _LEAD.match(clause)
    return clause[match.end() :] if match and match.end() < len(clause) else clause


def _subject(body: str, carried: str) -> tuple[str | None, str, bool]:
    past = re.match(rf"(?:我|俺)?{_WHEN}{{0,2}}{_PAST}", body)
    if past:
        plain = body.replace(re.search(_PAST, body)[0], "", 1)  # type: ignore[index]
        subject, rest, _ = _subject(plain, carried)
        return subject, rest, True
    match = _SUBJECT.match(body)
    if match is None:
        felt = re.match(r"(?:今天|现在|这两天|这几天)(?:有点|有些)", body)
        elided = carried or ("user" if felt else "")
        return elided or None, body if elided else "", False
    rest = body[match.end() :]
    if match["kin"]:
        role = KIN_ZH[match["kin"]][1]
        if match["kin_name"] and is_name_zh(match["kin_name"]):
            return match["kin_name"], rest, False
        return role or None, rest, False
    if match["name"]:
        name = match["name"]
        if re.match(_WHEN, name):
            return carried or None, body if carried else "", False
        return (name, rest, False) if is_name_zh(name) and name[:1] not in "我你他她" else (None, "", False)
    return "user", rest, False


def _value(text: str, length_max: int = 20) -> str:
    text = text.strip(" “”\"'「」")
    named = re.match(r"^.{0,6}的.{1,8}?(?:就)?是(?P<value>.+)$", text)
    if named:
        text = named["value"]
    for _ in range(3):
        text = _TAIL.sub("", text)
    text = re.sub(r"^(?:和|跟|与|陪)[^去一]{1,6}(?:一起)?(?=[去做看打])", "", text)
    text = re.sub(r"^去(?=[\u4e00-\u9fff]{2})", "", text)
    text = re.sub(r"^[吃喝听看](?=[\u4e00-\u9fff]{2})", "", text)
    return text.strip() if 0 < len(text) <= length_max and "\x00" not in text else ""


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
    rf"^(?:(?P<kin_owner>我(?:们)?(?:家)?的?(?P<kin>{_KIN})的?)|(?P<owner>我(?:自己|本人)?的?|本人的?|俺的?)|"
    rf"(?P<fresh>新的?)|)"
    r"(?:现在的?|目前的?|最近的?|新的?|工作|私人|常用的?|个人|公司|用的)*"
)
"""Whose phone, address or birthday it is: 我上司的电话 is not the speaker's, so nothing may stand in between."""
_PHONE_OF = re.compile(
    rf"{_OWNER}(?:手机号码?|电话号码?|手机|电话号?|号码|联系方式|联系电话|座机|号){_IS}(?P<value>{_PHONE})"
)
_PHONE_TO_CALL = re.compile(
    rf"^(?:你|您|大家|有事|随时|可以|请|直接|就)*(?:打|拨打?|联系)我的?(?:手机|电话|号码)?[:：是]?\s*"
    rf"(?P<value>{_PHONE})"
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


def _own_properties(body: str, carried: str, seen: Seen) -> Iterator[Found]:
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
            yield Found(attribute, _TAIL.sub("", match["value"].strip(" -")), subject=subject)
    favourite = _FAVOURITE.match(body)
    if favourite and not _NO_OBJECT.match(favourite["value"]) and _value(favourite["value"]):
        yield Found("likes", _value(favourite["value"]), subject="user")


_OWNED = ((_PHONE_OF, "phone"), (_EMAIL_OF, "email"), (_ADDRESS_OF, "address"), (_BIRTHDAY_OF, "birthday"))


def _is_phone(text: str) -> bool:
    return 5 <= sum(character.isdigit() for character in text) <= 15


def _owner(match: re.Match[str], carried: str) -> str:
    """The subject whose property this is, "" for somebody we keep no claims about."""
    if match["kin"]:
        return KIN_ZH[match["kin"]][1]
    return "user" if match["owner"] or match["fresh"] else carried


def _named(body: str, seen: Seen) -> str:
    match = _MY_NAME.search(body)
    if match:
        if match["family"]:
            return match["family"] + match["given"]
        text = _TAIL.sub("", match["name"] or match["called"]).strip(" .")
        return text if is_name_zh(text) or seen.get(text) == "person" else ""
    called = _CALL_ME.search(body)
    if (
        called
        and called["name"]
        and re.match(r"我?(?:你|您|大家|朋友|同事|家人|可以|请|就|都|以后|直接|平时|一般|叫我)", body)
    ):
        name = called["name"]
        if is_name_zh(name) and (called["before"] or called["after"] or name[0] in "小阿老"):
            return name
    return ""


_KIN_NAMED = re.compile(
    rf"我(?:们)?(?:家)?的?(?P<kin>{_KIN})(?:的名字)?(?:叫做?|名叫|名字叫|名字是|取名叫?|起名叫?)(?P<name>{NAME_ZH})"
    rf"|我(?:有|养)了?(?:一|两)?[个只条位名]?(?:[\u4e00-\u9fff]{{0,4}}?)(?P<kept>{_KIN})(?:名字)?(?:叫做?|名叫)"
    rf"(?P<kept_name>{NAME_ZH})|我(?:的|最好的)?(?P<friend>好朋友|朋友|闺蜜|好友)(?:是|叫)(?P<friend_name>{NAME_ZH})$"
)
_KIN_WITH_NAME = re.compile(
    r"我(?:的)?(?P<kin>儿子|女儿|老婆|妻子|老公|丈夫|朋友|闺蜜|哥哥|弟弟|姐姐|妹妹)(?P<name>[\u4e00-\u9fff]{2,3}?)"
    r"(?=[今昨明在要想会喜讨去来也还都刚最今对生住是])"
)


def _relations(body: str) -> Iterator[Found]:
    for match in _KIN_NAMED.finditer(body):
        kin = match["kin"] or match["kept"] or match["friend"]
        name = _TAIL.sub("", match["name"] or match["kept_name"] or match["friend_name"])
        attribute = KIN_ZH[kin][0]
        plausible = is_name_zh(name) or (attribute == "pet" and 2 <= len(name) <= 4 and "什" not in name)
        if plausible:
            yield Found(attribute, name, subject="user")
    for match in _KIN_WITH_NAME.finditer(body):
        if is_name_zh(match["name"]):
            yield Found(KIN_ZH[match["kin"]][0], match["name"], subject="user", confidence=LIKELY)


Build = Callable[[re.Match[str], Seen], Iterator[Found]]


def _listed(attribute: str, *, negative: bool = False, unset: bool = False) -> Build:
    def build(match: re.Match[str], seen: Seen) -> Iterator[Found]:
        if _NO_OBJECT.match(match["value"]):
            return
        value = _value(match["value"])
        for item in items_zh(value) if value else []:
            if item and not _NO_OBJECT.match(item):
                yield Found(
                    attribute, _value(item), "negative" if negative else "positive", "unset" if unset else "assert"
                )

    return build


def _age(match: re.Match[str], seen: Seen) -> Iterator[Found]:
    years = _integer(match["value"])
    if years is not None and 0 < years <= 120:
        yield Found("age", str(years))


def _integer(text: str) -> int | None:
    if text.isdigit():
        return int(text)
    tens, mark, ones = text.partition("十")
    if not mark:
        return _NUMBER.get(text)
    if (tens and tens not in _NUMBER) or (ones and ones not in _NUMBER):
        return None
    return _NUMBER.get(tens, 1) * 10 + _NUMBER.get(ones, 0)


def _place(match: re.Match[str], seen: Seen) -> Iterator[Found]:
    value = re.sub(r"(?:了|这边|那边|呢|啊|的)+$", "", match["value"])
    if re.search(r"[\d一二三四五六七八九十]+(?:号|弄|栋|幢|室|单元)|[路街道巷弄]|(?:小区|花园|新村|公寓)$", value):
        yield Found("address", value, confidence=LIKELY)
    elif _is_place(value, seen):
        yield Found("home_city", value)


def _hometown(match: re.Match[str], seen: Seen) -> Iterator[Found]:
    if match["value"][0] not in "个一这那" and _is_place(match["value"], seen):
        yield Found("hometown", match["value"])


def _is_place(text: str, seen: Seen) -> bool:
    if not 2 <= len(text) <= 12 or re.search(
        r"家里|公司|学校|宿舍|酒店|附近|楼|这个|那个|医院|这里|那里|一起|外面", text
    ):
        return False
    known = bool(re.match(rf"(?:{PLACES_ZH})", text)) or text[-1] in "市省县区镇村州"
    return known or any(kind == "location" and name in text for name, kind in seen.items()) or text[:1].isupper()


def _employer(match: re.Match[str], seen: Seen) -> Iterator[Found]:
    value = re.sub(r"^(?:一家|一个|一所|某)", "", match["value"])
    generic = value != match["value"] or "一家" in value or "的" in value
    firm = re.search(r"(?:公司|集团|银行|医院|大学|中学|小学|学院|科技|研究所|研究院|事务所|出版社|工厂|厂|局)$", value)
    if not generic and (firm or seen.get(value) == "organisation" or re.fullmatch(r"[A-Z][A-Za-z &.-]{1,30}", value)):
        yield Found("employer", value)


def _occupation(match: re.Match[str], seen: Seen) -> Iterator[Found]:
    yield Found("occupation", match["value"])


def _languages(match: re.Match[str], seen: Seen) -> Iterator[Found]:
    for language in re.findall(LANGUAGES_ZH, match["value"]):
        yield Found("language", language)


def _vegetarian(match: re.Match[str], seen: Seen) -> Iterator[Found]:
    yield Found("diet", match["value"], "negative" if match["not"] else "positive")


def _state(match: re.Match[str], seen: Seen) -> Iterator[Found]:
    yield Found("state", _TAIL.sub("", match["value"]), confidence=LIKELY)


_LIKE = (
    r"(?:喜欢上了?|喜欢|喜爱|热爱|偏爱|偏好|钟爱|酷爱|迷上了?|爱上了|爱"
    r"(?=[吃喝听看玩打踢跑唱养读游爬骑做写画拍逛钓运旅泡睡聊]))"
)
_HATE = r"(?:讨厌|厌恶|反感|受不了|忍受不了|忍不了|嫌弃|痛恨|排斥|恨)"
_NOT = r"不(?:是)?(?:太|怎么|很|大|特别|那么|咋)?"
_RULES: tuple[tuple[re.Pattern[str], Build], ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (
            rf"{_ADVERBS}(?:不再|不|没那么|没有那么){_ADVERBS}{_HATE}(?P<value>.+)",
            _listed("dislikes", negative=True, unset=True),
        ),
        (rf"{_ADVERBS}(?:不再|没那么|没有那么){_ADVERBS}{_LIKE}(?P<value>.+)", _listed("likes", unset=True)),
        (rf"{_ADVERBS}{_NOT}{_LIKE}(?P<value>.+)了$", _listed("likes", unset=True)),
        (rf"{_ADVERBS}(?:{_NOT}{_LIKE}|{_HATE})(?P<value>.+)", _listed("dislikes", negative=True)),
        (rf"{_ADVERBS}{_LIKE}(?P<value>.+)", _listed("likes")),
        (
            rf"{_ADVERBS}(?:不对(?P<value>.{{1,12}}?)过敏|对(?P<value2>.{{1,12}}?)不过敏)",
            lambda m, s: iter((Found("allergy", m["value"] or m["value2"], "negative"),)),
        ),
        (rf"{_ADVERBS}对(?P<value>.{{1,16}}?)(?:有点|有些|会|有|严重|非常|都|特别|重度|轻微)*过敏", _listed("allergy")),
        (
            rf"{_ADVERBS}有?(?:严重的?)?(?P<value>花粉|海鲜|牛奶|花生|青霉素|坚果|芒果|尘螨|鸡蛋|酒精|乳胶|虾|蟹"
            r"|猫毛|狗毛|麸质)过敏",
            _listed("allergy"),
        ),
        (rf"{_ADVERBS}(?P<not>不)?(?:是)?(?:一?个)?(?P<value>吃(?:全)?素|(?:纯|全)?素食(?:主义)?者?)", _vegetarian),
        (
            rf"{_ADVERBS}(?:从来?)?(?:不能?|不会|不敢|不可以)吃(?P<value>(?!饭|早|午|晚|这|那|了|亏|醋|苦|惊|完"
            r"|饱|得|药|东西).+)",
            _listed("diet", negative=True),
        ),
        (
            rf"{_ADVERBS}(?:会|能)(?:说|讲)?(?:一点儿?|流利的?|一些|简单的)?(?P<value>(?:"
            rf"(?:{LANGUAGES_ZH})[、和跟与及]{{0,2}})+)",
            _languages,
        ),
        (
            r"(?:今年|现在|已经|快|刚|满|刚满|都|也)*(?P<value>\d{1,3}"
            r"|[一二三四五六七八九]?十[一二三四五六七八九]?)周?岁(?:了|啦|啊)?$",
            _age,
        ),
        (r"今年(?P<value>\d{2})了?$", _age),
        (
            r"(?:现在|目前|一直|已经|最近|刚|刚刚|都|就|也)*(?:住在?(?!的)|定居在?|家住|搬到了?|搬去了?|搬来了?"
            r"|搬家到了?)(?P<value>[^，。]{2,30}?)(?:住|生活)?$",
            _place,
        ),
        (r"(?:老家|家乡)(?:是|在)(?P<value>[^，。]{2,10}?)(?:的|人)?$", _hometown),
        (r"(?:是|来自)(?P<value>[\u4e00-\u9fff]{2,6}?)(?:人|的)?$", _hometown),
        (
            rf"(?:现在|目前|一直|已经|最近|刚)*在(?P<place>.{{2,20}}?)(?:做|当|担任)(?:一?[个名位])?"
            rf"(?P<value>{OCCUPATIONS_ZH})",
            _occupation,
        ),
        (
            rf"(?:现在|目前|一直|已经|最近|刚)*(?:是做|是|当|做)(?:一?[个名位])?(?P<value>{OCCUPATIONS_ZH})(?:了|的)?$",
            _occupation,
        ),
        (
            r"(?:现在|目前|一直|已经|最近|刚)*(?:在|入职了?|跳槽到了?|加入了?)(?P<value>[^，。]{2,20}?)(?:工作|上班"
            r"|任职|就职|了)+$",
            _employer,
        ),
        (
            r"(?:今天|现在|最近|这两天|这几天|还|又|一直|正|都|昨晚|刚刚?)*(?P<value>(?:有点|有些|好|很|太|特别|非常"
            r"|正在|在|真的)?(?:头疼|头痛|发烧|感冒|咳嗽|肚子疼|胃疼|胃痛|牙疼|嗓子疼|累|困|失眠|不舒服|难受|饿"
            r"|心情不好|心情很?差|焦虑|压力很?大|生病|加班|开会|卡在.{1,12}|忙着?.{0,8}|郁闷|烦))(?:了|啊|呢|死了"
            r"|得很|着)*$",
            _state,
        ),
    )
)


def _first(rest: str, *, past: bool, seen: Seen) -> list[Found]:
    for pattern, build in _RULES:
        match = pattern.match(rest)
        if match:
            found = list(build(match, seen))
            if past:
                # 以前喜欢…: it was so once, so it is no longer said to be; other past facts are left out.
                return [
                    Found(f.attribute, f.value, f.polarity, "unset", LIKELY)
                    for f in found
                    if f.attribute in ("likes", "dislikes") and f.action == "assert"
                ]
            if found:
                return found
    return []
