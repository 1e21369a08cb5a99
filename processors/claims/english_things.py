"""Things with names of their own that English speakers have or had: "my trusty Bialetti", "flogged the Volvo"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from processors.claims.found import LIKELY, Found
from processors.claims.frames.lexicon import among
from processors.claims.life_words import NATIONALITIES_EN
from processors.claims.words import LANGUAGES_EN
from schemas.dimensions import Entity

_SEEN_BEFORE = 60
"""Characters before a name in which the words stand that say whose it is."""
_BETWEEN = (
    r"(?:(?:brand[- ]new|old|new|trusty|beloved|poor|little|wee|battered|vintage|first|other|ancient|used|shiny|big"
    r"|small|red|blue|green|black|white|yellow|silver|classic|dear|proper|nice|lovely|cheap|expensive|electric|folding"
    r"|dead|broken|rusty|fancy|ageing|aging|elderly|dodgy|good|current|latest|last|secondhand|refurbished|faithful"
    r"|precious|darling|[a-z]+-[a-z]+) ){0,3}(?:(?:19|20)\d\d )?$"
)
_MINE = re.compile(rf"(?i:(?<![\w'])(?:my|our)(?: own)? {_BETWEEN})")
_APPOSED = re.compile(
    r"(?i:(?<![\w'])(?:my|our) (?:[a-z][\w-]* ){0,2}?[a-z][\w-]*, (?:an?|the|that) (?:(?:19|20)\d\d )?$)"
)
_GOT = re.compile(
    r"(?i:(?:^|\b(?:i|we)(?:'ve| have|'m|'re)? |[,;–-] |\b(?:and|so|but) )(?:now |just |finally |recently |only |also "
    r"|do |still ){0,2}(?:got|have|own|drive|ride|fly|sail|play|shoot with|use|bought|purchased|picked up|snagged"
    r"|bagged|scored|found|treated (?:myself|ourselves) to|invested in|splashed out on|upgraded to|switched to"
    r"|traded up to|running|inherited"
    rf"|acquired|ordered|restoring)(?: (?:myself|ourselves))? (?:an?|the same|one of those|two|three|this|the)"
    rf" {_BETWEEN})"
)
_IN_EXCHANGE = re.compile(
    rf"(?i:\b(?:traded|swapped|part-?exchanged) (?:in )?(?:my|our|the) .{{2,30}} for (?:an?|the) {_BETWEEN})"
)
_GONE = re.compile(
    r"(?i:\b(?:flogged|sold(?: off| up)?|gave away|given away|binned|scrapped|got rid of|gotten rid of|ditched"
    r"|offloaded|let go of|parted (?:company|ways) with|said goodbye to|traded(?: in)?|swapped|part-?exchanged"
    r"|crashed and wrote off|donated"
    rf"|lost) (?:my|our|the) {_BETWEEN})"
)
_STILL_MINE = re.compile(
    r"(?i:^(?: that| which)?,? (?:i|we)(?:'ve| have)? (?:own|bought|use|drive|ride|had|inherited|got)\b)"
)
_NOT_THE_THING = re.compile(
    r"(?i:^(?:'s)? ?(?:[a-z]+ ){0,2}?(?:account|password|app|subscription|album|script|code|playlist|profile|calendar"
    r"|file|page|feed|stock|shares?|manual|receipt|order|dealer|charger|membership|ticket|book|poster|card|invoice"
    r"|team|jersey|update|login|passport|citizenship|accent|side|heritage|roots|chip|course|class|friend|boss"
    r"|neighbou?r|game|project|podcast|blog|story|novel|club|trip|strategy|skills?|collection of)s?\b)"
)
_NOT_ONES_OWN = re.compile(
    r"(?i:\b(?:rent(?:ed|al|ing)?|hired?|borrow(?:ed|ing)?|test drove|nearly|almost|dream(?:ed|t)?|used to|once"
    r"|years ago|for my (?:\w+ )?\w+'s|game|novel|story|looked at|tried|wish|if i|would|wanted)\b)"
)
_GIVEN = re.compile(
    r"(?i:^[^.,;!?]{0,30}?\bfor (?:my|our|his|her|him|them|the kids|dad|mum|mom|(?-i:[A-Z])\w+)\b(?! (?:birthday"
    r"|trip|commute|new)\b))"
)
"""What is bought for somebody is theirs."""
_NO_THING = re.compile(
    rf"(?:{NATIONALITIES_EN}|Zen|God|Lord|PhD|MBA|BA|MA|CV|[A-Z]\w+days?|(?:Christmas|Easter|Mum|Dad|Mom|Nan|Gran)(?:es)?)"
)
_NOUN_AFTER = re.compile(
    r"(?: (?!(?:is|was|has|had|won't|needs?|keeps?|and|or|but|so|for|in|on|at|to|with|from|by|since|because|if|when"
    r"|while|as|that|which|who|just|can|can't|doesn't|isn't|died|broke|started|stopped|failed|makes?|got|will|would"
    r"|said|all|up|off|out|down|again|now|today|yesterday|last|this|these|recently|finally|too|yet|still|also|where"
    r"|how|what|why|please|i|we|it|you|my|over|after|before|under|outside|does|did|anyway|instead|though|back|away"
    r"|apart|together|here|there|froze|[a-z]+(?:ed|[^s]s))\b)[a-z]{3,})(?=$|[\s,.!?;])"
)
_ONE = re.compile(r"(?i:^\W*mine(?:'s|s)? [a-z])")
_A_NAMED = re.compile(r"(?i:(?<![\w'])(?:an?|the|my|your) (?:[a-z][\w-]* ){0,2}(?:(?:19|20)\d\d )?$)")


def named_things(said: str, begun: int, entities: Sequence[Entity], before: tuple[str, int]) -> Iterator[Found]:
    """What a sentence says of the speaker's things by their names, also in a question. `begun`: where it begins in the
    turn; `before`: the sentence before it and where that begins ("Is a Brompton heavy? Mine's fine")."""
    if _ONE.match(said):
        told, start = before
        named = [one for one in _inside(told, start, entities) if _A_NAMED.search(told[: one.start - start])]
        yield from (Found("owns", one.text, confidence=LIKELY, subject="user") for one in named[-1:])
    for one in _inside(said, begun, entities):
        at, end = one.start - begun, one.end - begun
        lead, rest = said[max(0, at - _SEEN_BEFORE) : at], said[end:]
        if _NOT_THE_THING.match(rest) or _NOT_ONES_OWN.search(lead):
            continue
        if _GONE.search(lead):
            yield Found("owns", one.text, "negative", "unset", LIKELY, "user")
        elif _GOT.search(lead) or _IN_EXCHANGE.search(lead) or (_STILL_MINE.match(rest) and _A_NAMED.search(lead)):
            if not _GIVEN.match(rest):
                yield Found("owns", _named(lead, one.text, rest), confidence=LIKELY, subject="user")
        elif _MINE.search(lead) or _APPOSED.search(lead):
            yield Found("owns", _named(lead, one.text, rest), confidence=LIKELY, subject="user")


def _inside(said: str, begun: int, entities: Sequence[Entity]) -> list[Entity]:
    """The named things of one sentence that can be owned."""
    return [
        one
        for one in entities
        if one.type in ("object", "product")
        and begun <= one.start < begun + len(said)
        and not _NO_THING.fullmatch(one.text)
        and one.text not in LANGUAGES_EN
        and not any(among(word, "software") for word in (one.text.lower(), one.text.lower().split()[0]))
    ]


def _named(lead: str, name: str, rest: str) -> str:
    """The name with the year that stands right before it and the noun right after it: "2009 Honda Jazz", "Bosch
    dishwasher"."""
    year = re.search(r"(?:19|20)\d\d $", lead)
    noun = _NOUN_AFTER.match(rest)
    return f"{year[0] if year else ''}{name}{noun[0] if noun else ''}"
