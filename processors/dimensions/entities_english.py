"""English names: what the model found, put right by the words around it, and what only the words show."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from processors.dimensions.entities_known import (
    ALSO_WORDS,
    BRANDS,
    COMMON_STARTS,
    DEVICES,
    ENDINGS,
    KIN,
    KNOWN,
    NOT_NAMES,
    PETS,
    THINGS,
    TITLES,
)
from processors.ports import Tagged
from schemas.dimensions import EntityType


class Candidate(NamedTuple):
    """A possible entity; of two that overlap the higher `weight` stays, then the longer, then the earlier."""

    start: int
    end: int
    type: EntityType
    weight: int


MODEL_TYPES: dict[str, EntityType] = {
    "PERSON": "person", "ORG": "organisation", "GPE": "location", "LOC": "location", "FAC": "location",
    "PRODUCT": "product", "EVENT": "event", "WORK_OF_ART": "product",
}  # fmt: skip


def _one_of(words: Sequence[str]) -> str:
    return "(?:" + "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) + ")"


_UPPER = "A-Z\u00c0-\u00d6\u00d8-\u00de"
_PART = rf"[{_UPPER}][\w&]{{0,30}}(?:[.'’-][{_UPPER}]\w{{0,30}}){{0,3}}"
_WORD = rf"(?:(?!I\b)(?:[dlO]['’])?{_PART}|[a-z]{{1,3}}[A-Z]\w{{0,30}})"
_NAME = rf"{_WORD}(?: (?:(?:of|the|de|la|du|&) (?:the )?)?{_WORD}){{0,5}}"
_PLAIN_NAME = rf"{_WORD}(?: {_WORD}){{0,4}}"
"""Every repetition has a limit, so that no text takes long."""
_CAPITAL = r"[A-Z][\w'’-]{0,30}"
_TITLE_NAME = rf"{_CAPITAL}(?: (?:(?:(?:of|a|an|and|in|to|for|on the|with the|the) ){{0,2}}{_CAPITAL}|\d+\b)){{0,8}}"
_MODEL = r"(?:[A-Z]{1,5}-?\d[\w-]*|\d+[A-Za-z]\w*|[A-Z]\d[\w-]*)"
_TRIM = r"(?: (?:Pro|Max|Plus|Ultra|Mini|Air|SE|XL|Lite|Carbon|Fold|Flip|Gen \d|Classic)){0,3}"
_MAKER = rf"{_one_of([*BRANDS, *DEVICES])}"

_NUMBERED = re.compile(
    rf"\b{_MAKER}(?: [A-Z][A-Za-z]+){{0,2}}(?: (?:{_MODEL}|\d{{1,2}}(?!\d|[:/.]\d| ?(?:am|pm|%)))){_TRIM}(?!\w)"
    rf"|\b(?!(?:At|In|On|By|Room|Flight|Gate|Route|Unit|Flat|Apt|Bus|Highway|Chapter)\b)"
    rf"[A-Z][a-z]+ {_MODEL}{_TRIM}(?!\w)"
    rf"|\b[A-Z][A-Za-z]+ \d{{1,2}}\.\d{{1,2}}(?!\w)"
)
_MADE = re.compile(
    rf"\b(?:{_one_of(BRANDS)} [A-Z][a-z]+|{_one_of(DEVICES)}(?: (?:Pro|Max|Air|Mini|Plus|Ultra|SE))+)(?!\w)"
)
_OWNED = re.compile(
    r"\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir)(?: (?:old|new|beloved|trusty|vintage|little|first))?"
    r" (?P<name>[A-Z][a-z]+|i[A-Z][a-z]+)"
    r"(?![\w'’])(?! [A-Z0-9])"
)
_OWN_THING = re.compile(
    r"\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er)(?: (?:old|new|beloved|trusty|vintage|little|first))? (?P<name>[A-Z][a-z]{2,})"
    r"(?=[.,!?]|$| (?:needs|keeps|broke|died|finally|has a flat|won't start|is (?:at the|broken|in the shop"
    r"|leaking))\b)"
)
"""What is owned by name and is nobody: "my Stratocaster is at the shop"."""
_QUOTED = re.compile(r"[\"“](?P<name>[A-Z0-9][^\"“”\n]{1,60}?)[,.!?]?[\"”]")
_MEDIA_BEFORE = re.compile(
    r"\b(?:read|reading|reread|watch|watched|watching|rewatched|finished|book|novel|film|movie|show|series|song|album|"
    r"podcast|game|play|musical|titled|called|seen|see)\b[^.!?]{0,24}$",
    re.I,
)
_WORK = re.compile(
    r"\b(?:watched|watching|rewatched|rewatching|binged|bingeing|reading|rereading|seasons? of|episodes? of|playing|"
    r"(?:finished|started)(?: reading| watching| playing)?|the (?:movie|film|book|novel|show|series|game)|[Rr]ead|"
    r"albums?|songs?|novels?|musical|podcast)"
    rf" (?P<name>{_TITLE_NAME})|\b(?i:read|reading) .{{3,40}} and (?:then )?"
    rf"(?P<name2>{_TITLE_NAME}) (?:together|again)"
)
_STAGED = re.compile(
    rf"\b(?:saw|see|seen|seeing|watched|caught) (?P<name>{_TITLE_NAME}) (?:on Broadway|in the West End|at the (?:cinema"
    r"|theat(?:re|er)|opera|movies)|in (?:the )?(?:cinemas?|theat(?:re|er)s?))\b"
)
_OF_OWN = r"(?:my|our|his|her|their|a|an|the|another|two|[A-Z]\w+'s)"
_CALLED = re.compile(
    rf"\b(?i:{_OF_OWN} (?:\w+ ){{0,2}}?(?P<noun>\w+)(?:,| is| was|'s| who is|'s name is)? )?"
    rf"(?i:named|called|name is|name's) (?P<name>{_PLAIN_NAME})"
)
_NAMED_OWN = re.compile(
    rf"\b(?:named|call|called) (?:my|our|the|his|her|their) (?:\w+ )?(?P<noun>\w+) (?P<name>{_PLAIN_NAME})"
)
_KIN_NAME = re.compile(
    rf"\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|[Yy]our|\w+'s)(?: [a-z-]+){{0,2}}? "
    rf"(?P<noun>{_one_of([*KIN, *PETS, *THINGS])})(?:,? )(?P<name>{_PLAIN_NAME})"
)
_SELF = re.compile(
    rf"\b(?:[Mm]y name is|[Cc]all me) (?P<name>{_PLAIN_NAME})|\b(?:[Mm]y name's|[Tt]his is) (?P<name2>{_PLAIN_NAME})"
)
_ACTOR = re.compile(
    r"(?:^|[.!?,] )(?P<name>[A-Z][a-z]+) (?:said|says|told|asked|loves|hates|thinks|wants|quit|married|invited|called|"
    r"texted|promised|graduated|and I|drove|dropped|teaches|taught|proposed|cooked|cooks|plays|baked|bakes|visited|"
    r"phoned|forgot|prefers|lent|borrowed|apologi[sz]ed|complained|cried|laughed|snores|smiled)\b"
    r"|\b(?:heard?|knew|know|thinks?|believe|said)(?: that)? (?P<name2>[A-Z][a-z]+) (?:got|is|was|has|had|will|"
    r"would|moved|went|left|became|started)\b"
)
_ADDRESSED = re.compile(
    r"(?:^|[.!?] )(?i:hey|hi|hello|thanks|thank you|congrats|bye|wow|yeah|yes|sure|good (?:morning|night|luck|job)),? "
    r"(?P<name>[A-Z][a-z]+)(?=[,.!?]|$)"
    r"|[a-z], (?P<name2>[A-Z][a-z]{2,})(?=[.!?](?:\s|$))"
)
"""The one spoken to: "Thanks, Gina!"."""
_MONTH_NAME = re.compile(r"(?<!last )(?<!next )(?<!this )\b(?:(?P<name>May|June)|(?P<name2>April|August))(?='s\b)")
_EMPLOYER = re.compile(
    r"\b(?:work(?:s|ed|ing)?|play(?:s|ed)|job|intern(?:s|ed|ing|ship)?|career|employed|hired|position|role|shift"
    r"|engineer|manager|"
    r"designer|analyst|consultant|nurse|teacher|developer)(?: \w+){0,2}? (?:at|for|by|with) (?:the )?"
    rf"(?P<name>{_NAME})"
    r"|\b(?:joined|joining|quit|(?:volunteer|interview)(?:s|ed|ing)? (?:for|at|with)) (?:the )?"
    rf"(?P<name2>{_NAME})"
    rf"|\b(?:switched|changed) jobs from (?P<name4>{_PLAIN_NAME}) to (?P<name5>{_PLAIN_NAME})"
    rf"|\b(?:company|startup|employer|firm|band|team|bank),? (?:is |called )?(?P<name3>{_NAME})"
)
_PLACE = re.compile(
    r"\b(?:live[sd]?|living|moved?|moving|grew up|born|raised|flew|fly|flying|travel(?:s|led|ed|ling|ing)?|trip|"
    r"vacation|holiday|drove|arrived|stay(?:ed|ing)?|based|wedding|settled|relocat(?:ed|ing))(?: \w+){0,2}? "
    rf"(?:in|to|from|near|at|around) (?:the )?(?P<name>{_PLAIN_NAME})"
    rf"|\b(?:flights?|trains?|bus|ferry|road trip|tickets?) (?:to|from) (?:the )?(?P<name5>{_PLAIN_NAME})"
    rf"|\b(?:visit(?:s|ed|ing)?|hometown (?:is|of)) (?:the )?(?P<name2>{_PLAIN_NAME})"
    rf"|\b(?:flew|fly|flying|moved|moving|drove) from (?P<name3>{_PLAIN_NAME}) to (?P<name4>{_PLAIN_NAME})"
)
_TOOL = re.compile(
    r"\b(?:us(?:e|es|ed|ing)|learn(?:ing|ed|t)?|install(?:ed|ing)?|download(?:ed|ing)?|subscribed to|switched to"
    r"|app called) "
    rf"(?P<name>{_PLAIN_NAME})"
    rf"|\b(?P<name2>{_PLAIN_NAME}) (?:app|account|subscription|playlist)\b"
    rf"|\bswitched from (?P<name3>{_PLAIN_NAME}) to (?P<name4>{_PLAIN_NAME})"
)
_ENDED = re.compile(rf"\b(?:{_NAME} )(?P<last>{_one_of(list(ENDINGS))})\b(?!')")
_OF_PLACE = re.compile(
    rf"\b(?P<last>University|College|Bank|Institute|Museum|Church|Lake|Mount|Cape) (?:of |Of )?{_NAME}"
)
_CAMEL = re.compile(r"\b(?!Mc|Mac|De|La|O')[A-Z][a-z]+[A-Z]\w+\b")
_CON = re.compile(r"\b[A-Z]\w*[a-z]Con\b|\bComic[- ]Con\b")
_KNOWN = re.compile(rf"(?<![\w@.]){_one_of([name for name in KNOWN if name.isascii()])}(?![\w@])", re.I)
_HYPHENED = re.compile(r"-[a-z]{1,12}\b")
"""The rest of a given name like Hyun-woo."""
_JOINING = frozenset(("of", "the", "de", "la", "du", "von", "van", "der", "and", "&", "for", "in", "to", "a"))
_BEGIN = re.compile(r"(?:^|[.!?\n,-])[\s\"'“‘(*]*$")
_ARTICLES = re.compile(r"^(?:(?:the|a|an|my|our|your|his|her|their|this|that)\s+)+", re.I)


def english_candidates(text: str, names: Sequence[Tagged]) -> list[Candidate]:
    """Everything in a text that may be an entity; `names` is what the model found in the same text."""
    found = [
        *_from_model(text, names),
        *_from_shape(text),
        *_from_known(text),
        *_from_naming(text),
        *_from_context(text),
    ]
    return [candidate for candidate in found if _is_name(text[candidate.start : candidate.end], candidate.type)]


def _from_model(text: str, names: Sequence[Tagged]) -> Iterator[Candidate]:
    for name in names:
        kind = MODEL_TYPES.get(name.tag)
        if kind is None:
            continue
        start, end = _trimmed(text, name.start, name.end)
        if name.tag != "WORK_OF_ART":
            end = _until_lower_case(text, start, end)
        if text[start:end].lower() in COMMON_STARTS and _BEGIN.search(text[:start]):
            continue
        if kind == "person":
            start = _with_title(text, start)
            hyphened = _HYPHENED.match(text, end)
            end = hyphened.end() if hyphened else end
        elif " " in text[start:end]:
            kind = ENDINGS.get(text[start:end].rsplit(" ", 1)[1], kind)
        yield Candidate(start, end, kind, 3 if name.tag == "WORK_OF_ART" else 2)


def _from_shape(text: str) -> Iterator[Candidate]:
    for match in _NUMBERED.finditer(text):
        if match[0].split()[0].lower() not in NOT_NAMES:
            yield Candidate(match.start(), match.end(), "product", 8)
    for match in _MADE.finditer(text):
        if match[0].split()[-1] in {*ENDINGS, "Store", "Cafe", "Shop"}:
            continue
        yield Candidate(match.start(), match.end(), "product", 6)
    for match in _QUOTED.finditer(text):
        title = sum(word[0].isupper() for word in match["name"].split())
        if title >= 2 or _MEDIA_BEFORE.search(text[: match.start()]):
            yield Candidate(match.start("name"), match.end("name"), "product", 9)
    for pattern in (_ENDED, _OF_PLACE):
        for match in pattern.finditer(text):
            start, end = _trimmed(text, match.start(), match.end())
            yield Candidate(start, end, ENDINGS.get(match["last"], "location"), 5)
    for match in _CON.finditer(text):
        yield Candidate(match.start(), match.end(), "event", 5)
    for match in _CAMEL.finditer(text):
        yield Candidate(match.start(), match.end(), "product", 1)


def _from_known(text: str) -> Iterator[Candidate]:
    for match in _KNOWN.finditer(text):
        name = match[0].lower()
        if (name not in ALSO_WORDS and match[0][0].isupper()) or match[0] in DEVICES[:4]:
            yield Candidate(match.start(), match.end(), KNOWN[name], 3)


def _from_naming(text: str) -> Iterator[Candidate]:
    for pattern in (_CALLED, _NAMED_OWN, _KIN_NAME):
        for match in pattern.finditer(text):
            noun = (match["noun"] or "").lower()
            if not match["name"][0].isupper():
                continue
            if noun in THINGS:
                yield Candidate(*match.span("name"), "object", 7)
            elif noun in KIN or noun in PETS:
                yield Candidate(*match.span("name"), "person", 7)
    for pattern, weight in ((_SELF, 4), (_MONTH_NAME, 4), (_ACTOR, 3), (_ADDRESSED, 1)):
        for match in pattern.finditer(text):
            group = "name" if match["name"] else "name2"
            if pattern is _ACTOR and (match[group].lower() in COMMON_STARTS or match[group].lower() in KNOWN):
                continue
            yield Candidate(*match.span(group), "person", weight)
    for match in _OWN_THING.finditer(text):
        if match["name"].lower() not in KNOWN or match["name"] in (*BRANDS, *DEVICES):
            yield Candidate(*match.span("name"), "object", 3)
    for match in _OWNED.finditer(text):
        name = match["name"]
        if name in BRANDS or name in DEVICES:
            yield Candidate(*match.span("name"), "object", 5)


def _from_context(text: str) -> Iterator[Candidate]:
    rules: tuple[tuple[re.Pattern[str], EntityType, int], ...] = (
        (_WORK, "product", 4), (_STAGED, "product", 4), (_EMPLOYER, "organisation", 4), (_PLACE, "location", 4),
        (_TOOL, "product", 4),
    )  # fmt: skip
    for pattern, kind, weight in rules:
        for match in pattern.finditer(text):
            for group, value in match.groupdict().items():
                if value:
                    start, end = _trimmed(text, *match.span(group))
                    if pattern in (_WORK, _STAGED) and value.startswith("The "):
                        start = match.start(group)
                    yield Candidate(start, end, kind, weight)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Without articles, possessives, quotes and punctuation around it."""
    name = text[start:end]
    if article := _ARTICLES.match(name):
        start += article.end()
    while end > start and not (text[end - 1].isalnum() or text[end - 1] in "+#)"):
        end -= 1
    if text[start:end].endswith(("'s", "’s")):
        end -= 2
    while start < end and not text[start].isalnum():
        start += 1
    return start, end


def _until_lower_case(text: str, start: int, end: int) -> int:
    """The model sometimes runs on into the verb: a name ends before a lower-case word that does not join names."""
    words = list(re.finditer(r"\S+", text[start:end]))
    if not words or not words[0][0][0].isupper():
        return end
    last = words[0].end()
    for word in words[1:]:
        if word[0][0].islower() and word[0] not in _JOINING and not re.match(r"[a-z]{1,3}[A-Z]", word[0]):
            break
        if word[0] not in _JOINING:
            last = word.end()
    return start + last


def _with_title(text: str, start: int) -> int:
    before = re.search(r"(\S+) $", text[:start])
    return before.start(1) if before and before[1] in TITLES else start


def _is_name(name: str, kind: EntityType) -> bool:
    if len(name) < 2 or not any(char.isalpha() for char in name):
        return False
    if name in ("May", "April", "June", "August") and kind == "person":
        return True
    if kind in ("person", "organisation") and not any(char.isupper() for char in name):
        return False
    return name.lower() not in NOT_NAMES
