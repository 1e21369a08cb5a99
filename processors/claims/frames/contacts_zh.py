"""How a Chinese speaker is reached, whatever the wording: a number, mail or street beside words of reaching them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.found import Found
from processors.claims.frames.subjects_zh import ROLES

_DIGITS = "幺一二三四五六七八九零〇"
_PHONE = re.compile(
    r"(?<![\d@.])(?:\+?86[- ]?)?1[3-9]\d[- ]?\d{4}[- ]?\d{4}(?!\d)|(?<![\d@.])0\d{2,3}[- ]\d{3,4}[- ]?\d{4}(?!\d)"
    rf"|(?<![{_DIGITS}])[幺一][三四五六七八九][{_DIGITS}][- ]?[{_DIGITS}]{{4}}[- ]?[{_DIGITS}]{{4}}(?![{_DIGITS}])"
)
_SHORT_PHONE = re.compile(
    r"(?:我|本人)(?:的|个|嘅)?(?:新)?(?:电话|手机|号码|联系方式)(?:号码?)?(?:是|系|为|：|:)?\s*"
    r"(?P<value>\d{4}[- ]\d{4})(?![\d-])"
)
"""Numbers of eight digits are phones where they are called so."""
_EMAIL = re.compile(r"[A-Za-z0-9_.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}")
_STREET = re.compile(
    r"(?:[\u4e00-\u9fff]{2,9}?(?:省|市|区|县|镇)){0,6}[\u4e00-\u9fff]{1,8}(?:路|街|巷|大道|胡同|弄|里|村|坊|屯|庄|湾|庭"
    r"|轩|墅|大厦|广场|山庄|公馆|大院|家属院|宿舍|国际|花园|小区|苑|新村|家园|公寓|城|府)(?:东|西|南|北)?[甲乙丙]?"
    r" ?\d{1,5} ?(?:号|弄|巷|栋|幢|座)(?: ?[\dA-Za-z一二三四五六七八九十]{0,5}(?:号楼|栋|幢|座|单元|楼|室|号|层"
    r"|户)){0,6}(?: ?\d{1,4}(?:-\d{1,4})?室?)?"
)
_REACHING = re.compile(
    r"找我|找到我|打给我|打我|联系我|联系到我|给我(?:打|发|来|回)|我的?(?:新)?(?:手机|电话|号码|号|微信)|加我|呼我"
    r"|通知我|短信我|call我|(?:电话|手机号?|号码)(?:号)?(?:改|换|更新|变)|留我的|我本人|是我的|微信同号|换(?:了)"
    r"?(?:个)?(?:新)?(?:手机)?号|我的$|^新(?:手机)?号码?|(?:我|家)[里的]?(?:座机|固话)|(?:座机|固话)(?=[：:是\s\d])|旧的?(?:号码?)?"
    r"(?:停|不用|注销)"
)
_WRITING = re.compile(
    r"给我|发我|我的?(?:新|工作|私人|常用)?邮箱|写信|能收到|联系我|找我|发到我|抄送我|我这边|是我的"
    r"|我(?:的)?(?:常用|工作|新)?(?:邮箱|邮件|email)|发票|我自己的|我新的|我(?:最|平时|一直)?常?用|(?:填|留|署|用)我的?|我天天看|我常看"
)
_PUT_RIGHT = re.compile(
    r"(?:写|打|填|记|留|登记|输|报|敲)[得的]?(?:错|反|漏|少|多)|[错漏]了|(?:少|多)(?:写|打|了)|应该是|才对"
)
_OF_MINE = re.compile(r"我|(?:给|发|告诉|留给|报给)[你您]|刚才|刚刚|之前|上次|前面|[填留写]的")
_GIVEN = re.compile(r"(?:之前|以前|上次)?(?:给|发|告诉|留给|报给)[你您](?:们)?的|之前的")
"""之前给你的邮箱写错了: what was given before is the speaker's, as is what takes its place."""
_MY_MAIL = re.compile(r"我的?(?:新|工作|私人|常用)?(?:邮箱|邮件)")
_LIVING = re.compile(
    r"(?:寄|送|邮|发|上门|改到|快递|收货|收件|签收|配送|派送)|我(?:家|们家)?(?:现在|如今|新)?(?:住|搬)"
    r"|(?:我|新|家庭|收货|邮寄)的?(?:地址|住址|家)|我家"
)
_ANOTHERS = re.compile(
    rf"[他她它]|其(?![实他中它余次间])|{ROLES}|[你您](?:们)?(?:的|家|那边|这边|公司|邮箱|电话|地址)|客户|顾客|用户"
    r"|客服|公司(?:电话|地址|邮箱)|酒店|店里|工单|单位[：:]|[到给](?:单位|公司)|前台|以前|之前的|旧|原来的|不是我"
)
_BEFORE_ADDRESS = re.compile(
    r"^(?:[^，。\d]{0,6}?改[寄送发]到)?(?:我们?|家|现在|住在?|搬到了?|寄到|送到|发到|到|地址是?|是|在|新家|请|快递|外?送|寄){0,6}"
)


def contacts_zh(text: str, own: str = "") -> Iterator[Found]:
    """What a sentence gives of phone, mail and address; `own`: the speaker's words of the turn."""
    mail, phone, street = _EMAIL.search(text), _PHONE.search(text), _STREET.search(text)
    short = _SHORT_PHONE.search(text) if phone is None else None
    told = max((one.end() for one in (mail, phone, short, street) if one), default=0)
    before = _EMAIL.sub("", text[:told])
    put_right = _PUT_RIGHT.search(text) is not None and _OF_MINE.search(before) is not None
    if not told or _ANOTHERS.search(_GIVEN.sub("", before) if put_right else before):
        return
    if mail and (put_right or _WRITING.search(text) or _MY_MAIL.search(own)):
        yield Found("email", mail[0].rstrip("."), subject="user")
    if short:
        yield Found("phone", short["value"], subject="user")
    elif phone and (put_right or _REACHING.search(text)):
        yield Found("phone", phone[0], subject="user")
    if street and _LIVING.search(text):
        yield Found("address", _BEFORE_ADDRESS.sub("", street[0]), subject="user")
