"""RecordedOutputs: the stages with what an earlier generation recorded in place of what would be computed again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from processors.consolidation.build import spoken_text
from processors.ports import Embedder, EmbedderProfile
from processors.stages import ReadEvent, turn_of
from schemas.generations import Source
from schemas.stages import DescribedEvent, EmbeddedEvent, ScoredEvent
from streams.stage_run import StageFunctions

Recorded = Callable[[int, int], EmbeddedEvent | None]
"""The output of the generation before at (partition, offset); None when there is none that can be read."""


class RecordedOutputs:
    """StageFunctions for a rebuild. A text whose vector the generation before recorded at the same position, made by
    the same model, is not embedded again. From `embedded`, what it recorded of importance, dimensions and claims is
    taken over too, wherever it read the same event."""

    def __init__(
        self,
        recorded: Recorded,
        embedder: Embedder,
        stages_with: Callable[[Embedder], StageFunctions],
        *,
        source: Source = "turns",
    ) -> None:
        self._recorded = recorded
        self._model = f"{embedder.profile.name}@{embedder.profile.revision}"
        self._vectors = RecordedVectors(embedder)
        self._stages = stages_with(self._vectors)
        self._source = source

    @property
    def reused(self) -> int:
        """Vectors that were not computed."""
        return self._vectors.reused

    def score(self, events: Sequence[ReadEvent]) -> list[ScoredEvent]:
        taken = [self._taken(event) for event in events]
        made = iter(self._stages.score([event for event, before in zip(events, taken, strict=True) if before is None]))
        return [
            next(made) if before is None else ScoredEvent.model_construct(**_of(ScoredEvent, before))
            for before in taken
        ]

    def describe(self, events: Sequence[ScoredEvent]) -> list[DescribedEvent]:
        taken = [self._taken(event) for event in events]
        missing = [event for event, before in zip(events, taken, strict=True) if before is None]
        made = iter(self._stages.describe(missing))
        return [
            next(made) if before is None else DescribedEvent.model_construct(**_of(DescribedEvent, before))
            for before in taken
        ]

    def embed(self, events: Sequence[DescribedEvent]) -> list[EmbeddedEvent]:
        self._vectors.known = {
            text_hash(text): vector
            for event in events
            if (before := self._recorded(event.partition, event.offset)) is not None and before.model == self._model
            for text, vector in texts_of(before)
        }
        return self._stages.embed(events)

    def _taken(self, event: ReadEvent | ScoredEvent) -> EmbeddedEvent | None:
        """What was recorded of this very event, where that is to be taken over."""
        if self._source != "embedded" or event.event is None or event.trouble is not None:
            return None
        before = self._recorded(event.partition, event.offset)
        return before if before is not None and before.trouble is None and before.event == event.event else None


class RecordedVectors:
    """An Embedder that looks a text up before it computes."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.known: dict[bytes, bytes] = {}
        self.reused = 0

    @property
    def profile(self) -> EmbedderProfile:
        return self._embedder.profile

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        found = [self.known.get(text_hash(text), b"") for text in texts]
        missing = [text for text, vector in zip(texts, found, strict=True) if not vector]
        computed = iter(self._embedder.embed(missing) if missing else ())
        self.reused += len(texts) - len(missing)
        rows = [np.frombuffer(vector, "<f2").astype(np.float32) if vector else next(computed) for vector in found]
        return np.stack(rows) if rows else np.zeros((0, self.profile.dimension), np.float32)

    def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self._embedder.embed_queries(texts)


def text_hash(text: str) -> bytes:
    """The input of an embedding, as it is compared."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def texts_of(event: EmbeddedEvent) -> list[tuple[str, bytes]]:
    """The texts that were embedded for a recorded output, with their vectors."""
    turn = turn_of(event.event)
    own = [(spoken_text(turn), event.vector)] if turn is not None and event.vector else []
    return [*own, *zip(event.claim_texts, event.claim_vectors, strict=False)]


def _of(kind: type[ScoredEvent], event: EmbeddedEvent) -> dict[str, Any]:
    return {name: getattr(event, name) for name in kind.model_fields}
