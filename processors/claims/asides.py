"""English asides: what a sentence says beside what it is about, as full statements, also where it asks: "can someone
with gout like me …", "living in Porto, I …", "my brother, who's a locksmith, …", "Perth, where I grew up, …"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.english_values import CAPITALS
from processors.claims.frames.lexicon import is_kind
from processors.claims.people import NAME_EN, is_name

_PLACE = rf"(?P<place>(?-i:{CAPITALS.replace('0-9', '')}))"
_ONES = r"(?:someone|somebody|people|anyone|anybody|folks|a person|one|those|others|a (?:man|woman|guy|girl|bloke))"
_WHO = (
    r"(?P<who>with|on|from|who(?:'s|'ve| is| are| has| have| lives?| works?| takes?| can't| cannot| doesn't| don't"
    r"| can| was| were| grew| speaks?| suffers?| uses?))"
)
_AS_I = {
    "with": "have",
    "on": "am on",
    "from": "am from",
    "who's": "am",
    "who is": "am",
    "who are": "am",
    "who has": "have",
    "who have": "have",
    "who've": "have",
    "who was": "was",
    "who were": "was",
    "who doesn't": "don't",
}
"""How what is said of "someone" is said of oneself; other verbs lose the s of the third person."""
_LIKE_ME = re.compile(
    rf"(?i:\b{_ONES} {_WHO} (?P<what>[^,;?!.\x00]{{2,60}}?),? (?:like|such as|same as) (?:me|us|myself)\b)"
)
_AS_SOMEONE = re.compile(
    rf"(?i:\bas {_ONES} {_WHO} (?P<what>[^,;?!.\x00]{{2,70}}?)(?:,|$| (?=(?:i|i'm|i've|my|can i)\b)))"
)
_KIND_LIKE_ME = re.compile(
    r"(?i:(?P<what>(?:[a-z-]+ ){0,2}[a-z-]{3,30}) like (?:me|us|myself)\b(?! to\b| for\b| as\b| when\b| that\b))"
)
_NO_KIND = re.compile(
    r"(?i:\b(?:looks?|feels?|sounds?|seems?|just|not|more|less|things?|people|someone|would|acts?|talks?|is|be|was"
    r"|are|write|sound|look|feel|guys?|you|they|it|him|her|anyone|nobody|no one)$)"
)
_NOT_OF_A_KIND = frozenset(
    [
        "a",
        "an",
        "the",
        "for",
        "do",
        "does",
        "can",
        "should",
        "is",
        "are",
        "what",
        "would",
        "to",
        "of",
        "other",
        "fellow",
        "with",
        "we",
        "any",
        "other",
        "as",
        "and",
        "or",
        "how",
        "why",
    ]
)
_PARTICIPLE = (
    r"(?P<done>being|having(?: been| had)?|living|working|recovering|coming|hailing|growing up|suffering|teaching"
    r"|studying|driving|raising|taking|speaking|training|struggling|based|born|raised|brought up|trained"
    r"|retrained|diagnosed|allergic|fluent)"
)
_DONE = re.compile(rf"(?i:(?:^\W*|[,;(] ?)(?:(?:so|and|but|well|also),? ){{0,2}}{_PARTICIPLE} )")
_PARTICIPLES = tuple(
    re.compile(pattern)
    for pattern in (
        # "Living in Porto, I …", "being Finnish, should I …"
        rf"(?i:(?:^|[,;(] ?)(?:(?:so|and|but|well|also),? ){{0,2}}{_PARTICIPLE} (?P<what>[^,;?!.\x00]{{2,70}}), (?="
        rf"(?:so )?(?:i|i'm"
        r"|i've|i'd|i'll|my|we|we're|we've|our|me|what|which|how|where|when|is|are|am|can|could|should|do|does|will"
        r"|would|who|any|please)\b))",
        # "Working as a sous chef means I …", "living in Porto has ruined me"
        rf"(?i:^\W*(?:(?:so|and|but|well|also),? ){{0,2}}{_PARTICIPLE} (?P<what>[^,;?!.\x00]{{2,60}}?) (?:has|have"
        rf"|means?|meant"
        r"|makes?|made|taught|teaches|keeps?|gives?|gave|is|isn't|was|didn't|doesn't|never|got|gets|ruined|turned|left"
        r"|wrecks|kills|saved|helped|helps)\b(?= .{0,80}\b(?:i|i'm|i've|me|my|us|our|we)\b)"
        r"(?!.{0,40}\b(?:dream|goal|plan|aim|wish|ambition|hope|idea|list|future)\b))",
        # "I qualify for the pass, being seventy-two"
        r"(?i:^\W*(?:i|i'm|i've|my|we)\b[^?;]{4,90}, (?P<done>being|having(?: been| had)?) "
        r"(?P<what>[^,;?!.\x00]{2,60})(?=[,.;!?]|$))",
    )
)
_IN_OWN_WORDS = {
    "being": "I am",
    "having": "I have",
    "having been": "I have been",
    "having had": "I have had",
    "growing up": "I grew up",
    "coming": "I come",
    "hailing": "I hail",
    "suffering": "I suffer",
    "speaking": "I speak",
    "taking": "I take",
    "born": "I was born",
    "raised": "I was raised",
    "brought up": "I was brought up",
    "trained": "I trained",
    "retrained": "I retrained",
    "diagnosed": "I was diagnosed",
}
_WHERE = r"where (?:i|we)(?:'m|'ve|'re| am| are)?(?: now| still| currently| just| both| all)?"
_LIVES = r"(?:live|living|hang my hat|based|settled|lived|call home|make my home|rent|stay|moved)"
_COMES = r"(?:grew up|was born|was raised|was brought up|come from|from|spent my childhood|went to school)"
_LEFT_OUT = (
    (re.compile(rf"{_PLACE}(?:,|'s| is|,? being|,? which is) (?i:{_WHERE} {_LIVES}\b)"), "I live in {place}."),
    (
        re.compile(rf"(?i:\b{_WHERE} {_LIVES}(?: now)?(?:,| is|:|\s?\() ?){_PLACE}(?=[,.;!?)]| |$)"),
        "I live in {place}.",
    ),
    (re.compile(rf"{_PLACE}(?:,|'s| is|,? being|,? which is) (?i:{_WHERE} {_COMES}\b)"), "I am from {place}."),
    (re.compile(rf"(?i:\b{_WHERE} {_COMES}(?:,| is|:|\s?\() ?){_PLACE}(?=[,.;!?)]| |$)"), "I am from {place}."),
    (
        re.compile(rf"(?P<place>(?-i:{CAPITALS}))(?:,|'s| is) (?i:{_WHERE} (?:work|working|employed|teach)\b)"),
        "I work at {place}.",
    ),
    (
        re.compile(
            rf"(?i:\bthe (?:[\w-]+ ){{1,3}}(?:that |which |where )?(?:i|we) work(?: for| at| in)?(?:,| is|:|\s?\() ?)"
            rf"(?P<place>(?-i:{CAPITALS}))(?=[,.;!?)]| |$)"
        ),
        "I work at {place}.",
    ),
)
_HAS = re.compile(r"(?i:'s (?:just |also |now |always |never )?(?:got|been|had|gone|taken|lost|\w+ed)\b)")
_ASIDE_INSIDE = re.compile(
    r"(?i:\b(?P<who>i am|i'm|i've|i have|i've got|i work|i live|my \w+ is|we are"
    r"|we're)(?P<put>,\s[^,;?!.\x00]{3,50},)\s(?P<what>[^,;?!.\x00]{3,60}))"
)
_HERE_IN = re.compile(rf"(?i:\b(?:up |down |out |over )?here in ){_PLACE}")
_PASSING_THROUGH = re.compile(
    r"(?i:\b(?:visit\w*|holidays?|trip|vacation|conference|hotel|stuck|landed|arriv\w+|layover|airport|tonight|tour\w*"
    r"|airbnb|hostel|flight|weekend|honeymoon|passing through|for the day|business|while i'm)\b)"
)
_BAD = ("bad", "dodgy", "weak", "arthritic", "wonky", "gammy")
_WITH_ILLS = re.compile(
    rf"(?i:\b(?:i'm|i am|as an?|im) [^,;?!.\x00]{{2,50}}? with (?:an? |my )?(?P<what>(?:(?:{'|'.join(_BAD)})"
    r" (?:backs?|knees?|hips?|shoulders?|ankles?|wrists?|heart|eyesight|hearing))"
    r"|(?:an? )?[a-z']+(?: [a-z']+)?)(?=[,;?!.]|$| (?:and|so|who)\b))"
)
_WITH_DEGREE = re.compile(
    r"(?i:^\W*with (?:an? |my )?(?P<what>(?:ph\.?d|degree|doctorate|master'?s?|bachelor'?s?|mba|diploma|[a-z]+"
    r" degree) in [^,;?!.\x00]{3,40}),)"
)
_BESIDE = ((_ASIDE_INSIDE, "{who} {what}."), (_WITH_ILLS, "I have {what}."), (_WITH_DEGREE, "I have a {what}."))
_BEFORE_A_PLACE = re.compile(r"^(?:In|At|From|To|Of|Around|Near|And|But) ")
_NAMES_ONLY = re.compile(r"(?:The|My|But|And|So|This|That|It|There|Here|Home|Work|Somewhere|Anywhere|Everywhere|I)\b")
_TIED = (
    r"(?:mother|mom|mum|mam|father|dad|daddy|wife|husband|hubby|spouse|partner|son|daughter|kid|child|boy|girl|toddler"
    r"|eldest|oldest|youngest|middle one|sister|brother|twin|sis|bro|friend|mate|bestie|other half|missus)"
)
_HOW_TIED = (
    r"(?:(?:older|younger|elder|little|big|baby|kid|twin|dear|darling|eldest|oldest|youngest|best|close|old|dearest"
    r"|only|lovely|poor|[\w]+-year-old) ){0,2}"
)
_OF_ONE_TIED = (
    # "my brother (Rufus), who's a locksmith, …"
    re.compile(
        rf"(?i:\b(?P<whose>my|our) (?P<tie>{_HOW_TIED}{_TIED}))(?:,? \(?(?P<name>{NAME_EN})\)?)?,? \(?(?i:(?:who|whose)"
        rf"(?P<verb>'s| (?!i\b|i'|we\b|you\b|he\b|she\b|they\b|the\b|my\b|of\b)[a-z']+))(?P<what> [^,;?!."
        rf"()\x00]{{2,70}})(?:\)?, (?P<then>(?:is|has|was|can't|doesn't|works|takes|lives|turned|turns)"
        rf" [^,;?!.\x00]{{2,60}}))?"
    ),
    # "Rufus, my brother and a locksmith", "Rufus (my brother, a locksmith, …"
    re.compile(
        rf"(?P<name>{NAME_EN})(?:,? \(|, )(?i:(?P<whose>my|our) (?P<tie>{_HOW_TIED}{_TIED}))(?:,| and|, and)"
        r"(?P<what> (?:an? |the |on |in |from )[^,;?!.()\x00]{3,50}?)(?=[,;?!.()]| (?:who|and|has|is)\b|$)"
    ),
    # "my brother Rufus, a locksmith, …"
    re.compile(
        rf"(?i:\b(?P<whose>my|our) (?P<tie>{_HOW_TIED}{_TIED}))(?:,? \(?(?P<name>{NAME_EN})\)?)?,(?P<what> (?:an? "
        r"|on |allergic )[^,;?!.()\x00]{3,50}?)(?=[,;?!.()]|$)"
    ),
)
_KIN_IS = re.compile(
    rf"(?i:\b(?P<whose>my|our) (?P<tie>{_HOW_TIED}{_TIED}))(?: (?P<name>{NAME_EN}))?(?i:(?P<is>'s)(?P<what> "
    rf"(?:\d|an? |on |off |in |at "
    r"|from |allergic|diabetic|coeliac|celiac|vegan|vegetarian|just |not |got |been |six|seven|eight|nine|ten|eleven"
    r"|twelve|pregnant|autistic|epileptic|asthmatic|deaf|dyslexic|called )[^,;?!.()\x00]{0,60}))"
)
_WE_OF_A_KIND = re.compile(
    r"(?i:(?:^\W*as (?P<as>[a-z-]{4,25}s),? (?=we|our)|\b(?:us|we) (?P<what>(?!all"
    r"|always|guys|kids|both|used)[a-z-]{4,25}s) (?=[a-z]+)))"
)
_BARE_KIN = re.compile(
    r"(?i:(?:^\W*|[,;:–—] ?| - )(?:(?:and|but|so|also|ok|hi|hey|oh|well|because|since|cos)[\s,]+){0,2}(?:(?P<tie>"
    r"husband|wife|hubby|mum|mom|dad|son|daughter|sister|brother|sis|bro|kid|partner)|the (?P<dear>wife|missus|husband"
    r"|hubby|other half|eldest|youngest|little one|kid))(?P<rest>(?:'s| is| has| can't| cannot| won't| doesn't| don't"
    r"| works| takes| lives| loves| hates| speaks| turned| just turned| got| was| needs| eats| had) [^;?!\x00]{2,80}?)"
    r"(?P<end>$|,? (?=so\b)| [–—-] |[,;] (?=(?:and |but )?(?:he|she|they|i|i'm|we|it|that|what|which|who|how|where|when"
    r"|why|can|could|should|is|are|do|does|any)\b)))"
)
""" "Mum's a nurse": kin of the speaker, who are named by what they are to them."""
_KIN_WORDS = (
    "mum",
    "mom",
    "dad",
    "wife",
    "husband",
    "hubby",
    "sis",
    "bro",
    "son",
    "daughter",
    "partner",
    "kid",
    "the ",
)
"""One of these stands in whatever the pattern matches."""
_SUPPOSED_BEFORE = re.compile(
    r"(?i:\b(?:if|suppose|supposing|say|imagine|pretend|unless|when|whether|he|she"
    r"|his|her|their|your)\b)"
)
"""Before such words nobody of the speaker's is told of."""
_SPOKEN_OF = re.compile(rf"(?i:\b(?:my|our) (?P<tie>{_HOW_TIED}{_TIED})\b(?!'s|-| in law| is called))")
_ANOTHER_SPOKEN_OF = re.compile(
    r"(?i:\b(?:he|she|him|her|cousin|nephew|niece|aunt|uncle|gran\w*|colleague|boss|manager|neighbou?r|flatmate"
    r"|roommate|teacher|doctor|girlfriend|boyfriend|fianc[ée]e?|in-law|landlord|coach|dog|cat|baby)\b)"
)
_PRONOUN = re.compile(
    r"(?i:^\W*(?:(?:and|but|so|because|since|as|now)[\s,]+){0,2}(?P<who>he|she)(?P<rest>(?:'s|'d)? [^\x00]{2,80})$)"
)
_MEN = frozenset(["father", "dad", "daddy", "husband", "hubby", "son", "boy", "brother", "bro"])
_WOMEN = frozenset(["mother", "mom", "mum", "mam", "wife", "missus", "daughter", "girl", "sister", "sis"])


def asides(said: str, *, asks: bool) -> Iterator[tuple[str, int, int]]:
    """(full statement, start, end of its words) of what an English sentence says beside what it is about; `asks`: it is
    a question."""
    words = said.lower()
    if " like " in words or " as me" in words:
        yield from ((_as_i(match), *match.span("what")) for match in _LIKE_ME.finditer(said))
        for match in _KIND_LIKE_ME.finditer(said):
            if kind := _kind(match["what"]):
                yield f"I am a {kind}.", *match.span("what")
    if "we " in words or "our " in words or "us " in words:
        for match in _WE_OF_A_KIND.finditer(said):
            yield f"I am a {_kind(match['as'] or match['what'])}.", *match.span()
    if "as some" in words or "as one" in words or "as a person" in words:
        yield from ((_as_i(match), *match.span("what")) for match in _AS_SOMEONE.finditer(said))
    if _DONE.search(said):
        yield from _by_participle(said)
    if "where " in words or " work" in words or "here in" in words:
        yield from _of_places(said)
    if ", " in words or " with " in words or words.startswith("with "):
        for pattern, template in _BESIDE:
            beside = pattern.search(said)
            if beside and (pattern is not _WITH_ILLS or _is_ill(beside["what"])):
                yield template.format(**beside.groupdict()), *beside.span("what")
    if "my " in words or "our " in words:
        yield from _of_kin(said)
    bare = _BARE_KIN.search(said) if any(kin in words for kin in _KIN_WORDS) else None
    # What ends a question is asked: "mum's a nurse?"; what stands before it is told.
    if bare and not (asks and not bare["end"]) and not _SUPPOSED_BEFORE.search(said, 0, bare.start()):
        yield f"My {bare['tie'] or bare['dear']}{_in_full(bare['rest'])}.", *bare.span("rest")


def _of_places(said: str) -> Iterator[tuple[str, int, int]]:
    for pattern, template in _LEFT_OUT:
        found = pattern.search(said)
        if found and not _NAMES_ONLY.match(found["place"]):
            yield template.format(place=_BEFORE_A_PLACE.sub("", found["place"]).strip(" .,'")), *found.span()
    here = _HERE_IN.search(said)
    if here and is_name(here["place"]) and not _PASSING_THROUGH.search(said):
        yield f"I live in {here['place']}.", *here.span()


def _is_ill(what: str) -> bool:
    """Whether what somebody is said to be "with" ails them: not a garage, nor friends."""
    last = what.lower().split()[-1]
    return (" " in what and what.split()[0].lower() in _BAD) or any(
        is_kind(what, one, "ailment") for one in (last, last.removesuffix("s"))
    )


def _by_participle(said: str) -> Iterator[tuple[str, int, int]]:
    for pattern in _PARTICIPLES:
        if (match := pattern.search(said)) and _is_own(match["what"]):
            done = match["done"].lower()
            yield f"{_IN_OWN_WORDS.get(done, f'I am {done}')} {match['what']}.", *match.span("what")
            return


def _in_full(rest: str) -> str:
    """What is said of somebody, without 's: " is six", " has got asthma"."""
    verb = " has" if _HAS.match(rest) else " is"
    return verb + rest[2:] if rest.startswith("'s") else rest


def speaks_of_one(clause: str) -> bool:
    """Whether a clause is about "he" or "she"."""
    return _PRONOUN.match(clause) is not None


def spoken_of_by_pronoun(clause: str, before: str) -> str:
    """A clause about "he" or "she" with the one of the speaker's kin whom the words before it speak of, else ""."""
    match = _PRONOUN.match(clause)
    if match is None:
        return ""
    kin = list(_SPOKEN_OF.finditer(before))
    if len(kin) != 1 or _ANOTHER_SPOKEN_OF.search(before):
        return ""
    tie = kin[0]["tie"].lower().split()[-1]
    others = _WOMEN if match["who"].lower() == "he" else _MEN
    return "" if tie in others else f"My {kin[0]['tie']}{_in_full(match['rest'])}."


def _as_i(match: re.Match[str]) -> str:
    who = match["who"].lower()
    verb = _AS_I.get(who) or re.sub(r"(?<=[a-z]{3})s$", "", who.removeprefix("who "))
    return f"I {verb} {match['what']}."


def _kind(words: str) -> str:
    """The noun phrase that ends `words`, in the singular, else ""."""
    if _NO_KIND.search(words):
        return ""
    kept: list[str] = []
    for word in reversed(words.split()):
        if word.lower() in _NOT_OF_A_KIND:
            break
        kept.insert(0, word)
    return re.sub(r"(?<=[a-z]{3})s$", "", " ".join(kept))


def _is_own(what: str) -> bool:
    return re.search(r"(?i:\b(?:it|this|that|there|you|your|told|honest|said|able to (?:see|help))\b)", what) is None


def _of_kin(said: str) -> Iterator[tuple[str, int, int]]:
    for match in _KIN_IS.finditer(said):
        who = f"{match['whose'].capitalize()} {match['tie']}" + (f" {match['name']}" if match["name"] else "")
        yield f"{who}{_in_full(match['is'] + match['what'])}.", *match.span("what")
    for number, pattern in enumerate(_OF_ONE_TIED):
        for match in pattern.finditer(said):
            who = f"{match['whose'].capitalize()} {match['tie']}"
            who += f" {match['name']}" if match["name"] else ""
            verb = match["verb"] if number == 0 else " is"
            yield f"{who}{_in_full(verb + match['what'])}.", *match.span("what")
            if number == 0 and match["then"]:
                yield f"{who} {match['then']}.", *match.span("then")
