"""What ended or changed in English: given up, sold, left, cancelled; and changes that do not say the new value."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.english_belongings import parted_with, thing_gone
from processors.claims.english_build import HAVE, JUST, Build, one
from processors.claims.english_values import BE, CAPITALS
from processors.claims.found import LIKELY, SURE, Found
from processors.claims.life_words import MEDICINES_EN
from processors.claims.words import PLAYED_EN

_TAKEN_IN = (
    r"(?:(?:black |green |white |herbal |iced )?teas?|(?:black |iced )?coffee|caffeine|alcohol|wine|beer|spirits"
    r"|sugar|sweets|candy|chocolate|(?:red |white )?meat|pork|beef|chicken|fish|seafood|dairy|milk|cheese|eggs|butter"
    r"|gluten|bread|wheat|carbs|rice|pasta|junk food|fast food|fried food|takeaways?|takeout|snacks|soda|soft drinks"
    r"|cola|energy drinks|juice|salt|nicotine|cigarettes|cigars|tobacco|weed|cannabis|vapes?|gum|social media"
    r"|instagram|facebook|twitter|tiktok|video games|gaming|screens)"
)
"""What people give up without saying the verb: eating, drinking, smoking, using it."""
_WHEN = (
    r"(?:\s+(?:now|for good|altogether|entirely|completely|last|this|in|on|since|two|three|a|an|because|after)\b.*)?"
)
_SPORTS = (
    rf"(?:{PLAYED_EN}|running|jogging|swimming|climbing|bouldering|yoga|pilates|boxing|dancing|ballet|karate|judo"
    r"|knitting|painting|pottery|gardening|singing|choir|surfing|skiing|cycling|fencing|archery|photography|fishing"
    r"|sailing|rowing|hiking|crossfit|gym|book club|theat(?:er|re) group|orchestra|band)"
)
_UNSET_JOB = re.compile(
    rf"(?i:{HAVE}{JUST}(?:(?:quit|left|lost|resigned from|gave up|changed|switched) (?:my |our )?(?:old )?(?:jobs?"
    r"|work|employers?|companies)|(?:got|have|found|started|landed|accepted) (?:an? |my )?(?:brand )?(?:new"
    r"|different) (?:job|position|employer)|(?:was|were|got|been) (?:laid off|fired|let go|made redundant)|handed in"
    r" my notice"
    rf"|resigned|retired)(?:$|[\s,.!]+(?!at|with|from|as|for|to|and)(?:\w+\b.*)?$)|{BE} (?:now )?(?:unemployed"
    rf"|between"
    r" jobs|out of (?:work|a job)|job[- ]?hunting)\b)"
)
_UNSET_HOME = re.compile(
    rf"(?i:(?:have |'ve |has )?{JUST}(?:moved|relocated)(?: (?:house|home|flats?|apartments?|again|away|out"
    r"|(?:in)?to (?:a|another|our|my) (?:new |different |bigger |smaller )?(?:place|house|home|flat|apartment|city"
    r"|town)))?(?: (?:last|this|a|two|three|over|recently|in (?:january|february|march|april|may|june|july|august"
    r"|september|october|november|december))\b.*)?$)"
)
_UNSET_MAIL = re.compile(
    r"(?i:\bi(?:'ve| have)?(?: just| recently)? (?:got|gotten|have|changed|switched|lost) (?:to )?(?:a new|my"
    r"|a different) e-?mail(?: address| account)?(?=$|[\s,.]*(?:last|this|yesterday|now|recently|so)\b)|\bmy (?:old"
    r" )?e-?mail(?: address)? (?:has |is |was )?(?:changed|no longer|not valid|closed|hacked|deactivated))(?!.*@)"
)
_UNSET_NAME = re.compile(
    r"(?i:\bi(?:'ve| have)? (?:just |recently )?(?:changed my (?:last )?name|took my (?:wife|husband)'s name)(?! "
    r"(?:to|from)\b))"
)
_PARTED = re.compile(
    r"(?i:(?:(?:have |has |'ve )?(?:just |recently )?(?:(?:got|gotten) divorced|broken up|broke up|split up"
    r"|separated)|(?:am|'m|are|'re) (?:now )?(?:getting )?divorced)\b)"
)
_LEFT_BY_NAME = re.compile(
    rf"(?:(?i:(?:have |has |'ve )?(?:just |recently )?(?:broke|broken|split) up with )(?P<value>{CAPITALS})"
    rf"|(?i:(?:have |'ve )?(?:just |recently )?(?:divorced|separated from) )(?P<other>{CAPITALS}))"
)
_LEFT_HOME = re.compile(
    rf"(?:(?i:no longer lives? in |(?:don't|do not|doesn't|does not) live in (?=.*\bany ?more\b)|{HAVE}{JUST}(?:moved"
    rf"|relocated) (?:out of|away from) )(?:the )?(?P<value>{CAPITALS}))"
)
_LEFT = re.compile(
    rf"{HAVE}{JUST}(?:(?:quit|left) |handed in my (?:notice|resignation) at )(?:the )?(?P<value>{CAPITALS})"
)
_LAST_DAY = re.compile(
    rf"(?:(?i:\b(?:was|is|had) my last (?:day|shift|week) (?:at|with) )(?:the )?(?P<value>{CAPITALS}))|(?:"
    rf"(?i:^my last (?:day|shift|week) (?:at|with) )(?:the )?(?P<other>{CAPITALS})(?i: (?:was|is)\b))"
)
_CALLED_OFF = re.compile(
    r"(?i:^(?:(?:so|sadly|unfortunately)[\s,]+)*(?:the|my|our) (?P<value>(?:[\w'-]+ ){0,3}?(?:trip|holiday|vacation"
    r"|wedding|party|meeting|appointment|flight|visit|dinner|move|concert|interview|picnic|tour|cruise|conference"
    r"|weekend away)(?: (?:to|with|at|in) (?:the )?[\w' -]{2,30}?)?) (?:(?:is|was|has been|got|gets|'s) (?:now )?"
    r"(?:cancell?ed|called off|not happening|no longer happening|off(?=$|[,.;!]| (?:now|because|after|again)\b))"
    r"|(?:isn't|is not|won't be) happening|fell through|has fallen through)\b)"
)

ENDINGS: tuple[tuple[re.Pattern[str], Build], ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (
            rf"(?i:(?:{HAVE}{JUST}(?:stopped|quit|came off|come off|discontinued)(?: taking| using)?|no longer "
            rf"(?:takes?|uses?)|{BE} (?:now )?(?:off|no longer (?:on|taking))|(?:don't|do not) take"
            rf"(?=.*\bany ?more)) (?:the |my )?(?P<value>{MEDICINES_EN})\b)",
            one("medication", polarity="negative"),
        ),
        (
            rf"(?i:{HAVE}{JUST}(?:stopped|quit|given up|gave up|dropped) (?:the |playing (?:the )?|doing "
            rf"|practi[sc]ing |my )?(?P<value>{_SPORTS}){_WHEN}$)",
            one("hobby", polarity="negative"),
        ),
        (
            rf"(?i:(?:{HAVE}{JUST}(?:stopped|quit|given up|gave up|cut out|dropped|sworn off|swore off)|{BE} "
            rf"(?:now )?off) (?:all |the )?(?P<value>{_TAKEN_IN}){_WHEN}$)",
            one("habit", polarity="negative"),
        ),
        (
            r"(?i:(?:now )?only (?P<value>(?:ever )?(?:drink|eat|smoke|use|buy|cook|wear|read)s? (?!a\b|the\b|my\b"
            r"|what|this|that|it|one|when|if|at|in|on)[a-z][\w' -]{1,40}?)(?: (?:now|these days|nowadays|any"
            r" ?more))$)",
            one("habit"),
        ),
        (
            rf"(?i:{HAVE}{JUST}(?:cancel(?:l?ed)|called off) (?P<value>(?:my|our|the) (?:[\w'-]+ ){{0,3}}?(?:trip"
            r"|holiday|vacation|wedding|party|flight|visit|dinner|picnic|tour|cruise|appointment|meeting|subscription"
            r"|membership)(?: (?:to|with|at|in) (?:the )?[\w' -]{2,30})?)$)",
            one("plan", polarity="negative", action="unset"),
        ),
    )
)


def ended(rest: str) -> list[Found]:
    """What a predicate says ended or changed; a change without its value is `unset` without one."""
    over = list(parted_with(rest))
    if over:
        return over
    for pattern, build in ENDINGS:
        match = pattern.match(rest)
        if match and (found := list(build(match))):
            return found
    if _UNSET_JOB.match(rest):
        return [Found("employer", "", action="unset")]
    if _UNSET_HOME.match(rest):
        return [Found(attribute, "", action="unset") for attribute in ("home_city", "address")]
    parted = _PARTED.match(rest) if " with " not in rest else None
    if parted:
        divorced = [Found("relationship_status", "divorced")] if "divorced" in parted[0].lower() else []
        return [*divorced, Found("spouse", "", action="unset")]
    for pattern, attribute in ((_LEFT_BY_NAME, "spouse"), (_LEFT_HOME, "home_city")):
        match = pattern.match(rest)
        if match:
            value = next(value for value in match.groups() if value)
            return [Found(attribute, value.strip(" .,"), "negative", "unset")]
    left = _LEFT.match(rest)
    return [Found("employer", left["value"].strip(" .,"), "negative", "unset", LIKELY)] if left else []


def changed_of_own(body: str) -> Iterator[Found]:
    """What is said of the speaker's things: "my email has changed", "the Lisbon trip is cancelled"."""
    if _UNSET_MAIL.search(body):
        yield Found("email", "", action="unset", subject="user")
    if _UNSET_NAME.search(body):
        yield Found("name", "", action="unset", subject="user")
    yield from thing_gone(body)
    off = _CALLED_OFF.match(body)
    if off:
        yield Found("plan", off["value"], "negative", "unset", SURE, "user")
    last = _LAST_DAY.search(body)
    if last:
        yield Found("employer", (last["value"] or last["other"]).strip(" .,"), "negative", "unset", SURE, "user")
