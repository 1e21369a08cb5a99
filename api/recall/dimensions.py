"""Dimensions: how well what is known of a memory (its kind, time, named things, words) meets what the question says of
each: the structured route of DimMem (arXiv 2605.15759), with its weights over the dimensions that the question uses."""

from __future__ import annotations

import re

import numpy as np

from api.recall.fuse import Scores
from api.recall.parse import Question
from indexers.index import Candidates

TYPE, TIME, LOCATION, PHRASE, TOKENS = 0.15, 0.30, 0.20, 0.15, 0.15
"""DimMem, section 4.2. Time counts a second time elsewhere (`time`), where the bench gave it its weight."""
NAMES_MAX = 16
_LETTER = r"(?:[^\W\u4e00-\u9fff]|['’-])"
_CAPITALISED = re.compile(rf"(?<!^)(?<![.?!] )(?<!{_LETTER})[A-Z]{_LETTER}+(?: [A-Z]{_LETTER}+)+")
_QUOTED = re.compile(r"[《“「\"]([^《》“”「」\"]{2,40})[》”」\"]")
_LATIN = re.compile(rf"(?<=[\u4e00-\u9fff])\s?([A-Za-z]{_LETTER}*(?: [A-Z]{_LETTER}*)*)")


def names_in(question: str, speakers: tuple[str, ...]) -> tuple[str, ...]:
    """The names in a question that words alone do not hold together, of several words, quoted, or in another script, in
    lower case as the index holds entities. One word finds itself. Who speaks in the conversations tells nothing."""
    found = [*_CAPITALISED.findall(question), *_QUOTED.findall(question), *_LATIN.findall(question)]
    known = {name.casefold() for name in speakers}
    names = (re.sub(r"['’]s$", "", name).casefold() for name in found)
    return tuple(dict.fromkeys(name for name in names if name not in known))[:NAMES_MAX]


def dimension_match(
    candidates: Candidates, question: Question, *, named: Scores, time: Scores, words: Scores
) -> Scores:
    """(n,) in [0, 1]; 0 where the question uses no dimension but words. `named`: whether a row holds a named thing of
    the question; `time`: how near it lies to the time asked for; `words`: how well its words match."""
    parts = []
    if question.kind is not None:
        parts.append((TYPE, np.array([kind == question.kind for kind in candidates.kind], np.float64)))
    if time.any():
        parts.append((TIME, time))
    if named.any():
        # The index holds names of all types in one list, places among them.
        parts.append((LOCATION + PHRASE, named))
    if not parts:
        return np.zeros(len(candidates.ids))
    parts.append((TOKENS, words))
    whole = sum(weight for weight, _ in parts)
    return np.asarray(sum(weight * match for weight, match in parts) / whole)
