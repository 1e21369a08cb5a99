"""Chinese names that their last word shows: events, firms, institutions and addresses, made of the tagger's words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from processors.dimensions.entities_known import CHINESE_ANY, CHINESE_HOMES
from processors.dimensions.entities_shapes import Candidate
from processors.dimensions.names import names_of
from processors.ports import Tagged

SITE_MIN = 3
"""Characters of a sight; towns mostly have two."""
NAMES_ONLY = ("nz", "LOC", "ORG", "PER", "nw")
NAMING = ("nz", "LOC", "ORG", "PER", "n", "nw", "vn", "ns", "nt", "a", "an")
"""Tags of the words that names are made of."""
NAME_WORDS_MAX = 3
_PLACE_END = re.compile(r"[省市区县州镇乡村路街巷站山湖河江海岛港湾寺庙塔桥园宫城门峰岭洞谷泉关楼村店口堡]$")
_ADDRESS = re.compile(r"[省市区县镇乡村]$")
_BODY = re.compile(
    r"[市区县省](?:总工会|妇联|残联|文联|团委|卫健委|教育局|公安局|民政局|财政局|人社局|住建局|税务局|医保局|检察院|法院|疾控中心"
    r"|人民医院|中心医院|中医院|妇幼保健院|第[一二三四五六七八九十]人民医院)"
)
"""A body of the town that one lives in, which the tagger cuts short."""


def bodies(text: str, words: Sequence[Tagged]) -> Iterator[Candidate]:
    """Candidates for the town's or district's own: 市总工会; behind the name of its town the tagger knows better."""
    begins = {word.start for word in words}
    for match in _BODY.finditer(text):
        if match.start() in begins:
            yield Candidate(*match.span(), "organisation", 4)


def runs_on(name: str) -> bool:
    """Whether the tagger took one character too many: 满洲里比, 华山腿."""
    return (
        name[:-1] in names_of("chinese").types and name not in names_of("chinese").types and not _PLACE_END.search(name)
    )


def ends_named(
    words: Sequence[Tagged], place: int, endings: tuple[str, ...], tags: Collection[str] = NAMING
) -> tuple[int, int, str] | None:
    """(start, end, ending) of a name that ends with this word, like 草莓音乐节 or 世界 + 人工智能 + 大会; without a
    name before the ending, it is any."""
    word = words[place]
    told = f"{words[place - 1].text}{word.text}" if place else word.text
    if not told.endswith(endings):
        return None
    ending = next(one for one in endings if told.endswith(one))
    first = next((one for one in words if one.start <= word.end - len(ending) < one.end), word)
    start = first.start
    for before in reversed(words[: words.index(first)][-NAME_WORDS_MAX:]):
        if before.end != start or before.tag not in tags or before.text in CHINESE_ANY:
            break
        start = before.start
    if start == word.end - len(ending):
        return None
    bare = first.text.removesuffix(ending)
    return None if start == first.start and bare in CHINESE_ANY else (start, word.end, ending)


def whole_address(words: Sequence[Tagged], place: int) -> tuple[int, int]:
    """A district and the street in it are one place, and so are a town and its sight; a province and a city are two."""
    start, end = words[place].start, words[place].end
    if place and words[place - 1].tag == "LOC" and words[place - 1].end == start and end - start >= SITE_MIN:
        places = names_of("chinese").types
        if words[place].text in places and (words[place - 1].text in CHINESE_HOMES or words[place - 1].text in places):
            start = words[place - 1].start
    for earlier in reversed(words[:place]):
        if earlier.tag != "LOC" or earlier.end != start or not _ADDRESS.search(earlier.text):
            break
        start = earlier.start
    for later in words[place + 1 :]:
        inside = later.tag == "LOC" and _ADDRESS.search(words[place].text)
        if later.start != end or not (inside or (later.tag == "m" and re.fullmatch(r"\d+[号弄栋]", later.text))):
            break
        end = later.end
    return start, end
