"""Claims of Chinese clauses by their structure: what happens and to what, whatever stands between."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from processors.claims.chinese_values import NO_OBJECT, place_of, value_of
from processors.claims.found import LIKELY, SURE, Found, items_zh
from processors.claims.frames.clause_zh import ZhClause
from processors.claims.life_words import COUNTRIES_ZH
from processors.claims.people import is_name_zh
from processors.claims.words import LANGUAGES_ZH, PLACE_ZH, PLACES_ZH
from schemas.claims import Polarity

_FRAMES = Path(__file__).with_name("frames_zh.toml")
_WORDS = Path(__file__).with_name("words_zh.toml")
_OPEN = re.compile(
    r"可能|也许|大概|或许|差点|几乎|本来|原来|原本|以前|曾经|从前|之前是|过去|小时候|好像|似乎|应该|要是|如果|假如"
    r"|万一|想象|假装|当年|那时|刚想|正想"
    r"|打算|计划|准备|想要|希望|恨不得|巴不得|宁可|宁愿|快要|即将|考虑|犹豫|纠结|听说|据说|[他她它]们?|你|您|谁"
    r"|什么|怎么|哪|吗|么$|嘛$|吧$"
)
"""What leaves it open whether something is so, or speaks of somebody else."""
_PARTICLES = re.compile(r"(?:了|啊|呀|呢|哦|啦|吧|嘛|哈|的|噢|哟|哎|喽|咯|来着|而已|罢了|[。！!~～…])+$")
_MEASURES = "只条个辆台架艘套栋间把部张块匹头座家份件支根副盒瓶杯口尾名位"
_COUNTED = re.compile(
    rf"^(?:了|过|着)?(?:(?:[一两二三四五六七八九十几俩仨半]|\d+)(?:来|多|几)?[{_MEASURES}]"
    rf"|[{_MEASURES}](?!里)(?=..))?(?=.)"
)
_NUMERAL = re.compile(
    r"^(?:了|过|着)?(?:(?:[一两二三四五六七八九十几俩]|\d+)(?:来|多|几)?[只条个辆台架艘套栋间把部张块匹头座家]"
    r"|[辆台架艘套栋间部座家](?!里))"
)
_FIRM_END = re.compile(
    r"(?:公司|集团|银行|医院|大学|中学|小学|学院|科技|研究所|研究院|事务所|出版社|工厂|厂|局|电视台|报社|杂志社"
    r"|幼儿园|酒店|律所|学校|法院|电网|航空|证券|保险)$"
)
_NO_FIRM = re.compile(
    r"^(?:公司|单位|家|家里|学校|医院|工厂|银行|酒店|原公司|老东家|这|那|外面|国外|国内|老家|外地|办公室|工地|群|组"
    r"|会|幼儿园|小学|中学|大学|餐厅|饭店|超市|网吧|律所|书店|法院|派出所|这儿|那儿|线上|网上|店里|厂里)$|的$|这家"
    r"|那家|一家"
)
_FOR_LONG = re.compile(
    r"(?:都|已经|有|快)?(?:很多|好多|多|好几|[\d一二三四五六七八九十几两]+)(?:年|个月|个星期|周|天)(?:多|了)*$"
    r"|(?:很久|好久|多年)(?:了)?$"
)
_PLACES = re.compile(rf"(?:(?:{PLACES_ZH})(?:省|市)?)+")
_LANGUAGE = re.compile(rf"(?:{LANGUAGES_ZH})$")
_NATIONAL = re.compile(rf"(?P<value>{COUNTRIES_ZH})(?:护照|国籍|籍|公民)$")
_THIS = re.compile(rf"^[这那][{_MEASURES}]?")
_OLD = re.compile(r"^(?:老|旧|破|新)(?=.)")
_TOWARD = re.compile(r"^(?:去|到|来)(?:了)?(?P<where>[\u4e00-\u9fffA-Za-z]{2,10}?)(?=报到|入职|上班|任职|实习|就职)")
_NO_CITY = re.compile(r"\d|的|人|号|路$|街$|酒店|机场|车站|医院|学校|公园|小区|花园|新村|苑$|公寓")
_SCHOOL_END = re.compile(
    r"(?:大学|学院|中学|高中|小学|科大|北大|清华|复旦|交大|师大|一中|附中|党校|技校|职高|大专|卫校"
    r"|师范|理工|工大|财经|政法|农大|医科)(?:[\u4e00-\u9fff]{0,6}(?:系|专业|院))?$"
)
_NO_LANGUAGE = re.compile(
    r"(?:外语|母语|成语|口语|电话|说话|实话|笑话|对话|坏话|废话|神话|大话|梦话|好话|闲话|空话|听话|的话|人话|术语"
    r"|标语|一句话|真话|谎话|双语|情话|脏话)$"
)
_POINTING = re.compile(
    r"^(?:你|您|他|她|它|这|那|某|哪|谁|什么|怎么|自己|大家|别人|人家|一切)|[他她它你您]|这个|那个|这种|那种|这样"
    r"|那样|这里|那里|这儿|那儿|这事|这么|那么"
)
"""What is meant stands elsewhere."""
_DECLINED = re.compile(r"就不")
"""蛋糕就不吃了 is said of one cake."""
_OF_WORK = ("入职", "就职于", "任职于", "供职于", "跳槽到", "跳槽去", "上班", "任职", "就职", "供职", "受雇于")
_LIKE_A_NAME = re.compile(r"(?:(?![的了又就再也都不没去来给把和跟])[\u4e00-\u9fff]){2,6}")
_OF_ONES_BODY = re.compile(
    r"(?<![猪鸡鸭鹅牛羊鱼凤])(?:胃|身体|身子骨?|腰|背|肩膀?|颈椎|脖子|眼睛?|膝盖|腿|脚|手|手腕|手?指头?|胳膊|关节|骨头|脑袋|脑子|头|牙|嗓子|喉咙|心脏|心里"
    r"|肠胃|肝|肾|肺|血压|钱包|皮肤|耳朵|精力|体力|家里|老板)$"
)
"""What cannot bear something, where it stands before 受不了 without an object."""
_ASPECT = re.compile(r"^(?:了|过|着|的是|的)")
_ONES_OWN = re.compile(r"^自己(?:家)?的?")


@dataclass(frozen=True, slots=True)
class _Frame:
    attribute: str
    verbs: tuple[str, ...]
    places: tuple[str, ...]
    filler: str
    polarity: Polarity
    negated: str
    only_negated: bool
    over: bool
    kin: bool
    counted: bool
    value: str
    begins: frozenset[str]


@cache
def _frames() -> tuple[_Frame, ...]:
    return tuple(
        _Frame(
            row["attribute"],
            tuple(sorted(row["verbs"].split(","), key=len, reverse=True)),
            tuple(row["place"].split("|")),
            row["filler"],
            row.get("polarity", "positive"),
            row.get("negated", ""),
            row.get("only_negated", False),
            row.get("over", False),
            row.get("kin", False),
            row.get("counted", False),
            row.get("value", ""),
            frozenset(verb[0] for verb in row["verbs"].split(",")),
        )
        for row in tomllib.loads(_FRAMES.read_text("utf-8"))["frame"]
    )


@cache
def _classes() -> dict[str, tuple[tuple[str, ...], frozenset[str]]]:
    read = tomllib.loads(_WORDS.read_text("utf-8"))
    return {
        name: (tuple(word for word in row["ends"].split(",") if word), frozenset(row["not"].split(",")))
        for name, row in read.items()
    }


def ends_as(text: str, name: str) -> bool:
    """Whether a noun is of a class."""
    ends, other = _classes()[name]
    return text.endswith(ends) and not any(word and text.endswith(word) for word in other)


def find_framed_zh(text: str, clause: ZhClause | None, seen: Mapping[str, str]) -> list[Found]:
    """What the frames find in a Chinese clause that was taken apart; `seen`: names in it → type."""
    if _OPEN.search(text) or clause is None or not clause.rest:
        return []
    toward = _TOWARD.search(clause.rest)
    if toward:
        clause.places["toward"], clause.rest = toward["where"], clause.rest[toward.end("where") :]
    found: list[Found] = []
    for frame in _frames():
        if clause.rest[0] not in frame.begins:
            continue
        items = list(_matched(frame, text, clause, seen))
        if items and not any(one.attribute == items[0].attribute for one in found):
            found.extend(items)
    return [
        Found(one.attribute, one.value, one.polarity, one.action, LIKELY if clause.elided else one.confidence, subject)
        for subject in clause.subjects
        for one in found
        if subject == "user" or one.attribute not in ("owns", "plan", "goal", "habit", "state")
    ]


def _matched(frame: _Frame, text: str, clause: ZhClause, seen: Mapping[str, str]) -> Iterator[Found]:
    if clause.subjects != ["user"] and not frame.kin:
        return
    if frame.attribute == "occupation" and re.search(r"喜欢|爱好|业余|兴趣", text):
        return
    verb = next((one for one in frame.verbs if clause.rest.startswith(one)), None)
    if verb is None or (frame.over and not clause.over):
        return
    negated = clause.negated
    if (frame.only_negated and not negated) or (negated and not frame.only_negated and not frame.negated):
        return
    after = clause.rest[len(verb) :]
    for place in frame.places:
        if (
            place == "itself"
            and re.search(r"下个?[周月]|下半?年|明年|明天|后天|年底|马上|快|就要|国庆|五一|春节", text)
            and "了" not in after
        ):
            return
        if place == "itself":
            if not _PARTICLES.sub("", after).strip("了过着") and not negated:
                yield Found(frame.attribute, verb)
            return
        raw = after if place == "after" else clause.places.get(place, "")
        if place != "after" and not _ends_there(frame, after):
            continue
        if clause.fronted and (place != "topic" or _PARTICLES.sub("", after) or _DECLINED.search(text)):
            continue
        values = _values(frame, verb, raw, seen)
        if frame.attribute == "diet" and verb.startswith("戒"):
            values = [value for value in values if not ends_as(value, "vice")]
        for value in values:
            if negated and frame.negated in ("negative", "positive"):
                yield Found(frame.attribute, value, "negative")
            elif negated and frame.negated:
                yield Found(frame.negated, value, "negative")
            else:
                ended = frame.polarity == "negative" and frame.attribute in ("employer", "owns", "hobby", "habit")
                shown = f"{verb}{value}" if frame.value == "verb" else value
                yield Found(
                    frame.attribute,
                    shown,
                    frame.polarity,
                    "unset" if ended else "assert",
                    SURE if place == "after" else LIKELY,
                )
        if values:
            return


def _ends_there(frame: _Frame, after: str) -> bool:
    """Whether a predicate whose value stands before it is over, but for a job or a measure: 在协和当影像技师."""
    left = _PARTICLES.sub("", after)
    return len(left) <= 3 or frame.attribute in ("employer", "education", "language", "home_city")


def _values(frame: _Frame, verb: str, raw: str, seen: Mapping[str, str]) -> list[str]:
    if frame.filler == "pastime" and raw.startswith(("了", "过", "盘", "场", "局")) and not verb.endswith("上"):
        return []
    if frame.filler == "drug" and raw.startswith(("了", "过")) and frame.polarity == "positive" and verb == "吃":
        return []
    if (frame.filler == "thing" and raw.startswith("的")) or (frame.filler == "drug" and raw.startswith("完")):
        return []
    text = _PARTICLES.sub("", _ASPECT.sub("", raw.strip(" ，,：:"))).strip()
    text = _ONES_OWN.sub("", _FOR_LONG.sub("", text))
    if frame.filler == "possession":
        text = _THIS.sub("", text)
    if not text or len(text) > 24 or "\x00" in text or _POINTING.search(text):
        return []
    if frame.counted and not _NUMERAL.match(raw):
        return []
    bare = (
        _COUNTED.sub("", text)
        if frame.filler in ("occupation", "animal", "possession", "ailment", "food", "drug")
        else text
    )
    strong = frame.filler == "firm" and (frame.places[0] in ("from", "by") or verb in _OF_WORK or verb.startswith("辞"))
    if frame.filler == "possession" and re.match(r"^(?:了)?(?:[这那一两二三]|\d+)?[辆艘栋](?=.{1,6}$)", raw):
        return [_OLD.sub("", bare)]
    found = [_value("any_firm" if strong else frame.filler, item, seen) for item in items_zh(bare)]
    if frame.filler == "possession" and found and found[0]:
        return [bare]
    return [value for value in found if value]


def _value(filler: str, text: str, seen: Mapping[str, str]) -> str:
    match filler:
        case "firm" | "any_firm":
            text = re.sub(r"的?(?:工作|班|职|岗)$|干$", "", text)
            latin = re.fullmatch(r"[A-Z][A-Za-z &.-]{1,30}", text)
            known = seen.get(text) == "organisation" or _FIRM_END.search(text) or latin
            of_places = _PLACES.fullmatch(text)
            unknown = seen.get(text) in (None, "product")
            likely = filler == "any_firm" and not of_places and unknown and _LIKE_A_NAME.fullmatch(text)
            return text if 2 <= len(text) <= 12 and not _NO_FIRM.search(text) and (known or likely) else ""
        case "place":
            bare = re.sub(
                r"的(?:一|那|这)?(?:套|间|栋|个|处)?(?:公寓|房子|小区|老房子|出租屋|家|别墅|郊区|城里|乡下)$|(?:那边"
                r"|这边|市区|郊区|那儿|这儿|附近)$",
                "",
                place_of(text, seen),
            )
            settled = bool(PLACE_ZH.match(bare)) or any(
                kind == "location" and bare.startswith(name) for name, kind in seen.items()
            )
            return bare if settled and len(bare) <= 12 and not _NO_CITY.search(bare) else ""
        case "person":
            return text if is_name_zh(text) or seen.get(text) == "person" else ""
        case "language":
            text = re.sub(r"^(?:得)?(?:一口|一点儿?|点儿?|一些|几句)?(?:流利|地道|标准|简单)?的?", "", text)
            listed = _LANGUAGE.match(text)
            named = re.fullmatch(r"[\u4e00-\u9fff]{1,4}[语话]", text) and not _NO_LANGUAGE.search(text)
            return text if listed or named else ""
        case "school":
            return text if _SCHOOL_END.search(text) and len(text) <= 16 else ""
        case "nation":
            match = _NATIONAL.match(text)
            return match["value"] if match else ""
        case "thing":
            value = "" if "是" in text else value_of(text, 14)
            vague = re.fullmatch(
                r"(?:东西|事情?|人|时候|地方|感觉|样子|说法|方案|想法|建议|意思|问题|答案|结果|部分|版本|回答|走向)",
                value,
            )
            body = _OF_ONES_BODY.search(value)
            return value if value and not vague and not body and not NO_OBJECT.match(value) and len(value) >= 1 else ""
        case _:
            limit = 10 if filler == "occupation" else 9
            # 护工 is a trade, though 护 after 爱 begins no object.
            points = filler != "occupation" and NO_OBJECT.match(text)
            return text if len(text) <= limit and ends_as(text, filler) and not points else ""
