"""Reach: of which other slots of its attribute a statement speaks: what it ends, what says the same in other words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from processors.claims.concepts import bag, wider
from processors.claims.table import AttributeTable
from processors.consolidation.slots import cosine
from processors.consolidation.state import Slot, UserState
from schemas.memories import SlotClaim

Reach = Literal["ends", "asks", ""]
SLOTS_COMPARED_MAX = 200
"""Slots of one attribute that a new statement is compared with, the latest first."""
SHARE_SAME = 0.6
"""Two statements are the same in other words when all that one speaks of is in the other, and is at least this much of
it (pairs of our own, 30 November 2026)."""
_TRIPS = "trip holiday vacac flight visit tour cruis plan 行 程 旅 游 飞 票 机"
_USES = "drink eat smoke use play have own buy 喝 抽 吃 天"
_SHARED_BY_ALL = frozenset(f"{_TRIPS} {_USES}".split())
"""What does not tell one plan or habit from another."""
_TELLS = re.compile(
    r"\d|^(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend|morning|noon|afternoon|evening|night|januari"
    r"|februari|march|april|may|june|juli|august|septemb|octob|novemb|decemb|spring|summer|autumn|winter)$"
)
"""Times and numbers: statements that differ in them are different, however alike they sound."""


def reach(ending: SlotClaim, other: SlotClaim) -> Reach:
    """What an ending says of another statement of its family: it `ends` (the same thing named more widely), it may have
    (`asks`: a kind of it), or nothing."""
    ended, stated = ending.claim, other.claim
    said_no = stated.action != "assert" or stated.polarity == ended.polarity == "negative"
    if said_no and stated.attribute != "dislikes":
        return ""
    preference = ended.attribute in ("likes", "dislikes")
    if preference and ended.action == "unset" and stated.attribute != ended.attribute:
        return ""
    named, whole = _telling(ended.value), bag(stated.value)
    if not named or (named == whole and preference):
        return ""
    if named <= whole and (not preference or _is_head(ended.value, stated.value)):
        return "asks" if preference and ended.action == "assert" else "ends"
    kinds = {wide for name in whole for wide in wider(name)}
    if not named <= kinds:
        return ""
    written = ended.value.casefold() in stated.value.casefold()
    return "ends" if written and (ended.action == "unset" or not preference) else "asks"


def same_in_other_words(left: SlotClaim, right: SlotClaim, threshold: float) -> bool:
    """Whether two free statements say the same: their concepts agree, and, unless they are equal, their vectors too."""
    if (left.claim.polarity, left.claim.action) != (right.claim.polarity, right.claim.action):
        return False
    small, large = sorted((bag(left.claim.value), bag(right.claim.value)), key=len)
    if not small or not small <= large or len(small) < SHARE_SAME * len(large):
        return False
    if {name for name in small if _TELLS.search(name)} != {name for name in large if _TELLS.search(name)}:
        return False
    return small == large or cosine(left.vector, right.vector) >= threshold


def slot_in_other_words(state: UserState, claim: SlotClaim, table: AttributeTable, threshold: float) -> Slot:
    """The slot that already holds what this free statement says; its own when none does."""
    if not table.attribute(claim.claim.attribute).free or claim.slot in state.claims:
        return claim.slot
    family = (claim.slot[0], claim.slot[1].partition(":")[0])
    for slot in reversed(list(state.families.get(family, ()))[-SLOTS_COMPARED_MAX:]):
        held = state.claims.get(slot, ())
        if held and same_in_other_words(held[0], claim, threshold):
            return slot
    return claim.slot


def reached(slots: Iterable[Slot], state: UserState, ending: SlotClaim) -> list[Slot]:
    """Those of the slots that the ending reaches."""
    return [
        slot
        for slot in slots
        if slot != ending.slot and any(reach(ending, said) for said in state.claims.get(slot, ()))
    ]


def endings_of(endings: Iterable[SlotClaim], held: list[SlotClaim]) -> list[SlotClaim]:
    """Endings of the family as claims of a slot that holds `held`: `unset` with its value, or, where it only may have
    ended, without one."""
    found = []
    for ending in endings:
        for said in held[:1]:
            effect = reach(ending, said) if ending.slot != said.slot else ""
            if effect:
                value = said.claim.value if effect == "ends" else ""
                changed = ending.claim.model_copy(
                    update={"action": "unset", "attribute": said.claim.attribute, "value": value}
                )
                found.append(ending.model_copy(update={"slot": said.slot, "claim": changed}))
    return found


def _telling(value: str) -> frozenset[str]:
    named = bag(value)
    return (named - _SHARED_BY_ALL) or named


def _is_head(named: str, whole: str) -> bool:
    """Whether a value ends with what is named: green tea is tea, coffee ice cream is no coffee."""
    return whole.casefold().rstrip("s").endswith(named.casefold().rstrip("s"))
