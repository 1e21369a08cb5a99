"""How every embedder adapter treats its texts: made readable, cut to the model's window, averaged, and checked."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from processors.ports import checked
from schemas.errors import ModelError

_BREAKS = (re.compile(r"(?<=[.!?。！？\n])\s*"), re.compile(r"\s+|(?<=[，,；;、])"))
"""Where a text may be cut, best first: after a sentence, between words or clauses."""


def embed_in_pieces(
    texts: Sequence[str],
    dimension: int,
    encode: Callable[[list[str]], NDArray[np.floating]],
    fits: Callable[[str], bool],
) -> NDArray[np.float32]:
    """(n, dimension) float32, unit length. `encode` sees pieces for which `fits` holds; a text of several pieces
    gets the mean of their vectors weighted by length. Raises ModelError for a blank text and for unusable answers."""
    pieces: list[str] = []
    owners: list[int] = []
    for number, text in enumerate(texts):
        readable = _readable(text)
        if not readable.strip():
            raise ModelError(f"text {number} is blank: there is nothing to embed", hint="leave blank texts out")
        found = cut(readable, fits)
        pieces.extend(found)
        owners.extend([number] * len(found))
    if not pieces:
        return np.zeros((0, dimension), dtype=np.float32)
    vectors = checked(encode(pieces), len(pieces), dimension)
    if len(pieces) == len(texts):
        return vectors
    weights = np.fromiter((len(piece) for piece in pieces), dtype=np.float32, count=len(pieces))
    sums = np.zeros((len(texts), dimension), dtype=np.float32)
    np.add.at(sums, owners, vectors * weights[:, None])
    return checked(sums, len(texts), dimension)


def cut(text: str, fits: Callable[[str], bool]) -> list[str]:
    """The text in pieces that fit, halved again and again at the best break near the middle. One character always
    counts as fitting, so the work ends."""
    waiting, done = [text], []
    while waiting:
        piece = waiting.pop()
        if len(piece) <= 1 or fits(piece):
            done.append(piece)
            continue
        middle = _break_near_middle(piece)
        waiting.extend(half for half in (piece[middle:], piece[:middle]) if half.strip())
    return done


def _break_near_middle(text: str) -> int:
    """Where to halve: at a sentence's end in the middle half of the text, else between words, else in the middle."""
    middle, reach = len(text) // 2, len(text) // 4
    for pattern in _BREAKS:
        breaks = [match.end() for match in pattern.finditer(text, middle - reach, middle + reach)]
        if breaks := [place for place in breaks if 0 < place < len(text)]:
            return min(breaks, key=lambda place: (abs(place - middle), place))
    return max(1, middle)


def _readable(text: str) -> str:
    """The text as every tokenizer can read it: C engines stop at NUL, UTF-8 has no lone surrogates."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
