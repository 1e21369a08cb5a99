"""Kin: who is meant by a word for a relative, a friend or an animal (孩子 → 儿子 → 小明), from what is remembered."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from processors.claims.people import KIN_EN, KIN_ZH
from schemas.memories import Memory

_EN = re.compile(rf"\b({'|'.join(sorted(KIN_EN, key=len, reverse=True))})\b", re.I)
_ZH = re.compile("|".join(sorted(KIN_ZH, key=len, reverse=True)))
NAMES_MAX = 10
"""Relatives of one kind that count; a class of thirty children is no family."""


@dataclass(frozen=True, slots=True)
class Kin:
    """`attributes`: those that hold the names of whom the text means. `subjects`: of claims about the unnamed."""

    attributes: tuple[str, ...]
    subjects: tuple[str, ...]


def kin_named(text: str) -> Kin | None:
    """The relatives that a text speaks of; None when it speaks of none."""
    words = [KIN_EN[match.lower()] for match in _EN.findall(text)] + [KIN_ZH[match] for match in _ZH.findall(text)]
    if not words:
        return None
    return Kin(
        tuple(dict.fromkeys(attribute for attribute, _ in words)),
        tuple(dict.fromkeys(subject for _, subject in words if subject)),
    )


def names_of(facts: Sequence[Memory], asker: str) -> tuple[str, ...]:
    """What the asker's relatives are called, from the facts that hold their names. `asker`: the participant who asks,
    '' = the user."""
    own = {"user", asker} - {""}
    return tuple(dict.fromkeys(fact.value for fact in facts if fact.subject in own and fact.value))[:NAMES_MAX]
