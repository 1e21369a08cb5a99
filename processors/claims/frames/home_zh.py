"""Where Chinese speakers live and come from, and how they are reached, in the words that no frame holds."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.found import LIKELY, Found
from processors.claims.frames.clause_zh import SaidZh
from processors.claims.life_words import COUNTRIES_ZH
from processors.claims.words import PLACE_ZH

_LONG = r"(?:[快都有已经将近整]*[\d一二两三四五六七八九十几半多来好]+(?:年|个?月|周)(?:多|半|了|头|有余)*)"
_STAYS = re.compile(
    rf"^(?:人)?(?:在)?(?:住|生活|定居|安家|落户|扎根|待|呆|漂|混|常住|长住|常驻)(?:着|了)?(?:下来)?(?:{_LONG})?(?:了"
    r"|的)?$"
)
_SETTLED = re.compile(
    r"^(?:安了家|买了房|买的房|落了脚|落了户|成了家|扎了根|安顿(?:好|下来)?了?|租了?房|租的?房子?)(?:子)?(?:了)?$"
)
_FOUND_HOME = re.compile(
    r"^(?:落脚在?|定居在?|常驻在?|常住在?|长住在?|坐标在?|base ?在?|扎根在?|落户在?|安家在?|移居到?|移民到?了?|迁居到?|"
    r"回(?:到)?了?(?:老家|家乡)|搬到了?|搬来了?|搬去了?|搬回了?|回到了?|住到了?|搬家到了?|迁到了?|举家搬到了?|调到了?"
    r"|外派到了?|派驻到?了?)(?P<place>[\u4e00-\u9fff]{2,9}?)(?:市)?(?:来|去)?(?:定居|生活|住|发展|养老|上班|工作)?(?:了"
    r"|的)?(?:" + _LONG + r")?$",
    re.IGNORECASE,
)
_BASED = re.compile(
    r"(?i:^(?:我)?(?:现在|目前|人)?(?:坐标|base在?|base:?|常驻地?是?)\s*(?P<place>[\u4e00-\u9fff]{2,8})$)"
)
_LIVES = re.compile(r"^(?:我|我们)?[^，。]{0,4}(?:住|租房|定居|安家|生活|搬)")
_LEFT = re.compile(r"^(?:在|住在?|待在?|搬离了?|离开了?)(?P<place>[\u4e00-\u9fff]{2,6}?)(?:住|生活|待)?了$")
_FROM = re.compile(
    r"^(?:是|就是|算是|也是)(?:个)?(?:土生土长的?|地道的?|正宗的?|地地道道的?|老|纯正的?)"
    r"?(?P<place>[\u4e00-\u9fff]{2,6}?)(?:那边的?|这边的?)?(?:人|的|妹子|伢|娃|人士|籍)$"
)
_ROOTS = re.compile(
    r"(?:祖籍|籍贯|老家|家乡|故乡|原籍|娘家)(?:是|在|就是|就在|：)?(?:个)?(?P<place>[\u4e00-\u9fff]{2,9}?)(?:那边|的"
    r"|人|下面)*$|(?P<home>[\u4e00-\u9fff]{2,8})(?:就)?是我(?:的)?(?:老家|家乡|故乡|娘家)"
)
_GREW = re.compile(
    r"^(?:(?:出生|长大|土生土长)(?:在|于)|(?:从小|打小|小时候|自小|自幼)?(?:就)?(?:一直)?(?:生活|住|长|待)(?:在|于))"
    r"(?P<place>[\u4e00-\u9fff]{2,9}?)(?:长大)?(?:的)?$"
)
_YOUNG = re.compile(r"从小|打小|自小|自幼|小时候")
_NO_PLACE = re.compile(r"[我你他她的了]|公司|学校|医院|酒店|家里|宿舍|国外|外地|城里|乡下|附近|哪|什么")
_REGION = re.compile(
    r"(?:潮汕|徽州|闽南|胶东|关中|川西|苏北|苏南|皖南|湘西|陕北|东北|西北|江南|岭南|粤北|粤西|浙南|豫东|鲁西|冀东|辽西)"
)
_NOT_HOME = re.compile(r"[你您她]|(?<!吉)他(?!汀)|出差|旅游|酒店|开会")


def home_zh(said: SaidZh) -> Iterator[Found]:
    """Home city and home town."""
    text, parts = said.text, said.parts
    if said.open or _NOT_HOME.search(text):
        return
    roots = _ROOTS.search(text)
    if roots and (parts is not None or text.startswith(("老家", "祖籍", "籍贯", "家乡"))):
        place = (roots["place"] or roots["home"]).removesuffix("人")
        whose = parts.subjects[0] if parts is not None else "user"
        if _is_place(place, said):
            yield Found("hometown", place, subject=whose)
    native = re.match(r"^(?:是)?(?P<place>[\u4e00-\u9fff]{2,6})人$", text) if said.goes_on else None
    if native and _is_place(native["place"], said) and not re.fullmatch(COUNTRIES_ZH, native["place"]):
        yield Found("hometown", native["place"], confidence=LIKELY, subject="user")
        return
    if parts is None or parts.fronted:
        return
    whose, rest = parts.subjects[0], parts.rest
    origin = _FROM.match(rest) if "我" in text and not parts.negated else None
    if origin and not re.fullmatch(COUNTRIES_ZH, origin["place"]) and _is_place(origin["place"], said) and not said.was:
        yield Found("hometown", origin["place"], subject=whose)
    grew = _GREW.match(rest)
    if grew and (_YOUNG.search(text) or "长大" in text or "出生" in text) and _is_place(grew["place"], said):
        yield Found("hometown", grew["place"], subject=whose)
        return
    if said.was:
        return
    yield from _homes(said, whose, rest)


def _homes(said: SaidZh, whose: str, rest: str) -> Iterator[Found]:
    parts = said.parts
    assert parts is not None
    left = _LEFT.match(rest) if parts.negated or rest.startswith(("搬离", "离开")) else None
    if left and _is_place(left["place"], said):
        yield Found("home_city", left["place"], "negative", "unset", LIKELY, whose)
        return
    if parts.negated:
        return
    inside = parts.places.get("in", "")
    if inside and (_STAYS.match(rest) or _SETTLED.match(rest)) and _is_place(inside, said):
        lasting = re.search(r"待|呆|漂|混", rest) is None or re.search(r"年|月", rest)
        if lasting:
            yield Found("home_city", inside, subject=whose)
    if inside and not rest and _LIVES.search(said.before) and _is_place(inside, said):
        yield Found("home_city", inside, confidence=LIKELY, subject=whose)
    for pattern in (_FOUND_HOME, _BASED):
        placed = pattern.match(rest)
        if placed and _is_place(placed["place"], said):
            yield Found("home_city", placed["place"], subject=whose)
            return


def _is_place(text: str, said: SaidZh) -> bool:
    if not text or _NO_PLACE.search(text) or len(text) > 9:
        return False
    return bool(PLACE_ZH.match(text)) or bool(_REGION.match(text)) or said.seen.get(text) == "location"
