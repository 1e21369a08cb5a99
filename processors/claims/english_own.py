"""What English speakers call their own: name, phone, address, favourites, and the people and pets around them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache

from processors.claims.english_values import CAPITALS, KIN, NO_OBJECT, name_of, value_of
from processors.claims.found import LIKELY, SURE, Found
from processors.claims.frames.lexicon import is_public
from processors.claims.life_words import GONE
from processors.claims.people import KIN_EN, NAME_EN, is_name
from processors.needed_words import Needs, needed

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\.?"
)
DATE = (
    rf"(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{_MONTH}|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?)(?:,? \d{{4}})?"
    r"|\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?"
)
_PHONE = r"\+?\(?\d[\d ().-]{4,20}\d"
_EMAIL = r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}"
# What the speaker calls their own: "my name is …".
_MY_NAME = re.compile(
    rf"(?:(?i:\bmy (?:full |first |real |new |actual |legal |given )?name(?:'s| is| is now| is actually| should be"
    rf"| is spelled| was always)|\bi(?:'m| am) (?:called|named)|\bi(?:'ve| have)? changed my name to|\bi go by"
    rf"|^(?:the )?name'?s)(?i:\s+(?:now |actually |really |just )?)(?P<name>[\"“‘']?{NAME_EN})|(?i:\bmy name(?:'s"
    rf"| is)\s+)(?P<lower>[a-z][a-z'-]{{1,19}}(?: [a-z][a-z'-]{{1,19}})?)$)"
)
_NAME_NOT = re.compile(rf"(?i:\bmy name (?:is not|isn't) )[^,]{{1,40}},? (?:(?i:it's|it is|but) )(?P<name>{NAME_EN})")
_CALL_ME = re.compile(
    rf"(?i:^(?:(?:you can|you may|just|everyone|people|friends|they|most people|my friends|everybody)\s+(?:all )?)?"
    rf"(?:just )?call(?:s)? me )(?P<name>{NAME_EN})(?i:(?:,? (?:instead|please|from now on|for short|if you like"
    rf"|everybody does|everyone does|that's what .{{1,40}}|it's .{{1,40}}|short for .{{1,40}}))?)$"
)
_NAME_DENIED = re.compile(r"(?i:\bmy name (?:is not|isn't|was never) \w)")
_NAME_INSTEAD = re.compile(rf"(?i:^(?:it's|it is|but) )(?P<name>{NAME_EN})$")
_GREETED = re.compile(
    rf"(?i:^(?:i'm|i am|this is(?=.{2, 40}(?:here|speaking)\b)) )(?P<name>{NAME_EN})(?i:(?: here| speaking)?(?:, "
    rf"(?:an?|the|from|and|your|nice|good|pleased|glad|lovely|happy)\b.{{0,120}})?)$"
)
_HERE = re.compile(rf"(?P<name>{NAME_EN})(?i: (?:here|speaking)(?=$|[,.!;]| from\b))")
_GREETING = re.compile(
    r"(?i:^(?:\W*(?:hi|hello|hey|good (?:morning|evening|afternoon)|greetings)\b[\s,.!]*(?:there|everyone"
    r"|all)?[\s,.!]*){1,2})"
)
_MY_PHONE = re.compile(
    rf"(?i:(?:\bmy (?:(?:new|current|cell|mobile|work|home|office|phone|telephone|personal|contact|correct|actual"
    rf"|main)\s+){{0,3}}(?:phone|cell|mobile|number|telephone)|^(?:(?:the|here's (?:my|the)) )?(?:new|correct"
    rf"|current) (?:phone )?number)(?: is| is now|'s| has changed to| changed to|:| should be| was changed to| to|"
    rf" now is)*\s*[:=]?\s*|\b(?:you can |please )?(?:reach|call|text|ring|phone) me (?:at|on)\s+)(?P<value>{_PHONE})"
)
_NEW_NUMBER = re.compile(
    rf"(?i:\bi(?:'ve| have)?(?: just)? (?:got|have) a (?:new|different) (?:phone |cell "
    rf"|mobile )?number[\s:,.-]{{1,4}}|\bi(?:'ve| have)? (?:just |now )?(?:(?:been )?(?:given|issued)|got|have"
    rf"|bought) an? (?:new |different |work )+(?:phone|mobile|cell|sim(?: card)?)(?: number)?[\s:,.-]{{1,4}}|\b(?:gave"
    rf"|given|issued) me an? (?:new |different |work )+(?:phone|mobile|cell|sim(?: card)?)(?:"
    rf" number)?[\s:,.-]{{1,4}})(?P<value>{_PHONE})"
)
_PHONE_CHANGED = re.compile(
    r"(?i:\bi(?:'ve| have)?(?: just| recently)? (?:got|gotten|changed|have|switched|lost) (?:to )?(?:a new|my"
    r"|a different) (?:phone |cell |mobile )?number|\bmy (?:phone |old |cell )?number (?:has |is |was )?(?:changed|no"
    r" longer|not valid|disconnected|out of service))"
)
_MY_EMAIL = re.compile(
    rf"(?i:(?:\bmy (?:(?:new|current|work|personal|correct|private|business|main|school|company)\s+){{0,2}}e-?mail"
    rf"(?: address)?(?: (?:for|at) (?:[a-z'-]+ ){{0,3}}?[a-z'-]+?(?: is| is now|'s|:)|(?: is| is now|'s|:| changed to"
    rf"| has changed to)*)|\be-?mail me at|\bto my e-?mail(?: address)?[,:]?|\b(?:given|gave|issued|assigned|sent)"
    rf" (?:me|us) (?:with )?an? (?:new |different |work )*e-?mail(?: address| account)?(?:[,:]|, (?:it's|it is"
    rf"|which is)| which is)?|\bi(?:'ve| have)? (?:just |now )?(?:(?:been )?(?:given|issued|assigned)|got"
    rf"|have) an? (?:new |different )e-?mail(?: address| account)?[,:]?"
    rf"|(?<!'s )(?<!\bhis )(?<!\bher )(?<!\btheir )(?<!\byour )(?<!r a )(?<!m a )\b(?:new"
    rf"|correct) e-?mail(?: address)?(?: is|:)?|\breach me at))\s*[:=]?\s*(?P<value>{_EMAIL})"
)
_MY_ADDRESS = re.compile(
    r"(?i:(?:\bmy (?:(?:new|current|home|street|mailing|correct)\s+){0,2}address(?: is| is now|'s|:| has changed to)+"
    r"|\bi(?:'m| am)? (?:now )?(?:live|living) at))\s*[:=]?\s*(?P<value>(?:\d|[A-Z])[\w\s.,'#/-]{3,100})$"
)
_MY_BIRTHDAY = re.compile(
    rf"(?i:(?:\bmy (?:birthday|date of birth|birth date)(?:'s| is|:)(?: on)?|\bi was born on)\s+(?P<value>{DATE})\b)"
)
_FAVOURITE = re.compile(
    r"(?i:^(?:one of |and |well |also )?my (?:all-time |absolute |new )?favou?rite (?P<what>[a-z]+(?: [a-z]+)?)(?: "
    r"(?:is|are|has to be|is probably|would be)|'s) (?P<value>.{2,80})$)"
)
_NEW_JOB = re.compile(
    rf"(?:(?i:^(?:(?:i (?:have|got|found|started) )?(?:a |my )?new (?:job|employer|company)(?: is|'s| at| with|:)+|i"
    rf"(?:'ve| have)?(?: just| recently)? (?:joined|started (?:working )?(?:at|for)|accepted an offer (?:from|at)"
    rf"|got hired (?:by|at))|my (?:new |current )?(?:employer|company)(?: is|'s)))\s+)(?P<value>{CAPITALS})"
)
_EMPLOYED_BY = re.compile(
    rf"(?i:^(?:the|my) (?:firm|company|place|organi[sz]ation|business|outfit|one) (?:that|which|who) (?:employs|pays"
    rf"|hired|took on) me(?: now)? (?:is|'s)(?: called)? )(?P<value>{CAPITALS})"
)
_HOW_BAD = r"(?:severe|bad|mild|serious|terrible|nasty|slight|new|real|strong|deadly|life-threatening|food)"
_ALLERGIES = re.compile(
    rf"(?i:\bi(?:'ve| have| got|'ve got) (?:an? )?(?:{_HOW_BAD} )?(?P<value>(?!{_HOW_BAD}\b"
    rf"|an?\b)[a-z]+(?: [a-z]+)?) allergy\b)"
)
_MY_EXTENSION = re.compile(
    r"(?i:\bmy (?:(?:new|current|office|work|desk)\s+){0,2}(?:extension|ext\.?)(?: number| no\.?)?(?:'s| is| is now|:"
    r"| has changed to| changed to)+\s*(?P<value>\d{2,6})\b)"
)
_DIRECT: tuple[tuple[re.Pattern[str], str, float], ...] = (
    (_MY_EMAIL, "email", SURE),
    (_MY_EXTENSION, "extension", SURE),
    (_MY_BIRTHDAY, "birthday", SURE),
    (_NEW_JOB, "employer", SURE),
    (_EMPLOYED_BY, "employer", SURE),
    (_ALLERGIES, "allergy", SURE),
)


def own_properties(body: str) -> Iterator[Found]:
    name = _NAME_NOT.search(body) or _MY_NAME.search(body) or _CALL_ME.search(body)
    if name:
        value = (name.groupdict().get("name") or name.groupdict().get("lower") or "").strip("\"“”‘' .")
        if is_name(value):
            yield Found("name", value)
    phone = _MY_PHONE.search(body) or _NEW_NUMBER.search(body)
    if phone and 5 <= sum(c.isdigit() for c in phone["value"]) <= 15:
        yield Found("phone", phone["value"].strip(" .-"))
    elif _PHONE_CHANGED.search(body):
        yield Found("phone", "", action="unset")
    address = _MY_ADDRESS.search(body)
    if address and (any(c.isdigit() for c in address["value"])):
        yield Found("address", re.sub(r"(?i:\s+(?:now|currently))$", "", address["value"].strip(" .,")))
    favourite = _FAVOURITE.search(body)
    if favourite and not NO_OBJECT.match(favourite["value"]):
        value = value_of(favourite["value"])
        if value:
            yield Found("likes", value)
    for number in _needs().met(body.lower()):
        pattern, attribute, confidence = _DIRECT[number]
        match = pattern.search(body)
        if match:
            yield Found(attribute, match["value"].strip(" .,"), confidence=confidence)


@cache
def _needs() -> Needs:
    return Needs([needed(pattern.pattern) for pattern, _, _ in _DIRECT])


_NAMED_KIN = re.compile(
    rf"(?i:\b(?:my|our) (?!ex\b)(?:\w+ )?(?P<kin>{KIN})(?:'s name is|'s names are|s? (?:is|are)(?: called"
    rf"| named)?| called| named|'s called|'s)?\s+)(?P<names>{NAME_EN}(?:(?:, | and |, and ){NAME_EN}){{0,5}})"
)
_HAS_NAMED = re.compile(
    rf"(?i:\bi(?:'ve| have| got| adopted| just adopted|'ve got){{1,6}} (?:an? |two |three )?(?:\w+ ){{0,2}}"
    rf"(?P<kin>{KIN}),? (?:named|called)\s+)(?P<names>{NAME_EN}(?:(?:, | and |, and ){NAME_EN}){{0,5}})"
)


def relations(body: str) -> Iterator[Found]:
    for pattern in (_NAMED_KIN, _HAS_NAMED):
        for match in pattern.finditer(body):
            attribute, _ = KIN_EN[match["kin"].lower()]
            if attribute == "pet" and GONE.search(body):
                # What became of an animal is read where the animals are.
                continue
            for raw in re.split(r", and |, | and ", match["names"]):
                name = name_of(raw)
                if name:
                    yield Found(attribute, name, subject="user")


def introduces_self(clause: str, before: str | None, people: Collection[str]) -> Found | None:
    """ "Hi, I'm Ana": a name without "my name is" counts only right after a greeting, after "my name isn't …", or at
    the start of a turn where the finder sees a person too. `before` is the clause before it, None at the start."""
    if before is not None and _NAME_DENIED.search(before):
        match = _NAME_INSTEAD.match(clause)
        return Found("name", match["name"].strip(" .")) if match and is_name(match["name"]) else None
    greeted = _GREETING.match(clause if before is None else before)
    if before is not None and (greeted is None or greeted.end() < len(before)):
        plain = _GREETED.match(clause.strip())
        known = plain is not None and plain["name"].strip(" .") in people and clause.strip().lower().startswith("i")
        return Found("name", plain["name"].strip(" ."), confidence=LIKELY) if known and plain is not None else None
    said = _GREETING.sub("", clause).strip()
    match = _GREETED.match(said) or _HERE.match(said)
    if match is None or not is_name(match["name"]) or is_public(match["name"].strip(" .")):
        return None
    name = match["name"].strip(" .")
    return Found("name", name, confidence=LIKELY) if greeted or name in people else None
