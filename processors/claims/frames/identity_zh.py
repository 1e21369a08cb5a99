"""Who a Chinese speaker is: name, age, birthday, marriage, nationality, in the words that no frame holds."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.chinese_values import number_zh
from processors.claims.found import LIKELY, SURE, Found
from processors.claims.frames.chinese import ends_as
from processors.claims.frames.clause_zh import SaidZh
from processors.claims.frames.subjects_zh import KIN, KIN_WORDS, OF_OTHERS, ROLES
from processors.claims.life_words import COUNTRIES_ZH
from processors.claims.people import is_name_zh

_NAME = r"(?P<name>[\u4e00-\u9fff]{2,4}?|[A-Z][a-z]{1,14}(?: [A-Z][a-z]{1,14})?)"
_PAPERS = r"(?:身份证|户口本|户口|护照|驾照|驾驶证|学生证|工牌|社保卡|医保卡|简历|档案|毕业证|病历)"
_CALLED = re.compile(
    rf"(?:(?:全名|真名|大名|本名|中文名|英文名|姓名|名字|学名)(?:就)?(?:是|叫做?|写的?是?|填)|{_PAPERS}(?:上|里|上面)"
    r"?(?:的)?(?:我)?"
    r"(?:名字|姓名)?(?:就)?(?:是|写的?是|叫|印的是|登记的是)|(?:署名|落款|抬头|收件人|收货人|下单人|联系人|取件人"
    r"|预约人|报名人|患者|入住人|乘客)(?:姓名)?(?:请|就|要)?(?:是|写|填|用|改成|登记)|(?:(?<![取起])名叫|(?<!取)名字叫)"
    r"|(?:这边|这里)是|(?:改|换)?(?:名|名字)?改成|"
    rf"(?:取|起)的?名字?是|(?:填|写|登记)(?:的)?(?:是)?){_NAME}(?:就行|就好|吧|就成|即可|就可以|这个名字)?$"
)
_STRONG = re.compile(rf"真名|本名|全名|大名|{_PAPERS}|名叫|名字叫|我的名字|这边是|这里是|取的名字|取名|起名|改名")
_MINE = re.compile(r"我(?!妈|爸|们公司|老|儿|女|姐|妹|哥|弟|家的?[猫狗])|本人|自己|鄙人|在下")
_THEIRS = re.compile(rf"[他她它你您]|客户|顾客|朋友|孩子|{ROLES}|{KIN}|公司名|店名|猫|狗|书名|歌名|游戏|角色|主角")
_SPELT = re.compile(
    r"(?:^|[，,])(?P<char>[\u4e00-\u9fff])字?(?:旁|头)|(?:[\u4e00-\u9fff]{1,4})的(?P<of>[\u4e00-\u9fff])(?:$|[，,。])"
)
_FAMILY = re.compile(
    r"^(?:我|本人|鄙人|在下|免贵|敝人)*(?:免贵)?姓(?P<family>[\u4e00-\u9fff]{1,2}?)[，,]?(?:单名(?:一个?)?|名(?:叫)?"
    r"|叫)(?P<given>[\u4e00-\u9fff]{1,2}?)(?:字)?$"
)
_AND_GIVEN = re.compile(r"^(?:单名(?:一个?)?|名(?:叫)?|叫)(?P<given>[\u4e00-\u9fff]{1,2}?)(?:字)?$")
_FAMILY_BEFORE = re.compile(r"^(?:我|本人|鄙人|在下|免贵|敝人)*(?:免贵)?姓(?P<family>[\u4e00-\u9fff]{1,2})$")
_PUT_RIGHT = re.compile(
    r"^(?:应该|正确的)?(?:是|叫|为)[“\"「]?(?P<name>[\u4e00-\u9fff]{2,4}?)[”\"」]?(?:，?(?:不|而不|可不)是[\u4e00-\u9fff]{2,4})?$"
)
_NAME_WRONG = re.compile(r"(?<!他的)(?<!她的)(?:名字|姓名|名儿)[^。]{0,8}(?:错|不对|反了)")
_MY_FULL_NAME = re.compile(r"^(?:我|本人)的?(?:大名|全名|真名|本名|学名)(?:叫|是)?(?P<name>[\u4e00-\u9fff]{2,4})$")
_MYSELF = re.compile(r"^(?:本人|鄙人|在下|敝人)(?:叫|是|名叫)?(?P<name>[\u4e00-\u9fff]{2,3})$")
_CALLED_BY = re.compile(
    r"(?:大家|都|朋友|同事|家里人|熟人|别人|人家|同学|圈里)[^，。]{0,6}?(?:管我叫|叫我|喊我|称呼我为?|唤我)"
    r"(?P<name>[\u4e00-\u9fffA-Za-z]{2,10}?)(?:就行|就好|吧|即可|就可以)?$"
)
_SIGNED = re.compile(
    r"(?:写|印|用|签|填|署|报|留|登记)(?:的)?(?:是|上)?我(?:的|自己的|本人的?)?(?:名字?|大名|姓名|真名|全名)(?:就行|就好|吧|即可)?$"
)
"""介绍信落款写我名字，欧阳晴: the next clause is the name."""
_NO_SELF = re.compile(r"^[属男女在已未离单待退无有不想要]|学生|老师|宝妈|社恐|亲[测身]")
_INTRODUCED = re.compile(r"自我介绍|真名|全名|本名|认识一下|报个到|新来的|新人报到|初来乍到")
_I_AM = re.compile(r"^(?:你好|您好|大家好|嗨|哈喽)?(?:我是|我这边是|这边是|这里是)(?P<name>[\u4e00-\u9fff]{2,4})$")

_NUMBER = r"(?:\d{1,3}|[二三四五六七八九]?十[一二三四五六七八九]?|[一二两三四五六七八九])"
_AGED = re.compile(
    r"^(?:我|本人|我们|其实|实际|今年|现在|已经|都|才|刚刚?|也|就|过完年|过了年|眼看|马上|转眼|快要?|上个?月|这个?月"
    r"|昨天|前天|上?周[一二三四五六日天]?|到){0,6}"
    rf"(?:满|整|年满|刚满|周岁|实岁|是|年龄|年纪|岁数|有|到|过){{0,6}}(?:是|写|填|：|:)?(?P<age>{_NUMBER})(?:周?岁)"
    r"?(?:的人|的年纪)?"
    rf"(?:了|啦|整|出头|多|就行|就好){{0,6}}(?:的人了.{{0,8}}|(?<=了)(?:还|也|才|连).{{1,8}})?$"
)
_AGE_CUE = re.compile(r"岁|^整|刚过|年过|的人|今年|满|年龄|年纪|岁数|周岁")
_AGE_BEFORE = re.compile(
    r"奔[二三四五六七八]|[二三四五六七八九]十[好多]几|比.{1,6}[大小].{0,3}岁|[高初大研][一二三四]$"
    r"|属[鼠牛虎兔龙蛇马羊猴鸡狗猪]|[五六七八九0]0后|[〇零]后|本命年|虚岁|年龄|年纪|岁数|岁"
)
_NAMED_BY = re.compile(r"^.{0,6}给我(?:取|起)")
_NO_NAME = re.compile(r"什么|怎么|[吗呢吧谁哪的了]")
_OVER_THAT = re.compile(
    rf"^(?:过完?[^，。我]{{1,4}})?我(?:就|都|也|马上|眼看|已经)*(?:要)?(?:整)?(?P<age>{_NUMBER})(?:周?岁)?了$"
)
_LIVED = re.compile(rf"^(?:我)?(?:都|也)?活(?:了|到)(?:快)?(?P<age>{_NUMBER})(?:年|岁|了|头一回|头一次|还|才|都)")
_BARE_AGE = re.compile(r"^(?:本人|我)?(?P<age>\d{2}|[二三四五六七八九]十[一二三四五六七八九]?)(?:岁)?$")
_OF_LIFE = re.compile(r"^(?:男|女|单身|未婚|已婚|离异|丧偶|独居|至今单身|孩子|宝妈|全职|无业|待业|失业)")
"""What follows an age that stands alone: 29，至今单身."""
_SEX = re.compile(r"^(?:本人|我)?(?:，)?[男女]$")
_EXACTLY = re.compile(
    rf"(?:确切|准确|具体|精确|严格)(?:地|点|来)?(?:说|讲|算)(?:是|应该是)?(?P<age>{_NUMBER})(?:周?岁)?(?:了)?$"
)
_AS_ONE = re.compile(rf"(?:作为|身为|像我这(?:种|样))(?:一个)?(?P<age>{_NUMBER})周?岁的")
_DAY = r"[\d一二三四五六七八九十廿]{1,3}"
_DATE = (
    rf"(?:\d{{4}}年)?(?:农历|阴历|旧历|阳历|公历|新历)?(?:[\d一二三四五六七八九十]{{1,3}}月|正月|腊月|冬月)(?:初)"
    rf"?{_DAY}[日号]?|(?:农历|阴历|旧历)?(?:正|腊|冬|[一二三四五六七八九十]{{1,2}})月(?:初"
    rf"|廿)?[一二三四五六七八九十]{{1,2}}|\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}"
)
_HOLIDAY = (
    r"(?:国庆节?|元旦|春节|除夕|大年(?:三十|初[一二三])|元宵节?|清明节?|端午节?|七夕|中秋节?|重阳节?|腊八|小年|冬至|圣诞节?|情人节|愚人节"
    r"|妇女节|儿童节|建军节|教师节|光棍节|双十[一节]|平安夜|劳动节|青年节)"
)
_BORN = (
    re.compile(rf"(?:^|我的?)生日(?:是|在|就是|就在|正好是|赶上|正赶上)(?P<date>{_HOLIDAY})$"),
    re.compile(rf"^(?P<date>{_HOLIDAY})(?:那天|当天)?(?:就|正好)?是我的?生日"),
    re.compile(rf"(?P<date>{_DATE})(?:就)?(?:是|过)?(?:我|本人)(?:的)?(?:农历|阴历|阳历)?(?:过)?生日"),
    re.compile(rf"(?:我|本人)(?:的)?(?:过)?(?:农历|阴历|阳历)?(?:出生日期|生日)[^，。\d]{{0,8}}?(?P<date>{_DATE})"),
    re.compile(rf"(?:出生日期|生日)(?:的话)?(?:填|写|是|在|改成|：|:)+(?P<date>{_DATE})"),
    re.compile(rf"(?:我|本人)?(?:是)?(?:出生[在于]|生[在于])(?P<date>{_DATE})"),
    re.compile(rf"(?:我|本人)(?:是|就是)?(?P<date>{_DATE})(?:生|出生|的生日|过生日|生人|的?寿星)"),
    re.compile(rf"^(?:我|本人)?(?:是)?(?P<date>{_DATE})(?:生的|出生的?|生人)"),
    re.compile(
        rf"{_PAPERS}(?:上|里)?(?:写的?|登记)?(?:的)?(?:生日)?是(?:：|:|\s)*(?P<date>{_DATE})(?:\s)*(?:出生|生)?"
    ),
    re.compile(rf"(?P<date>{_DATE})(?:那天)?我(?:就)?(?:要)?过生日"),
)
_BIRTH_SIGN = re.compile(r"[生寿证本照]")
_KIN_BORN = re.compile(rf"(?:生日)[^，。\d]{{0,8}}?(?P<date>{_DATE})|(?P<date2>{_DATE})(?:生的|出生|的生日|过生日)")
_MY_KIN = re.compile(rf"我(?:们)?(?:家)?的?(?P<kin>{KIN})")
_OTHERS_BEFORE = re.compile(rf"{KIN}|孩子|娃|[他她]|猫|狗")
_OF_OTHERS_DAY = re.compile(rf"[他她你您]|{ROLES}|朋友")
_BIRTHDAY_BEFORE = re.compile(r"(?:我|本人)[^，。他她]{0,10}生日[^，。]{0,12}$")
_ONLY_DATE = re.compile(rf"^(?:是|就是|也就是|在)?(?P<date>{_DATE})$")
_STATUS = re.compile(
    r"^(?:是|还是|仍|又|重新|恢复|回归|去年|今年)*(?P<value>单身|离异|离婚|离了婚|离了|丧偶|守寡|分手|分居|订婚"
    r"|订了婚|领证|领了证|扯证|结婚|结了婚|再婚|已婚|未婚|不婚主义|隐婚|闪婚|脱单)(?:状态|狗|人士|贵族)?(?:一个人)"
    r"?(?:[快都有已经将近\d一二两三四五六七八九十几半多来]+(?:年|个?月|天|周)(?:多|半)?)?(?:了|的|啦|呢|吧)*$"
)
_NOT_WED = re.compile(r"^(?:还|一直|压根|至今|根本)*(?P<value>结婚|成家|对象|男朋友|女朋友|领证|离婚)(?:呢|的)?$")
_NATION = re.compile(
    rf"(?:国籍|籍)(?:是|为|填|写|：)?(?P<a>{COUNTRIES_ZH})$|(?P<b>{COUNTRIES_ZH})(?:国籍|籍(?=$|[，。的华人])|公民"
    r"|护照|华人|华侨|裔)|"
    rf"(?:拿|入|换|加入|归化)(?:了|的|的是|成)?(?P<c>{COUNTRIES_ZH})(?:国?籍|护照|绿卡)"
)
_REACHED = re.compile(
    r"^(?:的)?(?:联系|手机|工作|常用)?(?:(?P<phone>电话|手机号?码?|号码)|邮箱(?:地址)?|邮件地址)(?:号码?)?(?:是|为"
    r"|：)\s*(?P<value>[A-Za-z0-9_.+@-]{7,60})"
)


def identity_zh(said: SaidZh) -> Iterator[Found]:
    """Name, age, birthday, marriage and nationality."""
    yield from _names(said)
    if said.open or said.was:
        return
    yield from _reached(said)
    yield from _ages(said)
    yield from _birthdays(said)
    if said.rest:
        yield from _statuses(said)
    whose = said.parts.subjects if said.parts is not None else ["user"] if said.text.startswith("国籍") else []
    nation = (
        _NATION.search(said.text) if whose and not re.search(r"[你您她]|(?<!吉)他(?!汀)|办|朋友", said.text) else None
    )
    if nation:
        value = nation["a"] or nation["b"] or nation["c"]
        yield from (Found("nationality", value, subject=one) for one in whose)


def _reached(said: SaidZh) -> Iterator[Found]:
    """How somebody else who is named, or kin, is reached."""
    match = _REACHED.match(said.parts.rest) if said.parts is not None and said.parts.subjects != ["user"] else None
    if match and said.parts is not None and ("@" in match["value"]) != bool(match["phone"]):
        attribute = "phone" if match["phone"] else "email"
        yield Found(attribute, match["value"].rstrip("."), subject=said.parts.subjects[0])


def _names(said: SaidZh) -> Iterator[Found]:
    text = said.text
    family, given = _FAMILY.match(text), _AND_GIVEN.match(text)
    before = _FAMILY_BEFORE.match(said.before)
    if family:
        yield Found("name", family["family"] + family["given"], subject="user")
    elif given and before:
        yield Found("name", before["family"] + given["given"], subject="user")
    right = _PUT_RIGHT.match(text)
    if right and _NAME_WRONG.search(said.earlier) and _is_somebody(right["name"], said):
        yield Found("name", right["name"], subject="user")
    full = _MY_FULL_NAME.match(text)
    if full and not _NO_NAME.search(full["name"]):
        yield Found("name", full["name"], subject="user")
    myself = _MYSELF.match(text)
    if (
        myself
        and not _NO_SELF.search(myself["name"])
        and not _NO_NAME.search(myself["name"])
        and (_is_somebody(myself["name"], said) or any(sign in said.after for sign in myself["name"]))
    ):
        yield Found("name", myself["name"], subject="user")
    by_others = _CALLED_BY.search(text)
    if by_others and _is_somebody(by_others["name"], said):
        yield Found("name", by_others["name"], subject="user")
    if _SIGNED.search(said.before) and _is_somebody(text, said):
        yield Found("name", text, subject="user")
    called, am = _CALLED.search(text), _I_AM.match(text)
    if not (called or am or _INTRODUCED.search(said.before)) or _THEIRS.search(_NAMED_BY.sub("", text)):
        return
    if called and _is_somebody(called["name"], said) and ("我" in text or not _OTHERS_BEFORE.search(said.earlier)):
        spelt = _SPELT.search(said.after)
        told = spelt is not None and (spelt["char"] or spelt["of"] or "?") in called["name"]
        mine = _MINE.search(said.own) and not _THEIRS.search(said.own)
        if _STRONG.search(text) or told or mine:
            yield Found("name", called["name"], subject="user")
    if am and said.seen.get(am["name"]) == "person" and is_name_zh(am["name"]) and am["name"][0] not in "小老阿大":
        yield Found("name", am["name"], confidence=LIKELY, subject="user")
    if _INTRODUCED.search(said.before) and said.seen.get(text) == "person" and is_name_zh(text):
        yield Found("name", text, subject="user")


def _is_somebody(name: str, said: SaidZh) -> bool:
    return is_name_zh(name) or said.seen.get(name) == "person"


def _ages(said: SaidZh) -> Iterator[Found]:
    text = said.text
    if said.parts is not None and said.parts.subjects != ["user"] and "我" in text and "今年" in text:
        theirs = _AGED.match(said.parts.rest)
        years = number_zh(theirs["age"]) if theirs else None
        if years and "岁" not in text:
            yield Found("age", str(years), subject=said.parts.subjects[0])
        return
    if said.parts is not None and said.parts.subjects != ["user"] and "我" not in text:
        theirs = _AGED.match(text)
        years = number_zh(theirs["age"]) if theirs and _AGE_CUE.search(text) else None
        if years:
            yield Found("age", str(years), subject=said.parts.subjects[0])
            return
    alone = _BARE_AGE.match(text)
    if alone and (
        text[0] in "本我" or _OF_LIFE.match(said.after) or ends_as(said.after, "occupation") or _SEX.search(said.before)
    ):
        years = number_zh(alone["age"])
        if years is not None and 14 < years < 100 and not said.open:
            yield Found("age", str(years), confidence=LIKELY, subject="user")
        return
    told_of = _OVER_THAT.match(text) or _LIVED.match(text)
    if told_of and (years := number_zh(told_of["age"])) and 14 < years < 110:
        yield Found("age", str(years), confidence=LIKELY, subject="user")
        return
    match = _AGED.match(text) or _EXACTLY.search(text) or _AS_ONE.search(text)
    if match is None or re.search(r"[你您她]|(?<!吉)他(?!汀)|虚岁", text):
        return
    whose = _MY_KIN.search(said.before)
    if whose and "我" not in text and match.re is _AGED and (_AGE_BEFORE.search(said.before) or _AGE_CUE.search(text)):
        role = KIN_WORDS[whose["kin"]][1]
        years = number_zh(match["age"])
        named = said.parts is not None and said.parts.subjects[0] not in ("user", role)
        if role and not named and years is not None and 0 < years <= 110 and not re.search(r"[他她]", text):
            yield Found("age", str(years), confidence=LIKELY, subject=role)
        return
    if _OTHERS_BEFORE.search(said.before) and "我" not in text and match.re is _AGED:
        return
    told = (
        match.re is not _AGED
        or _AGE_CUE.search(text)
        or (match["age"] and re.search(r"我|本人", text[: match.start("age")]) and "了" in text[match.end("age") :])
    )
    if not told and not _AGE_BEFORE.search(said.before):
        return
    if said.before and not re.search(r"我|本人|^作为", said.before + text) and not _AGE_BEFORE.search(said.before):
        return
    number = number_zh(match["age"])
    if number is not None and 9 < number <= 110:
        yield Found("age", str(number), confidence=SURE if "岁" in text else LIKELY, subject="user")


def _birthdays(said: SaidZh) -> Iterator[Found]:
    text = said.text
    if not _BIRTH_SIGN.search(said.before + text) or _OF_OTHERS_DAY.search(text):
        return
    whose = _MY_KIN.search(text)
    if whose:
        date = _KIN_BORN.search(text)
        role = KIN_WORDS[whose["kin"]][1]
        if date and role:
            yield Found("birthday", date["date"] or date["date2"], subject=role)
        return
    match = next((found for pattern in _BORN if (found := pattern.search(text))), None)
    if match is None and _BIRTHDAY_BEFORE.search(said.before) and not OF_OTHERS.match(said.before):
        match = _ONLY_DATE.match(text)
    of = said.parts.subjects[0] if said.parts is not None and "我" not in text else "user"
    if match and (of != "user" or not said.people or "我" in text):
        yield Found("birthday", match["date"], subject=of)


def _statuses(said: SaidZh) -> Iterator[Found]:
    parts = said.parts
    if parts is None or (parts.elided and not re.search(r"了|未婚|单身|离异|丧偶|已婚|刚|年|月", said.text)):
        return
    status = _STATUS.match(said.rest)
    event = status is not None and re.match(r"领|扯|结|订|离|分|再", status["value"])
    if event and not re.search(r"了|刚|已|过|上|去年|今年|年|月", said.text):
        return
    if status and not parts.negated:
        value = (
            status["value"] if status["value"] == "离了婚" or len(status["value"]) > 2 else status["value"].rstrip("了")
        )
        value = {"离": "离婚", "离了": "离婚"}.get(value, value)
        yield Found("relationship_status", value, subject="user")
    not_wed = _NOT_WED.match(said.rest) if parts.negated else None
    if not_wed and "跟" not in said.text and "和" not in said.text:
        yield Found("relationship_status", not_wed["value"], "negative", subject="user")
