"""English people and animals named in passing: "Tobias, my husband, says hi", "Elias is my twin", "mum to Bea"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from processors.claims.english_values import name_of
from processors.claims.found import Found
from processors.claims.frames.lexicon import noun_classes
from processors.claims.frames.sentence import KIN
from processors.claims.life_words import GONE
from processors.claims.people import ANIMALS_EN, NAME_EN, UPPER, is_name
from processors.claims.words import LANGUAGES_EN
from processors.needed_words import Needs, needed

_FRIENDS = ("friend", "friends", "mate", "mates", "buddy", "pal", "bestie", "bff", "chum")
_MODIFIERS = (
    r"(?:(?:older|younger|elder|little|big|baby|kid|twin|half|step|dear|lovely|darling|eldest|oldest|youngest|middle"
    r"|new|newborn|own|best|good|close|old|dearest|beloved|wonderful|first|second|two|three|both|[\w]+[- ]year[- ]old)"
    r"[ -]){0,2}"
)
_TIES = {word: attribute for word, (attribute, _) in KIN.items() if attribute != "friend"} | dict.fromkeys(
    _FRIENDS, "friend"
)
_TIES |= {
    "twin": "sibling",
    "twins": "child",
    "middle one": "child",
    "eldest one": "child",
    "youngest one": "child",
    "firstborn": "child",
    "stepson": "child",
    "stepdaughter": "child",
    "little one": "child",
}
_TIES |= dict.fromkeys(("parents", "folks"), "parent")
_TIES |= {
    "missus": "spouse",
    "old man": "parent",
    "old lady": "parent",
    "better half": "spouse",
    "other half": "spouse",
}
_TIE = "|".join(sorted(_TIES, key=len, reverse=True))
_ONE = rf"[{UPPER}][\w'’-]{{1,30}}"
_NAMES = rf"(?P<names>{NAME_EN}(?:(?:, and |, | and | & ){_ONE}){{0,5}})"
_CLOSED = r"(?=\s*(?:[,.;:!?)]|[-–—] |$|\b(?:and|so|but|who|is|was|has|says?|said|will|since|for|from|ever|now)\b))"
_SAID_OF_ONE: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), attribute)
    for pattern, attribute in (
        # "my sister Jo says", "my twins Mateo and Lucía"
        (rf"\b(?i:my|our) (?i:{_MODIFIERS}(?P<tie>{_TIE})) {_NAMES}", ""),
        (rf"\b(?i:the (?P<tie>wife|missus|husband|hubby|other half)),? {_NAMES}", ""),
        (
            rf"\b(?i:(?:my|our) "
            rf"(?:\w+[- ]year[- ]old|\w+[- ]month[- ]old|teenager|first|second|third|youngest|eldest)),? {_NAMES}",
            "child",
        ),
        (
            rf"\b(?i:our (?:first|second|third|youngest|eldest|baby|newborn|little one) (?:is|was) (?:called"
            rf"|named)) {_NAMES}",
            "child",
        ),
        (rf"\b(?i:(?P<tie>mum|mom|dad|hubby),? who(?:'s| is) (?:called|named)) {_NAMES}", ""),
        (rf"\b(?i:my|our) (?i:{_MODIFIERS}(?P<tie>{_TIE}) is) {_NAMES}{_CLOSED}", ""),
        # "my partner (Soren)", "my old man, Stan, was …"
        (rf"\b(?i:my|our) (?i:{_MODIFIERS}(?P<tie>{_TIE}))(?:\s?\(|, ){_NAMES}(?=[),]|$)", ""),
        (rf"(?:^|[.!?] )(?i:{_MODIFIERS}(?P<tie>mum|mom|dad|wife|hubby|husband|sis|bro)) \({_NAMES}(?=[,)])", ""),
        # "Tobias, my husband, …", "Rufus (my brother) …"
        (
            rf"(?<![\w'’] ){_NAMES}(?:, | \(| - | – )(?i:my|our) (?i:{_MODIFIERS}(?P<tie>{_TIE}))(?=[,.;)!?]|$| [-–] )",
            "",
        ),
        (rf"(?<= )(?P<names>{_ONE})(?:, | \()(?i:my|our) (?i:{_MODIFIERS}(?P<tie>{_TIE}))(?=[,.;)!?]|$)", ""),
        # "with Wren, my friend from school"
        (
            rf"(?<= )(?P<names>{_ONE}),? (?i:(?:my|our) {_MODIFIERS}(?P<tie>friend|mate|bestie|pal|buddy) (?:from|since"
            rf"|at|in|of (?:\w+ )?years))\b",
            "",
        ),
        # "Theo, a mate from work, …", "Finn, an old school friend"
        (
            rf"\b{_NAMES}, (?i:an? {_MODIFIERS}(?:school |work |uni |college |family |childhood ){{0,1}}"
            rf"(?:friend|mate|pal|buddy)(?: from (?!the|a)\w+)?)(?=[,.;)!?]|$)",
            "friend",
        ),
        # "Elias is my twin", "Anouk is an old friend of mine"
        (
            rf"\b{_NAMES}(?: (?i:is|are|was|has been|have been)|'s) (?i:my|our) "
            rf"(?i:{_MODIFIERS}(?P<tie>{_TIE})){_CLOSED}",
            "",
        ),
        (
            rf"\b{_NAMES}(?: (?i:is|are)|'s) (?i:an? )?(?i:{_MODIFIERS}(?:{'|'.join(_FRIENDS)}) of (?:mine|ours))\b",
            "friend",
        ),
        (rf"\b(?i:an? {_MODIFIERS}(?:{'|'.join(_FRIENDS)}) of mine),? (?i:(?:called|named) )?{_NAMES}", "friend"),
        # "the wife's name is Carmen", "my sister's called Paloma", "Roberta is my mum's name"
        (
            rf"\b(?i:(?:my|our|the) {_MODIFIERS}(?P<tie>{_TIE})(?:'s|s')? (?:names?(?: is| are|'s| was| were)|(?:is "
            rf"|are )?(?:called|named))) {_NAMES}",
            "",
        ),
        (
            rf"(?:^|[.!?,] )(?i:(?:the )?(?P<tie>mum|mom|dad|hubby|husband|wife|missus|son|daughter|sister|brother"
            rf"|partner)'s (?:name(?: is| was|'s)|called|named)) {_NAMES}",
            "",
        ),
        (rf"\b{_NAMES}(?i: is my (?P<tie>{_TIE})'s name)\b", ""),
        # "as Lotte's dad I …", "being Ken's wife, I …"
        (
            rf"\b(?i:as|being|i'm|i am) (?P<names>{_ONE})(?i:'s (?:mum|mom|mother|dad|father|parent))\b(?! said)",
            "child",
        ),
        (rf"\b(?i:as|being|i'm|i am) (?P<names>{_ONE})(?i:'s (?:wife|husband|spouse))\b", "spouse"),
        (rf"\b(?i:as|being|i'm|i am) (?P<names>{_ONE})(?i:'s (?:\w+ )?(?:brother|sister|twin))\b", "sibling"),
        # "Odile, whom I married in June", "thirty years wed to Ken"
        (rf"\b{_NAMES},? (?i:whom?|that) (?i:i (?:married|wed)|i(?:'m| am) (?:married|wed) to)\b", "spouse"),
        (
            rf"(?:^|[.!?,] )(?i:(?:\w+(?:-\w+)? (?:years|months|decades)(?: of being)? |been )(?:wed|married"
            rf"|hitched) to) {_NAMES}",
            "spouse",
        ),
        # "Ines, mum to me", "Hamish, who's my brother", "Callum, best mate since school", "Ximena, being my wife, …"
        (rf"\b{_NAMES}, (?i:(?:an? )?{_MODIFIERS}(?P<tie>{_TIE}) (?:to me|of mine|to us))\b", ""),
        (rf"\b{_NAMES},? (?i:who(?:'s| is) (?:also )?(?:my|our) {_MODIFIERS}(?P<tie>{_TIE}))\b(?!'s)", ""),
        (
            rf"\b{_NAMES}, (?i:(?:best|oldest|closest|dearest) (?P<tie>mate|friend|pal|buddy) (?:since|from|of"
            rf" mine|for))\b",
            "",
        ),
        (
            rf"(?:^|[.!?,] ){_NAMES}(?: [a-z' -]{{3,40}},?)? (?i:and, being (?:my|our) {_MODIFIERS}(?P<tie>{_TIE}))\b",
            "",
        ),
        # "little Agnes, our first, …", "Lorcan and I celebrate twenty years of marriage"
        (
            rf"\b{_NAMES}, (?i:our (?:first|second|third|fourth|youngest|eldest|newest|last)(?:born| child| baby|"
            rf" one)?)(?=[,.;!?]|$)",
            "child",
        ),
        (
            rf"\b{_NAMES} (?i:and i (?:[a-z]+ ){{0,3}}(?:[\w-]+ years of marriage|(?:our|of our) (?:\w+"
            rf" )?(?:wedding )?anniversary|our wedding))\b",
            "spouse",
        ),
        # "we welcomed a boy in June, Emil"
        (
            rf"\b(?i:(?:welcomed|had|having|delivered) an? (?:\w+ )?(?:boy|girl|son|daughter"
            rf"|baby)\b[^,.!?]{{0,30}}), {_NAMES}(?=[.!?]|$)",
            "child",
        ),
        # "I'm mum to Freddie and Ottilie"
        (
            rf"\b(?i:(?:i'm|i am|being|as|proud)(?: an?| the)?(?: proud| single)? (?:mum|mom|mother|dad|father"
            rf"|parent) (?:to|of)) (?i:(?:two|three|four|twins|my|our|kids|boys|girls|little|gorgeous|lovely|wonderful"
            rf"|[,:]) ?){{0,4}}{_NAMES}",
            "child",
        ),
        # "Joss and I have been friends since school"
        (
            rf"\b{_NAMES} (?i:and (?:i|me) (?:have been|are|were|'ve been|became|go way back|grew up)"
            r"(?: \w+){0,2} (?:friends|mates))",
            "friend",
        ),
        (
            rf"\b(?i:me and) {_NAMES} (?i:(?:have been|are|were|'ve been|became)(?: \w+){{0,2}} (?:friends|mates))",
            "friend",
        ),
        (
            rf"\b{_NAMES} (?i:and (?:i|me) (?:have been|are|'ve been|got|were|are getting"
            rf"|celebrated)(?: \w+){{0,2}} (?:married|hitched|husband and wife))",
            "spouse",
        ),
        (
            rf"\b(?i:married to|wed to)"
            rf"(?i: an? (?:\w+ )?(?:man|woman|guy|lady|girl|person|\w+) (?:called|named|by the name of)) {_NAMES}",
            "spouse",
        ),
        # "a daughter, Bea, and a son, Finlay"
        (
            rf"\b(?i:an? {_MODIFIERS}(?P<tie>son|daughter|brother|sister|boy|girl)), "
            rf"(?P<names>{_ONE})(?=,| and|$|[.!])",
            "",
        ),
        (
            rf"\b(?i:(?:i've|i have|we have|we've|have|got)(?: got)? (?:two|three|four|five"
            rf"|\d) {_MODIFIERS}(?P<tie>sisters|brothers|sons"
            rf"|daughters|kids|children|boys|girls))(?:[,:] | called | named ){_NAMES}",
            "",
        ),
        # "gave birth to a girl, we named her Juno"
        (
            rf"(?i:\b(?:birth|born|baby|newborn|son|daughter)\b.{{0,40}}\b(?:named|called|calling|naming) (?:her"
            rf"|him|them)) {_NAMES}",
            "child",
        ),
    )
)
_FORMER = re.compile(r"(?i:\bex[- ]?(?:husband|wife|partner|girlfriend|boyfriend)?\b)")
_ANIMAL_AFTER = re.compile(
    rf"\b(?i:my|our) (?P<animal>(?:[\w-]+ ){{0,3}}?[\w-]+?)(?:,? (?i:called|named) |, | \(|(?i:'s name is "
    rf"| is called | is named|'s called |'s named )| ){_NAMES}"
)
_ANIMAL_BEFORE = re.compile(
    rf"(?P<names>{_ONE})(?:, | \()(?i:my|our) (?P<animal>(?:[\w-]+ ){{0,3}}?[\w-]+)(?=[,.;)!?]|$)"
)
_ANIMAL_HAD = re.compile(
    rf"(?i:\b(?:got|have|has|'ve|adopted|rescued|bought|own|keep|fostered|welcomed|getting|bringing home"
    rf"|brought home|ve)(?: got| just)?"
    rf" (?:an?|two|three|four|our|my|this) )(?P<animal>(?:[\w-]+ ){{0,3}}?[\w-]+?)(?:,? (?i:(?:she|he|it)(?:'s| is)"
    rf" (?:called|named))|,? (?i:(?:and )?(?:we|i) (?:named|called) (?:him|her|it))|,? (?i:named|called)|,|:) {_NAMES}"
)
_KEPT = frozenset(
    ("dog", "cat", "puppy", "kitten", "rabbit", "hamster", "parrot", "horse", "pony", "tortoise", "budgie", "ferret")
)
_ANIMAL_IS = re.compile(
    rf"(?:^|[.!?;,] |\b(?i:and|but) ){_NAMES}(?:'s| is| was) (?i:my|our) (?P<animal>(?:[\w-]+ ){{0,2}}[\w-]+)"
    rf"(?=[,.;!?)]|$)"
)
_ANIMAL_KIND = re.compile(
    rf"\b(?i:(?:my|our) (?P<animal>(?:[\w-]+ )?\w+)(?:'s| is) an? (?:[\w-]+ ){{0,2}}[\w-]+), {_NAMES}(?=[,.;!?]|$)"
)
_ANIMAL_OURS = re.compile(rf"\b(?i:(?P<animal>(?:[\w-]+ )?[\w-]+), (?:ours|mine)) \({_NAMES}\)")
_ANIMAL_KEPT = re.compile(
    rf"(?i:\b(?P<animal>(?:[\w-]+ ){{0,2}}[\w-]+) (?:that |which |who )?(?:i|we)(?:'ve| have)? (?:just "
    rf"|recently )?(?:adopted|rescued|have|own|keep|got|took in|foster(?:ed)?),? (?:called |named )?){_NAMES}"
)
_ANIMAL_WITH = re.compile(
    rf"(?i:\b(?:share|live|living|sharing|come|travel)(?: [\w' ]{{2,30}})? with (?:an?|two|our"
    rf"|my) )(?P<animal>(?:[\w-]+ ){{0,3}}?[\w-]+?),? (?i:called|named|by the name of) {_NAMES}"
)
_ANIMAL_NAME_OF = re.compile(
    rf"(?i:\b(?:got|have|adopted|rescued|bought|keep|our|my) (?:an? )?)(?P<animal>(?:[\w-]+ ){{0,3}}?[\w-]+?)(?i:(?:"
    rf" last \w+| yesterday| today| recently)?,? (?:by the )?name of) {_NAMES}"
)
_TELLS = re.compile(
    r"\b(?:is|are|was|were|has|had|have|an?|the|about|of|in|on|at|for|to|with|and|or|likes?|dr[ea]ws?|saw|sees|wants"
    r"|loves|got|gets|made|found|met|ate|bit|chased|lost|bought|named|called)\b"
)
"""Words that make a statement of what would be an animal: "our meeting is about Python"."""
_OURS = re.compile(rf"^\W*(?i:(?:ours|mine)(?:'s| is| are)(?: called| named)) {_NAMES}")
_PUT_DOWN = re.compile(rf"\b(?i:(?:put|have|had)) (?P<names>{_ONE})(?i: (?:put )?(?:to sleep|down)\b)")
_LOST = re.compile(rf"\b(?i:(?:i|we)(?:'ve| have)?(?: just)? (?:lost|buried|said goodbye to)) {_NAMES}")
_ANIMAL_ASIDE = re.compile(rf"\b(?i:the) (?P<animal>\w+)(?: \(|, ){_NAMES}(?=[),])")
_ANIMAL = re.compile(rf"{ANIMALS_EN}s?")
_OF_ANIMALS = (
    _ANIMAL_AFTER,
    _ANIMAL_BEFORE,
    _ANIMAL_HAD,
    _ANIMAL_IS,
    _ANIMAL_KEPT,
    _ANIMAL_OURS,
    _ANIMAL_KIND,
    _ANIMAL_WITH,
    _ANIMAL_NAME_OF,
)
_OF_ONE_SPOKEN_OF = re.compile(
    rf"(?i:\b(?:she|he)(?:'s| is)(?:, [^,]{{2,30}},)?(?: \w+ly| now| also| still){{0,2}} (?:(?:my|our)"
    rf" {_MODIFIERS}(?P<tie>{_TIE})"
    rf"|one of (?:my|our) (?:\w+ )?(?P<many>friends|mates|sisters|brothers|kids|sons|daughters)))\b(?!')"
)
_SOMEBODY = re.compile(rf"(?<![\w'’-])(?P<name>{_ONE})")


_THEIR_NAME = re.compile(
    rf"^\W*(?i:(?:her|his|their|its) names?(?:'s| is| are| was)|(?:she|he|it|they)(?:'s| is|'re| are) (?:called|named)"
    rf"|(?:i|we) (?:named|called) (?:her|him|it|them)) {_NAMES}"
)
_KIN_SPOKEN_OF = re.compile(
    rf"(?i:\b(?:my|our) {_MODIFIERS}(?P<tie>{_TIE})\b(?!'s)|\b(?:for|with|to|from|and) (?P<bare>mum|mom|dad"
    rf"|granny|hubby)\b)"
)


_SPEAKS_OF_THEM = re.compile(
    r"(?i:\b(?:my|our|ours|mine|me|and i|i|i'm|as|being|wed|married|the|a|an|got|birth|born|mum|mom|dad|wife|hubby"
    r"|husband|called|named|names?)\b)"
)
"""Without such a word nobody is named as one's own."""


def named_people(said: str, before: str = "") -> Iterator[Found]:
    """Whom an English sentence names as one of the speaker's, however it is put, also in a question. `before`: the
    sentence before it, which may say whose name it is."""
    if not _SPEAKS_OF_THEM.search(said):
        return
    aside = re.search(r"[,;:–—-] (?=(?:his|her|their) name)", said)
    told = said[aside.end() :] if aside else said
    if named := _THEIR_NAME.match(told):
        spoken = list(_KIN_SPOKEN_OF.finditer(said[: aside.start()] if aside else before))
        ties = {_TIES.get((one["tie"] or one["bare"]).lower(), "") for one in spoken} - {""}
        if len(ties) == 1:
            yield from (Found(next(iter(ties)), name, subject="user") for name in _each(named["names"]))
    elif (named := _OURS.match(said)) and _an_animal(before):
        yield from (Found("pet", name, subject="user") for name in _each(named["names"]))
    for number in _needs().met(said.lower()):
        pattern, attribute = _SAID_OF_ONE[number]
        for match in pattern.finditer(said):
            tie = attribute or _TIES[match["tie"].lower()]
            if not _FORMER.search(said[max(0, match.start() - 4) : match.end()]):
                yield from (Found(tie, name, subject="user") for name in _each(match["names"]))
    yield from _named_animals(said)
    if of_one := _OF_ONE_SPOKEN_OF.search(said):
        people = set(_people_in(said[: of_one.start()]) or _people_in(before))
        if len(people) == 1:
            yield Found(_TIES[(of_one["tie"] or of_one["many"]).lower()], people.pop(), subject="user")


@cache
def _needs() -> Needs:
    return Needs([needed(pattern.pattern) for pattern, _ in _SAID_OF_ONE])


def _people_in(said: str) -> list[str]:
    """The capitalised words of a sentence that may be somebody's name; its first only where a verb or 's follows."""
    found = []
    for match in _SOMEBODY.finditer(said):
        name = re.sub(r"['’]s$", "", match["name"])
        opens = not said[: match.start()].strip()
        if opens and not re.match(
            r"(?i:['’]s\b|,| (?:is|was|has|and|said|wants|can|will|keeps)\b)", said[match.start() + len(name) :]
        ):
            continue
        if is_name(name) and name not in LANGUAGES_EN:
            found.append(name)
    return found


def _an_animal(said: str) -> bool:
    """Whether a sentence speaks of an animal that is kept."""
    return any(
        word.removesuffix("s") in _KEPT or _ANIMAL.fullmatch(word) is not None
        for word in re.findall(r"[a-z]+", said.lower())
    )


def _each(text: str) -> Iterator[str]:
    for raw in re.split(r", and |, | and | & ", text):
        name = name_of(raw.strip())
        if name and is_name(name):
            yield name


def _named_animals(said: str) -> Iterator[Found]:
    gone = bool(GONE.search(said))
    if (slept := _PUT_DOWN.search(said)) and (gone or _an_animal(said)):
        yield from (Found("pet", name, "negative", "unset", subject="user") for name in _each(slept["names"]))
    if (lost := _LOST.search(said)) and _an_animal(said):
        yield from (Found("pet", name, "negative", "unset", subject="user") for name in _each(lost["names"]))
    for match in _ANIMAL_ASIDE.finditer(said):
        if _an_animal(match["animal"]):
            yield from (Found("pet", name, subject="user") for name in _each(match["names"]))
    for pattern in _OF_ANIMALS:
        for match in pattern.finditer(said):
            words = match["animal"].lower().split()
            if (
                words[0] in ("childhood", "late")
                or (words[0] == "old" and not gone)
                or _TELLS.search(match["animal"].lower())
            ):
                continue
            animal = {words[-1], words[-1].removesuffix("s"), " ".join(words[-2:])} & noun_classes()["animal"]
            if not animal and not _ANIMAL.fullmatch(words[-1]):
                continue
            for name in _each(match["names"]):
                if gone:
                    yield Found("pet", name, "negative", "unset", subject="user")
                else:
                    yield Found("pet", name, subject="user")
