"""Nearness: how near recalled memories are to what is asked and to each other, on the scale of the gate's relevance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import NDArray

from api.recall.recipes import Calibration

NEAR, RELEVANT = 0.6, 0.3
"""From here on two memories speak of the same without a word in common, and a memory of what is asked."""


@dataclass(frozen=True, slots=True)
class Nearness:
    """`relevance`: memory id → [0, 1]; `places`: memory id → row of `between`, (n, n) in [0, 1], the logistic of the
    cosines of two memories as the model's calibration has it. What is not known is not near."""

    relevance: Mapping[str, float] = field(default_factory=dict)
    places: Mapping[str, int] = field(default_factory=dict)
    between: NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 0)))

    @classmethod
    def of(cls, relevance: Mapping[str, float], vectors: Mapping[str, bytes], calibration: Calibration) -> Self:
        """`vectors`: memory id → float16 of unit length, b"" where there is none."""
        held = {memory_id: vector for memory_id, vector in vectors.items() if vector}
        if not held:
            return cls(relevance)
        rows = np.stack([np.frombuffer(vector, "<f2").astype(np.float64) for vector in held.values()])
        logit = calibration.bias + calibration.cosine * np.round(rows @ rows.T, 6)
        return cls(relevance, {name: row for row, name in enumerate(held)}, 1.0 / (1.0 + np.exp(-logit)))

    def to_question(self, memory_id: str) -> float:
        """In [0, 1]."""
        return self.relevance.get(memory_id, 0.0)

    def of_two(self, one: str, other: str) -> float:
        """In [0, 1]."""
        if one not in self.places or other not in self.places:
            return 0.0
        return float(self.between[self.places[one], self.places[other]])


NOWHERE = Nearness()
