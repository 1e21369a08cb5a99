"""English names that their shape shows: models of a maker, quoted titles, addresses, institutions by last word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from processors.dimensions.entities_known import BRANDS, COMMON_STARTS, DEVICES, ENDINGS, IRREGULAR, NOT_NAMES
from processors.dimensions.names import is_word, names_of, wordnet_names
from schemas.dimensions import EntityType


class Candidate(NamedTuple):
    """A possible entity; of two that overlap the higher `weight` stays, then the longer, then the earlier."""

    start: int
    end: int
    type: EntityType
    weight: int


def one_of(words: Sequence[str]) -> str:
    return "(?:" + "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) + ")"


UPPER = "A-Z\u00c0-\u00d6\u00d8-\u00de"
_PART = rf"[{UPPER}][\w&]{{0,30}}(?:[.'’-][{UPPER}]\w{{0,30}}){{0,3}}"
_WORD = rf"(?:(?!I\b)(?:[dlO]['’])?{_PART}|[a-z]{{1,3}}[A-Z]\w{{0,30}})"
NAME = rf"{_WORD}(?: (?:(?:of|de|la|du|&) (?:the )?)?{_WORD}){{0,5}}"
PLAIN_NAME = rf"{_WORD}(?: {_WORD}){{0,4}}"
"""Every repetition has a limit, so that no text takes long."""
CAPITAL = r"[A-Z][\w'’-]{0,30}"
TITLE_NAME = rf"{CAPITAL}(?: (?:(?:(?:of|a|an|and|in|to|for|on the|with the|the) ){{0,2}}{CAPITAL}|\d+\b)){{0,8}}"
_MODEL = r"(?:[A-Z]{1,5}-?\d[\w-]*|[A-Z]{1,3}-[A-Z]{1,3}\d\w*|\d+[A-Za-z]\w*|[A-Z]\d[\w-]*)"
_TRIM = r"(?: (?:Pro|Max|Plus|Ultra|Mini|Air|SE|XL|Lite|Carbon|Fold|Flip|Gen \d|Classic)){0,3}"
_MAKER = rf"{one_of([*BRANDS, *DEVICES])}"

_NUMBERED = re.compile(
    rf"\b{_MAKER}(?: [A-Z][A-Za-z]+){{0,2}}(?: (?:{_MODEL}|\d{{1,2}}(?!\d|[:/.]\d| ?(?:am|pm|%))|(?!(?:19"
    rf"|20)\d\d\b)\d{{3,4}}(?![\d:/%]|\.\d))){_TRIM}(?!\w)|\b(?!(?:At|In|On|By|Room|Flight|Gate|Route|Unit|Flat|Apt"
    rf"|Bus|Highway|Chapter)\b)[A-Z][a-z]+ {_MODEL}{_TRIM}(?!\w)|\b[A-Z][A-Za-z]+ \d{{1,2}}\.\d{{1,2}}(?!\w)"
)
_MADE = re.compile(
    rf"\b(?:{one_of(BRANDS)}(?: [A-Z][a-z]+){{1,3}}(?: \d{{2,4}}(?![\w:%]|[./]\d| ?[ap]m\b| [a-z]+s\b))?"
    rf"|{one_of(DEVICES)}(?: (?:Pro|Max|Air|Mini|Plus|Ultra|SE|Paperwhite|Oasis|Scribe|Buds|Watch|Fold|Flip|Studio|Go"
    r"|Lite|OLED|Nano|Touch)){1,3})(?!\w)"
)
_TOWN = re.compile(rf" (?P<town>[{UPPER}][a-z]{{2,20}})(?![\w-])")
_WITH_TOWN = frozenset(("College", "University", "School", "Hospital", "Academy", "Institute", "Business"))
_SMALL = frozenset(
    ("a", "an", "the", "of", "and", "or", "in", "on", "at", "to", "for", "with", "by", "from", "as", "&")
)
_QUOTED = re.compile(r"[\"“](?P<name>[A-Z0-9][^\"“”\n]{1,60}?)[,.!?]?[\"”]")
_MEDIA_BEFORE = re.compile(
    r"\b(?:read|reading|reread|watch|watched|watching|rewatched|finished|book|novel|film|movie|show|series|song|album|"
    r"podcast|game|play|musical|titled|called|seen|see)\b[^.!?]{0,24}$",
    re.I,
)
_HOUSE = re.compile(
    rf"\b\d{{1,5}}[A-Za-z]? (?:[{UPPER}][\w’']+ ){{1,3}}(?:Street|Road|Avenue|Lane|Close|Drive|Way|Court|Terrace|"
    r"Crescent|Square|Place|Gardens|Hill|Grove|Row|Boulevard|St|Rd|Ave|Ln)\b"
)
_SAINT = re.compile(
    rf"\bSt\.? [{UPPER}][\w-]{{1,20}}(?:['’]s?)?(?: [{UPPER}]\w{{1,20}}){{0,3}} "
    r"(?P<last>School|Hospital|Church|College|Academy|University|Hospice)\b"
)
_SAINTS = re.compile(rf"\bSt\.? [{UPPER}]\w{{2,20}}['’]s\b(?! [{UPPER}])")
_OF_EVENT = re.compile(
    rf"\b(?:Battle|Siege|Fall|Storming|Night|War|Treaty|Feast|Day"
    rf"|Peace|Sack|Massacre|Partition|Edict) of (?:the )?[{UPPER}]\w+"
)
_FAILED = re.compile(
    rf"\b(?P<name>[{UPPER}]\w{{1,20}}) (?:crashed|froze|crashes|freezes|keeps (?:crashing|freezing|recommending)"
    r"|is down|won't (?:load|open|sync)|logged me out|stopped (?:working|loading|syncing)|needs an update)\b"
)
_STORM = re.compile(rf"\b(?:Hurricane|Storm|Typhoon|Cyclone|Operation) [{UPPER}][a-z]{{2,20}}\b")
_OWN_PLACE = re.compile(
    rf"\b[{UPPER}][a-z]{{2,20}}['’]s (?:Cross|Lynn|Stortford|End|Head|Point|Landing|Green|Gate|Corner|Seat|Causeway|Bay"
    r"|Island|Peak|Cove|Wharf|Quay|Mill|Rest|Leap|Creek|Canyon|Pass|Ferry|Hole|Hill|Walk|Market)\b"
)
_OF_TWO = re.compile(
    rf"\b(?P<last>Museum|Ministry|Department|Institute|School|Faculty|Society|College|Academy|Board|Office|Church|House)"
    rf" of (?:the )?[{UPPER}]\w+(?: [{UPPER}]\w+)?(?:, [{UPPER}]\w+)? (?:and|&) (?:the )?[{UPPER}]\w+"
)
_INITIALS = re.compile(rf"\b(?:[{UPPER}][a-z]+ )?(?:[{UPPER}]\. ?){{1,3}}[{UPPER}][a-z][\w-]+")
_LINE = re.compile(rf"\b[Tt]he (?P<name>{CAPITAL}(?: {CAPITAL})? [Ll]ine)\b")
_SHIP = re.compile(rf"\b(?:HMS|HMAS|HMCS|USS|RMS|SS|MV|RRS) (?:{CAPITAL})(?: {CAPITAL}){{0,2}}")
_PIER = re.compile(r"\bPier \d{1,3}\b")
_EATERY = re.compile(
    rf"\b(?:Caf[eé]|Bar|Chez|Trattoria|Pizzeria|Bistro|Brasserie|Restaurant|Osteria|Taverna) {NAME}|\bHotel {NAME}"
)
_LAST = rf"(?P<last>{one_of(list(ENDINGS))})\b(?!['’])(?: (?:II|III|IV|V|VI{{0,3}}|IX|X{{1,3}})\b)?"
_ENDED = re.compile(rf"\b{NAME} {_LAST}")
_FOUNDERS = re.compile(rf"\b(?P<founder>{NAME})['’]s? (?:{NAME} )?{_LAST}")
"""Named after somebody: "Addenbrooke's Hospital", "King's College"."""
_OF_PLACE = re.compile(
    rf"\b(?P<last>Loch|River|Isle|Mt|Fort|Gulf|University|College|Bank|Institute|Museum|Church|Lake"
    rf"|Mount|Cape) (?:of |Of )?{NAME}"
)
_CAMEL = re.compile(r"\b(?!Mc|Mac|De|La|O')[A-Z][a-z]+[A-Z]\w+\b")
_CON = re.compile(r"\b[A-Z]\w*[a-z](?:Con|Conf|Fest)\b|\bComic[- ]Con\b")
_THREE = re.compile(r"\bThe [A-Z]\w{2,20}, the [A-Z]\w{2,20},? and the [A-Z]\w{2,20}")
_ALONE: tuple[tuple[re.Pattern[str], EntityType, int], ...] = (
    (_HOUSE, "location", 6), (_SAINTS, "organisation", 6), (_OF_EVENT, "event", 5), (_INITIALS, "person", 5),
    (_LINE, "location", 6), (_PIER, "location", 6), (_EATERY, "organisation", 6), (_CON, "event", 5),
    (_SHIP, "object", 7),
    (_STORM, "event", 6), (_OWN_PLACE, "location", 6), (_THREE, "product", 9), (_CAMEL, "product", 1),
)  # fmt: skip
"""Shapes that show by themselves what a name stands for, with a weight."""
_ARTICLES = re.compile(r"^(?:(?:the|a|an|my|our|your|his|her|their|this|that)\s+)+", re.I)


def names_by_shape(text: str) -> Iterator[Candidate]:
    """Candidates with their weight; what stands inside a longer one is left to the caller."""
    for match in _NUMBERED.finditer(text):
        if match[0].split()[0].lower() not in NOT_NAMES:
            yield Candidate(*match.span(), "product", 8)
    for match in _MADE.finditer(text):
        last = match[0].split()[-1]
        if last not in ENDINGS and last != "Shop":
            yield Candidate(*match.span(), "product", 6)
    for match in _QUOTED.finditer(text):
        title = [word for word in match["name"].split() if word not in _SMALL]
        if not all(word[0].isupper() or word[0].isdigit() for word in title):
            continue
        if len(title) >= 2 or _MEDIA_BEFORE.search(text[: match.start()]):
            yield Candidate(*match.span("name"), "product", 9)
    for pattern in (_ENDED, _OF_PLACE, _OF_TWO):
        for match in pattern.finditer(text):
            start, end = trimmed(text, *_without_verb(text, *match.span()))
            if match["last"] in _OF_ANY and _is_any(text, start, end):
                continue
            whole = _with_town(text, end, match["last"])
            yield Candidate(start, whole, ENDINGS.get(match["last"], "location"), 5 if whole == end else 7)
    for match in _FOUNDERS.finditer(text):
        if match["founder"] not in names_of("english").given and match["founder"].lower() not in COMMON_STARTS:
            start, end = trimmed(text, *match.span())
            yield Candidate(start, _with_town(text, end, match["last"]), ENDINGS[match["last"]], 6)
    for match in _SAINT.finditer(text):
        yield Candidate(*match.span(), ENDINGS.get(match["last"], "organisation"), 6)
    for match in _FAILED.finditer(text):
        if match["name"].lower() not in COMMON_STARTS:
            yield Candidate(*match.span("name"), "product", 4)
    for pattern, kind, weight in _ALONE:
        for match in pattern.finditer(text):
            yield Candidate(*match.span("name" if "name" in pattern.groupindex else 0), kind, weight)


_OF_ANY = frozenset(("Team", "Department", "Committee", "Office", "Meetup", "Run", "Show", "Party"))
"""Endings of what every firm has: "the Finance Team" is none."""


_ASKED = frozenset(
    ("ring", "phone", "call", "email", "text", "chase", "pay", "ask", "tell", "try", "visit", "book", "thank", "check")
)
"""What begins a request and no name."""


def _is_any(text: str, start: int, end: int) -> bool:
    return all(is_word(word.lower()) for word in text[start:end].split())


def _without_verb(text: str, start: int, end: int) -> tuple[int, int]:
    """Without the verb that begins its sentence: "Rang Thameside Heating"."""
    first, _, rest = text[start:end].partition(" ")
    begins = not text[:start].strip() or text[:start].rstrip()[-1] in ".!?\n"
    verb = first.lower() in IRREGULAR or first.lower() in _ASKED or (first.endswith("ed") and is_word(first.lower()))
    return (start + len(first) + 1, end) if begins and verb and " " in rest else (start, end)


def _with_town(text: str, end: int, last: str) -> int:
    """With the town of a school or hospital behind it: "Imperial College London"."""
    town = _TOWN.match(text, end) if last in _WITH_TOWN else None
    return town.end() if town and wordnet_names().get(town["town"]) == "location" else end


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
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
