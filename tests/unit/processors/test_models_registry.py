"""What adapters have in common: names, checked vectors, pieces of long texts, remembered answers."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from processors.models.pieces import cut, embed_in_pieces
from processors.models.recent import TEXTS_MAX, Recent
from processors.models.registry import load_embedder
from processors.ports import Tagged, checked
from schemas.errors import ConfigurationError, ModelError


@pytest.mark.parametrize(
    ("vectors", "message"),
    [
        ([[np.nan, 1.0]], "NaN"),
        ([[np.inf, 1.0]], "NaN or infinity"),
        ([[0.0, 0.0]], "zero vector"),
        ([[1.0, 0.0, 0.0]], "shape"),
        ([], "shape"),
    ],
)
def test_an_unusable_answer_never_leaves_the_adapter(vectors: list[list[float]], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        checked(np.array(vectors, dtype=np.float32), 1, 2)


def test_a_usable_answer_is_brought_to_unit_length() -> None:
    vectors = checked(np.array([[3.0, 4.0]], dtype=np.float32), 1, 2)

    np.testing.assert_allclose(vectors, [[0.6, 0.8]])


def test_pieces_fit_and_lose_nothing_but_blanks() -> None:
    text = "One sentence here. Another follows it, and it is longer. 第三句话在这里。And the end."

    pieces = cut(text, lambda piece: len(piece) <= 20)

    assert all(len(piece) <= 20 for piece in pieces)
    assert "".join("".join(pieces).split()) == "".join(text.split())


def test_a_text_of_pieces_is_their_mean_weighted_by_length() -> None:
    def encode(pieces: list[str]) -> NDArray[np.float32]:
        return np.array([[1.0, 0.0] if "a" in piece else [0.0, 1.0] for piece in pieces], dtype=np.float32)

    vectors = embed_in_pieces(["aaaa bbbb", "b"], 2, encode, lambda text: len(text) <= 5)

    np.testing.assert_allclose(vectors, [[5 / np.hypot(5, 4), 4 / np.hypot(5, 4)], [0.0, 1.0]], rtol=1e-6)


def test_a_model_that_cannot_be_loaded_says_which() -> None:
    with pytest.raises(ConfigurationError, match="does-not-exist"):
        load_embedder("st:/does-not-exist")


def test_a_tagger_is_asked_once_for_a_text_and_forgets_the_oldest() -> None:
    asked: list[str] = []

    def compute(texts: list[str]) -> list[tuple[Tagged, ...]]:
        asked.extend(texts)
        return [(Tagged(text, "n", 0, len(text)),) for text in texts]

    recent = Recent(compute)
    first = recent.answers(["a", "b", "a"])
    recent.answers(["a"])
    recent.answers([str(number) for number in range(TEXTS_MAX)])
    recent.answers(["a"])

    assert [answer[0].text for answer in first] == ["a", "b", "a"]
    assert asked.count("a") == 2
    assert asked.count("b") == 1
