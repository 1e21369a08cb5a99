"""Spoken: the words of a turn that its speaker says, cut into clauses, once for all who read them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from processors.claims.clauses import Clause, clauses, own_words
from processors.claims.guards import is_not_about_speaker, stated

TURNS_KEPT = 8
"""What reads a turn when it is consolidated asks one after another."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """`own`: `own_words(content)`; `parts`: its clauses; `stated`: those that state something; `of_others`: whether it
    states nothing of its speaker."""

    content: str
    own: str
    parts: tuple[Clause, ...]
    stated: tuple[Clause, ...]
    of_others: bool


@lru_cache(maxsize=TURNS_KEPT)
def spoken(content: str) -> Spoken:
    """What the speaker says in a turn."""
    own = own_words(content)
    parts = clauses(own)
    return Spoken(content, own, tuple(parts), tuple(stated(parts)), is_not_about_speaker(content, own))
