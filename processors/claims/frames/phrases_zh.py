"""What Chinese speakers say of themselves in set phrases with a place in them: 就好一口…, 我膈应…, …是我唯一的爱好."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from processors.claims.chinese_values import NO_OBJECT
from processors.claims.found import LIKELY, SURE, Found, items_zh
from processors.claims.frames.belongings_zh import THING
from processors.claims.frames.chinese import ends_as
from processors.claims.frames.clause_zh import FOR_LONG, SaidZh
from processors.claims.frames.subjects_zh import ANOTHER, SELF, SOMEBODY
from processors.claims.life_words import COUNTRIES_ZH
from processors.claims.people import is_name_zh
from processors.claims.words import PLACE_ZH, PLACES_ZH
from schemas.claims import ClaimAction, Polarity

_ADVERBS = r"(?:是|真的?|实在|完全|可|最|就|都|特别|一直|从来|打小|从小|也|倒|确实){0,4}"
_STUFF = r"(?:这(?:种|个|类)?(?:事儿?|东西|玩意儿?|味儿?)|那个?(?:味儿?|东西)|这玩意儿?|啥的|之类的?)?"
_WHAT = r"(?P<value>[\u4e00-\u9fffA-Za-z0-9]{1,10}?)"
_PARTS = {"<ADVERBS>": _ADVERBS, "<STUFF>": _STUFF, "<WHAT>": _WHAT, "<LONG>": FOR_LONG}
_FILE = Path(__file__).with_name("phrases_zh.toml")


@dataclass(frozen=True, slots=True)
class _Phrase:
    """`cues`: one of them is in the text; `kind`: what the value must be, "" = anything that is no mere pointing."""

    attribute: str
    cues: tuple[str, ...]
    pattern: re.Pattern[str]
    kind: str = ""
    polarity: Polarity = "positive"
    action: ClaimAction = "assert"


_PLAYED = re.compile(
    r"^(?:[\u4e00-\u9fff]{0,2}(?:琴|笛|箫|鼓|笙|埙|锣)|二胡|琵琶|唢呐|吉他|古筝|笛子|萨克斯|贝斯|尤克里里|口琴|葫芦丝|板胡|京胡|快板|算盘|架子鼓)$"
)
_ANY_PART = re.compile("|".join(_PARTS))
_ALL_PLACES = re.compile(rf"(?:{PLACES_ZH})(?:省|市)?[\u4e00-\u9fff]{{0,3}}")
_OF_A_PLACE = re.compile(r"(?<=[\u4e00-\u9fff]{2})(?:妹子|姑娘)$")
_SCHOOL = re.compile(r"大学|学院|[\u4e00-\u9fff]大(?!专)|清华|复旦|同济|浙大|川大|北航|理工")
_BY_OTHERS = re.compile(r"^(?:别人|人家|有人)[\u4e00-\u9fff]{2}")
"""What others do can be disliked: 我膈应别人插队."""
_DOCTOR = re.compile(r"(?:[^，。我]{0,4})?(?:医生|大夫)[^，。我]{0,3}给我")
_VAGUE = re.compile(r"^[这那哪](?:个|种|些|样)?$|^(?:人|事|东西|时候|感觉|方案|版本|结果|感|还|也|都)$|[你您吗呢]")


@cache
def _phrases() -> tuple[_Phrase, ...]:
    return tuple(
        _Phrase(
            row["attribute"],
            tuple(row["cues"].split("|")),
            re.compile(_ANY_PART.sub(lambda part: _PARTS[part[0]], row["pattern"])),
            row.get("kind", ""),
            row.get("polarity", "positive"),
            row.get("action", "assert"),
        )
        for row in tomllib.loads(_FILE.read_text("utf-8"))["phrase"]
    )


@cache
def _by_sign() -> dict[str, tuple[tuple[str, int], ...]]:
    """First character of a cue → the cues that begin so, each with the number of its phrase."""
    found: dict[str, list[tuple[str, int]]] = {}
    for number, phrase in enumerate(_phrases()):
        for cue in phrase.cues:
            found.setdefault(cue[0], []).append((cue, number))
    return {sign: tuple(cues) for sign, cues in found.items()}


def _hinted(text: str) -> list[_Phrase]:
    """The phrases of which a cue is in the text, in the order of the table."""
    signs = _by_sign()
    numbers = {number for sign in set(text) if sign in signs for cue, number in signs[sign] if cue in text}
    return [_phrases()[number] for number in sorted(numbers)]


def phrases_zh(said: SaidZh) -> Iterator[Found]:
    """What a clause of the speaker says by a set phrase."""
    if said.open or said.was or not is_own(said):
        return
    for phrase in _hinted(said.text):
        match = phrase.pattern.match(said.text)
        value = next((one for one in match.groups() if one), "") if match else ""
        if not value or not _fits(value, phrase.kind, said):
            continue
        listed = phrase.attribute in ("likes", "dislikes", "hobby", "skill")
        confidence = SURE if "我" in said.text else LIKELY
        for one in items_zh(value) if listed else [value]:
            yield Found(phrase.attribute, one, phrase.polarity, phrase.action, confidence, "user")
        return


def is_own(said: SaidZh) -> bool:
    """Whether a clause speaks of the speaker: it says so, or nobody else was named and it leaves its subject out."""
    if said.parts is not None:
        return said.parts.subjects == ["user"]
    if SELF.search(said.text):
        return not SOMEBODY.match(said.text) or _DOCTOR.match(said.text) is not None
    told = _OF_A_PLACE.sub("", said.earlier + said.text)
    return (said.goes_on or not said.before) and not SOMEBODY.search(told) and not said.people


def _fits(value: str, kind: str, said: SaidZh) -> bool:
    if (
        kind == ""
        and not _BY_OTHERS.match(value)
        and (NO_OBJECT.match(value) or _VAGUE.search(value) or ANOTHER.search(value))
    ):
        return False
    match kind:
        case "thing":
            return THING.search(value) is not None or ends_as(value, "possession") or ends_as(value, "pastime")
        case "place":
            return PLACE_ZH.match(value) is not None or said.seen.get(value) == "location"
        case "home":
            settled = said.seen.get(value) == "location" or _ALL_PLACES.fullmatch(value) is not None
            return settled and not re.fullmatch(COUNTRIES_ZH, value)
        case "country":
            return re.fullmatch(COUNTRIES_ZH, value) is not None
        case "firm":
            return said.seen.get(value) in (None, "organisation", "product") and value[0] not in "我你他她人老"
        case "person":
            return is_name_zh(value) or said.seen.get(value) == "person"
        case "school":
            return _SCHOOL.search(value) is not None
        case "played":
            return _PLAYED.match(value) is not None
        case "":
            return True
        case _:
            return ends_as(value, kind)
