"""One result of two readings of a turn: by wording and by structure. What both say is said once."""

from __future__ import annotations

import re
from collections.abc import Sequence

from processors.claims.table import normal_value
from schemas.claims import Claim

_NAMED = frozenset(("employer", "home_city", "hometown"))
"""Their values are names: where one reading takes more words than the other, it took too many."""
_GIVE_WAY = {
    "habit": frozenset(("diet", "medication", "hobby", "education", "employer")),
    "diet": frozenset(("health",)),
    "state": frozenset(("health",)),
}
"""Attribute → the surer ones before which it gives way, when they hold its value."""

_JOKED = re.compile(
    r"(?i:(?:mornings?|mondays?|work|exercise|people|stupidity|bullshit|nonsense|drama|meetings?|commitment|maths"
    r"|early mornings|jazz|opera|techno|country|musicals?|karaoke|small talk|paperwork"
    r"|spreadsheets?|politics)$)|(?:早起|上班|加班|周一|工作|学习|开会|运动|人类|傻瓜|起床)$"
)


def merged(worded: Sequence[Claim], framed: Sequence[Claim]) -> list[Claim]:
    """The claims found by wording, and of those by structure what they lack."""
    # A thing that is spoken of before 我 is not all that stands before the verb.
    kept = [claim for claim in worded if not (claim.attribute in ("owns", *_NAMED) and "我" in claim.value)]
    for claim in framed:
        twin = next((one for one in kept if _same(one, claim)), None)
        if twin is None:
            if not any(_covers(one, claim) for one in kept):
                kept = [one for one in kept if not _gives_way(one, claim)]
                kept.append(claim)
        elif _took_too_much(twin, claim) or _says_where(twin, claim) or _goes_on(twin, claim):
            kept[kept.index(twin)] = twin.model_copy(update={"value": claim.value})
    kept = [claim for claim in kept if claim.attribute != "allergy" or not _JOKED.match(claim.value)]
    firms = {(claim.subject, claim.value) for claim in kept if claim.attribute == "employer"}
    kept = [claim for claim in kept if claim.attribute != "member_of" or (claim.subject, claim.value) not in firms]
    kept = [claim for claim in kept if claim.attribute != "plan" or not any(_says_more(one, claim) for one in kept)]
    dropped = {claim.value.casefold() for claim in kept if claim.attribute == "hobby" and claim.polarity == "negative"}
    kept = [claim for claim in kept if claim.attribute != "habit" or claim.value.casefold() not in dropped]
    orders = [claim for claim in kept if claim.attribute == "instruction"]
    kept = [
        claim
        for claim in kept
        if _family(claim) != "preference" or not any(claim.value in order.value for order in orders)
    ]
    homes = [claim for claim in kept if claim.attribute == "home_city"]
    return [claim for claim in kept if claim.attribute != "plan" or not any(_moved(claim, home) for home in homes)]


def _says_more(plan: Claim, claim: Claim) -> bool:
    """Whether a plan's words hold another plan of the same clause."""
    longer = len(plan.value) > len(claim.value) and claim.value in plan.value
    return plan.attribute == "plan" and longer and (plan.subject, plan.start) == (claim.subject, claim.start)


def _goes_on(worded: Claim, framed: Claim) -> bool:
    """Whether a wish is told in two clauses: 先给结论，再说理由."""
    return framed.attribute == "instruction" == worded.attribute and framed.value.startswith(worded.value)


def _moved(plan: Claim, home: Claim) -> bool:
    """Whether somebody has moved where the wording alone took it for a plan: 五月搬到成都了."""
    return home.subject == plan.subject and home.value in plan.value and home.start < plan.end and plan.start < home.end


def _took_too_much(worded: Claim, framed: Claim) -> bool:
    """Whether the wording's value holds more than the value: "Thales on Friday", 在株洲长大, 下个月我要去大连."""
    if framed.value not in worded.value or len(framed.value) == len(worded.value):
        return False
    if framed.attribute in _NAMED:
        return worded.value.startswith((framed.value, "在", "从")) or worded.value.endswith("的" + framed.value)
    return "我" in worded.value and "我" not in framed.value


def _says_where(worded: Claim, framed: Claim) -> bool:
    """Whether the frame adds the school to the degree: "PhD" → "PhD at Leiden"."""
    return worded.attribute == framed.attribute == "education" and framed.value.startswith(f"{worded.value} ")


def _same(one: Claim, other: Claim) -> bool:
    """Whether two claims say the same, one perhaps in more words."""
    if (one.subject, _family(one)) != (other.subject, _family(other)):
        return False
    return _within(one, other) or (
        one.attribute == other.attribute
        and _overlap(one, other)
        and one.action == other.action == "assert"
        and one.polarity == other.polarity
    )


def _family(claim: Claim) -> str:
    return "preference" if claim.attribute in ("likes", "dislikes") else claim.attribute


def _within(one: Claim, other: Claim) -> bool:
    first, second = one.value.casefold(), other.value.casefold()
    if first in second or second in first:
        return True
    first, second = normal_value(one.value), normal_value(other.value)
    return first in second or second in first


def _overlap(one: Claim, other: Claim) -> bool:
    return one.attribute in (
        "plan",
        "goal",
        "decision",
        "commitment",
        "instruction",
        "opinion",
        "habit",
        "state",
        "name",
        "age",
        "birthday",
    ) and (one.start < other.end and other.start < one.end)


def _covers(one: Claim, claim: Claim) -> bool:
    """Whether what is there makes a framed claim superfluous: a habit that holds the hobby, a medicine the habit."""
    if one.subject != claim.subject or not (one.start < claim.end and claim.start < one.end):
        return False
    if (
        claim.attribute == "habit"
        and one.attribute in ("medication", "diet")
        and (one.value in claim.value or normal_value(one.value) in claim.value.lower())
    ):
        return True
    settled = ("commitment", "decision", "goal", "employer", "home_city")
    if claim.attribute == "plan" and one.attribute in settled and _within(one, claim):
        return True
    if {one.attribute, claim.attribute} in ({"hobby", "likes"}, {"allergy", "dislikes"}) and _within(one, claim):
        return True
    return (
        one.attribute in ("habit", "owns", "plan", "goal")
        and claim.attribute in ("hobby", "likes")
        and normal_value(claim.value) in one.value.lower()
    )


def _gives_way(one: Claim, claim: Claim) -> bool:
    surer = claim.attribute in _GIVE_WAY.get(one.attribute, frozenset())
    if claim.attribute == "hobby" and claim.polarity == "positive":
        return False
    return surer and one.subject == claim.subject and one.polarity == claim.polarity and _within(one, claim)
