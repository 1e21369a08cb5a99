"""What an English predicate says of somebody's life: goals, plans, habits, belongings, learning, health, ties."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from processors.claims.english_values import BE, CAPITALS, KIN, NO_OBJECT, kept_items, name_of
from processors.claims.found import LIKELY, SURE, Found
from processors.claims.life_words import (
    CONDITIONS_EN,
    LASTING_EN,
    MEDICINES_EN,
    NATIONALITIES_EN,
    NUMBERS_EN,
)
from processors.claims.people import KIN_EN, NAME_EN
from processors.claims.words import DIETS, PLAYED_EN
from schemas.claims import ClaimAction, Polarity

Build = Callable[[re.Match[str]], Iterator[Found]]

_JUST = (
    r"(?:(?:just|recently|finally|also|now|already|still|actually|currently|officially|happily|newly|really)\s+){0,2}"
)
_HAVE = r"(?:have |'ve |has )?"
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn"
    r"|fall|winter)"
)
_AHEAD = (
    rf"(?:tomorrow|tonight|soon|(?:next|this|coming) (?:\w+)|on (?:the |next )?(?:{_DAY}|\d)|in (?:early |late "
    rf"|mid-?)?{_MONTH}|in (?:a|an|one|two|three|four|five|six|\d+|a few) (?:days?|weeks?|months?|years?)|by (?:the )?"
    rf"(?:end|{_DAY}|{_MONTH}|tomorrow|next|noon|\d)|in \d{{4}}|before (?:{_DAY}|{_MONTH}|the))"
)
_OFTEN = (
    rf"(?:every (?:single |other |second )?(?:\w+ )?(?:day|morning|afternoon|evening|night|week|month|year|weekend"
    rf"|{_DAY}s?)|(?:once|twice|(?:three|four|five|\d+) times) (?:a|per|every) (?:day|week|month|year)|daily(?!"
    rf" [a-z])|weekly(?! [a-z])"
    rf"|on (?:{_DAY}s|weekends)|each (?:day|morning|evening|week|night|{_DAY})|most (?:mornings|days|evenings"
    rf"|weekends))"
)
_NOT_DONE = (
    r"(?!(?:have|had|has|need|needs|want|wants|feel|feels|get|gets|think|see|wonder|hope|wish|know|forget|lose|hate"
    r"|love|like|was|were|went|ran|did|made|took|saw|came|ate|slept|woke|said|thought|am|'m|is|are|will|'ll|would"
    r"|could|can"
    r"|can't|should|do not|don't|doesn't|never|not|see|hear|expect|use|watched|used|got|met|told|[a-z]+ed)\b)"
)
_ACHIEVED = (
    r"(?:learn (?!more|about|how (?:this|it|you)|what|why|from)|become |lose (?=\w+ (?:kilos|kg|pounds|weight|lbs)"
    r"|weight)"
    r"|quit |stop (?=\w+ing)|get (?:fit|better at|in shape|healthier|a degree)|master |finish (?=my|writing|school)"
    r"|run (?=a (?:half[- ])?marathon|\d)|write (?=a (?:book|novel))|save (?=up|money|for|enough|\$|\d)|climb |buy"
    r" (?=a house"
    r"|a flat|an apartment|my)|start (?=my own|a business|a company|a family|my)|travel |visit |gain |cut down"
    r"|improve my"
    r"|speak |pass |open (?=a|my)|retire |move to |drink less|eat (?:less|more|healthier)|sleep (?:more|better)"
    r"|read more"
    r"|exercise )"
)
_ASSISTED = (
    r"(?:answer|reply|respond|write|use|call|speak|talk|address|keep|give|send|format|avoid|include|explain|ask"
    r"|schedule"
    r"|remind|translate|show|start|end|be|stick|summari[sz]e|sign|quote|cite|round|list|book|order|put|add|mention"
    r"|assume|check|tell|convert|limit|skip)"
)
_ORDERED = (
    r"(?:answer|reply|respond|write|use|call me|address me|speak to me|format|avoid|include|schedule|remind me"
    r"|translate"
    r"|quote|cite|round|order|mention|convert|summari[sz]e|send me|show me|give me|tell me)"
)
"""What only an assistant can be told to do always or never; the rest ("never give up") is said to everybody."""
_WELL_ORDERED = re.compile(
    rf"(?i:^(?:please |so |and )?(?:(?:from now on|from here on|going forward|in (?:the )?future|from today)[\s,]+"
    rf"(?:please |always |never |only |just |don't |do not )*(?={_ASSISTED}\b)|(?:always|never) (?={_ORDERED}\b)"
    rf"|(?:don't"
    rf"|do not) ever (?={_ASSISTED}\b)).{{4,160}}$)"
)
_BEFORE_ORDER = re.compile(
    r"(?i:^(?:(?:please|so|and|from now on|from here on|going forward|in (?:the )?future|from today)[\s,]+)+)"
)
_MY_AIM = re.compile(
    r"(?i:^(?:and |well )?my (?:\w+ )?(?:goal|dream|ambition|aim|target|resolution|new year's resolution)(?: for"
    r" [\w ]{1,20})?"
    r"(?: (?:this|next) year)? (?:is|'s|has always been) (?:to )?(?P<value>.{4,120})$)"
)
_MY_HOBBY = re.compile(r"(?i:^my (?:\w+ )?hobb(?:y|ies) (?:is|are|include)s? (?P<value>.{3,80})$)")
_MY_WORK = re.compile(r"(?i:^my (?:job|profession|occupation)(?: is|'s) (?:an? )?(?P<value>[a-z]+(?: [a-z]+){0,2})$)")
_PRESCRIBED = re.compile(
    rf"(?i:^(?:my|the) (?:doctor|gp|psychiatrist|dentist|cardiologist|specialist|physician) (?:has )?(?:just )?"
    rf"(?:put me on|prescribed(?: me)?|started me on) (?P<value>{MEDICINES_EN})\b)"
)
_MINE_IS_ILL = re.compile(rf"(?i:^my (?P<value>{CONDITIONS_EN}) (?:is|has|keeps|got|gets)\b)")
_PET_LOST = re.compile(
    rf"(?:(?i:^(?:my|our) (?:\w+ )?(?P<kin>{KIN}),? )(?P<name>{NAME_EN}),?(?i: (?:has )?(?:(?:just|sadly) )?"
    r"(?:died|passed away|was put down|is no longer with us|crossed the rainbow bridge)\b))"
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
            yield Found(attribute, _bare(match["value"]), subject="user")
    hobby = _MY_HOBBY.match(body)
    for item in kept_items(hobby["value"]) if hobby else ():
        yield Found("hobby", item, subject="user")
    if _WELL_ORDERED.match(clause):
        yield Found("instruction", _BEFORE_ORDER.sub("", clause).strip(" .,!"), subject="user")


def lost_pet(body: str) -> str:
    """The name of a pet that died, else ""."""
    match = _PET_LOST.match(body)
    return name_of(match["name"]) if match and KIN_EN[match["kin"].lower()][0] == "pet" else ""


_SELF_CONTAINED = frozenset(("habit", "goal", "plan", "decision", "commitment"))
_POINTS = re.compile(r"(?i:\b(?:it|them|this|that|these|those|him|her|there|here|yesterday|one of my own)\b)")
"""What is meant stands elsewhere, so the words alone would say nothing later."""


def _one(
    attribute: str, *, polarity: Polarity = "positive", action: ClaimAction = "assert", confidence: float = SURE
) -> Build:
    def build(match: re.Match[str]) -> Iterator[Found]:
        value = _bare(match["value"])
        if attribute in _SELF_CONTAINED and _POINTS.search(value):
            return
        if value and not NO_OBJECT.match(value) and "\x00" not in value and len(value.split()) <= 16:
            yield Found(attribute, value, polarity, action, confidence)

    return build


def _each(attribute: str, polarity: Polarity = "positive") -> Build:
    def build(match: re.Match[str]) -> Iterator[Found]:
        for item in kept_items(_bare(match["value"])):
            yield Found(attribute, item, polarity)

    return build


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
        if name_of(raw) and KIN_EN[match["kin"].lower()][0] == "pet":
            yield Found("pet", name_of(raw))


def _age_in_words(match: re.Match[str]) -> Iterator[Found]:
    yield Found("age", str(NUMBERS_EN[match["value"].lower()]))


def _bare(text: str) -> str:
    """Without articles before and asides behind."""
    text = re.sub(r"(?i:\s+(?:too|as well|though|btw|by the way|please|thanks|haha|lol)$)", "", text.strip(" .,!:;\"'"))
    return re.sub(r"(?i:^(?:the|a|an|some|my|our) (?=\w))", "", text).strip(" .,!:;\"'")


_RULES: tuple[tuple[re.Pattern[str], Build], ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (
            rf"(?:no longer works?|(?:don't|doesn't|do not|does not) work) (?:at|for) (?:the )?(?P<value>{CAPITALS})",
            _one("employer", polarity="negative", action="unset"),
        ),
        (
            rf"{_HAVE}{_JUST}(?:(?:quit|left|lost) (?:my|his|her) job (?:at|with)|resigned from|(?:was |got |were"
            rf" )?(?:laid off"
            rf"|fired) (?:from|by)|retired from) (?:the )?(?P<value>{CAPITALS})",
            _one("employer", polarity="negative", action="unset"),
        ),
        (
            rf"{_HAVE}{_JUST}(?:started|got|landed|took|accepted|have|found|begun|began) (?:an? |my |his |her"
            rf" )?(?:new )?(?:job"
            rf"|position|role|post|internship) (?:at|with|for) (?:the )?(?P<value>{CAPITALS})",
            _one("employer"),
        ),
        (
            rf"(?i:(?:{BE}|got|{_HAVE}(?:just |recently )?gotten|{BE} getting) {_JUST}(?P<value>married) to"
            rf" )(?P<name>{NAME_EN})",
            _married,
        ),
        (
            rf"(?i:(?:{BE} |{_HAVE}{_JUST}got(?:ten)? |{_HAVE}been ){_JUST}(?P<value>married|divorced|engaged"
            rf"|separated|widowed"
            r"|single|in a relationship)(?: (?:again|now|too))?(?=$|[\s,]+(?:for|since|last|two|three|a|in|years"
            r"|months|with"
            r"|and|after|this|on|\d)\b(?! in)))",
            _married,
        ),
        (
            rf"(?i:{_HAVE}(?:just )?(?:named|called) (?:our|my|the) (?:new(?:born)? |first |second |little |baby"
            rf" )?(?P<kin>baby"
            rf"|newborn|{KIN}) )(?P<name>{NAME_EN})",
            _named,
        ),
        (
            rf"(?i:(?:have|own|got|'ve got|have got|adopted|keep) (?:an?|two|three|four|\d) (?:\w+"
            rf" ){{0,2}}?(?P<kin>{KIN}),? "
            rf"(?:named |called )?)(?P<names>{NAME_EN}(?:(?:, | and |, and ){NAME_EN}){{0,5}})",
            _pets,
        ),
        (
            rf"(?i:(?:{BE} (?:now )?|just turned |turned )(?P<value>{'|'.join(NUMBERS_EN)})(?: years old| now)?$)",
            _age_in_words,
        ),
        (
            rf"(?i:{_HAVE}(?:quit|stopped|given up|gave up) (?P<value>smoking|drinking(?: \w+)?|vaping|gambling"
            rf"|snacking"
            r"|eating \w+|biting my nails))",
            _one("habit", polarity="negative"),
        ),
        (rf"(?i:{_HAVE}been (?:an? )?(?:strict )?(?P<value>{DIETS})\b)", _one("diet")),
        (
            r"(?i:(?:never|don't|doesn't|do not|does not|can't|cannot|won't) (?:ever |really )?drink"
            r" (?P<value>(?!it|this|that"
            r"|much|enough|any ?more|too)[a-z]+(?: (?:and|or) [a-z]+)?)\b)",
            _each("diet", "negative"),
        ),
        (
            rf"(?i:(?:{BE} |{_HAVE}been )?{_JUST}(?:takes?|taking|on|use|using) (?P<value>{MEDICINES_EN})\b)",
            _one("medication"),
        ),
        (
            rf"(?i:{_HAVE}(?:been |was |got |were )?{_JUST}(?:prescribed|put on) (?P<value>{MEDICINES_EN})\b)",
            _one("medication"),
        ),
        (
            rf"(?i:(?:have|has|'ve|'ve got|have got|suffers? from|lives? with|struggles? with"
            rf"|{_HAVE}{_JUST}(?:(?:been|was|got"
            rf"|were) )?diagnosed with) {_JUST}(?:severe |mild |chronic |bad )?(?P<value>{CONDITIONS_EN})(?=$|\W))",
            _one("health"),
        ),
        (
            r"(?i:(?:have |has |'ve )?(?:been |was |got |were )(?:just |recently )?diagnosed with (?P<value>.{3,40}?)"
            r"(?= (?:last|in|when|two|three|a|at|this)\b|$))",
            _one("health"),
        ),
        (
            r"(?i:(?:am|'m|is|'s) (?P<value>(?:\w+ (?:weeks|months) )?pregnant|asthmatic|diabetic|epileptic"
            r"|colou?r-?blind|deaf"
            r"|dyslexic|autistic|an[a]?emic)\b)",
            _one("health"),
        ),
        (
            rf"(?:am|'m|is|'s) (?:originally |actually |half |a )?(?P<value>{NATIONALITIES_EN})(?=$|[,.]| (?:but"
            rf"|and|by|citizen))",
            _one("nationality"),
        ),
        (
            rf"{_JUST}drives? (?P<value>(?:an? )(?:[a-z-]+ ){{0,2}}(?:(?i:{LASTING_EN})|[A-Z][\w-]*(?:"
            rf" [A-Z0-9][\w-]*){{0,3}}))$",
            _one("owns", confidence=LIKELY),
        ),
        (
            rf"(?i:{_JUST}(?:owns?|have got|'ve got|have|has) (?P<value>(?:an?|two|three|four|\d+|my own|our own) "
            rf"(?:[\w-]+ ){{0,3}}?{LASTING_EN}\b(?: (?:in|near|by|at) (?:the )?\w+)?(?: and (?:an?|two|three) (?:\w+ )?"
            r"\w+)?)(?=$|[,.]| (?:for|since|that|which|with|now)\b))",
            _each("owns"),
        ),
        (
            rf"(?i:{_HAVE}{_JUST}bought (?P<value>(?:an?|two|my first|our first|my own|our own) (?:[\w-]+"
            rf" ){{0,3}}?{LASTING_EN}\b"
            r"(?: in \w+)?))",
            _one("owns"),
        ),
        (
            rf"(?i:{_HAVE}{_JUST}(?:sold|got rid of|gave away|given away|scrapped) (?:my|our) (?P<value>(?:[\w-]+"
            rf" ?){{1,4}}?)"
            r"(?= (?:last|in|on|to|two|yesterday|because|a)\b|$|[,.]))",
            _one("owns", polarity="negative", action="unset"),
        ),
        (
            rf"(?i:{_HAVE}{_JUST}(?:decided|made up my mind) (?:to |on |against |that |not to"
            rf" )?(?P<value>.{{4,120}})$)",
            _one("decision"),
        ),
        (
            r"(?i:(?:promised|swore|gave my word)(?: (?:\w+ ){1,3}?(?:to|that i'd|that i would|i'd|i would)| to) "
            r"(?P<value>.{4,100})$)",
            _one("commitment"),
        ),
        (
            rf"(?i:(?:will|'ll) (?P<value>(?:call|send|email|e-mail|pick|bring|pay|finish|submit|return|help|meet"
            rf"|visit|drive|cook"
            rf"|write|prepare|deliver|book|hand in|attend|fix|mail|give|host"
            rf"|babysit)\b.{{1,80}}?\b{_AHEAD}.{{0,20}})$)",
            _one("commitment", confidence=LIKELY),
        ),
        (
            rf"(?i:(?:{BE} )?{_JUST}(?:plan|plans|planning|intend|intending) (?:to|on) (?P<value>.{{4,120}})$)",
            _one("plan"),
        ),
        (
            rf"(?i:{BE} {_JUST}(?:going to )?(?P<value>(?:(?:mov(?:e|ing)|relocat(?:e|ing)|fly(?:ing)?"
            rf"|travel(?:l?ing)?|emigrat"
            rf"(?:e|ing)) (?:\w+ )?to |(?:get|gett)(?:ting|ing)? (?:married|divorced|engaged)|start(?:ing)? (?:a|my"
            rf"|at|uni|school"
            rf"|college)|retir(?:e|ing)|graduat(?:e|ing)|hav(?:e|ing) (?:a baby|twins|surgery|an"
            rf" operation)).{{0,60}}?\b"
            rf"{_AHEAD}.{{0,30}})$)",
            _one("plan"),
        ),
        (
            rf"(?i:(?:{BE} )?{_JUST}(?:trying|hoping|want|wants|hope|hopes|aim|aims|aiming|would love|dream of"
            rf"|working hard) (?:to "
            rf")?(?P<value>{_ACHIEVED}.{{2,100}})$)",
            _one("goal"),
        ),
        (
            rf"(?i:{_JUST}(?P<value>{_NOT_DONE}[a-z]+\b.{{0,60}}?\b{_OFTEN})(?:$|[,. ]))",
            _one("habit"),
        ),
        (
            rf"(?i:(?:usually|normally|typically|generally) (?P<value>{_NOT_DONE}[a-z]+ .{{2,60}})$)",
            _one("habit", confidence=LIKELY),
        ),
        (r"(?i:(?P<value>collects? (?!my|the|it|this|data|information)[a-z].{2,40})$)", _one("hobby")),
        (
            rf"(?i:(?:{_HAVE}been |{BE} ){_JUST}(?P<value>(?:playing|learning|practi[sc]ing|studying) (?:the"
            rf" )?{PLAYED_EN})\b)",
            _one("hobby"),
        ),
        (rf"(?i:{_JUST}(?P<value>plays? (?:the )?{PLAYED_EN})\b)", _one("hobby")),
        (
            r"(?i:(?:also |really )?(?:do|does|practi[sc]e|practi[sc]es) (?P<value>yoga|pilates|karate|judo|aikido"
            r"|tai chi|ballet"
            r"|taekwondo|crossfit|archery|fencing|calligraphy|pottery|gymnastics|capoeira|jiu-?jitsu)\b)",
            _one("hobby"),
        ),
        (
            r"(?i:(?:can|am able to) (?P<value>(?:juggle|sew|knit|crochet|weld|ski|surf|snowboard|touch-?type|sail"
            r"|skate"
            r"|code in \w+|program in \w+|ride a \w+)\b(?: and .{3,40}| well)?)$)",
            _each("skill"),
        ),
        (
            rf"(?i:(?:{BE} )?(?:really |very |quite |pretty )?(?:good at|skilled (?:in|at)|know how to|knows how to) "
            r"(?P<value>(?!this|that|it)[a-z].{2,50})$)",
            _each("skill"),
        ),
        (rf"{_HAVE}{_JUST}graduated (?:from|with .{{2,40}} from) (?:the )?(?P<value>{CAPITALS})", _one("education")),
        (
            r"(?i:(?:have|has|hold|holds|'ve got|got|earned|did|finished|completed) (?:my |an? |his |her"
            r" )(?P<value>(?:master'?s?"
            r"|bachelor'?s?|ph\.?d|doctorate|mba|law degree|degree|diploma)(?: degree)?(?: (?:in|of) [\w ]{2,40}?)?)"
            r"(?=$|[,.]| (?:from|at)\b))",
            _one("education"),
        ),
        (
            rf"(?:{_HAVE}|{BE} )?(?:studied|studies|study|studying|majored in|majoring in) (?!the\b|this|that|my"
            rf"|for|your|hard|it\b)"
            r"(?P<value>[a-z]+(?: [a-z]+){0,2}?)(?= (?:at|in) (?:the )?[A-Z]|$)",
            _one("education", confidence=LIKELY),
        ),
        (
            r"(?i:grew up in an? (?:\w+ )?(?:town|village|city|suburb|place) (?:called|named)"
            r" )(?P<value>[A-Z][\w'-]+(?: [A-Z]"
            r"[\w'-]+)?)",
            _one("hometown"),
        ),
        (
            rf"(?i:{BE} feeling (?:really |very |so |a bit |quite |pretty |extremely |a little )?(?P<value>anxious"
            rf"|sad|depressed"
            r"|lonely|stressed|exhausted|tired|overwhelmed|sick|nauseous|down|homesick|burnt out|burned out|nervous"
            r"|dizzy)\b)",
            _one("state", confidence=LIKELY),
        ),
        (
            r"(?i:(?:strongly |honestly |really )?prefers? (?!to\b)(?P<value>[\w' -]{2,40}?) (?:over|to|rather"
            r" than) \w.*$)",
            _one("likes"),
        ),
    )
)


def life_of(rest: str) -> list[Found]:
    """What the first rule that finds something says of the subject."""
    for pattern, build in _RULES:
        match = pattern.match(rest)
        if match:
            found = list(build(match))
            if found:
                return found
    return []
