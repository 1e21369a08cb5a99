"""Embedded events as the stages would hand them on, built by hand, and a driver that folds what consolidate decides."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np

from processors.claims.table import shipped_table
from processors.consolidation import Policy, UserState, consolidate, fold
from schemas.claims import Claim
from schemas.events import Event, TurnRecorded
from schemas.memories import MemoriesRecord, Memory
from schemas.stages import EmbeddedEvent

START = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
POLICY = Policy(table=shipped_table(), duplicate_threshold=0.9, merge_threshold=0.7)


def day(number: float) -> datetime:
    return START + timedelta(days=number)


def vector(seed: int) -> bytes:
    raw = np.random.default_rng(seed).normal(size=8)
    return (raw / np.linalg.norm(raw)).astype("<f2").tobytes()


def claim(attribute: str, value: str, **more: object) -> Claim:
    fields = {"attribute": attribute, "value": value, "confidence": 0.95, "end": 100, **more}
    return Claim.model_validate(fields)


def turn(event_id: str, content: str, at: datetime = START, **more: object) -> TurnRecorded:
    fields = {
        "event_id": event_id,
        "tenant": "t",
        "user": "u",
        "session": "s",
        "role": "user",
        "content": content,
        "occurred_at": at,
        "recorded_at": at,
        **more,
    }
    return TurnRecorded.model_validate(fields)


class Driver:
    """One user's consolidation: each `say` is the next offset."""

    def __init__(self, policy: Policy = POLICY) -> None:
        self.policy = policy
        self.state = UserState()
        self.records: list[MemoriesRecord] = []

    def give(self, event: Event | None, *claims: Claim, **more: object) -> MemoriesRecord:
        offset = len(self.records)
        staged = EmbeddedEvent.model_validate(
            {
                "partition": 0,
                "offset": offset,
                "user_key": "k",
                "recorded_at": START,
                "event": event,
                "claims": claims,
                "claim_texts": tuple(f"{c.attribute} {c.value}" for c in claims),
                "claim_vectors": tuple(vector(hash_of(c.value)) for c in claims),
                "vector": vector(offset),
                **more,
            }
        )
        record = consolidate(self.state, staged, self.policy)
        fold(self.state, record)
        self.records.append(record)
        return record

    def facts(self, *statuses: str) -> list[Memory]:
        wanted = statuses or ("active",)
        facts = (m for m in self.state.memories.values() if m.resolution == "fact" and m.status in wanted)
        return sorted(facts, key=lambda m: (m.attribute, m.value))

    def turns(self, status: str = "raw") -> list[str]:
        return sorted(m.content for m in self.state.memories.values() if m.resolution == "turn" and m.status == status)


def hash_of(value: str) -> int:
    return sum((i + 1) * ord(c) for i, c in enumerate(value))
