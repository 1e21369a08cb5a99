"""English sayings: what set phrases with one place in them say of the speaker (`sayings_en.toml`: who one is and has
been; `sayings_ways_en.toml`: what one likes, does, owns, means to do and thinks)."""

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
from processors.dimensions.number_words import TENS
from processors.needed_words import Needs, item_end, needed
from schemas.claims import Polarity

_FILES = ("sayings_en.toml", "sayings_ways_en.toml")
_KINDS = (
    "food",
    "drug",
    "ailment",
    "game",
    "instrument",
    "pastime",
    "possession",
    "occupation",
    "animal",
    "enterprise",
)
_CAPITAL = CAPITALS.replace("0-9", "")
_OCCASION = (
    r"trip|holiday|vacation|wedding|party|flight|visit|dinner|move|concert|tour|cruise|conference|honeymoon"
    r"|surgery|operation|appointment|interview|op|exam|reservation|booking|retreat|picnic|barbecue|bbq|reunion|gig"
    r"|marathon|race|weekend away|root canal|hip replacement|knee replacement|mri|scan|viewing|dentist|driving test"
    r"|theory test|graduation|baby shower|stag do|hen do|christening|funeral|audition|check-?up|first day|biopsy"
    r"|ultrasound|half marathon|recital|hearing|colonoscopy|smear|vaccination|housewarming|school trip|cast off"
)
_END = (
    r"(?=$|[,.;:!?)…]| [-–—] | (?:and|but|so|because|since|now|these|at|for|in|on|when|while|after|before"
    r"|any ?more|this|last|right|until|till|though|too|again|as|with|to|from|if|or|that|who|which|atm|lol|btw|please"
    r"|thanks|anyway|actually|lately|recently|today|already|yet|unfortunately|sadly|tbh|ngl|haha|every|all|by|next|then"
    r"|where|why|is|are|was|just|not|over|than|about|here|remember|honestly|man|mate|mind you|altogether|completely"
    r"|entirely|ever|years|long|cos|cause|coz|due|most|each|being)\b)"
)
_PLACES = {
    **{kind: rf"(?P<{kind}>(?:[a-z'’0-9-]+ ){{0,2}}?[a-z0-9'’-]+)" for kind in _KINDS},
    "thing": r"(?P<thing>(?:(?:an?|the|some|any|all) )?[\w'’&-]+(?: [\w'’&-]+){0,5}?)",
    "doing": r"(?P<doing>[a-z0-9][^,.;!?\x00]{2,90})",
    "event": r"(?P<event>(?:(?!(?:about|from|of|an?|the|for|to|in|on|at|with|and|that)\b)[\w'-]+"
    rf" ){{0,4}}?(?:{_OCCASION})(?: (?:to|with|in|for) (?:the )?[\w'-]+)?)",
    "place": rf"(?P<place>(?-i:{_CAPITAL}))",
    "firm": rf"(?:the )?(?P<firm>(?-i:(?!(?:They|He|She|We|It|You|I|This|That|My|Our|The)\b){CAPITALS}))",
    "name": rf"(?P<name>(?-i:{NAME_EN}))",
    "language": r"(?P<language>(?-i:[A-Z][a-z]+)(?:(?:, | and | or )(?:(?:some|an? (?:fair |little |good"
    r" )?(?:bit|smattering) of|decent|basic|passable|conversational) ){0,2}(?-i:[A-Z][a-z]+)){0,5})",
    "nation": rf"(?P<nation>(?-i:{NATIONALITIES_EN}))",
    "number": rf"(?P<number>\d{{1,3}}|(?:{'|'.join(TENS)})[- ]?(?:one|two|three|four|five|six|seven|eight"
    rf"|nine)?|{'|'.join(NUMBERS_EN)})",
    "date": rf"(?P<date>{DATE})",
    "program": r"SQL|Python|Java|JavaScript|Rust|C\+\+|Excel|Photoshop|HTML|CSS|PHP|Ruby|Swift|Kotlin|TypeScript"
    r"|Blender|Figma|LaTeX|InDesign|Illustrator|AutoCAD|Premiere|PowerPoint|Lightroom",
    "field": r"(?!january|february|march|april|may|june|july|august|september|october|november|december|spring|summer"
    r"|autumn|winter|record|style|time|my|the|an?|this|that|absentia)(?-i:[a-z])[a-z]+"
    r"(?: (?!(?:last|this|from|at|and|but|in|with|so|years?)\b)[a-z]+)?",
    "lasts": r"(?!(?:an? |the )?(?:\w+ )?(?:cold|flu|fever|headache|cough|hangover|toothache|sore|bug|stomach|bruise"
    r"|cramp|sunburn|blister|cut)s?\b)",
    "doctor": "(?:my|the) (?:doctor|gp|consultant|nurse|physio|hospital|specialist|dentist|dietician|dietitian"
    "|nutritionist|allergist)",
    "deed": r"(?!be|have|like|love|never|think|rather|say|been|get back|let|know|see|kill)[a-z]+ [\w' ]{3,60}",
    "i": "(?:i|we) ",
    "im": "(?:(?:i'm|i am|im|we're|we are|i've been|i have been|been) )",
    "ive": "(?:(?:i've|i have|ive|we've|we have|i|we) )",
    "adv": "(?:(?:really|absolutely|just|do|still|also|genuinely|honestly|quite|rather|truly|always|totally|actually"
    "|definitely|simply|usually|kind of|pretty much|very much|basically) ){0,2}",
}
"""What a place, or a word that many sayings share, is written out as."""
_ARTICLE = re.compile(r"(?i:^(?:an?|the|my|our|got|booked) )")
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
_ANY_EVENT = re.compile(
    r"(?i:^(?:(?:quick|big|important|job|new|an?|the|my|another|first|next|doctor's) )*(?:appointment|meeting"
    r"|interview|party|visit|move"
    r"|flight|dinner|trip|exam|race|reservation|booking|operation|op|hearing|viewing|scan)$)"
)
"""Events that say too little by themselves."""
_NOT_THINGS = frozenset(("basically", "literally", "pretty", "virtually", "practically", "almost", "nearly", "mostly"))
_NO_PASTIMES = frozenset(("making", "creating", "helping", "being", "having", "giving", "trying", "getting", "seeing"))
"""What begins so says little without all that follows."""
_TRAILING = re.compile(
    r"(?i: (?:really|always|just|also|never|still|usually|definitely|absolutely|sometimes|often|do|does))+$"
)
_LEADING = re.compile(r"(?i:^(?:basically|pretty much|all|any|some|my|the|an?|more|so much|too much|much|got) )")
_SPEAKER = re.compile(r"(?i:^(?:i'm|i am|i've|i|we|we're) (?:[a-z]+ )?)")
_CUT_OFF = re.compile(
    r"(?i: (?:but|(?:and|so) (?:i|i'm|i've|we|we're|it|it's|there|there's|they|he|she|the \w+ (?:is|are))) .*$)"
)
"""Where a further clause begins."""
_NARROWED = re.compile(
    r"(?i:an? (?:[\w-]+ ){0,3}?[\w-]+ (?:that|which|who|from|where|i)\b|[a-z]+ing (?:up |out |away )?(?:with|about"
    r"|up with)\b)"
)
"""A thing that only the words after it tell: "a theme from a movie", "coming up with ideas"."""
_BEGUN = re.compile(rf"(?:{ADVERBS})", re.IGNORECASE)
_FRONTED = re.compile(
    r"(?i:(?!in (?:another|an?|my (?:dreams?|next|past|head|mind)|the (?:film|book|story|game|dream|play|script|movie"
    r"|novel)|theory|this (?:game|story))\b|on paper\b|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?\b)(?:in|after"
    r"|at|on|for|since|by|over|during|these|nowadays|last|next|this|as|come|between|with|without|until|from|one"
    r"|eventually|once|having|thanks|despite|following|besides|apart|outside|long"
    r"|deep) ?[^,.;:!?\x00]{0,60}?,? (?=(?:i|i'm|i've|im|ive|we|we're|we've)\b))"
)
"""When, where or why, before who: "After a month of dithering I …"."""


@dataclass(frozen=True, slots=True)
class Saying:
    """What a set phrase says; `value` stands where the phrase has no place."""

    attribute: str
    polarity: Polarity
    value: str
    pattern: re.Pattern[str]
    needs: frozenset[str]
    """One of these stands in whatever the phrase matches, in lower case; empty: nothing is known."""


def said_of_self(clause: str, types: Mapping[str, str]) -> Iterator[Found]:
    """What one English clause says by a saying. `types`: what kind of thing each name in it is."""
    if _SO_MUCH.match(clause):
        return
    text = LEAD.sub("", clause).strip()
    bare = text[_BEGUN.match(text).end() :]  # type: ignore[union-attr]
    fronted = _FRONTED.match(bare)
    begins = (0, fronted.end()) if fronted else (0,)
    for number in _needs().met(bare.lower()):
        saying = sayings()[number]
        match = next((found for begin in begins if (found := saying.pattern.match(bare, begin))), None)
        if match is None:
            continue
        if types.get(match.groupdict().get("firm") or "") == "location":
            continue
        if types.get(match.groupdict().get("place") or "") in ("organisation", "person", "product"):
            continue
        if _NARROWED.match(bare[match.start("thing") :] if "thing" in match.groupdict() else ""):
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
    """The sayings of the files, read once, in their order."""
    rows = [
        row for name in _FILES for row in tomllib.loads(Path(__file__).with_name(name).read_text("utf-8"))["saying"]
    ]
    return tuple(
        Saying(row["attribute"], row.get("polarity", "positive"), row.get("value", ""), _compiled(full), needed(full))
        for row in rows
        for says in row["says"]
        for full in (_written_out(says),)
    )


@cache
def _needs() -> Needs:
    return Needs([saying.needs for saying in sayings()])


def _written_out(says: str) -> str:
    for name, pattern in _PLACES.items():
        says = says.replace("{" + name + "}", pattern)
    return says


def _compiled(full: str) -> re.Pattern[str]:
    looks_ahead = full.rfind("(?=")
    ended = looks_ahead >= 0 and item_end(full, looks_ahead) == len(full)
    return re.compile(full if ended else f"{full}{_END}", re.IGNORECASE)


def _values(match: re.Match[str]) -> Iterator[str]:
    """What stands in the place of a saying, where it may stand there."""
    for place, text in match.groupdict().items():
        if text is None:
            continue
        said = text.strip(" .,!'\"")
        match place:
            case "value":
                yield _CUT_OFF.sub("", said)
            case "list":
                yield from (part for part in re.split(r", | and (?:a bit of |some )?", said) if part)
            case "number":
                yield from _years(said.lower())
            case "language":
                yield from (word for word in re.findall(r"[A-Z][a-z]+", said) if word in LANGUAGES_EN)
            case "name":
                yield from [said] if is_name(said) else []
            case "event":
                yield from [] if _ANY_EVENT.match(said) else [_ARTICLE.sub("", said)]
            case "place" | "firm" | "nation" | "date":
                yield said
            case "doing":
                done = _WHEN.sub("", _CUT_OFF.sub("", said))
                yield from [done] if done and not _POINTS.search(done) else []
            case "thing":
                yield from _thing(said)
            case _:
                yield from _of_kind(said, place)


def _years(said: str) -> Iterator[str]:
    tens, _, ones = said.replace("-", " ").partition(" ")
    years = int(said) if said.isdigit() else NUMBERS_EN.get(said, 0)
    if not years and tens in TENS:
        years = TENS[tens] + (NUMBERS_EN.get(ones, 0) if ones else 0)
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
    if (
        words[0] in _NO_PASTIMES
        or words[-1] in _NOT_THINGS
        or among(words[-1], "empty")
        or among(words[-1].removesuffix("s"), "empty")
    ):
        return
    yield from list(kept_items(value_of(said)))[:2]


def _of_kind(said: str, kind: str) -> Iterator[str]:
    bare = _SPEAKER.sub("", _LEADING.sub("", said))
    if bare.lower().startswith(("not ", "never ", "no ")):
        return
    lemma = bare.lower().split()[-1]
    singular = lemma.removesuffix("es") if lemma.endswith(("shes", "ches", "oes")) else lemma.removesuffix("s")
    alone = " ".join([*bare.lower().split()[:-1], singular])
    kinds = ("game", "instrument") if kind == "pastime" else (kind,)
    if not _POINTS.search(bare) and any(is_kind(bare, lemma, one) or is_kind(alone, singular, one) for one in kinds):
        yield bare
