"""What English speakers call theirs in passing: "my asthma is playing up", "our flat in Prague", "my boss at Tesco"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.english_values import CAPITALS
from processors.claims.found import LIKELY, Found
from processors.claims.frames.lexicon import among, noun_classes
from processors.claims.life_words import CONDITIONS_EN, NATIONALITIES_EN
from processors.claims.words import LANGUAGES_EN

_OWN = re.compile(r"(?i:(?<![\w'])(?:my|our) )")
_ADJECTIVE = re.compile(
    r"(?i:(?:bad|chronic|severe|mild|terrible|awful|stupid|bloody|damn|poor|own|lovely|new|old|own|long-term"
    r"|lifelong|childhood|ongoing|recurring|seasonal|daily|trusty|rusty) )"
)
_AILMENT = re.compile(rf"(?i:{CONDITIONS_EN}$)")
_OVER = re.compile(
    r"(?i:\b(?:is|has|was|are|were|got) (?:now |finally |completely |all )?(?:gone|cured|cleared up|healed|over"
    r"|better now|a misdiagnosis)\b)"
)
_NOT_ONES = frozenset(
    ("cold", "flu", "crush", "complaint", "trouble", "condition", "mess", "jealousy", "thirst", "addiction")
)
_ALLERGY = re.compile(
    r"(?i:(?:(?:severe|bad|serious|mild|stupid|terrible|awful|new|worst) )?(?P<value>[a-z]+(?: [a-z]+)?) allergy\b)"
)
_NO_ALLERGEN = frozenset(
    ["food", "main", "only", "worst", "same", "other", "new", "old", "first", "bad", "severe", "my", "skin", "seasonal"]
)
_HOME = re.compile(
    r"(?i:(?:\w+ )?(?:flat|house|apartment|place|home|studio|condo|bungalow|cottage|farm|street|road|neighbou?rs?"
    r"|neighbou?rhood|garden|landlord|allotment|block|building|village|local|council) in )"
    rf"(?P<value>{CAPITALS.replace('0-9', '')})"
)
_WORKPLACE = re.compile(
    rf"(?i:(?:\w+ )?(?:boss|manager|job|team|colleagues?|coworkers?|shift|shifts|desk|supervisor|role|contract"
    rf"|bosses|work) (?:at|with|over at) )(?P<value>{CAPITALS})"
)
_FORMER = re.compile(r"(?i:(?:old|former|previous|last|ex|first|past|ex-\w+) )")
"""Where somebody's old boss is they need not work, nor have left just now."""
_GIVEN_UP = re.compile(
    r"(?i:(?:quit|left|lost|jacked in|packed in|chucked in|chucked|ditched|binned"
    r"|gave up|given up|walked out (?:of|on)|resigned from|(?:got |was |been )?(?:fired|sacked|laid off|let go) from"
    r"|(?:got |was |been )?made redundant from) $)"
)
"""What ends a job, right before "my"."""
_POST = re.compile(r"(?i:(?:\w+ )?(?:job|role|contract|work) )")
_SCHOOLING = re.compile(
    r"(?P<value>(?i:(?:mba|ph\.?d|master'?s?|bachelor'?s?|doctorate|(?:\w+ )?degree|diploma|apprenticeship)(?: degree)?"
    rf"(?: in [a-z]+(?: [a-z]+)?)?(?: (?:is|was))? (?:from|at) )(?:{CAPITALS})"
    r"|(?i:(?:mba|ph\.?d|master'?s?|bachelor'?s?|doctorate|[a-z]+ degree|degree|diploma)(?: degree)? in"
    r" [a-z]+(?: (?!which|that|is|was|and|or|but|so|never|has|from|at|did|came|got|took|taught|means|doesn|isn|won|made"
    r"|hasn|who|if|because|mostly|only|really)[a-z]+)?))"
)
_SPOKEN = re.compile(
    r"(?i:(?:rusty |terrible |bad |basic |limited |fluent |native |passable |awful )?)(?P<value>[A-Z][a-z]+)(?="
    r"(?:'s| is| was| has| gets"
    r"| sounds| needs| stops| ends| went| only) |[,.;]|$)(?!'s [a-z]+(?:er|or)\b| is (?:coming|late|here|asleep))"
)
_DIVORCE = re.compile(
    r"(?i:divorce (?:came through|was finali[sz]ed|is final|went through|has come through|is done)\b)"
)


_ON_PASSPORT = re.compile(rf"\b(?i:(?:with|on) (?:an?|my) )(?P<value>{NATIONALITIES_EN})(?i: passport\b)")


def owned(said: str) -> Iterator[Found]:
    """What an English sentence takes for granted of the speaker by "my" and "our", also in a question."""
    if _OVER.search(said):
        return
    passport = _ON_PASSPORT.search(said)
    if passport and re.search(r"(?i:\b(?:i|me|my|we)\b)", said):
        yield Found("nationality", passport["value"], confidence=LIKELY, subject="user")
    for match in _OWN.finditer(said):
        rest = said[match.end() :]
        bare = _ADJECTIVE.sub("", rest, count=1) if _ADJECTIVE.match(rest) else rest
        yield from _suffered(bare)
        if home := _HOME.match(rest):
            yield Found("home_city", home["value"].strip(" .,"), confidence=LIKELY, subject="user")
        if (work := _WORKPLACE.match(rest)) and not _FORMER.match(rest):
            yield _employed(work["value"].strip(" .,"), over=_is_over(said[: match.start()], rest))
        if school := _SCHOOLING.match(rest):
            yield Found("education", re.sub(r"(?i:\s(?:is|was)\b)", "", school["value"]).strip(" .,"), subject="user")
        if (spoken := _SPOKEN.match(rest)) and spoken["value"] in LANGUAGES_EN:
            yield Found("language", spoken["value"], subject="user")
        if _DIVORCE.match(rest):
            yield Found("relationship_status", "divorced", subject="user")


def _is_over(before: str, rest: str) -> bool:
    """Whether what is called one's own is a job that one gave up or lost."""
    return _POST.match(rest) is not None and _GIVEN_UP.search(before) is not None


def _employed(firm: str, *, over: bool) -> Found:
    """Who works at a firm, or worked there until now."""
    if over:
        return Found("employer", firm, "negative", "unset", LIKELY, "user")
    return Found("employer", firm, confidence=LIKELY, subject="user")


def _suffered(said: str) -> Iterator[Found]:
    """The ailment, allergy or medicine right after "my"."""
    if (allergy := _ALLERGY.match(said)) and allergy["value"].lower().split()[-1] not in _NO_ALLERGEN:
        yield Found("allergy", allergy["value"].lower(), subject="user")
        return
    words = [re.sub(r"(?<=[a-z]{4})'s$", "", word) for word in re.findall(r"[\w'-]+", said)[:4]]
    for count in (3, 2, 1):
        phrase = " ".join(words[:count])
        if len(words) < count or phrase.lower() in _NOT_ONES:
            continue
        known = phrase.lower() in noun_classes()["ailment"] or _AILMENT.match(phrase)
        if known and not among(phrase.lower(), "symptom_now"):
            yield Found("health", phrase, subject="user")
            return
        if phrase.lower() in noun_classes()["drug"]:
            yield Found("medication", phrase, confidence=LIKELY, subject="user")
            return
