"""One result of two readings of a turn: by wording and by structure. What both say is said once."""

from __future__ import annotations

from collections.abc import Sequence

from processors.claims.table import normal_value
from schemas.claims import Claim

_NAMED = frozenset(("employer", "home_city", "hometown"))
"""Their values are names: where one reading takes more words than the other, it took too many."""
_GIVE_WAY = {
    "habit": frozenset(("diet", "medication", "hobby")),
    "diet": frozenset(("health",)),
    "state": frozenset(("health",)),
}
"""Attribute → the surer ones before which it gives way, when they hold its value."""


def merged(worded: Sequence[Claim], framed: Sequence[Claim]) -> list[Claim]:
    """The claims found by wording, and of those by structure what they lack."""
    kept = list(worded)
    for claim in framed:
        twin = next((one for one in kept if _same(one, claim)), None)
        if twin is None:
            if not any(_covers(one, claim) for one in kept):
                kept = [one for one in kept if not _gives_way(one, claim)]
                kept.append(claim)
        elif claim.attribute in _NAMED and len(claim.value) < len(twin.value) and twin.value.startswith(claim.value):
            kept[kept.index(twin)] = twin.model_copy(update={"value": claim.value})
    return kept


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
        and normal_value(one.value) in claim.value.lower()
    ):
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
