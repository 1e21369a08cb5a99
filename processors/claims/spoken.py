"""Spoken: the words of a turn that its speaker says, cut into clauses, once for all who read them."""

from __future__ import annotations

from dataclasses import dataclass

from processors.claims.clauses import Clause, clauses, own_words
from processors.claims.guards import is_not_about_speaker, stated


@dataclass(frozen=True, slots=True)
class Spoken:
    """`own`: `own_words(content)`; `parts`: its clauses; `stated`: those that state something; `of_others`: whether it
    states nothing of its speaker."""

    content: str
    own: str
    parts: list[Clause]
    stated: list[Clause]
    of_others: bool


def spoken(content: str) -> Spoken:
    """What the speaker says in a turn."""
    own = own_words(content)
    parts = clauses(own)
    return Spoken(content, own, parts, stated(parts), is_not_about_speaker(content, own))
