"""Mood: who is low is helped by what helped before: the sessions in which a low mood turned (DESIGN §6.4). Pure."""

from __future__ import annotations

import re

import numpy as np

from api.recall.fuse import Scores
from indexers.facets import LOW, holding
from indexers.index import Candidates

_ASKS_OF_OTHERS = re.compile(r"[?？]\s*$")
_FIRST = 0.5
"""What the turn that was low itself counts beside the one that tells how it turned: it is no use without it."""


def is_low(text: str) -> bool:
    """Whether whoever writes this feels low now; a question about a feeling is none."""
    return LOW.search(text) is not None and not _ASKS_OF_OTHERS.search(text)


def turned(candidates: Candidates) -> Scores:
    """(n,) 1 for the first turn of a session that tells of a lifted mood after a low one, _FIRST for the low one."""
    found = np.zeros(len(candidates.ids))
    low, lifted = holding(candidates.facets, "low"), holding(candidates.facets, "lifted")
    waiting: dict[str, int] = {}
    for row in np.argsort(candidates.order, kind="stable").tolist():
        session = candidates.sessions[row]
        if not session or candidates.resolution[row] != "turn":
            continue
        if lifted[row] and session in waiting:
            found[row], found[waiting.pop(session)] = 1.0, _FIRST
        elif low[row]:
            waiting[session] = row
    return found
