"""What became of things that English speakers own, take, use or attend: sold, given away, cancelled, dropped."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.english_build import HAVE, JUST, bare
from processors.claims.english_values import BE, name_of
from processors.claims.found import SURE, Found
from processors.claims.life_words import MEDICINES_EN
from processors.claims.people import NAME_EN

_THING = r"(?:[\w'-]+ ){0,3}?[\w'-]+"
_THE = r"(?:my|our|the|that|both|the last of my) "
_STOP = (
    r"(?=$|[,.;]|\s+(?:last|this|in|on|to|for|at|two|three|yesterday|today|because|a|an|when|after|and|off|away"
    r"|recently|some|long|years|months|weeks|days|any)\b)"
)
_PARTED_WITH = re.compile(
    rf"(?i:{HAVE}{JUST}(?:(?:sold|got rid of|gotten rid of|gave away|given away|donated|scrapped|traded in|parted with"
    rf"|auctioned off) {_THE}(?P<value>{_THING}?){_STOP}|(?:gave|given|traded|sold) {_THE}(?P<away>{_THING}?)"
    rf" (?:away|in|off)\b))"
)
_NOT_OWNED = (
    r"(?!(?:[\w'-]+ )*(?:time|energy|money|patience|strength|will|heart|space|room|need|chance|idea|number|nerve|budget"
    r"|luxury|same|feeling|key|link|file|details|address|app)\b)"
)
_NOT_HELD = re.compile(
    rf"(?i:(?:now )?(?:no longer (?:own|have|drive|keep|use)|(?:don't|do not) (?:own|have|drive|keep|use)"
    rf"(?=.*\bany ?more)) (?:{_THE}|an? ){_NOT_OWNED}(?P<value>{_THING}?){_STOP})"
)
_THING_GONE = re.compile(
    rf"(?i:^(?:and |so |well )?{_THE}(?P<value>{_THING}?) (?:(?:is|was|has been|got|'s|'s been|has) )(?:now |just "
    rf"|finally"
    r" |already |been ){0,2}(?:sold|scrapped|given away|donated|traded in|written off|sold off|stolen)\b"
    r"(?! (?:out|at|in (?:shops|stores)|everywhere|by|well)\b))"
)
_REHOMED = re.compile(
    rf"(?:{HAVE}(?:(?i:{JUST})(?:gave|given) (?P<name>{NAME_EN}) away\b|(?i:{JUST})rehomed (?P<other>{NAME_EN})\b))"
)
_PAID = r"(?:membership|subscription|season ticket|season pass|annual pass|gym pass|library card|allotment|timeshare)"
_HAS_PAID = re.compile(
    rf"(?i:{JUST}(?:have|'ve got|have got|hold|bought|got|pay for) (?P<value>(?:an?|my own) (?:[\w-]+ ){{0,3}}{_PAID}"
    r"(?: (?:to|for|at|with) (?:the )?[\w' &-]{2,40}?)?)(?=$|[,.]| (?:since|that|which|now)\b))"
)
_SUBSCRIBES = re.compile(
    rf"(?i:{JUST}(?:subscribe|(?:am|are|'m|'re) subscribed) to (?P<value>(?:the )?(?!this|that|your|it\b|the"
    rf" (?:idea|view"
    r"|theory|notion))[\w' &.-]{2,40}?)(?=$|[,;]| (?:since|for|now|because)\b))"
)
_PAID_ENDED = re.compile(
    rf"(?i:{HAVE}{JUST}(?:cancel(?:l?ed)|ended|stopped|dropped|gave up|given up|let go of|unsubscribed from|didn't"
    rf" renew"
    rf"|did not renew) (?:my|our|the) (?P<value>(?:[\w'-]+ ){{0,3}}?{_PAID}(?: (?:to|for|at|with) (?:the )?"
    rf"[\w' &-]{{2,40}}?)?){_STOP})"
)
_TAUGHT = (
    r"(?:class(?:es)?|course|lessons?|club|choir|group|sessions?|workshop|training|circle|team|gym|evening school"
    r"|rehearsals?|meetups?|lectures)"
)
_ATTENDED_ENDED = re.compile(
    rf"(?i:{HAVE}{JUST}(?:(?:quit|left|gave up|given up|dropped|dropped out of|cancell?ed|withdrew from|resigned from)"
    rf" (?:my|our|the|that)|(?:stopped|quit) (?:going to|attending|taking|doing) (?:my|our|the|that|those)?)"
    rf" ?(?P<value>"
    rf"(?:[\w'-]+ ){{1,3}}?{_TAUGHT}){_STOP})"
)
_DOES = (
    r"(?:swim|run|jog|cycle|hike|climb|ski|surf|dance|sing|paint|draw|knit|cook|bake|garden|fish|meditate|journal|drink"
    r"|smoke|vape|gamble|row|box|lift weights|commute|volunteer|tutor|go to|go|attend|work out|practi[sc]e|fast)"
)
_DONE_NO_MORE = re.compile(
    rf"(?i:(?:now )?(?:no longer (?P<value>{_DOES}(?: [\w' -]{{2,40}}?)?)(?=$|[,.]| now\b)|(?:don't|do not) (?P<more>"
    rf"{_DOES}(?: [\w' -]{{2,40}}?)?) any ?more\b))"
)
_TAKEN_OFF = re.compile(
    rf"(?i:^(?:my|the) (?:doctor|gp|psychiatrist|cardiologist|specialist|physician|consultant)s? (?:has |have"
    rf" )?(?:just )?"
    rf"(?:took|taken) me off (?:of )?(?:the |my )?(?P<value>{MEDICINES_EN})\b|^i(?:'ve| have)? (?:was|been|got)"
    rf" (?:taken"
    rf"|weaned) off (?:the |my )?(?P<off>{MEDICINES_EN})\b)"
)
_NOT_GOING = re.compile(
    rf"(?:(?i:(?:won't|will not) be (?:going|flying|travell?ing|moving)|{BE} (?:not|no longer) (?:going|flying"
    rf"|travell?ing"
    r"|moving)) (?i:to )(?P<value>(?:the )?[A-Z][\w'-]+(?: [A-Z][\w'-]+){0,2})(?P<tail>.*)$)"
)
_AFTER_ALL = re.compile(r"(?i:\b(?:after all|any ?more|any longer|in the end)\b)")


def kept_up(rest: str) -> Iterator[Found]:
    """What a predicate says is paid for as long as it is kept: memberships and subscriptions."""
    if match := _HAS_PAID.match(rest):
        yield Found("owns", bare(match["value"]))
    elif match := _SUBSCRIBES.match(rest):
        yield Found("owns", f"subscription to {match['value'].strip()}")


def parted_with(rest: str) -> Iterator[Found]:
    """What a predicate says its subject no longer owns, uses, attends or plans."""
    for pattern, attribute in (
        (_PAID_ENDED, "owns"),
        (_ATTENDED_ENDED, "habit"),
        (_PARTED_WITH, "owns"),
        (_NOT_HELD, "owns"),
        (_DONE_NO_MORE, "habit"),
    ):
        match = pattern.match(rest)
        if match:
            yield _over(attribute, next(value for value in match.groups() if value))
            return
    if match := _REHOMED.match(rest):
        if name_of(match["name"] or match["other"]):
            yield _over("pet", name_of(match["name"] or match["other"]))
    elif (match := _NOT_GOING.match(rest)) and ("no longer" in match[0] or _AFTER_ALL.search(match["tail"])):
        yield _over("plan", bare(match["value"]))


def thing_gone(body: str) -> Iterator[Found]:
    """What a clause says of a thing of the speaker's, or of whoever gives it: "the Vespa is sold"."""
    match = _THING_GONE.match(body)
    if match and "'s" not in match["value"]:
        yield _over("owns", bare(match["value"]))
    elif match := _TAKEN_OFF.match(body):
        yield Found("medication", match["value"] or match["off"], "negative", subject="user")


def _over(attribute: str, value: str) -> Found:
    return Found(attribute, value.strip(" .,"), "negative", "unset", SURE, "user")
