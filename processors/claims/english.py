"""Claims in English clauses: who the clause speaks of, and what its predicate says."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from processors.claims.found import LIKELY, SURE, Found, items
from processors.claims.people import KIN_EN, NAME_EN, is_name
from processors.claims.words import DIETS, LANGUAGES_EN, OCCUPATIONS_EN, STATES_EN
from schemas.claims import ClaimAction, Polarity

_ADVERBS = (
    r"(?:(?:really|absolutely|still|also|just|always|actually|especially|particularly|totally|truly|quite|mostly"
    r"|generally|usually|definitely|do|now|so|very much|genuinely|only|currently|too|badly|severely|highly|very"
    r"|deathly|mildly|even|recently|finally|officially|personally|kind of|sort of|both|rather|simply"
    r"|completely)\s+){0,3}"
)
_BE = r"(?:am|'m|is|'s|are|'re)"
_CAPITALS = (
    r"[A-Z\u00c0-\u00de0-9][\w&'.-]{0,30}(?: (?:(?:of|and|&|the|de|la|for|on|upon)"
    r" )?[A-Z\u00c0-\u00de0-9][\w&'.-]{0,30}){0,4}"
)
_PLACE = r"(?:the )?" + _CAPITALS.replace("0-9", "") + r"(?:, [A-Z][\w.'-]{1,30}(?: [A-Z][\w'-]{1,30})?)?"
_KIN = "|".join(sorted(KIN_EN, key=len, reverse=True))
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DATE = (
    rf"(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{_MONTH}|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?)(?:,? \d{{4}})?"
    r"|\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?"
)
_PHONE = r"\+?\(?\d[\d ().-]{4,20}\d"
_EMAIL = r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}"

_LEAD = re.compile(
    r"(?i:(?:(?:well|so|and|but|also|oh|ok|okay|(?:hey|hi|hello)(?: there| everyone| all)?|btw|by the way|fyi"
    r"|actually|correction|sorry|no|yes|yeah|honestly|personally|please|pls|remember that|remember|note that|just so"
    r" you know|for the record|i mean|i meant|i said|i told you|i think|i guess|turns out|as you know|in fact|these"
    r" days|lately|recently|nowadays|today|right now|now|at the moment|apparently|don't forget that|don't forget|keep"
    r" in mind that|keep in mind|you should know that|update|reminder|then|to be honest|as of (?:today|now)|from now"
    r" on|good (?:morning|evening|afternoon)|instead|however|because|wait)\b[\s,:.!\x00-]*){1,5})"
)
_SUBJECT = re.compile(
    rf"(?P<self>[Ii]\b)|(?i:(?P<our>we\b))|(?i:my (?:(?:older|younger|little|big|best|good|dear|old|eldest|youngest"
    rf"|twin|close) )?(?P<kin>{_KIN})\b)(?: ?,? ?(?P<kin_name>{NAME_EN}))?|(?P<name>{NAME_EN})(?=(?:'s)? )"
)
_FIRST_OR_KIN = frozenset(("user", "spouse", "child", "mother", "father", "sibling"))
_THIRD_PERSON = re.compile(
    r"(?i:(?:(?:really|also|still|just|always|absolutely|now|recently|currently|never|only)\s+){0,2}(?:likes|loves"
    r"|enjoys|adores|prefers|hates|dislikes|detests|can't stand|doesn't|does not|is (?:not )?(?:\w+ )?(?:allergic"
    r"|vegan|vegetarian|from|fond|into|\d)|lives|works|speaks|moved|has (?:just |recently )?moved|eats|used to|no"
    r" longer)\b)"
)
_TAIL = re.compile(
    r"(?i:\s+(?:now|too|as well|any ?more|a lot|so much|very much|these days|lately|again|more than|better than|best"
    r"|most|instead|though|btw|by the way|please|thanks|because|when|while|since|so that|so|which|who|that|but|if"
    r"|whenever|for now|at the moment|right now|currently|every|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?|on"
    r" weekends?|at (?:work|home|night|all)|in the (?:morning|evening|afternoon|summer|winter|spring|fall|mornings?"
    r"|evenings?)|with (?:my|our|some|a|the|friends)|for (?:breakfast|lunch|dinner|years|ages)|in my|rather than"
    r"|instead of|after|before|as|until|today|tonight|yesterday|last|ever|either|in general|anyway|to death|from now"
    r" on|altogether|completely|due to|badly|with all|sometimes|to be honest|to relax|aka|also)\b.*$|\s[-–—]+\s.*$"
    r"|\s?[–—(/].*$|[-!…]\s.*$)"
)
_NO_OBJECT = re.compile(
    r"(?i:^(?:it|this|that|these|those|you|your|yours|him|her|them|us|me|how|what|when|where|why|who|whom|whether|if"
    r"|the (?:way|idea|fact|look|sound|second|first|third|last|latter|former|other|one|ones|same|next|new|previous"
    r"|above|following|answer|response|suggestion|option|options|part|result|version|concept|thought)|to (?:think"
    r"|believe|know|see|say|ask|thank|point|add|call|hear|get|make sure|be|have|keep|start)|one|both|everything"
    r"|nothing|all|any|anything|something|someone|being|seeing|hearing|having|his|their|its|an? (?:\w+ )?(?:idea|lot"
    r"|bit|suggestion|question|answer)|most|many|some of|and|or|but|not|as|so|too|better|more|very|just|now|either"
    r"|neither|here|there|then|else|lots|i|i'm|we|he|she|they|like|number \d|my (?:new|current))\b)"
)
_DEFINITE = re.compile(r"(?i:(?:to )?(?:the|its|their) )(?=[a-z])")
_GENERAL = re.compile(
    r"(?i:the (?:ocean|outdoors|beach|sea|seaside|mountains?|rain|theatre|theater|cinema|city|countryside|snow|sun"
    r"|gym|piano|violin|guitar|cello|oboe|flute|drums|wild|desert|forest|woods|cold|heat|dark|opera|ballet|internet"
    r"|news|subway)(?=$|\s*(?:,|and\b|or\b)))"
)
"""The few definite nouns that mean the thing in general; any other points at something in the conversation."""
_LIST_END = re.compile(
    r"(?i:,\s*(?:especially|particularly|even|like|such as|including|who|which|the|a|it|they|we|so|cause|'cause"
    r"|esp)\b|\s(?:and|or)\s(?=\w+(?:\s\w+){0,3}\s(?:is|are|was|were|has|have|it|they|we|brings?|makes?)\b)|,\s(?=\w+"
    r"(?:\s\w+){0,3}\s(?:is|are|was|were|has|have|'s)\b))"
)
_OFFERED = re.compile(
    r"(?i:^(?:the|your|this|that|both|these) .*\b(?:ideas?|options?|suggestions?|concepts?|approach|versions?|answers?"
    r"|recommendations?|examples?)\W*$|\bthat \w+$)"
)
"""What the conversation put forward; liking it says nothing of the person."""
_POINTS = re.compile(
    r"(?i:\b(?:it|this|that|these|those|him|her|them|his|their|its|you|your|one another|itself|is|are|was|were|we"
    r"|they)\b)"
)
_CUT_SHORT = re.compile(
    r"(?i:(?:^|\s)(?:to|of|in|with|for|about|on|at|from|by|the|a|an|and|or|than|especially|even|very|go|do|get|be"
    r"|make)$)"
)
_FORGET = re.compile(
    r"(?i:^(?:(?:please|pls|and|now|so|just|ok|could you|can you|would you|i want you to|i'd like you to|you can"
    r"|you should)[\s,]+){0,3}(?:forget|delete|remove|erase|drop)\s+(?:everything |all )?(?:(?:about|of) )?"
    r"(?P<what>.{2,200}?)(?:[\s,]+(?:please|pls|thanks|for me|from (?:your )?memory|now|again|entirely"
    r"|completely)){0,3}$)"
)


def find_english(clause: str, carried: str) -> tuple[str | None, list[Found]]:
    """(subject the clause speaks of, what it says). "user" is the speaker; None = nobody we keep claims about.
    `carried` is the subject of the clause before it in the same sentence, for elided ones ("but now eat vegan")."""
    body = _without_lead(clause)
    found = [replace(item, subject="user") for item in _own_properties(body)]
    found += _relations(body)
    subject, rest = _subject(body, carried)
    if subject is not None and rest and (subject in _FIRST_OR_KIN or _THIRD_PERSON.match(rest)):
        found.extend(_first(rest))
    return subject, found


def forgotten(clause: str) -> str:
    """What a clause asks to forget ("forget my address" → "my address"), else ""."""
    match = _FORGET.match(clause)
    return match["what"].strip() if match else ""


def _without_lead(clause: str) -> str:
    match = _LEAD.match(clause)
    # "now" may be all that stands before an elided subject; a lead is never the whole clause.
    return clause[match.end() :] if match and match.end() < len(clause) else clause


def _subject(body: str, carried: str) -> tuple[str | None, str]:
    match = _SUBJECT.match(body)
    if match is None:
        elided = re.match(
            r"(?i:(?:only |now |just |also |then )*(?:eat|drink|live|work|love|hate|prefer|enjoy|don't|do not)\b)",
            body,
        )
        return (carried, body) if carried == "user" and elided else (None, "")
    rest = body[match.end() :].lstrip()
    if match["self"] or match["our"]:
        return "user", rest
    if match["kin"]:
        attribute, role = KIN_EN[match["kin"].lower()]
        name = _name(match["kin_name"])
        if name:
            return (name, rest) if attribute != "pet" else (None, "")
        return role or None, rest
    name = _name(match["name"])
    return (name or None), (rest if name else "")


def _name(text: str | None) -> str:
    if not text:
        return ""
    bare = re.sub(r"'s$", "", text).rstrip(".")
    return bare if is_name(bare) else ""


def _value(text: str, words_max: int = 8) -> str:
    text = _TAIL.sub("", " " + text).strip(" .,!:;'\"-\x00")
    text = re.sub(r"(?i:^(?:the|a|an|some|my) (?=[a-z]))", "", text)
    return text if text and len(text.split()) <= words_max and "\x00" not in text else ""


# What the speaker calls their own: "my name is …".
_MY_NAME = re.compile(
    rf"(?:(?i:\bmy (?:full |first |real |new |actual |legal |given )?name(?:'s| is| is now| is actually| should be"
    rf"| is spelled| was always)|\bi(?:'m| am) (?:called|named)|\bi(?:'ve| have)? changed my name to|\bi go by)"
    rf"(?i:\s+(?:now |actually |really |just )?)(?P<name>[\"“‘']?{NAME_EN})|(?i:\bmy name(?:'s| is)\s+)"
    rf"(?P<lower>[a-z][a-z'-]{{1,19}}(?: [a-z][a-z'-]{{1,19}})?)$)"
)
_NAME_NOT = re.compile(rf"(?i:\bmy name (?:is not|isn't) )[^,]{{1,40}},? (?:(?i:it's|it is|but) )(?P<name>{NAME_EN})")
_CALL_ME = re.compile(
    rf"(?i:^(?:(?:you can|you may|just|everyone|people|friends|they|most people|my friends|everybody)\s+(?:all )?)?"
    rf"(?:just )?call(?:s)? me )(?P<name>{NAME_EN})(?i:(?:,? (?:instead|please|from now on|for short|if you like))?)$"
)
_NAME_DENIED = re.compile(r"(?i:\bmy name (?:is not|isn't|was never) \w)")
_NAME_INSTEAD = re.compile(rf"(?i:^(?:it's|it is|but) )(?P<name>{NAME_EN})$")
_GREETED = re.compile(rf"(?i:^(?:i'm|i am|this is) )(?P<name>{NAME_EN})(?i:(?: here| speaking)?)$")
_GREETING = re.compile(
    r"(?i:^(?:\W*(?:hi|hello|hey|good (?:morning|evening|afternoon)|greetings)\b[\s,.!]*(?:there|everyone"
    r"|all)?[\s,.!]*){1,2})"
)
_MY_PHONE = re.compile(
    rf"(?i:(?:\bmy (?:(?:new|current|cell|mobile|work|home|office|phone|telephone|personal|contact|correct|actual"
    rf"|main)\s+){{0,3}}(?:phone|cell|mobile|number|telephone|extension)|^(?:(?:the|here's (?:my|the)) )?(?:new"
    rf"|correct|current) (?:phone )?number)(?: is| is now|'s| has changed to| changed to|:| should be| was changed to"
    rf"| to| now is)*\s*[:=]?\s*|\b(?:you can |please )?(?:reach|call|text|ring|phone) me (?:at|on)\s+)"
    rf"(?P<value>{_PHONE})"
)
_NEW_NUMBER = re.compile(
    rf"(?i:\bi(?:'ve| have)?(?: just)? (?:got|have) a (?:new|different) (?:phone |cell |mobile )?number\W{{1,4}})"
    rf"(?P<value>{_PHONE})"
)
_PHONE_CHANGED = re.compile(
    r"(?i:\bi(?:'ve| have)?(?: just| recently)? (?:got|gotten|changed|have|switched|lost) (?:to )?(?:a new|my"
    r"|a different) (?:phone |cell |mobile )?number|\bmy (?:phone |old |cell )?number (?:has |is |was )?(?:changed|no"
    r" longer|not valid|disconnected|out of service))"
)
_MY_EMAIL = re.compile(
    rf"(?i:(?:\bmy (?:(?:new|current|work|personal|correct)\s+){{0,2}}e-?mail(?: address)?(?: is| is now|'s|:"
    rf"| changed to| has changed to)*|\be-?mail me at|\b(?:new|correct) e-?mail(?: is|:)?|\breach me at))\s*[:=]?\s*"
    rf"(?P<value>{_EMAIL})"
)
_MY_ADDRESS = re.compile(
    r"(?i:(?:\bmy (?:(?:new|current|home|street|mailing|correct)\s+){0,2}address(?: is| is now|'s|:| has changed to)+"
    r"|\bi(?:'m| am)? (?:now )?(?:live|living) at))\s*[:=]?\s*(?P<value>(?:\d|[A-Z])[\w\s.,'#/-]{3,100})$"
)
_MY_BIRTHDAY = re.compile(
    rf"(?i:(?:\bmy (?:birthday|date of birth|birth date)(?:'s| is|:)(?: on)?|\bi was born on)\s+(?P<value>{_DATE})\b)"
)
_FAVOURITE = re.compile(
    r"(?i:^(?:one of |and |well |also )?my (?:all-time |absolute |new )?favou?rite (?P<what>[a-z]+(?: [a-z]+)?)(?: "
    r"(?:is|are|has to be|is probably|would be)|'s) (?P<value>.{2,80})$)"
)
_NEW_JOB = re.compile(
    rf"(?:(?i:^(?:(?:i (?:have|got|found|started) )?(?:a |my )?new (?:job|employer|company)(?: is|'s| at| with|:)+|i"
    rf"(?:'ve| have)?(?: just| recently)? (?:joined|started (?:working )?(?:at|for)|accepted an offer (?:from|at)"
    rf"|got hired (?:by|at))|my (?:new |current )?(?:employer|company)(?: is|'s)))\s+)(?P<value>{_CAPITALS})"
)
_ALLERGIES = re.compile(r"(?i:\bi(?:'ve| have| got|'ve got) (?:an? )?(?:\w+ )?(?P<value>[a-z]+(?: [a-z]+)?) allergy\b)")
_DIRECT: tuple[tuple[re.Pattern[str], str, float], ...] = (
    (_MY_EMAIL, "email", SURE),
    (_MY_BIRTHDAY, "birthday", SURE),
    (_NEW_JOB, "employer", SURE),
    (_ALLERGIES, "allergy", SURE),
)


def _own_properties(body: str) -> Iterator[Found]:
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
    if favourite and not _NO_OBJECT.match(favourite["value"]):
        value = _value(favourite["value"])
        if value:
            yield Found("likes", value)
    for pattern, attribute, confidence in _DIRECT:
        match = pattern.search(body)
        if match:
            yield Found(attribute, match["value"].strip(" .,"), confidence=confidence)


_NAMED_KIN = re.compile(
    rf"(?i:\b(?:my|our) (?:\w+ )?(?P<kin>{_KIN})(?:'s name is|'s names are|s? (?:is|are)(?: called| named)?| called"
    rf"| named|'s called|'s)?\s+)(?P<names>{NAME_EN}(?:(?:, | and |, and ){NAME_EN}){{0,5}})"
)
_HAS_NAMED = re.compile(
    rf"(?i:\bi(?:'ve| have| got| adopted| just adopted|'ve got)+ (?:an? |two |three )?(?:\w+ ){{0,2}}"
    rf"(?P<kin>{_KIN}),? (?:named|called)\s+)(?P<names>{NAME_EN}(?:(?:, | and |, and ){NAME_EN}){{0,5}})"
)


def _relations(body: str) -> Iterator[Found]:
    for pattern in (_NAMED_KIN, _HAS_NAMED):
        for match in pattern.finditer(body):
            attribute, _ = KIN_EN[match["kin"].lower()]
            for raw in re.split(r", and |, | and ", match["names"]):
                name = _name(raw)
                if name:
                    yield Found(attribute, name, subject="user")


Build = Callable[[re.Match[str]], Iterator[Found]]


def _listed(attribute: str, *, polarity: Polarity = "positive", action: ClaimAction = "assert") -> Build:
    def build(match: re.Match[str]) -> Iterator[Found]:
        text = re.sub(r"(?i:^to (?=\w))", "", match["value"])
        if _NO_OBJECT.match(match["value"]) or (_DEFINITE.match(text) and not _GENERAL.match(text)):
            return
        if _OFFERED.search(text):
            return
        for item in _kept_items(_value(_LIST_END.split(text)[0])):
            yield Found(attribute, item, polarity, action)

    return build


def _kept_items(value: str) -> Iterator[str]:
    for item in items(value) if value else []:
        bare = re.sub(r"(?i:^(?:the|a|an|some|also|especially|mostly) )", "", item).strip(" .,!\"'")
        # "it", "this one", "them": what is meant stands elsewhere, so the words alone would say nothing later.
        if len(bare) > 1 and not _NO_OBJECT.match(bare) and not _POINTS.search(bare) and not _CUT_SHORT.search(bare):
            yield bare


def _plain(attribute: str, confidence: float = SURE) -> Build:
    def build(match: re.Match[str]) -> Iterator[Found]:
        yield Found(attribute, match["value"].strip(" .,"), confidence=confidence)

    return build


def _diet(match: re.Match[str]) -> Iterator[Found]:
    value = match["value"].lower()
    negative = bool(match.groupdict().get("not"))
    yield Found("diet", value, "negative" if negative else "positive")


def _languages(match: re.Match[str]) -> Iterator[Found]:
    for word in re.findall(r"[A-Z][a-z]+", match["value"]):
        if word in LANGUAGES_EN:
            yield Found("language", word)


def _age(match: re.Match[str]) -> Iterator[Found]:
    years = int(match["value"])
    explicit = bool(match.groupdict().get("years"))
    if (0 if explicit else 10) <= years <= 120:
        yield Found("age", str(years), confidence=SURE if explicit else LIKELY)


def _occupation(match: re.Match[str]) -> Iterator[Found]:
    words = match["value"].split()
    # "a software engineer at Alder" and "a nurse": the last word that is a profession ends the value.
    for count in range(min(4, len(words)), 0, -1):
        if words[count - 1].lower().rstrip(".,") in OCCUPATIONS_EN:
            yield Found("occupation", " ".join(words[:count]).rstrip(".,"))
            return


def _state(match: re.Match[str]) -> Iterator[Found]:
    value = re.sub(
        r"(?i:\s+(?:right now|now|today|at the moment|currently|tonight|this morning)\b.*$)", "", match["value"]
    )
    if 0 < len(value.split()) <= 10 and "\x00" not in value and not re.search(r"(?i:\b(?:it|this|that)$)", value):
        yield Found("state", value.strip(" .,"), confidence=LIKELY)


_DO_NOT = r"(?:do not|don't|does not|doesn't|dont)"
_LIKE = r"(?:likes?|loves?|enjoys?|adores?|prefers?)"
_HATE = r"(?:hates?|dislikes?|detests?|despises?|loathes?|can't stand|cannot stand|can't bear|abhors?|can't tolerate)"
_RULES: tuple[tuple[re.Pattern[str], Build], ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (
            rf"(?i:{_ADVERBS}(?:no longer|not) {_HATE} (?P<value>.+))",
            _listed("dislikes", polarity="negative", action="unset"),
        ),
        (rf"(?i:{_ADVERBS}no longer {_LIKE} (?P<value>.+))", _listed("likes", action="unset")),
        (
            rf"(?i:{_ADVERBS}{_DO_NOT} (?:\w+ )?(?:hate|dislike|detest) (?P<value>.+))",
            _listed("dislikes", polarity="negative", action="unset"),
        ),
        (
            rf"(?i:{_ADVERBS}{_DO_NOT} (?:\w+ )?(?:like|love|enjoy) (?P<value>.+?) any ?more\b)",
            _listed("likes", action="unset"),
        ),
        (
            rf"(?i:{_ADVERBS}(?:{_DO_NOT} (?:(?!feel|look|sound|seem|act|taste)\w+ ){{0,2}}(?:like|love|enjoy|care for)"
            rf"|{_HATE}) (?P<value>.+))",
            _listed("dislikes", polarity="negative"),
        ),
        (
            rf"(?i:(?:{_BE} not|'m not|isn't|am not) (?:\w+ )?(?:a (?:big |huge )?fan of|fond of|keen on|into) "
            rf"(?P<value>.+))",
            _listed("dislikes", polarity="negative"),
        ),
        (r"(?i:used to (?:really )?(?:like|love|enjoy|prefer|adore) (?P<value>.+))", _listed("likes", action="unset")),
        (
            r"(?i:used to (?:really )?(?:hate|dislike|detest) (?P<value>.+))",
            _listed("dislikes", polarity="negative", action="unset"),
        ),
        (
            r"(?i:(?:have |'ve )?(?:stopped liking|gone off|fallen out of love with) (?P<value>.+))",
            _listed("likes", action="unset"),
        ),
        (rf"(?i:{_ADVERBS}{_LIKE} (?P<value>.+))", _listed("likes")),
        (
            rf"(?i:{_BE} {_ADVERBS}(?:a (?:big |huge |massive )?fan of|fond of|keen on|into|crazy about"
            rf"|passionate about"
            r"|obsessed with|addicted to) (?P<value>.+))",
            _listed("likes"),
        ),
        (rf"(?i:{_BE} not {_ADVERBS}allergic to (?P<value>.+))", _listed("allergy", polarity="negative")),
        (rf"(?i:{_BE} {_ADVERBS}allergic to (?P<value>.+))", _listed("allergy")),
        (
            rf"(?i:(?:{_BE} (?P<not>not |no longer )?{_ADVERBS}(?:an? )?(?:strict )?|(?:(?:have |'ve )?(?:gone|went"
            rf"|turned|became|become)) )(?P<value>{DIETS})\b)",
            _diet,
        ),
        (rf"(?i:(?:only |now |just |also |then )*eats? (?:strictly |only |mostly )?(?P<value>{DIETS})\b)", _diet),
        (
            rf"(?i:(?:{_DO_NOT}|can't|cannot|never|can not) eat (?P<value>.+))",
            _listed("diet", polarity="negative"),
        ),
        (r"(?:have |'ve )?(?:just |recently )?(?P<years>turned) (?P<value>\d{1,3})(?= |$)", _age),
        (rf"(?:{_BE} |just turned |turned )(?P<value>\d{{1,3}})(?P<years>[ -]years?[ -]old)\b", _age),
        (rf"(?:{_BE} (?:now )?|just turned |turned )(?P<value>\d{{1,3}})(?: now)?$", _age),
        (
            rf"(?:{_BE} )?{_ADVERBS}(?:lives?|living|based|located|resides?|residing) in (?P<value>{_PLACE})",
            _plain("home_city"),
        ),
        (
            rf"(?:have |'ve |has )?{_ADVERBS}(?:moved|relocated) (?:from {_PLACE} )?(?:over |back )?to "
            rf"(?P<value>{_PLACE})",
            _plain("home_city", LIKELY),
        ),
        (
            rf"(?:{_BE} originally from|{_BE} from|come from|comes from|grew up in|was born in) (?P<value>{_PLACE})",
            _plain("hometown", LIKELY),
        ),
        (
            rf"{_ADVERBS}(?:works?|working|{_BE} (?:now )?(?:working|employed)) (?:at|for|with) (?:the )?"
            rf"(?P<value>{_CAPITALS})",
            _plain("employer"),
        ),
        (
            r"(?i:works? as (?:an? |the )?(?P<value>[a-z]+(?: [a-z]+){0,3}?)(?= at| for| in| with| on|$))",
            _plain("occupation"),
        ),
        (rf"(?i:{_BE} (?:currently |now |also )?an? (?P<value>[a-z-]+(?: [a-z-]+){{0,3}}))", _occupation),
        (
            r"(?:can |also |now )*(?:speaks?|can speak) (?:fluent |some |a little |basic |both |a bit of |native )?"
            r"(?P<value>.+)",
            _languages,
        ),
        (rf"{_BE} (?:\w+ )?fluent in (?P<value>.+)", _languages),
        (
            rf"(?i:{_BE} (?P<value>(?:(?:still|really|so|a bit|very|totally|completely|pretty|feeling|super|a little"
            rf"|too)\s+){{0,2}}(?:{STATES_EN})\b.{{0,80}}))",
            _state,
        ),
        (
            r"(?i:(?:have|'ve|got|'ve got|have got) (?P<value>(?:(?:an?|the|bad|terrible|slight|awful|mild"
            r"|splitting)\s+){0,2}(?:headache|cold|fever|flu|migraine|sore throat|stomach ?ache|toothache|cough"
            r"|hangover)\b.{0,40}))",
            _state,
        ),
        (rf"(?i:{_BE} (?P<value>(?:busy |currently )?[a-z]+ing .{{2,60}}?) (?:right now|at the moment)\b)", _state),
    )
)


def _first(rest: str) -> list[Found]:
    """What the first rule that finds something says; a predicate says one thing."""
    for pattern, build in _RULES:
        match = pattern.match(rest)
        if match:
            found = list(build(match))
            if found:
                return found
    return []


def introduces_self(clause: str, before: str | None, people: Collection[str]) -> Found | None:
    """ "Hi, I'm Ana": a name without "my name is" counts only right after a greeting, after "my name isn't …", or at
    the start of a turn where the finder sees a person too. `before` is the clause before it, None at the start."""
    if before is not None and _NAME_DENIED.search(before):
        match = _NAME_INSTEAD.match(clause)
        return Found("name", match["name"].strip(" .")) if match and is_name(match["name"]) else None
    greeted = _GREETING.match(clause if before is None else before)
    if before is not None and (greeted is None or greeted.end() < len(before)):
        return None
    match = _GREETED.match(_GREETING.sub("", clause).strip())
    if match is None or not is_name(match["name"]):
        return None
    name = match["name"].strip(" .")
    return Found("name", name, confidence=LIKELY) if greeted or name in people else None
