"""What the processors ask of models: the ports behind which embedders and entity finders stand (DESIGN §5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from schemas.dimensions import Entity
from schemas.errors import ModelError

LENGTH_MIN = 1e-3
"""A vector shorter than this is taken for zero: its direction would be rounding noise."""


@dataclass(frozen=True, slots=True)
class EmbedderProfile:
    """What belongs to one model and never to the code: its name, size and the cosines at which decisions turn.

    `duplicate_threshold`: two claims of one slot are the same at or above it. `merge_threshold`: at or above it (and
    below the former) they are merged. `abstain_threshold`: no answer is given when the best cosine is below it.
    `languages`: ISO 639-1 codes in which the vectors are of use. Cosines are comparable within one model only.
    """

    name: str
    revision: str
    dimension: int
    duplicate_threshold: float
    merge_threshold: float
    abstain_threshold: float
    languages: tuple[str, ...]


class Embedder(Protocol):
    """Turns texts into vectors: shape (n, profile.dimension), float32, unit length, in the order of the texts.

    A text's vector does not depend on its batch neighbours or on other threads (to 1e-4). A text longer than the
    model's window is embedded in pieces and averaged, so that its end counts. No texts → shape (0, dimension).
    Safe to call from many threads. Raises ModelError for a blank text (there is nothing to embed: the caller
    leaves it out) and when the model answers with something unusable.
    """

    @property
    def profile(self) -> EmbedderProfile:
        """The model's constants; asked at start-up and with every recorded vector."""
        ...

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of what was said: turns and claims."""
        ...

    def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of questions; the same as `embed` unless the model tells queries and passages apart."""
        ...


class Tagged(NamedTuple):
    """A stretch [start, end) of a text and the tag a model gave it."""

    text: str
    tag: str
    start: int
    end: int


class Tagger(Protocol):
    """Marks stretches of texts: a Chinese one every word, an English one the names and then every word."""

    def tag(self, texts: Sequence[str]) -> list[tuple[Tagged, ...]]:
        """Per text its stretches in order. Safe to call from many threads; remembers its last
        answers, so that asking twice costs once. Raises ModelError when the model fails."""
        ...


class Word(NamedTuple):
    """A word of a parsed text: its lemma, Penn tag, relation to its head (spaCy's names) and the head's place among the
    words; [start, end) in the text."""

    text: str
    lemma: str
    tag: str
    relation: str
    head: int
    start: int
    end: int


class EnglishTagger(Tagger, Protocol):
    """Marks the names of English texts, and says how their words hang together."""

    def parse(self, texts: Sequence[str]) -> list[tuple[Word, ...]]:
        """Per text its words in order, without blanks. Safe to call from many threads. Raises ModelError when the
        model fails."""
        ...


class EntityFinder(Protocol):
    """Finds named things in texts, the words of Chinese ones and the structure of English ones."""

    def find(self, texts: Sequence[str]) -> list[tuple[Entity, ...]]:
        """Per text its entities in order of `start`, without overlaps; offsets count characters of that text.
        Raises ModelError when the model behind it fails."""
        ...

    def chinese_words(self, texts: Sequence[str]) -> list[tuple[Tagged, ...]]:
        """Per text its words with their tags, empty for one without Chinese. Raises ModelError as `find` does."""
        ...

    def parse(self, texts: Sequence[str]) -> list[tuple[Word, ...]]:
        """How the words of each English text hang together, none for an empty one. Raises ModelError as `find` does."""
        ...


def checked(vectors: NDArray[np.floating], n: int, dimension: int) -> NDArray[np.float32]:
    """`vectors` as (n, dimension) float32 of unit length. Raises ModelError on another shape, NaN, infinity or zero."""
    if vectors.shape != (n, dimension):
        raise ModelError(f"the embedder answered with shape {vectors.shape} instead of {(n, dimension)}")
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1)
    if not np.isfinite(lengths).all():
        raise ModelError(f"the embedder answered with NaN or infinity for text {_first(~np.isfinite(lengths))}")
    if (lengths < LENGTH_MIN).any():
        raise ModelError(f"the embedder answered with a zero vector for text {_first(lengths < LENGTH_MIN)}")
    unit: NDArray[np.float32] = (vectors / lengths[:, None]).astype(np.float32)
    return unit


def _first(wrong: NDArray[np.bool_]) -> int:
    return int(np.flatnonzero(wrong)[0])
