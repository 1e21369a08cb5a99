"""The stages score, describe and embed as functions over batches, the same in both runtimes (DESIGN §2, §5).

Blocking and pure but for the models behind their ports; call them in a worker thread. One result per event, in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from processors.consolidation.build import spoken_text, subject_of
from processors.dimensions.labels import PrototypeLabeller
from processors.importance import score_importance
from processors.language import detect_language
from processors.ports import Embedder
from schemas.claims import Claim
from schemas.dimensions import Dimensions
from schemas.events import Event, MemoryAsserted, MemoryEdited, TurnRecorded, TurnRedriven
from schemas.stages import DescribedEvent, EmbeddedEvent, ScoredEvent, Trouble

ASSERTED_IMPORTANCE = 0.9
"""A memory that somebody states on purpose matters as much as an explicit request to remember."""


@dataclass(frozen=True, slots=True)
class ReadEvent:
    """An event as read from `turns`. `event` None: the bytes cannot be read (`trouble`) or were `erased`."""

    partition: int
    offset: int
    user_key: str
    recorded_at: datetime
    event: Event | None
    erased: bool = False
    trouble: Trouble | None = None
    id_hash: str = ""


@dataclass(frozen=True, slots=True)
class Description:
    """What describe found in one turn. `claim_texts[i]` is the text of the memory of `claims[i]`. `held_back`: why
    claims were found but not let through the gate."""

    dimensions: Dimensions
    claims: tuple[Claim, ...] = ()
    claim_texts: tuple[str, ...] = ()
    held_back: str = ""


@dataclass(frozen=True, slots=True)
class TurnText:
    """What describe sees of a turn. `subject`: "user", or the speaker's name in a chat of several."""

    content: str
    role: str
    subject: str
    occurred_at: datetime
    timezone: str
    importance: float


class Describer(Protocol):
    """A tier of the describe stage: rules, local model or language model."""

    def describe(self, turns: Sequence[TurnText]) -> list[Description]:
        """One description per turn, in order. Raises ModelError when a model fails for good."""
        ...


@dataclass(frozen=True, slots=True)
class Stages:
    """The deciding functions with their models."""

    describer: Describer
    embedder: Embedder
    labeller: PrototypeLabeller

    def score(self, events: Sequence[ReadEvent]) -> list[ScoredEvent]:
        """How much each turn is worth remembering; other events pass."""
        return [_scored(event) for event in events]

    def describe(self, events: Sequence[ScoredEvent]) -> list[DescribedEvent]:
        """All dimensions and claims of the turns; other events pass."""
        texts = [_text(event) for event in events]
        found = iter(self.describer.describe([text for text in texts if text is not None]))
        return [
            _described(event, Description(Dimensions()) if text is None else _own_words(event.event, next(found)))
            for event, text in zip(events, texts, strict=True)
        ]

    def embed(self, events: Sequence[DescribedEvent]) -> list[EmbeddedEvent]:
        """One vector per turn and per claim, one call of the model for the batch, and the labels read from them."""
        texts: list[str] = []
        for event in events:
            texts.extend(self._texts(event))
        vectors = self.embedder.embed(texts) if texts else np.zeros((0, 0), np.float32)
        start = 0
        embedded = []
        for event in events:
            count = len(self._texts(event))
            embedded.append(self._embedded(event, vectors[start : start + count]))
            start += count
        return embedded

    def _texts(self, event: DescribedEvent) -> list[str]:
        turn = turn_of(event.event)
        own = [spoken_text(turn)] if turn is not None and turn.role != "system" and _says(turn) else []
        return [*own, *event.claim_texts]

    def _embedded(self, event: DescribedEvent, vectors: NDArray[np.float32]) -> EmbeddedEvent:
        turn = turn_of(event.event)
        own = 1 if turn is not None and len(vectors) > len(event.claim_texts) else 0
        dimensions = event.dimensions
        if len(vectors):
            topic, sentiment, subjectivity = self.labeller.label(vectors[:1])[0]
            dimensions = dimensions.model_copy(
                update={"topic": topic, "sentiment": sentiment, "subjectivity": subjectivity}
            )
        stored = [row.astype("<f2").tobytes() for row in vectors]
        fields = {name: getattr(event, name) for name in DescribedEvent.model_fields}
        return EmbeddedEvent.model_construct(
            **{**fields, "dimensions": dimensions},
            model=f"{self.embedder.profile.name}@{self.embedder.profile.revision}",
            vector=stored[0] if own else b"",
            claim_vectors=tuple(stored[own:]),
        )


def turn_of(event: Event | None) -> TurnRecorded | None:
    """The turn that an event carries, if it carries one."""
    match event:
        case TurnRecorded():
            return event
        case TurnRedriven():
            return event.turn
        case _:
            return None


def _says(turn: TurnRecorded) -> bool:
    return any(character.isalnum() for character in spoken_text(turn))


def _scored(event: ReadEvent) -> ScoredEvent:
    turn = turn_of(event.event)
    score = 0.0
    reasons: tuple[str, ...] = ()
    if turn is not None:
        importance = score_importance(turn.content, turn.role, detect_language(turn.content))
        score, reasons = importance.score, importance.reasons
    elif isinstance(event.event, MemoryAsserted):
        score, reasons = ASSERTED_IMPORTANCE, ("explicit_request",)
    return ScoredEvent.model_construct(
        partition=event.partition,
        offset=event.offset,
        user_key=event.user_key,
        recorded_at=event.recorded_at,
        event=event.event,
        id_hash=event.id_hash,
        erased=event.erased,
        importance=score,
        importance_reasons=reasons,
        trouble=event.trouble,
    )


def _text(event: ScoredEvent) -> TurnText | None:
    """What there is to describe: a turn, or what somebody states or edits directly, which the user might have said."""
    match event.event:
        case TurnRecorded() | TurnRedriven():
            turn = turn_of(event.event)
            assert turn is not None, "both carry a turn"
            content, role, subject, timezone = turn.content, turn.role, subject_of(turn), turn.timezone
            occurred_at = turn.occurred_at
        case MemoryAsserted(content=str() as content, timezone=timezone, occurred_at=occurred_at):
            role, subject = "user", "user"
        case MemoryEdited(content=str() as content, occurred_at=occurred_at):
            role, subject, timezone = "user", "user", "UTC"
        case _:
            return None
    return TurnText(content, role, subject, occurred_at, timezone, max(event.importance, _floor(event.event)))


def _floor(event: Event | None) -> float:
    """What is stated on purpose passes the gate."""
    return ASSERTED_IMPORTANCE if isinstance(event, MemoryAsserted | MemoryEdited) else 0.0


def _own_words(event: Event | None, found: Description) -> Description:
    """What was stated or edited directly is embedded as it is written; consolidate makes its claim."""
    if isinstance(event, MemoryAsserted | MemoryEdited) and event.content is not None:
        return Description(found.dimensions, claims=found.claims, claim_texts=(event.content,))
    return found


def _described(event: ScoredEvent, found: Description) -> DescribedEvent:
    fields = {name: getattr(event, name) for name in ScoredEvent.model_fields}
    return DescribedEvent.model_construct(
        **fields,
        dimensions=found.dimensions,
        claims=found.claims,
        claim_texts=found.claim_texts,
        claims_held_back=found.held_back,
    )
