"""The gate: which of the claims found go on, and with which status (DESIGN §5).

What one turn says decides in describe; what is held back there goes on after all where the topic has just changed, with
every fifth turn of a session, or at its end, which only consolidate sees (consolidation/held_back.py).
"""

from __future__ import annotations

from collections.abc import Sequence

from processors.importance import TRIGGERS
from schemas.claims import Claim

IMPORTANCE_SURE = 0.7
"""From this importance on every claim goes on."""
CONFIDENCE_ACTIVE = 0.8
"""From here on a claim is taken as said; below it is a system inference until a second mention or a person confirms."""


def held_back(importance: float, reasons: Sequence[str], claims: Sequence[Claim]) -> str:
    """Why the uncertain claims of a turn wait; "" when all go on: from importance .7 on, with a trigger among the
    reasons, or because each is certain enough to be active. What asks to forget always goes on."""
    if importance >= IMPORTANCE_SURE or TRIGGERS.intersection(reasons):
        return ""
    uncertain = sum(_is_uncertain(claim) for claim in claims)
    return f"importance {importance:g}, no trigger, {uncertain} uncertain" if uncertain else ""


def waits(claim: Claim, reason: str) -> bool:
    """Whether a claim waits for something else to let it through; `reason` is what `held_back` said of its turn."""
    return bool(reason) and _is_uncertain(claim)


def _is_uncertain(claim: Claim) -> bool:
    return claim.action == "assert" and claim.confidence < CONFIDENCE_ACTIVE
