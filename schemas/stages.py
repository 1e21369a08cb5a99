"""What flows between the stages: the event with what each stage found, one record per position (DESIGN §2)."""

from __future__ import annotations

from pydantic import ConfigDict

from schemas.claims import Claim
from schemas.dimensions import Dimensions
from schemas.events import Event
from schemas.memories import Answer
from schemas.records import Record, UtcTime


class Trouble(Record):
    """Why a stage could not do its part for good. The event goes on and keeps its raw memory where it has one."""

    stage: str
    error: str
    attempts: int = 1


class ScoredEvent(Record):
    """An event at its position. `event` is None when the bytes cannot be read: `trouble` says why, or `erased`.
    `recorded_at`: when the event was admitted, `id_hash`: which event it is, both from the header."""

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    partition: int
    offset: int
    user_key: str
    recorded_at: UtcTime
    id_hash: str = ""
    event: Event | None
    erased: bool = False
    importance: float = 0.0
    importance_reasons: tuple[str, ...] = ()
    trouble: Trouble | None = None


class DescribedEvent(ScoredEvent):
    dimensions: Dimensions = Dimensions()
    claims: tuple[Claim, ...] = ()
    claim_texts: tuple[str, ...] = ()
    claims_held_back: str = ""


class EmbeddedEvent(DescribedEvent):
    """`vector`: of the turn's content; `claim_vectors[i]`: of `claim_texts[i]`; float16 bytes, unit length.
    Empty where there is nothing to embed or the model failed (`trouble` says so)."""

    model: str = ""
    vector: bytes = b""
    claim_vectors: tuple[bytes, ...] = ()
    answers: tuple[Answer, ...] = ()
