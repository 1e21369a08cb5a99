"""English profiles: descriptions of oneself in a row, without a verb or after one "I'm": "Retired teacher, 71,
Cardiff", "29F, coeliac", "I'm 44, a nurse and allergic to latex"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from processors.claims.english_values import CAPITALS
from processors.claims.fragments import LEAD
from processors.claims.frames.lexicon import is_kind, noun_classes
from processors.claims.life_words import CONDITIONS_EN, NATIONALITIES_EN, NUMBERS_EN
from processors.claims.people import is_name
from processors.claims.words import DIETS, OCCUPATIONS_EN
from processors.dimensions.number_words import TENS

WORDS_MAX = 30
"""A longer sentence is no profile."""
_CUT = re.compile(r"(?:\s*,\s*(?:and\s+)?|\s+[-–—/|]\s+|\s*;\s*|\s+and (?=an? |i'?m |allergic |\d\d\b))", re.IGNORECASE)
_YEARS = (
    rf"(?P<age>[1-9]\d|(?:{'|'.join(TENS)})(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?"
    rf"|{'|'.join(word for word, years in NUMBERS_EN.items() if years > 12)})"
)
_PLACE = rf"(?P<place>(?-i:{CAPITALS.replace('0-9', '')}))"
_ITEMS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"(?i:{pattern}$)"), template)
    for pattern, template in (
        (rf"(?:aged? )?{_YEARS} ?(?:years? old|years? young|y/?o|m|f|nb|male|female)?", "I am {age} years old."),
        (rf"(?:m|f|male|female),? ?/? ?{_YEARS}", "I am {age} years old."),
        (
            r"(?:an? )?(?P<lone>widow(?:er|ed)?|divorc(?:ed|ee)|bachelor|(?:never )?married|(?:newly |recently "
            r"|still )?single|engaged|separated)",
            "I am {lone}.",
        ),
        (rf"(?:an? )?(?P<nation>(?-i:{NATIONALITIES_EN}))", "I am {nation}."),
        (
            rf"(?:an? )?{_PLACE} born and (?:bred|raised)|(?:born and (?:bred|raised)|raised|grew up|born) in"
            rf" {_PLACE.replace('place', 'born')}",
            "I am from {where}.",
        ),
        (rf"(?:originally )?from {_PLACE}", "I am from {place}."),
        (
            rf"(?:currently |now )?(?:living |based |settled |renting |working |studying )?in {_PLACE}"
            rf"|{_PLACE.replace('place', 'based')}[- ]based",
            "I live in {where}.",
        ),
        (r"(?P<type>type (?:1|2|one|two))(?: diabetes)?", "I have {type} diabetes."),
        (r"(?P<ill>coeliac|celiac|diabetic|(?:type (?:1|2|one|two) )?diabetic|asthmatic|epileptic)", "I am {ill}."),
        (
            r"(?P<bad>(?:bad|dodgy|bust|arthritic|wonky|weak) (?:knees?|back"
            r"|hips?|ankles?|shoulders?|wrists?|heart|eyesight|hearing))",
            "I have {bad}.",
        ),
        (rf"(?:an? )?(?:strict |lifelong )?(?P<diet>{DIETS})", "I am {diet}."),
        (r"(?P<allergic>(?:badly |very |severely |mildly )?allergic to .{3,40})", "I am {allergic}."),
        (rf"(?:with |have |got )?(?:mild |severe |bad |chronic )?(?P<ailment>{CONDITIONS_EN})", "I have {ailment}."),
    )
)
_NEUTRAL = re.compile(
    r"(?i:(?:(?:an? )?(?:proud |single |stay-at-home )?(?:mum|mom|dad|mother|father|parent|grandad"
    r"|grandma)(?: of (?:\w+|\d))?|(?:fe)?male|man|woman|mild|severe|fit|healthy|no kids|two kids|one kid|\w+ kids"
    r"|childless|retired|unemployed|(?:happy|willing|looking|open|available|hoping|trying|still|never|based|craving"
    r"|keen) [\w' ]{2,50}|(?:allegedly|supposedly|reasonably|fairly|otherwise|sort of) [\w' ]{2,40}|(?:bad|dodgy|no"
    r"|good|terrible) \w+|(?:\w+ )?(?:student|graduate)|[smd]/?[fm]|\d ?[′'ft]+ ?\d{0,2}|\d+ ?(?:kg|cm|lbs?|st))$)"
)
_HAPPENED = re.compile(
    r"(?i:(?:\w+ )?(?:arrested|killed|found|jailed|charged|dies|died|dead|says?|said|accused|wins?|won|missing"
    r"|injured|sentenced|named)\b)"
)
"""What the papers say of people."""
_ROLE_LEAD = re.compile(r"(?i:^(?:an? )?(?P<role>(?:[a-z-]+ ){0,3}[a-z-]+)$)")
_WHERE = re.compile(
    rf"(?i:(?: (?:originally )?from (?P<from>(?-i:{CAPITALS.replace('0-9', '')})))?(?: (?:now |currently )?(?:living "
    rf"|based |working )?in (?P<where>(?-i:{CAPITALS.replace('0-9', '')})))?$)"
)
"""What follows a description: "a sound engineer from Lagos living in Hull"."""
_I_AM = re.compile(r"(?i:^(?:i am|i'm|im|we are|we're) )")
_INTRODUCED = re.compile(r"(?-i:[A-Z])\w{1,20} here")
""" "Marek here, …": the name, which is read elsewhere, before what is said of it."""
_ASKED_ABOUT = re.compile(
    r"(?i:\b(?:looking for|need an?|want an?|wanted|hiring|for an?|my|his|her|their|your|the|she|he|they)\b)"
)
ITEMS_MAX = 8


def described(said: str, places: Collection[str]) -> Iterator[str]:
    """Full statements of what a sentence says by descriptions in a row. `places`: the names of places in it."""
    text = LEAD.sub("", said).strip(" .!?")
    if "," not in text or len(text.split()) > WORDS_MAX:
        return
    begun = _I_AM.match(text)
    items = [part.strip(" .") for part in _CUT.split(text[begun.end() :] if begun else text)][:ITEMS_MAX]
    if len(items) > 2 and _INTRODUCED.fullmatch(items[0]):
        yield from (one for item in items[1:] for one in _read(_I_AM.sub("", item), places))
        return
    first = _read(items[0], places)
    if begun and not first and items[0][:1].isupper() and " " not in items[0] and is_name(items[0]):
        first = (f"My name is {items[0]}.",)
        yield from first
    if not first and _NEUTRAL.match(items[0]) is None:
        return
    read = [first, *(_read(item, places) for item in items[1:])]
    if begun:
        yield from (statement for found in read[1:] for statement in found)
        return
    known = sum(bool(found) for found in read)
    neutral = sum(not found and _NEUTRAL.match(item) is not None for found, item in zip(read, items, strict=True))
    enough = known + neutral >= len(items) - 1 or (known >= 2 and 2 * known >= len(items))
    if known and known + neutral >= 2 and enough and not any(_HAPPENED.match(item) for item in items):
        yield from (statement for found in read for statement in found)


def _read(item: str, places: Collection[str]) -> tuple[str, ...]:
    for pattern, template in _ITEMS:
        if match := pattern.match(item):
            said = {name: value for name, value in match.groupdict().items() if value}
            said["where"] = said.get("place") or said.get("born") or said.get("based") or ""
            return (template.format(**said),)
    if item in places:
        return (f"I live in {item}.",)
    where = _WHERE.search(item)
    bare = item[: where.start()] if where else item
    said_of_it = _role(bare)
    if where and (said_of_it or _NEUTRAL.match(bare)):
        home = (f"I live in {where['where']}.",) if where["where"] else ()
        return (*said_of_it, *home, *((f"I am from {where['from']}.",) if where["from"] else ()))
    return said_of_it


def _role(item: str) -> tuple[str, ...]:
    match = _ROLE_LEAD.match(item)
    if match is None or _ASKED_ABOUT.search(item):
        return ()
    role = match["role"].lower()
    last = role.split()[-1]
    if last in noun_classes()["ailment"] or is_kind(role, last, "ailment"):
        return (f"I have {role}.",)
    if last not in OCCUPATIONS_EN and not is_kind(role, last, "occupation"):
        return ()
    return (f"I am {'an' if role[0] in 'aeiou' else 'a'} {role}.",)
