"""EvalSet: turns to remember and questions about them, in one shape for all sets."""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from mnemolog.importers.found import ImportedTurn, Json


@dataclass(frozen=True, slots=True)
class Question:
    """`gold`: event ids of the turns that answer it. `gold_sessions`: sessions, where they are known without turns.
    `counted`: whether it belongs to the totals. `foreign_to`: a user who knows nothing about it. `told`: turns of its
    own, told before it is asked and forgotten afterwards."""

    question_id: str
    user: str
    text: str
    gold: tuple[str, ...]
    category: str
    asked_at: datetime | None = None
    gold_sessions: tuple[str, ...] = ()
    counted: bool = True
    answerable: bool = True
    foreign_to: str = ""
    told: tuple[ImportedTurn, ...] = ()


@dataclass(frozen=True, slots=True)
class EvalSet:
    """`unit`: what one remembered turn is called in the set: turn or message. `protocol`: what a reader must know to
    compare the figures. `with_sessions`: whether sessions are measured too."""

    name: str
    unit: str
    protocol: str
    turns: tuple[ImportedTurn, ...]
    questions: tuple[Question, ...]
    with_sessions: bool = False
    data_hash: str = ""


class DataMissing(Exception):
    """The set's file is not there."""


def read_json(folder: Path, name: str) -> tuple[Json, str]:
    """The JSON value of `name`.json or `name`.json.xz, and the SHA-256 of the file. Raises DataMissing."""
    for path in (folder / f"{name}.json", folder / f"{name}.json.xz"):
        if path.exists():
            raw = path.read_bytes()
            value: Json = json.loads(lzma.decompress(raw) if path.suffix == ".xz" else raw)
            return value, hashlib.sha256(raw).hexdigest()
    raise DataMissing(f"{folder / name}.json.xz not found" if folder.is_dir() else f"{folder} not found")


def rounds(questions: Iterable[Question]) -> Iterator[list[Question]]:
    """The questions in their order, as many at a time as can be told beside each other: of each user one."""
    together: list[Question] = []
    for question in questions:
        if question.told and any(other.told and other.user == question.user for other in together):
            yield together
            together = []
        together.append(question)
    if together:
        yield together


def limited(whole: EvalSet, limit: int | None) -> EvalSet:
    """The first `limit` questions and the users whom they are about; everything without a limit."""
    if limit is None:
        return whole
    questions = whole.questions[:limit]
    users = {question.user for question in questions}
    known = tuple(
        question if question.foreign_to in users else replace(question, foreign_to="") for question in questions
    )
    return replace(whole, turns=tuple(turn for turn in whole.turns if turn.user in users), questions=known)
