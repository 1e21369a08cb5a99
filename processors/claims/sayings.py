"""English sayings: what set phrases with one place in them say of the speaker (`sayings_en.toml`)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from processors.claims.english_own import DATE
from processors.claims.english_values import CAPITALS, DEFINITE, GENERAL, NO_OBJECT, kept_items, value_of
from processors.claims.found import LIKELY, Found
from processors.claims.fragments import ADVERBS, LEAD
from processors.claims.frames.lexicon import among, is_kind
from processors.claims.life_words import NATIONALITIES_EN, NUMBERS_EN
from processors.claims.people import NAME_EN, is_name
from processors.claims.words import LANGUAGES_EN
from schemas.claims import Polarity

_FILE = Path(__file__).with_name("sayings_en.toml")
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
_KINDS = ("food", "drug", "ailment", "game", "instrument", "possession", "occupation", "animal", "enterprise")
_CAPITAL = CAPITALS.replace("0-9", "")
_OCCASION = (
    r"trip|holiday|vacation|wedding|party|flight|visit|dinner|move|concert|tour|cruise|conference|honeymoon"
    r"|surgery|operation|appointment|interview|op|exam|reservation|booking|retreat|picnic|barbecue|bbq|reunion|gig"
    r"|marathon|race|weekend away"
)
_END = (
    r"(?=$|[,.;:!?)…]| [-–—] | (?:and|but|so|because|since|now|these|at|for|in|on|when|while|after|before"
    r"|any ?more|this|last|right|until|till|though|too|again|as|with|to|from|if|or|that|who|which|atm|lol|btw|please"
    r"|thanks|anyway|actually|lately|recently|today|already|yet|unfortunately|sadly|tbh|ngl|haha|every|all|by|next|then"
    r"|where|why|is|are|was|just|not|over|than|about|here|remember|honestly|man|mate|mind you|altogether|completely"
    r"|entirely|ever|years|long|cos|cause|coz|due)\b)"
)
_PLACES = {
    **{kind: rf"(?P<{kind}>(?:[a-z'’0-9-]+ ){{0,2}}?[a-z0-9'’-]+)" for kind in _KINDS},
    "thing": r"(?P<thing>[\w'’&-]+(?: [\w'’&-]+){0,5}?)",
    "doing": r"(?P<doing>[a-z0-9][^,.;!?\x00]{2,90})",
    "event": rf"(?P<event>(?:[\w'-]+ ){{0,4}}?(?:{_OCCASION})(?: (?:to|with|in|for) (?:the )?[\w'-]+)?)",
    "place": rf"(?P<place>(?-i:{_CAPITAL}))",
    "firm": rf"(?:the )?(?P<firm>(?-i:{CAPITALS}))",
    "name": rf"(?P<name>(?-i:{NAME_EN}))",
    "language": r"(?P<language>(?-i:[A-Z][a-z]+)(?:(?:, | and | or )(?:(?:some|an? (?:fair |little |good"
    r" )?(?:bit|smattering) of"
    r"|decent|basic|passable|conversational) ){0,2}(?-i:[A-Z][a-z]+)){0,5})",
    "nation": rf"(?P<nation>(?-i:{NATIONALITIES_EN}))",
    "number": rf"(?P<number>\d{{1,3}}|(?:{'|'.join(_TENS)})[- ]?(?:one|two|three|four|five|six|seven|eight"
    "|nine)?|{'|'.join(NUMBERS_EN)})",
    "date": rf"(?P<date>{DATE})",
}
_SO_MUCH = re.compile(
    r"(?i:so (?!i\b|i'|my\b|we\b|we'|our\b|it'|the\b|a\b|an\b|no\b|that\b)[a-z]+ (?!is|are|for|drives?|gives?"
    r"|turns?)\w)"
)
"""A clause that goes on about how much, and begins nothing: "seeing them so happy makes me …"."""
_POINTS = re.compile(
    r"(?i:\b(?:it|that|this|them|those|these|there|you|your|him|her|his|their|something|anything|so|one)\b)"
)
_DETERMINED = re.compile(
    r"(?i:^(?:my|our|his|her|their|your|this|that|these|those|its|what|some of|a lot of|all of|most of|each"
    r"|every|other|others|other's|another|any|such|both|same|two|three|four|few|several|many|\d+)\b)"
)
_WHEN = re.compile(
    r"(?i:\s+(?:this year|next year|by (?:the )?\w+|before (?:i|my|the) .*|these days|now|again|one day"
    r"|some ?day|in \d{4}|right now|at the moment|please|though|too|as well)$)"
)
_NOT_THINGS = frozenset(("basically", "literally", "pretty", "virtually", "practically", "almost", "nearly", "mostly"))
_TRAILING = re.compile(
    r"(?i: (?:really|always|just|also|never|still|usually|definitely|absolutely|sometimes|often|do|does))+$"
)
_LEADING = re.compile(r"(?i:^(?:basically|pretty much|all|any|some|my|the|an?|more|so much|too much|much) )")
_SELF = re.compile(r"(?i:\b(?:i|me|my|mine)\b)")
_BEGUN = re.compile(rf"(?:{ADVERBS})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Saying:
    """What a set phrase says; `value` stands where the phrase has no place."""

    attribute: str
    polarity: Polarity
    value: str
    pattern: re.Pattern[str]
    opens: str
    """What a clause must begin with or hold for the phrase to be tried: "i", "me" (anywhere) or "" for any."""


def said_of_self(clause: str, types: Mapping[str, str]) -> Iterator[Found]:
    """What one English clause says by a saying. `types`: what kind of thing each name in it is."""
    if _SO_MUCH.match(clause):
        return
    text = LEAD.sub("", clause).strip()
    bare = text[_BEGUN.match(text).end() :]  # type: ignore[union-attr]
    mine, self_first = _SELF.search(bare) is not None, bare[:1] in ("i", "I")
    for saying in sayings():
        if (saying.opens == "i" and not self_first) or (saying.opens == "me" and not mine):
            continue
        match = saying.pattern.match(bare)
        if match is None:
            continue
        if types.get(match.groupdict().get("firm") or "") == "location":
            continue
        if types.get(match.groupdict().get("place") or "") in ("organisation", "person", "product"):
            continue
        for value in [saying.value] if saying.value else _values(match):
            action = (
                "unset"
                if saying.polarity == "negative" and saying.attribute in ("medication", "owns", "plan", "employer")
                else "assert"
            )
            yield Found(saying.attribute, value, saying.polarity, action, LIKELY, "user")  # type: ignore[arg-type]


@cache
def sayings() -> tuple[Saying, ...]:
    """The sayings of `sayings_en.toml`, read once, in its order."""
    rows = tomllib.loads(_FILE.read_text("utf-8"))["saying"]
    return tuple(
        Saying(row["attribute"], row.get("polarity", "positive"), row.get("value", ""), _compiled(says), _opens(says))
        for row in rows
        for says in row["says"]
    )


def _compiled(says: str) -> re.Pattern[str]:
    for name, pattern in _PLACES.items():
        says = says.replace("{" + name + "}", pattern)
    return re.compile(f"{says}{_END}", re.IGNORECASE)


def _opens(says: str) -> str:
    if says.startswith(("i ", "i(", "i'")):
        return "i"
    needed = re.sub(r"\(\?:[^()]*\)[?*]", "", says)
    return "me" if says.startswith("{") and _SELF.search(needed) else ""


def _values(match: re.Match[str]) -> Iterator[str]:
    """What stands in the place of a saying, where it may stand there."""
    for place, text in match.groupdict().items():
        if text is None:
            continue
        said = text.strip(" .,!'\"")
        match place:
            case "value":
                yield said
            case "list":
                yield from (part for part in re.split(r", | and (?:a bit of |some )?", said) if part)
            case "number":
                yield from _years(said.lower())
            case "language":
                yield from (word for word in re.findall(r"[A-Z][a-z]+", said) if word in LANGUAGES_EN)
            case "name":
                yield from [said] if is_name(said) else []
            case "place" | "firm" | "nation" | "date" | "event":
                yield said
            case "doing":
                done = _WHEN.sub("", said)
                yield from [done] if done and not _POINTS.search(done) else []
            case "thing":
                yield from _thing(said)
            case _:
                yield from _of_kind(said, place)


def _years(said: str) -> Iterator[str]:
    tens, _, ones = said.replace("-", " ").partition(" ")
    years = int(said) if said.isdigit() else NUMBERS_EN.get(said, 0)
    if not years and tens in _TENS:
        years = _TENS[tens] + (NUMBERS_EN.get(ones, 0) if ones else 0)
    if 10 <= years <= 110:
        yield str(years)


def _thing(said: str) -> Iterator[str]:
    if (
        _POINTS.search(said)
        or NO_OBJECT.match(said)
        or _DETERMINED.match(said)
        or (DEFINITE.match(said) and not GENERAL.match(said))
    ):
        return
    said = _TRAILING.sub("", re.sub(r"(?i:^(?:(?:basically|pretty much|literally|virtually|all|any) )+)", "", said))
    words = said.lower().split()
    if words[-1] in _NOT_THINGS or among(words[-1], "empty") or among(words[-1].removesuffix("s"), "empty"):
        return
    yield from list(kept_items(value_of(said)))[:2]


def _of_kind(said: str, kind: str) -> Iterator[str]:
    bare = _LEADING.sub("", said)
    lemma = bare.lower().split()[-1]
    singular = lemma.removesuffix("es") if lemma.endswith(("shes", "ches", "oes")) else lemma.removesuffix("s")
    if not _POINTS.search(bare) and (is_kind(bare, lemma, kind) or is_kind(singular, singular, kind)):
        yield bare
