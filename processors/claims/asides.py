"""English asides: what a sentence says beside what it is about, as full statements, also where it asks: "can someone
with gout like me …", "living in Porto, I …", "my brother, who's a locksmith, …", "Perth, where I grew up, …"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.english_values import CAPITALS
from processors.claims.frames.lexicon import is_kind
from processors.claims.kin_asides import of_kin
from processors.claims.people import is_name

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
_WE_OF_A_KIND = re.compile(
    r"(?i:(?:^\W*as (?P<as>[a-z-]{4,25}s),? (?=we|our)|\b(?:us|we) (?P<what>(?!all"
    r"|always|guys|kids|both|used)[a-z-]{4,25}s) (?=[a-z]+)))"
)


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
    yield from of_kin(said, asks=asks)


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
