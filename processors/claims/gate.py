"""The gate: which of the claims found go on, and with which status (DESIGN §5).

What one turn says decides in describe; what is held back there goes on after all where the topic has just changed, or
with every fifth turn of a session, which only consolidate sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from processors.importance import TRIGGERS
from schemas.claims import Claim

IMPORTANCE_SURE = 0.7
"""From this importance on every claim goes on."""
CONFIDENCE_ACTIVE = 0.8
"""From this confidence on a claim is active at once; below it is provisional."""


@dataclass(frozen=True, slots=True)
class Gated:
    """`claims` go on; `held_back` says why some do not, "" when all do."""

    claims: tuple[Claim, ...]
    held_back: str


def gate(importance: float, reasons: Sequence[str], claims: Sequence[Claim]) -> Gated:
    """All claims from importance .7 on, or with a trigger among the reasons; else only those that are certain enough
    to be active. What asks to forget always goes on."""
    if importance >= IMPORTANCE_SURE or TRIGGERS.intersection(reasons):
        return Gated(tuple(claims), "")
    kept = tuple(claim for claim in claims if claim.action != "assert" or claim.confidence >= CONFIDENCE_ACTIVE)
    dropped = len(claims) - len(kept)
    return Gated(kept, f"importance {importance:g}, no trigger, {dropped} uncertain" if dropped else "")


def waits(claim: Claim, held_back: str) -> bool:
    """Whether a claim waits for something else to let it through; `held_back` is what the gate said of its turn."""
    return bool(held_back) and claim.action == "assert" and claim.confidence < CONFIDENCE_ACTIVE


def status_of(claim: Claim) -> Literal["active", "provisional"]:
    """The status with which a claim enters its slot."""
    return "active" if claim.confidence >= CONFIDENCE_ACTIVE else "provisional"
