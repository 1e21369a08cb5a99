"""What a Chinese predicate says of its subject: likes, age, home, work, diet, languages, states."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from processors.claims.chinese_values import NO_OBJECT, TAIL, Seen, number_zh, place_of, value_of
from processors.claims.found import LIKELY, Found, items_zh
from processors.claims.life_words import COUNTRIES_ZH
from processors.claims.words import ACTIVITIES_ZH, KEPT_FROM_ZH, LANGUAGES_ZH, OCCUPATIONS_ZH, PLACE_ZH, PLAYED_ZH

WHEN = (
    r"(?:现在|目前|如今|最近|平时|周末|今天|今年|昨天|从小|一直|其实|真的|真|还是|也|还|都|就|很|最|特别|非常|比较|挺"
    r"|超级?|蛮|更|一向|向来|每天|早上|晚上|经常|偶尔|常|总|的确|确实|只|可|太|本来|开始|又|已经|早就|个人|自己|本人"
    r"|一点(?:都|也|儿也)?|上周|上个?月|上个?星期|去年|前年|前天|刚刚?|从[^，。]{1,6}(?:开始|起)就?|十分|相当|尤其"
    r"|倒是?|反而|好|终于|这几年|这两年|这几天|这两天)"
)
_ADVERBS = rf"{WHEN}{{0,6}}"
Build = Callable[[re.Match[str], Seen], Iterator[Found]]


def _listed(attribute: str, *, negative: bool = False, unset: bool = False) -> Build:
    def build(match: re.Match[str], seen: Seen) -> Iterator[Found]:
        if NO_OBJECT.match(match["value"]):
            return
        value = value_of(match["value"])
        for item in items_zh(value) if value else []:
            if item and not NO_OBJECT.match(item):
                yield Found(
                    attribute, value_of(item), "negative" if negative else "positive", "unset" if unset else "assert"
                )

    return build


def _age(match: re.Match[str], seen: Seen) -> Iterator[Found]:
    years = number_zh(match["value"] or match["age"])
    if years is not None and 0 < years <= 120:
        yield Found("age", str(years))


def _place(match: re.Match[str], seen: Seen) -> Iterator[Found]:
    value = re.sub(r"(?:了|这边|那边|呢|啊|的)+$", "", match["value"])
    value = place_of(value, seen)
    if re.search(r"[\d一二三四五六七八九十]+(?:号|弄|栋|幢|室|单元)|[路街道巷弄]|(?:小区|花园|新村|公寓)$", value):
        yield Found("address", value, confidence=LIKELY)
    elif _is_place(value, seen):
        yield Found("home_city", value)


_VISITED = re.compile(
    r"国籍|华[人侨]?$|籍$|公园|广场|商场|超市|博物馆|美术馆|餐厅|饭店|景区|乐园|车站|机场|来着|[路街巷桥湖山塔寺]$|[次想要刚才][来去到回]"
)
"""Where one goes and nobody is from: …经过了一个公园，是东湖公园 says what the park is."""


def _hometown(match: re.Match[str], seen: Seen) -> Iterator[Found]:
    if match["value"][0] not in "个一这那" and not _VISITED.search(match["value"]) and _is_place(match["value"], seen):
        yield Found("hometown", match["value"])


def _is_place(text: str, seen: Seen) -> bool:
    if not 2 <= len(text) <= 12 or re.search(
        r"家里|公司|学校|宿舍|酒店|附近|楼|这个|那个|医院|这里|那里|一起|外面", text
    ):
        return False
    known = bool(PLACE_ZH.match(text)) or text[-1] in "市省县区镇村州"
    return known or any(kind == "location" and name in text for name, kind in seen.items()) or text[:1].isupper()


_NO_FIRMS = re.compile(
    r"(?:公司|集团|银行|医院|大学|中学|小学|学院|研究所|事务所|出版社|工厂|幼儿园|学校|酒店|超市|律所|法院|厂|局)"
)


def _employer(match: re.Match[str], seen: Seen) -> Iterator[Found]:
    value = re.sub(r"^(?:一家|一个|一所|某)", "", match["value"])
    generic = value != match["value"] or "一家" in value or "的" in value or bool(_NO_FIRMS.fullmatch(value))
    firm = re.search(r"(?:公司|集团|银行|医院|大学|中学|小学|学院|科技|研究所|研究院|事务所|出版社|工厂|厂|局)$", value)
    if not generic and (firm or seen.get(value) == "organisation" or re.fullmatch(r"[A-Z][A-Za-z &.-]{1,30}", value)):
        yield Found("employer", value)


def _occupation(match: re.Match[str], seen: Seen) -> Iterator[Found]:
    yield Found("occupation", match["value"])


def _languages(match: re.Match[str], seen: Seen) -> Iterator[Found]:
    for language in re.findall(LANGUAGES_ZH, match["value"]):
        yield Found("language", language)


def _no_language(match: re.Match[str], seen: Seen) -> Iterator[Found]:
    yield Found("language", match["value"], "negative")


def _studied(match: re.Match[str], seen: Seen) -> Iterator[Found]:
    yield Found("education", match["value"])


def _nationality(match: re.Match[str], seen: Seen) -> Iterator[Found]:
    yield Found("nationality", match["value"])


def _intolerant(match: re.Match[str], seen: Seen) -> Iterator[Found]:
    yield Found("allergy", match["value"])


def _hobby(match: re.Match[str], seen: Seen) -> Iterator[Found]:
    yield Found("hobby", match["value"])


def _skill(match: re.Match[str], seen: Seen) -> Iterator[Found]:
    yield Found("skill", match["value"])


def _vegetarian(match: re.Match[str], seen: Seen) -> Iterator[Found]:
    yield Found("diet", match["value"], "negative" if match["not"] else "positive")


def _state(match: re.Match[str], seen: Seen) -> Iterator[Found]:
    value = TAIL.sub("", match["value"])
    # Hunger and thirst are over within the hour, and 烦 sighs at what was just said.
    if not re.fullmatch(r"(?:有点|有些|好|很|太)?(?:饿|困|渴|烦)", value):
        yield Found("state", value, confidence=LIKELY)


_LIKE = (
    r"(?:喜欢上了?|喜欢|喜爱|热爱|偏爱|偏好|钟爱|酷爱|迷上了?|爱上了|爱"
    r"(?=[吃喝听看玩打踢跑唱养读游爬骑做写画拍逛钓运旅泡睡聊])|(?<=[超最很别真])爱(?![情人国护上你他她我这那死了]))"
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
        (rf"{_ADVERBS}(?:迷上|爱上|喜欢上|开始玩|开始学)了?(?P<value>{ACTIVITIES_ZH})(?:了)?$", _hobby),
        (
            rf"{_ADVERBS}(?:迷上|入坑|沉迷)了?(?P<value>[养种写画拍钓练拼做织弹拉吹唱刻捏下打玩酿烤染缝修搭爬骑跑滑][\u4e00-\u9fff]{{1,5}})$",
            _hobby,
        ),
        (rf"{_ADVERBS}{_LIKE}(?P<value>.+)", _listed("likes")),
        (
            rf"{_ADVERBS}(?:不对(?P<value>.{{1,12}}?)过敏|对(?P<value2>.{{1,12}}?)(?:已经|现在|早就?|其实|并|也|都"
            r"|再){0,6}不(?:再)?过敏)",
            lambda m, s: iter((Found("allergy", m["value"] or m["value2"], "negative"),)),
        ),
        (
            rf"{_ADVERBS}对(?P<value>.{{1,16}}?)(?:有点|有些|会|有|严重|非常|都|特别|重度|轻微){{0,6}}过敏",
            _listed("allergy"),
        ),
        (
            rf"{_ADVERBS}有?(?:严重的?)?(?P<value>花粉|海鲜|牛奶|花生|青霉素|坚果|芒果|尘螨|鸡蛋|酒精|乳胶|虾|蟹"
            r"|猫毛|狗毛|麸质)过敏",
            _listed("allergy"),
        ),
        (rf"{_ADVERBS}(?P<not>不)?(?:是)?(?:一?个)?(?P<value>吃(?:全)?素|(?:纯|全)?素食(?:主义)?者?)", _vegetarian),
        (
            rf"{_ADVERBS}(?:是|可以|能)?吃(?P<value>{KEPT_FROM_ZH}(?:[和、跟]{KEPT_FROM_ZH}){{0,6}})的?$",
            _listed("diet"),
        ),
        (
            rf"{_ADVERBS}(?:从来?)?(?:不能?|不会|不敢|不可以)吃(?P<value>(?!饭|早|午|晚|这|那|了|亏|醋|苦|惊|完"
            r"|饱|得|药|东西).+)",
            _listed("diet", negative=True),
        ),
        (
            rf"{_ADVERBS}不(?:会|懂)(?:说|讲)?(?P<value>{LANGUAGES_ZH})",
            _no_language,
        ),
        (
            rf"{_ADVERBS}(?:会|能|懂|略懂|精通|掌握|熟练掌握)(?:说|讲|了)?(?:一点儿?|流利的?|一些|简单的)?(?P<value>"
            rf"(?:(?:{LANGUAGES_ZH})[、和跟与及]{{0,2}}){{1,6}})",
            _languages,
        ),
        (
            r"(?:今年|现在|已经|快|刚|满|刚满|都|也){0,6}(?P<value>\d{1,3}|[一二三四五六七八九]?十[一二三四五六七八九]?"
            r"|[一二两三四五六七八九])周?岁(?:了|啦|啊)?$",
            _age,
        ),
        (rf"{_ADVERBS}会(?P<value>[弹拉吹敲打踢下](?:{PLAYED_ZH}))(?:的)?$", _skill),
        (rf"{_ADVERBS}(?:能|在)?(?:弹|拉|吹|敲|打|踢|下)(?P<value>{PLAYED_ZH})(?:了|的)?$", _hobby),
        (
            r"(?:今年|都|已经|快){0,6}(?P<value>\d{2}|[二三四五六七八九]十[一二三四五六七八九]?)了$|今年(?P<age>\d{2})$",
            _age,
        ),
        (r"(?:有)?(?P<value>乳糖|麸质|果糖|组胺)不耐受?症?$", _intolerant),
        (
            rf"{_ADVERBS}在[^，。]{{1,8}}?(?:里|中)?(?P<value>(?:吹|打|弹|拉)(?:{PLAYED_ZH}|鼓|贝斯))(?:的)?$",
            _hobby,
        ),
        (
            rf"{_ADVERBS}(?:刚|刚刚|已经){{0,6}}(?:住在?(?!的)|定居在?|家住|搬到了?|搬去了?|搬来了?|搬家到了?)"
            rf"(?P<value>[^，。]{{2,30}}?)(?:住|生活)?$",
            _place,
        ),
        (r"(?:老家|家乡)(?:是|在)(?P<value>[^，。]{2,10}?)(?:的|人)?$", _hometown),
        (rf"是(?:一?[个名])?(?P<value>{COUNTRIES_ZH})(?:人|籍)$", _nationality),
        (
            r"(?:是|从)?(?P<value>[\u4e00-\u9fff]{2,10}?(?:大学|学院|中学|学校|科大|北大|清华|复旦|交大))毕业的?$",
            _studied,
        ),
        (r"(?:是|来自)(?P<value>[\u4e00-\u9fff]{2,6}?)(?:人|的)?$", _hometown),
        (
            rf"(?:现在|目前|一直|已经|最近|刚){{0,6}}在(?P<place>.{{2,20}}?)(?:做|当|担任)(?:一?[个名位])?"
            rf"(?P<value>{OCCUPATIONS_ZH})",
            _occupation,
        ),
        (
            rf"(?:现在|目前|一直|已经|最近|刚){{0,6}}(?:是做|是|当|做)(?:一?[个名位])?(?P<value>{OCCUPATIONS_ZH})(?:了|的)?$",
            _occupation,
        ),
        (
            r"(?:现在|目前|一直|已经|最近|刚){0,6}(?:在|入职了?|跳槽到了?|加入了?)(?P<value>[^，。]{2,20}?)(?:工作|上班"
            r"|任职|就职|了){1,6}$",
            _employer,
        ),
        (
            r"(?:今天|现在|最近|这两天|这几天|还|又|一直|正|都|昨晚|刚刚?){0,6}(?P<value>(?:有点|有些|好|很|太|特别|非常"
            r"|正在|在|真的)?(?:头疼|头痛|发烧|感冒|咳嗽|肚子疼|胃疼|胃痛|牙疼|嗓子疼|累|困|失眠|不舒服|难受|饿"
            r"|心情不好|心情很?差|焦虑|压力很?大|生病|加班|郁闷|烦))(?:了|啊|呢|死了|得很|着){0,6}$",
            _state,
        ),
    )
)


def said_by(rest: str, *, past: bool, seen: Seen) -> list[Found]:
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
