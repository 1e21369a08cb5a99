"""Chinese names: LAC's words put together and put right, titles in 《》, names after 叫, brands with their models."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from processors.dimensions.entities_chinese_cues import (
    TO_JOB,
    USING,
    WORD_TYPES,
    cued_chinese,
    is_dish,
    is_nationality,
    is_persons,
    names_by_sentence,
    works_there,
)
from processors.dimensions.entities_chinese_endings import (
    NAMES_ONLY,
    NAMING,
    bodies,
    ends_named,
    runs_on,
    whole_address,
)
from processors.dimensions.entities_chinese_latin import names_in_latin
from processors.dimensions.entities_chinese_lists import names_in_lists
from processors.dimensions.entities_chinese_naming import names_by_calling
from processors.dimensions.entities_chinese_things import named_things, owned_makes
from processors.dimensions.entities_known import (
    ALSO_WORDS,
    CHINESE_ANY,
    CHINESE_BRANDS,
    CHINESE_EVENT_ENDINGS,
    CHINESE_HOMES,
    CHINESE_NOT_NAMES,
    CHINESE_PLACES,
    CHINESE_SHOPS,
    COUNTRIES,
    KNOWN,
    SOLAR_TERMS,
    words_of,
)
from processors.dimensions.entities_shapes import Candidate, one_of
from processors.dimensions.names import chinese_matches, names_of
from processors.dimensions.surnames import COMMON_SURNAMES, COMPOUND_ALSO_WORDS, COMPOUND_SURNAMES, NICKNAMED, SURNAMES
from processors.language import HAN
from processors.ports import Tagged
from schemas.dimensions import EntityType

_WORK = re.compile(r"《([^《》\n]{1,60})》")
_BRAND = one_of(CHINESE_BRANDS)
_MODEL = re.compile(
    rf"{_BRAND}? ?(?<![A-Za-z])(?:[A-Za-z]{{1,20}}[ -]){{0,3}}[A-Za-z]{{0,20}}\d{{1,5}}[A-Za-z0-9]{{0,10}}"
    r"(?: ?(?:Pro|Max|Plus|Ultra|Mini|Air|SE)){0,3}"
    rf"|{_BRAND}(?:(?![的和跟在把要都也给与是])[{HAN}]){{0,3}} ?[A-Z][A-Za-z0-9]{{0,20}}"
    r"(?: [A-Z0-9][A-Za-z0-9]{0,20}){0,3}",
    re.ASCII,
)
"""Every repetition has a limit, so that no text takes long."""
_MAKER_SAYS = (
    r"\|(?:公司|手机|电脑|平板|耳机|手表|官网|官方|总部|专卖店|门店|店|汽车|车|系统|股|发布|新品|新机|客服|售后|那边|工厂|厂"
    r"|集团|保险|银行|科技|把|又|要|也|都|还|刚|和|跟|与|、|裁|招|的(?:手机|电脑|车|产品|系统|总部|offer|工牌|售后|店))"
)
_WORDLY = {
    name: re.compile(
        f"{_MAKER_SAYS}|(?:在|入职|离开|加入|进了?|面了?)\\|(?:上班|工作|实习|做|当)"
        r"|(?:入职|加入|进了|去了|面了|跳到了?|跳槽到了?)\|(?:[，。！？,.!?|]|$)"
    )
    for name in words_of("苹果 小米 大众 平安 理想 荣耀 美的 长城 东风 锤子 坚果 方正 海豚 中兴 光大")
}
"""Makers whose names are words: only what is said of makers shows them."""
_PART_OF = re.compile(
    rf"(?:(?![的和在到去是])[{HAN}]){{0,4}}(?:院区|校区|分院|分校|支行|分行|分店|附中|附小|研究生院|研究院)"
)
"""What belongs to a hospital, university or bank behind its name: 东单院区, 五道口支行."""
_HAS_PARTS = re.compile(r"(?:医院|大学|学院|银行|中学)$")
_ORDERED = re.compile(r"^(?:上)?(?:订|点|叫|买|抢|下单|打)(?:的|了)")
_DOT = re.compile(rf"(?<=[{HAN}])·(?=[{HAN}])")
_STORM = re.compile(rf"(?:台风|飓风)[“\"]?[{HAN}]{{2}}(?=[，。！？,.!?\s]|把|来|要|过|登|路|今|明|到|在|又|真|这)")
_NICKNAME = re.compile(
    r"(?<![A-Za-z])阿[A-Z][a-z]{1,10}(?![A-Za-z])|(?<![A-Za-z])[A-Z][a-z]{1,10}(?:哥|姐|总|老师)(?!们)"
)
_AGAINST = re.compile(r"(?:输给了?|赢了|击败|大胜|战平|对阵|加盟|签约)$")
_RUN_ON = re.compile(r"[明今昨后当][早天晚年夜儿]|[诶呀啊呢哦嘛啦咯欸哎呐]")
"""What the tagger sometimes takes into a person's name: the beginning of a time, the sound behind an address."""
_DID = re.compile(r"[修做买写画唱拍演送煮烤种养说讲教开骑弹织]的")
"""The verb behind a foreign name: 安德烈修的."""
LONG_NAME = 3
"""Characters from which a person's name may have run on."""
_OFFICER = re.compile("长")
"""Behind a ministry or a court: 财政部长 is somebody."""
_DONE = re.compile(r"了(?![，。！？,.!?吗])")
_KIN_BY_AGE = re.compile(r"[大二三四五六七八小老][叔伯姨舅姑婶爷奶哥姐弟妹嫂爸妈]")
CUE_SURE = 2
ACTS_ALONE = 3
"""Strength of what the sentence says of a firm, and nothing else: 爱奇艺要裁员."""
_FROM = re.compile(rf"(?<=[是])(?P<home>{one_of(CHINESE_HOMES)})(?=人)")
_FOLK = re.compile(
    rf"(?:(?<=^)|(?<=[，。！？\s]))(?P<home>{one_of([home for home in CHINESE_HOMES if home not in COUNTRIES])})"
    r"(?=人(?!民|行|才))"
)
_ROLE = "老师|医生|大夫|教授|律师|师傅|主任|经理|总监|老板|阿姨|叔叔|先生|女士|小姐|同学|教练|护士|总"
_BEFORE_NAME = f"(?:(?<![{HAN}])|(?<=[和跟与给找问请让对被是了居事友学下接]))"
_ROLE_SURNAMES = "".join(sorted(SURNAMES - set("和从向应原全时沿来保水明边由叫同连官家")))
_ROLE_NAME = re.compile(
    rf"{_BEFORE_NAME}(?:[{_ROLE_SURNAMES}]|{COMPOUND_SURNAMES}|{COMPOUND_ALSO_WORDS})(?:{_ROLE})(?!是|部|公司|结|体|共|裁)"
    rf"|{_BEFORE_NAME}[老小][{COMMON_SURNAMES}{NICKNAMED}](?![{COMMON_SURNAMES}]?[家师板区])"
)
_PLACE_ENDINGS = tuple(sorted(CHINESE_PLACES, key=len, reverse=True))
_WATER_END = re.compile(r"[湖岛港湾]$")
_FIRM_ENDING = re.compile(r"(?:公司|集团|汽车|银行|大学|研究院|科技|工厂|店|专卖店|实验室|总部|团队)$")
_ON = re.compile(r"^\s?(?:上|里|看|听|刷|搜|买|App|app|APP|软件)")
_AT = re.compile(r"(?:在|从|上)\s?$")
_ONE_OF = re.compile(r"(?:买|换|入|淘|收|提|配|送)了?[一两]?[台部辆件双把款瓶盒]$")
_SHOPPING = re.compile(r"^上(?:买|看|淘|抢|订|下单|搜|找|有)")
_TAIL = re.compile(
    r"^(?:计算机系|[\u4e00-\u9fff]{1,4}(?:系|学院|分校|附中|分院|分行|分公司|研究院|研究所|计算所|实验室|校区))$"
)
_KNOWN = re.compile(one_of([name for name in KNOWN if not name.isascii()]), re.I)


def chinese_candidates(text: str, words: Sequence[Tagged]) -> list[Candidate]:
    """Everything in a text that may be an entity; `words` is LAC's answer for the same text."""
    tagged = list(_from_words(text, words))
    listed = [*_from_known(text), *_from_lists(text, words)]
    found = [
        *tagged,
        *_from_marks(text),
        *(one for one in listed if not any(_is_part(text, one, whole) for whole in tagged)),
        *names_by_calling(text),
        *owned_makes(text, words),
        *named_things(text, words),
        *bodies(text, words),
        *_dotted(text, words),
        *names_in_latin(text, words),
        *names_by_sentence(text, words),
    ]
    found += names_in_lists(text, words, found)
    return [
        one
        for one in found
        if _is_name(text[one.start : one.end], one.type) and not (one.type != "person" and _is_word(text, one))
    ]


def _is_part(text: str, listed: Candidate, whole: Candidate) -> bool:
    """Whether a listed name is part of a longer one, like 哈尔滨 of 哈尔滨工业大学; one character more is a verb, or a
    water's or island's kind."""
    more = (whole.end - whole.start) - (listed.end - listed.start)
    inside = whole.start <= listed.start and listed.end <= whole.end
    return inside and (
        more > 1 or (more == 1 and listed.type == "location" and bool(_WATER_END.search(text[: whole.end])))
    )


def _from_words(text: str, words: Sequence[Tagged]) -> Iterator[Candidate]:
    for place, word in enumerate(words):
        week = word.text.startswith("周") and text[max(0, word.start - 1) : word.start] in tuple("上下本这每")
        kind = None if word.text in SOLAR_TERMS or week else WORD_TYPES.get(word.tag)
        start, end = word.start, word.end
        if word.tag in NAMING:
            if event := ends_named(words, place, CHINESE_EVENT_ENDINGS):
                yield Candidate(*event[:2], "event", 6)
            if shop := ends_named(words, place, CHINESE_SHOPS, NAMES_ONLY):
                yield Candidate(*shop[:2], "organisation", 4)
            if named := ends_named(words, place, _PLACE_ENDINGS):
                at_work = works_there(text, *named[:2])
                acts = at_work or cued_chinese(text, *named[:2])[0] == "organisation"
                yield Candidate(*named[:2], "organisation" if acts else CHINESE_PLACES[named[2]], 3 + at_work)
        if word.tag == "nz" and (USING.search(text[:start]) or (_AT.search(text[:start]) and _ON.match(text[end:]))):
            kind = "product"
        if kind is None:
            continue
        following = words[place + 1] if place + 1 < len(words) else None
        if kind == "organisation" and following and _TAIL.match(following.text):
            end = following.end
        elif kind == "organisation" and _HAS_PARTS.search(word.text) and (part := _PART_OF.match(text, end)):
            end = part.end()
        if kind == "location":
            start, end = whole_address(words, place)
            end -= int(runs_on(text[start:end]))
            if is_dish(text, end) or (is_nationality(text, end) and text[start:end] in COUNTRIES):
                continue
        if kind == "person" and end - start >= LONG_NAME:
            end -= bool(_RUN_ON.match(text, end - 1) or (end - start > LONG_NAME and _DID.match(text, end - 1)))
        while end > start and not (text[end - 1].isalnum()):
            end -= 1
        yield Candidate(start, end, _retyped(text, start, end, kind), 3)


def _retyped(text: str, start: int, end: int, kind: EntityType) -> EntityType:
    """The sentence knows better than the name: who one works at is an organisation, what one uses a product."""
    before = text[:start]
    cue, strength = cued_chinese(text, start, end)
    if kind == "person":
        if end - start == 2 and text[start] in "小老阿":
            return kind
        return cue if cue and strength >= CUE_SURE + (cue == "location") else kind
    shaped = is_persons(text[start:end]) or (strength > CUE_SURE and end - start in (2, 3))
    if (
        cue == "person"
        and strength >= CUE_SURE
        and shaped
        and not before.endswith(("在", "到", "去", "从", "住"))
        and text[start:end] not in names_of("chinese").types
    ):
        return cue
    if works_there(text, start, end) or TO_JOB.search(before):
        return kind if kind == "location" else "organisation"
    name = text[start:end]
    if kind == "organisation" and name.startswith(CHINESE_BRANDS) and name not in CHINESE_BRANDS:
        return kind if _FIRM_ENDING.search(name) else "product"
    return KNOWN.get(name.lower()) or kind


def _from_marks(text: str) -> Iterator[Candidate]:
    for match in _WORK.finditer(text):
        yield Candidate(*match.span(1), "product", 9)
    for match in _FROM.finditer(text):
        yield Candidate(*match.span(), "location", 4)
    for match in _FOLK.finditer(text):
        yield Candidate(*match.span(), "location", 4)
    for match in _STORM.finditer(text):
        yield Candidate(*match.span(), "event", 7)
    for match in _NICKNAME.finditer(text):
        yield Candidate(*match.span(), "person", 6)
    for match in _ROLE_NAME.finditer(text):
        yield Candidate(*match.span(), "person", 4)
    for match in _MODEL.finditer(text):
        start = match.start()
        name = match[0].strip()
        start += len(match[0]) - len(match[0].lstrip())
        if name[0].isdigit() or not re.search(rf"[A-Za-z]|{_BRAND}", name):
            continue
        if re.fullmatch(r"[a-z]+\d*|[A-Za-z]?\d+[A-Za-z]?|(?:Q|No|v)\.?\d+", name, re.ASCII):
            continue
        yield Candidate(start, start + len(name), "product", 7)


def _from_known(text: str) -> Iterator[Candidate]:
    for match in _KNOWN.finditer(text):
        name = match[0].lower()
        if name in ALSO_WORDS and not (text[: match.start()].endswith("在") and text.startswith("上", match.end())):
            continue
        listed = KNOWN[name]
        if listed == "organisation" and _is_used(text, *match.span()):
            listed = "product"
        acts = cued_chinese(text, *match.span()) == ("organisation", ACTS_ALONE)
        kind: EntityType = (
            "organisation"
            if acts or works_there(text, *match.span()) or TO_JOB.search(text[: match.start()])
            else listed
        )
        yield Candidate(*match.span(), kind, 5)


def _from_lists(text: str, words: Sequence[Tagged]) -> Iterator[Candidate]:
    """Listed names that begin and end where words do; where one works is an organisation."""
    edges = frozenset(edge for word in words for edge in (word.start, word.end))
    for start, end, kind in chinese_matches(text, edges):
        if (kind == "location" and is_dish(text, end)) or (kind == "organisation" and _OFFICER.match(text, end)):
            continue
        if kind == "organisation" and end - start == 2 and _DONE.match(text, end):
            continue  # 上交了水费: what one did is no name.
        at_work = works_there(text, start, end)
        if kind == "organisation" and (
            _is_used(text, start, end) or _SHOPPING.match(text[end:]) or _ONE_OF.search(text[:start])
        ):
            kind = "product"
        cue, strength = cued_chinese(text, start, end)
        if kind == "organisation" and cue == "product" and strength > CUE_SURE:
            kind = "product"
        if kind == "location" and _AGAINST.search(text[max(0, start - 4) : start]):
            kind = "organisation"
        joins = TO_JOB.search(text[:start]) and kind == "product"
        if kind == "organisation":
            start = next((w.start for w in words if w.end == start and w.tag == "LOC"), start)
        yield Candidate(start, end, "organisation" if at_work or joins else kind, 5)


def _dotted(text: str, words: Sequence[Tagged]) -> Iterator[Candidate]:
    """Foreign names in Chinese characters, whatever stands around: 阿依古丽·买买提."""
    start = end = -1
    for match in _DOT.finditer(text):
        before = next((word.start for word in words if word.start < match.start() <= word.end), None)
        after = next((word.end for word in words if word.start <= match.end() < word.end), None)
        if before is None or after is None:
            continue
        start = start if end > match.start() - 1 and start >= 0 else before
        end = after
        yield Candidate(start, end, "person", 7)


def _is_used(text: str, start: int, end: int) -> bool:
    """Whether something was ordered with it: 携程订的票; what one buys at a shop, 在宜家买的, says nothing."""
    return bool(_ORDERED.match(text[end:])) and not text[:start].endswith(("在", "去", "到", "从"))


def _is_word(text: str, candidate: Candidate) -> bool:
    """Whether a maker's name is the word that it also is: an apple, 大众口味, 平安是福."""
    name = text[candidate.start : candidate.end]
    return name in _WORDLY and not _WORDLY[name].search(
        f"{text[max(0, candidate.start - 6) : candidate.start]}|{text[candidate.end :][:8]}"
    )


def _is_name(name: str, kind: EntityType) -> bool:
    if _KIN_BY_AGE.fullmatch(name) or (name.endswith("族") and kind != "person"):
        return False
    ending = next((one for one in _PLACE_ENDINGS if name.endswith(one)), "")
    if ending and name.removesuffix(ending) in CHINESE_ANY:
        return False
    if name[:1] == "老" and len(name) > 2 and name[1] not in SURNAMES and kind == "person":
        return False
    return len(name) > 1 and name not in CHINESE_NOT_NAMES and any(char.isalnum() for char in name)
