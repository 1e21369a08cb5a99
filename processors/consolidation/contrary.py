"""Contrary: a stated preference and what is done again and again against it. Both stay; the person is asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from processors.claims.behaviours import BEHAVIOUR
from processors.claims.concepts import bag, excluded
from processors.consolidation.state import Slot, UserState
from schemas.memories import SlotClaim

TIMES_MIN = 3
"""So often must somebody do the other thing before it is worth a question."""
REASON = "what is said and what is done differ"
_STATED = ("diet", "preference", "habit", "goal", "opinion")
"""Families whose statements a behaviour can go against."""


def contrary_slots(state: UserState, slot: Slot, here: Iterable[SlotClaim]) -> Iterator[Slot]:
    """The slots on the other side of this one: behaviours against a statement, statements against a behaviour. `here`
    are the claims of this position."""
    subject, (family, _, _) = slot[0], slot[1].partition(":")
    new: dict[Slot, list[SlotClaim]] = {}
    for claim in here:
        new.setdefault(claim.slot, []).append(claim)
    if family == BEHAVIOUR:
        others = [other for name in _STATED for other in state.families.get((subject, name), ())]
    elif family in _STATED:
        others = list(state.families.get((subject, BEHAVIOUR), ()))
    else:
        return
    held = [*state.claims.get(slot, ()), *new.get(slot, ())]
    for other in others:
        against = [*state.claims.get(other, ()), *new.get(other, ())]
        pair = (held, against) if family == BEHAVIOUR else (against, held)
        if held and against and _contrary(pair[0][0], pair[1][0]):
            yield other


def unwanted(state: UserState, subject: str) -> frozenset[str]:
    """The concepts that somebody said they do not want: what they do of it goes against what they said."""
    slots = (slot for name in _STATED for slot in state.families.get((subject, name), ()))
    said = (state.claims[slot][-1].claim for slot in slots if state.claims.get(slot))
    return frozenset(
        name for claim in said if claim.action == "assert" and claim.polarity == "negative" for name in bag(claim.value)
    )


def often_enough(claims: Iterable[SlotClaim]) -> bool:
    """Whether a behaviour was seen in enough turns."""
    return len({claim.event_id for claim in claims}) >= TIMES_MIN


def _contrary(behaviour: SlotClaim, statement: SlotClaim) -> bool:
    done, said = behaviour.claim.value, statement.claim
    if said.action != "assert":
        return False
    meant = bag(said.value)
    if said.polarity == "negative":
        return done in meant
    return any(done in excluded(name) for name in meant)
