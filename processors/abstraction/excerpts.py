"""Excerpts: what of some turns of a session is worth a summary, in the speakers' own words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from processors.claims.concepts import bag
from schemas.memories import Memory

WINDOW_TURNS = 20
"""The last turns of a session that need no summary: they are its working memory (DESIGN §5)."""
EPISODE_TURNS = 10
"""Turns that one episode sums up."""
LINES_MAX = 5
CHARACTERS_MAX = 160
"""Of a longer turn the beginning is quoted, up to the end of a sentence where there is one."""
SHARE_SAME = 0.8
_EMPTY = ("greet", "filler")
_ENDS = re.compile(r"(?<=[.!?…])\s|(?<=[。！？；])")


class Excerpt(NamedTuple):
    """Words of one turn: `content[:end]`, as one line."""

    turn: Memory
    text: str
    end: int


def excerpts(turns: Sequence[Memory]) -> list[Excerpt]:
    """At most LINES_MAX excerpts in the order in which they were said: of what users said and nobody took back, the
    weightiest, none that repeats another. What an assistant or a tool wrote is not quoted: it would come back as if
    somebody had said it."""
    said = [turn for turn in turns if _says_something(turn)]
    chosen: list[Excerpt] = []
    for turn in sorted(said, key=lambda turn: (-turn.importance, turn.occurred_at, turn.offset)):
        end = _end(turn.content)
        text = " ".join(turn.content[:end].split()) + ("…" if end < len(turn.content.rstrip()) else "")
        if not any(_same(text, other.text) for other in chosen):
            chosen.append(Excerpt(turn, text, end))
        if len(chosen) == LINES_MAX:
            break
    return sorted(chosen, key=lambda excerpt: (excerpt.turn.occurred_at, excerpt.turn.known_from))


def _says_something(turn: Memory) -> bool:
    return (
        turn.role == "user"
        and turn.status == "raw"
        and turn.dimensions.intent not in _EMPTY
        and any(character.isalnum() for character in turn.content)
    )


def _end(content: str) -> int:
    """How far a turn is quoted."""
    if len(content) <= CHARACTERS_MAX:
        return len(content)
    ends = [match.start() for match in _ENDS.finditer(content[: CHARACTERS_MAX + 1])]
    if ends and ends[-1] >= CHARACTERS_MAX // 3:
        return ends[-1]
    cut = content.rfind(" ", CHARACTERS_MAX // 2, CHARACTERS_MAX)
    return cut if cut > 0 else CHARACTERS_MAX


def _same(left: str, right: str) -> bool:
    a, b = bag(left), bag(right)
    return left == right or (bool(a and b) and len(a & b) >= SHARE_SAME * len(a | b))
