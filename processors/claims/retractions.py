"""Retractions: what a turn asks to forget ("forget my address", 忘掉我的住址)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from processors.claims.chinese import find_chinese, forgotten_zh
from processors.claims.clauses import Clause
from processors.claims.english import find_english, forgotten
from processors.claims.found import LIKELY, Found
from processors.claims.people import ANIMALS_EN, KIN_EN
from processors.claims.table import AttributeTable
from schemas.claims import Claim

_FORGET_ANYWHERE = re.compile(
    r"(?i:\b(?:forget|delete|remove|erase|drop)\b)|忘|删|清除|抹掉|去掉|别再?记|没说过|当我没说|别记"
)
_ANIMAL = "|".join(
    sorted((word for word, (attribute, _) in KIN_EN.items() if attribute == "pet"), key=len, reverse=True)
)
_SAID_THAT = re.compile(
    r"(?i:^(?:(?:that|how|what|when|the fact that|anything|everything) )?(?:(?:i|we)(?:'ve| have)? (?:ever |once "
    r"|just )?(?:said|told you|mentioned)(?: that| about)?|that|how|the fact that) )"
)
_SAID_THAT_ZH = re.compile(r"(?:的)?(?:这|那)?(?:件|回|码|个|条)?(?:事儿?|事情|情况|信息|记录)$")
_KEEPS = re.compile(
    rf"(?i:^(?:i|we) (?:have|own|keep|'ve got|have got|got) (?:an? |two |three |some )?(?P<value>{_ANIMAL}"
    rf"|{ANIMALS_EN})s?$)"
)
_KEEPS_ZH = re.compile(
    r"^我们?(?:家)?(?:有|养|养了|养着)(?:[一两三]?[只条个头匹])?(?P<value>[\u4e00-\u9fff]{0,2}[狗猫鸟鱼兔龟马鼠犬蛇])$"
)
_MY_THING = re.compile(r"(?i:^(?:my|our) (?!last|previous|first|earlier)(?P<value>[\w'-]+(?: [\w'-]+){0,2})$)")
_STATES = re.compile(r"(?i:^(?:that |how |the fact that )?(?:i|i'm|i've|we|we've|we're|my|our) )|^我(?!的)")
_ALL_OF = re.compile(r"(?i:^(?:my|our) )|^我(?:们)?的?")


def retractions(own: str, parts: Sequence[Clause], speaker: str, table: AttributeTable) -> Iterator[Claim]:
    """The claims that a turn asks to forget. `own` is `own_words(content)`, `parts` its clauses."""
    if not _FORGET_ANYWHERE.search(own):
        return
    for clause in parts:
        chinese = clause.is_chinese
        what = forgotten_zh(clause.text) if chinese else forgotten(clause.text)
        if not what:
            continue
        for item in _named(what, table, chinese=chinese) or _said(what, chinese=chinese):
            yield Claim(
                subject=speaker,
                attribute=item.attribute,
                value=item.value,
                polarity=item.polarity,
                action="retract",
                confidence=item.confidence,
                start=clause.start,
                end=clause.end,
            )


def _named(what: str, table: AttributeTable, *, chinese: bool) -> list[Found]:
    """ "my address": every attribute that the words may mean, whatever its value."""
    owned = _ALL_OF.match(what)
    words = what[owned.end() :] if owned else ""
    return (
        [Found(attribute, "", confidence=LIKELY) for attribute in table.named(words, chinese=chinese)] if words else []
    )


def _said(what: str, *, chinese: bool) -> list[Found]:
    """ "that I like jazz": the statement itself; what no rule reads is meant in so many words."""
    statement = (_SAID_THAT_ZH if chinese else _SAID_THAT).sub("", what)
    found = find_chinese(statement, "", (), 0)[1] if chinese else find_english(statement, "")[1]
    if found:
        return [replace(item, action="assert") for item in found]
    pet = _KEEPS.match(statement) or _KEEPS_ZH.match(statement)
    if pet:
        return [Found("pet", pet["value"].strip())]
    thing = _MY_THING.match(statement)
    if thing:
        return [Found("owns", thing["value"])]
    return [Found("note", statement)] if _STATES.match(what) else []
