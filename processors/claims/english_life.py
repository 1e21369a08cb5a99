"""What an English predicate says of somebody's life: ties, belongings, health, learning, and what they do."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.english_build import HAVE, JUST, Build, bare, each, one
from processors.claims.english_doings import DOINGS
from processors.claims.english_values import BE, CAPITALS, KIN, NO_OBJECT, kept_items, name_of
from processors.claims.found import LIKELY, Found
from processors.claims.life_words import (
    CONDITIONS_EN,
    LASTING_EN,
    MEDICINES_EN,
    NATIONALITIES_EN,
    NUMBERS_EN,
)
from processors.claims.people import ANIMALS_EN, KIN_EN, NAME_EN
from processors.claims.words import DIETS, PLAYED_EN

_ASSISTED = (
    r"(?:answer|reply|respond|write|use|call|speak|talk|address|keep|give|send|format|avoid|include|explain|ask"
    r"|schedule|remind|translate|show|start|end|be|stick|summari[sz]e|sign|quote|cite|round|list|book|order|put|add"
    r"|mention|assume|check|tell|convert|limit|skip)"
)
_ORDERED = (
    r"(?:answer|reply|respond|write|use|call me|address me|speak to me|format|avoid|include|schedule|remind me"
    r"|translate|quote|cite|round|order|mention|convert|summari[sz]e|send me|show me|give me|tell me)"
)
"""What only an assistant can be told to do always or never; the rest ("never give up") is said to everybody."""
_WELL_ORDERED = re.compile(
    rf"(?i:^(?:please |so |and )?(?:(?:from now on|from here on|going forward|in (?:the )?future|from today)[\s,]+"
    rf"(?:please |always |never |only |just |don't |do not )*(?={_ASSISTED}\b)|(?:always|never) (?={_ORDERED}\b)|"
    rf"(?:don't|do not) ever (?={_ASSISTED}\b)).{{4,160}}$)"
)
_BEFORE_ORDER = re.compile(
    r"(?i:^(?:(?:please|so|and|from now on|from here on|going forward|in (?:the )?future|from today)[\s,]+)+)"
)
_MY_AIM = re.compile(
    r"(?i:^(?:and |well )?my (?:\w+ )?(?:goal|dream|ambition|aim|target|resolution|new year's resolution)"
    r"(?: for [\w ]{1,20})?(?: (?:this|next) year)? (?:is|'s|has always been) (?:to )?(?P<value>.{4,120})$)"
)
_MY_HOBBY = re.compile(r"(?i:^my (?:\w+ )?hobb(?:y|ies) (?:is|are|include)s? (?P<value>.{3,80})$)")
_MY_WORK = re.compile(r"(?i:^my (?:job|profession|occupation)(?: is|'s) (?:an? )?(?P<value>[a-z]+(?: [a-z]+){0,2})$)")
_PRESCRIBED = re.compile(
    rf"(?i:^(?:my|the) (?:doctor|gp|psychiatrist|dentist|cardiologist|specialist|physician) (?:has )?(?:just )?"
    rf"(?:put me on|prescribed(?: me)?|started me on) (?P<value>{MEDICINES_EN})\b)"
)
_MINE_IS_ILL = re.compile(rf"(?i:^my (?P<value>{CONDITIONS_EN}) (?:is|has|keeps|got|gets)\b)")
_PET_LOST = re.compile(
    rf"^(?i:(?:sadly|unfortunately)[, ]+)?(?:(?i:(?:my|our) (?:\w+ )?(?P<kin>{KIN}),? ))?"
    rf"(?P<name>{NAME_EN}),?(?i: (?:has |had )?(?:(?:just|sadly"
    r"|recently) )?(?:died|passed away|was put (?:down|to sleep)|is no longer with us|crossed the rainbow bridge)\b)"
)
_PET_PUT_DOWN = re.compile(
    rf"^(?i:(?:i|we)(?:'ve| have)?(?: just| sadly| recently)? (?:lost|had to put down|put down|had to say goodbye to) "
    rf"(?:my|our) (?:\w+ )?(?P<kin>{KIN}),? )(?P<name>{NAME_EN})\b"
    rf"|^(?i:(?:i|we)(?:'ve| have)?(?: just| sadly)? (?:had to )?(?:put|have) )(?P<other>{NAME_EN})(?i: (?:put )?"
    r"(?:down|to sleep)\b)"
)


def life_of_own(body: str, clause: str) -> Iterator[Found]:
    """What is said of the speaker in other words than a predicate of theirs: "my goal is …", "from now on …"."""
    for pattern, attribute in (
        (_MY_AIM, "goal"),
        (_MY_WORK, "occupation"),
        (_PRESCRIBED, "medication"),
        (_MINE_IS_ILL, "health"),
    ):
        match = pattern.match(body)
        if match and not NO_OBJECT.match(match["value"]):
            yield Found(attribute, bare(match["value"]), subject="user")
    hobby = _MY_HOBBY.match(body)
    for item in kept_items(hobby["value"]) if hobby else ():
        yield Found("hobby", item, subject="user")
    if _WELL_ORDERED.match(clause):
        yield Found("instruction", _BEFORE_ORDER.sub("", clause).strip(" .,!"), subject="user")


def lost_pet(body: str) -> str:
    """The name of a pet that died, or of who may be one ("Rex passed away" ends only a pet called so), else ""."""
    match = _PET_LOST.match(body) or _PET_PUT_DOWN.match(body)
    if match is None or (match["kin"] and KIN_EN[match["kin"].lower()][0] != "pet"):
        return ""
    return name_of(match.groupdict().get("other") or match["name"])


def _married(match: re.Match[str]) -> Iterator[Found]:
    name = name_of(match.groupdict().get("name"))
    if name:
        yield Found("spouse", name)
    else:
        yield Found("relationship_status", match["value"].lower())


def _named(match: re.Match[str]) -> Iterator[Found]:
    attribute = KIN_EN.get(match["kin"].lower().split()[-1], ("child", ""))[0]
    if name_of(match["name"]):
        yield Found(attribute, name_of(match["name"]))


def _pets(match: re.Match[str]) -> Iterator[Found]:
    for raw in re.split(r", and |, | and ", match["names"]):
        if name_of(raw) and KIN_EN.get(match["kin"].lower(), ("pet", ""))[0] == "pet":
            yield Found("pet", name_of(raw))


def _age_in_words(match: re.Match[str]) -> Iterator[Found]:
    yield Found("age", str(NUMBERS_EN[match["value"].lower()]))


_TIES: tuple[tuple[re.Pattern[str], Build], ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (
            rf"(?:no longer works?|(?:don't|doesn't|do not|does not) work) (?:at|for) (?:the )?(?P<value>{CAPITALS})",
            one("employer", polarity="negative", action="unset"),
        ),
        (
            rf"{HAVE}{JUST}(?:(?:quit|left|lost) (?:my|his|her) job (?:at|with)|resigned from|(?:was |got |were )?"
            rf"(?:laid off|fired) (?:from|by)|retired from) (?:the )?(?P<value>{CAPITALS})",
            one("employer", polarity="negative", action="unset"),
        ),
        (
            rf"{HAVE}{JUST}(?:started (?:working |work )?|working |(?<=ve )worked |(?<=as )worked )(?:at"
            rf"|for) (?:the )?(?P<value>{CAPITALS})",
            one("employer"),
        ),
        (
            rf"{HAVE}{JUST}handed in (?:my|his|her) (?:notice|resignation) (?:at|to|with) (?:the )?"
            rf"(?P<value>{CAPITALS})",
            one("employer", polarity="negative", action="unset"),
        ),
        (
            rf"{HAVE}{JUST}(?:started|got|landed|took|accepted|have|found|begun|began) (?:an? |my |his |her )?(?:new"
            rf" )?(?:job|position|role|post|internship) (?:at|with|for) (?:the )?(?P<value>{CAPITALS})",
            one("employer"),
        ),
        (
            rf"(?i:(?:{BE}|got|{HAVE}(?:just |recently )?gotten|{BE} getting) {JUST}(?P<value>married) to )"
            rf"(?P<name>{NAME_EN})",
            _married,
        ),
        (
            rf"(?i:{BE} (?:not|not yet|still not) (?P<value>married|engaged|single|divorced)(?: yet| any ?more)?$)",
            one("relationship_status", polarity="negative"),
        ),
        (
            rf"(?i:(?:{BE} |{HAVE}{JUST}got(?:ten)? |{HAVE}been ){JUST}(?P<value>married|divorced|engaged|separated"
            rf"|widowed"
            r"|single|in a relationship)(?: (?:again|now|too))?(?=$|[\s,]+(?:for|since|last|two|three|a|in|years"
            r"|months|with|and|after|this|on|no|not|so|\d)\b(?! in)))",
            _married,
        ),
        (
            rf"(?i:{HAVE}(?:just )?(?:named|called) (?:our|my|the) (?:new(?:born)? |first |second |little |baby )?"
            rf"(?P<kin>baby|newborn|{KIN}) )(?P<name>{NAME_EN})",
            _named,
        ),
        (
            rf"(?i:(?:have|own|got|'ve got|have got|(?:just |recently )?adopted|keep) (?:an?|two|three|four|\d) "
            rf"(?:\w+ ){{0,2}}?(?P<kin>{KIN}|{ANIMALS_EN}),? (?:named |called )?)(?P<names>{NAME_EN}(?:(?:, | and "
            rf"|, and ){NAME_EN}){{0,5}})",
            _pets,
        ),
        (
            rf"(?i:(?:{BE} (?:now )?|just turned |turned )(?P<value>{'|'.join(NUMBERS_EN)})(?: years old| now)?$)",
            _age_in_words,
        ),
        (
            r"(?i:(?P<value>smokes?|vapes?)(?:$| (?:a lot|too much|sometimes)$))",
            one("habit", confidence=LIKELY),
        ),
        (
            rf"(?i:{HAVE}(?:quit|stopped|given up|gave up) (?P<value>smoking|drinking(?: \w+)?|vaping|gambling|snacking"
            r"|eating \w+|biting my nails))",
            one("habit", polarity="negative"),
        ),
        (rf"(?i:{HAVE}been (?:an? )?(?:strict )?(?P<value>{DIETS})\b)", one("diet")),
        (
            r"(?i:(?:never|don't|doesn't|do not|does not|can't|cannot|won't) (?:ever |really )?drink (?P<value>(?!it"
            r"|this|that|much|enough|any ?more|too)[a-z]+(?: (?:and|or) [a-z]+)?)\b)",
            each("diet", "negative"),
        ),
        (
            rf"(?i:(?:{BE} |{HAVE}been )?{JUST}(?:takes?|taking|on|use|using) (?P<value>{MEDICINES_EN})\b)",
            one("medication"),
        ),
        (
            rf"(?i:{HAVE}(?:been |was |got |were )?{JUST}(?:prescribed|put on) (?P<value>{MEDICINES_EN})\b)",
            one("medication"),
        ),
        (
            rf"(?i:(?:have|has|'ve|'ve got|have got|suffers? from|lives? with|struggles? with|{HAVE}{JUST}(?:(?:been"
            rf"|was|got|were) )?diagnosed with) {JUST}(?:severe |mild |chronic |bad )?(?P<value>{CONDITIONS_EN})(?=$"
            rf"|\W))",
            one("health"),
        ),
        (
            r"(?i:(?:have |has |'ve )?(?:been |was |got |were )(?:just |recently )?diagnosed with (?P<value>.{3,40}?)"
            r"(?= (?:last|in|when|two|three|a|at|this)\b|$))",
            one("health"),
        ),
        (
            r"(?i:(?:am|'m|is|'s) (?P<value>(?:\w+ (?:weeks|months) )?pregnant|asthmatic|diabetic|epileptic"
            r"|colou?r-?blind|deaf|dyslexic|autistic|an[a]?emic)\b)",
            one("health"),
        ),
        (
            rf"(?:am|'m|is|'s) (?:originally |actually |half |a )?(?P<value>{NATIONALITIES_EN})(?=$|[,.]| (?:but|and"
            rf"|by|citizen))",
            one("nationality"),
        ),
        (
            rf"{JUST}drives? (?P<value>(?:an? )(?:[a-z-]+ ){{0,2}}(?:(?i:{LASTING_EN})|[A-Z][\w-]*(?:"
            rf" [A-Z0-9][\w-]*){{0,3}}))$",
            one("owns", confidence=LIKELY),
        ),
        (
            rf"{JUST}owns? (?P<value>an? (?:\d{{4}} )?(?:[\w-]+ ){{0,3}}?[\w-]+?)(?=$|[,.]| (?:that|which|from|with"
            rf"|since|for"
            r"|in|now)\b)",
            one("owns"),
        ),
        (
            rf"(?i:{JUST}(?:owns?|have got|'ve got|have|has) (?P<value>(?:an?|two|three|four|\d+|my own|our own) "
            rf"(?:[\w-]+ ){{0,3}}?{LASTING_EN}\b(?: (?:in|near|by|at) (?:the )?\w+)?(?: and (?:an?|two|three) (?:\w+ )?"
            r"\w+)?)(?=$|[,.]| (?:for|since|that|which|with|now)\b))",
            each("owns"),
        ),
        (
            rf"(?i:{HAVE}{JUST}bought (?P<value>(?:an?|two|my first|our first|my own|our own) "
            rf"(?:[\w-]+ ){{0,3}}?{LASTING_EN}\b"
            r"(?: in \w+)?))",
            one("owns"),
        ),
    )
)
_LEARNT: tuple[tuple[re.Pattern[str], Build], ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (
            rf"(?i:{HAVE}{JUST}(?:taken up|took up|got(?:ten)? into|picked up) (?P<value>(?!it|this|that|the\b|my"
            rf"|new\b|some|more\b|skills|a\b|an\b|trouble|debt|speed|where|some)[a-z]+(?: [a-z]+)?)(?=$|[,.]| (?:last"
            rf"|this|recently|again|since|as|in)\b))",
            one("hobby"),
        ),
        (r"(?i:(?P<value>collects? (?!my|the|it|this|data|information)[a-z].{2,40})$)", one("hobby")),
        (
            rf"(?i:(?:{HAVE}been |{BE} ){JUST}(?P<value>(?:playing|learning|practi[sc]ing|studying) "
            rf"(?:the )?{PLAYED_EN})\b)",
            one("hobby"),
        ),
        (rf"(?i:{JUST}(?P<value>plays? (?:the )?{PLAYED_EN})\b)", one("hobby")),
        (
            r"(?i:(?:also |really )?(?:do|does|practi[sc]e|practi[sc]es) (?P<value>yoga|pilates|karate|judo|aikido"
            r"|tai chi|ballet|taekwondo|crossfit|archery|fencing|calligraphy|pottery|gymnastics|capoeira"
            r"|jiu-?jitsu)\b)",
            one("hobby"),
        ),
        (
            r"(?i:(?:can|am able to) (?P<value>(?:juggle|sew|knit|crochet|weld|ski|surf|snowboard|touch-?type|sail"
            r"|skate|code in \w+|program in \w+|ride a \w+)\b(?: and .{3,40}| well)?)$)",
            each("skill"),
        ),
        (
            rf"(?i:(?:{BE} )?(?:really |very |quite |pretty )?(?:good at|skilled (?:in|at)|know how to|knows how to) "
            r"(?P<value>(?!this|that|it)[a-z].{2,50})$)",
            each("skill"),
        ),
        (rf"{HAVE}{JUST}graduated (?:from|with .{{2,40}} from) (?:the )?(?P<value>{CAPITALS})", one("education")),
        (
            r"(?i:(?:have|has|hold|holds|'ve got|got|earned|did|finished|completed) (?:my |an? |his |her )(?P<value>"
            r"(?:master'?s?|bachelor'?s?|ph\.?d|doctorate|mba|law degree|degree|diploma)(?: degree)?(?: (?:in"
            r"|of) [\w ]{2,40}?)?)(?=$|[,.]| (?:from|at)\b))",
            one("education"),
        ),
        (
            rf"(?:{HAVE}|{BE} )?(?:studied|studies|study|studying|majored in|majoring in) (?!the\b|this|that|my|for"
            rf"|your|hard|it\b)"
            r"(?P<value>[a-z]+(?: [a-z]+){0,2}?(?: at (?:the )?(?:University of )?[A-Z][\w'-]+(?: (?:University"
            r"|College|Institute|School))?)?)(?= (?:in|from) (?:the )?[A-Z\d]|$)",
            one("education", confidence=LIKELY),
        ),
        (
            r"(?i:grew up in an? (?:\w+ )?(?:town|village|city|suburb|place) (?:called|named) )(?P<value>[A-Z][\w'-]+"
            r"(?: [A-Z][\w'-]+)?)",
            one("hometown"),
        ),
        (
            rf"(?i:{BE} feeling (?:really |very |so |a bit |quite |pretty |extremely |a little )?(?P<value>anxious"
            rf"|sad|depressed"
            r"|lonely|stressed|exhausted|tired|overwhelmed|sick|nauseous|down|homesick|burnt out|burned out|nervous"
            r"|dizzy)\b)",
            one("state", confidence=LIKELY),
        ),
    )
)
_RULES = (*_TIES, *DOINGS, *_LEARNT)


def life_of(rest: str) -> list[Found]:
    """What the first rule that finds something says of the subject."""
    for pattern, build in _RULES:
        match = pattern.match(rest)
        if match:
            found = list(build(match))
            if found:
                return found
    return []
